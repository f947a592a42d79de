#include "reports/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::reports {
namespace {

const Table k_table{{{"name"}, {"value", Align::right}, {"empty"}, {"note"}},
                    {{"a", "1 µs", "", "x"}, {"long", "10 µs", "", ""}}};

TEST(TableText, is_aligned_and_leaves_out_what_is_empty) {
  EXPECT_EQ(to_text(k_table, 80), "  name  value  note\n  a      1 µs  x\n  long  10 µs\n");
}

TEST(TableText, is_cut_at_the_width) {
  EXPECT_EQ(to_text(k_table, 10), "  name  v…\n  a      …\n  long  1…\n");
}

TEST(TableMarkdown, escapes_its_cells) {
  EXPECT_EQ(to_markdown({{{"a|b"}, {"n", Align::right}}, {{"x|y", "1"}}}),
            "| a\\|b | n |\n| --- | ---: |\n| x\\|y | 1 |\n");
}

TEST(MarkdownEscaped, shows_text_as_it_stands) {
  EXPECT_EQ(markdown_escaped("*a* _b_ `c` [d](e) <f> \\ ~"), "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\> \\\\ \\~");
  EXPECT_EQ(markdown_escaped("plain text, 4.1 %"), "plain text, 4.1 %");
}

TEST(MarkdownEscaped, makes_no_references) {
  EXPECT_EQ(markdown_escaped("fixes #12 for @ada"), "fixes #\u200B12 for @\u200B" "ada");
  EXPECT_EQ(markdown_escaped("FILE@FROM main@{1}"), "FILE@FROM main@{1}");
}

}  // namespace
}  // namespace bisect::reports
