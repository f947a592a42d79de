#include "reports/page/axis_rows.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace bisect::page {
using namespace reports;
namespace {

using Measured = std::map<core::CommitId, const core::MeasuredCommit*>;

/// A search that was begun anew measures a commit again: the last row counts.
Measured measured_commits(const core::Finding& finding) {
  Measured rows;
  for (const core::MeasuredCommit& row : finding.measured)
    if (row.purpose != core::Purpose::confirm) rows[row.commit.id] = &row;
  return rows;
}

/// The history that the model knows; where it knows none, the order of measurement between the ends.
std::vector<core::CommitId> order_of(const ReportModel& model, const Measured& measured) {
  std::vector<core::CommitId> order = model.measurements.axis;
  std::set<core::CommitId> known(order.begin(), order.end());
  std::vector<core::CommitId> others;
  for (const core::MeasuredCommit& row : model.finding.measured)
    if (measured.contains(row.commit.id) && known.insert(row.commit.id).second)
      others.push_back(row.commit.id);
  for (const core::UntestableCommit& row : model.finding.untestable)
    if (known.insert(row.commit.id).second) others.push_back(row.commit.id);
  if (order.empty() && model.finding.range) {
    const auto is_bad = [&](const core::CommitId& id) { return id == model.finding.range->bad.id; };
    std::stable_partition(others.begin(), others.end(), [&](const auto& id) { return !is_bad(id); });
  }
  order.insert(order.begin(), others.begin(), others.end());
  return order;
}

}  // namespace

std::vector<AxisRow> axis_rows(const ReportModel& model) {
  const Measured measured = measured_commits(model.finding);
  std::map<core::CommitId, const core::UntestableCommit*> holes;
  for (const core::UntestableCommit& row : model.finding.untestable) holes[row.commit.id] = &row;

  std::vector<AxisRow> rows;
  for (const core::CommitId& id : order_of(model, measured)) {
    if (const auto found = measured.find(id); found != measured.end()) {
      rows.push_back({AxisRow::Kind::measured, found->second, {}, 0});
    } else if (const auto hole = holes.find(id); hole != holes.end()) {
      if (rows.empty() || rows.back().kind != AxisRow::Kind::hole)
        rows.push_back({AxisRow::Kind::hole, nullptr, {}, 0});
      rows.back().untestable.push_back(hole->second);
    } else if (!rows.empty()) {
      if (rows.back().kind != AxisRow::Kind::gap) rows.push_back({AxisRow::Kind::gap, nullptr, {}, 0});
      ++rows.back().skipped;
    }
  }
  if (!rows.empty() && rows.back().kind == AxisRow::Kind::gap) rows.pop_back();
  return rows;
}

Role role_of(const core::Finding& finding, const core::CommitId& commit) {
  for (const core::NamedCommit& named : finding.commits)
    if (named.commit.id == commit) return Role::named;
  if (!finding.range) return Role::none;
  if (finding.range->good.id == commit) return Role::good_end;
  if (finding.range->bad.id == commit) return Role::bad_end;
  if (finding.range->merge_base && finding.range->merge_base->id == commit) return Role::merge_base;
  return Role::none;
}

}  // namespace bisect::page
