#pragma once

#include "reports/report_model.hpp"

#include <string>

namespace bisect::page {

/// Raw numbers as CSV (RFC 4180), one line for each start of the program.
struct RawSamples {
  std::string csv;
  std::string note;  ///< what had to be left out to keep the page small; empty: nothing
};

/// At most `limit` bytes: beyond it the repetitions of each start are left out, then whole blocks.
[[nodiscard]] RawSamples raw_samples(const reports::ReportModel& model, std::size_t limit);

/// The text as a `data:` address (RFC 2397).
[[nodiscard]] std::string data_address(const std::string& media_type, const std::string& content);

}  // namespace bisect::page
