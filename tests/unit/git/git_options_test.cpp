#include "harness/git/git_options.hpp"

#include <gtest/gtest.h>

namespace bisect::git {
namespace {

TEST(GitOptions, ParsesTheListing) {
  using namespace std::string_literals;
  const GitOptions options =
      parse_options("a.b\n1\0remote.x.y.url\ntwo\nlines\0core.flag\0a.b\n2\0empty.value\n\0"s);
  ASSERT_EQ(options.size(), 5U);
  EXPECT_EQ(value_of(options, "a.b"), "2");  // the last one counts
  EXPECT_EQ(value_of(options, "remote.x.y.url"), "two\nlines");
  EXPECT_EQ(value_of(options, "core.flag"), "true");
  EXPECT_EQ(value_of(options, "empty.value"), "");
  EXPECT_EQ(value_of(options, "absent"), std::nullopt);
}

TEST(GitOptions, WritesWhatGitReads) {
  EXPECT_EQ(to_file_text({{"core.bare", "false"},
                          {"url.https://a.b/.insteadof", "x"},
                          {"filter.q\"\\.clean", "say \"a\\b\" # not\n ; a comment "}}),
            "[core]\n\tbare = \"false\"\n"
            "[url \"https://a.b/\"]\n\tinsteadof = \"x\"\n"
            "[filter \"q\\\"\\\\\"]\n\tclean = \"say \\\"a\\\\b\\\" # not\\n ; a comment \"\n");
}

}  // namespace
}  // namespace bisect::git
