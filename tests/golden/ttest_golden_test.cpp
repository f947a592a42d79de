#include "harness/app/ttest_verb.hpp"
#include "tests/golden/golden_file.hpp"

#include <gtest/gtest.h>

namespace bisect::golden {
namespace {

TEST(TTest, reads_as_blessed) {
  app::TTestOptions options;
  options.summaries = {{301.324, 19.978, 136}, {294.094, 19.759, 136}};
  const auto differ = app::run_ttest(options);
  ASSERT_TRUE(differ);
  EXPECT_TRUE(matches_golden("ttest/significant.txt", differ->text));
  EXPECT_TRUE(matches_golden("ttest/significant.json", differ->json));
  options.summaries[1] = {298.468, 20.590, 136};
  options.test = app::TwoSampleTest::welch;
  options.tail = stats::Tail::two_sided;
  const auto alike = app::run_ttest(options);
  ASSERT_TRUE(alike);
  EXPECT_TRUE(matches_golden("ttest/not_significant_welch.txt", alike->text));
  options.summaries = {{2, 0, 5}, {1, 0, 5}};
  const auto constant = app::run_ttest(options);
  ASSERT_TRUE(constant);
  EXPECT_TRUE(matches_golden("ttest/constants.txt", constant->text));
}

}  // namespace
}  // namespace bisect::golden
