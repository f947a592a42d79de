#include "stats/change_point/cell.hpp"
#include "stats/change_point/chain_prior.hpp"
#include "stats/change_point/information.hpp"
#include "stats/change_point/noise.hpp"
#include "stats/change_point/testability.hpp"
#include "tests/unit/stats/random_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bisect::change_point {
namespace {

using stats::RandomSamples;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Cell cell_of(std::vector<double> values) { return {0, 0, 0.0, std::move(values)}; }

TEST(CellLocations, NormalValuesGiveTheirMeanAndVariance) {
  RandomSamples random(1);
  std::vector<Cell> cells;
  for (int c = 0; c < 200; ++c) cells.push_back(cell_of(random.normals(10, 0.1 * c, 0.02)));
  const RobustLocations found = locate_cells(cells);
  double squares = 0.0;
  for (int c = 0; c < 200; ++c) {
    const double error = found.cells[static_cast<std::size_t>(c)].mean - 0.1 * c;
    squares += error * error * found.cells[static_cast<std::size_t>(c)].weight;
  }
  // What it says of a location's variance is what locations really vary by.
  EXPECT_NEAR(squares / 200.0 / found.variance, 1.0, 0.25);
  EXPECT_NEAR(std::sqrt(found.variance), 0.02, 0.003);
  EXPECT_DOUBLE_EQ(found.degrees_of_freedom, 0.8 * 200 * 9);
}

TEST(CellLocations, ASpikeLosesItsWeightButIsNotThrownAway) {
  RandomSamples random(2);
  std::vector<double> values = random.normals(20, 1.0, 0.01);
  const std::vector<Cell> quiet{cell_of(values)};
  const double before = locate_cells(quiet).cells[0].mean;
  values.push_back(2.0);
  const std::vector<Cell> spiked{cell_of(values)};
  const double after = locate_cells(spiked).cells[0].mean;
  EXPECT_GT(after, before);
  EXPECT_LT(after - before, 0.002);
}

TEST(CellLocations, ACoarseClockHasAVarianceAllTheSame) {
  const std::vector<Cell> cells{cell_of({1, 1, 1, 1, 1, 1, 1, 1.01, 0.99})};
  const RobustLocations found = locate_cells(cells);
  EXPECT_GT(found.variance, 1e-6);
  EXPECT_NEAR(found.cells[0].mean, 1.0, 1e-3);
}

TEST(CellLocations, ValuesThatDoNotVaryAreNoDivisionByZero) {
  const std::vector<Cell> cells{cell_of({3, 3, 3}), cell_of({3.5})};
  const RobustLocations found = locate_cells(cells);
  EXPECT_DOUBLE_EQ(found.cells[0].mean, 3.0);
  EXPECT_DOUBLE_EQ(found.cells[1].mean, 3.5);
  EXPECT_GT(found.variance, 0.0);
  EXPECT_TRUE(std::isfinite(found.cells[1].weight));
}

TEST(ChainPriorTest, MassesAndMedians) {
  const ChainPrior even(10);
  EXPECT_DOUBLE_EQ(even.mass(0, 10), 1.0);
  EXPECT_DOUBLE_EQ(even.mass(3, 5), 0.2);
  EXPECT_EQ(even.quantile(0, 10, 0.5), 5);
  EXPECT_EQ(even.quantile(4, 6, 0.5), 5);
  const ChainPrior uneven(std::vector<double>{1, 0, 0, 97, 1, 1});
  EXPECT_DOUBLE_EQ(uneven.mass(3, 4), 0.97);
  EXPECT_EQ(uneven.quantile(0, 6, 0.1), 3);
  EXPECT_EQ(uneven.quantile(0, 6, 0.9), 4);
}

TEST(ChainPriorTest, ExcludedCommitsAreOutForGood) {
  ChainPrior prior(10);
  prior.exclude(2, 6);
  EXPECT_DOUBLE_EQ(prior.mass(2, 6), 0.0);
  EXPECT_DOUBLE_EQ(prior.mass(0, 10), 1.0);
  EXPECT_DOUBLE_EQ(prior.mass(0, 2), prior.mass(6, 8));
  EXPECT_EQ(prior.possible_part(2, 8), std::pair(6, 8));
  EXPECT_EQ(prior.possible_part(1, 5), std::pair(1, 2));
  EXPECT_EQ(prior.possible_part(3, 5), std::pair(3, 5));
  prior.exclude(0, 10);
  EXPECT_DOUBLE_EQ(prior.mass(0, 10), 1.0);
}

TEST(ExpectedBits, AreThoseOfTheGaussianChannel) {
  // Capacities of the channel with two inputs at distance d (unit variance), by numerical integration.
  const auto bits = [](double distance) {
    const std::vector<Prediction> two{{0.5, 0.0, 1.0}, {0.5, distance, 1.0}};
    return expected_bits(two);
  };
  EXPECT_NEAR(bits(0.0), 0.0, 1e-12);
  EXPECT_NEAR(bits(0.5), 0.044, 0.001);
  EXPECT_NEAR(bits(1.0), 0.161, 0.001);
  EXPECT_NEAR(bits(2.0), 0.486, 0.001);
  EXPECT_NEAR(bits(4.0), 0.913, 0.002);
  EXPECT_NEAR(bits(50.0), 1.0, 1e-9);
}

TEST(ExpectedBits, ThreeCertainOutcomesAreTheirEntropy) {
  const std::vector<Prediction> three{{0.25, 0.0, 1e-6}, {0.5, 1.0, 1e-6}, {0.25, 2.0, 1e-6}, {0.0, 9.0, 1.0}};
  EXPECT_NEAR(expected_bits(three), 1.5, 1e-9);
}

TEST(ExpectedBits, DifferentSpreadsTellHypothesesApartToo) {
  const std::vector<Prediction> two{{0.5, 0.0, 1.0}, {0.5, 0.0, 100.0}};
  EXPECT_GT(expected_bits(two), 0.3);
}

TEST(NoiseBeliefTest, SumsToOneAndForgets) {
  NoiseBelief belief;
  belief.weights[2][1] = 1.0;
  const NoiseBelief kept = belief.remembered(0.1);
  double sum = 0.0;
  for (const auto& row : kept.weights)
    for (const double weight : row) {
      EXPECT_GT(weight, 0.0);
      sum += weight;
    }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_GT(kept.weights[2][1], 0.9);
}

TEST(TestabilityTest, IsCertainOfWhatIsKnown) {
  Testability testability;
  testability.set(3, false);
  testability.set(5, true);
  EXPECT_EQ(testability.probability(3), 0.0);
  EXPECT_EQ(testability.probability(5), 1.0);
  EXPECT_TRUE(testability.untestable(3));
  EXPECT_FALSE(testability.untestable(4));
  EXPECT_THAT(testability.untestable_between(0, 9), ElementsAre(3));
  EXPECT_THAT(testability.untestable_between(3, 9), IsEmpty());
}

TEST(TestabilityTest, UntestableCommitsComeInRuns) {
  Testability testability;
  testability.set(0, true);
  testability.set(100, true);
  const double before = testability.probability(52);
  testability.set(50, false);
  testability.set(54, false);
  EXPECT_GT(before, 0.9);
  EXPECT_LT(testability.probability(52), testability.probability(56));
  EXPECT_LT(testability.probability(56), testability.probability(75));
  EXPECT_LT(testability.probability(52), 0.35);
  EXPECT_GT(testability.most_testable(40, 60).probability, 0.4);
  EXPECT_LT(testability.most_testable(50, 54).probability, 0.35);
  EXPECT_EQ(testability.most_testable(50, 51).probability, 0.0);
}

TEST(TestabilityTest, LoneFailuresAreNotARun) {
  Testability testability;
  for (int commit = 0; commit <= 40; ++commit)
    if (commit != 20) testability.set(commit, commit % 5 != 3);
  EXPECT_GT(testability.probability(20), 0.6);
}

}  // namespace
}  // namespace bisect::change_point
