#include "harness/engine/chain_narrower.hpp"

#include "harness/engine/block_effects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bisect::engine {
namespace {

using change_point::ChangePosterior;
using change_point::SearchAnswer;
using change_point::SearchRound;

/// The suspects on the way: all but this mass at either edge.
constexpr double k_suspicion = 0.02;
/// A commit is called good or bad on the way when it is that with all but this probability.
constexpr double k_open = 0.05;
/// More than this for another change, and what was found is not the whole story.
constexpr double k_another_change = 0.2;
constexpr int k_most_changes = 4;

/// Without saying so again.
void update(Investigation& investigation, Assessment assessment) {
  for (Assessment& known : investigation.assessments)
    if (known.commit.id == assessment.commit.id) known = assessment;
}

}  // namespace

ChainNarrower::ChainNarrower(Investigation& investigation, std::vector<core::Commit> chain)
    : m_investigation(investigation), m_chain(std::move(chain)),
      m_search(change_point::ChainPrior(last()), options()) {}

const SearchRound* ChainNarrower::wanted() const {
  return std::get_if<SearchRound>(&m_search.next());
}

const core::Commit& ChainNarrower::commit(int position) const {
  return m_chain[static_cast<std::size_t>(position)];
}

void ChainNarrower::start(const Assessment& first, const Assessment& second) {
  m_origin = first.measured_at;
  m_builds = {0, last()};
  m_search.record({{0, first.logs}, {1, second.logs}}, 0.5 * (second.measured_at - m_origin), 0.0);
  show();
}

core::RoundRequest ChainNarrower::request(const SearchRound& round) const {
  std::vector<core::Commit> commits;
  for (const auto& member : round.members) commits.push_back(commit(member.commit));
  return m_investigation.request(core::Purpose::step, commits, round.samples);
}

void ChainNarrower::untestable(int position, core::NotTestable why) {
  // The ends were measured before: whatever happens to them now, they stay what they are.
  if (!is_end(position)) {
    Assessment assessment;
    assessment.commit = commit(position);
    assessment.standing = core::Standing::untestable;
    assessment.why = std::move(why);
    m_investigation.add(std::move(assessment));
    m_collected.erase(position);
  }
  m_search.record_untestable(position);
  show();
}

int ChainNarrower::position_of(const Assessment& twin) const {
  const auto at = std::find_if(m_chain.begin(), m_chain.end(),
                               [&](const core::Commit& c) { return c.id == twin.commit.id; });
  return at == m_chain.end() ? -1 : static_cast<int>(at - m_chain.begin());
}

void ChainNarrower::same(int position, int twin, const core::Digest& program) {
  m_twins[position] = twin;
  m_programs[position] = program;
  m_search.record_same(position, twin);
  tell(position);
  show();
}

void ChainNarrower::take(const SearchRound& round, const core::RoundOutcome& outcome) {
  const Measure& measure = m_investigation.setup.measure;
  const int target = round.members.back().commit;
  const int own = static_cast<int>(round.members.size()) - 1;
  if (const auto why = broken_reference(round, {outcome.trials, outcome.builds, {}})) {
    untestable(target, *why);
    return;
  }
  // Rounds are short: trouble is counted over all of them.
  Collected& collected = m_collected[target];
  core::RoundOutcome alone{{outcome.builds.back()}, {}};
  for (core::Trial trial : outcome.trials) {
    if (trial.arm != own) continue;
    trial.arm = 0;
    alone.trials.push_back(std::move(trial));
  }
  collected.append(std::move(alone), static_cast<int>(collected.trials.size()));
  m_programs[target] = outcome.builds.back().program;
  if (over_limit(collected, 0)) {
    m_search.record_side(target, m_investigation.seeks_slowdown());
  } else if (const auto why = unusable(collected, measure, 0)) {
    untestable(target, *why);
    return;
  } else {
    const auto values = without_block_effects(outcome.trials, round.members.size(), measure);
    if (values.back().empty()) {
      untestable(target, {core::Stage::run, "no block in which every run gave a number", ""});
      return;
    }
    record(round, values, mean_start(outcome.trials, own) - m_origin);
  }
  tell(target);
  show();
}

