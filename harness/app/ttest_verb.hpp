#pragma once

#include "core/result.hpp"
#include "stats/t_test.hpp"
#include "stats/tail.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::app {

enum class TwoSampleTest { pooled, welch, paired, rank };

struct TTestOptions {
  std::vector<std::filesystem::path> files;     ///< two, or
  std::vector<stats::SampleMoments> summaries;  ///< two
  TwoSampleTest test = TwoSampleTest::pooled;
  stats::Tail tail = stats::Tail::greater;  ///< `greater`: is the first greater than the second?
  double confidence = 0.95;                 ///< of the interval and of "significant"
};

/// The same answer in both forms, each ending in a newline.
struct TTestAnswer {
  std::string text;
  std::string json;
};

/// Reads the two samples and compares them. Errors `usage`: a number of samples other than two,
/// a file that cannot be read or holds something other than numbers ("FILE:LINE"), samples too
/// small for the test, a test that needs the single values.
[[nodiscard]] core::Result<TTestAnswer> run_ttest(const TTestOptions& options);

/// MEAN,SD,N with SD >= 0 and N >= 2.
[[nodiscard]] core::Result<stats::SampleMoments> parse_moments(std::string_view text);

/// Numbers separated by white space; '#' starts a comment. `name` is what errors call the text.
[[nodiscard]] core::Result<std::vector<double>> parse_numbers(std::string_view text,
                                                              const std::string& name);

}  // namespace bisect::app
