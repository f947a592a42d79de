#include "harness/app/answer.hpp"
#include "harness/app/asking.hpp"
#include "harness/app/model.hpp"
#include "harness/app/surroundings.hpp"
#include "harness/app/verbs.hpp"
#include "harness/engine/replay.hpp"
#include "harness/store/session_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bisect::app {
namespace {

core::Result<store::RecordedSession> find_session(store::SessionReader& reader,
                                                  const Invocation& invocation,
                                                  const std::filesystem::path& database) {
  auto sessions = reader.sessions();
  if (!sessions) return std::move(sessions).error();
  if (sessions->empty())
    return core::usage_error("there is no session in " + database.string(),
                             {"start one: bisect --good REV --bad REV --run CMD"});
  const core::SessionId wanted = invocation.session.value_or(sessions->front().id);
  auto session = reader.session(wanted);
  if (!session) return std::move(session).error();
  if (*session) return std::move(**session);
  return core::usage_error(fmt::format("there is no session {} in {}",
                                       static_cast<std::int64_t>(wanted), database.string()),
                           {"bisect status lists them"});
}

/// Branches move: the ends are what was measured, whatever their names mean by now. The first two
/// commits that were built as they are: the ends of a search, parent and whole of a split.
void hold_ends(core::Plan& plan, const std::vector<store::RecordedRound>& rounds) {
  const bool is_split = plan.task == core::Task::split;
  if (!is_split && plan.task != core::Task::search) return;  // their revisions are not a range
  for (const store::RecordedRound& round : rounds) {
    const auto& arms = round.request.arms;
    const bool has_ends = round.request.purpose == (is_split ? core::Purpose::variants : core::Purpose::ends);
    if (!has_ends || arms.size() < 2 || arms[0].candidate.overlay || arms[1].candidate.overlay) continue;
    plan.good = plan.good.empty() ? "" : arms[0].candidate.commit.text();
    plan.bad = arms[1].candidate.commit.text();
    return;
  }
}

/// "2026-03-21T08:00:00.123Z" as an answer gives it: "2026-03-21T08:00:00Z".
std::string whole_seconds(const std::string& utc) { return utc.substr(0, utc.find_first_of(".Z")) + "Z"; }

core::Result<core::Finding> finding_of(Foundation& foundation, git::History& history,
                                       const store::RecordedSession& recorded, const core::Plan& plan,
                                       const std::vector<store::RecordedRound>& rounds) {
  const bench::HostObservation host;  // nothing is run: how trials would be placed does not matter
  auto asked = ask(foundation, {history, host}, plan, {});
  if (!asked) return std::move(asked).error();
  if (auto* refused = std::get_if<core::Finding>(&*asked))
    return core::environment_error("the session's question cannot be asked any more: " + refused->reason);
  auto finding = engine::replay(*std::get<Asking>(*asked).strategy, rounds,
                                recorded.ended_utc ? recorded.reason
                                                   : "not finished: bisect resume goes on with it");
  if (finding) finding->cost = recorded.cost;
  return finding;
}

}  // namespace

core::Result<ExitCode> run_report(const Invocation& invocation) {
  auto foundation = Foundation::lay();
  if (!foundation) return std::move(foundation).error();
  auto places = places_of(invocation);
  if (!places) return std::move(places).error();
  auto reader = store::SessionReader::open(places->database);
  if (!reader) return std::move(reader).error();
  auto recorded = find_session(**reader, invocation, places->database);
  if (!recorded) return std::move(recorded).error();
  auto rounds = (*reader)->rounds(recorded->session.id);
  if (!rounds) return std::move(rounds).error();

  core::Plan plan = recorded->session.plan;
  plan.repository = places->repository;
  plan.database = places->database;
  plan.work_dir = places->work_dir;
  hold_ends(plan, *rounds);
  auto history = open_history(plan, **foundation);
  if (!history) return std::move(history).error();
  auto finding = finding_of(**foundation, **history, *recorded, plan, *rounds);
  if (!finding) return std::move(finding).error();
  reports::ReportModel model =
      model_of(std::move(*finding), plan,
               {recorded->session.id, recorded->host_facts,
                whole_seconds(recorded->ended_utc.value_or(recorded->session.started_utc))},
               **history, invocation);
  model.version = recorded->session.program_version;
  if (auto added = add_measurements(model, **history, *rounds); !added) return std::move(added).error();
  if (auto touched = add_touched_parts(model, **foundation); !touched) return std::move(touched).error();
  if (auto told = tell(model, invocation.output); !told) return told;
  return ExitCode::found;  // the report was made, whatever it says
}

}  // namespace bisect::app
