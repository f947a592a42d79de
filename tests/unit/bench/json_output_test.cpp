#include "runners/bench/json_document.hpp"
#include "tests/unit/bench/readings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

using core::MetricSource;
using testing::ElementsAre;
using testing::HasSubstr;

std::string rows(const std::string& inner) { return "{\"benchmarks\":[" + inner + "]}\n"; }

MetricReadings gbench(const std::string& selector, const std::string& inner) {
  return read_one_metric(MetricSource::gbench, selector, rows(inner));
}

TEST(GbenchReader, normalises_the_unit_of_each_row) {
  const auto read = gbench("", R"({"name":"A","real_time":2,"time_unit":"us"},
                                  {"name":"A","real_time":3,"time_unit":"us"},
                                  {"name":"B","real_time":4}, {"name":"C","real_time":1,"time_unit":"s"})");
  EXPECT_EQ(values_of(read), (ValuesByName{{"A", {2000, 3000}}, {"B", {4}}, {"C", {1e9}}}));
}

TEST(GbenchReader, selects_by_a_part_of_the_run_name) {
  const std::string inner = R"({"name":"enc/8","real_time":1}, {"name":"dec/8","real_time":2},
                               {"name":"dec/16","real_time":3})";
  EXPECT_EQ(values_of(gbench("^dec", inner)), (ValuesByName{{"dec/16", {3}}, {"dec/8", {2}}}));
  EXPECT_THAT(gbench("^x", inner).failure, HasSubstr("no benchmark matches \"^x\""));
}

// google/benchmark #1016: a suffix in the name depends on how repetitions were asked for.
TEST(GbenchReader, leaves_the_number_of_repeats_out_of_the_name) {
  const auto read = gbench("", R"({"name":"A/repeats:2/threads:4","real_time":1},
                                  {"name":"B/repeats:12","real_time":2})");
  EXPECT_EQ(values_of(read), (ValuesByName{{"A/threads:4", {1}}, {"B", {2}}}));
}

TEST(GbenchReader, knows_aggregates_of_old_versions_by_their_names) {
  const auto read = gbench("", R"({"name":"A","real_time":5}, {"name":"A_mean","real_time":6},
                                  {"name":"A_stddev","real_time":1}, {"name":"B_mean","real_time":7})");
  EXPECT_EQ(values_of(read), (ValuesByName{{"A", {5}}}));
  EXPECT_THAT(joined(read.remarks), HasSubstr("B: only aggregates"));
}

TEST(GbenchReader, keeps_the_good_rows_of_a_name_with_errors) {
  const auto read = gbench("", R"({"name":"A","real_time":0,"error_occurred":true,"error_message":"x"},
                                  {"name":"A","real_time":5})");
  EXPECT_EQ(values_of(read), (ValuesByName{{"A", {5}}}));
  EXPECT_THAT(joined(read.remarks), HasSubstr("A: error \"x\""));
}

TEST(GbenchReader, names_the_error_when_there_is_nothing_else) {
  const auto read =
      gbench("", R"({"name":"A","real_time":0,"error_occurred":true,"error_message":"no device"})");
  EXPECT_EQ(read.failure, "A: error \"no device\"");
}

TEST(GbenchReader, rejects_an_unknown_time_unit) {
  EXPECT_THAT(gbench("", R"({"name":"A","real_time":5,"time_unit":"MB"})").failure,
              HasSubstr("unknown time unit \"MB\""));
}

TEST(GbenchReader, remarks_on_zero_times) {
  EXPECT_THAT(gbench("", R"({"name":"A","real_time":0})").remarks,
              testing::ElementsAre("A: zero times (implausible: optimised away?)"));
}

TEST(GbenchReader, rejects_documents_of_another_kind) {
  EXPECT_THAT(read_one_metric(MetricSource::gbench, "", "[1]\n").failure, HasSubstr("benchmarks"));
  EXPECT_THAT(read_one_metric(MetricSource::gbench, "", "{}\n").failure, HasSubstr("benchmarks"));
  EXPECT_THAT(gbench("", "1, \"x\", {\"real_time\":1}").failure, HasSubstr("no benchmark rows"));
}

TEST(JsonReader, takes_a_number_or_an_array_of_numbers) {
  const std::string out = R"({"time":[1.5,2],"one":{"deep/er":7}})" "\n";
  EXPECT_THAT(read_one_metric(MetricSource::json, "/time", out).readings.at(0).values,
              ElementsAre(1.5, 2));
  EXPECT_THAT(read_one_metric(MetricSource::json, "/one/deep~1er", out).readings.at(0).values,
              ElementsAre(7));
  EXPECT_EQ(read_one_metric(MetricSource::json, "/two", out).failure,
            "nothing at \"/two\" in the JSON output");
}

TEST(JsonReader, takes_nothing_but_numbers) {
  const std::string out = R"({"s":"100","b":true,"o":{},"e":[],"m":[1,null,"2",-3,4],"n":nan})" "\n";
  EXPECT_THAT(read_one_metric(MetricSource::json, "/s", out).failure, HasSubstr("a JSON string"));
  EXPECT_THAT(read_one_metric(MetricSource::json, "/b", out).failure, HasSubstr("a JSON boolean"));
  EXPECT_THAT(read_one_metric(MetricSource::json, "/o", out).failure, HasSubstr("a JSON object"));
  EXPECT_THAT(read_one_metric(MetricSource::json, "/n", out).failure, HasSubstr("null"));
  EXPECT_EQ(read_one_metric(MetricSource::json, "/e", out).failure, "no number at \"/e\"");
  const auto mixed = read_one_metric(MetricSource::json, "/m", out);
  EXPECT_THAT(mixed.readings.at(0).values, ElementsAre(1, 4));
  EXPECT_EQ(mixed.dropped_values, 3);
}

TEST(JsonReader, takes_a_bare_number_only_from_a_whole_line) {
  EXPECT_THAT(read_one_metric(MetricSource::json, "", "12\n").readings.at(0).values, ElementsAre(12));
  EXPECT_THAT(read_one_metric(MetricSource::json, "", "12").failure, HasSubstr("no end"));
}

TEST(JsonDocument, quotes_the_first_line_of_what_is_no_json) {
  EXPECT_EQ(parse_json_output("Running on 2 cores\nA 100 ns\n").failure,
            "the output does not begin with JSON but with \"Running on 2 cores\"");
  // Two documents: which one is meant is anybody's guess.
  EXPECT_EQ(parse_json_output("banner\n{\"a\":1}\n{\"a\":2}\n").failure,
            "the output does not begin with JSON but with \"banner\"");
}

TEST(JsonDocument, reads_bare_words_for_what_is_no_number_as_null) {
  const auto document =
      parse_json_output(R"({"a":nan,"b":-nan,"c":-Infinity,"d":"nan -inf \" inf","e":[inf,-1e-3],"f":true})");
  ASSERT_EQ(document.failure, "");
  EXPECT_EQ(document.root.dump(),
            R"({"a":null,"b":null,"c":null,"d":"nan -inf \" inf","e":[null,-0.001],"f":true})");
}

TEST(JsonDocument, survives_depth_and_odd_bytes) {
  EXPECT_NE(parse_json_output(std::string(200000, '[')).failure, "");
  EXPECT_NE(parse_json_output("{\"a\": \"\xFF\"}").failure, "");
  EXPECT_NE(parse_json_output("{\"a\\").failure, "");
  EXPECT_NE(parse_json_output("-").failure, "");
}

}  // namespace
}  // namespace bisect::bench
