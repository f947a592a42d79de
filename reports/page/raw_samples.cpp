#include "reports/page/raw_samples.hpp"

#include "reports/page/levels.hpp"

#include <fmt/format.h>

#include <iterator>

namespace bisect::page {
using namespace reports;
namespace {

enum class Repetitions { all, none };

/// A field of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe first.
std::string field(const std::string& text) {
  const bool is_formula = !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
  std::string result = "\"";
  if (is_formula) result += '\'';
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text.find_first_of("\",\r\n") == std::string::npos && !is_formula ? text : result + "\"";
}

std::string outcome_text(StartOutcome outcome) {
  switch (outcome) {
    case StartOutcome::fine: return "fine";
    case StartOutcome::failed: return "failed";
    case StartOutcome::over_limit: return "over limit";
  }
  return "?";
}

void write_start(std::string& csv, const Start& start, Repetitions repetitions) {
  auto out = std::back_inserter(csv);
  fmt::format_to(out, ",{},{},{:.3f},{:.2f},{},", start.block, start.position, start.seconds, start.load,
                 outcome_text(start.outcome));
  if (start.value) fmt::format_to(out, "{}", *start.value);
  if (repetitions == Repetitions::all) {
    csv += ',';
    for (std::size_t i = 0; i < start.samples.size(); ++i)
      fmt::format_to(out, "{}{}", i == 0 ? "" : " ", start.samples[i]);
  }
  csv += "\r\n";
}

/// Every `stride`-th block of each round. Stops soon after `limit`.
std::string written(const ReportModel& model, Repetitions repetitions, int stride, std::size_t limit) {
  const std::string unit = model.finding.effect ? model.finding.effect->unit : "";
  std::string csv = "round,purpose,commit,variant,build,block,position,seconds,load,outcome,";
  csv += field(unit.empty() ? "value" : "value (" + unit + ")");
  csv += repetitions == Repetitions::all ? ",repetitions\r\n" : "\r\n";
  int number = 0;
  for (const MeasuredRound& round : model.measurements.rounds) {
    std::vector<std::string> arms;
    for (const RoundArm& arm : round.arms)
      arms.push_back(fmt::format("{},{},{},{},{}", number, core::to_text(round.purpose), arm.commit.text(),
                                 field(arm.variant), arm.generation));
    ++number;
    for (const Start& start : round.starts) {
      if (start.block % stride != 0) continue;
      csv += arms[static_cast<std::size_t>(start.arm)];
      write_start(csv, start, repetitions);
      if (csv.size() > limit) return csv;
    }
  }
  return csv;
}

}  // namespace

RawSamples raw_samples(const ReportModel& model, std::size_t limit) {
  RawSamples samples{written(model, Repetitions::all, 1, limit), ""};
  if (samples.csv.size() <= limit) return samples;
  samples = {written(model, Repetitions::none, 1, limit),
             "without the repetitions inside each start; --json has them"};
  for (int stride = 2; samples.csv.size() > limit; stride *= 2)
    samples = {written(model, Repetitions::none, stride, limit),
               fmt::format("every {}th block of each round; --json has all", stride)};
  return samples;
}

std::string data_address(const std::string& media_type, const std::string& content) {
  std::string address = "data:" + media_type + ",";
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte > 0x20 && byte < 0x7F && std::string_view("\"#%<>&'\\^`{|}").find(c) ==
                                                            std::string_view::npos;
    if (is_plain) address += c;
    else fmt::format_to(std::back_inserter(address), "%{:02X}", byte);
  }
  return address;
}

}  // namespace bisect::page
