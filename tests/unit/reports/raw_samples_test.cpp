#include "reports/page/raw_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>

namespace bisect::page {
using namespace reports;
namespace {

using core::CommitId;

ReportModel measured(int blocks, int repetitions) {
  ReportModel model;
  model.finding.effect = core::Effect{"cpu", "ns", 1, 1, {}, 1, ""};
  MeasuredRound round;
  round.purpose = core::Purpose::ends;
  round.arms = {{CommitId("aaa"), "", 0}, {CommitId("bbb"), "with \"x\", y", 1}};
  for (int block = 0; block < blocks; ++block)
    for (int arm = 0; arm < 2; ++arm) {
      Start start;
      start.block = block;
      start.arm = arm;
      start.position = 1 - arm;
      start.seconds = block * 0.5;
      start.value = 0.1 + block;
      start.samples.assign(static_cast<std::size_t>(repetitions), 0.1 + block);
      round.starts.push_back(start);
    }
  model.measurements.rounds.push_back(round);
  return model;
}

std::ptrdiff_t lines(const std::string& csv) { return std::count(csv.begin(), csv.end(), '\n'); }

TEST(RawSamples, give_a_line_for_each_start_to_the_last_bit) {
  ReportModel model = measured(1, 2);
  model.measurements.rounds[0].starts[1].outcome = StartOutcome::over_limit;
  model.measurements.rounds[0].starts[1].value.reset();
  model.measurements.rounds[0].starts[1].samples.clear();
  const RawSamples samples = raw_samples(model, 10'000);
  EXPECT_EQ(samples.csv,
            "round,purpose,commit,variant,build,block,position,seconds,load,outcome,value (ns),repetitions\r\n"
            "0,ends,aaa,,0,0,1,0.000,0.00,fine,0.1,0.1 0.1\r\n"
            "0,ends,bbb,\"with \"\"x\"\", y\",1,0,0,0.000,0.00,over limit,,\r\n");
  EXPECT_EQ(samples.note, "");
}

TEST(RawSamples, leave_out_repetitions_first_and_whole_blocks_then) {
  const RawSamples all = raw_samples(measured(100, 50), 1'000'000);
  EXPECT_EQ(lines(all.csv), 201);
  const RawSamples numbers = raw_samples(measured(100, 50), 15'000);
  EXPECT_EQ(lines(numbers.csv), 201);
  EXPECT_EQ(numbers.csv.find("repetitions"), std::string::npos);
  EXPECT_NE(numbers.note, "");
  const RawSamples blocks = raw_samples(measured(1000, 50), 15'000);
  EXPECT_LE(blocks.csv.size(), 15'000U);
  EXPECT_EQ(lines(blocks.csv) % 2, 1) << "both arms of a block, or neither";
  EXPECT_NE(blocks.note.find("every 8th block"), std::string::npos) << blocks.note;
}

TEST(RawSamples, do_not_run_as_a_formula_in_a_spreadsheet) {
  ReportModel model = measured(1, 0);
  model.measurements.rounds[0].arms[1].variant = "=cmd()";
  EXPECT_NE(raw_samples(model, 10'000).csv.find(",\"'=cmd()\","), std::string::npos);
}

TEST(DataAddress, is_read_back_as_it_was) {
  const std::string content = "a,b\r\n\"50 %\" <&>#?ä\n";
  const std::string address = data_address("text/csv;charset=utf-8", content);
  const std::string head = "data:text/csv;charset=utf-8,";
  ASSERT_TRUE(address.starts_with(head));
  EXPECT_EQ(address.find_first_of("\"<>&# \r\n"), std::string::npos);
  std::string back;
  for (std::size_t i = head.size(); i < address.size(); ++i) {
    if (address[i] != '%') {
      back += address[i];
      continue;
    }
    unsigned byte = 0;
    std::from_chars(&address[i + 1], &address[i + 3], byte, 16);
    back += static_cast<char>(byte);
    i += 2;
  }
  EXPECT_EQ(back, content);
}

}  // namespace
}  // namespace bisect::page
