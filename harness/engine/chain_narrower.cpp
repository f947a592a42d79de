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
/// More than this for two changes, and one commit is not the whole story.
constexpr double k_second_change = 0.2;

double seconds(std::chrono::sys_time<core::Duration> time) {
  return static_cast<double>(time.time_since_epoch().count()) * 1e-9;
}

std::vector<double> logarithms(const std::vector<double>& values, double direction) {
  std::vector<double> result;
  for (const double value : values) result.push_back(direction * std::log(value));
  return result;
}

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
  const double direction = m_investigation.setup.measure.direction;
  m_origin = first.measured_at;
  m_builds = {0, last()};
  m_search.record({{0, logarithms(first.values, direction)}, {1, logarithms(second.values, direction)}},
                  0.5 * (second.measured_at - first.measured_at), 0.0);
  show();
}

core::RoundRequest ChainNarrower::request(const SearchRound& round) const {
  std::vector<core::Commit> commits;
  for (const auto& member : round.members) commits.push_back(commit(member.commit));
  return m_investigation.request(core::Purpose::step, commits, round.samples);
}

void ChainNarrower::untestable(int position, core::NotTestable why) {
  Assessment assessment;
  assessment.commit = commit(position);
  assessment.standing = core::Standing::untestable;
  assessment.why = std::move(why);
  m_investigation.add(std::move(assessment));
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
  const int target = round.members.back().commit;
  const int own = static_cast<int>(round.members.size()) - 1;
  Collected collected;
  collected.builds = outcome.builds;
  collected.trials = outcome.trials;
  const Measure& measure = m_investigation.setup.measure;
  m_troubles[target] = trouble_of_arm(outcome.trials, measure, own);
  m_programs[target] = outcome.builds.back().program;
  if (const auto why = broken_reference(round, collected)) {
    untestable(target, *why);
    return;
  }
  if (over_limit(collected, own)) {
    m_search.record_side(target, m_investigation.seeks_slowdown());
    m_values[target];
  } else if (const auto why = unusable(collected, measure, own)) {
    untestable(target, *why);
    return;
  } else {
    record(round, outcome);
  }
  tell(target);
  show();
}

std::optional<Narrowed> ChainNarrower::narrowed() const {
  const auto& answer = std::get<SearchAnswer>(m_search.next());
  if (answer.kind != SearchAnswer::Kind::change) return {};
  if (m_search.posterior()->two > k_second_change) return {};
  const double effect = m_investigation.setup.effect;
  for (const auto& [position, values] : m_values) {
    const Assessment assessment = assess(position);
    if (assessment.decision.low > effect / 4 && assessment.decision.high < effect * 3 / 4) return {};
  }
  return Narrowed{{answer.before, answer.after}, false};
}

void ChainNarrower::settle(const Bracket& bracket) {
  m_investigation.suspects = {m_chain, bracket.good, bracket.bad};
  m_investigation.outlook.candidates_left = bracket.bad - bracket.good;
  m_investigation.outlook.steps_left = 0;
  for (const auto& [position, values] : m_values) update(m_investigation, assess(position));
  for (const auto& [position, twin] : m_twins) update(m_investigation, assess(position));
}

