#include "harness/engine/cause_strategy.hpp"

#include "harness/engine/calibration.hpp"
#include "harness/engine/cause_finding.hpp"

#include <fmt/format.h>

#include <utility>

namespace bisect::engine {
namespace {

std::string end_name(const CauseSearch& search, bool is_whole) {
  const core::Compared& compared = search.question.compared;
  const bool is_change = compared.kind == core::WholeKind::change;
  if (is_whole) return is_change ? "the whole change" : compared.whole;
  return is_change ? "the parent" : compared.base;
}

std::string how(const Attempt& made) {
  if (made.why)
    return fmt::format("cannot be tested ({}: {})", to_text(made.why->stage), made.why->reason);
  return made.endings == Endings::all_fail ? "fails: " + made.first_failure : "works";
}

core::Decision decision_of(const CauseSearch& search) {
  core::Decision decision;
  decision.subject = "causes";
  decision.test = "endings of repeated runs";
  decision.pairs = static_cast<int>(search.order.size());
  for (const core::Cause& cause : causes_of(search).causes)
    for (const std::string& part : cause.parts)
      decision.verdict += (decision.verdict.empty() ? "" : ", ") + part;
  return decision;
}

/// Where failing is looked for the base passes, else the whole does: that one is calibrated on.
Inquiry<core::Finding> search_causes(CauseSearch& search) {
  Investigation& investigation = search.investigation;
  for (const std::string& warning : search.question.warnings) investigation.warn(warning);
  investigation.setup.run_limit = search.question.search.run_limit;
  const bool is_failing = search.sought() == Endings::all_fail;
  investigation.outlook.activity = "calibrating on " + end_name(search, !is_failing);
  const core::Candidate working = search.question.variants[is_failing ? 0 : 1].candidate;
  const Calibrated calibrated = co_await calibrate(investigation, working);
  if (calibrated.failure)
    co_return no_cause(search, core::Verdict::refused,
                       fmt::format("{} does not work: {}: {}", end_name(search, !is_failing),
                                   to_text(calibrated.failure->stage), calibrated.failure->reason));
  const Attempt base = co_await attempt(search, {});
  const Attempt whole = co_await attempt(search, search.all());
  if (base.why || whole.why || base.shows(search.sought()) || !whole.shows(search.sought())) {
    const bool is_same = !base.why && !whole.why && base.endings == whole.endings;
    co_return no_cause(search, is_same ? core::Verdict::none : core::Verdict::undecided,
                       fmt::format("{} {}, and {} {}", end_name(search, false), how(base),
                                   end_name(search, true), how(whole)));
  }
  const bool is_complete = co_await find_causes(search);
  if (!is_complete) investigation.warn("there are further causes; those named are enough, each for itself");
  investigation.decisions.push_back(decision_of(search));
  co_return cause_finding(search);
}

}  // namespace

CauseStrategy::CauseStrategy(SplitQuestion question)
    : InquiryState{CauseSearch(std::move(question))},
      InquiryStrategy(state.investigation, search_causes(state)) {}

core::Finding CauseStrategy::best_so_far(const std::string& reason) const {
  return no_cause(state, core::Verdict::undecided, reason);
}

}  // namespace bisect::engine
