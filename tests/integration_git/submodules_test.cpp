#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// repo contains mid, mid contains leaf; two commits of each, moved one after the other.
class Submodules : public ::testing::Test {
 protected:
  Submodules() {
    fixture.make_repository("leaf");
    leaf1 = fixture.commit_file("leaf", "leaf.h", "leaf 1");
    fixture.make_repository("mid");
    fixture.git("mid", {"submodule", "-q", "add", "../leaf", "nested/leaf"});
    mid1 = fixture.commit_file("mid", "mid.h", "mid 1");
    fixture.make_repository("repo");
    plain = fixture.commit_file("repo", "a", "1");
    fixture.git("repo", {"submodule", "-q", "add", "../mid", "mid"});
    fixture.git("repo", {"submodule", "-q", "update", "--init", "--recursive"});
    one = fixture.commit("repo", "one");
    leaf2 = fixture.commit_file("leaf", "leaf.h", "leaf 2");
    fixture.git("mid/nested/leaf", {"pull", "-q", "origin", "main"});
    mid2 = fixture.commit_file("mid", "mid.h", "mid 2");
    fixture.git("repo/mid", {"pull", "-q", "--no-recurse-submodules", "origin", "main"});
    two = fixture.commit("repo", "two");
  }

  /// A clone of the subject without any of its submodules, in a place from which the relative
  /// addresses lead nowhere: they count from the clone's origin.
  void clone_without_submodules() {
    fs::create_directory(fixture.root() / "elsewhere");
    fixture.git("", {"clone", "-q", "repo", k_clone});
  }

  void allow_files() {
    fixture.user_environment = {{"GIT_CONFIG_COUNT", "1"},
                                {"GIT_CONFIG_KEY_0", "protocol.file.allow"},
                                {"GIT_CONFIG_VALUE_0", "always"}};
  }

  core::Result<Checkout> lay(const std::string& subject, const core::CommitId& commit,
                             std::vector<core::Pin> pins = {}) {
    fs::remove_all(fixture.root() / "tree");
    return fixture.work_trees(subject).lay_out({commit, {}, std::move(pins), {}, ""},
                                               fixture.root() / "tree", fixture.never);
  }

  static std::vector<std::string> states(const Checkout& checkout) {
    std::vector<std::string> lines;
    for (const core::SubmoduleState& state : checkout.submodules)
      lines.push_back(state.path + " " + state.recorded.text() + " " + state.actual.text());
    return lines;
  }

  static std::string state(const std::string& path, const core::CommitId& recorded,
                           const core::CommitId& actual) {
    return path + " " + recorded.text() + " " + actual.text();
  }

  void expect_both_commits(const std::string& subject) {
    const auto first = lay(subject, one);
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_FALSE(first->failure) << first->failure->reason;
    EXPECT_THAT(states(*first), ElementsAre(state("mid", mid1, mid1),
                                            state("mid/nested/leaf", leaf1, leaf1)));
    EXPECT_EQ(fixture.read("tree/mid/mid.h"), "mid 1");
    EXPECT_EQ(fixture.read("tree/mid/nested/leaf/leaf.h"), "leaf 1");
    EXPECT_EQ(fixture.git("tree", {"status", "--porcelain"}), "");

    const auto second = lay(subject, two);
    ASSERT_TRUE(second && !second->failure);
    EXPECT_THAT(states(*second), ElementsAre(state("mid", mid2, mid2),
                                             state("mid/nested/leaf", leaf2, leaf2)));
    EXPECT_EQ(fixture.read("tree/mid/nested/leaf/leaf.h"), "leaf 2");
    EXPECT_THAT(second->warnings, IsEmpty());
  }

  static constexpr const char* k_clone = "elsewhere/clone";

  support::GitFixture fixture;
  core::CommitId leaf1, leaf2, mid1, mid2, plain, one, two;
};

TEST_F(Submodules, FollowTheCommitFromTheUsersClones) {
  // The user's clone of leaf has not seen leaf 2 yet, so that one is fetched.
  const auto refused = lay("repo", two);
  ASSERT_FALSE(refused);
  allow_files();
  expect_both_commits("repo");
}

