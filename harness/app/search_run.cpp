#include "harness/app/search_run.hpp"

#include "harness/app/answer.hpp"
#include "harness/app/matrix_scope.hpp"
#include "harness/app/scope.hpp"
#include "harness/app/setting_book.hpp"
#include "harness/app/settings_scope.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/app/surroundings.hpp"
#include "harness/app/terminal.hpp"
#include "harness/config/plan_toml.hpp"
#include "harness/engine/bisect_strategy.hpp"
#include "harness/engine/cause_strategy.hpp"
#include "harness/engine/matrix_strategy.hpp"
#include "harness/engine/session.hpp"
#include "harness/engine/split_strategy.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace bisect::app {
namespace {

/// A strategy that is ready to ask, and what its rounds need.
struct Asking {
  std::unique_ptr<engine::Strategy> strategy;
  engine::RoundRules rules;
  std::shared_ptr<SettingBook> book;
};

engine::RoundRules rules_of(const core::Plan& plan, const engine::BisectQuestion& question,
                            const bench::HostObservation& host) {
  engine::RoundRules rules;
  rules.seed = plan.seed;
  rules.metrics = question.metrics;
  rules.failure_pattern = plan.match;
  if (engine::judges_endings(question)) rules.on_trouble = engine::OnTrouble::go_on;
  rules.processors = host.processors;
  return rules;
}

/// What the plan asks, or the finding that refuses it.
using Asked = std::variant<Asking, core::Finding>;

core::Result<Asked> ask_for_commit(const Toolbox& toolbox, const core::Plan& plan) {
  auto scope = find_scope(*toolbox.history, plan);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::BisectQuestion>(std::move(*scope));
  question.fifo_allowed = toolbox.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question, toolbox.host);
  return Asked(Asking{std::make_unique<engine::BisectStrategy>(std::move(question)),
                      std::move(rules), std::make_shared<SettingBook>(plan)});
}

/// Numbers are shared out to parts; of endings the causes are searched.
std::unique_ptr<engine::Strategy> strategy_of(engine::SplitQuestion question) {
  if (engine::judges_endings(question.search))
    return std::make_unique<engine::CauseStrategy>(std::move(question));
  return std::make_unique<engine::SplitStrategy>(std::move(question));
}

core::Result<Asked> ask_split(const Toolbox& toolbox, const core::Plan& plan,
                              core::Result<SplitScope> scope, std::shared_ptr<SettingBook> book) {
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::SplitQuestion>(std::move(*scope));
  question.search.fifo_allowed = toolbox.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question.search, toolbox.host);
  return Asked(Asking{strategy_of(std::move(question)), std::move(rules), std::move(book)});
}

core::Result<Asked> ask_for_difference(const Toolbox& toolbox, const core::Plan& plan) {
  const auto book = std::make_shared<SettingBook>(plan);
  return ask_split(toolbox, plan, find_settings_scope(*toolbox.history, plan, book), book);
}

core::Result<Asked> ask_for_matrix(const Toolbox& toolbox, const core::Plan& plan) {
  const auto book = std::make_shared<SettingBook>(plan);
  auto scope = find_matrix_scope(*toolbox.history, plan, book);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::MatrixQuestion>(std::move(*scope));
  question.search.fifo_allowed = toolbox.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question.search, toolbox.host);
  return Asked(Asking{std::make_unique<engine::MatrixStrategy>(std::move(question)), std::move(rules), book});
}

core::Result<Asked> ask_for_part(Foundation& foundation, const Toolbox& toolbox,
                                 const core::Plan& plan,
                                 const std::vector<core::PartRequest>& required) {
  auto changes = open_changes(plan, foundation);
  if (!changes) return std::move(changes).error();
  auto scope = find_split_scope(
      *toolbox.history, std::make_shared<const git::Libgit2Changes>(std::move(*changes)), plan,
      required);
  return ask_split(toolbox, plan, std::move(scope), std::make_shared<SettingBook>(plan));
}

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

void add_changed_files(git::History& history, core::Finding& finding) {
  constexpr std::size_t k_most = 8;  // a set of candidates needs no more
  for (std::size_t i = 0; i < std::min(finding.commits.size(), k_most); ++i)
    if (auto files = history.changed_files(finding.commits[i].commit.id))
      finding.commits[i].changed_files = std::move(*files);
}

reports::ReportModel model_of(core::Finding finding, const store::Session& session,
                              const bench::HostObservation& host, const core::Clock& clock,
                              const Invocation& invocation) {
  reports::ReportModel model;
  model.finding = std::move(finding);
  model.plan = session.plan;
  model.plan_toml = config::to_toml(session.plan);
  model.plan_file = invocation.plan_file.value_or("");
  model.usual_environment = fixed_environment();
  model.host = host.facts;
  model.session = session.id;
  model.version = program_version();
  model.date = utc_text(clock);
  return model;
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

std::string utc_text(const core::Clock& clock) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(
                         std::chrono::time_point_cast<std::chrono::seconds>(clock.utc()))));
}

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

core::Result<Asked> ask(Foundation& foundation, const Toolbox& toolbox, const core::Plan& plan,
                        const Invocation& invocation) {
  if (plan.task == core::Task::settings) return ask_for_difference(toolbox, plan);
  if (plan.task == core::Task::matrix) return ask_for_matrix(toolbox, plan);
  if (plan.task != core::Task::split) return ask_for_commit(toolbox, plan);
  // Parts that the command line of a split names were meant for just this change.
  return ask_for_part(foundation, toolbox, plan,
                      invocation.verb == Verb::split ? invocation.draft.parts
                                                     : std::vector<core::PartRequest>());
}

/// From the session's plan to the answer, not told yet.
core::Result<reports::ReportModel> find_answer(Foundation& foundation, Toolbox& toolbox,
                                               store::Session session,
                                               const Invocation& invocation) {
  auto asked = ask(foundation, toolbox, session.plan, invocation);
  if (!asked) return std::move(asked).error();
  if (auto* refused = std::get_if<core::Finding>(&*asked))
    return model_of(std::move(*refused), session, toolbox.host, foundation.clock, invocation);

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
  add_changed_files(*toolbox.history, *finding);
  terminal.close();
  return model_of(std::move(*finding), *entered, toolbox.host, foundation.clock, invocation);
}

/// Says which declared parts a culprit touches, and splits it at once where that was asked for.
core::Result<void> look_into_culprit(Foundation& foundation, Toolbox& toolbox,
                                     reports::ReportModel& model, const Invocation& invocation) {
  const core::Plan& plan = model.plan;
  if (plan.task != core::Task::search || plan.parts.empty() ||
      model.finding.verdict != core::Verdict::culprit)
    return {};
  const core::Commit& culprit = model.finding.commits.front().commit;
  auto changes = open_changes(plan, foundation);
  if (!changes) return std::move(changes).error();
  auto touched = parts_touched(*changes, culprit, plan);
  if (!touched) return std::move(touched).error();
  model.touched_parts = std::move(*touched);
  if (!invocation.split_at_once || model.touched_parts.size() < 2) return {};
  auto split = find_answer(foundation, toolbox,
                           new_session(plan_to_split(plan, culprit), foundation.clock), invocation);
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
