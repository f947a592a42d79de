// The promises of git::History, asked of the fake and of the real adapter.
#include "tests/support/git_fixture.hpp"
#include "tests/support/scripted_history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::contract {
namespace {

using core::CommitId;
using core::ErrorKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Both worlds hold:  root - a - b - merge - tip     other
//                            \- side -/
// tag and branch "twice" at a and b; branches named like the labels; root has no files, b changes
// "two" and "one"; submodule "dep" with branch "main" everywhere but in root.

class Scripted {
 public:
  Scripted() {
    m_history.line({"root", "a", "b"});
    m_history.commit("side", {"a"});
    m_history.commit("merge", {"b", "side"});
    m_history.commit("tip", {"merge"});
    m_history.commit("other");
    m_history.name("twice", "refs/tags/twice", id("a"));
    m_history.name("twice", "refs/heads/twice", id("b"));
    m_history.changes[id("b")] = {"two", "one"};
    m_history.submodules["dep"]["main"] = pinned();
    m_history.contexts_without.insert(id("root"));
  }
  git::History& history() { return m_history; }
  CommitId id(const std::string& label) { return m_history.at(label).id; }
  CommitId pinned() { return CommitId(std::string(40, '5')); }

 private:
  support::ScriptedHistory m_history;
};

class Real {
 public:
  Real() {
    m_fixture.make_repository("dep");
    m_pinned = m_fixture.commit_file("dep", "dep.h", "1");
    m_fixture.make_repository("repo");
    add("root");
    m_fixture.git("repo", {"submodule", "-q", "add", "../dep", "dep"});
    add("a");
    m_fixture.write("repo/two", "2");
    m_fixture.write("repo/one", "1");
    add("b");
    m_fixture.git("repo", {"checkout", "-q", "--detach", "a"});
    add("side");
    m_fixture.git("repo", {"checkout", "-q", "--detach", "b"});
    m_fixture.git("repo", {"merge", "-q", "--no-ff", "-m", "merge", "side"});
    m_fixture.git("repo", {"branch", "merge"});
    add("tip");
    m_fixture.git("repo", {"checkout", "-q", "--orphan", "orphan"});
    add("other");
    m_fixture.git("repo", {"tag", "twice", "a"});
    m_fixture.git("repo", {"branch", "twice", "b"});
    m_history = m_fixture.history("repo");
  }
  git::History& history() { return *m_history; }
  CommitId id(const std::string& label) { return m_fixture.id("repo", "refs/heads/" + label); }
  CommitId pinned() { return m_pinned; }

 private:
  void add(const std::string& label) {
    m_fixture.commit("repo", label);
    m_fixture.git("repo", {"branch", label});
  }

