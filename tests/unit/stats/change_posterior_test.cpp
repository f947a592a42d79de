#include "stats/change_point/change_posterior.hpp"

#include "stats/change_point/cell_forecast.hpp"
#include "stats/change_point/cell_geometry.hpp"
#include "stats/change_point/step_evidence.hpp"
#include "tests/unit/stats/random_samples.hpp"

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace bisect::change_point {
namespace {

using stats::RandomSamples;

/// Six cells of five builds at four commits, with made-up means.
struct Example {
  std::vector<Cell> cells{{0, 0, 0.0, {}}, {8, 1, 0.0, {}}, {4, 2, 40.0, {}},
                          {0, 0, 40.0, {}}, {6, 3, 90.0, {}}, {4, 4, 95.0, {}}};
  RobustLocations locations;
  ChainPrior prior{8};
  DriftScales drift{50.0, 1000.0};

  Example() {
    const std::vector<double> means{1.000, 1.021, 1.004, 1.001, 1.017, 0.999};
    const std::vector<double> weights{6, 6, 8, 4, 5, 12};
    for (std::size_t i = 0; i < means.size(); ++i) locations.cells.push_back({means[i], weights[i]});
    locations.variance = 1e-4;
    locations.degrees_of_freedom = 30;
  }
};

double normal_density(const Eigen::VectorXd& x, const Eigen::MatrixXd& covariance) {
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  const double log_determinant = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
  return std::exp(-0.5 * (x.dot(factor.solve(x)) + log_determinant +
                          static_cast<double>(x.size()) * std::log(2.0 * std::numbers::pi)));
}

/// The oracle: the level as a very wide normal variable inside the covariance, the step integrated by
/// the midpoint rule over each component of its prior.
double integrated(const Eigen::VectorXd& values, const Eigen::MatrixXd& covariance,
                  const Eigen::VectorXd& indicator, double least) {
  const std::vector<std::pair<double, double>> steps{{.012, .38}, {.04, .33}, {.14, .24}, {.7, .05}};
  double total = 0.0;
  for (const auto& [sd, weight] : steps) {
    const int parts = 4000;
    const double width = 8.0 * sd / parts;
    double kept = 0.0;
    double sum = 0.0;
    for (int i = 0; i < parts; ++i) {
      const double step = least + (i + 0.5) * width;
      const double density = std::exp(-0.5 * step * step / (sd * sd));
      kept += density;
      sum += density * normal_density(values - step * indicator, covariance);
    }
    total += weight * sum / kept;
  }
  return total;
}

TEST(StepEvidence, EqualsNumericalIntegration) {
  const Example example;
  const CellGeometry cells(example.cells, example.locations, example.drift);
  const Noise noise{1e-4, 0.004, 0.006};
  ChangeModel model;
  model.two_changes = 0.0;
  model.min_effect = 0.004;
  const std::vector<double> masses = gap_masses(cells, example.prior);
  const StepEvidence evidence = weigh_steps(cells, noise, masses, model);

  Eigen::MatrixXd covariance = cells.covariance(noise);
  covariance.array() += 100.0;  // the level
  const double none = normal_density(cells.means, covariance);
  ASSERT_EQ(masses.size(), 3U);
  for (std::size_t j = 0; j < masses.size(); ++j) {
    Eigen::VectorXd indicator(cells.size());
    for (Eigen::Index i = 0; i < cells.size(); ++i)
      indicator[i] = cells.group[static_cast<std::size_t>(i)] > static_cast<int>(j) ? 1.0 : 0.0;
    const double factor = integrated(cells.means, covariance, indicator, 0.002) / none;
    EXPECT_NEAR(evidence.once[j] / evidence.none / (factor * masses[j]), 1.0, 2e-3) << "gap " << j;
  }
}

TEST(StepEvidence, KnownChangesAreFittedAlong) {
  const Example example;
  const std::vector<int> known{5};
  const CellGeometry cells(example.cells, example.locations, example.drift, known);
  const Noise noise{1e-4, 0.004, 0.006};
  ChangeModel model;
  model.two_changes = 0.0;
  model.min_effect = 0.004;
  ChainPrior prior = example.prior;
  ASSERT_TRUE(prior.exclude(4, 6));
  const std::vector<double> masses = gap_masses(cells, prior);
  const StepEvidence evidence = weigh_steps(cells, noise, masses, model);

  const auto after = [&](int group) {
    Eigen::VectorXd indicator(cells.size());
    for (Eigen::Index i = 0; i < cells.size(); ++i)
      indicator[i] = cells.group[static_cast<std::size_t>(i)] >= group ? 1.0 : 0.0;
    return indicator;
  };
  Eigen::MatrixXd covariance = cells.covariance(noise);
  covariance.array() += 100.0;                           // the level
  covariance += 100.0 * after(2) * after(2).transpose();  // the change in (4, 6]
  const double none = normal_density(cells.means, covariance);
  EXPECT_EQ(evidence.once[1], 0.0);
  for (const int gap : {0, 2}) {
    const double factor = integrated(cells.means, covariance, after(gap + 1), 0.002) / none;
    const auto j = static_cast<std::size_t>(gap);
    EXPECT_NEAR(evidence.once[j] / evidence.none / (factor * masses[j]), 1.0, 2e-3) << "gap " << gap;
  }
}

TEST(StepEvidence, TwoStepsAreTheBivariateNormalPrior) {
  const Example example;
  const CellGeometry cells(example.cells, example.locations, example.drift);
  const Noise noise{1e-4, 0.002, 0.0};
  ChangeModel model;
  const std::vector<double> masses = gap_masses(cells, example.prior);
  const StepEvidence evidence = weigh_steps(cells, noise, masses, model);
  Eigen::MatrixXd covariance = cells.covariance(noise);
  covariance.array() += 100.0;
  const double none = normal_density(cells.means, covariance);
  double all = 0.0;
  for (std::size_t a = 0; a < masses.size(); ++a) {
    for (std::size_t b = a + 1; b < masses.size(); ++b) {
      for (const auto& [sd, weight] : {std::pair{.012, .38}, {.04, .33}, {.14, .24}, {.7, .05}}) {
        Eigen::MatrixXd wider = covariance;
        for (Eigen::Index i = 0; i < cells.size(); ++i) {
          for (Eigen::Index j = 0; j < cells.size(); ++j) {
            for (const std::size_t gap : {a, b}) {
              const bool both = cells.group[static_cast<std::size_t>(i)] > static_cast<int>(gap) &&
                                cells.group[static_cast<std::size_t>(j)] > static_cast<int>(gap);
              if (both) wider(i, j) += sd * sd;
            }
          }
        }
        all += weight * 0.5 * 0.1 * 2.0 * masses[a] * masses[b] * normal_density(cells.means, wider) / none;
      }
    }
  }
  EXPECT_NEAR(evidence.two / (evidence.none / 0.5) / all, 1.0, 1e-3);
  EXPECT_NEAR(evidence.paired[0] + evidence.paired[1] + evidence.paired[2], 2.0 * evidence.two, 1e-12);
}

TEST(CellForecast, EqualsConditioningTheJointNormal) {
  const Example example;
  const CellGeometry cells(example.cells, example.locations, example.drift);
  ChangePosterior posterior;
  posterior.gaps = {{0, 4, .2, 0}, {4, 6, .5, 0}, {6, 8, .2, 0}};
  posterior.noise = {1e-4, 0.004, 0.006};
  const CellForecaster forecaster(cells, posterior, example.drift);
  const std::vector<Hypothesis> hypotheses{{-1, 0, .1}, {1, 5, .5}};
  const std::vector<NewCell> target{{5, {}}, {0, 0}, {8, 1}};
  const std::vector<Forecast> forecasts = forecaster.predict(hypotheses, target, 120.0);

  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    const bool changed = hypotheses[h].gap >= 0;
    const Eigen::Index old = cells.size();
    Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(old + 3, old + 3);
    joint.topLeftCorner(old, old) = cells.covariance(posterior.noise);
    Eigen::VectorXd step = Eigen::VectorXd::Zero(old + 3);
    for (Eigen::Index i = 0; i < old; ++i) {
      step[i] = changed && cells.group[static_cast<std::size_t>(i)] > 1 ? 1.0 : 0.0;
      for (Eigen::Index e = 0; e < 3; ++e) {
        const auto at = static_cast<std::size_t>(e);
        double shared = 36e-6 * example.drift.correlation(120.0 - cells.time[static_cast<std::size_t>(i)]);
        if (target[at].build && *target[at].build == cells.build[static_cast<std::size_t>(i)]) shared += 16e-6;
        joint(i, old + e) = joint(old + e, i) = shared;
      }
    }
    for (Eigen::Index e = 0; e < 3; ++e) {
      step[old + e] = changed && target[static_cast<std::size_t>(e)].commit >= 5 ? 1.0 : 0.0;
      for (Eigen::Index f = 0; f < 3; ++f) joint(old + e, old + f) = 36e-6 + (e == f ? 16e-6 : 0.0);
    }
    joint += 0.06 * 0.06 * step * step.transpose();
    joint.array() += 100.0;
    const Eigen::MatrixXd gain = joint.bottomLeftCorner(3, old) * joint.topLeftCorner(old, old).inverse();
    const Eigen::VectorXd mean = gain * cells.means;
    const Eigen::MatrixXd covariance = joint.bottomRightCorner(3, 3) - gain * joint.topRightCorner(old, 3);
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_NEAR(forecasts[h].mean[a], mean[static_cast<Eigen::Index>(a)], 1e-6);
      for (std::size_t b = 0; b < 3; ++b)
        EXPECT_NEAR(forecasts[h].covariance[a][b],
                    covariance(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)), 1e-6);
    }
  }
}

