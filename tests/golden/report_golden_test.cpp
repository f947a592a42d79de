#include "reports/html_report.hpp"
#include "reports/json_report.hpp"
#include "reports/markdown_report.hpp"
#include "reports/text_report.hpp"
#include "tests/golden/golden_file.hpp"
#include "tests/golden/sample_reports.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace bisect::golden {

void PrintTo(const SampleReport& sample, std::ostream* stream) { *stream << sample.name; }

namespace {

class Report : public testing::TestWithParam<SampleReport> {};

TEST_P(Report, reads_as_blessed) {
  const std::string file = "reports/" + GetParam().name;
  const reports::ReportModel& model = GetParam().model;
  EXPECT_TRUE(matches_golden(file + ".txt", reports::to_text(model)));
  EXPECT_TRUE(matches_golden(file + ".md", reports::to_markdown(model)));
  EXPECT_TRUE(matches_golden(file + ".json", reports::to_json(model)));
}

INSTANTIATE_TEST_SUITE_P(Verdicts, Report, testing::ValuesIn(sample_reports()),
                         [](const auto& row) { return row.param.name; });

TEST(SplitReport, reads_as_blessed) {
  const reports::ReportModel model = sample_split();
  EXPECT_TRUE(matches_golden("reports/split.txt", reports::to_text(model)));
  EXPECT_TRUE(matches_golden("reports/split.md", reports::to_markdown(model)));
  EXPECT_TRUE(matches_golden("reports/split.json", reports::to_json(model)));
}

TEST(SettingsReport, reads_as_blessed) {
  const reports::ReportModel model = sample_settings();
  EXPECT_TRUE(matches_golden("reports/settings.txt", reports::to_text(model)));
  EXPECT_TRUE(matches_golden("reports/settings.md", reports::to_markdown(model)));
  EXPECT_TRUE(matches_golden("reports/settings.json", reports::to_json(model)));
}

TEST(MatrixReport, reads_as_blessed) {
  const reports::ReportModel model = sample_matrix();
  EXPECT_TRUE(matches_golden("reports/matrix.txt", reports::to_text(model)));
  EXPECT_TRUE(matches_golden("reports/matrix.md", reports::to_markdown(model)));
  EXPECT_TRUE(matches_golden("reports/matrix.json", reports::to_json(model)));
}

TEST(SplitReport, is_offered_and_nested_in_a_search) {
  reports::ReportModel model = sample_reports().front().model;
  model.plan.parts = {{"docs", {"docs"}}, {"python", {"python"}}, {"native", {"src/**"}}};
  model.touched_parts = {"python", "native", "rest"};
  EXPECT_TRUE(matches_golden("reports/split_offered.txt", reports::to_text(model)));
  model.split = std::make_shared<const reports::ReportModel>(sample_split());
  const std::string text = reports::to_text(model);
  EXPECT_NE(text.find(reports::to_text(sample_split())), std::string::npos);
  EXPECT_NE(reports::to_markdown(model).find(reports::to_markdown(sample_split())), std::string::npos);
  EXPECT_NE(reports::to_json(model).find("\"split_command\""), std::string::npos);
  EXPECT_NE(reports::to_json(model).find("\"split\": {"), std::string::npos);
  model.touched_parts = {"python"};
  EXPECT_EQ(reports::to_json(model).find("\"split_command\""), std::string::npos);
}

/// What stands between the tags is blessed, so that a new colour does not ask for it.
std::string without(std::string page, const std::string& tag) {
  const std::size_t from = page.find("<" + tag + ">") + tag.size() + 2;
  return page.erase(from, page.rfind("</" + tag + ">") - from);
}

testing::AssertionResult page_matches(const std::string& name, const reports::ReportModel& model) {
  const std::string text = without(without(reports::to_html(model), "style"), "script");
  return matches_golden("reports/" + name + ".html", text);
}

/// Without measurements, to be read: how pictures look is for eyes and for tests/browser.
TEST(HtmlPage, reads_as_blessed) {
  for (const SampleReport& page : sample_reports())
    if (page.name == "culprit" || page.name == "refused") {
      EXPECT_TRUE(page_matches(page.name, page.model));
    }
  EXPECT_TRUE(page_matches("split", sample_split()));
}

TEST(ReportStyle, narrow_and_coloured_read_as_blessed) {
  const reports::ReportModel model = sample_reports().front().model;
  EXPECT_TRUE(matches_golden("reports/culprit_narrow_ansi.txt",
                             reports::to_text(model, {reports::Ink::ansi, 60})));
}

}  // namespace
}  // namespace bisect::golden
