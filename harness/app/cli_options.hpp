#pragma once

#include "harness/app/cli.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::app {

/// Headings of the help, in this order.
enum class OptionGroup { comparison, search, work, question, history, limits, places, output };

enum class Occurrence { once, repeatable };

/// One option of the command line: the parser and the help are both made from this table.
struct OptionEntry {
  std::string_view name;      ///< with the dashes
  std::string_view argument;  ///< as the help shows it; empty = a flag
  OptionGroup group;
  unsigned verbs;             ///< set of verb_bit
  std::string_view text;      ///< for the help, one paragraph
  Occurrence occurrence = Occurrence::once;
  int values = 1;             ///< each time it is given
};

struct VerbEntry {
  Verb verb;
  std::string_view name;
  std::string_view usage;  ///< what stands behind "bisect "
  std::string_view text;   ///< one line
};

[[nodiscard]] constexpr unsigned verb_bit(Verb verb) { return 1U << static_cast<unsigned>(verb); }

[[nodiscard]] std::span<const OptionEntry> all_options();
[[nodiscard]] std::vector<OptionEntry> options_of(Verb verb);

/// The verbs that have a word of their own.
[[nodiscard]] std::span<const VerbEntry> all_verbs();

[[nodiscard]] std::string_view heading(OptionGroup group);

}  // namespace bisect::app
