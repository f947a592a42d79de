#include "reports/text_report.hpp"

#include "reports/markdown_report.hpp"
#include "reports/plain_text.hpp"
#include "tests/golden/sample_reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace bisect::reports {
namespace {

using golden::SampleReport;
using golden::sample_reports;

TEST(Reports, show_no_control_characters_and_no_number_that_is_none) {
  const std::regex none(R"(\b(nan|inf|infinity)\b)", std::regex::icase);
  for (const SampleReport& sample : sample_reports())
    for (const std::string& text : {to_text(sample.model), to_markdown(sample.model)}) {
      SCOPED_TRACE(sample.name);
      EXPECT_EQ(valid_utf8(text), text);
      for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
      EXPECT_FALSE(std::regex_search(text, none));
    }
}

TEST(TextReport, keeps_prose_to_its_width) {
  for (const SampleReport& sample : sample_reports()) {
    std::istringstream lines(to_text(sample.model, {Ink::plain, 60}));
    for (std::string line; std::getline(lines, line);) {
      const bool is_table = line.starts_with("  commit") || line.starts_with("  abc");
      const bool is_command = line.starts_with("      ") || line.starts_with("  | ");
      if (is_table || is_command) continue;
      EXPECT_LE(display_width(line), 60U) << line;
    }
  }
}

TEST(TextReport, has_escape_sequences_only_in_colour) {
  const ReportModel model = sample_reports().front().model;
  EXPECT_EQ(to_text(model).find('\x1b'), std::string::npos);
  EXPECT_NE(to_text(model, {Ink::ansi, 100}).find("\x1b[1m"), std::string::npos);
}

TEST(TextReport, begins_with_the_answer) {
  for (const SampleReport& sample : sample_reports()) {
    const std::string first = summary_line(sample.model.finding, sample.model.plan).substr(0, 40);
    EXPECT_TRUE(to_text(sample.model).starts_with(first)) << sample.name;
  }
}

TEST(MarkdownReport, closes_every_fence_and_fold) {
  for (const SampleReport& sample : sample_reports()) {
    SCOPED_TRACE(sample.name);
    std::istringstream lines(to_markdown(sample.model));
    std::string fence;
    int folds = 0;
    for (std::string line; std::getline(lines, line);) {
      const std::string bare = line.substr(std::min(line.find_first_not_of(' '), line.size()));
      const std::string ticks = bare.substr(0, bare.find_first_not_of('`'));
      if (fence.empty() && ticks.size() >= 3) fence = ticks;
      else if (!fence.empty() && bare == fence) fence.clear();
      else if (fence.empty() && bare.starts_with("<details>")) ++folds;
      else if (fence.empty() && bare == "</details>") --folds;
    }
    EXPECT_EQ(fence, "");
    EXPECT_EQ(folds, 0);
  }
}

}  // namespace
}  // namespace bisect::reports
