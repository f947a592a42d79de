#include "harness/engine/replay.hpp"

#include <algorithm>
#include <variant>

namespace bisect::engine {

namespace {

bool same_question(const core::RoundRequest& asked, const core::RoundRequest& stored) {
  const auto same_arm = [](const core::Arm& a, const core::Arm& b) {
    return core::candidate_key(a.candidate) == core::candidate_key(b.candidate) &&
           a.generation == b.generation;
  };
  return asked.blocks == stored.blocks &&
         std::equal(asked.arms.begin(), asked.arms.end(), stored.arms.begin(), stored.arms.end(), same_arm);
}

}  // namespace

core::Result<core::Finding> replay(Strategy& strategy, std::span<const store::RecordedRound> rounds,
                                   const std::string& why_it_stopped) {
  for (const store::RecordedRound& round : rounds) {
    const Step step = strategy.next();
    if (const auto* finding = std::get_if<core::Finding>(&step)) return *finding;
    if (!round.closed) return strategy.best_so_far(why_it_stopped);
    if (!same_question(std::get<core::RoundRequest>(step), round.request))
      return core::environment_error(
          "what was measured is not what this program would ask for now: the history, a patch or the "
          "program itself has changed since",
          {"make the report with the version that measured, in the repository as it was"});
    strategy.record(round.outcome);
  }
  Step step = strategy.next();
  if (auto* finding = std::get_if<core::Finding>(&step)) return std::move(*finding);
  return strategy.best_so_far(why_it_stopped);
}

}  // namespace bisect::engine
