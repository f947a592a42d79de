#include "harness/app/dry_run.hpp"

#include "harness/app/matrix_scope.hpp"
#include "harness/app/scope.hpp"
#include "harness/app/settings_scope.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/config/plan_toml.hpp"
#include "harness/store/session_reader.hpp"

#include <fmt/format.h>

#include <bit>
#include <memory>
#include <system_error>
#include <variant>

namespace bisect::app {
namespace {

// An effect of a few times the noise is decided at the first or second look.
constexpr int k_usual_pairs = 24;
// With a spread of 5 % an effect is known to a hundredth after about so many blocks.
constexpr int k_usual_samples = 96;

struct Expected {
  int builds = 0;
  int trials = 0;
};

/// The ends, one step per halving, the confirmation.
Expected expected_cost(std::size_t candidates) {
  const int steps = static_cast<int>(std::bit_width(candidates - 1));
  return {2 + steps + 2, (1 + steps + 1) * 2 * k_usual_pairs};
}

/// Mean times of earlier sessions on this subject; empty when there are none.
std::string expected_time(const core::Plan& plan, const Expected& expected) {
  std::error_code failed;
  if (!std::filesystem::exists(plan.database, failed)) return "";
  auto reader = store::SessionReader::open(plan.database);
  if (!reader) return "";
  auto sessions = (*reader)->sessions();
  if (!sessions) return "";
  core::Cost total;
  for (const store::SessionSummary& session : *sessions) {
    total.builds += session.cost.builds;
    total.trials += session.cost.trials;
    total.build += session.cost.build;
    total.trial += session.cost.trial;
  }
  if (total.builds == 0 || total.trials == 0) return "";
  const core::Duration time =
      total.build / total.builds * expected.builds + total.trial / total.trials * expected.trials;
  return fmt::format(", about {:.0f} min with the times of earlier sessions",
                     static_cast<double>(time.count()) / 60e9);
}

void print_commits(const std::vector<core::Commit>& chain) {
  constexpr std::size_t k_shown = 10;
  fmt::print("\n# main line, {} commits after good:\n", chain.size() - 1);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (i > k_shown && i + k_shown < chain.size()) {
      if (i == k_shown + 1) fmt::print("#   … {} more\n", chain.size() - 1 - 2 * k_shown);
      continue;
    }
    fmt::print("#   {} {}{}\n", core::short_id(chain[i].id), chain[i].subject,
               i == 0 ? " (good)" : i + 1 == chain.size() ? " (bad)" : "");
  }
}

core::Result<ExitCode> show_split(const core::Plan& plan, core::Result<SplitScope> scope) {
  if (!scope) return std::move(scope).error();
  fmt::print("{}", config::to_toml(plan));
  if (const auto* refused = std::get_if<core::Finding>(&*scope)) {
    fmt::print("\n# refused: {}\n", refused->reason);
    return ExitCode::no_answer;
  }
  const auto& question = std::get<engine::SplitQuestion>(*scope);
  fmt::print("\n# {} {}, {} parts:\n", core::short_id(question.search.bad.id),
             question.search.bad.subject, question.parts.size());
  for (const core::Part& part : question.parts) {
    fmt::print("#   {}:", part.name);
    for (const std::string& path : part.paths) fmt::print(" {}", path);
    fmt::print("\n");
  }
  if (question.is_screened || engine::judges_endings(question.search)) {
    fmt::print("# expected: about {} variants for each {} that matters, besides the two ends\n",
               2 * std::bit_width(question.parts.size()), question.compared.piece);
    return ExitCode::found;
  }
  const int variants = static_cast<int>(question.variants.size());
  fmt::print("# {} variants:\n", variants);
  for (const engine::SplitVariant& variant : question.variants)
    fmt::print("#   {}\n", engine::variant_name(question.parts, variant.set, question.compared));
  const int samples = question.samples > 0 ? question.samples : k_usual_samples;
  const Expected expected{variants, variants * samples};
  fmt::print("# expected: {} builds and about {} trials{}\n", expected.builds, expected.trials,
             expected_time(plan, expected));
  return ExitCode::found;
}

core::Result<ExitCode> show_matrix(const core::Plan& plan, core::Result<MatrixScope> scope) {
  if (!scope) return std::move(scope).error();
  fmt::print("{}", config::to_toml(plan));
  if (const auto* refused = std::get_if<core::Finding>(&*scope)) {
    fmt::print("\n# refused: {}\n", refused->reason);
    return ExitCode::no_answer;
  }
  const auto& question = std::get<engine::MatrixQuestion>(*scope);
  fmt::print("\n# {} revisions in {} settings:\n", question.matrix.revisions.size(),
             question.matrix.settings.size());
  for (const core::Commit& commit : question.matrix.revisions)
    fmt::print("#   {} {}\n", core::short_id(commit.id), commit.subject);
  const int cells = static_cast<int>(question.candidates.size());
  const bool is_by_ending = engine::judges_endings(question.search);
  const int samples = is_by_ending ? 3 : question.samples > 0 ? question.samples : k_usual_samples;
  const Expected expected{cells, cells * samples};
  fmt::print("# expected: at most {} builds and about {} trials{}\n", expected.builds, expected.trials,
             expected_time(plan, expected));
  return ExitCode::found;
}

}  // namespace

core::Result<ExitCode> show_dry_run(Foundation& foundation, const core::Plan& plan,
                                    const std::vector<core::PartRequest>& required) {
  auto history = open_history(plan, foundation);
  if (!history) return std::move(history).error();
  if (plan.task == core::Task::settings)
    return show_split(plan, find_settings_scope(**history, plan, std::make_shared<SettingBook>(plan)));
  if (plan.task == core::Task::matrix)
    return show_matrix(plan, find_matrix_scope(**history, plan, std::make_shared<SettingBook>(plan)));
  if (plan.task == core::Task::split) {
    auto changes = open_changes(plan, foundation);
    if (!changes) return std::move(changes).error();
    return show_split(plan, find_split_scope(**history,
                                             std::make_shared<const git::Libgit2Changes>(
                                                 std::move(*changes)),
                                             plan, required));
  }
  auto scope = find_scope(**history, plan);
  if (!scope) return std::move(scope).error();
  fmt::print("{}", config::to_toml(plan));
  if (const auto* refused = std::get_if<core::Finding>(&*scope)) {
    fmt::print("\n# refused: {}\n", refused->reason);
    return ExitCode::no_answer;
  }
  const auto& question = std::get<engine::BisectQuestion>(*scope);
  const core::CommitId start = question.graph.is_ancestor(question.good.id, question.bad.id)
                                   ? question.good.id
                                   : question.merge_bases.front();
  const std::vector<core::Commit> chain = question.graph.path(start, question.bad.id);
  print_commits(chain);
  const Expected expected = expected_cost(chain.size() - 1);
  fmt::print("# expected: about {} builds and {} trials{}\n", expected.builds, expected.trials,
             expected_time(plan, expected));
  return ExitCode::found;
}

}  // namespace bisect::app
