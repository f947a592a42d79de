#include "stats/change_point/step_evidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace bisect::change_point {
namespace {

/// Sizes of steps: a mixture of normal priors around zero, in log units.
struct StepScale {
  double sd = 0.0;
  double weight = 0.0;
};
constexpr std::array<StepScale, 4> k_steps{{{.012, .38}, {.04, .33}, {.14, .24}, {.7, .05}}};

double log_normal_cdf(double z) {
  if (z > -30.0) return std::log(0.5 * std::erfc(-z * std::numbers::sqrt2 / 2.0));
  return -0.5 * z * z - std::log(-z) - 0.5 * std::log(2.0 * std::numbers::pi);
}

double log_sum(const std::array<double, k_steps.size()>& terms) {
  const double largest = *std::max_element(terms.begin(), terms.end());
  double sum = 0.0;
  for (const double term : terms) sum += std::exp(term - largest);
  return largest + std::log(sum);
}

/// Log Bayes factor of one step, larger than `least`, against none. `gain` is the score and
/// `precision` the information of the step in generalised least squares.
double log_factor(double gain, double precision, double least) {
  std::array<double, k_steps.size()> terms{};
  for (std::size_t i = 0; i < k_steps.size(); ++i) {
    const double variance = k_steps[i].sd * k_steps[i].sd;
    const double shrunk = variance / (1.0 + variance * precision);
    const double sd = std::sqrt(shrunk);
    terms[i] = std::log(k_steps[i].weight) - 0.5 * std::log1p(variance * precision) +
               0.5 * gain * gain * shrunk + log_normal_cdf((gain * shrunk - least) / sd) -
               log_normal_cdf(-least / k_steps[i].sd);
  }
  return log_sum(terms);
}

/// Scores and information of steps at the end of each gap, level and known changes fitted along.
struct StepScores {
  Eigen::VectorXd gain;
  Eigen::MatrixXd precision;
  double log_likelihood_none = 0.0;
};

StepScores score_steps(const CellGeometry& cells, const Noise& noise) {
  const Eigen::LLT<Eigen::MatrixXd> factor(cells.covariance(noise));
  const auto count = static_cast<Eigen::Index>(cells.commits.size());
  // Whitened indicators of "at or after commit j", j = 0 being the level itself.
  Eigen::MatrixXd steps = Eigen::MatrixXd::Zero(cells.size(), count);
  for (Eigen::Index i = 0; i < cells.size(); ++i)
    steps.row(i).head(cells.group[static_cast<std::size_t>(i)] + 1).setOnes();
  factor.matrixL().solveInPlace(steps);
  Eigen::VectorXd values = cells.means;
  factor.matrixL().solveInPlace(values);

  const Eigen::MatrixXd information = steps.transpose() * steps;
  const Eigen::VectorXd score = steps.transpose() * values;
  const auto& fitted = cells.fitted;
  const Eigen::LLT<Eigen::MatrixXd> known(information(fitted, fitted));
  const Eigen::MatrixXd along = information(Eigen::all, fitted);
  const Eigen::VectorXd known_score = score(fitted);
  const Eigen::VectorXd sizes = known.solve(known_score);
  Eigen::VectorXd gain = score - along * sizes;
  Eigen::MatrixXd precision = information - along * known.solve(along.transpose());
  for (const Eigen::Index j : fitted) {  // nothing is left of them but rounding
    gain[j] = 0.0;
    precision.row(j).setZero();
    precision.col(j).setZero();
  }
  StepScores result;
  result.gain = gain.tail(count - 1);
  result.precision = precision.bottomRightCorner(count - 1, count - 1);
  const double log_determinants = 2.0 * (factor.matrixLLT().diagonal().array().log().sum() +
                                         known.matrixLLT().diagonal().array().log().sum());
  result.log_likelihood_none =
      -0.5 * (log_determinants + values.squaredNorm() - known_score.dot(sizes));
  return result;
}

double log_pair_factor(const StepScores& scores, Eigen::Index a, Eigen::Index b) {
  const double g_a = scores.gain[a];
  const double g_b = scores.gain[b];
  const double cross = scores.precision(a, b);
  std::array<double, k_steps.size()> terms{};
  for (std::size_t i = 0; i < k_steps.size(); ++i) {
    const double prior = 1.0 / (k_steps[i].sd * k_steps[i].sd);
    const double p_a = scores.precision(a, a) + prior;
    const double p_b = scores.precision(b, b) + prior;
    const double determinant = p_a * p_b - cross * cross;
    const double fit = (p_b * g_a * g_a - 2.0 * cross * g_a * g_b + p_a * g_b * g_b) / determinant;
    terms[i] = std::log(k_steps[i].weight) + std::log(prior) - 0.5 * std::log(determinant) + 0.5 * fit;
  }
  return log_sum(terms);
}

}  // namespace

