// The promises of git::WorkTrees, asked of the fake and of the real adapter.
#include "tests/support/git_fixture.hpp"
#include "tests/support/scripted_work_trees.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>

namespace bisect::contract {
namespace {

namespace fs = std::filesystem;
using core::CommitId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Both worlds hold two commits: "old" with the file value = "1\n" and without submodules, "new" with
// value = "2\n" and the submodule dep at recorded(). The patch turns value from 1 into 2.

class Scripted {
 public:
  Scripted() {
    m_trees.trees[commit("old")] = {{{"value", "1\n"}}, {}, {}, {}};
    m_trees.trees[commit("new")] = {{{"value", "2\n"}}, {{"dep", recorded()}}, {patch().file}, {}};
    m_trees.patch_failures[bad_patch().file] = {core::Stage::patch, "does not apply", {}};
  }
  git::WorkTrees& trees() { return m_trees; }
  fs::path directory() { return m_folder.path() / "tree"; }
  CommitId commit(const std::string& name) {
    return CommitId(std::string(40, name == "old" ? '1' : '2'));
  }
  CommitId recorded() { return CommitId(std::string(40, '3')); }
  CommitId other() { return CommitId(std::string(40, '4')); }
  core::FixUp patch() { return {"/fix.patch", {}}; }
  core::FixUp bad_patch() { return {"/bad.patch", {}}; }

 private:
  support::TemporaryFolder m_folder;
  support::ScriptedWorkTrees m_trees;
};

class Real {
 public:
  Real() {
    m_fixture.make_repository("dep");
    m_other = m_fixture.commit_file("dep", "dep.h", "1");
    m_recorded = m_fixture.commit_file("dep", "dep.h", "2");
    m_fixture.make_repository("repo");
    m_old = m_fixture.commit_file("repo", "value", "1\n");
    m_fixture.git("repo", {"submodule", "-q", "add", "../dep", "dep"});
    m_new = m_fixture.commit_file("repo", "value", "2\n");
    m_fixture.write("fix.patch", "--- a/value\n+++ b/value\n@@ -1 +1 @@\n-1\n+2\n");
    m_fixture.write("bad.patch", "--- a/value\n+++ b/value\n@@ -1 +1 @@\n-8\n+9\n");
    m_trees.emplace(m_fixture.work_trees("repo"));
  }
  git::WorkTrees& trees() { return *m_trees; }
  fs::path directory() { return m_fixture.root() / "tree"; }
  CommitId commit(const std::string& name) { return name == "old" ? m_old : m_new; }
  CommitId recorded() { return m_recorded; }
  CommitId other() { return m_other; }
  core::FixUp patch() { return {(m_fixture.root() / "fix.patch").string(), {}}; }
  core::FixUp bad_patch() { return {(m_fixture.root() / "bad.patch").string(), {}}; }

 private:
  support::GitFixture m_fixture;
  CommitId m_old;
  CommitId m_new;
  CommitId m_recorded;
  CommitId m_other;
  std::optional<git::GitWorkTrees> m_trees;
};

template <class World>
class WorkTreesContract : public ::testing::Test {
 protected:
  core::Result<git::Checkout> lay(const core::Candidate& candidate) {
    fs::remove_all(m_world.directory());
    return m_world.trees().lay_out(candidate, m_world.directory(), never);
  }
  std::string value() {
    std::ifstream in(m_world.directory() / "value", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  World m_world;
  support::NeverCancelled never;
};

using Worlds = ::testing::Types<Scripted, Real>;
TYPED_TEST_SUITE(WorkTreesContract, Worlds);

TYPED_TEST(WorkTreesContract, FillsAFolderThatIsAbsentOrEmpty) {
  auto& world = this->m_world;
  const auto old = this->lay({world.commit("old"), {}, {}, {}, ""});
  ASSERT_TRUE(old && !old->failure);
  EXPECT_EQ(this->value(), "1\n");
  EXPECT_THAT(old->submodules, IsEmpty());
  fs::remove_all(world.directory());
  fs::create_directory(world.directory());
  const auto now =
      world.trees().lay_out({world.commit("new"), {}, {}, {}, ""}, world.directory(), this->never);
  ASSERT_TRUE(now && !now->failure);
  EXPECT_EQ(this->value(), "2\n");
}

TYPED_TEST(WorkTreesContract, RefusesAFolderWithSomethingInIt) {
  auto& world = this->m_world;
  fs::create_directories(world.directory() / "mine");
  const auto checkout =
      world.trees().lay_out({world.commit("old"), {}, {}, {}, ""}, world.directory(), this->never);
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::internal);
  EXPECT_TRUE(fs::exists(world.directory() / "mine"));
}

TYPED_TEST(WorkTreesContract, ReportsSubmodulesAsTheyLie) {
  auto& world = this->m_world;
  const auto recorded = this->lay({world.commit("new"), {}, {}, {}, ""});
  ASSERT_TRUE(recorded && recorded->submodules.size() == 1);
  EXPECT_EQ(recorded->submodules[0].path, "dep");
  EXPECT_EQ(recorded->submodules[0].recorded, world.recorded());
  EXPECT_EQ(recorded->submodules[0].actual, world.recorded());

  const auto pinned = this->lay({world.commit("new"), {}, {{"dep", world.other()}}, {}, ""});
  ASSERT_TRUE(pinned && pinned->submodules.size() == 1);
  EXPECT_EQ(pinned->submodules[0].recorded, world.recorded());
  EXPECT_EQ(pinned->submodules[0].actual, world.other());
  EXPECT_THAT(pinned->warnings, IsEmpty());
}

TYPED_TEST(WorkTreesContract, WarnsOfAnIdlePin) {
  auto& world = this->m_world;
  const auto checkout = this->lay({world.commit("old"), {}, {{"dep", world.other()}}, {}, ""});
  ASSERT_TRUE(checkout && !checkout->failure);
  EXPECT_THAT(checkout->warnings, ElementsAre(HasSubstr("dep")));
}

TYPED_TEST(WorkTreesContract, SkipsFixUpsThatTheCommitContains) {
  auto& world = this->m_world;
  const auto old = this->lay({world.commit("old"), {}, {}, {world.patch()}, ""});
  ASSERT_TRUE(old && !old->failure);
  EXPECT_THAT(old->skipped_fixups, IsEmpty());
  const auto now = this->lay({world.commit("new"), {}, {}, {world.patch()}, ""});
  ASSERT_TRUE(now && !now->failure);
  EXPECT_THAT(now->skipped_fixups, ElementsAre(world.patch().file));
}

TYPED_TEST(WorkTreesContract, WhatIsWrongWithACandidateIsData) {
  auto& world = this->m_world;
  const auto absent = this->lay({CommitId(std::string(40, '9')), {}, {}, {}, ""});
  ASSERT_TRUE(absent && absent->failure);
  EXPECT_EQ(absent->failure->stage, core::Stage::checkout);
  const auto patch = this->lay({world.commit("old"), {}, {}, {world.bad_patch()}, ""});
  ASSERT_TRUE(patch && patch->failure);
  EXPECT_EQ(patch->failure->stage, core::Stage::patch);
  EXPECT_FALSE(patch->failure->reason.empty());
}

TYPED_TEST(WorkTreesContract, Cancelled) {
  auto& world = this->m_world;
  const auto checkout = world.trees().lay_out({world.commit("old"), {}, {}, {}, ""},
                                              world.directory(), support::AlreadyCancelled());
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::interrupted);
}

}  // namespace
}  // namespace bisect::contract
