#pragma once

#include "tests/acceptance/scene.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace bisect::acceptance {

/// What the program answered: the finding in JSON, and how it ended.
struct Answer {
  nlohmann::json finding;  ///< {} when stdout was no JSON document
  support::Execution execution;

  [[nodiscard]] std::string verdict() const;
  /// Full ids of `commits`, in the answer's order.
  [[nodiscard]] std::vector<std::string> commits() const;
  /// Ids among `commits` of this kind: "slower", "faster", …
  [[nodiscard]] std::vector<std::string> commits_of_kind(const std::string& kind) const;
  [[nodiscard]] std::string reason() const;
  /// All warnings, a line each.
  [[nodiscard]] std::string warnings() const;
  /// For a failing test: the command, the finding and the end of stderr.
  [[nodiscard]] std::string story() const;
};

/// Reads an execution's stdout as a finding and checks what every finding promises: the keys and
/// their ranges, and the exit status that belongs to the verdict.
Answer read_answer(const support::Execution& execution);

/// Asks with `--json -`, reads the answer, and checks that nothing in the fixture (the user's
/// checkout, its .git, the repositories beside it) has changed by a byte.
Answer ask(const Scene& scene, const Question& question);

}  // namespace bisect::acceptance
