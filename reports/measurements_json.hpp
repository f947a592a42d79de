#pragma once

#include "reports/measurements.hpp"

#include <nlohmann/json_fwd.hpp>

namespace bisect::reports {

/// A list with an object for each round: `purpose`, `arms` (`commit`, `variant`, `generation`), and
/// `starts`, each a list in the order of `columns`.
[[nodiscard]] nlohmann::json rounds_json(const Measurements& measurements);

/// The ids of the commits in the order of history.
[[nodiscard]] nlohmann::json history_json(const Measurements& measurements);

}  // namespace bisect::reports
