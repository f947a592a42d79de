#include "reports/page/pieces.hpp"

#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"

#include <algorithm>

namespace bisect::page {
using namespace reports;

std::string counted(int n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string signed_level(double fraction) {
  return (fraction > 0 ? "+" : "") + level(fraction);
}

bool judges_endings(const ReportModel& model) {
  return model.plan.look_for == core::LookFor::failing ||
         model.plan.look_for == core::LookFor::passing;
}

void write_commit(Markup& out, const core::Commit& commit, const std::string& tag) {
  out.leaf("code", core::short_id(commit.id));
  if (!tag.empty()) out.text(" ").leaf("span", tag, {{"class", "tag"}});
  const auto subject = out.in("span", {{"class", "subject"}});
  out.foreign(one_line(commit.subject));
}

void write_command(Markup& out, const std::string& command) {
  const auto frame = out.in("div", {{"class", "command"}});
  const auto pre = out.in("pre", {{"tabindex", "0"}});
  out.leaf("code", command);
}

void write_table(Markup& out, const std::string& caption, const Table& table) {
  if (table.rows.empty()) return;
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return !row[c].empty(); }))
      shown.push_back(c);
  const auto kind = [&](std::size_t c) {
    return table.columns[c].align == Align::right ? "num" : "txt";
  };
  const auto frame = out.in(
      "div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption}});
  const auto element = out.in("table");
  out.leaf("caption", caption);
  {
    const auto head = out.in("thead");
    const auto row = out.in("tr");
    for (const std::size_t c : shown)
      out.leaf("th", table.columns[c].title, {{"scope", "col"}, {"class", kind(c)}});
  }
  const auto body = out.in("tbody");
  for (const auto& cells : table.rows) {
    out.line();
    const auto row = out.in("tr");
    for (const std::size_t c : shown) {
      if (c == shown.front()) out.leaf("th", cells[c], {{"scope", "row"}, {"class", kind(c)}});
      else out.leaf("td", cells[c], {{"class", kind(c)}});
    }
  }
}

}  // namespace bisect::page
