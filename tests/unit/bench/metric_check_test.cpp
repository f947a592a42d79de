#include "runners/bench/metric_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

using core::MetricSource;

core::Result<void> check(MetricSource source, const std::string& selector) {
  return check_metric({source, selector, core::Better::smaller});
}

TEST(MetricCheck, accepts_what_can_be_read) {
  EXPECT_TRUE(check(MetricSource::cpu, ""));
  EXPECT_TRUE(check(MetricSource::lines, ""));
  EXPECT_TRUE(check(MetricSource::lines, "decode 4k"));
  EXPECT_TRUE(check(MetricSource::gbench, ""));
  EXPECT_TRUE(check(MetricSource::gbench, "BM_(a|b)"));
  EXPECT_TRUE(check(MetricSource::regex, "(?:t|u)=([0-9.]+)"));
  EXPECT_TRUE(check(MetricSource::json, ""));
  EXPECT_TRUE(check(MetricSource::json, "/a/0/b~1c"));
  EXPECT_TRUE(check(MetricSource::size, "build/app"));
  EXPECT_TRUE(check(MetricSource::size, "a/../b"));
}

TEST(MetricCheck, names_the_cure_for_what_cannot) {
  const struct {
    MetricSource source;
    std::string selector;
    std::string message;
  } broken[] = {
      {MetricSource::cpu, "x", "metric \"cpu:x\": this source takes nothing behind a colon"},
      {MetricSource::lines, "a\tb", "a name holds no tab"},
      {MetricSource::gbench, "BM_(", "cannot be used"},
      {MetricSource::regex, "t=[0-9]+", "it has 0 captures instead of one"},
      {MetricSource::regex, "(t)=([0-9]+)", "it has 2 captures instead of one"},
      {MetricSource::regex, "", "it has 0 captures"},
      {MetricSource::json, "a/b", "no JSON pointer"},
      {MetricSource::json, "/a~2", "no JSON pointer"},
      {MetricSource::json, "/a~", "no JSON pointer"},
      {MetricSource::size, "", "inside the tree"},
      {MetricSource::size, "/bin/sh", "inside the tree"},
      {MetricSource::size, "a/../../b", "inside the tree"},
  };
  for (const auto& metric : broken) {
    const auto checked = check(metric.source, metric.selector);
    ASSERT_FALSE(checked) << metric.selector;
    EXPECT_EQ(checked.error().kind, core::ErrorKind::usage);
    EXPECT_THAT(checked.error().message, testing::HasSubstr(metric.message));
    EXPECT_FALSE(checked.error().hints.empty());
  }
}

}  // namespace
}  // namespace bisect::bench
