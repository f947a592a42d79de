#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/cli.hpp"
#include "harness/config/places.hpp"

#include <map>
#include <string>
#include <vector>

namespace bisect::app {

/// What the caller's world contributes: folders, and a seed from the system's entropy.
[[nodiscard]] core::Result<config::Surroundings> gather_surroundings();

/// The merged draft of the plan file (--plan, or bisect.toml in the current folder) and the flags.
[[nodiscard]] core::Result<config::PlanDraft> draft_of(const Invocation& invocation);

/// What a subject's commands see without being told: the caller's PATH and HOME, and LC_ALL=C.
[[nodiscard]] std::map<std::string, std::string> fixed_environment();

/// The plan of a search, with fixed_environment() written into its own, so that it is recorded,
/// compared and resumed with everything else.
[[nodiscard]] core::Result<core::Plan> plan_of(const Invocation& invocation);

/// Database and folders of the subject, for verbs that search nothing.
[[nodiscard]] core::Result<config::Places> places_of(const Invocation& invocation);

}  // namespace bisect::app
