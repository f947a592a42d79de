#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/splitting.hpp"
#include "harness/engine/strategy.hpp"

namespace bisect::engine {

/// Which part of a change costs what? Builds every variant, measures all of them in the same blocks,
/// and shares the total effect out to the parts.
class SplitStrategy final : public Strategy {
 public:
  explicit SplitStrategy(SplitQuestion question);

  [[nodiscard]] Step next() override;
  void record(core::RoundOutcome outcome) override;
  [[nodiscard]] std::vector<core::Decision> take_decisions() override;
  [[nodiscard]] Outlook outlook() const override;
  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;

 private:
  Splitting m_splitting;  // before the inquiry, which refers to it
  Inquiry<core::Finding> m_inquiry;
};

}  // namespace bisect::engine
