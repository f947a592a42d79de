#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace bisect::git {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::set<core::CommitId> words(const std::string& text) {
  std::set<core::CommitId> ids;
  std::istringstream in(text);
  for (std::string word; in >> word;) ids.insert(core::CommitId(word));
  return ids;
}

class SegmentOf : public ::testing::Test {
 protected:
  SegmentOf() {
    fixture.make_repository("repo");
    root = fixture.commit("repo", "root");
  }

  core::CommitId commit(const std::string& subject) { return fixture.commit("repo", subject); }
  void go(const core::CommitId& id) { fixture.git("repo", {"checkout", "-q", id.text()}); }
  core::CommitId merge(const core::CommitId& other) {
    fixture.git("repo", {"merge", "-q", "--no-ff", "--allow-unrelated-histories", "-m", "merge",
                         other.text()});
    return fixture.id("repo", "HEAD");
  }

  /// git is the oracle: the segment holds what its rev-list and merge-base say, and the parents.
  Segment checked(const core::CommitId& good, const core::CommitId& bad) {
    const auto segment = fixture.history("repo")->segment(good, bad);
    EXPECT_TRUE(segment) << (segment ? "" : segment.error().message);
    if (!segment) return {};
    std::set<core::CommitId> expected =
        words(fixture.git("repo", {"rev-list", good.text() + "..." + bad.text()}));
    const auto bases = words(
        fixture.try_git("repo", {"merge-base", "--all", good.text(), bad.text()}).out);
    EXPECT_EQ(std::set(segment->merge_bases.begin(), segment->merge_bases.end()), bases);
    expected.insert(bases.begin(), bases.end());
    for (const core::CommitId& id : std::set(expected))
      expected.merge(words(fixture.git("repo", {"show", "-s", "--format=%P", id.text()})));
    for (const core::CommitId& id : expected)
      EXPECT_NE(segment->graph.find(id), nullptr) << id.text();
    EXPECT_EQ(segment->graph.size(), expected.size());
    return *segment;
  }

  support::GitFixture fixture;
  core::CommitId root;
};

TEST_F(SegmentOf, StraightLine) {
  commit("0");
  const core::CommitId good = commit("1");
  const core::CommitId middle = commit("2");
  const core::CommitId bad = commit("3");
  const Segment segment = checked(good, bad);
  EXPECT_THAT(segment.merge_bases, ElementsAre(good));
  EXPECT_EQ(segment.graph.path(good, bad).size(), 3U);
  EXPECT_EQ(segment.graph.find(middle)->subject, "2");
  EXPECT_EQ(segment.graph.find(root), nullptr);
  checked(bad, good);
  checked(good, good);
}

TEST_F(SegmentOf, MergedBranchThatForkedBeforeGood) {
  const core::CommitId fork = commit("fork");
  const core::CommitId side = commit("side");
  go(fork);
  const core::CommitId good = commit("good");
  const core::CommitId bad = merge(side);
  const Segment segment = checked(good, bad);
  EXPECT_NE(segment.graph.find(side), nullptr);
  EXPECT_NE(segment.graph.find(fork), nullptr);  // what the side branch stands on
}

TEST_F(SegmentOf, BothSidesOfAMergeBase) {
  const core::CommitId base = commit("base");
  commit("r1");
  const core::CommitId good = commit("r2");
  go(base);
  commit("m1");
  const core::CommitId bad = commit("m2");
  EXPECT_THAT(checked(good, bad).merge_bases, ElementsAre(base));
}

TEST_F(SegmentOf, TwoMergeBases) {
  const core::CommitId one = commit("one");
  go(root);
  const core::CommitId two = commit("two");
  const core::CommitId good = merge(one);
  go(one);
  const core::CommitId bad = merge(two);
  EXPECT_EQ(checked(good, bad).merge_bases.size(), 2U);
}

TEST_F(SegmentOf, UnrelatedHistories) {
  const core::CommitId good = commit("good");
  fixture.git("repo", {"checkout", "-q", "--orphan", "other"});
  const core::CommitId bad = commit("other root");
  EXPECT_THAT(checked(good, bad).merge_bases, IsEmpty());
}

