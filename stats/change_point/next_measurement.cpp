#include "stats/change_point/next_measurement.hpp"

#include "stats/change_point/cell_geometry.hpp"
#include "stats/change_point/cell_forecast.hpp"
#include "stats/change_point/information.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace bisect::change_point {
namespace {

constexpr std::array k_samples{3, 4, 6, 8, 11, 15, 20, 28, 40, 56, 80, 112, 160, 224, 320, 448, 640};
constexpr double k_negligible_gap = 1e-3;
constexpr std::size_t k_most_points = 6;  ///< tried in one gap
constexpr double k_in_doubt = 2e-4;
constexpr double k_anchor_doubt = 0.02;
constexpr double k_none_in_doubt = 0.02;
/// A build stays useful for later rounds, which looking one round ahead does not see: only the rest of
/// its cost is counted against what the round teaches.
constexpr double k_reusable_build_share = 0.35;
/// Bounds the number of decisions: a round costs at least this share of what was spent before (unless
/// it tries a commit for the first time), and starts an existing build at least this share of the times
/// it was started before.
constexpr double k_least_cost_share = 0.02;
constexpr double k_least_sample_share = 0.2;

class Chooser {
 public:
  Chooser(const SearchState& state, const MeasurementCosts& costs)
      : m_state(state), m_costs(costs),
        m_forecaster(state.cells, state.posterior, state.drift) {
    choose_anchors();
  }

  std::optional<Measurement> best() {
    const bool none_in_doubt = m_state.posterior.none > k_none_in_doubt;
    for (int b = 0; b < static_cast<int>(m_state.builds.size()); ++b) {
      const int commit = m_state.builds[static_cast<std::size_t>(b)].commit;
      const double bad = probability_changed(m_state.posterior, m_state.prior, commit);
      const bool end = commit == 0 || commit == m_state.prior.last();
      if (end ? none_in_doubt : (bad > k_in_doubt && bad < 1.0 - k_in_doubt)) {
        consider(commit, b);
        if (m_state.rebuilds_differ && is_last_build_of_its_commit(b)) consider(commit, {});
      }
    }
    for (const Gap& gap : m_state.posterior.gaps) {
      if (gap.mass() <= k_negligible_gap || gap.after - gap.before < 2) continue;
      for (const int commit : points_inside(gap)) consider(commit, {});
    }
    return m_best;
  }

 private:
  /// Changed at or before the commit, after it, or nowhere: each by its most probable gap.
  std::vector<Hypothesis> hypotheses_about(int commit) const {
    Hypothesis changed{-1, 0, 0.0};
    Hypothesis unchanged{-1, 0, 0.0};
    double most_changed = -1.0;
    double most_unchanged = -1.0;
    for (int j = 0; j < static_cast<int>(m_state.posterior.gaps.size()); ++j) {
      const Gap& gap = m_state.posterior.gaps[static_cast<std::size_t>(j)];
      const double share = share_before(gap, m_state.prior, commit);
      const double before = gap.mass() * share;
      const double after = gap.mass() * (1.0 - share);
      changed.probability += before;
      unchanged.probability += after;
      if (share > 0.0 && before > most_changed) {
        most_changed = before;
        changed.gap = j;
        changed.changed_at = std::min(commit, gap.after);
      }
      if (share < 1.0 && after > most_unchanged) {
        most_unchanged = after;
        unchanged.gap = j;
        unchanged.changed_at = gap.after;
      }
    }
    std::vector<Hypothesis> result{{-1, 0, m_state.posterior.none}};
    if (changed.gap >= 0) result.push_back(changed);
    if (unchanged.gap >= 0) result.push_back(unchanged);
    return result;
  }

  void choose_anchors() {
    int good_samples = 0;
    int bad_samples = 0;
    for (int b = 0; b < static_cast<int>(m_state.builds.size()); ++b) {
      const KnownBuild& build = m_state.builds[static_cast<std::size_t>(b)];
      const double bad = probability_changed(m_state.posterior, m_state.prior, build.commit);
      if (bad < k_anchor_doubt && build.samples > good_samples) {
        good_samples = build.samples;
        m_good_anchor = b;
      }
      if (bad > 1.0 - k_anchor_doubt && build.samples > bad_samples) {
        bad_samples = build.samples;
        m_bad_anchor = b;
      }
    }
  }

  bool is_last_build_of_its_commit(int b) const {
    for (std::size_t later = static_cast<std::size_t>(b) + 1; later < m_state.builds.size(); ++later)
      if (m_state.builds[later].commit == m_state.builds[static_cast<std::size_t>(b)].commit) return false;
    return true;
  }