TEST_F(Submodules, FromTheUsersClonesNothingIsFetched) {
  fixture.git("repo", {"submodule", "-q", "update", "--init", "--recursive"});
  expect_both_commits("repo");
  EXPECT_FALSE(fs::exists(fixture.mirrors()));
}

TEST_F(Submodules, FetchedIntoMirrors) {
  clone_without_submodules();
  allow_files();
  expect_both_commits(k_clone);
  // Once they are there, nothing is fetched any more.
  fs::rename(fixture.root() / "mid", fixture.root() / "mid-moved");
  fs::rename(fixture.root() / "leaf", fixture.root() / "leaf-moved");
  expect_both_commits(k_clone);
}

TEST_F(Submodules, TransportRefusedByPolicyIsAnError) {
  clone_without_submodules();
  const auto checkout = lay(k_clone, one);
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(checkout.error().message, HasSubstr("'file'"));
  EXPECT_THAT(checkout.error().hints,
              Contains("git config --global protocol.file.allow always"));
  EXPECT_THAT(checkout.error().hints,
              Contains(HasSubstr("GIT_CONFIG_KEY_0=protocol.file.allow")));
}

TEST_F(Submodules, EveryWayOfAllowingATransportCounts) {
  clone_without_submodules();
  fixture.user_environment = {{"GIT_ALLOW_PROTOCOL", "file"}};
  EXPECT_TRUE(lay(k_clone, one));
  fs::remove_all(fixture.mirrors());
  fixture.user_environment.clear();
  EXPECT_FALSE(lay(k_clone, one));
  fixture.write("home/.gitconfig", "[protocol \"file\"]\n\tallow = always\n");
  EXPECT_TRUE(lay(k_clone, one));
}

TEST_F(Submodules, ExternalTransportsStayOff) {
  clone_without_submodules();
  allow_files();
  fixture.git(k_clone, {"config", "submodule.mid.url", "ext::sh -c touch% PWNED"});
  const auto checkout = lay(k_clone, one);
  ASSERT_FALSE(checkout);
  EXPECT_THAT(checkout.error().message, HasSubstr("'ext'"));
}

TEST_F(Submodules, AddedAndRemovedBetweenCommits) {
  allow_files();
  const auto without = lay("repo", plain);
  ASSERT_TRUE(without && !without->failure);
  EXPECT_FALSE(fs::exists(fixture.root() / "tree/mid"));
  expect_both_commits("repo");
}

TEST_F(Submodules, PinsAtAnyDepth) {
  allow_files();
  const auto checkout = lay("repo", two, {{"mid/nested/leaf", leaf1}});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(states(*checkout), ElementsAre(state("mid", mid2, mid2),
                                             state("mid/nested/leaf", leaf2, leaf1)));
  EXPECT_EQ(fixture.read("tree/mid/nested/leaf/leaf.h"), "leaf 1");
}

TEST_F(Submodules, APinOfTheParentDecidesWhatLiesBelow) {
  allow_files();
  const auto checkout = lay("repo", two, {{"mid", mid1}});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(states(*checkout), ElementsAre(state("mid", mid2, mid1),
                                             state("mid/nested/leaf", {}, leaf1)));
}

TEST_F(Submodules, ThePinSurvivesTheBuildsOwnUpdate) {
  allow_files();
  ASSERT_TRUE(lay("repo", two, {{"mid", mid1}}));
  fixture.git("tree", {"submodule", "update", "--init", "--recursive"});
  EXPECT_EQ(fixture.id("tree/mid", "HEAD"), mid1);
  EXPECT_EQ(fixture.id("tree/mid/nested/leaf", "HEAD"), leaf1);
}

TEST_F(Submodules, AnIdlePinIsMentioned) {
  const auto checkout = lay("repo", plain, {{"mid", mid1}});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(checkout->warnings, ElementsAre(HasSubstr("the pin of mid is idle")));
}

