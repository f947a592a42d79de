#include "harness/app/cli_parser.hpp"

#include "harness/app/cli_options.hpp"
#include "harness/config/nearest.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <deque>

namespace bisect::app {
namespace {

using core::usage_error;

/// Where CLI11 leaves what it finds for one option; at a fixed address.
struct Slot {
  OptionEntry entry;
  std::vector<std::string> values;
  CLI::Option* option = nullptr;
};

std::string help_hint(Verb verb) {
  for (const VerbEntry& entry : all_verbs())
    if (entry.verb == verb) return "bisect " + std::string(entry.name) + " --help shows what it takes";
  return "bisect --help shows all options";
}

bool is_known_option(std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto options = all_options();
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionEntry& option) { return option.name == name; });
}

const OptionEntry* find_option(std::string_view name) {
  for (const OptionEntry& option : all_options())
    if (option.name == name) return &option;
  return nullptr;
}

core::Error unknown_option(Verb verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const OptionEntry& option : options_of(verb)) known.emplace_back(option.name);
  std::vector<std::string> hints;
  if (const std::string meant = config::nearest(name, known); !meant.empty())
    hints.push_back("did you mean " + meant + "?");
  else if (is_known_option(name))
    hints.emplace_back(name + " belongs to another verb");
  hints.push_back(help_hint(verb));
  return usage_error("unknown option " + name, std::move(hints));
}

core::Error unexpected_word(Verb verb, const std::string& word) {
  for (const VerbEntry& entry : all_verbs())
    if (entry.name == word)
      return usage_error("the verb '" + word + "' must come first",
                         {"write bisect " + word + " …"});
  return usage_error("unexpected '" + word + "'",
                     {"quote a command that has several words: --run './bench --fast'",
                      help_hint(verb)});
}

core::Error unexpected(Verb verb, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (word.starts_with('-') && word.size() > 1) return unknown_option(verb, word);
  return unexpected_word(verb, words.empty() ? "" : words.front());
}

core::Error value_missing(const std::string& name) {
  const OptionEntry* option = find_option(name);
  const std::string argument = option == nullptr ? "VALUE" : std::string(option->argument);
  return usage_error(name + " needs a value", {"write " + name + " " + argument});
}

/// CLI11 takes whatever follows an option as its value; an option in that place was meant as one.
core::Result<void> check_values(const std::deque<Slot>& slots) {
  for (const Slot& slot : slots)
    for (const std::string& value : slot.option->results())
      if (is_known_option(value)) return value_missing(std::string(slot.entry.name));
  return {};
}

core::Result<void> check_count(const Slot& slot) {
  const std::string name(slot.entry.name);
  const std::size_t per_use = slot.entry.argument.empty() ? 1 : slot.entry.values;
  if (slot.option->count() % per_use != 0) return value_missing(name);
  if (slot.entry.occurrence == Occurrence::once && slot.option->count() > per_use)
    return usage_error(name + " is given more than once", {"give it once"});
  return {};
}

void add_option(CLI::App& app, Slot& slot) {
  const std::string name(slot.entry.name);
  if (slot.entry.argument.empty()) {
    slot.option = app.add_flag(name == "--help" ? "-h,--help" : name);
    slot.option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return;
  }
  slot.option = app.add_option(name, slot.values);
  if (slot.entry.values > 1)
    slot.option->type_size(1)->expected(slot.entry.values)->multi_option_policy(
        CLI::MultiOptionPolicy::TakeAll);
  slot.option->allow_extra_args(false);
}

core::Result<void> check_flags(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos) continue;
    const OptionEntry* option = find_option(argument.substr(0, equals));
    if (option != nullptr && option->argument.empty())
      return usage_error(argument.substr(0, equals) + " takes no value",
                         {"write " + argument.substr(0, equals) + " alone"});
  }
  return {};
}

/// "--name=" means an empty value; CLI11 would take the next word instead.
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    const bool is_empty_value = argument.ends_with('=') && is_known_option(argument) &&
                                argument.find('=') + 1 == argument.size();
    words.push_back(is_empty_value ? argument.substr(0, argument.size() - 1) : argument);
    if (is_empty_value) words.emplace_back();
  }
  return words;
}

}  // namespace

std::string CommandLine::value(const std::string& name) const {
  const std::vector<std::string>& given = all(name);
  return given.empty() ? std::string() : given.front();
}

const std::vector<std::string>& CommandLine::all(const std::string& name) const {
  static const std::vector<std::string> k_none;
  const auto found = values.find(name);
  return found == values.end() ? k_none : found->second;
}

core::Result<CommandLine> take_apart(Verb verb, const std::vector<std::string>& arguments) {
  CLI::App app;
  app.set_help_flag();
  std::deque<Slot> slots;
  for (const OptionEntry& entry : options_of(verb)) {
    slots.push_back({entry, {}, nullptr});
    add_option(app, slots.back());
  }
  if (core::Result<void> sound = check_flags(arguments); !sound) return sound.error();
  CommandLine line;
  if (verb == Verb::ttest || verb == Verb::split || verb == Verb::matrix) app.add_option("words", line.words);
  try {
    std::vector<std::string> words = with_empty_values(arguments);
    std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    if (core::Result<void> sound = check_values(slots); !sound) return sound.error();
    return unexpected(verb, app.remaining());
  } catch (const CLI::ArgumentMismatch&) {
    // An option takes any word that follows it, so only the last one can be left without.
    return value_missing(arguments.back());
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what(), {help_hint(verb)});
  }
  if (core::Result<void> sound = check_values(slots); !sound) return sound.error();
  for (const Slot& slot : slots) {
    if (slot.option->count() == 0) continue;
    if (core::Result<void> sound = check_count(slot); !sound) return sound.error();
    line.values[std::string(slot.entry.name)] = slot.values;
  }
  return line;
}

}  // namespace bisect::app
