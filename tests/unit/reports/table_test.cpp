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

TEST(TableText, shortens_its_last_column_only) {
  const Table table{{{"name"}, {"subject"}}, {{"a", "Decode twice"}, {"long name", ""}}};
  EXPECT_EQ(to_text(table, 80), "  name       subject\n  a          Decode twice\n  long name\n");
  EXPECT_EQ(to_text(table, 22), "  name       subject\n  a          Decode t…\n  long name\n");
  EXPECT_EQ(to_text(table, 20), "  name\n  a\n  long name\n");
  EXPECT_EQ(to_text(table, 5), "  name\n  a\n  long name\n");
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
