#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

namespace bisect::git {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class Discover : public ::testing::Test {
 protected:
  Discover() {
    fixture.make_repository("repo");
    tip = fixture.commit_file("repo", "deep/er/file", "1");
  }

  core::Result<RepositoryPlace> at(const std::string& where) {
    return discover(fixture.program(), fixture.root() / where, fixture.never);
  }

  /// The place can be used: its HEAD resolves to the tip.
  void expect_usable(const RepositoryPlace& place) {
    const auto history =
        Libgit2History::open(place, fixture.program(), fixture.mirrors(), fixture.never);
    ASSERT_TRUE(history);
    const auto head = (*history)->resolve("HEAD");
    ASSERT_TRUE(head) << head.error().message;
    EXPECT_EQ(head->id, tip);
  }

  support::GitFixture fixture;
  core::CommitId tip;
};

TEST_F(Discover, FromTheTopAndFromASubFolder) {
  for (const char* where : {"repo", "repo/deep/er", "repo/.git"}) {
    const auto place = at(where);
    ASSERT_TRUE(place) << where;
    EXPECT_EQ(place->git_dir, fixture.root() / "repo/.git");
    EXPECT_EQ(place->common_dir, fixture.root() / "repo/.git");
    EXPECT_EQ(place->work_tree, fixture.root() / "repo");
    expect_usable(*place);
  }
}

TEST_F(Discover, BareRepository) {
  fixture.git("", {"clone", "-q", "--bare", "repo", "bare.git"});
  const auto place = at("bare.git");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->git_dir, fixture.root() / "bare.git");
  EXPECT_TRUE(place->work_tree.empty());
  expect_usable(*place);
}

TEST_F(Discover, LinkedWorkTree) {
  fixture.git("repo", {"worktree", "add", "-q", "--detach", "../linked"});
  const auto place = at("linked/deep");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->git_dir, fixture.root() / "repo/.git/worktrees/linked");
  EXPECT_EQ(place->common_dir, fixture.root() / "repo/.git");
  EXPECT_EQ(place->work_tree, fixture.root() / "linked");
  expect_usable(*place);
}

TEST_F(Discover, SeparateGitFolderAndOddNames) {
  const std::string odd = "odd \"name\nof $HOME";
  fixture.git("", {"clone", "-q", "--separate-git-dir", "real git dir", "repo", odd});
  const auto place = at(odd + "/deep");
  ASSERT_TRUE(place) << place.error().message;
  EXPECT_EQ(place->git_dir, fixture.root() / "real git dir");
  expect_usable(*place);
}

TEST_F(Discover, NoRepository) {
  std::filesystem::create_directory(fixture.root() / "plain");
  const auto place = at("plain");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(place.error().message, HasSubstr("no git repository"));
  EXPECT_THAT(place.error().message, HasSubstr("plain"));
  EXPECT_THAT(at("absent").error().message, HasSubstr("no folder"));
}

TEST_F(Discover, ForeignOwner) {
  // Git's own switch for its tests: whatever the owner, it is somebody else.
  fixture.user_environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
  ASSERT_NE(fixture.try_git("repo", {"status"}).code, 0);
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  fixture.user_environment.clear();
  std::filesystem::path folder = fixture.root() / "repo";
  for (const auto& path : {folder, folder / ".git"}) ASSERT_EQ(::chown(path.c_str(), 12345, 0), 0);
  const auto place = at("repo");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(place.error().hints,
              Contains("git config --global --add safe.directory " + folder.string()));

  fixture.user_environment = {{"GIT_CONFIG_COUNT", "1"},
                              {"GIT_CONFIG_KEY_0", "safe.directory"},
                              {"GIT_CONFIG_VALUE_0", "*"}};
  const auto allowed = at("repo");
  ASSERT_TRUE(allowed) << allowed.error().message;
  expect_usable(*allowed);
}

TEST_F(Discover, Sha256) {
  fixture.git("", {"init", "-q", "--template=", "--object-format=sha256", "long"});
  const auto place = at("long");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(place.error().message, HasSubstr("sha256"));
}

TEST_F(Discover, Extensions) {
  fixture.git("repo", {"config", "core.repositoryformatversion", "1"});
  fixture.git("repo", {"config", "extensions.worktreeConfig", "true"});
  const auto harmless = at("repo");
  ASSERT_TRUE(harmless) << harmless.error().message;
  expect_usable(*harmless);

  fixture.git("repo", {"config", "extensions.fromTheFuture", "true"});
  const auto place = at("repo");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(place.error().message, HasSubstr("fromthefuture"));
}

TEST_F(Discover, TheCallersWhereaboutsDoNotMatter) {
  fixture.user_environment["GIT_DIR"] = "/nowhere";
  fixture.user_environment["GIT_INDEX_FILE"] = "/nowhere/index";
  fixture.user_environment["GIT_WORK_TREE"] = "/nowhere/tree";
  const auto place = at("repo");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->git_dir, fixture.root() / "repo/.git");
}

TEST_F(Discover, NoGitProgram) {
  fixture.user_environment["PATH"] = (fixture.root() / "home").string();
  const auto place = at("repo");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(place.error().message, HasSubstr("the program git could not be started"));
}

}  // namespace
}  // namespace bisect::git