double StepEvidence::total() const {
  return std::accumulate(once.begin(), once.end(), none + two);
}

std::vector<double> gap_masses(const CellGeometry& cells, const ChainPrior& prior) {
  std::vector<double> masses;
  for (std::size_t j = 1; j < cells.commits.size(); ++j)
    masses.push_back(prior.mass(cells.commits[j - 1], cells.commits[j]));
  return masses;
}

StepEvidence weigh_steps(const CellGeometry& cells, const Noise& noise,
                         const std::vector<double>& gap_masses, const ChangeModel& model) {
  const StepScores scores = score_steps(cells, noise);
  const std::size_t gaps = gap_masses.size();
  const double least = 0.5 * model.min_effect;
  const double one = std::log((1.0 - model.no_change) * (1.0 - model.two_changes));
  const double two = std::log((1.0 - model.no_change) * model.two_changes * 2.0);

  StepEvidence evidence;
  evidence.log_likelihood_none = scores.log_likelihood_none;
  evidence.once.resize(gaps);
  evidence.paired.resize(gaps);
  std::vector<double> log_masses(gaps);
  double largest = std::log(model.no_change);
  for (std::size_t j = 0; j < gaps; ++j) {
    const auto at = static_cast<Eigen::Index>(j);
    log_masses[j] = std::log(gap_masses[j]);
    const double precision = scores.precision(at, at);
    double factor = log_factor(scores.gain[at], precision, least);
    if (model.either_direction) {
      const double other = log_factor(-scores.gain[at], precision, least);
      const double more = std::max(factor, other);
      factor = more + std::log(0.5 * (std::exp(factor - more) + std::exp(other - more)));
    }
    evidence.once[j] = one + log_masses[j] + factor;
    largest = std::max(largest, evidence.once[j]);
  }
  std::vector<double> pairs;
  if (model.two_changes > 0.0) pairs.reserve(gaps * (gaps - 1) / 2);
  for (std::size_t a = 0; model.two_changes > 0.0 && a < gaps; ++a) {
    for (std::size_t b = a + 1; b < gaps; ++b) {
      pairs.push_back(two + log_masses[a] + log_masses[b] +
                      log_pair_factor(scores, static_cast<Eigen::Index>(a),
                                      static_cast<Eigen::Index>(b)));
      largest = std::max(largest, pairs.back());
    }
  }

  evidence.log_scale = largest + scores.log_likelihood_none;
  evidence.none = std::exp(std::log(model.no_change) - largest);
  for (double& term : evidence.once) term = std::exp(term - largest);
  auto pair = pairs.begin();
  for (std::size_t a = 0; pair != pairs.end(); ++a) {
    for (std::size_t b = a + 1; b < gaps; ++b, ++pair) {
      const double term = std::exp(*pair - largest);
      evidence.paired[a] += term;
      evidence.paired[b] += term;
      evidence.two += term;
    }
  }
  return evidence;
}

}  // namespace bisect::change_point
