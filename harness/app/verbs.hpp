#pragma once

#include "core/result.hpp"
#include "harness/app/cli.hpp"
#include "harness/app/exit_code.hpp"

namespace bisect::app {

// One function a verb. Answers go to stdout, progress and notes to stderr; an Error is printed by the
// caller.

/// A search, a split, a comparison of settings or a matrix: the plan says which.
[[nodiscard]] core::Result<ExitCode> run_bisect(const Invocation& invocation);
[[nodiscard]] core::Result<ExitCode> run_resume(const Invocation& invocation);
[[nodiscard]] core::Result<ExitCode> run_status(const Invocation& invocation);
[[nodiscard]] core::Result<ExitCode> run_log(const Invocation& invocation);
/// Tells the finding of a stored session again; measures and stores nothing.
[[nodiscard]] core::Result<ExitCode> run_report(const Invocation& invocation);
[[nodiscard]] core::Result<ExitCode> run_gc(const Invocation& invocation);

}  // namespace bisect::app
