#include "harness/app/asking.hpp"

#include "harness/app/matrix_scope.hpp"
#include "harness/app/scope.hpp"
#include "harness/app/settings_scope.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/engine/bisect_strategy.hpp"
#include "harness/engine/cause_strategy.hpp"
#include "harness/engine/matrix_strategy.hpp"
#include "harness/engine/split_strategy.hpp"

#include <utility>

namespace bisect::app {
namespace {

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

core::Result<Asked> ask_for_commit(const Subject& subject, const core::Plan& plan) {
  auto scope = find_scope(subject.history, plan);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::BisectQuestion>(std::move(*scope));
  question.fifo_allowed = subject.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question, subject.host);
  return Asked(Asking{std::make_unique<engine::BisectStrategy>(std::move(question)), std::move(rules),
                      std::make_shared<SettingBook>(plan)});
}

/// Numbers are shared out to parts; of endings the causes are searched.
std::unique_ptr<engine::Strategy> strategy_of(engine::SplitQuestion question) {
  if (engine::judges_endings(question.search))
    return std::make_unique<engine::CauseStrategy>(std::move(question));
  return std::make_unique<engine::SplitStrategy>(std::move(question));
}

core::Result<Asked> ask_split(const Subject& subject, const core::Plan& plan,
                              core::Result<SplitScope> scope, std::shared_ptr<SettingBook> book) {
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::SplitQuestion>(std::move(*scope));
  question.search.fifo_allowed = subject.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question.search, subject.host);
  return Asked(Asking{strategy_of(std::move(question)), std::move(rules), std::move(book)});
}

core::Result<Asked> ask_for_difference(const Subject& subject, const core::Plan& plan) {
  const auto book = std::make_shared<SettingBook>(plan);
  return ask_split(subject, plan, find_settings_scope(subject.history, plan, book), book);
}

core::Result<Asked> ask_for_matrix(const Subject& subject, const core::Plan& plan) {
  const auto book = std::make_shared<SettingBook>(plan);
  auto scope = find_matrix_scope(subject.history, plan, book);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::MatrixQuestion>(std::move(*scope));
  question.search.fifo_allowed = subject.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question.search, subject.host);
  return Asked(Asking{std::make_unique<engine::MatrixStrategy>(std::move(question)), std::move(rules), book});
}

core::Result<Asked> ask_for_part(Foundation& foundation, const Subject& subject,
                                 const core::Plan& plan,
                                 const std::vector<core::PartRequest>& required) {
  auto changes = open_changes(plan, foundation);
  if (!changes) return std::move(changes).error();
  auto scope = find_split_scope(
      subject.history, std::make_shared<const git::Libgit2Changes>(std::move(*changes)), plan,
      required);
  return ask_split(subject, plan, std::move(scope), std::make_shared<SettingBook>(plan));
}

}  // namespace

core::Result<Asked> ask(Foundation& foundation, const Subject& subject, const core::Plan& plan,
                        const std::vector<core::PartRequest>& required) {
  if (plan.task == core::Task::settings) return ask_for_difference(subject, plan);
  if (plan.task == core::Task::matrix) return ask_for_matrix(subject, plan);
  if (plan.task == core::Task::split) return ask_for_part(foundation, subject, plan, required);
  return ask_for_commit(subject, plan);
}

}  // namespace bisect::app
