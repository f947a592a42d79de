#include "runners/build/tree_removal.hpp"

#include "tests/support/temporary_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace bisect::build {
namespace {

namespace fs = std::filesystem;

class TreeRemoval : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(m_bin); }
  support::TemporaryFolder m_folder;
  fs::path m_bin = m_folder.path() / "bin";
};

TEST_F(TreeRemoval, removes_files_folders_and_special_files) {
  fs::create_directories(m_bin / "a/b/c");
  std::ofstream(m_bin / "a/b/file") << "x";
  std::ofstream(m_bin / "top") << "x";
  ASSERT_EQ(mkfifo((m_bin / "a/pipe").c_str(), 0600), 0);
  ASSERT_TRUE(empty_bin(m_bin));
  EXPECT_TRUE(fs::is_empty(m_bin));
}

TEST_F(TreeRemoval, removes_folders_without_permissions) {
  fs::create_directories(m_bin / "a/read-only/inner");
  std::ofstream(m_bin / "a/read-only/file") << "x";
  fs::permissions(m_bin / "a/read-only/inner", fs::perms::none);
  fs::permissions(m_bin / "a/read-only", fs::perms::owner_read | fs::perms::owner_exec);
  fs::permissions(m_bin / "a", fs::perms::none);
  ASSERT_TRUE(empty_bin(m_bin));
  EXPECT_TRUE(fs::is_empty(m_bin));
}

TEST_F(TreeRemoval, never_follows_links) {
  const fs::path outside = m_folder.path() / "outside";
  fs::create_directories(outside);
  std::ofstream(outside / "precious") << "x";
  fs::permissions(outside, fs::perms::owner_all);
  fs::create_directories(m_bin / "a");
  fs::create_directory_symlink(outside, m_bin / "a/link");
  fs::create_directory_symlink(outside, m_bin / "link");
  fs::create_symlink("nowhere", m_bin / "dangling");
  ASSERT_TRUE(empty_bin(m_bin));
  EXPECT_TRUE(fs::is_empty(m_bin));
  EXPECT_TRUE(fs::exists(outside / "precious"));
}

// Folders that are moved up take numbers as names; entries may already be called like that.
TEST_F(TreeRemoval, is_not_confused_by_names_like_its_own) {
  for (const char* folder : {"0", "1", "a/0", "a/1/0/0", "b/2"}) fs::create_directories(m_bin / folder);
  std::ofstream(m_bin / "a/1/0/3") << "x";
  ASSERT_TRUE(empty_bin(m_bin));
  EXPECT_TRUE(fs::is_empty(m_bin));
}

TEST_F(TreeRemoval, has_no_limit_of_depth) {
  const int start = open(".", O_RDONLY | O_DIRECTORY);
  ASSERT_GE(start, 0);
  ASSERT_EQ(chdir(m_bin.c_str()), 0);
  const std::string name(100, 'n');
  for (int depth = 0; depth < 1100; ++depth) {  // 110,000 bytes of path, more than 1024 descriptors
    ASSERT_EQ(mkdir(name.c_str(), 0700), 0);
    ASSERT_EQ(chdir(name.c_str()), 0);
  }
  ASSERT_EQ(fchdir(start), 0);
  close(start);
  ASSERT_TRUE(empty_bin(m_bin));
  EXPECT_TRUE(fs::is_empty(m_bin));
}

TEST_F(TreeRemoval, says_what_it_cannot_open) {
  const auto removed = empty_bin(m_folder.path() / "absent");
  ASSERT_FALSE(removed);
  EXPECT_EQ(removed.error().kind, core::ErrorKind::environment);
  EXPECT_NE(removed.error().message.find("absent"), std::string::npos);
}

}  // namespace
}  // namespace bisect::build
