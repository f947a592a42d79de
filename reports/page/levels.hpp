#pragma once

#include "reports/measurements.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace bisect::page {

/// What an arm measured: the variant of a split, else the commit.
[[nodiscard]] std::string arm_name(const reports::RoundArm& arm);

/// Numbers of several rounds on one scale. Only blocks can be compared with themselves, so the
/// logarithms are taken apart by least squares into what all arms of a block share and a level for each
/// arm name: ln(value) = block + level + rest (two-way layout, Scheffe, "The Analysis of Variance"
/// (1959) ch. 4), solved by turns.
class Levels {
 public:
  /// `origin`: the arm name whose level is zero. Only numbers above zero count.
  Levels(std::span<const reports::MeasuredRound* const> rounds, const std::string& origin);

  /// A start without what its block shared. In a block of k arms the rest is spread out again by
  /// sqrt(k/(k-1)), so that differences keep their variances.
  struct Point {
    double level = 0;    ///< logarithm, relative to the origin
    double seconds = 0;
  };
  /// By arm name, from the blocks with at least two arms.
  [[nodiscard]] const std::map<std::string, std::vector<Point>>& points() const { return m_points; }
  /// Level of an arm name; 0 for one that was never in a block with others.
  [[nodiscard]] double level(const std::string& name) const;

 private:
  std::map<std::string, double> m_levels;
  std::map<std::string, std::vector<Point>> m_points;
};

/// The rounds that were measured for one of these purposes.
[[nodiscard]] std::vector<const reports::MeasuredRound*> rounds_for(const reports::Measurements& measurements,
                                                           std::span<const core::Purpose> purposes);

/// Numbers of one arm of a round.
[[nodiscard]] std::vector<double> values_of(const reports::MeasuredRound& round, int arm);

}  // namespace bisect::page
