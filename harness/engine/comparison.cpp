#include "harness/engine/comparison.hpp"

#include "harness/engine/block_effects.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::engine {

void Collected::append(core::RoundOutcome outcome, int blocks_before) {
  builds = std::move(outcome.builds);
  for (core::Trial& trial : outcome.trials) {
    trial.block += blocks_before;
    trials.push_back(std::move(trial));
  }
}

std::optional<core::NotTestable> unusable(const Collected& collected, const Measure& measure,
                                          int arm) {
  const auto index = static_cast<std::size_t>(arm);
  if (index < collected.builds.size() && collected.builds[index].failure)
    return collected.builds[index].failure;
  const Trouble trouble = trouble_of_arm(collected.trials, measure, arm);
  // One failure is forgiven (a hiccup), a rate of 5 % is not: the workload itself is unreliable.
  if (trouble.failed > std::max(1, trouble.trials / 20))
    return core::NotTestable{core::Stage::run, trouble.first_failure, ""};
  if (trouble.zeros > 0)
    return core::NotTestable{core::Stage::run,
                             "reports " + to_text(measure.metric) +
                                 " of zero, which is implausible and gives no ratio",
                             ""};
  return std::nullopt;
}

bool over_limit(const Collected& collected, int arm) {
  return std::any_of(collected.trials.begin(), collected.trials.end(), [&](const core::Trial& t) {
    return t.arm == arm && t.ending == core::Ending::timed_out;
  });
}

std::vector<double> logs_of_arm(const Collected& collected, const Measure& measure, int arm) {
  return without_block_effects(collected.trials, collected.builds.size(),
                               measure)[static_cast<std::size_t>(arm)];
}

core::Ratio ratio_of(const Measure& measure, const Look& look) {
  core::Ratio ratio{std::exp(measure.direction * look.estimate),
                    std::exp(measure.direction * look.low), std::exp(measure.direction * look.high)};
  if (ratio.low > ratio.high) std::swap(ratio.low, ratio.high);
  return ratio;
}

Inquiry<Collected> compare(Investigation& investigation, Comparison comparison) {
  Collected collected;
  int blocks = 0;
  const int arms = static_cast<int>(comparison.round.arms.size());
  for (const std::size_t look : comparison.looks) {
    core::RoundRequest round = comparison.round;
    round.blocks = static_cast<int>(look) - blocks;
    core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
    collected.append(std::move(outcome), blocks);
    blocks = static_cast<int>(look);

    bool trouble = false;
    for (int arm = 0; arm < arms; ++arm)
      trouble = trouble || over_limit(collected, arm) ||
                unusable(collected, investigation.setup.measure, arm).has_value();
    const std::vector<double> differences = comparison.differences(collected.trials);
    collected.look = look_at(differences, comparison.threshold, comparison.bound);
    if (trouble || comparison.enough(collected.look)) break;
  }
  co_return collected;
}

}  // namespace bisect::engine
