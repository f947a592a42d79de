#pragma once

#include "core/clock.hpp"
#include "core/error.hpp"
#include "harness/app/cli.hpp"
#include "harness/engine/observer.hpp"

#include <string>

namespace bisect::app {

/// Progress on stderr: one line that is rewritten on a terminal, a line per activity and round
/// elsewhere.
class Terminal final : public engine::Observer {
 public:
  Terminal(Loudness loudness, const core::Clock& clock);
  ~Terminal() override;

  void progress(const engine::Progress& progress) override;
  void note(const std::string& text) override;
  /// Removes the progress line: the answer follows.
  void close() { erase_line(); }

 private:
  void erase_line();

  Loudness m_loudness;
  const core::Clock& m_clock;
  bool m_is_terminal;
  std::string m_activity;
  int m_round_blocks = 0;
  core::Duration m_last_shown{};
  bool m_line_open = false;
};

/// "error: what happened" and a "hint: …" line for each cure, on stderr.
void print_error(const core::Error& error);

/// Should text on this stream be coloured?
[[nodiscard]] bool use_color(Color color, int descriptor);

}  // namespace bisect::app
