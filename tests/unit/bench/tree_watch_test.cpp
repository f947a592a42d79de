#include "runners/bench/tree_watch.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class TreeWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {"top", "a/b/deep", "a/other", ".git/config", "sub/.git", "data/in"})
      write(file);
  }
  void write(const fs::path& file) {
    fs::create_directories((m_tree / file).parent_path());
    std::ofstream(m_tree / file) << "x";
  }
  void read(const fs::path& file) { std::ifstream(m_tree / file).get(); }

  support::TemporaryFolder m_folder;
  fs::path m_tree = m_folder.path();
};

TEST_F(TreeWatchTest, sees_what_is_opened_at_any_depth_but_in_git_folders) {
  TreeWatch watch(m_tree);
  for (const char* file : {"top", "a/b/deep", ".git/config", "sub/.git", "top"}) read(file);
  for ([[maybe_unused]] const auto& entry : fs::recursive_directory_iterator(m_tree)) {}
  const OpenedFiles opened = watch.stop();
  EXPECT_EQ(opened.coverage, Coverage::complete);
  EXPECT_THAT(opened.paths, ElementsAre("a/b/deep", "top"));
}

TEST_F(TreeWatchTest, leaves_out_what_came_into_being_meanwhile) {
  TreeWatch watch(m_tree);
  write("new");
  read("new");
  write("fresh/new");
  read("fresh/new");
  write("a/partial");
  fs::rename(m_tree / "a/partial", m_tree / "a/result");
  read("a/result");
  const OpenedFiles opened = watch.stop();
  EXPECT_EQ(opened.coverage, Coverage::complete);
  EXPECT_THAT(opened.paths, IsEmpty());
}

TEST_F(TreeWatchTest, does_not_know_when_an_opened_file_was_replaced) {
  TreeWatch watch(m_tree);
  read("top");
  write("partial");
  fs::rename(m_tree / "partial", m_tree / "top");
  EXPECT_EQ(watch.stop().coverage, Coverage::unknown);
}

TEST_F(TreeWatchTest, does_not_know_when_files_of_before_were_moved) {
  TreeWatch watch(m_tree);
  fs::rename(m_tree / "data/in", m_tree / "data/input");
  read("data/input");
  EXPECT_EQ(watch.stop().coverage, Coverage::unknown);
}

TEST_F(TreeWatchTest, keeps_up_with_more_events_than_the_queue_holds) {
  TreeWatch watch(m_tree);
  for (int round = 0; round < 20000; ++round) {
    read("top");
    read("a/other");
  }
  const OpenedFiles opened = watch.stop();
  // Lost events must be admitted; on any machine one of the two holds.
  if (opened.coverage == Coverage::complete) {
    EXPECT_THAT(opened.paths, ElementsAre("a/other", "top"));
  }
}

TEST_F(TreeWatchTest, does_not_know_a_tree_that_is_not_there) {
  TreeWatch watch(m_tree / "absent");
  EXPECT_EQ(watch.stop().coverage, Coverage::unknown);
}

}  // namespace
}  // namespace bisect::bench
