#pragma once

#include "core/matrix.hpp"

#include <nlohmann/json_fwd.hpp>

namespace bisect::reports {

/// `revisions`, `settings`, and `cells`, each with its revision, setting and verdict.
[[nodiscard]] nlohmann::json matrix_object(const core::Matrix& matrix);

}  // namespace bisect::reports
