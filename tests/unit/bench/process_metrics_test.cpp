#include "tests/support/temporary_folder.hpp"
#include "tests/unit/bench/readings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::bench {
namespace {

using core::MetricSource;
namespace fs = std::filesystem;

MetricReadings read(MetricSource source, const std::string& selector, const core::Finished& finished,
                    const fs::path& tree = {}) {
  const std::vector<core::Metric> metrics{{source, selector, core::Better::smaller}};
  return read_metrics(metrics, finished, tree);
}

void write(const fs::path& file, std::size_t size) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << std::string(size, 'x');
}

TEST(ProcessMetrics, come_from_the_kernel) {
  core::Finished finished;
  finished.code = 3;
  finished.usage.wall = core::Duration{5000};
  finished.usage.user = core::Duration{700};
  finished.usage.system = core::Duration{77};
  finished.usage.peak_rss_bytes = 4096;
  EXPECT_EQ(values_of(read(MetricSource::wall, "", finished)), (ValuesByName{{"wall", {5000}}}));
  EXPECT_EQ(values_of(read(MetricSource::cpu, "", finished)), (ValuesByName{{"cpu", {777}}}));
  EXPECT_EQ(values_of(read(MetricSource::rss, "", finished)), (ValuesByName{{"rss", {4096}}}));
  EXPECT_EQ(values_of(read(MetricSource::exit, "", finished)), (ValuesByName{{"exit", {3}}}));
  EXPECT_EQ(read(MetricSource::rss, "", finished).readings[0].unit, "bytes");
  EXPECT_EQ(read(MetricSource::exit, "", finished).readings[0].unit, "");
}

TEST(ProcessMetrics, a_killed_process_has_no_exit_status) {
  core::Finished finished;
  finished.ending = core::Ending::signaled;
  finished.code = 11;
  EXPECT_EQ(read(MetricSource::exit, "", finished).failure, "the process has no exit");
}

TEST(SizeMetric, adds_up_a_folder_without_links_and_git) {
  const support::TemporaryFolder folder;
  const fs::path tree = folder.path();
  write(tree / "app", 10);
  write(tree / "lib/a", 20);
  write(tree / "lib/deep/b", 5);
  write(tree / "lib/.git/objects", 1000);
  write(tree / "outside", 500);
  fs::create_symlink(tree / "outside", tree / "lib/link");
  fs::create_directory_symlink(tree, tree / "lib/loop");
  fs::create_symlink("app", tree / "current");
  EXPECT_EQ(values_of(read(MetricSource::size, "app", {}, tree)), (ValuesByName{{"size:app", {10}}}));
  EXPECT_EQ(values_of(read(MetricSource::size, "lib", {}, tree)), (ValuesByName{{"size:lib", {25}}}));
  EXPECT_EQ(values_of(read(MetricSource::size, "current", {}, tree)),
            (ValuesByName{{"size:current", {10}}}));
  EXPECT_EQ(read(MetricSource::size, "nothing", {}, tree).failure, "no file or folder \"nothing\"");
}

}  // namespace
}  // namespace bisect::bench
