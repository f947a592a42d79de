#include "harness/app/cli_options.hpp"

#include <algorithm>

namespace bisect::app {
namespace {

constexpr std::size_t k_width = 80;
constexpr std::size_t k_text_column = 23;

/// Appends words so that no line is longer than the help is wide; continuation lines are indented.
void append_wrapped(std::string& out, std::size_t column, std::size_t indent, std::string_view text) {
  bool at_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!at_start && column + 1 + word.size() > k_width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
      at_start = true;
    }
    if (!at_start) out += ' ';
    out += word;
    column += word.size() + (at_start ? 0 : 1);
    at_start = false;
  }
  out += '\n';
}

/// "  --name ARG     text", the text on the next line when the left side is long.
void append_entry(std::string& out, const std::string& left, std::string_view text) {
  std::string line = "  " + left;
  if (line.size() + 2 > k_text_column) {
    out += line + "\n";
    line.clear();
  }
  line.resize(k_text_column, ' ');
  out += line;
  append_wrapped(out, k_text_column, k_text_column, text);
}

void append_options(std::string& out, Verb verb) {
  const std::vector<OptionEntry> options = options_of(verb);
  for (const OptionGroup group :
       {OptionGroup::comparison, OptionGroup::search, OptionGroup::work, OptionGroup::question,
        OptionGroup::history, OptionGroup::limits, OptionGroup::places, OptionGroup::output}) {
    bool has_heading = false;
    for (const OptionEntry& option : options) {
      if (option.group != group) continue;
      if (!has_heading) out += "\n" + std::string(heading(group)) + ":\n";
      has_heading = true;
      std::string left(option.name);
      if (!option.argument.empty()) left += " " + std::string(option.argument);
      append_entry(out, left, option.text);
    }
  }
}

constexpr std::string_view k_examples = R"(
Examples:
  The commit between v1.4 and main that made the benchmark slower:
    bisect --good v1.4 --bad main --build 'make -j4' --run './bench'

  A number from the program's own output, one submodule held still:
    bisect --good v1.4 --bad main --build 'make -j4' --run './bench --json' \
           --metric json:/decode/ns --pin third_party/zlib=v1.2.11

  The commit that broke the test suite, as a plan file with a time limit:
    bisect --plan nightly.toml --look-for failing --budget 3h
)";

constexpr std::string_view k_exit_codes = R"(
Exit status: 0 found; 1 ran, but no answer or no change; 2 usage or plan;
3 environment; 4 another run is at work; 70 internal error; 130 interrupted.
)";

std::string overview() {
  std::string out = "bisect finds the commit that made a program slower, faster or broken.\n\nUsage:\n"
                    "  bisect --good REV --bad REV [options]\n";
  for (const VerbEntry& verb : all_verbs()) out += "  bisect " + std::string(verb.usage) + "\n";
  out += "\nVerbs:\n";
  for (const VerbEntry& verb : all_verbs()) append_entry(out, std::string(verb.name), verb.text);
  append_entry(out, "VERB --help", "the options of a verb");
  append_options(out, Verb::bisect);
  return out + std::string(k_examples) + std::string(k_exit_codes);
}

constexpr std::string_view k_ttest_notes = R"(
Files hold numbers separated by white space; # starts a comment. The t-tests
take the numbers for independent and roughly normal: one number for each start
of the program, not one for each repetition inside it.

Examples:
  bisect ttest before.txt after.txt --tail less
  bisect ttest --summary 301.324,19.978,136 294.094,19.759,136
)";

constexpr std::string_view k_split_notes = R"(
Builds and measures, in the same rounds, the parent, the whole change, each
part alone, the change without each part, and up to four parts every
combination. Parts may also stand in the plan file, under [parts].

Examples:
  bisect split v2.1 --part python='python/**' --part native='src/**,include' \
         --build 'make -j4' --run ./bench
  bisect split main~20..main --part parser=src/parser --samples 136 --run ./bench
)";

constexpr std::string_view k_settings_notes = R"(
The two settings stand in the plan file, as [setting.NAME] with commands,
environment and pin. Each variable, each word of a command and each flag in
which they differ is tried: up to four in every combination, more by halving.

Examples:
  bisect settings --rev v1.8.0 --good-setting container --bad-setting pip \
         --look-for failing
  bisect settings --env OMP_WAIT_POLICY='passive|active' --run ./bench
)";

constexpr std::string_view k_matrix_notes = R"(
Each revision is built and run in each setting. Cells that work are measured
in the same blocks; with --look-for failing no number is compared.

Example:
  bisect matrix v1.5 v1.6 v1.7 --settings pip,container --look-for failing
)";

/// What stands below the options of a verb.
std::string_view notes_of(Verb verb) {
  if (verb == Verb::ttest) return k_ttest_notes;
  if (verb == Verb::split) return k_split_notes;
  if (verb == Verb::settings) return k_settings_notes;
  if (verb == Verb::matrix) return k_matrix_notes;
  return {};
}

}  // namespace

std::string help_text(Verb verb) {
  for (const VerbEntry& entry : all_verbs()) {
    if (entry.verb != verb) continue;
    std::string out = "bisect " + std::string(entry.name) + ": " + std::string(entry.text) +
                      ".\n\nUsage:\n  bisect " + std::string(entry.usage) + "\n";
    append_options(out, verb);
    return out + std::string(notes_of(verb));
  }
  return overview();
}

std::string program_version() { return BISECT_VERSION; }

}  // namespace bisect::app
