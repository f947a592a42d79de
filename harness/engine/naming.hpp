#pragma once

#include "harness/engine/confirmation.hpp"
#include "harness/engine/locate.hpp"

#include <vector>

namespace bisect::engine {

/// A located change and what its confirmation said.
struct Named {
  Located located;
  Confirmation confirmation;
};

/// Confirms a change that was traced to a single commit; a wider bracket is left as it is.
Inquiry<Named> confirm_located(Investigation& investigation, Located located);

/// The finding for one or two located changes, confirmed or bracketed.
[[nodiscard]] core::Finding finding_of(const Investigation& investigation,
                                       const std::vector<Named>& changes);

}  // namespace bisect::engine
