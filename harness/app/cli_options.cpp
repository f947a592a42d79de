#include "harness/app/cli_options.hpp"

#include <algorithm>
#include <array>

namespace bisect::app {
namespace {

using enum OptionGroup;

constexpr unsigned k_bisect = verb_bit(Verb::bisect);
constexpr unsigned k_split = verb_bit(Verb::split);
constexpr unsigned k_settings = verb_bit(Verb::settings);
constexpr unsigned k_in_one_setting = k_bisect | k_split;
constexpr unsigned k_matrix = verb_bit(Verb::matrix);
constexpr unsigned k_asking = k_in_one_setting | k_settings | k_matrix;
constexpr unsigned k_searching = k_asking | verb_bit(Verb::resume);
constexpr unsigned k_ttest = verb_bit(Verb::ttest);
constexpr unsigned k_report = verb_bit(Verb::report);
constexpr unsigned k_answering = k_searching | k_report;
constexpr unsigned k_on_subject = k_answering | verb_bit(Verb::status) | verb_bit(Verb::log) |
                                  verb_bit(Verb::gc);
constexpr unsigned k_every = k_on_subject | k_ttest;

constexpr std::array k_options{
    OptionEntry{"--good", "REV", search, k_bisect, "a revision without the change"},
    OptionEntry{"--bad", "REV", search, k_bisect, "a revision with the change"},
    OptionEntry{"--rev", "REV", search, k_settings, "the revision to compare settings at (default HEAD)"},
    OptionEntry{"--good-setting", "NAME", search, k_settings,
                "the [setting.NAME] of the plan file that is well"},
    OptionEntry{"--bad-setting", "NAME", search, k_settings,
                "the one that is slower, or fails; what it says otherwise than the good one is told apart"},
    OptionEntry{"--settings", "NAME,NAME", search, k_matrix,
                "the settings of the plan file to try (default: all of them)"},
    OptionEntry{"--part", "NAME=GLOB[,GLOB]", search, k_in_one_setting,
                "a named part of the change: files, folders, or patterns with *, ? and **. The first "
                "part that names a path gets it; what none names is the part rest",
                Occurrence::repeatable},
    OptionEntry{"--per-file", "", search, k_split,
                "find the files that matter, in place of parts that are named: about one variant for "
                "each halving of the files, and for each file that matters"},
    OptionEntry{"--per-hunk", "", search, k_split,
                "the same with the hunks of files; hunks that do not build without each other stay together"},
    OptionEntry{"--split", "", search, k_bisect,
                "when a culprit is found that touches several parts, measure them at once, as bisect "
                "split does"},
    OptionEntry{"--samples", "N", search, k_asking,
                "trials of each variant of a split or comparison; default: as many as it takes to know each "
                "effect to half of the smallest change that counts, at most 320"},
    OptionEntry{"--session", "N", search, k_report,
                "the number that bisect status shows; default: the latest session"},
    OptionEntry{"--repo", "DIR", search, k_on_subject,
                "the repository to search; default: that of the current folder. Its work tree, "
                "index, refs and configuration are never touched"},
    OptionEntry{"--plan", "FILE", search, k_on_subject,
                "TOML file that holds these options; default: bisect.toml in the current folder, "
                "if there. What the command line says comes first"},
    OptionEntry{"--dry-run", "", search, k_asking,
                "show the merged plan, the commits to search and what it may cost; measure nothing"},

    OptionEntry{"--build", "CMD", work, k_asking,
                "shell command that builds a commit, run in its own tree; without one nothing is "
                "built"},
    OptionEntry{"--prepare", "CMD", work, k_asking,
                "shell command before the build, such as one that fetches dependencies"},
    OptionEntry{"--run", "CMD", work, k_asking, "shell command that is measured"},
    OptionEntry{"--env", "NAME=VALUE", work, k_asking,
                "one more variable for the commands, which see PATH, HOME and LC_ALL=C only. With settings "
                "NAME=GOOD|BAD is one more difference",
                Occurrence::repeatable},
    OptionEntry{"--setting", "NAME", work, k_in_one_setting, "use this [setting.NAME] of the plan file"},

    OptionEntry{"--metric", "SPEC", question, k_asking,
                "what is measured: wall, cpu, rss, exit, size:PATH, lines[:NAME], gbench[:REGEX], "
                "regex:RE, json:POINTER; with ,max when larger is better. The first decides. "
                "Default: cpu or wall, chosen after calibration",
                Occurrence::repeatable},
    OptionEntry{"--look-for", "WHAT", question, k_asking,
                "slower (default), faster, changed, failing or passing"},
    OptionEntry{"--match", "RE", question, k_asking,
                "with failing or passing: a run whose output has a matching line counts as failed, "
                "whatever its exit status"},
    OptionEntry{"--min-effect", "PCT", question, k_asking,
                "smallest change that counts, in percent (default 2)"},
    OptionEntry{"--confidence", "PCT", question, k_asking | k_ttest,
                "certainty asked of the answer, in percent (default 95)"},

    OptionEntry{"--pin", "PATH=REV[@FROM..TO]", history, k_asking,
                "hold the submodule at PATH at REV, everywhere or from commit FROM to commit TO",
                Occurrence::repeatable},
    OptionEntry{"--patch", "FILE[@FROM..TO]", history, k_asking,
                "apply this patch before the build, everywhere or from commit FROM to commit TO",
                Occurrence::repeatable},
    OptionEntry{"--first-parent", "", history, k_bisect, "search the main line only"},
    OptionEntry{"--no-descend", "", history, k_bisect,
                "when a merge made the change, do not search the branch that it merged"},

    OptionEntry{"--build-timeout", "T", limits, k_asking,
                "for each build, such as 90s, 20m or 3h (default 60m)"},
    OptionEntry{"--run-timeout", "T", limits, k_asking,
                "for each run; a run over its limit counts as slow, not as failed (default: ten "
                "times the calibrated time)"},
    OptionEntry{"--budget", "T", limits, k_searching, "stop after this time with what is known then"},
    OptionEntry{"--max-builds", "N", limits, k_searching,
                "stop after so many builds with what is known then"},
    OptionEntry{"--retries", "N", limits, k_asking,
                "further attempts when a build fails (default 1)"},

    OptionEntry{"--db", "FILE", places, k_on_subject,
                "results (SQLite); default: a file for this subject under the XDG state folder"},
    OptionEntry{"--work-dir", "DIR", places, k_on_subject,
                "trees and builds; default: a folder for this subject under the XDG cache folder"},

    OptionEntry{"--summary", "MEAN,SD,N MEAN,SD,N", comparison, k_ttest,
                "two samples given by their mean, standard deviation and size, instead of files",
                Occurrence::once, 2},
    OptionEntry{"--test", "NAME", comparison, k_ttest,
                "pooled (Student's test, default), welch (unequal variances), paired (first with "
                "first, …) or rank (Mann-Whitney)"},
    OptionEntry{"--tail", "NAME", comparison, k_ttest,
                "greater: is the first greater than the second? (default), less, or two"},

    OptionEntry{"--report", "FILE.html", output, k_answering,
                "write the answer as one page for a browser, with pictures and the raw numbers"},
    OptionEntry{"--json", "FILE", output, k_answering | k_ttest,
                "write the answer as JSON; - is stdout, in place of the text"},
    OptionEntry{"--markdown", "FILE", output, k_answering,
                "write the answer as Markdown for an issue; - is stdout, in place of the text"},
    OptionEntry{"--seed", "N", output, k_asking,
                "of the random orders; default: drawn anew, and reported"},
    OptionEntry{"--quiet", "", output, k_on_subject, "say nothing on the way"},
    OptionEntry{"--verbose", "", output, k_on_subject, "show the output of builds, and each trial"},
    OptionEntry{"--color", "WHEN", output, k_on_subject, "auto (default), never or always"},
    OptionEntry{"--yes", "", output, k_on_subject, "do not ask before removing anything"},
    OptionEntry{"--version", "", output, k_bisect, "print the version"},
    OptionEntry{"--help", "", output, k_every, "print this help"},
};

constexpr std::array k_verbs{
    VerbEntry{Verb::split, "split", "split COMMIT|FROM..TO --part NAME=GLOB ...|--per-file|--per-hunk",
              "which part of a commit costs what"},
    VerbEntry{Verb::settings, "settings",
              "settings --rev REV --good-setting NAME --bad-setting NAME [options]",
              "which build option or variable makes the difference"},
    VerbEntry{Verb::matrix, "matrix", "matrix REV [REV ...] --settings NAME,NAME [options]",
              "how revisions do in settings"},
    VerbEntry{Verb::resume, "resume", "resume [options]", "go on with the session that was stopped"},
    VerbEntry{Verb::status, "status", "status [options]", "how far the current search is"},
    VerbEntry{Verb::log, "log", "log [options]", "what was measured and decided, step by step"},
    VerbEntry{Verb::report, "report", "report [--session N] [--report FILE.html] [options]",
              "tell the answer of a stored session again, as text, page, Markdown or JSON"},
    VerbEntry{Verb::gc, "gc", "gc [options]", "remove builds that no search needs any more"},
    VerbEntry{Verb::ttest, "ttest", "ttest FILE FILE | --summary M,SD,N M,SD,N",
              "compare two series of numbers"},
};

}  // namespace

std::span<const OptionEntry> all_options() { return k_options; }

std::span<const VerbEntry> all_verbs() { return k_verbs; }

std::vector<OptionEntry> options_of(Verb verb) {
  std::vector<OptionEntry> options;
  std::copy_if(k_options.begin(), k_options.end(), std::back_inserter(options),
               [&](const OptionEntry& option) { return (option.verbs & verb_bit(verb)) != 0; });
  return options;
}

std::string_view heading(OptionGroup group) {
  switch (group) {
    case search: return "What to search";
    case work: return "How to build and run";
    case question: return "What counts";
    case history: return "Repairs and the shape of history";
    case limits: return "Limits";
    case places: return "Where things are kept";
    case output: return "Output";
    case comparison: return "What to compare";
  }
  return "?";
}

}  // namespace bisect::app
