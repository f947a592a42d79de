#include "harness/config/metric_spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::config {
namespace {

using core::Better;
using core::Metric;
using core::MetricSource;
using testing::HasSubstr;

struct Spec {
  const char* text;
  Metric metric;
};

class MetricSpec : public testing::TestWithParam<Spec> {};

TEST_P(MetricSpec, is_read_and_written_back) {
  const auto metric = parse_metric(GetParam().text);
  ASSERT_TRUE(metric) << metric.error().message;
  EXPECT_EQ(*metric, GetParam().metric);
  EXPECT_EQ(core::to_text(*metric), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Specs, MetricSpec,
    testing::Values(Spec{"wall", {MetricSource::wall, "", Better::smaller}},
                    Spec{"cpu", {MetricSource::cpu, "", Better::smaller}},
                    Spec{"rss", {MetricSource::rss, "", Better::smaller}},
                    Spec{"exit", {MetricSource::exit, "", Better::smaller}},
                    Spec{"size:build/app", {MetricSource::size, "build/app", Better::smaller}},
                    Spec{"lines", {MetricSource::lines, "", Better::smaller}},
                    Spec{"lines:decode", {MetricSource::lines, "decode", Better::smaller}},
                    Spec{"gbench", {MetricSource::gbench, "", Better::smaller}},
                    Spec{"gbench:BM_(a|b)", {MetricSource::gbench, "BM_(a|b)", Better::smaller}},
                    Spec{"regex:took ([0-9.]+)", {MetricSource::regex, "took ([0-9.]+)", Better::smaller}},
                    Spec{"regex:a:(b)", {MetricSource::regex, "a:(b)", Better::smaller}},
                    Spec{"json:/qps,max", {MetricSource::json, "/qps", Better::larger}},
                    Spec{"wall,max", {MetricSource::wall, "", Better::larger}}),
    [](const auto& row) { return "spec" + std::to_string(row.index); });

struct Wrong {
  const char* text;
  const char* message;
  const char* hint;
};

class WrongMetric : public testing::TestWithParam<Wrong> {};

TEST_P(WrongMetric, is_refused_with_a_reason_and_a_cure) {
  const auto metric = parse_metric(GetParam().text);
  ASSERT_FALSE(metric);
  EXPECT_EQ(metric.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(metric.error().message, HasSubstr(GetParam().message));
  EXPECT_THAT(testing::PrintToString(metric.error().hints), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    Specs, WrongMetric,
    testing::Values(Wrong{"instructions", "not available", "cpu"},
                    Wrong{"velocity", "unknown metric 'velocity'", "gbench[:REGEX]"},
                    Wrong{"wal", "unknown metric", "did you mean wall?"},
                    Wrong{"", "unknown metric", "wall"},
                    Wrong{"wall:x", "takes nothing", ""},
                    Wrong{"size", "incomplete", "size:PATH"},
                    Wrong{"size:/etc/passwd", "leads out", "relative"},
                    Wrong{"size:../x", "leads out", "relative"},
                    Wrong{"regex:", "incomplete", "regex:RE"},
                    Wrong{"regex:[0-9]+", "0 captures", "( )"},
                    Wrong{"regex:(a)(b)", "2 captures", "(?: )"},
                    Wrong{"regex:(a", "does not compile", "ECMAScript"},
                    Wrong{"gbench:[", "does not compile", "ECMAScript"},
                    Wrong{"json:", "incomplete", "json:POINTER"},
                    Wrong{"json:time", "not a JSON pointer", "starts with /"}),
    [](const auto& row) { return "spec" + std::to_string(row.index); });

}  // namespace
}  // namespace bisect::config
