#pragma once

#include "core/attribution.hpp"
#include "core/commit.hpp"
#include "core/outcome.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bisect::core {

/// A revision in a setting.
struct MatrixCell {
  Tendency verdict = Tendency::untestable;  ///< failing, passing, or untestable (why)
  std::optional<NotTestable> why;  ///< does not get as far as running, or is flaky
  std::string failure;             ///< of the first run that failed
  int runs = 0;
  std::optional<double> mean;      ///< in the metric's unit
  std::optional<Ratio> ratio;      ///< to the reference, from shared blocks
  std::string same_as;             ///< the cell that runs the same program and was measured for both
};

struct MatrixSetting {
  std::string name;               ///< "" = without any setting
  std::set<std::string> traits;   ///< what it says: "NAME=VALUE", words of commands
};

/// How revisions do in settings.
struct Matrix {
  std::vector<Commit> revisions;      ///< in the order asked for
  std::vector<std::string> labels;    ///< as they were asked for
  std::vector<MatrixSetting> settings;
  std::vector<MatrixCell> cells;      ///< revision by revision; of each, setting by setting
  std::string metric;                 ///< empty: no number was compared
  std::string unit;
  std::string reference;              ///< the cell that ratios are to: "v1.5.0, pip"

  [[nodiscard]] const MatrixCell& at(std::size_t revision, std::size_t setting) const {
    return cells[revision * settings.size() + setting];
  }
};

}  // namespace bisect::core