void ChainNarrower::forget() {
  for (const int position : m_told)
    std::erase_if(m_investigation.assessments, [&](const Assessment& known) {
      return known.commit.id == commit(position).id && !known.why &&
             known.purpose == core::Purpose::step;
    });
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

void ChainNarrower::record(const SearchRound& round, const core::RoundOutcome& outcome) {
  const Measure& measure = m_investigation.setup.measure;
  const auto values = without_block_effects(outcome.trials, round.members.size(), measure);
  std::vector<change_point::MemberResult> results;
  double time = 0.0;
  for (const core::Trial& trial : outcome.trials) time += seconds(trial.started) - m_origin;
  time /= static_cast<double>(std::max<std::size_t>(outcome.trials.size(), 1));
  for (std::size_t arm = 0; arm < round.members.size(); ++arm) {
    const auto& member = round.members[arm];
    if (!member.build) m_builds.push_back(member.commit);
    const auto build = std::find(m_builds.begin(), m_builds.end(), member.commit) - m_builds.begin();
    results.push_back({static_cast<int>(build), values[arm]});
  }
  compare(round, values);
  const int target = round.members.back().commit;
  const int own = static_cast<int>(round.members.size()) - 1;
  const std::vector<double> plain = values_of_arm(outcome.trials, measure, own);
  m_values[target].insert(m_values[target].end(), plain.begin(), plain.end());
  const double cost = m_investigation.setup.start_seconds * static_cast<double>(outcome.trials.size());
  const bool built = !round.members.back().build;
  m_search.record(results, time, cost + (built ? m_investigation.setup.build_seconds : 0.0));
}

double ChainNarrower::probability_changed(int position) const {
  double before = 0.0;
  double all = 0.0;
  for (const change_point::Gap& gap : m_search.posterior()->gaps) {
    all += gap.mass();
    if (gap.after <= position) before += gap.mass();
  }
  return all > 0.0 ? std::clamp(before / all, 0.0, 1.0) : 0.5;
}

void ChainNarrower::compare(const SearchRound& round, const std::vector<std::vector<double>>& values) {
  std::vector<change_point::Cell> cells;
  for (std::size_t arm = 0; arm < values.size(); ++arm) {
    if (values[arm].empty()) return;
    cells.push_back({round.members[arm].commit, static_cast<int>(arm), 0.0, values[arm]});
  }
  const auto located = change_point::locate_cells(cells).cells;
  double reference = 0.0;
  double weight = 0.0;
  for (std::size_t arm = 0; arm + 1 < located.size(); ++arm) {
    const bool changed = probability_changed(round.members[arm].commit) >= 0.5;
    const double good = located[arm].mean - (changed ? m_investigation.setup.effect : 0.0);
    reference += located[arm].weight * good;
    weight += located[arm].weight;
  }
  if (weight <= 0.0) return;
  Distance& distance = m_distances[round.members.back().commit];
  const double worth = 1.0 / (1.0 / weight + 1.0 / located.back().weight);
  distance.sum += worth * (located.back().mean - reference / weight);
  distance.weight += worth;
}

Assessment ChainNarrower::assess(int position) const {
  Assessment assessment;
  assessment.commit = commit(position);
  const double changed = probability_changed(position);
  assessment.standing = changed >= 0.5 ? core::Standing::bad : core::Standing::good;
  assessment.error = std::min(changed, 1.0 - changed);
  if (const auto program = m_programs.find(position); program != m_programs.end())
    assessment.program = program->second;
  assessment.decision.test =
      fmt::format("{:.1f} % that the change is in it or before it", 100.0 * changed);
  if (const auto twin = m_twins.find(position); twin != m_twins.end()) {
    assessment.same_as = commit(twin->second).id;
    return assessment;
  }
  if (const auto trouble = m_troubles.find(position); trouble != m_troubles.end())
    assessment.trouble = trouble->second;
  const auto values = m_values.find(position);
  if (values == m_values.end() || values->second.empty()) return assessment;
  assessment.values = values->second;
  assessment.trouble.trials = static_cast<int>(values->second.size());
  const auto distance = m_distances.find(position);
  if (distance == m_distances.end()) return assessment;
  const change_point::Noise& noise = m_search.posterior()->noise;
  const double error = std::sqrt(noise.variance / distance->second.weight +
                                 2.0 * noise.build_bias * noise.build_bias);
  assessment.decision.pairs = static_cast<int>(values->second.size());
  assessment.decision.estimate = distance->second.sum / distance->second.weight;
  assessment.decision.low = assessment.decision.estimate - 2.0 * error;
  assessment.decision.high = assessment.decision.estimate + 2.0 * error;
  return assessment;
}

void ChainNarrower::tell(int position) {
  m_told.push_back(position);
  m_investigation.add(assess(position));
  const double changed = probability_changed(position);
  if (changed > k_open && changed < 1.0 - k_open) m_investigation.decisions.back().verdict = "open";
}

void ChainNarrower::show() {
  const ChangePosterior& posterior = *m_search.posterior();
  int good = 0;
  int bad = last();
  double below = 0.0;
  for (const change_point::Gap& gap : posterior.gaps) {
    const double all = 1.0 - posterior.none;
    const double above = all - below - gap.mass();
    if (below <= k_suspicion * all) good = gap.before;
    if (above > k_suspicion * all) bad = last();
    else bad = std::min(bad, gap.after);
    below += gap.mass();
  }
  m_investigation.suspects = {m_chain, good, bad};
  m_investigation.outlook.candidates_left = bad - good;
  m_investigation.outlook.steps_left =
      static_cast<int>(std::bit_width(static_cast<unsigned>(bad - good) - 1U));
}

}  // namespace bisect::engine
