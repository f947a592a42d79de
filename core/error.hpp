#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bisect::core {

/// What went wrong, by who can cure it. A broken build, crash or time-out *of the subject* is data
/// (see outcome.hpp), never an Error.
enum class ErrorKind {
  usage,        ///< command line or plan: the user can fix the words
  environment,  ///< no repository, no compiler, no space, no permission
  locked,       ///< another run holds the subject
  interrupted,  ///< Ctrl-C, SIGTERM
  internal,     ///< a broken promise of our own
};

/// An error for a person: what happened and where (`message`), and what cures it (`hints`).
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message;              ///< one sentence, no trailing newline
  std::vector<std::string> hints;   ///< each one a flag, command or step that helps
};

[[nodiscard]] inline Error usage_error(std::string message, std::vector<std::string> hints = {}) {
  return {ErrorKind::usage, std::move(message), std::move(hints)};
}

[[nodiscard]] inline Error environment_error(std::string message,
                                             std::vector<std::string> hints = {}) {
  return {ErrorKind::environment, std::move(message), std::move(hints)};
}

[[nodiscard]] inline Error internal_error(std::string message) {
  return {ErrorKind::internal, std::move(message), {}};
}

[[nodiscard]] inline Error interrupted_error() {
  return {ErrorKind::interrupted, "interrupted", {}};
}

}  // namespace bisect::core
