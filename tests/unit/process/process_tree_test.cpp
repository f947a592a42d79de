#include "runners/process/process_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace bisect::process {
namespace {

namespace fs = std::filesystem;

/// A procfs on paper.
class PaperProcfs : public testing::Test {
 protected:
  void process(int pid, int parent, const std::string& name = "x", char state = 'S') {
    std::ofstream(folder(pid) / "stat") << pid << " (" << name << ") " << state << ' ' << parent
                                        << " 1 1 0 -1\n";
  }
  void thread(int pid, int tid) {
    fs::create_directories(folder(pid) / "task" / std::to_string(tid));
  }
  void thread(int pid, int tid, const std::string& children) {
    thread(pid, tid);
    std::ofstream(folder(pid) / "task" / std::to_string(tid) / "children") << children;
    fs::create_directories(m_root / "thread-self");
    std::ofstream(m_root / "thread-self" / "children") << "";
  }
  fs::path folder(int pid) {
    const fs::path path = m_root / std::to_string(pid);
    fs::create_directories(path);
    return path;
  }

  support::TemporaryFolder m_folder;
  fs::path m_root = m_folder.path();
};

TEST_F(PaperProcfs, ChildrenOfAllThreads) {
  thread(10, 10, "20 21 ");
  thread(10, 11, "22 ");
  EXPECT_EQ(ProcessTree(m_root).children(10).size(), 3u);
  EXPECT_TRUE(ProcessTree(m_root).children(99).empty());
}

TEST_F(PaperProcfs, ThreadsOfDescendantsWithoutZombies) {
  process(10, 1);
  thread(10, 10, "20 21 ");
  process(20, 10);
  thread(20, 20, "30 ");
  thread(20, 25, "");
  process(21, 10, "gone", 'Z');
  thread(21, 21, "");
  process(30, 20);
  thread(30, 30, "");
  EXPECT_EQ(ProcessTree(m_root).working_threads(10), 3);
  EXPECT_EQ(ProcessTree(m_root).working_threads(30), 0);
}

TEST_F(PaperProcfs, AParentThatOnlyWaitsIsNotAThreadAtWork) {
  process(10, 1);
  thread(10, 10, "20 ");
  process(20, 10, "sh", 'S');
  thread(20, 20, "30 ");
  process(30, 20, "worker", 'S');
  thread(30, 30, "");
  EXPECT_EQ(ProcessTree(m_root).working_threads(10), 1) << "asleep, but nobody's parent";
  process(20, 10, "sh", 'R');
  EXPECT_EQ(ProcessTree(m_root).working_threads(10), 2) << "a parent that works itself";
  process(20, 10, "pool", 'S');
  thread(20, 21, "");
  EXPECT_EQ(ProcessTree(m_root).working_threads(10), 3) << "a parent with other threads";
}

TEST_F(PaperProcfs, WithoutChildrenFilesParentsAreRead) {
  process(10, 1);
  thread(10, 10);
  process(20, 10, "odd) R 1 (name");
  thread(20, 20);
  thread(20, 21);
  process(30, 20);
  thread(30, 30);
  process(40, 1);
  std::ofstream(folder(50) / "stat") << "50 (broken";
  EXPECT_EQ(ProcessTree(m_root).children(10), std::vector<pid_t>{20});
  EXPECT_EQ(ProcessTree(m_root).working_threads(10), 3);
}

}  // namespace
}  // namespace bisect::process
