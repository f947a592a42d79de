#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/config/places.hpp"
#include "harness/config/plan_draft.hpp"

namespace bisect::config {

/// From a draft to a plan with nothing left open: defaults filled in, paths absolute, contradictions
/// refused. Asks the file system only where the subject is and whether the patches are there; asks
/// no repository. Errors: `usage` for what the user can fix in words, `environment` as find_places.
[[nodiscard]] core::Result<core::Plan> finish(const PlanDraft& draft,
                                              const Surroundings& surroundings);

}  // namespace bisect::config
