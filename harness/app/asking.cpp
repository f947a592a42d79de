#include "harness/app/asking.hpp"

#include "harness/app/scope.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/engine/bisect_strategy.hpp"
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
  return Asked(Asking{std::make_unique<engine::BisectStrategy>(std::move(question)),
                      std::move(rules)});
}

core::Result<Asked> ask_for_part(Foundation& foundation, const Subject& subject,
                                 const core::Plan& plan,
                                 const std::vector<core::PartRequest>& required) {
  auto changes = open_changes(plan, foundation);
  if (!changes) return std::move(changes).error();
  auto scope = find_split_scope(
      subject.history, std::make_shared<const git::Libgit2Changes>(std::move(*changes)), plan,
      required);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return Asked(std::move(*refused));
  auto question = std::get<engine::SplitQuestion>(std::move(*scope));
  question.search.fifo_allowed = subject.host.fifo_allowed;
  engine::RoundRules rules = rules_of(plan, question.search, subject.host);
  return Asked(Asking{std::make_unique<engine::SplitStrategy>(std::move(question)),
                      std::move(rules)});
}

}  // namespace

core::Result<Asked> ask(Foundation& foundation, const Subject& subject, const core::Plan& plan,
                        const std::vector<core::PartRequest>& required) {
  if (plan.task == core::Task::split) return ask_for_part(foundation, subject, plan, required);
  return ask_for_commit(subject, plan);
}

}  // namespace bisect::app