std::optional<Narrowed> ChainNarrower::narrowed() const {
  const auto& answer = std::get<SearchAnswer>(m_search.next());
  if (answer.kind != SearchAnswer::Kind::change || answer.another > k_another_change) return {};
  Narrowed narrowed;
  for (const auto& change : answer.changes) narrowed.steps.push_back({change.before, change.after});
  std::sort(narrowed.steps.begin(), narrowed.steps.end(),
            [](const Bracket& a, const Bracket& b) { return a.good < b.good; });
  if (narrowed.steps.size() > 1) return narrowed;
  const double effect = m_investigation.setup.effect;
  for (const auto& [position, collected] : m_collected) {
    const Assessment assessment = assess(position);
    if (assessment.decision.low > effect / 4 && assessment.decision.high < effect * 3 / 4) return {};
  }
  return narrowed;
}

void ChainNarrower::settle() {
  const auto& first = m_search.found().front();
  m_investigation.suspects = {m_chain, first.before, first.after};
  m_investigation.outlook.candidates_left = first.after - first.before;
  m_investigation.outlook.steps_left = 0;
  for (const auto& [position, program] : m_programs)
    if (!is_end(position) && (m_twins.contains(position) || m_collected.contains(position)))
      update(m_investigation, assess(position));
}

void ChainNarrower::forget() {
  for (const auto& [position, program] : m_programs) {
    if (is_end(position)) continue;
    std::erase_if(m_investigation.assessments, [&](const Assessment& known) {
      return known.commit.id == commit(position).id && !known.why;
    });
  }
}

change_point::ChangeSearchOptions ChainNarrower::options() const {
  change_point::ChangeSearchOptions options;
  const Setup& setup = m_investigation.setup;
  options.model.min_effect = std::log1p(m_investigation.question.min_effect);
  options.error = 1.0 - m_investigation.question.confidence;
  options.costs = {setup.start_seconds, [seconds = setup.build_seconds](int) { return seconds; }};
  // Compilers give the same program again; another layout would have to be asked of the build.
  options.rebuilds_differ = false;
  options.side_by_side = true;
  options.most_changes = k_most_changes;
  return options;
}

std::optional<core::NotTestable> ChainNarrower::broken_reference(const SearchRound& round,
                                                  const Collected& collected) const {
  for (std::size_t arm = 0; arm + 1 < round.members.size(); ++arm) {
    const int position = round.members[arm].commit;
    const std::string name = position == 0        ? "the good end"
                             : position == last() ? "the bad end"
                                                  : core::short_id(commit(position).id);
    const int index = static_cast<int>(arm);
    if (over_limit(collected, index))
      return core::NotTestable{core::Stage::run, name + ", run beside it, went over the time limit", ""};
    if (const auto why = unusable(collected, m_investigation.setup.measure, index))
      return core::NotTestable{why->stage, name + ", run beside it: " + why->reason, why->log};
  }
  return {};
}

void ChainNarrower::record(const SearchRound& round, const std::vector<std::vector<double>>& values,
                           double time) {
  std::vector<change_point::MemberResult> results;
  for (std::size_t arm = 0; arm < round.members.size(); ++arm) {
    const auto& member = round.members[arm];
    if (!member.build) m_builds.push_back(member.commit);
    const auto build = std::find(m_builds.begin(), m_builds.end(), member.commit) - m_builds.begin();
    results.push_back({static_cast<int>(build), values[arm]});
  }
  compare(round, values);
  const Setup& setup = m_investigation.setup;
  const double starts = round.samples * static_cast<double>(round.members.size());
  m_search.record(results, time, setup.start_seconds * starts +
                                     (round.members.back().build ? 0.0 : setup.build_seconds));
}

