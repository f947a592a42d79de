#pragma once

#include "core/ids.hpp"
#include "core/result.hpp"
#include "harness/app/ttest_verb.hpp"
#include "harness/config/plan_draft.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace bisect::app {

enum class Verb { bisect, split, settings, matrix, resume, status, log, report, ttest, gc, help, version };

enum class Loudness { quiet, normal, verbose };

enum class Color { automatic, never, always };

/// Where the answer goes besides stdout, and how much is said on the way.
struct OutputOptions {
  std::optional<std::filesystem::path> json;      ///< "-" = stdout, in place of the text
  std::optional<std::filesystem::path> markdown;  ///< "-" = stdout, in place of the text
  std::optional<std::filesystem::path> report;    ///< HTML
  Loudness loudness = Loudness::normal;
  Color color = Color::automatic;
  bool yes = false;      ///< do not ask before removing something
  bool dry_run = false;  ///< show the plan and what it would cost, measure nothing
};

/// One command line, understood. Values are parsed; nothing is looked up or filled in yet.
struct Invocation {
  Verb verb = Verb::bisect;
  config::PlanDraft draft;
  std::optional<std::filesystem::path> plan_file;  ///< --plan, as written
  OutputOptions output;
  bool split_at_once = false;  ///< --split: split the culprit that is found
  std::optional<core::SessionId> session;  ///< for the verb report; absent: the latest
  TTestOptions ttest;  ///< for the verb ttest
  std::string text;    ///< for help and version: what to print, with its newline
};

/// Error `usage` for anything that is not understood, with the nearest thing that would be.
[[nodiscard]] core::Result<Invocation> parse_command_line(int argc, const char* const* argv);

/// The help of a verb (Verb::bisect: the overview), 80 columns wide.
[[nodiscard]] std::string help_text(Verb verb);

/// "0.1.0"
[[nodiscard]] std::string program_version();

}  // namespace bisect::app