TEST_F(Submodules, AnEntryWithoutGitmodulesIsAWarning) {
  fixture.git("repo", {"update-index", "--add", "--cacheinfo",
                       "160000,1234567890123456789012345678901234567890,extra"});
  fixture.git("repo", {"commit", "-q", "-m", "extra"});
  allow_files();
  const auto checkout = lay("repo", fixture.id("repo", "HEAD"));
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(checkout->warnings, ElementsAre(HasSubstr("extra")));
  EXPECT_EQ(checkout->submodules.size(), 2U);
  EXPECT_TRUE(fs::is_empty(fixture.root() / "tree/extra"));
}

TEST_F(Submodules, AMissingCommitIsData) {
  fixture.git("repo", {"update-index", "--cacheinfo",
                       "160000,1234567890123456789012345678901234567890,mid"});
  fixture.git("repo", {"commit", "-q", "-m", "dangling"});
  allow_files();
  const auto checkout = lay("repo", fixture.id("repo", "HEAD"));
  ASSERT_TRUE(checkout) << checkout.error().message;
  ASSERT_TRUE(checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::submodule);
  EXPECT_THAT(checkout->failure->reason, HasSubstr("1234567890123456789012345678901234567890"));
  EXPECT_THAT(checkout->failure->reason, HasSubstr("mid"));
}

TEST_F(Submodules, AnAddressThatIsGoneIsData) {
  clone_without_submodules();
  fs::remove_all(fixture.root() / "mid");
  allow_files();
  const auto checkout = lay(k_clone, one);
  ASSERT_TRUE(checkout && checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::submodule);
  EXPECT_THAT(checkout->failure->log, HasSubstr("does not appear to be a git repository"));
}

TEST_F(Submodules, ThoseTheUserSwitchedOffAreLeftOut) {
  fixture.git("repo", {"config", "submodule.mid.active", "false"});
  const auto checkout = lay("repo", one);
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(checkout->submodules, IsEmpty());
  EXPECT_THAT(checkout->warnings, ElementsAre(HasSubstr("submodule.mid.active is false")));
}

TEST_F(Submodules, LockFilesOfAKilledFetchDoNotMatter) {
  clone_without_submodules();
  allow_files();
  ASSERT_TRUE(lay(k_clone, one));
  for (const auto& entry : fs::directory_iterator(fixture.mirrors())) {
    fs::create_directories(entry.path() / "refs/heads");
    fixture.write(entry.path() / "refs/heads/main.lock", "");
  }
  const core::CommitId mid3 = fixture.commit_file("mid", "mid.h", "mid 3");
  const auto newest = fixture.history(k_clone)->resolve_in_submodule("mid", "main", two);
  ASSERT_TRUE(newest) << newest.error().message;
  EXPECT_EQ(*newest, mid3);
}

TEST_F(Submodules, ResolveNamesInside) {
  allow_files();
  fixture.git("repo/mid", {"tag", "v1", mid1.text()});
  const auto history = fixture.history("repo");
  EXPECT_EQ(*history->resolve_in_submodule("mid", "v1", two), mid1);
  EXPECT_EQ(*history->resolve_in_submodule("mid", "v1", one), mid1);
  // What the user's clone does not have is looked up at its address.
  EXPECT_EQ(*history->resolve_in_submodule("mid/nested/leaf", leaf2.text(), one), leaf2);
  fixture.git("leaf", {"tag", "new-tag", leaf2.text()});
  EXPECT_EQ(*history->resolve_in_submodule("mid/nested/leaf", "new-tag", one), leaf2);
}

TEST_F(Submodules, UnknownPathsAndNamesInside) {
  allow_files();
  const auto history = fixture.history("repo");
  const auto absent = history->resolve_in_submodule("mid", "main", plain);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(absent.error().message, HasSubstr("has no submodule at 'mid'"));
  EXPECT_THAT(history->resolve_in_submodule("a", "main", one).error().message,
              HasSubstr("has no submodule at 'a'"));
  const auto unknown = history->resolve_in_submodule("mid", "nonsense", one);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(unknown.error().message, HasSubstr("no such commit 'nonsense'"));
  const auto no_id = history->resolve_in_submodule("mid", std::string(40, '7'), one);
  ASSERT_FALSE(no_id);
  EXPECT_EQ(no_id.error().kind, core::ErrorKind::usage);
}

}  // namespace
}  // namespace bisect::git
