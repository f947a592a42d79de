#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/cli.hpp"
#include "harness/app/exit_code.hpp"
#include "harness/app/toolbox.hpp"
#include "harness/store/trial_store.hpp"

#include <optional>

namespace bisect::app {

/// Runs one search from the plan to the told answer. A session given is gone on with; else an
/// unfinished one of just this plan is, else a new one is begun. Of the invocation only what shapes
/// the answer is used: the plan is the session's.
[[nodiscard]] core::Result<ExitCode> run_search(Foundation& foundation, Toolbox& toolbox,
                                                store::Session session,
                                                const Invocation& invocation);

/// A session that was not begun yet.
[[nodiscard]] store::Session new_session(const core::Plan& plan, const core::Clock& clock);

}  // namespace bisect::app
