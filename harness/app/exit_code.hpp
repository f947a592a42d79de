#pragma once

#include "core/error.hpp"
#include "core/finding.hpp"

namespace bisect::app {

/// Exit codes of the contract (docs and --help): scripts rely on them.
enum class ExitCode {
  found = 0,
  no_answer = 1,
  usage = 2,
  environment = 3,
  locked = 4,
  internal = 70,
  interrupted = 130,
};

[[nodiscard]] ExitCode exit_code_of(core::ErrorKind kind);
[[nodiscard]] ExitCode exit_code_of(core::Verdict verdict);

}  // namespace bisect::app
