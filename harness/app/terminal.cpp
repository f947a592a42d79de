#include "harness/app/terminal.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace bisect::app {
namespace {

constexpr core::Duration k_refresh = std::chrono::milliseconds(100);

/// What fits on one line of the terminal, or the line could not be taken back.
std::size_t columns() {
  constexpr std::size_t k_usual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (known ? size.ws_col : k_usual) - 1;
}

std::string left_text(core::Duration left) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left).count();
  if (seconds < 90) return fmt::format("{} s", seconds);
  if (seconds < 5400) return fmt::format("{} min", (seconds + 30) / 60);
  return fmt::format("{:.1f} h", static_cast<double>(seconds) / 3600);
}

std::string line_of(const engine::Progress& progress) {
  std::string line = progress.activity;
  if (progress.round_blocks > 0)
    line += fmt::format(", block {} of {}", progress.round_block + 1, progress.round_blocks);
  if (progress.candidates_left > 0) {
    line += fmt::format("; {} candidate{} left", progress.candidates_left,
                        progress.candidates_left == 1 ? "" : "s");
    if (progress.expected_left) line += ", about " + left_text(*progress.expected_left) + " to go";
  }
  return line;
}

}  // namespace

Terminal::Terminal(Loudness loudness, const core::Clock& clock)
    : m_loudness(loudness), m_clock(clock), m_is_terminal(isatty(STDERR_FILENO) == 1) {}

Terminal::~Terminal() { erase_line(); }

void Terminal::erase_line() {
  if (m_line_open) std::fputs("\r\033[K", stderr);
  m_line_open = false;
}

void Terminal::progress(const engine::Progress& progress) {
  if (m_loudness == Loudness::quiet) return;
  const std::string line = line_of(progress);
  if (m_is_terminal) {
    const core::Duration now = m_clock.monotonic();
    if (progress.activity == m_activity && now - m_last_shown < k_refresh) return;
    m_last_shown = now;
    erase_line();
    std::fputs(line.substr(0, columns()).c_str(), stderr);
    std::fflush(stderr);
    m_line_open = true;
  } else if (progress.activity != m_activity || progress.round_blocks != m_round_blocks) {
    fmt::print(stderr, "{}\n", line);  // a log gets one line a round
  }
  m_activity = progress.activity;
  m_round_blocks = progress.round_blocks;
}

void Terminal::note(const std::string& text) {
  if (m_loudness == Loudness::quiet) return;
  erase_line();
  fmt::print(stderr, "  {}\n", text);
}

void print_error(const core::Error& error) {
  fmt::print(stderr, "error: {}\n", error.message);
  for (const std::string& hint : error.hints) fmt::print(stderr, "hint: {}\n", hint);
}

bool use_color(Color color, int descriptor) {
  switch (color) {
    case Color::always: return true;
    case Color::never: return false;
    case Color::automatic: break;
  }
  // https://no-color.org: a non-empty NO_COLOR switches colour off.
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(descriptor) == 1 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace bisect::app