TEST_F(SegmentOf, ImportedProjectWithItsOwnRoot) {
  const core::CommitId good = commit("good");
  fixture.git("repo", {"checkout", "-q", "--orphan", "vendor"});
  commit("v1");
  const core::CommitId vendor = commit("v2");
  go(good);
  const core::CommitId bad = merge(vendor);
  EXPECT_NE(checked(good, bad).graph.find(vendor), nullptr);
}

TEST_F(SegmentOf, DatesDoNotMatter) {
  // A common ancestor that claims to be the youngest of all, far behind old-looking ones.
  const auto dated = [&](const std::string& subject, const char* date) {
    fixture.git("repo", {"commit", "-q", "--allow-empty", "-m", subject});
    const std::string raw = fixture.git("repo", {"cat-file", "commit", "HEAD"});
    const std::size_t at = raw.find("committer ");
    const std::size_t end = raw.find('\n', at);
    fixture.write("raw", raw.substr(0, at) + "committer A <a@b> " + date + " +0000" +
                             raw.substr(end) + "\n");
    const std::string id = fixture.git("repo", {"hash-object", "-w", "-t", "commit", "../raw"});
    fixture.git("repo", {"reset", "-q", "--hard", id});
    return core::CommitId(id);
  };
  const core::CommitId young = dated("young", "4000000000");
  for (int n = 0; n < 8; ++n) dated("old " + std::to_string(n), "1000000000");
  const core::CommitId good = dated("good", "1100000000");
  go(young);
  const core::CommitId side = dated("side", "3900000000");
  go(good);
  const core::CommitId bad = merge(side);
  const auto segment = fixture.history("repo")->segment(good, bad);
  ASSERT_TRUE(segment);
  EXPECT_THAT(segment->merge_bases, ElementsAre(good));
  // bad, side, good, good's parent, side's parent
  EXPECT_EQ(segment->graph.size(), 5U);
}

TEST_F(SegmentOf, ShallowCloneWithTheCutOnTheWay) {
  for (int n = 0; n < 4; ++n) commit(std::to_string(n));
  const core::CommitId bad = commit("bad");
  fixture.git("", {"clone", "-q", "--depth", "3", "file://" + (fixture.root() / "repo").string(),
                   "shallow"});
  const auto history = fixture.history("shallow");
  const core::CommitId oldest = fixture.id("shallow", "HEAD~2");
  const auto inside = history->segment(oldest, bad);
  ASSERT_TRUE(inside) << inside.error().message;
  EXPECT_THAT(inside->merge_bases, ElementsAre(oldest));
  EXPECT_EQ(inside->graph.size(), 3U);

  // A commit from below the cut whose connection is missing.
  fixture.git("shallow", {"fetch", "-q", "--depth", "1", "origin", root.text()});
  const auto across = history->segment(root, bad);
  ASSERT_FALSE(across);
  EXPECT_EQ(across.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(across.error().message, HasSubstr("shallow"));
  EXPECT_THAT(across.error().hints, Contains(HasSubstr("git fetch --unshallow")));
}

TEST_F(SegmentOf, ChangedFiles) {
  fixture.write("repo/b", "1");
  fixture.write("repo/a/\xC3\xA4 \n", "1");
  const core::CommitId added = commit("add");
  fixture.write("repo/b", "2");
  std::filesystem::remove_all(fixture.root() / "repo/a");
  const core::CommitId changed = commit("change");
  const auto history = fixture.history("repo");
  EXPECT_THAT(*history->changed_files(added), ElementsAre("a/\xC3\xA4 \n", "b"));
  EXPECT_THAT(*history->changed_files(changed), ElementsAre("a/\xC3\xA4 \n", "b"));
  EXPECT_THAT(*history->changed_files(root), IsEmpty());
  go(root);
  const core::CommitId side = fixture.commit_file("repo", "side", "1");
  go(changed);
  EXPECT_THAT(*history->changed_files(merge(side)), ElementsAre("side"));
  EXPECT_FALSE(history->changed_files(core::CommitId("12")));
}

}  // namespace
}  // namespace bisect::git
