#include "harness/app/surroundings.hpp"
#include "harness/app/verbs.hpp"
#include "harness/store/session_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace bisect::app {
namespace {

core::Result<std::unique_ptr<store::SessionReader>> open_records(const Invocation& invocation) {
  auto places = places_of(invocation);
  if (!places) return std::move(places).error();
  return store::SessionReader::open(places->database);
}

std::string state_of(const store::SessionSummary& session) {
  if (!session.verdict) return "not finished: bisect resume goes on with it";
  std::string text = core::to_text(*session.verdict);
  if (!session.reason.empty()) text += ": " + session.reason;
  return text;
}

void print_decision(const store::RecordedDecision& recorded) {
  const core::Decision& decision = recorded.decision;
  fmt::print("{}  {:<40} {}", recorded.recorded_utc, decision.subject, decision.verdict);
  if (decision.bound > 0)
    fmt::print("  {:+.2f} % [{:+.2f}, {:+.2f}], {} pairs, z {:.2f} (bound {:.2f})",
               100 * std::expm1(decision.estimate), 100 * std::expm1(decision.low),
               100 * std::expm1(decision.high), decision.pairs, decision.statistic,
               decision.bound);
  fmt::print("  {}\n", decision.test);
}

}  // namespace

core::Result<ExitCode> run_status(const Invocation& invocation) {
  auto reader = open_records(invocation);
  if (!reader) return std::move(reader).error();
  auto sessions = (*reader)->sessions();
  if (!sessions) return std::move(sessions).error();
  if (sessions->empty()) fmt::print("no session yet\n");
  for (const store::SessionSummary& session : *sessions)
    fmt::print("session {}, {} of {}, begun {}: {} builds, {} trials\n  {}\n",
               static_cast<std::int64_t>(session.id), session.verb, session.repository.string(),
               session.started_utc, session.cost.builds, session.cost.trials, state_of(session));
  return ExitCode::found;
}

core::Result<ExitCode> run_log(const Invocation& invocation) {
  auto reader = open_records(invocation);
  if (!reader) return std::move(reader).error();
  auto sessions = (*reader)->sessions();
  if (!sessions) return std::move(sessions).error();
  if (sessions->empty()) {
    fmt::print("no session yet\n");
    return ExitCode::found;
  }
  const store::SessionSummary& latest = sessions->front();
  auto decisions = (*reader)->decisions(latest.id);
  if (!decisions) return std::move(decisions).error();
  auto events = (*reader)->events(latest.id);
  if (!events) return std::move(events).error();
  fmt::print("session {}, begun {}: {}\n", static_cast<std::int64_t>(latest.id),
             latest.started_utc, state_of(latest));
  for (const store::RecordedDecision& decision : *decisions) print_decision(decision);
  if (invocation.output.loudness == Loudness::verbose)
    for (const store::RecordedEvent& event : *events)
      fmt::print("{}  {} {}\n", event.recorded_utc, event.event.kind, event.event.text);
  return ExitCode::found;
}

}  // namespace bisect::app
