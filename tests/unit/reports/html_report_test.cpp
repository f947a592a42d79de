#include "reports/html_report.hpp"

#include "reports/page/style.hpp"
#include "reports/page/words.hpp"
#include "reports/plain_text.hpp"
#include "tests/golden/sample_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace bisect::reports {
namespace {

using golden::SampleReport;
using testing::HasSubstr;
using testing::Not;

ReportModel sample(const std::string& name) {
  for (SampleReport& page : golden::sample_pages())
    if (page.name == name) return page.model;
  throw std::out_of_range(name);
}

/// The page without style sheet and script.
std::string body_of(const ReportModel& model) {
  const std::string page = to_html(model);
  const std::size_t from = page.find("<body>"), to = page.rfind("<script>");
  return page.substr(from, to - from);
}

std::size_t place(const std::string& page, const std::string& text) {
  const std::size_t at = page.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  return at;
}

TEST(HtmlReport, answers_a_reader_in_the_order_of_the_questions) {
  const std::string page = body_of(sample("culprit"));
  std::size_t last = 0;
  for (const char* text :
       {"<h1 id=\"headline\"", "abc5555555 made it 4.1 % slower", "Decode twice to be sure", "Ada",
        "2024-05-06", "src/decode.c", "between +3.5 % and +4.8 %", "12.3 ms → 12.8 ms", "99.6 %",
        "Why to believe it", "Along the history", "Side by side", "The machine during the session",
        "Download the raw samples", "What else was seen", "the processor&#39;s frequency",
        "What to do next", "bisect --repo", "The plan", "The machine", "Cost", "6 builds"}) {
    const std::size_t at = page.find(text, last);
    EXPECT_NE(at, std::string::npos) << text << " is not there, or too early";
    if (at != std::string::npos) last = at;
  }
}

TEST(HtmlReport, shows_every_measured_commit_holes_as_holes_and_what_was_skipped) {
  const std::string page = body_of(sample("candidates"));
  const std::size_t good = place(page, ">good end<"), middle = place(page, "Read the table in one go");
  const std::size_t culprit = page.find("Decode twice to be sure", middle);
  const std::size_t hole = place(page, "2 commits cannot be tested: ");
  EXPECT_LT(good, middle);
  EXPECT_LT(middle, culprit);
  EXPECT_LT(culprit, hole);
  EXPECT_LT(hole, place(page, ">bad end<"));
  EXPECT_THAT(page, HasSubstr("2 commits not measured"));
}

TEST(HtmlReport, compares_endings_where_failures_are_looked_for) {
  const std::string page = body_of(sample("failing"));
  EXPECT_THAT(page, HasSubstr("how each run ended"));
  EXPECT_THAT(page, HasSubstr(">passed<"));
  EXPECT_THAT(page, Not(HasSubstr("change against the good end")));
}

TEST(HtmlReport, draws_variants_around_one_and_shares) {
  const std::string page = body_of(sample("split"));
  for (const char* text : {"ratio to the parent (1.0)", "share of the total", "only backend", "runs as parent",
                           "build: exit status 2", "ran over the time limit", "Q1", "backend x python",
                           "python does not stand without backend"})
    EXPECT_THAT(page, HasSubstr(text));
}

TEST(HtmlReport, says_which_difference_and_where_it_fails) {
  EXPECT_THAT(body_of(sample("settings")), HasSubstr("The variants"));
  const std::string page = body_of(sample("matrix"));
  for (const char* text : {"Compared", "Revisions in settings", "v1.7.0", "source", "fails", "Why cells fail"})
    EXPECT_THAT(page, HasSubstr(text));
}

TEST(HtmlReport, has_the_split_of_its_culprit_inside) {
  const std::string page = body_of(sample("culprit_and_split"));
  EXPECT_LT(place(page, "Side by side"), place(page, "Which part of it"));
  EXPECT_THAT(page, HasSubstr("href=\"#split\""));
  EXPECT_THAT(body_of(sample("culprit")), Not(HasSubstr("href=\"#split\"")));
}

TEST(HtmlReport, lets_nobody_else_write_markup) {
  const std::string page = to_html(sample("hostile"));
  EXPECT_EQ(page.find("<script>"), page.rfind("<script>"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

TEST(HtmlReport, is_valid_text_and_knows_no_number_that_is_none) {
  const std::regex none(R"(\b(nan|inf|infinity)\b)", std::regex::icase);
  for (const SampleReport& page : golden::sample_pages()) {
    SCOPED_TRACE(page.name);
    const std::string text = body_of(page.model);
    EXPECT_EQ(valid_utf8(text), text);
    EXPECT_FALSE(std::regex_search(text, none));
  }
}

TEST(HtmlReport, needs_nothing_but_itself) {
  for (const SampleReport& page : golden::sample_pages()) {
    const std::string text = to_html(page.model);
    EXPECT_THAT(text, HasSubstr("default-src &#39;none&#39;"));
    EXPECT_THAT(text, Not(testing::ContainsRegex("(src|href)=\"(http|file|//)")));
  }
}

TEST(HtmlReport, stays_small_however_much_was_measured) {
  EXPECT_LT(to_html(golden::large_page(200'000, 1)).size(), 2'000'000U);
  EXPECT_LT(to_html(golden::large_page(2'000, 100)).size(), 2'000'000U);
}

TEST(Words, say_chances_as_people_do) {
  EXPECT_EQ(page::once_in(5.7e-5), "about once in 18,000");
  EXPECT_EQ(page::once_in(0.013), "about once in 77");
  EXPECT_EQ(page::once_in(0.3), "about once in 3");
  EXPECT_EQ(page::once_in(0.9), "in most comparisons");
  EXPECT_EQ(page::once_in(3.2e-7), "about once in 3,100,000");
  EXPECT_EQ(page::once_in(1e-12), "less than once in a billion");
}

TEST(Words, check_commits_before_the_change_against_the_good_end) {
  ReportModel model = sample("culprit");
  EXPECT_THAT(page::same_side_check(model.finding), HasSubstr("1 commit before the change was measured"));
  EXPECT_THAT(page::same_side_check(model.finding), HasSubstr("1 of 1 intervals hold zero"));
  model.finding.measured.clear();
  EXPECT_EQ(page::same_side_check(model.finding), "");
}

}  // namespace
}  // namespace bisect::reports
