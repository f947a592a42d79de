#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/setting_book.hpp"
#include "harness/app/toolbox.hpp"
#include "harness/engine/round_runner.hpp"
#include "harness/engine/strategy.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace bisect::app {

/// A strategy that is ready to ask, and what its rounds need.
struct Asking {
  std::unique_ptr<engine::Strategy> strategy;
  engine::RoundRules rules;
  std::shared_ptr<SettingBook> book;  ///< what its candidates are built in
};

/// What the plan asks, or the finding that refuses it.
using Asked = std::variant<Asking, core::Finding>;

/// Where it is asked.
struct Subject {
  git::History& history;
  const bench::HostObservation& host;
};

/// Looks up what the plan names and makes the strategy of its task. `required`: parts that the command
/// line of a split named for just this change.
[[nodiscard]] core::Result<Asked> ask(Foundation& foundation, const Subject& subject,
                                      const core::Plan& plan,
                                      const std::vector<core::PartRequest>& required);

}  // namespace bisect::app
