#include "harness/git/git_program.hpp"

#include "tests/support/scripted_launcher.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace bisect::git {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class Never final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return false; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

core::Finished failed(const std::string& err) {
  core::Finished finished;
  finished.code = 128;
  finished.err = err;
  return finished;
}

TEST(GitEnvironment, DropsWhereaboutsAndKeepsSettings) {
  EXPECT_THAT(sanitised_environment({
                  "GIT_DIR=/x", "GIT_WORK_TREE=/x", "GIT_INDEX_FILE=/x", "GIT_OBJECT_DIRECTORY=/x",
                  "GIT_ALTERNATE_OBJECT_DIRECTORIES=/x", "GIT_COMMON_DIR=/x", "GIT_NAMESPACE=x",
                  "GIT_CONFIG=/x", "GIT_PREFIX=x/", "GIT_PROTOCOL_FROM_USER=1", "LANGUAGE=de",
                  "LC_ALL=de_DE.UTF-8", "GIT_TERMINAL_PROMPT=1", "HOME=/h", "PATH=/bin",
                  "https_proxy=p", "SSH_AUTH_SOCK=s", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=k",
                  "GIT_CONFIG_VALUE_0=v", "GIT_CONFIG_GLOBAL=g", "GIT_ALLOW_PROTOCOL=file",
                  "GIT_SSH_COMMAND=ssh -v",
              }),
              UnorderedElementsAre("HOME=/h", "PATH=/bin", "https_proxy=p", "SSH_AUTH_SOCK=s",
                                   "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=k",
                                   "GIT_CONFIG_VALUE_0=v", "GIT_CONFIG_GLOBAL=g",
                                   "GIT_ALLOW_PROTOCOL=file", "GIT_SSH_COMMAND=ssh -v",
                                   "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C"));
}

TEST(GitProgram, RunsGitByArgumentsWithHooksOff) {
  support::ScriptedLauncher launcher;
  launcher.on("status", core::Finished{});
  const GitProgram git(launcher, {"PATH=/bin", "A=1"});
  ASSERT_TRUE(git.run({{"status", "$(x); y"}, "/somewhere", {"A=2"}}, Never()));
  const core::Command& command = launcher.commands().at(0);
  EXPECT_EQ(command.argv.front(), "git");
  EXPECT_EQ(command.argv.back(), "$(x); y");
  EXPECT_THAT(command.argv, Contains("core.hooksPath=/dev/null"));
  EXPECT_EQ(command.directory, "/somewhere");
  EXPECT_THAT(command.environment, Contains("A=2"));
  EXPECT_THAT(command.environment, Not(Contains("A=1")));
}

TEST(GitProgram, AMissingProgramIsAnEnvironmentError) {
  support::ScriptedLauncher launcher;
  core::Finished missing;
  missing.ending = core::Ending::not_started;
  missing.code = ENOENT;
  launcher.on("status", missing);
  const auto finished = GitProgram(launcher, {}).run({{"status"}, "/", {}}, Never());
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(finished.error().hints, Contains(HasSubstr("install git")));
}

TEST(GitProblem, TheLineThatNamesIt) {
  EXPECT_EQ(problem_of(failed("warning: x\nerror: the cause\nfatal: the end\n")), "the cause");
  EXPECT_EQ(problem_of(failed("fatal: unknown extension found:\n\tobjects\n")),
            "unknown extension found: objects");
  EXPECT_EQ(problem_of(failed("fatal: cut off:")), "cut off: ");
  EXPECT_EQ(problem_of(failed("something else\nand more\n")), "something else");
  EXPECT_EQ(problem_of(failed("")), "exit status 128");
}

TEST(GitProblem, OutOfResources) {
  EXPECT_TRUE(is_out_of_resources(failed("error: write error: No space left on device\n")));
  EXPECT_TRUE(is_out_of_resources(failed("fatal: cannot mkdir a: Permission denied")));
  EXPECT_TRUE(is_out_of_resources(failed("error: unable to write file unit.h\n")));
  EXPECT_TRUE(is_out_of_resources(
      failed("fatal: sha1 file '.git/index.lock' write error. Out of diskspace\n")));
  core::Finished killed;
  killed.ending = core::Ending::signaled;
  EXPECT_TRUE(is_out_of_resources(killed));
  EXPECT_FALSE(is_out_of_resources(failed("git@host: Permission denied (publickey).\n")));
  EXPECT_FALSE(is_out_of_resources(failed("error: unable to create file x: File name too long\n")));
}

}  // namespace
}  // namespace bisect::git
