#include "harness/git/path_glob.hpp"

#include <gtest/gtest.h>

namespace bisect::git {
namespace {

TEST(PathGlob, plain_names_are_files_and_folders) {
  EXPECT_TRUE(names_path("python", "python/a/b.py"));
  EXPECT_TRUE(names_path("python/", "python/a/b.py"));
  EXPECT_TRUE(names_path("./python/a", "python/a/b.py"));
  EXPECT_TRUE(names_path("CMakeLists.txt", "CMakeLists.txt"));
  EXPECT_FALSE(names_path("python", "pythonic/a"));
  EXPECT_FALSE(names_path("python/a/b.py/c", "python/a/b.py"));
  EXPECT_FALSE(names_path("a", "python/a"));
  EXPECT_FALSE(names_path("", "python"));
}

TEST(PathGlob, a_star_stays_within_a_folder) {
  EXPECT_TRUE(names_path("src/*.cc", "src/op.cc"));
  EXPECT_FALSE(names_path("src/*.cc", "src/nn/op.cc"));
  EXPECT_FALSE(names_path("src/*", "src/nn/op.cc"));
  EXPECT_TRUE(names_path("*", ".gitmodules"));
  EXPECT_TRUE(names_path("s?c/[mn]n/*", "src/nn/op.cc"));
  EXPECT_FALSE(names_path("s?c/[!mn]n/*", "src/nn/op.cc"));
}

TEST(PathGlob, two_stars_are_any_number_of_folders) {
  EXPECT_TRUE(names_path("src/**", "src/op.cc"));
  EXPECT_TRUE(names_path("src/**", "src/nn/deep/op.cc"));
  EXPECT_FALSE(names_path("src/**", "src"));
  EXPECT_FALSE(names_path("src/**", "tests/src/op.cc"));
  EXPECT_TRUE(names_path("**/src/**", "src/op.cc"));
  EXPECT_TRUE(names_path("**/*.py", "setup.py"));
  EXPECT_TRUE(names_path("**/*.py", "python/a/b.py"));
  EXPECT_TRUE(names_path("a/**/b/*.py", "a/x/b/y/b/z.py"));
  EXPECT_FALSE(names_path("a/**/b/*.py", "a/x/b/y/c/z.py"));
  EXPECT_TRUE(names_path("**", "anything/at/all"));
}

TEST(PathGlob, many_stars_do_not_take_for_ever) {
  std::string pattern, path;
  for (int i = 0; i < 200; ++i) {
    pattern += "**/a/";
    path += "a/";
  }
  EXPECT_FALSE(names_path(pattern + "b", path + "c"));
}

}  // namespace
}  // namespace bisect::git
