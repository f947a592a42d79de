#pragma once

#include "core/result.hpp"
#include "harness/app/cli.hpp"
#include "harness/app/exit_code.hpp"
#include "reports/report_model.hpp"

namespace bisect::app {

/// Writes the answer where the user wants it: text on stdout, or JSON or Markdown there in its place,
/// and files (JSON, Markdown, page) that are complete or absent (written beside and renamed). Returns the exit code.
[[nodiscard]] core::Result<ExitCode> tell(const reports::ReportModel& model,
                                          const OutputOptions& output);

/// Writes a file so that it is complete or absent.
[[nodiscard]] core::Result<void> write_file(const std::filesystem::path& file,
                                            const std::string& text);

}  // namespace bisect::app
