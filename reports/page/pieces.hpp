#pragma once

#include "core/commit.hpp"
#include "reports/page/markup.hpp"
#include "reports/report_model.hpp"
#include "reports/table.hpp"

#include <string>

namespace bisect::page {

// Small things that several parts of a page write.

/// "1 commit", "3 commits"
[[nodiscard]] std::string counted(int n, const std::string& one, const std::string& many);

/// A mark on an axis of changes: 0.02 -> "+2 %".
[[nodiscard]] std::string signed_level(double fraction);

/// Were endings of runs compared, and no number?
[[nodiscard]] bool judges_endings(const reports::ReportModel& model);

/// Id, a tag ("culprit"), and the subject of a commit.
void write_commit(Markup& out, const core::Commit& commit, const std::string& tag);

/// A command to copy.
void write_command(Markup& out, const std::string& command);

/// A table of texts; nothing for one without rows. Columns without content are left out.
void write_table(Markup& out, const std::string& caption, const reports::Table& table);

/// A part of the page that is folded away at first.
template <class Body>
void write_folded(Markup& out, const std::string& title, Body body) {
  const auto details = out.in("details");
  out.leaf("summary", title);
  body();
}

}  // namespace bisect::page
