#include "stats/change_point/change_posterior.hpp"

#include "stats/change_point/cell_geometry.hpp"
#include "stats/change_point/step_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bisect::change_point {
namespace {

constexpr double k_idle = 1e-5;
constexpr int k_revival = 8;
/// The three-point rule of a normal distribution: sqrt(3) standard deviations, weight 1/6 each.
constexpr double k_node = 1.7320508075688772;

/// The logarithm of a variance with so many degrees of freedom has about this standard deviation.
double log_variance_sd(double degrees_of_freedom) {
  return std::sqrt(2.0 / std::max(degrees_of_freedom, 1.0));
}

}  // namespace

double share_before(const Gap& gap, const ChainPrior& prior, int commit) {
  if (commit >= gap.after) return 1.0;
  if (commit <= gap.before) return 0.0;
  const double mass = prior.mass(gap.before, gap.after);
  return mass > 0.0 ? prior.mass(gap.before, commit) / mass : 0.0;
}

double probability_changed(const ChangePosterior& posterior, const ChainPrior& prior, int commit) {
  double before = 0.0;
  double all = 0.0;
  for (const Gap& gap : posterior.gaps) {
    all += gap.mass();
    before += gap.mass() * share_before(gap, prior, commit);
  }
  return all > 0.0 ? before / all : 0.5;
}

ChangePointModel::ChangePointModel(ChangeModel model, NoiseBelief prior)
    : m_model(model), m_prior(prior) {
  for (std::size_t bias = 0; bias < NoiseGrid::build_bias.size(); ++bias)
    for (std::size_t drift = 0; drift < NoiseGrid::drift.size(); ++drift)
      for (const int variance : {-1, 0, 1}) m_points.push_back({bias, drift, variance, false});
}

ChangePosterior ChangePointModel::update(const CellGeometry& cells, const RobustLocations& locations,
                                         const ChainPrior& prior) {
  const std::vector<double> masses = gap_masses(cells, prior);
  const double spread = log_variance_sd(locations.degrees_of_freedom);
  const bool sure = spread < 0.14;
  const bool all = m_updates++ % k_revival == 0;

  struct Weighed {
    Point* point;
    Noise noise;
    double prior;
    StepEvidence evidence;
  };
  std::vector<Weighed> weighed;
  double log_scale = -std::numeric_limits<double>::infinity();
  for (Point& point : m_points) {
    if ((point.idle && !all) || (sure && point.variance != 0)) continue;
    const Noise noise{locations.variance * std::exp(point.variance * k_node * spread),
                      NoiseGrid::build_bias[point.build_bias], NoiseGrid::drift[point.drift]};
    const double share = sure ? 1.0 : (point.variance == 0 ? 2.0 / 3.0 : 1.0 / 6.0);
    const double weight = m_prior.weights[point.build_bias][point.drift] * share;
    if (weight <= 0.0) continue;
    weighed.push_back({&point, noise, weight, weigh_steps(cells, noise, masses, m_model)});
    log_scale = std::max(log_scale, weighed.back().evidence.log_scale);
  }

  ChangePosterior posterior;
  posterior.none = 0.0;
  for (std::size_t j = 0; j < masses.size(); ++j) {
    const auto [before, after] = prior.possible_part(cells.commits[j], cells.commits[j + 1]);
    posterior.gaps.push_back({before, after, 0.0, 0.0});
  }
  double total = 0.0;
  double best_none = -std::numeric_limits<double>::infinity();
  for (const Weighed& item : weighed) {
    const StepEvidence& evidence = item.evidence;
    const double weight = item.prior * std::exp(evidence.log_scale - log_scale);
    const double all_of_it = weight * evidence.total();
    total += all_of_it;
    posterior.none += weight * evidence.none;
    posterior.two += weight * evidence.two;
    for (std::size_t j = 0; j < masses.size(); ++j) {
      posterior.gaps[j].once += weight * evidence.once[j];
      posterior.gaps[j].paired += weight * evidence.paired[j];
    }
    posterior.noise.variance += all_of_it * item.noise.variance;
    posterior.noise.build_bias += all_of_it * item.noise.build_bias;
    posterior.noise.drift += all_of_it * item.noise.drift;
    posterior.belief.weights[item.point->build_bias][item.point->drift] += all_of_it;
    best_none = std::max(best_none, evidence.log_likelihood_none);
  }
  for (const Weighed& item : weighed) {
    const double weight = item.prior * std::exp(item.evidence.log_scale - log_scale);
    item.point->idle = weight * item.evidence.total() < k_idle * total;
  }
  const double changed = (total - posterior.none) / (1.0 - m_model.no_change);
  posterior.strict_log_factor = std::log(changed) + log_scale - best_none;
  posterior.none /= total;
  posterior.two /= total;
  for (Gap& gap : posterior.gaps) {
    gap.once /= total;
    gap.paired /= total;
  }
  posterior.noise.variance /= total;
  posterior.noise.build_bias /= total;
  posterior.noise.drift /= total;
  for (auto& row : posterior.belief.weights)
    for (double& weight : row) weight /= total;
  return posterior;
}

}  // namespace bisect::change_point
