#include "harness/app/cli.hpp"
#include "tests/golden/golden_file.hpp"

#include <gtest/gtest.h>

namespace bisect::golden {
namespace {

using app::Verb;

TEST(Help, reads_as_blessed) {
  EXPECT_TRUE(matches_golden("help/bisect.txt", app::help_text(Verb::bisect)));
  EXPECT_TRUE(matches_golden("help/split.txt", app::help_text(Verb::split)));
  EXPECT_TRUE(matches_golden("help/settings.txt", app::help_text(Verb::settings)));
  EXPECT_TRUE(matches_golden("help/matrix.txt", app::help_text(Verb::matrix)));
  EXPECT_TRUE(matches_golden("help/resume.txt", app::help_text(Verb::resume)));
  EXPECT_TRUE(matches_golden("help/status.txt", app::help_text(Verb::status)));
  EXPECT_TRUE(matches_golden("help/log.txt", app::help_text(Verb::log)));
  EXPECT_TRUE(matches_golden("help/report.txt", app::help_text(Verb::report)));
  EXPECT_TRUE(matches_golden("help/gc.txt", app::help_text(Verb::gc)));
  EXPECT_TRUE(matches_golden("help/ttest.txt", app::help_text(Verb::ttest)));
}

}  // namespace
}  // namespace bisect::golden
