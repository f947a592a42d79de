#include "harness/engine/variant_rows.hpp"

#include "stats/multiple_testing.hpp"
#include "stats/signed_rank.hpp"
#include "stats/summary.hpp"
#include "stats/t_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace bisect::engine {
namespace {

core::Variant described(const Splitting& splitting, std::size_t variant) {
  const VariantState& state = splitting.variants[variant];
  core::Variant row;
  row.name = splitting.name_of(state.set);
  row.parts = names_in(splitting.parts, state.set);
  row.why = state.why;
  if (!state.why) row.why = splitting.variants[state.measured_as].why;
  if (state.measured_as != variant)
    row.same_as = splitting.name_of(splitting.variants[state.measured_as].set);
  if (splitting.variants[state.measured_as].over_limit) row.note = "ran over the time limit";
  if (row.why) row.verdict = core::Tendency::untestable;
  return row;
}

std::vector<double> values_of(const Splitting& splitting, std::size_t variant) {
  const auto arm = static_cast<int>(splitting.variants[variant].measured_as);
  return values_of_arm(splitting.trials, splitting.investigation.setup.measure, arm);
}

void put_summary(core::Variant& row, std::span<const double> values) {
  const auto summary = stats::summarize(values);
  if (!summary) return;
  row.n = static_cast<int>(summary->n);
  row.mean = summary->mean;
  row.sd = summary->sd;
  row.min = summary->min;
  row.q1 = summary->q1;
  row.median = summary->median;
}

/// One-tailed: is the whole further in the direction that is looked for than the variant?
std::optional<core::AgainstWhole> against_whole(const Splitting& splitting, const LogLevels& levels,
                                                std::size_t variant) {
  const BisectQuestion& question = splitting.investigation.question;
  const VariantState& whole = splitting.variants[1];
  const VariantState& state = splitting.variants[variant];
  const std::vector<double> logs = levels.by_block(stats::difference(whole.set, state.set));
  const auto estimate = stats::estimate_contrast(logs, question.confidence);
  if (!estimate) return std::nullopt;
  const stats::Tail tail = splitting.investigation.setup.measure.direction > 0 ? stats::Tail::greater
                                                                               : stats::Tail::less;
  const stats::Tail of_logs = tail == stats::Tail::greater ? stats::Tail::less : stats::Tail::greater;
  core::AgainstWhole result;
  result.ratio = ratio_of_logs(estimate->estimate, estimate->interval);
  if (whole.measured_as == state.measured_as) return result;
  const auto pooled = stats::pooled_t_test(values_of(splitting, 1), values_of(splitting, variant),
                                           {tail, question.confidence});
  const auto rank = stats::signed_rank_test(logs, 0, of_logs);
  if (!pooled || !rank) return std::nullopt;
  result.t = pooled->statistic;
  result.p_pooled = result.p_holm = pooled->p_value;
  result.p_rank = rank->p_value;
  return result;
}

/// Each program is tested once, however many variants run it.
void correct_against_whole(const Splitting& splitting, std::vector<core::Variant>& rows) {
  std::vector<double> family;
  const std::size_t whole = splitting.variants[1].measured_as;
  const auto is_tested = [&](std::size_t variant) {
    return rows[variant].whole && splitting.variants[variant].measured_as == variant &&
           variant != whole;
  };
  for (std::size_t variant = 0; variant < rows.size(); ++variant)
    if (is_tested(variant)) family.push_back(rows[variant].whole->p_pooled);
  const auto adjusted = stats::holm_adjusted(family);
  if (!adjusted) return;
  auto next = adjusted->begin();
  for (std::size_t variant = 0; variant < rows.size(); ++variant)
    if (is_tested(variant)) rows[variant].whole->p_holm = *next++;
  for (std::size_t variant = 0; variant < rows.size(); ++variant)
    if (const core::Variant& source = rows[splitting.variants[variant].measured_as];
        rows[variant].whole && source.whole)
      rows[variant].whole->p_holm = source.whole->p_holm;
}

/// Ratio to the parent, and the verdict from it with the p-values of all programs corrected together.
void compare_with_parent(const Splitting& splitting, const LogLevels& levels,
                         std::vector<core::Variant>& rows) {
  std::map<std::size_t, stats::ContrastEstimate> estimates;  // by the variant that was measured
  std::vector<double> family;
  for (std::size_t variant = 1; variant < rows.size(); ++variant) {
    const VariantState& state = splitting.variants[variant];
    if (!levels.measured().contains(state.set) || !levels.measured().contains(0)) continue;
    const auto estimate =
        stats::estimate_contrast(levels.by_block(stats::difference(0, state.set)),
                                 splitting.investigation.question.confidence);
    if (!estimate) continue;
    rows[variant].ratio = ratio_of_logs(estimate->estimate, estimate->interval);
    rows[variant].p_value = estimate->p_value;
    if (estimates.emplace(state.measured_as, *estimate).second && state.measured_as != 0)
      family.push_back(estimate->p_value);
  }
  const auto adjusted = stats::holm_adjusted(family);
  if (!adjusted) return;
  std::map<std::size_t, double> p_holm;
  auto next = adjusted->begin();
  for (std::size_t variant = 1; variant < rows.size(); ++variant) {
    const std::size_t source = splitting.variants[variant].measured_as;
    if (!rows[variant].ratio) continue;
    if (!p_holm.contains(source)) p_holm[source] = source == 0 ? 1.0 : *next++;
    rows[variant].verdict = tendency_of(splitting, estimates.at(source), p_holm[source]);
  }
}

bool failed(const VariantState& state) { return state.is_built && state.why.has_value(); }

/// Does `one` fail wherever `other` is left out, and stand somewhere with it?
bool is_needed(const Splitting& splitting, std::size_t one, std::size_t other) {
  int failures = 0;
  bool stands_without = false;
  bool stands_with = false;
  for (const VariantState& state : splitting.variants) {
    if ((state.set >> one & 1U) == 0) continue;
    const bool has_other = (state.set >> other & 1U) != 0;
    if (has_other) stands_with = stands_with || !failed(state);
    else if (failed(state)) ++failures;
    else stands_without = true;
  }
  return failures > 0 && !stands_without && stands_with;
}

}  // namespace

