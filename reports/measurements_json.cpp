#include "reports/measurements_json.hpp"

#include "reports/json_value.hpp"

namespace bisect::reports {
namespace {

using nlohmann::json;

const char* word(StartOutcome outcome) {
  switch (outcome) {
    case StartOutcome::fine: return "fine";
    case StartOutcome::failed: return "failed";
    case StartOutcome::over_limit: return "over limit";
  }
  return "?";
}

json arms_of(const MeasuredRound& round) {
  json arms = json::array();
  for (const RoundArm& arm : round.arms)
    arms.push_back({{"commit", text(arm.commit.text())},
                    {"variant", text(arm.variant)},
                    {"generation", arm.generation}});
  return arms;
}

json starts_of(const MeasuredRound& round) {
  json starts = json::array();
  for (const Start& start : round.starts)
    starts.push_back({start.block, start.arm, start.position, finite(start.seconds), finite(start.load),
                      word(start.outcome), start.value ? finite(*start.value) : json(nullptr),
                      start.samples});
  return starts;
}

}  // namespace

json rounds_json(const Measurements& measurements) {
  json rounds = json::array();
  for (const MeasuredRound& round : measurements.rounds)
    rounds.push_back({{"purpose", core::to_text(round.purpose)},
                      {"arms", arms_of(round)},
                      {"columns",
                       {"block", "arm", "position", "seconds", "load", "outcome", "value", "samples"}},
                      {"starts", starts_of(round)}});
  return rounds;
}

json history_json(const Measurements& measurements) {
  json ids = json::array();
  for (const core::CommitId& id : measurements.axis) ids.push_back(text(id.text()));
  return ids;
}

}  // namespace bisect::reports
