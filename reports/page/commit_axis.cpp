#include "reports/page/axis_rows.hpp"
#include "reports/page/figures.hpp"
#include "reports/page/levels.hpp"
#include "reports/page/pieces.hpp"
#include "reports/page/strip.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace bisect::page {
using namespace reports;
namespace {

using core::Purpose;
using Dots = std::map<std::string, std::vector<double>>;

constexpr Purpose k_search[] = {Purpose::ends, Purpose::step};

/// Changes against the good end, as fractions, by commit.
Dots changes_of(const ReportModel& model) {
  const std::string good = model.finding.range ? model.finding.range->good.id.text() : "";
  Dots dots;
  const Levels levels(rounds_for(model.measurements, k_search), good);
  for (const auto& [name, points] : levels.points())
    for (const Levels::Point& point : points) dots[name].push_back(std::expm1(point.level));
  return dots;
}

/// About 0 for a start that passed, about 1 for one that failed, spread a little to be seen.
Dots endings_of(const ReportModel& model) {
  constexpr int k_places = 11;
  constexpr double k_apart = 0.02;
  Dots dots;
  for (const MeasuredRound* round : rounds_for(model.measurements, k_search))
    for (const Start& start : round->starts) {
      auto& of_arm = dots[arm_name(round->arms[static_cast<std::size_t>(start.arm)])];
      const int place = static_cast<int>(of_arm.size()) % k_places - k_places / 2;
      of_arm.push_back((start.outcome == StartOutcome::fine ? 0 : 1) + place * k_apart);
    }
  return dots;
}

std::optional<Interval> interval_of(const core::MeasuredCommit& row) {
  if (!row.ratio) return std::nullopt;
  return Interval{row.ratio->value - 1, row.ratio->low - 1, row.ratio->high - 1};
}

StripTable::Head head_for_changes(const std::vector<AxisRow>& rows, const Dots& dots) {
  std::vector<double> must{0}, all;
  for (const AxisRow& row : rows) {
    if (row.measured == nullptr) continue;
    if (const auto interval = interval_of(*row.measured))
      must.insert(must.end(), {interval->value, interval->low, interval->high});
  }
  for (const auto& [name, points] : dots) all.insert(all.end(), points.begin(), points.end());
  if (must.size() == 1 && all.empty()) must = {-0.05, 0.05};  // nothing to draw but the axis
  StripTable::Head head;
  head.caption = "Every measured commit, in the order of history";
  head.picture = "change against the good end";
  head.scale = scale_for(must, all);
  head.marks = ticks(head.scale, 6);
  head.mark_text = signed_level;
  head.zero = 0;
  return head;
}

StripTable::Head head_for_endings() {
  StripTable::Head head;
  head.caption = "Every commit that was run, in the order of history";
  head.picture = "how each run ended";
  head.scale = {-0.35, 1.35};
  head.marks = {0, 1};
  head.mark_text = [](double mark) { return mark == 0 ? "passed" : "failed"; };
  return head;
}

std::string kind_of(const core::MeasuredCommit& row, Role role) {
  const bool is_bad = row.standing == core::Standing::bad;
  std::string kind = row.standing == core::Standing::good ? "good" : is_bad ? "bad" : "open";
  if (role == Role::named) kind += " named";
  if (role == Role::good_end || role == Role::bad_end) kind += " end";
  return kind;
}

std::string tag_of(const core::MeasuredCommit& row, Role role, const ReportModel& model) {
  switch (role) {
    case Role::good_end: return "good end";
    case Role::bad_end: return "bad end";
    case Role::merge_base: return "merge base, " + core::to_text(row.standing);
    case Role::named:
      return model.finding.verdict == core::Verdict::culprit ? "culprit" : "named";
    case Role::none: break;
  }
  return core::to_text(row.standing);
}

Strip strip_of(const core::MeasuredCommit& row, const Dots& dots) {
  Strip strip;
  if (const auto found = dots.find(row.commit.id.text()); found != dots.end())
    strip.dots = found->second;
  strip.interval = interval_of(row);
  strip.title = counted(row.trials, "start", "starts") +
                (row.ratio ? ", " + signed_change(*row.ratio) + " against the good end" : "");
  return strip;
}

std::vector<std::string> cells_of(const core::MeasuredCommit& row, Role role) {
  std::string change = row.ratio ? signed_change(*row.ratio) : "";
  if (change.empty() && role == Role::good_end) change = "reference";
  if (change.empty()) change = one_line(row.note);
  if (row.failed > 0) change += (change.empty() ? "" : ", ") + std::to_string(row.failed) + " failed";
  return {change, row.trials > 0 ? std::to_string(row.trials) : ""};
}

void write_row(StripTable& table, const core::MeasuredCommit& row, const Dots& dots,
               const ReportModel& model) {
  const Role role = role_of(model.finding, row.commit.id);
  const std::string tag = tag_of(row, role, model);
  table.row(kind_of(row, role),
            [&](Markup& out) { write_commit(out, row.commit, tag); }, strip_of(row, dots),
            cells_of(row, role));
}

void write_hole(StripTable& table, const AxisRow& row) {
  table.note("hole", [&](Markup& out) {
    out.leaf("strong", counted(static_cast<int>(row.untestable.size()), "commit", "commits") +
                           " cannot be tested: ");
    bool first = true;
    for (const core::UntestableCommit* hole : row.untestable) {
      if (!first) out.text(", ");
      first = false;
      out.leaf("code", core::short_id(hole->commit.id)).text(" (" + core::to_text(hole->why.stage) + ")");
    }
  });
}

}  // namespace

void write_commit_axis(Markup& out, const ReportModel& model) {
  const std::vector<AxisRow> rows = axis_rows(model);
  if (rows.empty()) return;
  const bool by_ending = judges_endings(model);
  const Dots dots = by_ending ? endings_of(model) : changes_of(model);
  StripTable::Head head = by_ending ? head_for_endings() : head_for_changes(rows, dots);
  head.first = "commit";
  head.columns = {by_ending ? "outcome" : "change [interval]", "starts"};
  StripTable table(out, std::move(head));
  const auto body = out.in("tbody", {{"role", "rowgroup"}});
  for (const AxisRow& row : rows) {
    switch (row.kind) {
      case AxisRow::Kind::measured: write_row(table, *row.measured, dots, model); break;
      case AxisRow::Kind::hole: write_hole(table, row); break;
      case AxisRow::Kind::gap:
        table.note("gap", [&](Markup& cell) {
          cell.text(counted(row.skipped, "commit", "commits") + " not measured");
        });
        break;
    }
  }
}

}  // namespace bisect::page
