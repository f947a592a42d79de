#include "reports/page/figures.hpp"
#include "reports/page/levels.hpp"
#include "reports/page/pieces.hpp"
#include "reports/page/strip.hpp"

#include "reports/number_text.hpp"
#include "stats/summary.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace bisect::page {
using namespace reports;
namespace {

using core::Purpose;

/// Numbers of one build that another ran beside.
struct Group {
  std::string title;
  std::string kind;
  core::Commit commit;
  std::vector<double> values;
  stats::Summary summary;
};

/// All rounds of a purpose have the same arms in the same order; the last series of them counts.
std::array<std::vector<double>, 2> pair_of(const ReportModel& model, Purpose purpose) {
  std::array<std::vector<double>, 2> values;
  const std::vector<RoundArm>* arms = nullptr;
  for (const MeasuredRound& round : model.measurements.rounds) {
    if (round.purpose != purpose || round.arms.size() != 2) continue;
    const auto same = [](const RoundArm& a, const RoundArm& b) {
      return a.commit == b.commit && a.generation == b.generation;
    };
    if (arms == nullptr || !std::equal(arms->begin(), arms->end(), round.arms.begin(), same)) values = {};
    arms = &round.arms;
    for (int arm = 0; arm < 2; ++arm)
      for (const double value : values_of(round, arm))
        values[static_cast<std::size_t>(arm)].push_back(value);
  }
  return values;
}

void add_group(std::vector<Group>& groups, Group group, std::vector<double> values) {
  const auto summary = stats::summarize(values);
  if (!summary) return;
  group.values = std::move(values);
  group.summary = *summary;
  groups.push_back(std::move(group));
}

std::vector<Group> groups_of(const ReportModel& model) {
  std::vector<Group> groups;
  if (model.finding.range) {
    auto ends = pair_of(model, Purpose::ends);
    add_group(groups, {"good end", "good", model.finding.range->good, {}, {}}, std::move(ends[0]));
    add_group(groups, {"bad end", "bad", model.finding.range->bad, {}, {}}, std::move(ends[1]));
  }
  std::vector<const core::MeasuredCommit*> confirmed;
  for (const core::MeasuredCommit& row : model.finding.measured)
    if (row.purpose == Purpose::confirm) confirmed.push_back(&row);
  if (confirmed.size() != 2) return groups;
  auto pair = pair_of(model, Purpose::confirm);
  add_group(groups, {"parent, fresh build", "good apart", confirmed[0]->commit, {}, {}}, std::move(pair[0]));
  add_group(groups, {"culprit, fresh build", "bad named", confirmed[1]->commit, {}, {}}, std::move(pair[1]));
  return groups;
}

StripTable::Head head_of(const std::vector<Group>& groups, const std::string& unit) {
  std::vector<double> must, all;
  for (const Group& group : groups) {
    must.insert(must.end(), {group.summary.q1, group.summary.q3});
    all.insert(all.end(), group.values.begin(), group.values.end());
  }
  StripTable::Head head;
  head.caption = "What the starts measured, side by side";
  head.first = "build";
  head.picture = "every start; box: middle half, line: median";
  head.columns = {"starts", "min", "median", "mean", "sd"};
  head.scale = scale_for(must, all);
  head.marks = ticks(head.scale, 5);
  head.mark_text = [unit](double value) { return quantity(value, unit); };
  return head;
}

}  // namespace

void write_distributions(Markup& out, const ReportModel& model) {
  const std::vector<Group> groups = groups_of(model);
  if (groups.size() < 2) return;
  const std::string unit = model.finding.effect ? model.finding.effect->unit : "";
  out.leaf("h3", "Side by side");
  out.leaf("p",
           "Builds of a pair ran in turns, in random order, so what the machine did fell on both. Compare "
           "within a pair; between pairs the machine may have changed.");
  StripTable table(out, head_of(groups, unit));
  const auto body = out.in("tbody", {{"role", "rowgroup"}});
  for (const Group& group : groups) {
    const stats::Summary& s = group.summary;
    Strip strip;
    strip.title = counted(static_cast<int>(s.n), "start", "starts") + " from " + quantity(s.min, unit) +
                  " to " + quantity(s.max, unit) + ", median " + quantity(s.median, unit);
    strip.dots = group.values;
    strip.box = Box{s.q1, s.median, s.q3};
    table.row(group.kind, [&](Markup& cell) { write_commit(cell, group.commit, group.title); }, strip,
              {std::to_string(s.n), quantity(s.min, unit), quantity(s.median, unit),
               quantity(s.mean, unit), quantity(s.sd, unit)});
  }
}

}  // namespace bisect::page