void ChainNarrower::compare(const SearchRound& round, const std::vector<std::vector<double>>& values) {
  std::vector<change_point::Cell> cells;
  for (std::size_t arm = 0; arm < values.size(); ++arm) {
    cells.push_back({round.members[arm].commit, static_cast<int>(arm), 0.0, values[arm]});
  }
  const auto located = change_point::locate_cells(cells).cells;
  double reference = 0.0;
  double weight = 0.0;
  for (std::size_t arm = 0; arm + 1 < located.size(); ++arm) {
    const int position = round.members[arm].commit;
    if (m_search.sees_several() && !is_end(position)) continue;
    const bool changed = m_search.probability_changed(position) >= 0.5;
    const double good = located[arm].mean - (changed ? m_investigation.setup.effect : 0.0);
    reference += located[arm].weight * good;
    weight += located[arm].weight;
  }
  if (weight <= 0.0) return;  // nothing of a known level beside it
  Distance& distance = m_distances[round.members.back().commit];
  const double worth = 1.0 / (1.0 / weight + 1.0 / located.back().weight);
  distance.sum += worth * (located.back().mean - reference / weight);
  distance.weight += worth;
}

core::Standing ChainNarrower::standing_of(int position, double changed) const {
  if (m_search.found().size() > 1) {
    const auto [first, last] = std::minmax_element(
        m_search.found().begin(), m_search.found().end(),
        [](const auto& a, const auto& b) { return a.after < b.after; });
    if (position < first->after) return core::Standing::good;
    return position < last->after ? core::Standing::between : core::Standing::bad;
  }
  return changed >= 0.5 ? core::Standing::bad : core::Standing::good;
}

Assessment ChainNarrower::assess(int position) const {
  Assessment assessment;
  assessment.commit = commit(position);
  const double changed = m_search.probability_changed(position);
  assessment.standing = standing_of(position, changed);
  assessment.error = std::min(changed, 1.0 - changed);
  if (const auto program = m_programs.find(position); program != m_programs.end())
    assessment.program = program->second;
  assessment.decision.test =
      fmt::format("{:.1f} % that the change is in it or before it", 100.0 * changed);
  if (const auto twin = m_twins.find(position); twin != m_twins.end()) {
    assessment.same_as = commit(twin->second).id;
    return assessment;
  }
  const auto collected = m_collected.find(position);
  if (collected == m_collected.end()) return assessment;
  const Measure& measure = m_investigation.setup.measure;
  assessment.trouble = trouble_of_arm(collected->second.trials, measure, 0);
  if (over_limit(collected->second, 0)) return assessment;  // slow, without a number of its own
  assessment.values = values_of_arm(collected->second.trials, measure, 0);
  assessment.logs = logs_of_arm(collected->second, measure, 0);
  assessment.measured_at = mean_start(collected->second.trials, 0);
  const auto distance = m_distances.find(position);
  if (distance == m_distances.end()) return assessment;
  const change_point::Noise& noise = m_search.posterior()->noise;
  const double error = std::sqrt(noise.variance / distance->second.weight +
                                 2.0 * noise.build_bias * noise.build_bias);
  assessment.decision.pairs = static_cast<int>(assessment.values.size());
  assessment.decision.estimate = distance->second.sum / distance->second.weight;
  assessment.decision.low = assessment.decision.estimate - 2.0 * error;
  assessment.decision.high = assessment.decision.estimate + 2.0 * error;
  return assessment;
}

void ChainNarrower::tell(int position) {
  if (is_end(position)) return;
  m_investigation.add(assess(position));
  const double changed = m_search.probability_changed(position);
  if (changed > k_open && changed < 1.0 - k_open) m_investigation.decisions.back().verdict = "open";
}

void ChainNarrower::show() {
  const ChangePosterior& posterior = *m_search.posterior();
  const double all = 1.0 - posterior.none;
  int good = 0;
  int bad = last();
  double below = 0.0;
  for (const change_point::Gap& gap : posterior.gaps) {
    if (below <= k_suspicion * all) good = gap.before;
    below += gap.mass();
    if (below < (1.0 - k_suspicion) * all) continue;
    bad = gap.after;
    break;
  }
  m_investigation.suspects = {m_chain, good, bad};
  m_investigation.outlook.candidates_left = bad - good;
  m_investigation.outlook.steps_left =
      static_cast<int>(std::bit_width(static_cast<unsigned>(bad - good) - 1U));
}

}  // namespace bisect::engine
