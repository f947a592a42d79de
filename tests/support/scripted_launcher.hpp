#pragma once

#include "core/launcher.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bisect::support {

/// Launcher that starts nothing: it answers from a table. The first entry whose text occurs in the
/// command's argv (joined by blanks) answers; a command that nobody foresaw is an Error `internal`.
class ScriptedLauncher final : public core::Launcher {
 public:
  using Answer = std::function<core::Finished(const core::Command&)>;

  ScriptedLauncher& on(std::string text, Answer answer) {
    m_script.emplace_back(Entry{std::move(text), std::move(answer)});
    return *this;
  }
  ScriptedLauncher& on(std::string text, core::Finished finished) {
    return on(std::move(text),
              [finished = std::move(finished)](const core::Command&) { return finished; });
  }

  core::Result<core::Finished> run(const core::Command& command,
                                   const core::Cancellation& cancellation) override {
    if (command.argv.empty()) return core::internal_error("a command without a program");
    core::Finished finished;
    if (cancellation.requested()) {
      finished.ending = core::Ending::cancelled;
      return finished;
    }
    m_commands.push_back(command);
    const std::string argv = joined(command.argv);
    for (const Entry& entry : m_script) {
      if (argv.find(entry.text) == std::string::npos) continue;
      finished = entry.answer(command);
      finished.out_dropped += cut(finished.out, command.output_limit);
      finished.err_dropped += cut(finished.err, command.output_limit);
      const bool observed = command.observation == core::Observation::threads;
      finished.peak_threads = observed ? std::max(finished.peak_threads, 1) : 0;
      return finished;
    }
    return core::internal_error("nothing scripted for: " + argv);
  }

  /// Everything that was run, in order.
  [[nodiscard]] const std::vector<core::Command>& commands() const { return m_commands; }

 private:
  struct Entry {
    std::string text;
    Answer answer;
  };

  static std::string joined(const std::vector<std::string>& argv) {
    std::string text;
    for (const std::string& word : argv) text += (text.empty() ? "" : " ") + word;
    return text;
  }

  /// Leaves out the middle and returns how much.
  static std::int64_t cut(std::string& text, std::size_t limit) {
    if (text.size() <= limit) return 0;
    const std::size_t dropped = text.size() - limit;
    text.erase(limit / 2, dropped);
    return static_cast<std::int64_t>(dropped);
  }

  std::vector<Entry> m_script;
  std::vector<core::Command> m_commands;
};

}  // namespace bisect::support
