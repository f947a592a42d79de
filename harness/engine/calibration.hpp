#pragma once

#include "harness/engine/investigation.hpp"

#include <optional>
#include <string>

namespace bisect::engine {

/// Why the end cannot serve as reference; empty when it can.
struct Calibrated {
  std::optional<core::NotTestable> failure;
};

/// A few trials of one end, which is built: chooses metric (when the user left it open), placement
/// and time limit, and finds which reading decides. Sets the investigation's setup.
Inquiry<Calibrated> calibrate(Investigation& investigation, core::Candidate end);

}  // namespace bisect::engine
