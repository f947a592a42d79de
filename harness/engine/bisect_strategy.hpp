#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/engine/strategy.hpp"

namespace bisect::engine {

/// Which commit made the difference between good and bad? Ends first, then the main line, then into
/// the merged branch that holds the change; the commit that is left is confirmed with fresh builds
/// before it is named.
class BisectStrategy final : public Strategy {
 public:
  explicit BisectStrategy(BisectQuestion question);

  [[nodiscard]] Step next() override;
  void record(core::RoundOutcome outcome) override;
  [[nodiscard]] std::vector<core::Decision> take_decisions() override;
  [[nodiscard]] Outlook outlook() const override;
  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;

 private:
  Investigation m_investigation;  // before the inquiry, which refers to it
  Inquiry<core::Finding> m_inquiry;
};

}  // namespace bisect::engine
