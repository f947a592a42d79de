#pragma once

#include "core/attribution.hpp"

#include <nlohmann/json_fwd.hpp>

namespace bisect::reports {

/// Adds `parts`, `variants`, `effects` and `needs` to the finding's object.
void put_attribution(nlohmann::json& finding, const core::Attribution& attribution);

}  // namespace bisect::reports
