#include "stats/change_point/change_search.hpp"

#include "stats/change_point/cell_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace bisect::change_point {
namespace {

constexpr int k_first_samples = 4;
constexpr double k_gate_z = 3.0;
constexpr std::size_t k_most_cells = 72;
constexpr std::size_t k_spare_cells = 36;
/// "None" needs more than its posterior: at the smallest effect a bias of the same size hides it.
constexpr double k_none_share_of_error = 0.4;

/// A set of commits is final when none of its inner ones is testable with more than this probability:
/// trying every commit of a long hole would teach next to nothing.
constexpr double k_hardly_testable = 0.03;

}  // namespace

struct ChangeSearch::View {
  ChainPrior prior;
  CellGeometry cells;
};

ChangeSearch::ChangeSearch(ChainPrior prior, ChangeSearchOptions options)
    : m_prior(std::move(prior)), m_options(std::move(options)),
      m_model(m_options.model, m_options.noise),
      m_next(SearchRound{{{0, {}}, {m_prior.last(), {}}}, k_first_samples}) {}

void ChangeSearch::record(const std::vector<MemberResult>& results, double time, double cost) {
  const SearchRound& round = std::get<SearchRound>(m_next);
  m_time = time;
  m_spent += cost;
  bool end_failed = false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const int commit = round.members[i].commit;
    const MemberResult& result = results[i];
    if (!result.build || result.values.empty()) {
      m_testability.set(commit, false);
      end_failed = end_failed || commit == 0 || commit == m_prior.last();
      continue;
    }
    m_testability.set(commit, true);
    const auto build = static_cast<std::size_t>(*result.build);
    if (m_builds.size() <= build) m_builds.resize(build + 1);
    m_builds[build].commit = commit;
    m_builds[build].samples += static_cast<int>(result.values.size());
    m_cells.push_back({commit, *result.build, time, result.values});
  }
  m_next = end_failed ? Step(conclusion()) : decide();
}

void ChangeSearch::record_untestable(int commit) {
  m_testability.set(commit, false);
  if (commit != 0 && commit != m_prior.last())
    std::erase_if(m_cells, [&](const Cell& cell) { return cell.commit == commit; });
  m_next = decide();
}

double ChangeSearch::probability_changed(int commit) const {
  if (!m_found.empty()) {
    const FoundChange& first = m_found.front();
    return commit >= first.after ? first.probability : 1.0 - first.probability;
  }
  return change_point::probability_changed(*m_posterior, m_prior, commit);
}

void ChangeSearch::record_same(int commit, int measured) {
  exclude(commit, std::min(commit, measured), std::max(commit, measured));
}

void ChangeSearch::record_side(int commit, bool changed) {
  if (m_aside || !m_found.empty()) return record_untestable(commit);  // says nothing of a further change
  exclude(commit, changed ? commit : 0, changed ? m_prior.last() : commit);
}

void ChangeSearch::exclude(int commit, int before, int after) {
  // What contradicts everything else is of no use and must not be asked for again.
  m_testability.set(commit, m_prior.exclude(before, after));
  m_next = decide();
}

ChangeSearch::Step ChangeSearch::decide() {
  merge_cells();
  const RobustLocations locations = locate_cells(m_cells);
  View view = update(locations);
  if (!m_gate_passed && !spent_enough() && !gate_open(locations)) {
    const int more = std::max(2, m_builds.front().samples / 3);
    return SearchRound{{{0, 0}, {m_prior.last(), 1}}, more};
  }
  m_gate_passed = true;
  while (true) {
    if (const auto found = change_is_sure()) {
      if (!look_beside(*found)) return conclusion();
    } else if (set_one_aside()) {
      ask();
    } else if (m_aside && none_is_sure()) {
      m_aside.reset();  // alone it explains everything after all
      m_may_set_aside = false;
      ask();
    } else {
      break;
    }
    view = update(locations);
  }
  if (none_is_sure() || spent_enough()) return conclusion();
  const auto measurement = choose_measurement(
      {view.cells, *m_posterior, view.prior, m_testability, m_builds, m_options.model.drift, m_time,
       m_spent, m_options.time_per_cost, m_options.rebuilds_differ, m_options.side_by_side},
      m_options.costs);
  if (!measurement) return conclusion();
  SearchRound round{{}, measurement->samples};
  for (const int anchor : measurement->anchors)
    round.members.push_back({m_builds[static_cast<std::size_t>(anchor)].commit, anchor});
  round.members.push_back({measurement->commit, measurement->build});
  return round;
}

ChangeSearch::View ChangeSearch::update(const RobustLocations& locations) {
  std::vector<int> known;
  for (const FoundChange& change : m_found) known.push_back(change.after);
  ChainPrior prior = m_prior;
  if (m_aside) {
    known.push_back(m_aside->at);
    prior.exclude(m_aside->before, m_aside->after);
  }
  View view{std::move(prior), CellGeometry(m_cells, locations, m_options.model.drift, known)};
  m_posterior = m_model.update(view.cells, locations, view.prior);
  return view;
}