  support::GitFixture m_fixture;
  CommitId m_pinned;
  std::unique_ptr<git::Libgit2History> m_history;
};

template <class World>
class HistoryContract : public ::testing::Test {
 protected:
  World m_world;
};

using Worlds = ::testing::Types<Scripted, Real>;
TYPED_TEST_SUITE(HistoryContract, Worlds);

TYPED_TEST(HistoryContract, ResolvesNamesIdsAndAncestors) {
  auto& world = this->m_world;
  const CommitId b = world.id("b");
  for (const std::string& revision :
       {std::string("b"), std::string("refs/heads/b"), b.text(), b.text().substr(0, 12),
        std::string("merge~1"), std::string("tip~2"), std::string("merge~")}) {
    const auto commit = world.history().resolve(revision);
    ASSERT_TRUE(commit) << revision << ": " << commit.error().message;
    EXPECT_EQ(commit->id, b) << revision;
  }
  const auto merge = world.history().resolve("merge");
  EXPECT_THAT(merge->parents, ElementsAre(b, world.id("side")));
  EXPECT_EQ(merge->subject, "merge");
  EXPECT_EQ(merge->tree.text().size(), 40U);
}

TYPED_TEST(HistoryContract, RefusesWhatNamesNoCommit) {
  auto& world = this->m_world;
  for (const char* revision : {"nothing", "0123456789012345678901234567890123456789", "root~1"}) {
    const auto commit = world.history().resolve(revision);
    ASSERT_FALSE(commit) << revision;
    EXPECT_EQ(commit.error().kind, ErrorKind::usage);
    EXPECT_THAT(commit.error().message, HasSubstr(revision));
  }
}

TYPED_TEST(HistoryContract, RefusesAmbiguousNames) {
  auto& world = this->m_world;
  const auto commit = world.history().resolve("twice");
  ASSERT_FALSE(commit);
  EXPECT_EQ(commit.error().kind, ErrorKind::usage);
  EXPECT_THAT(commit.error().message, HasSubstr("ambiguous"));
  EXPECT_THAT(commit.error().message, HasSubstr("refs/tags/twice"));
  EXPECT_THAT(commit.error().message, HasSubstr("refs/heads/twice"));
  EXPECT_FALSE(commit.error().hints.empty());
  EXPECT_EQ(world.history().resolve("refs/tags/twice")->id, world.id("a"));
}

TYPED_TEST(HistoryContract, SegmentHoldsRangeMergeBasesAndBoundary) {
  auto& world = this->m_world;
  const auto segment = world.history().segment(world.id("b"), world.id("tip"));
  ASSERT_TRUE(segment) << segment.error().message;
  EXPECT_THAT(segment->merge_bases, ElementsAre(world.id("b")));
  EXPECT_EQ(segment->graph.size(), 5U);
  for (const char* inside : {"tip", "merge", "side", "b", "a"})
    EXPECT_NE(segment->graph.find(world.id(inside)), nullptr) << inside;
  EXPECT_EQ(segment->graph.find(world.id("side"))->subject, "side");
}

TYPED_TEST(HistoryContract, SegmentOfDivergedAndUnrelatedCommits) {
  auto& world = this->m_world;
  const auto diverged = world.history().segment(world.id("b"), world.id("side"));
  ASSERT_TRUE(diverged);
  EXPECT_THAT(diverged->merge_bases, ElementsAre(world.id("a")));
  EXPECT_EQ(diverged->graph.size(), 4U);  // b, side, a and what a stands on
  const auto unrelated = world.history().segment(world.id("a"), world.id("other"));
  ASSERT_TRUE(unrelated);
  EXPECT_THAT(unrelated->merge_bases, IsEmpty());
  EXPECT_EQ(unrelated->graph.size(), 3U);
  const auto same = world.history().segment(world.id("a"), world.id("a"));
  EXPECT_THAT(same->merge_bases, ElementsAre(world.id("a")));
  EXPECT_FALSE(world.history().segment(world.id("a"), CommitId(std::string(40, '0'))));
}

TYPED_TEST(HistoryContract, ChangedFilesAreSorted) {
  auto& world = this->m_world;
  EXPECT_THAT(*world.history().changed_files(world.id("b")), ElementsAre("one", "two"));
  EXPECT_THAT(*world.history().changed_files(world.id("root")), IsEmpty());
  EXPECT_FALSE(world.history().changed_files(CommitId(std::string(40, '0'))));
}

TYPED_TEST(HistoryContract, NothingHereIsShallow) {
  EXPECT_FALSE(*this->m_world.history().is_shallow());
}

TYPED_TEST(HistoryContract, ResolvesInsideSubmodules) {
  auto& world = this->m_world;
  const auto found = world.history().resolve_in_submodule("dep", "main", world.id("tip"));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, world.pinned());
  const auto absent = world.history().resolve_in_submodule("dep", "main", world.id("root"));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::usage);
  EXPECT_THAT(absent.error().message, HasSubstr("no submodule at 'dep'"));
  EXPECT_FALSE(world.history().resolve_in_submodule("elsewhere", "main", world.id("tip")));
}

}  // namespace
}  // namespace bisect::contract
