#include "harness/app/exit_code.hpp"

namespace bisect::app {

ExitCode exit_code_of(core::ErrorKind kind) {
  switch (kind) {
    case core::ErrorKind::usage: return ExitCode::usage;
    case core::ErrorKind::environment: return ExitCode::environment;
    case core::ErrorKind::locked: return ExitCode::locked;
    case core::ErrorKind::interrupted: return ExitCode::interrupted;
    case core::ErrorKind::internal: return ExitCode::internal;
  }
  return ExitCode::internal;
}

ExitCode exit_code_of(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::culprit:
    case core::Verdict::candidates:
    case core::Verdict::culprits:
    case core::Verdict::gradual:
    case core::Verdict::interaction:
    case core::Verdict::compared:
    case core::Verdict::slow_at_merge_base: return ExitCode::found;
    case core::Verdict::none:
    case core::Verdict::improvement:
    case core::Verdict::undecided:
    case core::Verdict::refused: return ExitCode::no_answer;
  }
  return ExitCode::internal;
}

}  // namespace bisect::app
