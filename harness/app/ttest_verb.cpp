#include "harness/app/ttest_verb.hpp"

#include "reports/t_test_report.hpp"
#include "stats/distributions.hpp"
#include "stats/hodges_lehmann.hpp"
#include "stats/mann_whitney.hpp"
#include "stats/summary.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

namespace bisect::app {
namespace {

using core::usage_error;

struct Sample {
  reports::SampleRow row;
  std::vector<double> values;  ///< empty when only the moments are known
};

struct SamplePair {
  Sample first;
  Sample second;
};

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool parse_finite(std::string_view text, double& number) {
  return parse_whole(text, number) && std::isfinite(number);
}

core::Result<Sample> read_sample(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream text;
  if (input) text << input.rdbuf();
  if (!input.is_open() || input.bad() || std::filesystem::is_directory(file))
    return usage_error("cannot read " + file.string());
  core::Result<std::vector<double>> values = parse_numbers(text.str(), file.string());
  if (!values) return values.error();
  const std::optional<stats::Summary> summary = stats::summarize(*values);
  if (!summary || summary->n < 2)
    return usage_error(file.string() + " holds " + std::to_string(values->size()) +
                       " numbers; a comparison needs at least 2");
  return Sample{{file.string(), summary->n, summary->mean, summary->sd}, *std::move(values)};
}

Sample from_moments(const std::string& name, const stats::SampleMoments& moments) {
  return {{name, moments.n, moments.mean, moments.sd}, {}};
}

core::Result<SamplePair> read_samples(const TTestOptions& options) {
  if (!options.files.empty() && !options.summaries.empty())
    return usage_error("give two files or --summary, not both");
  if (options.summaries.size() == 2)
    return SamplePair{from_moments("first", options.summaries[0]),
                      from_moments("second", options.summaries[1])};
  if (options.files.size() != 2)
    return usage_error("ttest compares two samples",
                       {"bisect ttest FILE FILE", "bisect ttest --summary MEAN,SD,N MEAN,SD,N"});
  core::Result<Sample> first = read_sample(options.files[0]);
  if (!first) return first.error();
  core::Result<Sample> second = read_sample(options.files[1]);
  if (!second) return second.error();
  return SamplePair{*std::move(first), *std::move(second)};
}

std::string test_name(TwoSampleTest test) {
  switch (test) {
    case TwoSampleTest::pooled: return "pooled";
    case TwoSampleTest::welch: return "welch";
    case TwoSampleTest::paired: return "paired";
    case TwoSampleTest::rank: return "rank";
  }
  return "?";
}

std::optional<stats::TTestResult> t_test(const SamplePair& samples, const TTestOptions& options) {
  const auto moments = [](const Sample& sample) {
    return stats::SampleMoments{sample.row.mean, sample.row.sd, sample.row.n};
  };
  const stats::TTestSettings settings{options.tail, options.confidence};
  const Sample &a = samples.first, &b = samples.second;
  if (options.test == TwoSampleTest::paired)
    return stats::paired_t_test(a.values, b.values, settings);
  if (options.test == TwoSampleTest::welch)
    return stats::welch_t_test(moments(a), moments(b), settings);
  return stats::pooled_t_test(moments(a), moments(b), settings);
}

/// True when the test could be made.
bool fill_rank_test(reports::TTestReport& report, const SamplePair& samples) {
  const std::vector<double> &a = samples.first.values, &b = samples.second.values;
  const auto test = stats::mann_whitney_test(a, b, report.tail);
  const auto bound = stats::normal_quantile(0.5 + report.confidence / 2);
  if (!test || !bound) return false;
  const auto shift = stats::hodges_lehmann_shift(b, a, *bound);  // of a against b
  if (!shift) return false;
  report.statistic = test->z;
  report.p_value = test->p_value;
  report.difference = shift->estimate;
  report.interval = shift->interval;
  return true;
}

bool fill_t_test(reports::TTestReport& report, const SamplePair& samples,
                 const TTestOptions& options) {
  const std::optional<stats::TTestResult> result = t_test(samples, options);
  if (!result) return false;
  report.statistic = result->statistic;
  if (std::isfinite(result->dof)) report.dof = result->dof;
  report.p_value = result->p_value;
  report.difference = result->difference;
  report.interval = result->interval;
  return true;
}

core::Result<void> check(const TTestOptions& options, const SamplePair& samples) {
  const bool needs_values =
      options.test == TwoSampleTest::paired || options.test == TwoSampleTest::rank;
  if (needs_values && samples.first.values.empty())
    return usage_error("the " + test_name(options.test) + " test needs the single values",
                       {"give two files instead of --summary, or use --test pooled or welch"});
  if (options.test == TwoSampleTest::paired && samples.first.row.n != samples.second.row.n)
    return usage_error("the paired test needs samples of one size, not " +
                           std::to_string(samples.first.row.n) + " and " +
                           std::to_string(samples.second.row.n),
                       {"use --test pooled, welch or rank for samples that are not paired"});
  if (!(options.confidence >= 0.5 && options.confidence < 1))
    return usage_error("the confidence must be from 50 % to below 100 %",
                       {"--confidence 95 means 95 %"});
  return {};
}

}  // namespace

core::Result<stats::SampleMoments> parse_moments(std::string_view text) {
  const std::size_t first = text.find(',');
  const std::size_t second = first == std::string_view::npos ? first : text.find(',', first + 1);
  stats::SampleMoments moments;
  const bool is_sound = second != std::string_view::npos &&
                        parse_finite(text.substr(0, first), moments.mean) &&
                        parse_finite(text.substr(first + 1, second - first - 1), moments.sd) &&
                        parse_whole(text.substr(second + 1), moments.n) && moments.sd >= 0 &&
                        moments.n >= 2;
  if (is_sound) return moments;
  return usage_error("'" + std::string(text) + "' is not MEAN,SD,N",
                     {"three numbers without blanks, such as 301.3,20.0,136; SD is not negative and N at "
                      "least 2"});
}

core::Result<std::vector<double>> parse_numbers(std::string_view text, const std::string& name) {
  std::vector<double> numbers;
  std::istringstream lines{std::string(text)};
  int line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      double number = 0;
      if (!parse_finite(word, number))
        return usage_error(name + ":" + std::to_string(line_number) + ": '" + word +
                               "' is not a number",
                           {"one number a line, with a decimal point; # starts a comment"});
      numbers.push_back(number);
    }
  }
  return numbers;
}

core::Result<TTestAnswer> run_ttest(const TTestOptions& options) {
  const core::Result<SamplePair> samples = read_samples(options);
  if (!samples) return samples.error();
  if (const core::Result<void> sound = check(options, *samples); !sound) return sound.error();

  reports::TTestReport report;
  report.test = test_name(options.test);
  report.tail = options.tail;
  report.confidence = options.confidence;
  report.first = samples->first.row;
  report.second = samples->second.row;
  const bool tested = options.test == TwoSampleTest::rank
                          ? fill_rank_test(report, *samples)
                          : fill_t_test(report, *samples, options);
  if (!tested)
    return usage_error("the samples cannot be compared: their squares are beyond floating point");
  return TTestAnswer{reports::to_text(report), reports::to_json(report)};
}

}  // namespace bisect::app
