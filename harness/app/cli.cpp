#include "harness/app/cli.hpp"

#include "harness/app/cli_options.hpp"
#include "harness/app/cli_parser.hpp"
#include "harness/config/metric_spec.hpp"
#include "harness/config/nearest.hpp"
#include "harness/config/quantities.hpp"
#include "harness/config/requests.hpp"

#include <algorithm>
#include <array>

namespace bisect::app {
namespace {

using core::usage_error;
using Done = core::Result<void>;

void take_text(const CommandLine& line, const std::string& name, std::optional<std::string>& slot) {
  if (line.has(name)) slot = line.value(name);
}

template <class Slot, class Parse>
Done take(const CommandLine& line, const std::string& name, std::optional<Slot>& slot, Parse parse) {
  if (!line.has(name)) return {};
  auto value = parse(line.value(name));
  if (!value) return config::prefixed(name, value.error());
  slot = *std::move(value);
  return {};
}

template <class Element, class Parse>
Done take_all(const CommandLine& line, const std::string& name, std::vector<Element>& slot,
              Parse parse) {
  for (const std::string& text : line.all(name)) {
    auto value = parse(text);
    if (!value) return config::prefixed(name, value.error());
    slot.push_back(*std::move(value));
  }
  return {};
}

core::Result<std::filesystem::path> parse_path(const std::string& text) {
  if (text.empty()) return usage_error("the path is empty");
  return std::filesystem::path(text);
}

core::Result<std::string> parse_revision(const std::string& text) {
  if (text.empty() || text.starts_with('-'))
    return usage_error("'" + text + "' is not a revision",
                       {"give a commit, tag or branch, such as v1.4 or HEAD~20"});
  return text;
}

/// Where settings are compared, a value with a bar is two values.
Done take_environment(Verb verb, const CommandLine& line, config::PlanDraft& draft) {
  std::vector<config::Assignment> assignments;
  Done done = take_all(line, "--env", assignments, config::parse_assignment);
  for (config::Assignment& assignment : assignments) {
    if (verb != Verb::settings || assignment.value.find('|') == std::string::npos) {
      draft.environment[assignment.name] = std::move(assignment.value);
      continue;
    }
    core::Result<core::Toggle> toggle = config::parse_toggle(assignment.name, assignment.value);
    if (!toggle) return config::prefixed("--env", toggle.error());
    draft.toggles.push_back(*std::move(toggle));
  }
  return done;
}

Done first_error(std::initializer_list<Done> steps) {
  for (const Done& step : steps)
    if (!step) return step;
  return {};
}

Done fill_draft(Verb verb, const CommandLine& line, config::PlanDraft& draft) {
  take_text(line, "--prepare", draft.prepare);
  take_text(line, "--build", draft.build);
  take_text(line, "--run", draft.run);
  take_text(line, "--match", draft.match);
  take_text(line, "--setting", draft.setting);
  take_text(line, "--good-setting", draft.good_setting);
  take_text(line, "--bad-setting", draft.bad_setting);
  if (line.has("--first-parent")) draft.walk = core::Walk::first_parent;
  if (line.has("--per-file")) draft.grain = core::Grain::per_file;
  if (line.has("--per-hunk")) draft.grain = core::Grain::per_hunk;
  if (line.has("--no-descend")) draft.descend = core::Descend::never;
  return first_error({
      take(line, "--good", draft.good, parse_revision),
      take(line, "--bad", draft.bad, parse_revision),
      take_all(line, "--rev", draft.revisions, parse_revision),
      take(line, "--repo", draft.repository, parse_path),
      take_all(line, "--part", draft.parts, config::parse_part),
      take(line, "--samples", draft.samples, config::parse_count),
      take_all(line, "--metric", draft.metrics, config::parse_metric),
      take(line, "--look-for", draft.look_for, config::parse_look_for),
      take(line, "--min-effect", draft.min_effect, config::parse_percent),
      take(line, "--confidence", draft.confidence, config::parse_percent),
      take_all(line, "--pin", draft.pins, config::parse_pin),
      take_all(line, "--patch", draft.patches, config::parse_patch),
      take_environment(verb, line, draft),
      take(line, "--build-timeout", draft.build_timeout, config::parse_duration),
      take(line, "--run-timeout", draft.run_timeout, config::parse_duration),
      take(line, "--budget", draft.budget, config::parse_duration),
      take(line, "--max-builds", draft.max_builds, config::parse_count),
      take(line, "--retries", draft.retries, config::parse_count),
      take(line, "--db", draft.database, parse_path),
      take(line, "--work-dir", draft.work_dir, parse_path),
      take(line, "--seed", draft.seed, config::parse_seed),
  });
}

template <class Value>
struct Choice {
  std::string name;
  Value value;
};

template <class Value>
core::Result<Value> choose(const std::string& text, const std::vector<Choice<Value>>& choices) {
  std::vector<std::string> names;
  for (const Choice<Value>& choice : choices) {
    if (choice.name == text) return choice.value;
    names.push_back(choice.name);
  }
  return usage_error("'" + text + "' is not a choice", {"choose " + config::alternatives(names)});
}

core::Result<Color> parse_color(const std::string& text) {
  return choose<Color>(text, {{"auto", Color::automatic}, {"never", Color::never},
                              {"always", Color::always}});
}

/// A page is for a browser: stdout would mix it with the text.
core::Result<std::filesystem::path> parse_report(const std::string& text) {
  if (text == "-") return usage_error("a page cannot go to stdout", {"give it a file: --report page.html"});
  return parse_path(text);
}

core::Result<core::SessionId> parse_session(const std::string& text) {
  auto number = config::parse_count(text);
  if (!number || *number == 0)
    return usage_error("'" + text + "' is not the number of a session", {"bisect status lists them"});
  return core::SessionId{*number};
}

core::Result<OutputOptions> read_output(const CommandLine& line) {
  OutputOptions output;
  if (line.has("--quiet") && line.has("--verbose"))
    return usage_error("--quiet and --verbose exclude each other");
  if (line.has("--quiet")) output.loudness = Loudness::quiet;
  if (line.has("--verbose")) output.loudness = Loudness::verbose;
  output.yes = line.has("--yes");
  output.dry_run = line.has("--dry-run");
  std::optional<Color> color;
  const Done done = first_error({take(line, "--json", output.json, parse_path),
                                 take(line, "--markdown", output.markdown, parse_path),
                                 take(line, "--report", output.report, parse_report),
                                 take(line, "--color", color, parse_color)});
  if (!done) return done.error();
  output.color = color.value_or(Color::automatic);
  if (output.json == "-" && output.markdown == "-")
    return usage_error("--json and --markdown cannot both go to stdout", {"give one of them a file"});
  return output;
}

core::Result<TwoSampleTest> parse_test(const std::string& text) {
  return choose<TwoSampleTest>(text, {{"pooled", TwoSampleTest::pooled},
                                      {"welch", TwoSampleTest::welch},
                                      {"paired", TwoSampleTest::paired},
                                      {"rank", TwoSampleTest::rank}});
}

core::Result<stats::Tail> parse_tail(const std::string& text) {
  return choose<stats::Tail>(text, {{"greater", stats::Tail::greater}, {"less", stats::Tail::less},
                                    {"two", stats::Tail::two_sided}});
}

core::Result<TTestOptions> read_ttest(const CommandLine& line, const config::PlanDraft& draft) {
  TTestOptions options;
  std::optional<TwoSampleTest> test;
  std::optional<stats::Tail> tail;
  const Done done = first_error({take_all(line, "--summary", options.summaries, parse_moments),
                                 take(line, "--test", test, parse_test),
                                 take(line, "--tail", tail, parse_tail)});
  if (!done) return done.error();
  options.test = test.value_or(options.test);
  options.tail = tail.value_or(options.tail);
  options.confidence = draft.confidence.value_or(options.confidence);
  options.files.assign(line.words.begin(), line.words.end());
  return options;
}

Done read_split(const CommandLine& line, config::PlanDraft& draft) {
  draft.task = core::Task::split;
  if (line.has("--per-file") && line.has("--per-hunk"))
    return usage_error("parts are files or hunks, not both", {"give --per-file or --per-hunk"});
  for (const char* option : {"--per-file", "--per-hunk"})
    if (line.has(option) && line.has("--part"))
      return usage_error(std::string(option) + " finds the parts itself, --part names them",
                         {"give one of the two"});
  if (line.words.empty()) return {};  // the plan file may say what
  if (line.words.size() > 1)
    return usage_error("one commit or range is split at a time, not '" + line.words[1] + "' as well",
                       {"a range is written FROM..TO"});
  core::Result<std::string> revision = parse_revision(line.words.front());
  if (!revision) return revision.error();
  draft.split = *std::move(revision);
  return {};
}

Done read_matrix(const CommandLine& line, config::PlanDraft& draft) {
  draft.task = core::Task::matrix;
  for (const std::string& word : line.words) {
    core::Result<std::string> revision = parse_revision(word);
    if (!revision) return revision.error();
    draft.revisions.push_back(*std::move(revision));
  }
  if (!line.has("--settings")) return {};
  core::Result<std::vector<std::string>> names = config::parse_names(line.value("--settings"));
  if (!names) return config::prefixed("--settings", names.error());
  draft.matrix_settings = *std::move(names);
  return {};
}

core::Error unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const VerbEntry& entry : all_verbs()) names.emplace_back(entry.name);
  std::vector<std::string> hints;
  if (const std::string meant = config::nearest(word, names); !meant.empty())
    hints.push_back("did you mean bisect " + meant + "?");
  hints.push_back("verbs: " + config::alternatives(names) +
                  "; without a verb: bisect --good REV --bad REV");
  return usage_error("unknown verb '" + word + "'", std::move(hints));
}

