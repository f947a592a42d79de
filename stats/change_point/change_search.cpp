#include "stats/change_point/change_search.hpp"

#include "stats/change_point/cell_geometry.hpp"

#include <algorithm>
#include <cmath>
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
  m_next = end_failed ? Step(most_probable(SearchAnswer::Kind::undecided)) : decide();
}

void ChangeSearch::record_untestable(int commit) {
  m_testability.set(commit, false);
  if (commit != 0 && commit != m_prior.last())
    std::erase_if(m_cells, [&](const Cell& cell) { return cell.commit == commit; });
  m_next = decide();
}

double ChangeSearch::probability_changed(int commit) const {
  return change_point::probability_changed(*m_posterior, m_prior, commit);
}

void ChangeSearch::record_same(int commit, int measured) {
  exclude(commit, std::min(commit, measured), std::max(commit, measured));
}

void ChangeSearch::record_side(int commit, bool changed) {
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
  const CellGeometry cells(m_cells, locations, m_options.model.drift);
  m_posterior = m_model.update(cells, locations, m_prior);
  const bool broke = m_options.budget > 0.0 && m_spent >= m_options.budget;
  if (!m_gate_passed && !broke && !gate_open(locations)) {
    const int more = std::max(2, m_builds.front().samples / 3);
    return SearchRound{{{0, 0}, {m_prior.last(), 1}}, more};
  }
  m_gate_passed = true;
  if (const auto found = answer()) return *found;
  if (broke) return most_probable(SearchAnswer::Kind::undecided);
  const auto measurement = choose_measurement(
      {cells, *m_posterior, m_prior, m_testability, m_builds, m_options.model.drift, m_time, m_spent,
       m_options.time_per_cost, m_options.rebuilds_differ, m_options.side_by_side},
      m_options.costs);
  if (!measurement) return most_probable(SearchAnswer::Kind::undecided);
  SearchRound round{{}, measurement->samples};
  for (const int anchor : measurement->anchors)
    round.members.push_back({m_builds[static_cast<std::size_t>(anchor)].commit, anchor});
  round.members.push_back({measurement->commit, measurement->build});
  return round;
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

std::optional<SearchAnswer> ChangeSearch::answer() const {
  const ChangePosterior& posterior = *m_posterior;
  const double error = m_options.error;
  if (posterior.none >= 1.0 - k_none_share_of_error * error)
    return SearchAnswer{SearchAnswer::Kind::none, 0, m_prior.last(), posterior.none};
  if (posterior.none > error / (1.0 + error)) return {};
  if (m_options.strict && posterior.strict_log_factor < -std::log(error)) return {};
  SearchAnswer best = most_probable(SearchAnswer::Kind::change);
  if (best.probability < 1.0 - error) return {};
  if (m_testability.most_testable(best.before, best.after).probability > k_hardly_testable) return {};
  return best;
}

SearchAnswer ChangeSearch::most_probable(SearchAnswer::Kind kind) const {
  SearchAnswer best{kind, 0, m_prior.last(), 0.0};
  if (!m_posterior) return best;
  for (const Gap& gap : m_posterior->gaps)
    if (gap.included() > best.probability) best = {kind, gap.before, gap.after, gap.included()};
  return best;
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
