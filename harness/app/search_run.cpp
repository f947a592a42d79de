#include "harness/app/search_run.hpp"

#include "harness/app/answer.hpp"
#include "harness/app/asking.hpp"
#include "harness/app/model.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/app/surroundings.hpp"
#include "harness/app/terminal.hpp"
#include "harness/engine/session.hpp"
#include "harness/store/session_reader.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <variant>

namespace bisect::app {
namespace {

engine::BuildRecipe recipe_of(const store::Session& session, const std::shared_ptr<SettingBook>& book) {
  engine::BuildRecipe recipe;
  recipe.session = session.id;
  recipe.limits = session.plan.limits;
  recipe.outfit_of = [book](const std::string& setting) -> const engine::Outfit& {
    return book->outfit_of(setting);
  };
  return recipe;
}

/// Begins the session, or finds the stored one that this run goes on with.
core::Result<store::Session> enter_session(Toolbox& toolbox, store::Session session,
                                           Terminal& terminal) {
  if (session.id == core::SessionId{}) {
    auto unfinished = toolbox.store->unfinished_session(session.plan);
    if (!unfinished) return std::move(unfinished).error();
    if (*unfinished) session = std::move(**unfinished);
  }
  if (session.id != core::SessionId{}) {
    terminal.note(fmt::format("going on with session {}, begun {}",
                              static_cast<std::int64_t>(session.id), session.started_utc));
    return session;
  }
  auto id = toolbox.store->begin_session(session, {toolbox.host.id, toolbox.host.facts});
  if (!id) return std::move(id).error();
  session.id = *id;
  return session;
}

core::Result<core::Finding> search(Foundation& foundation, Toolbox& toolbox,
                                   const store::Session& session, Asking asking,
                                   Terminal& terminal) {
  engine::BuildPorts ports{*toolbox.work_trees,   *toolbox.workshop,        *toolbox.store,
                           *foundation.launcher, *foundation.cancellation, terminal};
  engine::CandidateBuilder builder(ports, recipe_of(session, asking.book));
  engine::RoundRunner runner(ports, foundation.clock, builder, session.id,
                             std::move(asking.rules));
  engine::SessionLoop loop(ports, foundation.clock, builder, runner, session.id);
  return loop.run(*asking.strategy, session.plan.limits);
}

}  // namespace

namespace {

const char* verb_of(core::Task task) {
  switch (task) {
    case core::Task::search: return "bisect";
    case core::Task::split: return "split";
    case core::Task::settings: return "settings";
    case core::Task::matrix: return "matrix";
  }
  return "?";
}

}  // namespace

store::Session new_session(const core::Plan& plan, const core::Clock& clock) {
  store::Session session;
  session.verb = verb_of(plan.task);
  session.plan = plan;
  session.program_version = program_version();
  session.started_utc = utc_text(clock);
  return session;
}

namespace {

core::Result<void> add_stored_rounds(reports::ReportModel& model, git::History& history) {
  auto reader = store::SessionReader::open(model.plan.database);
  if (!reader) return std::move(reader).error();
  auto rounds = (*reader)->rounds(model.session);
  if (!rounds) return std::move(rounds).error();
  return add_measurements(model, history, *rounds);
}

/// From the session's plan to the answer, not told yet.
core::Result<reports::ReportModel> find_answer(Foundation& foundation, Toolbox& toolbox,
                                               store::Session session,
                                               const Invocation& invocation) {
  // Parts that the command line of a split names were meant for just this change.
  const bool names_parts = session.plan.task == core::Task::split && invocation.verb == Verb::split;
  auto asked = ask(foundation, {*toolbox.history, toolbox.host}, session.plan,
                   names_parts ? invocation.draft.parts : std::vector<core::PartRequest>());
  if (!asked) return std::move(asked).error();
  const auto told = [&](core::Finding finding, const store::Session& of) {
    return model_of(std::move(finding), of.plan,
                    {of.id, toolbox.host.facts, utc_text(foundation.clock)}, *toolbox.history, invocation);
  };
  if (auto* refused = std::get_if<core::Finding>(&*asked)) return told(std::move(*refused), session);

  Terminal terminal(invocation.output.loudness, foundation.clock);
  auto entered = enter_session(toolbox, std::move(session), terminal);
  if (!entered) return std::move(entered).error();
  auto finding =
      search(foundation, toolbox, *entered, std::get<Asking>(std::move(*asked)), terminal);
  if (!finding) {
    core::Error error = std::move(finding).error();
    if (error.kind == core::ErrorKind::interrupted)
      error.hints.push_back("what was measured is stored; go on with: bisect resume");
    return error;
  }
  terminal.close();
  reports::ReportModel model = told(std::move(*finding), *entered);
  if (auto added = add_stored_rounds(model, *toolbox.history); !added) return std::move(added).error();
  return model;
}

/// Says which declared parts a culprit touches, and splits it at once where that was asked for.
core::Result<void> look_into_culprit(Foundation& foundation, Toolbox& toolbox,
                                     reports::ReportModel& model, const Invocation& invocation) {
  if (auto touched = add_touched_parts(model, foundation); !touched) return touched;
  if (!invocation.split_at_once || model.touched_parts.size() < 2) return {};
  const core::Commit& culprit = model.finding.commits.front().commit;
  auto split = find_answer(foundation, toolbox,
                           new_session(plan_to_split(model.plan, culprit), foundation.clock), invocation);
  if (!split) return std::move(split).error();
  model.split = std::make_shared<const reports::ReportModel>(std::move(*split));
  return {};
}

}  // namespace

core::Result<ExitCode> run_search(Foundation& foundation, Toolbox& toolbox, store::Session session,
                                  const Invocation& invocation) {
  auto model = find_answer(foundation, toolbox, std::move(session), invocation);
  if (!model) return std::move(model).error();
  if (auto looked = look_into_culprit(foundation, toolbox, *model, invocation); !looked)
    return std::move(looked).error();
  return tell(*model, invocation.output);
}

}  // namespace bisect::app
