#include "core/digest.hpp"
#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::git {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FixUps : public ::testing::Test {
 protected:
  FixUps() {
    fixture.make_repository("repo");
    before = fixture.commit_file("repo", "compat.h", "/* a */\n/* b */\n");
    after = fixture.commit_file("repo", "compat.h", "/* a */\n#define COMPAT 1\n/* b */\n");
    other = fixture.commit_file("repo", "compat.h", "something else\n");
    fixture.write("fix.patch",
                  fixture.git("repo", {"diff", before.text(), after.text()}) + "\n");
  }

  core::FixUp patch(const std::string& name) {
    const std::filesystem::path file = fixture.root() / name;
    return {file.string(), *core::digest_file(file)};
  }

  core::Result<Checkout> lay(const core::CommitId& commit, std::vector<core::FixUp> fixups) {
    std::filesystem::remove_all(fixture.root() / "tree");
    return fixture.work_trees("repo").lay_out({commit, {}, {}, std::move(fixups), ""},
                                              fixture.root() / "tree", fixture.never);
  }

  support::GitFixture fixture;
  core::CommitId before;
  core::CommitId after;
  core::CommitId other;
};

TEST_F(FixUps, Applied) {
  const auto checkout = lay(before, {patch("fix.patch")});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(fixture.read("tree/compat.h"), HasSubstr("COMPAT"));
  EXPECT_THAT(checkout->skipped_fixups, IsEmpty());
  EXPECT_EQ(fixture.id("tree", "HEAD"), before);  // nothing is committed
  EXPECT_EQ(fixture.git("tree", {"status", "--porcelain"}), " M compat.h");
}

TEST_F(FixUps, SkippedWhereTheCommitHasIt) {
  const auto checkout = lay(after, {patch("fix.patch")});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(checkout->skipped_fixups, ElementsAre(patch("fix.patch").file));
  EXPECT_EQ(fixture.git("tree", {"status", "--porcelain"}), "");
}

TEST_F(FixUps, OneThatDoesNotApplyIsData) {
  const auto checkout = lay(other, {patch("fix.patch")});
  ASSERT_TRUE(checkout && checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::patch);
  EXPECT_THAT(checkout->failure->reason, HasSubstr("fix.patch"));
  EXPECT_THAT(checkout->failure->reason, HasSubstr("patch failed: compat.h:1"));
  EXPECT_THAT(checkout->failure->log, HasSubstr("patch does not apply"));
  EXPECT_EQ(fixture.read("tree/compat.h"), "something else\n");
}

TEST_F(FixUps, InTheGivenOrder) {
  fixture.write("second.patch", "--- a/compat.h\n+++ b/compat.h\n@@ -1,3 +1,3 @@\n /* a */\n"
                                "-#define COMPAT 1\n+#define COMPAT 2\n /* b */\n");
  const auto checkout = lay(before, {patch("fix.patch"), patch("second.patch")});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(fixture.read("tree/compat.h"), HasSubstr("COMPAT 2"));
  const auto reversed = lay(before, {patch("second.patch"), patch("fix.patch")});
  ASSERT_TRUE(reversed && reversed->failure);
}

TEST_F(FixUps, NewFilesOddNamesAndLineEndings) {
  fixture.git("repo", {"checkout", "-q", before.text()});
  fixture.write("repo/dos file", "one\r\ntwo \r\n");
  const core::CommitId dos = fixture.commit("repo", "dos");
  fixture.write("repo/dos file", "one\r\nTWO \r\n");
  fixture.write("repo/new/\xC3\xA4 b", "new\n");
  fixture.git("repo", {"add", "-A"});
  fixture.write("dos.patch", fixture.git("repo", {"diff", "--cached", "--binary"}) + "\n");
  fixture.git("repo", {"reset", "-q", "--hard"});
  const auto checkout = lay(dos, {patch("dos.patch")});
  ASSERT_TRUE(checkout && !checkout->failure) << checkout->failure->reason;
  EXPECT_EQ(fixture.read("tree/dos file"), "one\r\nTWO \r\n");
  EXPECT_EQ(fixture.read("tree/new/\xC3\xA4 b"), "new\n");
}

TEST_F(FixUps, InsideASubmodule) {
  fixture.make_repository("dep");
  fixture.commit_file("dep", "dep.h", "1\n");
  fixture.git("repo", {"submodule", "-q", "add", "../dep", "dep"});
  const core::CommitId commit = fixture.commit("repo", "submodule");
  fixture.write("dep.patch", "--- a/dep/dep.h\n+++ b/dep/dep.h\n@@ -1 +1 @@\n-1\n+2\n");
  const auto checkout = lay(commit, {patch("dep.patch")});
  ASSERT_TRUE(checkout && !checkout->failure) << checkout->failure->reason;
  EXPECT_EQ(fixture.read("tree/dep/dep.h"), "2\n");
}

TEST_F(FixUps, APatchThatChangedDuringTheRunIsAnError) {
  const core::FixUp fixup = patch("fix.patch");
  fixture.write("fix.patch", fixture.read("fix.patch") + "\n");
  const auto checkout = lay(before, {fixup});
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(checkout.error().message, HasSubstr("changed since the run began"));
}

TEST_F(FixUps, NoPatchAtAllIsData) {
  fixture.write("prose.patch", "Dear all, please see attachment.\n");
  const auto checkout = lay(before, {patch("prose.patch")});
  ASSERT_TRUE(checkout && checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::patch);
  EXPECT_THAT(checkout->failure->reason, HasSubstr("No valid patches"));
}

}  // namespace
}  // namespace bisect::git
