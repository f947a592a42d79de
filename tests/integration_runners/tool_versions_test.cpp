#include "runners/bench/host.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::Pair;

class ToolVersions : public testing::Test {
 protected:
  void tool(const fs::path& file, const std::string& script) {
    fs::create_directories((m_folder.path() / file).parent_path());
    std::ofstream(m_folder.path() / file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(m_folder.path() / file, fs::perms::owner_all);
  }
  [[nodiscard]] std::string path() const {
    return (m_folder.path() / "first").string() + ":" + (m_folder.path() / "second").string();
  }
  support::TemporaryFolder m_folder;
};

TEST_F(ToolVersions, are_the_first_lines_of_the_first_tools_along_the_path) {
  tool("second/gcc", "echo gcc 11");
  tool("first/gcc", "echo \"gcc 12 $1 $LC_ALL $PWD\"; echo more");
  tool("second/make", "echo noise >&2; echo 'GNU Make 4.3'");
  tool("second/perl", "echo not asked for");
  EXPECT_THAT(tool_versions(path()), ElementsAre(Pair("gcc", "gcc 12 --version C /"),
                                                 Pair("make", "GNU Make 4.3")));
}

TEST_F(ToolVersions, do_not_wait_for_a_tool_that_stays_after_its_answer) {
  tool("first/ld", "echo GNU ld 2.40; exec sleep 1000");
  EXPECT_THAT(tool_versions(path()), ElementsAre(Pair("ld", "GNU ld 2.40")));
}

TEST_F(ToolVersions, say_when_there_is_no_answer) {
  tool("first/cc", "exit 1");
  std::ofstream(m_folder.path() / "first/clang") << "not executable";
  EXPECT_THAT(tool_versions(path()), ElementsAre(Pair("cc", "no answer")));
}

TEST_F(ToolVersions, ignore_folders_that_are_not_absolute) {
  EXPECT_TRUE(tool_versions("::.:relative").empty());
}

}  // namespace
}  // namespace bisect::bench