TEST(CellForecast, KnownChangesAreFittedAlong) {
  const Example example;
  const std::vector<int> known{5};
  const CellGeometry cells(example.cells, example.locations, example.drift, known);
  ChangePosterior posterior;
  posterior.gaps = {{0, 4, .2, 0}, {4, 6, 0, 0}, {6, 8, .2, 0}};
  posterior.noise = {1e-4, 0.0, 0.0};
  const CellForecaster forecaster(cells, posterior, example.drift);
  const std::vector<Hypothesis> hypotheses{{-1, 0, .5}};
  const std::vector<NewCell> target{{2, {}}, {7, {}}};
  const Forecast forecast = forecaster.predict(hypotheses, target, 120.0).front();
  // Without bias and drift: weighted means on either side of the change.
  const double before = (6 * 1.000 + 8 * 1.004 + 4 * 1.001 + 12 * 0.999) / 30.0;
  const double after = (6 * 1.021 + 5 * 1.017) / 11.0;
  EXPECT_NEAR(forecast.mean[0] + cells.centre, before, 1e-9);
  EXPECT_NEAR(forecast.mean[1] + cells.centre, after, 1e-9);
  EXPECT_NEAR(forecast.covariance[0][0], 1e-4 / 30.0, 1e-12);
  EXPECT_NEAR(forecast.covariance[1][1], 1e-4 / 11.0, 1e-12);
}

