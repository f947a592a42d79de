#pragma once

#include "harness/engine/cause_search.hpp"
#include "harness/engine/inquiry_strategy.hpp"

namespace bisect::engine {

/// Which part of a change, or which difference of two settings, makes it fail (or pass)? No number is
/// compared, only how runs end.
class CauseStrategy final : private InquiryState<CauseSearch>, public InquiryStrategy {
 public:
  explicit CauseStrategy(SplitQuestion question);

  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;
};

}  // namespace bisect::engine
