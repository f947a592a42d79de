#pragma once

#include "harness/engine/inquiry_strategy.hpp"
#include "harness/engine/splitting.hpp"

namespace bisect::engine {

/// Which part of a change costs what? Builds every variant, measures all of them in the same blocks,
/// and shares the total effect out to the parts.
class SplitStrategy final : private InquiryState<Splitting>, public InquiryStrategy {
 public:
  explicit SplitStrategy(SplitQuestion question);

  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;
};

}  // namespace bisect::engine
