#include "harness/app/program.hpp"

#include "harness/app/cli.hpp"
#include "harness/app/exit_code.hpp"
#include "harness/app/terminal.hpp"
#include "harness/app/verbs.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace bisect::app {
namespace {

core::Result<ExitCode> print_ttest(const Invocation& invocation) {
  auto answer = run_ttest(invocation.ttest);
  if (!answer) return std::move(answer).error();
  const bool json = invocation.output.json && *invocation.output.json == "-";
  fmt::print("{}", json ? answer->json : answer->text);
  return ExitCode::found;
}

core::Result<ExitCode> run_verb(const Invocation& invocation) {
  switch (invocation.verb) {
    case Verb::bisect:
    case Verb::split:
    case Verb::settings:
    case Verb::matrix: return run_bisect(invocation);
    case Verb::resume: return run_resume(invocation);
    case Verb::status: return run_status(invocation);
    case Verb::log: return run_log(invocation);
    case Verb::report: return run_report(invocation);
    case Verb::gc: return run_gc(invocation);
    case Verb::ttest: return print_ttest(invocation);
    case Verb::help:
    case Verb::version: fmt::print("{}", invocation.text); return ExitCode::found;
  }
  return core::internal_error("a verb without a function");
}

core::Result<ExitCode> understand_and_run(int argc, const char* const* argv) {
  auto invocation = parse_command_line(argc, argv);
  if (!invocation) return std::move(invocation).error();
  return run_verb(*invocation);
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  try {
    const core::Result<ExitCode> result = understand_and_run(argc, argv);
    if (result) return static_cast<int>(*result);
    print_error(result.error());
    return static_cast<int>(exit_code_of(result.error().kind));
  } catch (const std::exception& broken) {
    print_error(core::internal_error(broken.what()));
    return static_cast<int>(ExitCode::internal);
  }
}

}  // namespace bisect::app
