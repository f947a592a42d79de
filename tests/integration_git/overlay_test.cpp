// Variants of a change: what lies between two commits, and trees with a part of it put in.
#include "harness/git/libgit2_changes.hpp"
#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;
using support::GitFixture;
using testing::ElementsAre;

class Overlay : public testing::Test {
 protected:
  Overlay() {
    fixture.make_repository("repo");
    fixture.write("repo/src/op.cc", "slow\n");
    fixture.write("repo/gone", "was here\n");
    fixture.write("repo/tool", "#!/bin/sh\n");
    fixture.write("repo/old.py", "a\nb\nc\nd\ne\nf\ng\nh\n");
    fixture.write("repo/place", "a file\n");
    parent = fixture.commit("repo", "parent");
    fixture.write("repo/src/op.cc", "fast\n");
    fixture.write("repo/src/new.cc", "new\n");
    fixture.git("repo", {"rm", "-q", "gone", "place"});
    fixture.write("repo/place/inside", "now a folder\n");
    fs::permissions(fixture.root() / "repo/tool", fs::perms::owner_exec, fs::perm_options::add);
    fixture.git("repo", {"mv", "old.py", "new.py"});
    fs::create_symlink("src/op.cc", fixture.root() / "repo/link");
    change = fixture.commit("repo", "change");
  }

  [[nodiscard]] Libgit2Changes open() {
    auto changes = Libgit2Changes::open(fixture.place("repo"));
    EXPECT_TRUE(changes) << changes.error().message;
    return std::move(*changes);
  }

  /// The parent with these paths as the change has them.
  [[nodiscard]] core::Candidate variant(std::vector<std::string> paths) {
    std::sort(paths.begin(), paths.end());
    core::Candidate candidate;
    candidate.commit = parent;
    candidate.overlay = core::Overlay{change, std::move(paths)};
    auto tree = open().composed(parent, *candidate.overlay);
    EXPECT_TRUE(tree) << tree.error().message;
    candidate.tree = *tree;
    return candidate;
  }

  [[nodiscard]] fs::path lay_out(const core::Candidate& candidate) {
    const fs::path directory = fixture.root() / ("tree" + std::to_string(m_trees++));
    auto checkout = fixture.work_trees("repo").lay_out(candidate, directory, fixture.never);
    EXPECT_TRUE(checkout) << checkout.error().message;
    if (checkout) {
      EXPECT_FALSE(checkout->failure) << checkout->failure->reason;
    }
    return directory;
  }

  [[nodiscard]] std::string tree_of(const core::CommitId& commit) {
    return fixture.git("repo", {"rev-parse", commit.text() + "^{tree}"});
  }

  GitFixture fixture;
  core::CommitId parent;
  core::CommitId change;

 private:
  int m_trees = 0;
};

TEST_F(Overlay, changes_are_listed_with_renamings_as_one) {
  const auto changes = open().between(parent, change);
  ASSERT_TRUE(changes) << changes.error().message;
  EXPECT_THAT(*changes,
              ElementsAre(Change{"gone", ""}, Change{"link", ""}, Change{"new.py", "old.py"},
                          Change{"place", ""}, Change{"place/inside", ""}, Change{"src/new.cc", ""},
                          Change{"src/op.cc", ""}, Change{"tool", ""}));
}

TEST_F(Overlay, a_part_is_put_in_and_the_rest_stays_as_the_parent_has_it) {
  const fs::path tree = lay_out(variant({"src/op.cc", "src/new.cc"}));
  EXPECT_EQ(fixture.read(tree / "src/op.cc"), "fast\n");
  EXPECT_EQ(fixture.read(tree / "src/new.cc"), "new\n");
  EXPECT_EQ(fixture.read(tree / "gone"), "was here\n");
  EXPECT_TRUE(fs::exists(tree / "old.py"));
  EXPECT_FALSE(fs::exists(tree / "new.py"));
  EXPECT_TRUE(fs::is_regular_file(tree / "place"));
}

TEST_F(Overlay, deletions_renamings_modes_and_links_are_parts_like_any_other) {
  const fs::path tree = lay_out(variant({"gone", "new.py", "old.py", "tool", "link"}));
  EXPECT_EQ(fixture.read(tree / "src/op.cc"), "slow\n");
  EXPECT_FALSE(fs::exists(tree / "src/new.cc"));
  EXPECT_FALSE(fs::exists(tree / "gone"));
  EXPECT_FALSE(fs::exists(tree / "old.py"));
  EXPECT_TRUE(fs::exists(tree / "new.py"));
  const auto mode = fs::status(tree / "tool").permissions();
  EXPECT_NE(mode & fs::perms::owner_exec, fs::perms::none);
  EXPECT_TRUE(fs::is_symlink(tree / "link"));
  EXPECT_EQ(fs::read_symlink(tree / "link"), "src/op.cc");
}

TEST_F(Overlay, a_file_may_become_a_folder) {
  const fs::path tree = lay_out(variant({"place", "place/inside"}));
  EXPECT_EQ(fixture.read(tree / "place/inside"), "now a folder\n");
  // The folder's file alone takes the file in its way along, as git does.
  EXPECT_EQ(variant({"place/inside"}).tree, variant({"place", "place/inside"}).tree);
}

TEST_F(Overlay, all_paths_together_are_the_change_itself) {
  const auto changes = open().between(parent, change);
  std::vector<std::string> paths;
  for (const Change& one : *changes) {
    paths.push_back(one.path);
    if (!one.old_path.empty()) paths.push_back(one.old_path);
  }
  EXPECT_EQ(variant(paths).tree.text(), tree_of(change));
}

