#include "harness/engine/inquiry_strategy.hpp"

#include <utility>

namespace bisect::engine {

InquiryStrategy::InquiryStrategy(Investigation& investigation, Inquiry<core::Finding> inquiry)
    : m_investigation(investigation), m_inquiry(std::move(inquiry)) {
  m_inquiry.start();
}

Step InquiryStrategy::next() {
  if (m_inquiry.done()) return m_inquiry.result();
  return *m_investigation.dialogue.pending();
}

void InquiryStrategy::record(core::RoundOutcome outcome) {
  m_investigation.dialogue.answer(std::move(outcome));
}

std::vector<core::Decision> InquiryStrategy::take_decisions() {
  return std::exchange(m_investigation.decisions, {});
}

Outlook InquiryStrategy::outlook() const { return m_investigation.outlook; }

}  // namespace bisect::engine
