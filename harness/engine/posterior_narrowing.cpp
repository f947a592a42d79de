#include "harness/engine/posterior_narrowing.hpp"

#include "harness/engine/chain_narrower.hpp"

namespace bisect::engine {
namespace {

using change_point::SearchRound;

/// Numbers of an end: its own or those of the program that it is.
const Assessment* measured_end(const Investigation& investigation, const core::Commit& commit) {
  const Assessment* end = investigation.find(commit.id);
  if (end != nullptr && end->same_as) end = investigation.find(*end->same_as);
  const bool serves = end != nullptr && !end->logs.empty() && end->standing != core::Standing::between;
  return serves ? end : nullptr;
}

/// Builds the target where that is news, and says whether the round is worth measuring.
Inquiry<bool> prepare(Investigation& investigation, ChainNarrower& narrower, int target) {
  const core::Commit& commit = narrower.commit(target);
  core::RoundRequest probe = investigation.request(core::Purpose::probe, {commit}, 0);
  const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
  const core::Build& build = built.builds.front();
  if (build.failure) {
    narrower.untestable(target, *build.failure);
    co_return false;
  }
  for (const std::string& warning : build.warnings) investigation.warn(warning);
  const bool by_size = investigation.setup.measure.metric.source == core::MetricSource::size;
  if (const Assessment* twin = investigation.find_program(build.program); twin && !by_size) {
    const int position = narrower.position_of(*twin);
    if (position >= 0 && position != target) {
      narrower.same(target, position, build.program);
      co_return false;
    }
  }
  co_return true;
}

}  // namespace

Inquiry<std::optional<Narrowed>> narrow_by_posterior(Investigation& investigation,
                                                     std::vector<core::Commit> chain) {
  if (judges_endings(investigation.question) || chain.size() < 3) co_return std::nullopt;
  const Assessment* first = measured_end(investigation, chain.front());
  const Assessment* second = measured_end(investigation, chain.back());
  if (first == nullptr || second == nullptr || first == second) co_return std::nullopt;
  ChainNarrower narrower(investigation, std::move(chain));
  narrower.start(Assessment(*first), Assessment(*second));
  while (const SearchRound* wanted = narrower.wanted()) {
    const SearchRound round = *wanted;
    const SearchRound::Member& target = round.members.back();
    const core::Commit& commit = narrower.commit(target.commit);
    investigation.outlook.activity = "testing " + core::short_id(commit.id) + " " + commit.subject;
    if (!target.build) {
      const bool worth = co_await prepare(investigation, narrower, target.commit);
      if (!worth) continue;
    }
    core::RoundRequest request = narrower.request(round);
    const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(request));
    narrower.take(round, outcome);
  }
  const std::optional<Narrowed> narrowed = narrower.narrowed();
  if (narrowed) narrower.settle();
  else narrower.forget();
  co_return narrowed;
}

}  // namespace bisect::engine
