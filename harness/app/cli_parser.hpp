#pragma once

#include "core/result.hpp"
#include "harness/app/cli.hpp"

#include <map>
#include <string>
#include <vector>

namespace bisect::app {

/// A command line taken apart, values still as text.
struct CommandLine {
  std::map<std::string, std::vector<std::string>> values;  ///< by "--name"; flags have no elements
  std::vector<std::string> words;                          ///< what is not an option

  [[nodiscard]] bool has(const std::string& name) const { return values.contains(name); }
  /// The value of an option that is given once; empty when it is not given.
  [[nodiscard]] std::string value(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& all(const std::string& name) const;
};

/// `arguments` without the program and the verb. Error `usage` for an unknown option (with the
/// nearest known one), a missing value, an option given twice, a word that does not belong.
[[nodiscard]] core::Result<CommandLine> take_apart(Verb verb,
                                                   const std::vector<std::string>& arguments);

}  // namespace bisect::app
