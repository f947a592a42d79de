#include "harness/app/answer.hpp"

#include "harness/app/terminal.hpp"
#include "reports/html_report.hpp"
#include "reports/json_report.hpp"
#include "reports/markdown_report.hpp"
#include "reports/text_report.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace bisect::app {
namespace {

bool is_stdout(const std::optional<std::filesystem::path>& file) { return file && *file == "-"; }

reports::Style style_of(const OutputOptions& output) {
  reports::Style style;
  if (use_color(output.color, STDOUT_FILENO)) style.ink = reports::Ink::ansi;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<std::size_t>(size.ws_col, 40, 160);
  return style;
}

core::Result<void> print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return {};
  return core::environment_error("cannot write the answer to standard output",
                                 {"it is stored: bisect status shows it"});
}

}  // namespace

core::Result<void> write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path beside = file;
  beside += ".partial";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  std::error_code failed;
  if (out) std::filesystem::rename(beside, file, failed);
  if (out && !failed) return {};
  std::filesystem::remove(beside, failed);
  return core::environment_error("cannot write " + file.string(),
                                 {"check that the folder exists, is writable and has space"});
}

core::Result<ExitCode> tell(const reports::ReportModel& model, const OutputOptions& output) {
  const bool replaced = is_stdout(output.json) || is_stdout(output.markdown);
  core::Result<void> told;
  if (is_stdout(output.json)) told = print(reports::to_json(model));
  else if (is_stdout(output.markdown)) told = print(reports::to_markdown(model));
  if (!replaced) told = print(reports::to_text(model, style_of(output)));
  if (told && output.json && !is_stdout(output.json))
    told = write_file(*output.json, reports::to_json(model));
  if (told && output.markdown && !is_stdout(output.markdown))
    told = write_file(*output.markdown, reports::to_markdown(model));
  if (told && output.report) told = write_file(*output.report, reports::to_html(model));
  if (!told) return told.error();
  return exit_code_of(model.finding.verdict);
}

}  // namespace bisect::app