/// The verb that the first argument names; no word there means the main job.
core::Result<Verb> read_verb(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return Verb::bisect;
  const std::string& word = arguments.front();
  if (word == "help") return Verb::help;
  if (word == "version") return Verb::version;
  for (const VerbEntry& entry : all_verbs())
    if (entry.name == word) return entry.verb;
  return unknown_verb(word);
}

Invocation said(Verb verb, std::string text) {
  Invocation invocation;
  invocation.verb = verb;
  invocation.text = std::move(text);
  return invocation;
}

core::Result<Invocation> read_options(Verb verb, const CommandLine& line) {
  if (line.has("--help")) return said(Verb::help, help_text(verb));
  if (line.has("--version")) return said(Verb::version, "bisect " + program_version() + "\n");
  Invocation invocation;
  invocation.verb = verb;
  if (const Done done = fill_draft(verb, line, invocation.draft); !done) return done.error();
  if (const Done done = take(line, "--plan", invocation.plan_file, parse_path); !done)
    return done.error();
  core::Result<OutputOptions> output = read_output(line);
  if (!output) return output.error();
  invocation.output = *std::move(output);
  invocation.split_at_once = line.has("--split");
  if (const Done done = take(line, "--session", invocation.session, parse_session); !done)
    return done.error();
  if (verb == Verb::settings) invocation.draft.task = core::Task::settings;
  if (verb == Verb::matrix)
    if (const Done done = read_matrix(line, invocation.draft); !done) return done.error();
  if (verb == Verb::split)
    if (const Done done = read_split(line, invocation.draft); !done) return done.error();
  if (verb != Verb::ttest) return invocation;
  core::Result<TTestOptions> ttest = read_ttest(line, invocation.draft);
  if (!ttest) return ttest.error();
  invocation.ttest = *std::move(ttest);
  return invocation;
}

}  // namespace

core::Result<Invocation> parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const core::Result<Verb> verb = read_verb(arguments);
  if (!verb) return verb.error();
  if (*verb == Verb::version) return said(*verb, "bisect " + program_version() + "\n");
  if (*verb != Verb::bisect) arguments.erase(arguments.begin());
  if (*verb == Verb::help) {  // "help VERB" is "VERB --help"
    const core::Result<Verb> about = read_verb(arguments);
    if (!about) return about.error();
    return said(Verb::help, help_text(*about));
  }
  const core::Result<CommandLine> line = take_apart(*verb, arguments);
  if (!line) return line.error();
  return read_options(*verb, *line);
}

}  // namespace bisect::app