double worse_sign(const Splitting& splitting) {
  return splitting.investigation.setup.measure.metric.better == core::Better::smaller ? 1 : -1;
}

core::Ratio ratio_of_logs(double estimate, const stats::Interval& interval) {
  return {std::exp(estimate), std::exp(interval.low), std::exp(interval.high)};
}

core::Tendency tendency_of(const Splitting& splitting, const stats::ContrastEstimate& estimate,
                           double p_holm) {
  const BisectQuestion& question = splitting.investigation.question;
  if (p_holm < 1 - question.confidence)
    return estimate.estimate * worse_sign(splitting) > 0 ? core::Tendency::slower
                                                         : core::Tendency::faster;
  const double counts = std::log1p(question.min_effect);
  const bool is_small = estimate.interval.low > -counts && estimate.interval.high < counts;
  return is_small ? core::Tendency::same : core::Tendency::undecided;
}

std::vector<core::Variant> variant_rows(const Splitting& splitting, const LogLevels& levels) {
  std::vector<core::Variant> rows;
  for (std::size_t variant = 0; variant < splitting.variants.size(); ++variant) {
    core::Variant row = described(splitting, variant);
    const bool is_slow = splitting.variants[splitting.variants[variant].measured_as].over_limit;
    if (is_slow && !row.why) row.verdict = core::Tendency::slower;
    if (levels.measured().contains(splitting.variants[variant].set)) {
      put_summary(row, values_of(splitting, variant));
      if (variant != 1) row.whole = against_whole(splitting, levels, variant);
    }
    rows.push_back(std::move(row));
  }
  if (!rows.front().why && levels.measured().contains(0)) rows.front().verdict = core::Tendency::same;
  correct_against_whole(splitting, rows);
  compare_with_parent(splitting, levels, rows);
  return rows;
}

std::vector<std::string> needs_of(const Splitting& splitting) {
  std::vector<std::string> needs;
  for (std::size_t other = 0; other < splitting.parts.size(); ++other) {
    std::vector<std::string> needy;
    for (std::size_t one = 0; one < splitting.parts.size(); ++one)
      if (one != other && is_needed(splitting, one, other))
        needy.push_back(splitting.parts[one].name);
    if (needy.empty()) continue;
    std::string text = needy.front();
    for (std::size_t i = 1; i < needy.size(); ++i)
      text += (i + 1 == needy.size() ? " and " : ", ") + needy[i];
    needs.push_back(fmt::format("{} {} not stand without {}", text,
                                needy.size() == 1 ? "does" : "do", splitting.parts[other].name));
  }
  return needs;
}

}  // namespace bisect::engine
