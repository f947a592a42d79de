// Result files that choked other readers (google/benchmark #784, #300, #745, #2039, #1648, #1401,
// #96 and others): what is certain is taken, the rest is dropped and counted, nothing is guessed.
#include "tests/unit/bench/readings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace bisect::bench {
namespace {

using testing::HasSubstr;

struct ResultFile {
  std::string name;
  ValuesByName samples;       ///< none: the file is rejected
  int dropped = 0;
  std::string failure;        ///< part of the reason
  std::string remark;         ///< part of the remarks
};

std::string content_of(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

const std::vector<ResultFile>& corpus() {
  static const std::vector<ResultFile> files{
      {"ok.json", {{"A", {100, 102}}}, 0, "", ""},
      {"nan.json", {{"A", {100}}, {"B", {50}}}, 1, "", ""},
      {"inf.json", {}, 1, "A: its only value is dropped: real_time is null, not a number", ""},
      {"error_row.json", {{"B", {50}}}, 0, "", "A: error \"no device\""},
      {"skipped_row.json", {{"B", {50}}}, 0, "", "A: skipped"},
      {"aggregates_only.json", {}, 0, "the repetitions are needed", "A: only aggregates"},
      {"mixed.json", {{"A", {100, 104}}}, 0, "", ""},
      {"banner_first.json", {{"A", {100}}}, 0, "", ""},
      {"cut_off.json", {}, 0, "not valid JSON", ""},
      {"empty.json", {}, 0, "printed nothing", ""},
      {"no_rows.json", {}, 0, "no benchmark rows", ""},
      {"negative.json", {{"A", {100}}}, 1, "", ""},
      {"string_number.json", {}, 1, "real_time is \"100\", not a number", ""},
      {"too_big.json", {}, 0, "number overflow parsing '1e400'", ""},
      {"bad_escape.json", {}, 0, "not valid JSON", ""},
      {"decimal_comma.tsv", {}, 0, "\"12,345\" has a decimal comma (run with LC_ALL=C)", ""},
      {"crlf.tsv", {{"A", {100, 102}}}, 0, "", ""},
      {"last_line_cut.tsv", {{"A", {100}}}, 0, "", "the last line has no end"},
      {"bom.tsv", {{"A", {100}}}, 0, "", ""},
      {"unknown_unit.tsv", {}, 0, "A: unknown unit \"fortnights\"", ""},
  };
  return files;
}

class ResultCorpus : public testing::TestWithParam<ResultFile> {};

TEST_P(ResultCorpus, gives_what_is_certain_and_says_what_is_not) {
  const ResultFile& file = GetParam();
  const std::string text = content_of(std::filesystem::path(BISECT_CORPUS) / file.name);
  const auto source =
      file.name.ends_with(".tsv") ? core::MetricSource::lines : core::MetricSource::gbench;

  const MetricReadings read = read_one_metric(source, "", text);

  EXPECT_EQ(values_of(read), file.samples);
  EXPECT_EQ(read.dropped_values, file.dropped);
  EXPECT_THAT(read.failure, HasSubstr(file.failure));
  EXPECT_EQ(read.failure.empty(), !file.samples.empty()) << read.failure;
  EXPECT_THAT(joined(read.remarks), HasSubstr(file.remark));
  for (const core::Reading& reading : read.readings) EXPECT_EQ(reading.unit, "ns");
}

INSTANTIATE_TEST_SUITE_P(Files, ResultCorpus, testing::ValuesIn(corpus()), [](const auto& file) {
  std::string name = file.param.name;
  name[name.find('.')] = '_';
  return name;
});

TEST(ResultCorpusList, names_every_file_of_the_corpus) {
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(BISECT_CORPUS))
    ++files;
  EXPECT_EQ(files, corpus().size());
}

}  // namespace
}  // namespace bisect::bench
