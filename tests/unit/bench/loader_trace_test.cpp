#include "runners/bench/loader_trace.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class LoaderTraceTest : public testing::Test {
 protected:
  void SetUp() override {
    m_command.directory = m_tree;
    m_command.environment = {"PATH=/usr/bin:" + (root() / "tools").string()};
  }
  [[nodiscard]] const fs::path& root() const { return m_folder.path(); }
  std::string file(const fs::path& path) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "x";
    return path.string();
  }

  support::TemporaryFolder m_folder;
  fs::path m_tree = m_folder.path() / "tree";
  core::Command m_command;
};

TEST_F(LoaderTraceTest, is_asked_for_in_the_environment_only_once) {
  m_command.environment = {"A=1", "LD_DEBUG=all", "LD_DEBUG_OUTPUT=/x", "LD_LIBRARY_PATH=/y"};
  ask_for_loader_trace(m_command, "/t");
  EXPECT_THAT(m_command.environment, ElementsAre("A=1", "LD_LIBRARY_PATH=/y", "LD_DEBUG=libs",
                                                 "LD_DEBUG_OUTPUT=/t/ld"));
}

TEST_F(LoaderTraceTest, is_collected_from_every_process) {
  std::ofstream(root() / "ld.1") << "     1:\tfind library=libc.so.6 [0]; searching\n"
                                    "     1:\t\n     1:\tcalling init: /lib/libc.so.6\n"
                                    "     1:\tinitialize program: ./bench\n"
                                    "     1:\ttransferring control: ./bench\n"
                                    "     1:\tcalling fini: /gone.so [0]\n";
  std::ofstream(root() / "ld.22") << "    22:\tcalling init: /p/with space.so\n"
                                     "    22:\tcalling init: /lib/libc.so.6\n";
  const LoaderTrace trace = read_loader_trace(root());
  EXPECT_THAT(trace.libraries, ElementsAre("/lib/libc.so.6", "/p/with space.so"));
  EXPECT_THAT(trace.programs, ElementsAre("./bench"));
}

TEST_F(LoaderTraceTest, tells_foreign_libraries_from_the_trees_and_the_systems) {
  const std::string own = file(m_tree / "lib/libown.so");
  const std::string foreign = file(root() / "prefix/lib/libwork.so");
  const std::string beside = file(root() / "tree-not/lib.so");
  const LoaderTrace trace{{own, foreign, beside, "./lib/libown.so", "../prefix/./lib/libwork.so",
                           "/lib64/ld-linux-x86-64.so.2", "/usr/lib/gone.so", "/gone/lib.so"},
                          {}};
  EXPECT_THAT(foreign_files(trace, m_command, m_tree).libraries, ElementsAre(foreign, beside));
}

TEST_F(LoaderTraceTest, follows_links_out_of_the_tree_and_into_it) {
  const std::string foreign = file(root() / "prefix/libwork.so");
  const std::string own = file(m_tree / "libown.so");
  fs::create_symlink(foreign, m_tree / "libwork.so");
  fs::create_symlink(own, root() / "libown.so");
  const LoaderTrace trace{{(m_tree / "libwork.so").string(), (root() / "libown.so").string()}, {}};
  EXPECT_THAT(foreign_files(trace, m_command, m_tree).libraries,
              ElementsAre((m_tree / "libwork.so").string()));
}

TEST_F(LoaderTraceTest, finds_foreign_programs_as_the_shell_would) {
  const std::string tool = file(root() / "tools/runner");
  const std::string own = file(m_tree / "bench");
  const LoaderTrace trace{{}, {"runner", "sh", "./bench", "nowhere", "../tools/runner", own}};
  const ForeignFiles foreign = foreign_files(trace, m_command, m_tree);
  EXPECT_THAT(foreign.programs, ElementsAre(tool));
  EXPECT_THAT(foreign.libraries, IsEmpty());
}

}  // namespace
}  // namespace bisect::bench
