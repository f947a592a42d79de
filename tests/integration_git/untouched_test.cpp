#include "tests/support/git_fixture.hpp"

#include <gtest/gtest.h>

namespace bisect::git {
namespace {

/// A repository in the middle of somebody's work: stash, staged and unstaged changes, untracked
/// files, a submodule, a reflog, hooks.
class Untouched : public ::testing::Test {
 protected:
  Untouched() {
    fixture.make_repository("dep");
    dep = fixture.commit_file("dep", "dep.h", "1");
    fixture.make_repository("repo");
    fixture.commit_file("repo", "a", "1");
    fixture.git("repo", {"submodule", "-q", "add", "../dep", "dep"});
    good = fixture.commit("repo", "submodule");
    fixture.git("repo", {"tag", "-a", "-m", "tag", "v1"});
    bad = fixture.commit_file("repo", "a", "2");
    fixture.write("repo/a", "stashed");
    fixture.git("repo", {"stash", "-q"});
    fixture.write("repo/a", "staged");
    fixture.git("repo", {"add", "a"});
    fixture.write("repo/a", "unstaged");
    fixture.write("repo/untracked", "mine");
    fixture.write("repo/.git/hooks/post-checkout", "#!/bin/sh\ntouch \"$GIT_DIR/hooked\"\n");
    std::filesystem::permissions(fixture.root() / "repo/.git/hooks/post-checkout",
                                 std::filesystem::perms::owner_all);
    fixture.write("fix.patch",
                  "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1fixed\n");
  }

  support::GitFixture fixture;
  core::CommitId dep;
  core::CommitId good;
  core::CommitId bad;
};

TEST_F(Untouched, NeitherBytesNorTimesChange) {
  const auto before = support::snapshot(fixture.root() / "repo");
  const auto dep_before = support::snapshot(fixture.root() / "dep");

  const auto history = fixture.history("repo");
  ASSERT_TRUE(history->resolve("main@{1}"));
  ASSERT_TRUE(history->resolve("v1"));
  ASSERT_TRUE(history->segment(good, bad));
  ASSERT_TRUE(history->changed_files(bad));
  const auto pin = history->resolve_in_submodule("dep", "main", good);
  ASSERT_TRUE(pin) << pin.error().message;
  EXPECT_EQ(*pin, dep);

  GitWorkTrees trees = fixture.work_trees("repo");
  const core::FixUp fixup{(fixture.root() / "fix.patch").string(), {}};
  const auto checkout =
      trees.lay_out({good, {}, {{"dep", *pin}}, {fixup}, ""}, fixture.root() / "tree", fixture.never);
  ASSERT_TRUE(checkout) << checkout.error().message;
  ASSERT_FALSE(checkout->failure) << checkout->failure->reason;
  EXPECT_EQ(fixture.read("tree/a"), "1fixed\n");
  EXPECT_EQ(fixture.read("tree/dep/dep.h"), "1");

  EXPECT_EQ(support::snapshot(fixture.root() / "repo"), before);
  EXPECT_EQ(support::snapshot(fixture.root() / "dep"), dep_before);
  EXPECT_EQ(fixture.git("repo", {"stash", "list"}).find("stash@{0}"), 0U);
}

}  // namespace
}  // namespace bisect::git