/// Cells of one round each, at the given commits, with a step.
std::vector<Cell> measured(const std::vector<int>& commits, int culprit, double step, std::uint64_t seed) {
  RandomSamples random(seed);
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    const double level = commits[i] >= culprit ? 1.0 + step : 1.0;
    cells.push_back({commits[i], static_cast<int>(i), 30.0 * static_cast<double>(i), random.normals(12, level, 0.01)});
  }
  return cells;
}

ChangePosterior posterior_of(const std::vector<Cell>& cells, int last, ChangeModel model = {}) {
  const RobustLocations locations = locate_cells(cells);
  ChangePointModel posterior(model, NoiseBelief::initial());
  return posterior.update(CellGeometry(cells, locations, model.drift), locations, ChainPrior(last));
}

TEST(ChangePosteriorTest, StrictEvidenceIsNeverMoreThanThatOnAverage) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ChangePosterior posterior = posterior_of(measured({0, 9, 4, 6, 2, 8}, 5, 0.01, seed), 9);
    const double odds = std::log((1.0 - posterior.none) / posterior.none);  // even before
    EXPECT_LT(posterior.strict_log_factor, odds) << seed;
  }
}

TEST(ChangePosteriorTest, SumsToOne) {
  const ChangePosterior posterior = posterior_of(measured({0, 9, 4, 6}, 5, 0.02, 3), 9);
  double sum = posterior.none;
  double once = posterior.none + posterior.two;
  for (const Gap& gap : posterior.gaps) {
    sum += gap.mass();
    once += gap.once;
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_NEAR(once, 1.0, 1e-12);
}

TEST(ChangePosteriorTest, FindsTheGapOfAClearStep) {
  const ChangePosterior posterior = posterior_of(measured({0, 9, 4, 5}, 5, 0.08, 4), 9);
  ASSERT_EQ(posterior.gaps.size(), 3U);
  EXPECT_EQ(posterior.gaps[1].before, 4);
  EXPECT_EQ(posterior.gaps[1].after, 5);
  EXPECT_GT(posterior.gaps[1].included(), 0.9);
  EXPECT_LT(posterior.none, 5e-3);
}

TEST(ChangePosteriorTest, AnImprovementIsNoSlowdownUnlessBothAreLookedFor) {
  const std::vector<Cell> cells = measured({0, 9, 4, 5}, 5, -0.05, 5);
  ChangeModel model;
  model.two_changes = 0.0;
  EXPECT_GT(posterior_of(cells, 9, model).none, 0.7);
  model.either_direction = true;
  EXPECT_LT(posterior_of(cells, 9, model).none, 0.05);
}

TEST(ChangePosteriorTest, TwoStepsAreSeenAsTwo) {
  std::vector<Cell> cells = measured({0, 3, 6, 9, 1, 4, 7}, 3, 0.05, 6);
  for (Cell& cell : cells)
    if (cell.commit >= 7)
      for (double& value : cell.values) value += 0.05;
  const ChangePosterior posterior = posterior_of(cells, 9);
  EXPECT_GT(posterior.two, 0.9);
}

TEST(ChangePosteriorTest, DoesNotDependOnTheLengthOfTheChain) {
  std::vector<Cell> cells = measured({0, 8, 4}, 5, 0.02, 7);
  const ChangePosterior few = posterior_of(cells, 8);
  for (Cell& cell : cells) cell.commit *= 10000;
  const ChangePosterior many = posterior_of(cells, 80000);
  EXPECT_DOUBLE_EQ(few.none, many.none);
  EXPECT_DOUBLE_EQ(few.gaps[1].once, many.gaps[1].once);
}

TEST(ChangePosteriorTest, HugeStepsAndNoNoiseAreFinite) {
  std::vector<Cell> cells{{0, 0, 0, {1, 1, 1}}, {5, 1, 0, {4, 4, 4}}, {3, 2, 9, {4, 4, 4}}};
  const ChangePosterior posterior = posterior_of(cells, 5);
  EXPECT_TRUE(std::isfinite(posterior.none));
  EXPECT_GT(posterior.gaps[0].included(), 0.99);
}

TEST(ChangePosteriorTest, LearnsTheBiasOfBuilds) {
  RandomSamples random(8);
  std::vector<Cell> cells;
  for (int build = 0; build < 24; ++build)
    cells.push_back({build % 2 == 0 ? 0 : 9, build, 30.0 * build, random.normals(40, 1.0 + 0.01 * random.normal(), 0.003)});
  EXPECT_GT(posterior_of(cells, 9).noise.build_bias, 0.006);
  for (Cell& cell : cells) cell.values = random.normals(40, 1.0, 0.003);
  EXPECT_LT(posterior_of(cells, 9).noise.build_bias, 0.002);
}

}  // namespace
}  // namespace bisect::change_point
