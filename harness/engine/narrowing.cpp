#include "harness/engine/narrowing.hpp"

#include "harness/engine/posterior_narrowing.hpp"
#include "harness/engine/step.hpp"

namespace bisect::engine {
ChainSearch::State state_of(const Assessment& assessment, const Sorting& sorting) {
  using State = ChainSearch::State;
  const State good = sorting.reversed ? State::bad : State::good;
  const State bad = sorting.reversed ? State::good : State::bad;
  switch (assessment.standing) {
    case core::Standing::good: return good;
    case core::Standing::bad: return bad;
    case core::Standing::between: return sorting.between;
    case core::Standing::untestable: return State::untestable;
    case core::Standing::identical: break;  // a row for reports, never a judgement
  }
  return State::unknown;
}

namespace {

void show(Investigation& investigation, const std::vector<core::Commit>& chain,
          const ChainSearch& search) {
  const Bracket bracket = search.bracket();
  investigation.suspects = {chain, bracket.good, bracket.bad};
  investigation.outlook.candidates_left = bracket.bad - bracket.good;
  investigation.outlook.steps_left = search.expected_steps();
}

}  // namespace

Inquiry<Narrowed> narrow(Investigation& investigation, std::vector<core::Commit> chain,
                         Sorting sorting) {
  if (sorting.between == ChainSearch::State::bad && !sorting.reversed) {
    const std::optional<Narrowed> by_posterior = co_await narrow_by_posterior(investigation, chain);
    if (by_posterior) co_return *by_posterior;
  }
  ChainSearch search(static_cast<int>(chain.size()) - 1);
  Narrowed narrowed;
  show(investigation, chain, search);
  while (const std::optional<int> position = search.next()) {
    core::Commit commit = chain[static_cast<std::size_t>(*position)];
    const Assessment assessment = co_await judge_step(investigation, std::move(commit));
    if (assessment.standing == core::Standing::between) narrowed.more = true;
    search.set(*position, state_of(assessment, sorting));
    show(investigation, chain, search);
  }
  narrowed.steps = {search.bracket()};
  co_return narrowed;
}

}  // namespace bisect::engine
