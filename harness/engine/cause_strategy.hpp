#pragma once

#include "harness/engine/cause_search.hpp"
#include "harness/engine/strategy.hpp"

namespace bisect::engine {

/// Which part of a change, or which difference of two settings, makes it fail (or pass)? No number is
/// compared, only how runs end.
class CauseStrategy final : public Strategy {
 public:
  explicit CauseStrategy(SplitQuestion question);

  [[nodiscard]] Step next() override;
  void record(core::RoundOutcome outcome) override;
  [[nodiscard]] std::vector<core::Decision> take_decisions() override;
  [[nodiscard]] Outlook outlook() const override;
  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;

 private:
  CauseSearch m_search;  // before the inquiry, which refers to it
  Inquiry<core::Finding> m_inquiry;
};

}  // namespace bisect::engine
