#include "runners/bench/inspection.hpp"

#include "tests/integration_runners/real_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class InspectionTest : public RealProcesses {
 protected:
  Inspection inspect_run(const core::Command& command) {
    auto inspection = inspect(*m_launcher, command, m_tree, NeverCancelled());
    EXPECT_TRUE(inspection) << inspection.error().message;
    return std::move(*inspection);
  }
  Inspection inspect_run(const std::string& text) { return inspect_run(command(text)); }

  /// The program digest of a run that is expected to be understood.
  core::Digest program_of(const std::string& text) {
    const Inspection inspection = inspect_run(text);
    EXPECT_TRUE(inspection.finished.succeeded()) << inspection.finished.err;
    EXPECT_FALSE(inspection.program.empty());
    return inspection.program;
  }

  void compile(const std::string& file, const std::string& source, const std::string& options) {
    write("source.c", source);
    prepare("gcc -w source.c -o " + file + " " + options);
    fs::remove(m_tree / "source.c");
  }
};

TEST_F(InspectionTest, a_program_is_what_the_run_opened) {
  compile("bench", "int main(void) { return 0; }", "");
  write("NOTES", "one");
  const core::Digest before = program_of("./bench");
  EXPECT_EQ(program_of("./bench"), before);
  write("NOTES", "two");
  EXPECT_EQ(program_of("./bench"), before);
  compile("bench", "int main(void) { return 1 - 1 + 0 * 7; } int more(void) { return 2; }", "");
  EXPECT_NE(program_of("./bench"), before);
}

TEST_F(InspectionTest, sees_data_linked_libraries_and_plugins) {
  compile("libwork.so", "int work(void) { return 1; }", "-shared -fPIC");
  compile("plugin.so", "int plugin(void) { return 1; }", "-shared -fPIC");
  compile("bench",
          "#include <dlfcn.h>\n#include <stdio.h>\nint work(void);\n"
          "int main(void) { return !dlopen(\"./plugin.so\", RTLD_NOW) || !fopen(\"in.txt\", \"r\") ||"
          " work() != 1; }",
          "-L. -lwork -Wl,-rpath,'$ORIGIN'");
  write("in.txt", "1");
  const core::Digest before = program_of("./bench");
  write("in.txt", "2");
  const core::Digest with_data = program_of("./bench");
  EXPECT_NE(with_data, before);
  compile("plugin.so", "int plugin(void) { return 2; }", "-shared -fPIC");
  const core::Digest with_plugin = program_of("./bench");
  EXPECT_NE(with_plugin, with_data);
  compile("libwork.so", "int more; int work(void) { return 1; }", "-shared -fPIC");
  EXPECT_NE(program_of("./bench"), with_plugin);
  EXPECT_THAT(inspect_run("./bench").foreign_libraries, IsEmpty());
}

TEST_F(InspectionTest, sees_a_statically_linked_program) {
  compile("bench", "int main(void) { return 0; }", "-static");
  const core::Digest before = program_of("./bench");
  compile("bench", "int more = 7; int main(void) { return 0; }", "-static");
  EXPECT_NE(program_of("./bench"), before);
}

TEST_F(InspectionTest, sees_the_sources_of_a_script_but_not_what_it_leaves_behind) {
  write("bench.py", "import work, os\nprint(work.N)\nopen('out.txt', 'w').write(str(os.getpid()))\n");
  write("work.py", "N = 1\n");
  write("unused.py", "N = 1\n");
  const std::string run = "/usr/bin/python3 bench.py";
  const core::Digest before = program_of(run);
  const auto as_new = [this] {
    fs::remove_all(m_tree / "__pycache__");
    fs::remove(m_tree / "out.txt");
  };
  as_new();
  write("unused.py", "N = 2\n");
  EXPECT_EQ(program_of(run), before);
  as_new();
  write("work.py", "N = 2\n");
  EXPECT_NE(program_of(run), before);
}

