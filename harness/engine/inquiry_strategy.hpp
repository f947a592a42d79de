#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/engine/strategy.hpp"

#include <vector>

namespace bisect::engine {

/// What a strategy's inquiry works on. As the first base it is there before the inquiry begins, and until
/// after it is gone.
template <class State>
struct InquiryState {
  State state;
};

/// A strategy that is one inquiry, which asks through the dialogue of an investigation.
class InquiryStrategy : public Strategy {
 public:
  [[nodiscard]] Step next() final;
  void record(core::RoundOutcome outcome) final;
  [[nodiscard]] std::vector<core::Decision> take_decisions() final;
  [[nodiscard]] Outlook outlook() const final;

 protected:
  /// Runs the inquiry to its first question.
  InquiryStrategy(Investigation& investigation, Inquiry<core::Finding> inquiry);

 private:
  Investigation& m_investigation;
  Inquiry<core::Finding> m_inquiry;
};

}  // namespace bisect::engine
