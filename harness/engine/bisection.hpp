#pragma once

#include "harness/engine/investigation.hpp"

namespace bisect::engine {

/// The whole search as one straight line: ends, merge base, main line, merged branches, confirmation.
Inquiry<core::Finding> bisect_history(Investigation& investigation);

}  // namespace bisect::engine