/// Do the ends' first builds differ clearly, or clearly by less than what matters?
bool ChangeSearch::gate_open(const RobustLocations& locations) const {
  double weight[2] = {0.0, 0.0};
  double sum[2] = {0.0, 0.0};
  for (std::size_t c = 0; c < m_cells.size(); ++c) {
    const int end = m_cells[c].commit == 0 ? 0 : 1;
    weight[end] += locations.cells[c].weight;
    sum[end] += locations.cells[c].weight * locations.cells[c].mean;
  }
  const double step = sum[1] / weight[1] - sum[0] / weight[0];
  const double caution = 1.0 + 2.0 / std::max(locations.degrees_of_freedom, 1.0);
  const double error =
      std::sqrt(locations.variance * (1.0 / weight[0] + 1.0 / weight[1])) * caution;
  const double size = m_options.model.either_direction ? std::abs(step) : step;
  return size >= k_gate_z * error || error < m_options.model.min_effect / 4.0;
}

bool ChangeSearch::spent_enough() const {
  const bool on_this_one = !m_found.empty() && m_spent >= 3.0 * m_spent_on_found;
  return on_this_one || (m_options.budget > 0.0 && m_spent >= m_options.budget);
}

bool ChangeSearch::none_is_sure() const {
  return m_posterior->none >= 1.0 - k_none_share_of_error * m_options.error;
}

std::optional<FoundChange> ChangeSearch::change_is_sure() const {
  const double error = m_options.error;
  // At the first change's even odds this is a Bayes factor of 1 / error, an e-value against "none".
  if (m_posterior->none > error / (1.0 + error)) return {};
  if (m_options.strict && m_posterior->strict_log_factor < -std::log(error)) return {};
  const FoundChange best = most_probable();
  if (best.probability < 1.0 - error) return {};
  if (m_testability.most_testable(best.before, best.after).probability > k_hardly_testable) return {};
  return best;
}

FoundChange ChangeSearch::most_probable() const {
  FoundChange best{0, m_prior.last(), 0.0};
  for (const Gap& gap : m_posterior->gaps)
    if (gap.included() > best.probability) best = {gap.before, gap.after, gap.included()};
  return best;
}

/// Two changes are certain: asking "before or after this commit?" of both at once would never end.
bool ChangeSearch::set_one_aside() {
  const double sure = 1.0 - m_options.error;
  if (m_aside || !m_may_set_aside || m_posterior->two < sure) return false;
  const std::vector<Gap>& gaps = m_posterior->gaps;
  const auto best = std::max_element(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
    return a.included() < b.included();
  });
  // With as many of its neighbours as it takes to hold the change for sure.
  auto first = best;
  auto last = best;
  double held = best->included();
  while (held < sure) {
    const double left = first != gaps.begin() ? std::prev(first)->included() : -1.0;
    const double right = std::next(last) != gaps.end() ? std::next(last)->included() : -1.0;
    held += std::max(left, right);
    if (left > right) --first;
    else ++last;
  }
  if (m_prior.mass(first->before, last->after) > 1.0 - 1e-12) return false;  // nothing would be left
  m_aside = {first->before, last->after, best->after};
  return true;
}

bool ChangeSearch::look_beside(const FoundChange& found) {
  m_found.push_back(found);
  m_another = m_aside ? 1.0 : m_posterior->two;
  m_aside.reset();
  m_spent_on_found = m_spent;
  if (static_cast<int>(m_found.size()) >= m_options.most_changes) return false;
  if (!m_prior.exclude(found.before, found.after)) return false;
  ask();
  return true;
}

/// For the first change, or for another one beside those that are known.
void ChangeSearch::ask() {
  ChangeModel model = m_options.model;
  if (m_aside || !m_found.empty()) {
    model.no_change = 1.0 - model.two_changes;
    model.either_direction = true;
  }
  m_model = ChangePointModel(model, m_options.noise);
}

SearchAnswer ChangeSearch::conclusion() const {
  using Kind = SearchAnswer::Kind;
  if (!m_found.empty()) {
    const bool looked = static_cast<int>(m_found.size()) < m_options.most_changes;
    const double another = looked ? 1.0 - m_posterior->none : m_another;
    return {Kind::change, m_found, m_found.front().probability, another};
  }
  if (!m_posterior) return {};
  if (none_is_sure()) return {Kind::none, {}, m_posterior->none, 0.0};
  const FoundChange best = most_probable();
  return {Kind::undecided, {best}, best.probability, 0.0};
}

/// Joins cells of one build that are close in time, never far ones: those carry what is known of the
/// drift.
void ChangeSearch::merge_cells() {
  const std::size_t most = std::max(k_most_cells, m_builds.size() + k_spare_cells);
  while (m_cells.size() > most) {
    double closest = std::numeric_limits<double>::infinity();
    std::size_t first = 0;
    std::size_t second = 0;
    for (std::size_t a = 0; a < m_cells.size(); ++a) {
      for (std::size_t b = a + 1; b < m_cells.size(); ++b) {
        if (m_cells[a].build != m_cells[b].build) continue;
        const double distance = std::abs(m_cells[a].time - m_cells[b].time);
        if (distance < closest) closest = distance, first = a, second = b;
      }
    }
    if (first == second) return;  // every build has one cell
    Cell& kept = m_cells[first];
    const Cell& merged = m_cells[second];
    const auto n = static_cast<double>(kept.values.size());
    const auto m = static_cast<double>(merged.values.size());
    kept.time = (n * kept.time + m * merged.time) / (n + m);
    kept.values.insert(kept.values.end(), merged.values.begin(), merged.values.end());
    m_cells.erase(m_cells.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

}  // namespace bisect::change_point