TEST_F(Overlay, variants_with_equal_content_have_equal_trees) {
  EXPECT_EQ(variant({"src/op.cc"}).tree, variant({"src/op.cc"}).tree);
  EXPECT_NE(variant({"src/op.cc"}).tree, variant({"src/new.cc"}).tree);
  EXPECT_NE(core::candidate_key(variant({"src/op.cc"})), core::candidate_key(variant({"src/new.cc"})));
}

TEST_F(Overlay, nothing_of_the_users_repository_changes) {
  const std::vector<std::string> before = support::snapshot(fixture.root() / "repo");
  (void)lay_out(variant({"src/op.cc", "gone"}));
  // The folder src is now one that the repository has: libgit2 would renew its time stamp.
  (void)lay_out(variant({"src/op.cc", "src/new.cc"}));
  EXPECT_EQ(support::snapshot(fixture.root() / "repo"), before);
}

TEST_F(Overlay, a_tree_that_is_not_the_candidates_is_refused) {
  core::Candidate candidate = variant({"src/op.cc"});
  candidate.tree = core::TreeId(std::string(40, '7'));
  const auto checkout =
      fixture.work_trees("repo").lay_out(candidate, fixture.root() / "wrong", fixture.never);
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::internal);
}

TEST_F(Overlay, the_bump_of_a_submodule_is_a_part) {
  fixture.user_environment = {{"GIT_CONFIG_COUNT", "1"},
                              {"GIT_CONFIG_KEY_0", "protocol.file.allow"},
                              {"GIT_CONFIG_VALUE_0", "always"}};
  fixture.make_repository("dep");
  const core::CommitId first = fixture.commit_file("dep", "dep.h", "1\n");
  fixture.git("repo", {"submodule", "-q", "add", "../dep", "dep"});
  parent = fixture.commit("repo", "with dep");
  const core::CommitId second = fixture.commit_file("dep", "dep.h", "2\n");
  fixture.git("repo/dep", {"fetch", "-q"});
  fixture.git("repo/dep", {"checkout", "-q", "--detach", second.text()});
  fixture.write("repo/src/op.cc", "faster\n");
  change = fixture.commit("repo", "bump");

  const auto changes = open().between(parent, change);
  ASSERT_TRUE(changes);
  EXPECT_THAT(*changes, ElementsAre(Change{"dep", ""}, Change{"src/op.cc", ""}));
  EXPECT_EQ(fixture.read(lay_out(variant({"dep"})) / "dep/dep.h"), "2\n");
  EXPECT_EQ(fixture.read(lay_out(variant({"src/op.cc"})) / "dep/dep.h"), "1\n");
}

/// A text file of which four stretches change, and what cannot be cut.
class Hunks : public Overlay {
 protected:
  Hunks() {
    fixture.write("repo/text", "one\ntwo\nthree\nfour\nfive\nsix");
    fixture.write("repo/data", std::string("\0a\nb\nc\n", 7));
    parent = fixture.commit("repo", "text");
    fixture.write("repo/text", "zero\none\nTWO\nthree\nfive\nSIX\n");
    fixture.write("repo/data", std::string("\0A\nb\nC\n", 7));
    change = fixture.commit("repo", "text changed");
  }

  [[nodiscard]] std::string with(std::vector<int> hunks) {
    core::Candidate candidate;
    candidate.commit = parent;
    candidate.overlay = core::Overlay{change, {}, {{"text", std::move(hunks)}}};
    auto tree = open().composed(parent, *candidate.overlay);
    EXPECT_TRUE(tree) << tree.error().message;
    candidate.tree = *tree;
    return fixture.read(lay_out(candidate) / "text");
  }
};

TEST_F(Hunks, are_listed_in_their_order) {
  const auto hunks = open().hunks_of({"text", ""}, parent, change);
  ASSERT_TRUE(hunks) << hunks.error().message;
  EXPECT_THAT(*hunks, ElementsAre(Hunk{0, 0, 1, 1}, Hunk{2, 1, 3, 1}, Hunk{4, 1, 4, 0}, Hunk{6, 1, 6, 1}));
}

TEST_F(Hunks, what_cannot_be_cut_has_none) {
  EXPECT_TRUE(open().hunks_of({"data", ""}, parent, change)->empty());
  EXPECT_TRUE(open().hunks_of({"no such", ""}, parent, change)->empty());
  EXPECT_TRUE(open().hunks_of({"text", "other"}, parent, change)->empty());
}

TEST_F(Hunks, are_put_in_one_by_one) {
  EXPECT_EQ(with({0}), "zero\none\ntwo\nthree\nfour\nfive\nsix");
  EXPECT_EQ(with({1}), "one\nTWO\nthree\nfour\nfive\nsix");
  EXPECT_EQ(with({2}), "one\ntwo\nthree\nfive\nsix");
  EXPECT_EQ(with({3}), "one\ntwo\nthree\nfour\nfive\nSIX\n");
  EXPECT_EQ(with({0, 2}), "zero\none\ntwo\nthree\nfive\nsix");
}

TEST_F(Hunks, all_of_them_are_the_file) {
  EXPECT_EQ(with({0, 1, 2, 3}), "zero\none\nTWO\nthree\nfive\nSIX\n");
  const core::Overlay whole{change, {"data", "text"}, {}};
  EXPECT_EQ(open().composed(parent, whole)->text(), tree_of(change));
}

TEST_F(Hunks, that_are_not_there_are_an_error) {
  const auto tree = open().composed(parent, {change, {}, {{"text", {4}}}});
  ASSERT_FALSE(tree);
  EXPECT_THAT(tree.error().message, testing::HasSubstr("4 hunks"));
}

}  // namespace
}  // namespace bisect::git