  /// Where a gap can be cut: at its median by the prior; with untestable commits inside, at the most
  /// promising of the commits nearest to the median and in the middle of each stretch between them.
  std::vector<int> points_inside(const Gap& gap) const {
    const int median = m_state.prior.quantile(gap.before, gap.after, 0.5);
    std::vector<std::pair<double, int>> points;
    const auto add = [&](int commit) {
      const double share = share_before(gap, m_state.prior, commit);
      const double promise = m_state.testability.probability(commit) * share * (1.0 - share);
      if (std::find(points.begin(), points.end(), std::pair{-promise, commit}) == points.end())
        points.emplace_back(-promise, commit);
    };
    int stretch = gap.before + 1;
    const auto close = [&](int end) {  // of the unknown stretch [stretch, end)
      if (stretch < end) {
        add(std::clamp(median, stretch, end - 1));
        add(m_state.prior.quantile(stretch - 1, end, 0.5));
      }
      stretch = end + 1;
    };
    for (const int hole : m_state.testability.untestable_between(gap.before, gap.after)) close(hole);
    close(gap.after);
    std::sort(points.begin(), points.end());
    std::vector<int> commits;
    for (std::size_t i = 0; i < std::min(points.size(), k_most_points); ++i) commits.push_back(points[i].second);
    return commits;
  }

  void consider(int commit, std::optional<int> build) {
    const std::vector<Hypothesis> hypotheses = hypotheses_about(commit);
    for (const bool good : {false, true}) {
      for (const bool bad : {false, true}) {
        std::vector<NewCell> cells{{commit, build}};
        std::vector<int> anchors;
        for (const auto& [wanted, anchor] : {std::pair{good, m_good_anchor}, std::pair{bad, m_bad_anchor}}) {
          if (!wanted || !anchor || anchor == build) continue;
          anchors.push_back(*anchor);
          cells.push_back({m_state.builds[static_cast<std::size_t>(*anchor)].commit, *anchor});
        }
        const bool possible = m_good_anchor || m_bad_anchor;
        if (m_state.side_by_side && possible && anchors.empty()) continue;
        if (anchors.size() == static_cast<std::size_t>(good) + static_cast<std::size_t>(bad))
          consider_rounds(hypotheses, cells, anchors);
      }
    }
  }

  void consider_rounds(const std::vector<Hypothesis>& hypotheses, const std::vector<NewCell>& cells,
                       const std::vector<int>& anchors) {
    const NewCell& target = cells.front();
    const double build_cost = target.build ? 0.0 : m_costs.build(target.commit);
    const double chance = m_state.testability.probability(target.commit);
    const bool unknown = !m_state.testability.known(target.commit);
    const double time = m_state.now + build_cost * m_state.time_per_cost;
    const std::vector<Forecast> forecasts = m_forecaster.predict(hypotheses, cells, time);
    const int sampled =
        target.build ? m_state.builds[static_cast<std::size_t>(*target.build)].samples : 0;
    for (const int samples : k_samples) {
      const double cost = build_cost + chance * m_costs.start * samples * static_cast<double>(cells.size());
      const bool enough = unknown || cost >= k_least_cost_share * m_state.spent;
      if (!enough || samples < k_least_sample_share * sampled) continue;
      const double bits = chance * expected_bits(predictions(hypotheses, forecasts, samples, cells.size()));
      const double price = cost - k_reusable_build_share * build_cost;
      if (!m_best || bits * m_price > m_best->bits * price) {
        m_price = price;
        m_best = Measurement{target.commit, target.build, samples, anchors, bits, cost};
      }
    }
  }

  /// Of the target's mean, once the anchors measured with it are known (to be as expected on average).
  std::vector<Prediction> predictions(const std::vector<Hypothesis>& hypotheses,
                                      const std::vector<Forecast>& forecasts, int samples,
                                      std::size_t cells) const {
    const double noise = m_state.posterior.noise.variance / samples;
    std::array<double, 3> expected{};
    double total = 0.0;
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      total += hypotheses[h].probability;
      for (std::size_t i = 1; i < cells; ++i)
        expected[i] += hypotheses[h].probability * forecasts[h].mean[i];
    }
    for (double& mean : expected) mean /= total;
    std::vector<Prediction> result;
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      auto mean = forecasts[h].mean;
      auto covariance = forecasts[h].covariance;
      for (std::size_t i = 0; i < cells; ++i) covariance[i][i] += noise;
      // Conditions on one anchor after the other.
      for (std::size_t i = cells - 1; i > 0; --i) {
        const double surprise = (expected[i] - mean[i]) / covariance[i][i];
        for (std::size_t a = 0; a < i; ++a) {
          const double weight = covariance[a][i] / covariance[i][i];
          mean[a] += covariance[a][i] * surprise;
          for (std::size_t b = 0; b < i; ++b) covariance[a][b] -= weight * covariance[i][b];
        }
      }
      result.push_back({hypotheses[h].probability, mean[0], covariance[0][0]});
    }
    return result;
  }

  const SearchState& m_state;
  const MeasurementCosts& m_costs;
  CellForecaster m_forecaster;
  std::optional<int> m_good_anchor;
  std::optional<int> m_bad_anchor;
  std::optional<Measurement> m_best;
  double m_price = 0.0;
};

}  // namespace

std::optional<Measurement> choose_measurement(const SearchState& state,
                                              const MeasurementCosts& costs) {
  return Chooser(state, costs).best();
}

}  // namespace bisect::change_point
