#pragma once

#include "harness/engine/inquiry_strategy.hpp"

namespace bisect::engine {

/// Which commit made the difference between good and bad? Ends first, then the main line, then into
/// the merged branch that holds the change; the commit that is left is confirmed with fresh builds
/// before it is named.
class BisectStrategy final : private InquiryState<Investigation>, public InquiryStrategy {
 public:
  explicit BisectStrategy(BisectQuestion question);

  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;
};

}  // namespace bisect::engine