// A library of an older installation was measured instead of the one just built.
TEST_F(InspectionTest, names_a_library_from_outside_the_build) {
  fs::create_directories(m_folder.path() / "prefix/lib");
  const std::string old = (m_folder.path() / "prefix/lib/libwork.so").string();
  compile("libwork.so", "int work(void) { return 1; }", "-shared -fPIC");
  compile("bench", "int work(void); int main(void) { return work() - 1; }",
          "-L. -lwork -Wl,--enable-new-dtags,-rpath,'$ORIGIN'");
  compile(old, "int work(void) { return 1; }", "-shared -fPIC");
  EXPECT_THAT(inspect_run("./bench").foreign_libraries, IsEmpty());

  core::Command with_old = command("./bench");
  with_old.environment.push_back("LD_LIBRARY_PATH=" + (m_folder.path() / "prefix/lib").string());
  const Inspection inspection = inspect_run(with_old);
  EXPECT_THAT(inspection.foreign_libraries, ElementsAre(old));
  compile(old, "int more; int work(void) { return 1; }", "-shared -fPIC");
  EXPECT_NE(inspect_run(with_old).program, inspection.program);
}

TEST_F(InspectionTest, leaves_the_output_of_all_processes_alone) {
  compile("bench", "#include <stdio.h>\nint main(void) { puts(\"out\"); fputs(\"err\\n\", stderr); }", "");
  const Inspection inspection = inspect_run("./bench; echo again | cat; ./bench");
  EXPECT_EQ(inspection.finished.out, "out\nagain\nout\n");
  EXPECT_EQ(inspection.finished.err, "err\nerr\n");
}

TEST_F(InspectionTest, leaves_nothing_behind) {
  const fs::path temporary = m_folder.path() / "tmp";
  fs::create_directory(temporary);
  ASSERT_EQ(setenv("TMPDIR", temporary.c_str(), 1), 0);
  write("in", "x");
  const Inspection inspection = inspect_run("cat in; env");
  unsetenv("TMPDIR");
  EXPECT_THAT(inspection.finished.out, testing::HasSubstr((temporary / "bisect-trace-").string()));
  EXPECT_TRUE(fs::is_empty(temporary));
  EXPECT_EQ(std::distance(fs::directory_iterator(m_tree), {}), 1);
}

TEST_F(InspectionTest, does_not_know_a_program_that_failed_or_uses_nothing_of_the_tree) {
  write("in", "x");
  EXPECT_TRUE(inspect_run("cat in; exit 3").program.empty());
  EXPECT_EQ(inspect_run("cat in; exit 3").finished.code, 3);
  EXPECT_TRUE(inspect_run("true").program.empty());
  EXPECT_TRUE(inspect_run("cat in && rm in").program.empty());
}

TEST_F(InspectionTest, ignores_temporary_files_without_a_name) {
  compile("bench",
          "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <unistd.h>\n"
          "int main(void) { int f = open(\".\", O_TMPFILE | O_RDWR, 0600); return f < 0 && write(f, \"x\", 1); }",
          "");
  EXPECT_EQ(program_of("./bench"), program_of("./bench"));
}

TEST_F(InspectionTest, counts_threads) {
  compile("bench",
          "#include <pthread.h>\n#include <unistd.h>\n"
          "static void *idle(void *x) { usleep(400000); return x; }\n"
          "int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(t + i, 0, idle, 0);\n"
          "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }",
          "-pthread");
  EXPECT_GE(inspect_run("exec ./bench").peak_threads, 4);
}

class Cancelled final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return true; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

TEST_F(InspectionTest, is_interrupted_by_cancellation) {
  const auto inspection = inspect(*m_launcher, command("sleep 60"), m_tree, Cancelled());
  ASSERT_FALSE(inspection);
  EXPECT_EQ(inspection.error().kind, core::ErrorKind::interrupted);
}

}  // namespace
}  // namespace bisect::bench
