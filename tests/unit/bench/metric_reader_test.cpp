#include "tests/unit/bench/readings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

using core::MetricSource;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(LinesReader, takes_every_name_when_none_is_asked_for) {
  const auto read = read_one_metric(MetricSource::lines, "",
                                    "decode\t2\tms\nsize\t1.5\tKiB\ndecode\t3\tms\nhits\t7\tcount\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"decode", {2e6, 3e6}}, {"hits", {7}}, {"size", {1536}}}));
  ASSERT_EQ(read.readings.size(), 3U);
  EXPECT_EQ(read.readings[0].unit, "ns");
  EXPECT_EQ(read.readings[1].unit, "count");
  EXPECT_EQ(read.readings[2].unit, "bytes");
  EXPECT_EQ(read.failure, "");
}

TEST(LinesReader, takes_one_name_when_it_is_asked_for) {
  const auto read =
      read_one_metric(MetricSource::lines, "b", "a\t1\tns\nb\t2\tns\nb c\t3\tns\nb\t4\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"b", {2, 4}}}));
}

TEST(LinesReader, lists_the_names_there_are_when_the_wanted_one_is_missing) {
  const auto read = read_one_metric(MetricSource::lines, "c", "a\t1\tns\nb\t2\tns\n");
  EXPECT_EQ(read.failure, "no line \"c\"<TAB>VALUE<TAB>UNIT in the output; there are: a, b");
}

TEST(LinesReader, ignores_lines_of_another_shape) {
  const auto read = read_one_metric(MetricSource::lines, "",
                                    "NAME\tVALUE\tUNIT\nhello\na\t1\na\t1\tns\tmore\n\t5\tns\na\t9\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"a", {9}}}));
  EXPECT_EQ(read.dropped_values, 0);
}

TEST(LinesReader, keeps_fractions_of_nanoseconds) {
  const auto read = read_one_metric(MetricSource::lines, "", "tiny\t1.8\tns\ntiny\t0.0022\tus\n");
  EXPECT_THAT(values_of(read)["tiny"],
              ElementsAre(testing::DoubleEq(1.8), testing::DoubleEq(2.2)));
}

TEST(LinesReader, drops_and_counts_what_is_no_plausible_number) {
  const auto read = read_one_metric(
      MetricSource::lines, "",
      "a\tnan\tns\na\t-inf\tns\na\t-3\tns\na\t1e400\tns\na\tN/A\tns\na\t5%\tns\na\t7\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"a", {7}}}));
  EXPECT_EQ(read.dropped_values, 6);
}

TEST(LinesReader, never_lets_a_unit_push_a_value_beyond_the_finite) {
  const auto read = read_one_metric(MetricSource::lines, "", "a\t1e305\ts\n");
  EXPECT_TRUE(read.readings.empty());
  EXPECT_EQ(read.dropped_values, 1);
  EXPECT_THAT(read.failure, HasSubstr("not a finite number"));
}

TEST(LinesReader, rejects_a_series_of_which_some_values_have_a_decimal_comma) {
  const auto read = read_one_metric(MetricSource::lines, "", "a\t12,5\tms\na\t12\tms\nb\t1\tms\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"b", {1e6}}}));
  EXPECT_EQ(read.dropped_values, 1);
  EXPECT_THAT(joined(read.remarks), HasSubstr("a: \"12,5\" has a decimal comma"));
}

TEST(LinesReader, rejects_a_name_with_two_kinds_of_unit) {
  const auto read = read_one_metric(MetricSource::lines, "", "a\t12\tms\na\t30\tMB\n");
  EXPECT_TRUE(read.readings.empty());
  EXPECT_THAT(read.failure, HasSubstr("two units"));
}

TEST(LinesReader, rejects_an_unknown_unit_but_keeps_the_other_names) {
  const auto read = read_one_metric(MetricSource::lines, "", "a\t1\tfurlongs\nb\t1\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"b", {1}}}));
  EXPECT_THAT(joined(read.remarks), HasSubstr("a: unknown unit \"furlongs\""));
}

TEST(LinesReader, makes_names_printable) {
  const auto read = read_one_metric(MetricSource::lines, "", "caf\xC3\xA9 \xFF\t1\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"caf\xC3\xA9 ?", {1}}}));
}

TEST(ZeroTimes, are_kept_with_a_remark) {
  const auto read = read_one_metric(MetricSource::lines, "a", "a\t0\tns\na\t5\tns\na\t0\tns\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"a", {0, 5, 0}}}));
  EXPECT_EQ(read.dropped_values, 0);
  EXPECT_THAT(joined(read.remarks), HasSubstr("a: zero times"));
}

TEST(ZeroTimes, are_nothing_special_for_counts_and_memory) {
  const auto read = read_one_metric(MetricSource::lines, "", "misses\t0\tcount\nleak\t0\tbytes\n");
  EXPECT_EQ(values_of(read), (ValuesByName{{"leak", {0}}, {"misses", {0}}}));
}

TEST(RegexReader, takes_every_match_on_stdout_then_stderr) {
  const auto read = read_one_metric(MetricSource::regex, "^time: ([0-9.]+) s$",
                                    "time: 1.5 s\r\nno time: 9 s\ntime: 2 s\n", "time: 3 s\n");
  ASSERT_EQ(read.readings.size(), 1U);
  EXPECT_THAT(read.readings[0].values, ElementsAre(1.5, 2, 3));
  EXPECT_EQ(read.readings[0].unit, "");
  EXPECT_EQ(read.readings[0].name, "regex:^time: ([0-9.]+) s$");
}

TEST(RegexReader, takes_several_matches_of_one_line) {
  const auto read = read_one_metric(MetricSource::regex, "t=([0-9]+)", "t=1 t=2 t=3;\n");
  ASSERT_EQ(read.readings.size(), 1U);
  EXPECT_THAT(read.readings[0].values, ElementsAre(1, 2, 3));
}

TEST(RegexReader, takes_no_number_that_may_be_cut) {
  const auto cut = read_one_metric(MetricSource::regex, "t=([0-9]+)", "t=10\nt=1");
  EXPECT_EQ(values_of(cut), (ValuesByName{{"regex:t=([0-9]+)", {10}}}));
  EXPECT_EQ(cut.dropped_values, 1);
  const auto whole = read_one_metric(MetricSource::regex, "t=([0-9]+)", "t=10\nt=1 ms");
  EXPECT_EQ(values_of(whole), (ValuesByName{{"regex:t=([0-9]+)", {10, 1}}}));
  const auto only = read_one_metric(MetricSource::regex, "t=([0-9]+)", "t=1");
  EXPECT_THAT(only.failure, HasSubstr("a last line without its end"));
}

TEST(RegexReader, rejects_a_decimal_comma) {
  const auto read = read_one_metric(MetricSource::regex, "t=([0-9,]+)", "t=12,345 ms\n");
  EXPECT_TRUE(read.readings.empty());
  EXPECT_THAT(read.failure, HasSubstr("decimal comma"));
}

TEST(RegexReader, says_what_it_looked_for) {
  const auto read = read_one_metric(MetricSource::regex, "t=([0-9]+)", "u=4\n");
  EXPECT_EQ(read.failure, "nothing in the output matches \"t=([0-9]+)\"");
}

TEST(RegexReader, leaves_out_lines_too_long_to_search_and_says_so) {
  const std::string line(100000, 'x');
  const auto read =
      read_one_metric(MetricSource::regex, "(?:.*)t=([0-9]+)", line + "t=1\nt=2 \n" + line);
  EXPECT_THAT(values_of(read)["regex:(?:.*)t=([0-9]+)"], ElementsAre(2));
  EXPECT_THAT(joined(read.remarks), HasSubstr("2 lines were too long"));
}

TEST(CutOutput, gives_no_reading_because_the_cut_may_run_through_a_number) {
  const std::vector<core::Metric> metrics{{MetricSource::lines, "", core::Better::smaller}};
  core::Finished finished = printed("a\t1\tns\n");
  finished.out_dropped = 3;
  const auto read = read_metrics(metrics, finished, {});
  EXPECT_TRUE(read.readings.empty());
  EXPECT_EQ(read.failure, "too much output: 3 bytes had to be left out");
}

TEST(SeveralMetrics, keep_their_order_and_only_the_first_can_fail_the_trial) {
  const std::vector<core::Metric> metrics{{MetricSource::cpu, "", core::Better::smaller},
                                          {MetricSource::lines, "b", core::Better::smaller},
                                          {MetricSource::lines, "", core::Better::smaller}};
  core::Finished finished = printed("z\t1\tns\na\t2\tns\n");
  finished.usage.user = core::Duration{30};
  finished.usage.system = core::Duration{12};
  const auto read = read_metrics(metrics, finished, {});
  ASSERT_EQ(read.readings.size(), 3U);
  EXPECT_EQ(read.readings[0].metric, 0);
  EXPECT_EQ(read.readings[0].name, "cpu");
  EXPECT_THAT(read.readings[0].values, ElementsAre(42));
  EXPECT_EQ(read.readings[1].metric, 2);
  EXPECT_EQ(read.readings[1].name, "a");
  EXPECT_EQ(read.readings[2].name, "z");
  EXPECT_EQ(read.failure, "");
  EXPECT_THAT(joined(read.remarks), HasSubstr("lines:b: no line \"b\""));
}

}  // namespace
}  // namespace bisect::bench
