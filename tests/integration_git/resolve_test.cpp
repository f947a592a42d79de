#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::git {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class Resolve : public ::testing::Test {
 protected:
  Resolve() {
    fixture.make_repository("repo");
    first = fixture.commit_file("repo", "a", "1");
    second = fixture.commit_file("repo", "a", "2");
    third = fixture.commit_file("repo", "sub/b", "3");
  }

  core::CommitId resolved(const std::string& revision) {
    const auto commit = fixture.history("repo")->resolve(revision);
    EXPECT_TRUE(commit) << (commit ? "" : commit.error().message);
    return commit ? commit->id : core::CommitId();
  }

  core::Error refusal(const std::string& revision) {
    const auto commit = fixture.history("repo")->resolve(revision);
    EXPECT_FALSE(commit) << revision;
    return commit ? core::Error{} : commit.error();
  }

  support::GitFixture fixture;
  core::CommitId first;
  core::CommitId second;
  core::CommitId third;
};

TEST_F(Resolve, FullAndAbbreviatedIds) {
  EXPECT_EQ(resolved(first.text()), first);
  EXPECT_EQ(resolved(core::short_id(second)), second);
}

TEST_F(Resolve, RevisionSyntax) {
  fixture.git("repo", {"tag", "-a", "-m", "annotated", "v1", second.text()});
  fixture.git("repo", {"branch", "-m", "main", "trunk/a"});
  EXPECT_EQ(resolved("HEAD"), third);
  EXPECT_EQ(resolved("@"), third);
  EXPECT_EQ(resolved("HEAD~2"), first);
  EXPECT_EQ(resolved("v1"), second);
  EXPECT_EQ(resolved("v1^{commit}"), second);
  EXPECT_EQ(resolved("v1^"), first);
  EXPECT_EQ(resolved("v1^{}"), second);
  EXPECT_EQ(resolved("tags/v1"), second);
  EXPECT_EQ(resolved("refs/tags/v1~1"), first);
  EXPECT_EQ(resolved("trunk/a"), third);
  EXPECT_EQ(resolved("heads/trunk/a~1"), second);
  EXPECT_EQ(resolved(":/change a"), second);
  EXPECT_EQ(resolved("v1-1-g" + core::short_id(third)), third);
  EXPECT_EQ(resolved("v1-1-g" + third.text() + "~1"), second);
}

TEST_F(Resolve, Reflog) {
  fixture.git("repo", {"reset", "-q", "--hard", first.text()});
  EXPECT_EQ(resolved("main"), first);
  EXPECT_EQ(resolved("main@{1}"), third);
  EXPECT_EQ(resolved("HEAD@{1}"), third);
}

TEST_F(Resolve, TheCommitAsAValue) {
  const auto commit = fixture.history("repo")->resolve("HEAD");
  ASSERT_TRUE(commit);
  EXPECT_EQ(commit->tree.text(), fixture.git("repo", {"rev-parse", "HEAD^{tree}"}));
  EXPECT_EQ(commit->parents, std::vector{second});
  EXPECT_EQ(commit->subject, "change sub/b");
  EXPECT_EQ(commit->author, "Ada Tester");
  EXPECT_EQ(commit->author_date, fixture.git("repo", {"show", "-s", "--format=%aI", "HEAD"}));
}

TEST_F(Resolve, SubjectsAreUtf8) {
  // git commit repairs messages, so this one is made by hand.
  const std::string raw = fixture.git("repo", {"cat-file", "commit", "HEAD"});
  fixture.write("raw", raw.substr(0, raw.find("\n\n")) + "\n\nbroken \xff byte\nbody\n");
  const std::string broken = fixture.git("repo", {"hash-object", "-w", "-t", "commit", "../raw"});
  EXPECT_EQ(fixture.history("repo")->resolve(broken)->subject, "broken \xEF\xBF\xBD byte");
  fixture.git("repo", {"config", "i18n.commitEncoding", "ISO-8859-1"});
  fixture.commit("repo", "caf\xe9\n\nbody");
  EXPECT_EQ(fixture.history("repo")->resolve("HEAD")->subject, "caf\xC3\xA9");
}

TEST_F(Resolve, TagAndBranchOfOneNameAreRefused) {
  fixture.git("repo", {"tag", "v1", first.text()});
  fixture.git("repo", {"branch", "v1", second.text()});
  const core::Error error = refusal("v1");
  EXPECT_EQ(error.kind, core::ErrorKind::usage);
  EXPECT_THAT(error.message, HasSubstr("ambiguous"));
  EXPECT_THAT(error.message, HasSubstr("refs/tags/v1"));
  EXPECT_THAT(error.message, HasSubstr("refs/heads/v1"));
  EXPECT_THAT(error.hints, Contains(HasSubstr("refs/tags/v1")));
  EXPECT_THAT(refusal("v1~1").message, HasSubstr("ambiguous"));
  EXPECT_EQ(resolved("refs/tags/v1"), first);
  EXPECT_EQ(resolved("refs/heads/v1"), second);
  EXPECT_EQ(resolved("heads/v1~1"), first);
}

TEST_F(Resolve, BranchAndRemoteOfOneNameAreRefused) {
  fixture.git("repo", {"branch", "up", first.text()});
  fixture.git("repo", {"update-ref", "refs/remotes/up/HEAD", second.text()});
  EXPECT_THAT(refusal("up").message, HasSubstr("refs/remotes/up/HEAD"));
}

TEST_F(Resolve, BranchThatLooksLikeAnIdIsRefused) {
  const std::string looks_like = third.text().substr(0, 6);
  fixture.git("repo", {"branch", looks_like, first.text()});
  const core::Error error = refusal(looks_like);
  EXPECT_THAT(error.message, HasSubstr("refs/heads/" + looks_like));
  EXPECT_THAT(error.message, HasSubstr("commit " + third.text()));
  fixture.git("repo", {"branch", "facade", second.text()});
  EXPECT_EQ(resolved("facade"), second);
}

TEST_F(Resolve, NamesAreNeverCommands) {
  fixture.git("repo", {"branch", "rel/$(touch${IFS}PWNED);x&y", second.text()});
  EXPECT_EQ(resolved("rel/$(touch${IFS}PWNED);x&y"), second);
  EXPECT_FALSE(std::filesystem::exists(fixture.root() / "repo/PWNED"));
}

TEST_F(Resolve, ATagCalledHeadDoesNotMatter) {
  fixture.git("repo", {"update-ref", "refs/tags/HEAD", first.text()});
  fixture.git("repo", {"update-ref", "refs/heads/HEAD", second.text()});
  EXPECT_EQ(resolved("HEAD"), third);
  EXPECT_EQ(resolved("HEAD~1"), second);
  EXPECT_EQ(resolved("refs/tags/HEAD"), first);
}

TEST_F(Resolve, UnknownNames) {
  fixture.git("repo", {"tag", "v1.2.3"});
  const core::Error error = refusal("v1.2.4");
  EXPECT_EQ(error.kind, core::ErrorKind::usage);
  EXPECT_THAT(error.message, HasSubstr("no such commit 'v1.2.4'"));
  EXPECT_THAT(error.message, HasSubstr((fixture.root() / "repo").string()));
  EXPECT_THAT(error.hints, Contains(HasSubstr("v1.2.3")));
  EXPECT_THAT(refusal("0123456789012345678901234567890123456789").message,
              HasSubstr("no such commit"));
  EXPECT_THAT(refusal("HEAD~17").message, HasSubstr("no such commit"));
  EXPECT_THAT(refusal("").message, HasSubstr("empty"));
  EXPECT_THAT(refusal("HEAD~1..HEAD").hints, Contains(HasSubstr("range")));
}

TEST_F(Resolve, WhatIsNoCommitIsNamed) {
  const std::string tree = fixture.git("repo", {"rev-parse", "HEAD^{tree}"});
  EXPECT_THAT(refusal(tree).message, HasSubstr("is a tree, not a commit"));
  EXPECT_THAT(refusal("HEAD:a").message, HasSubstr("is a blob, not a commit"));
  fixture.git("repo", {"tag", "-a", "-m", "of a tree", "odd", tree});
  EXPECT_THAT(refusal("odd").message, HasSubstr("is a tree, not a commit"));
}

TEST_F(Resolve, AmbiguousAbbreviationsListTheirCommits) {
  // Messages are tried until two commits share their first four digits: the same on every machine.
  std::map<std::string, std::string> by_prefix;
  std::string prefix;
  for (int n = 0; prefix.empty() && n < 4096; ++n) {
    const std::string id = fixture.git(
        "repo", {"commit-tree", "-m", "try " + std::to_string(n), "HEAD^{tree}"});
    if (!by_prefix.emplace(id.substr(0, 4), id).second) {
      prefix = id.substr(0, 4);
      by_prefix["second"] = id;
    }
  }
  ASSERT_FALSE(prefix.empty());
  const core::Error error = refusal(prefix);
  EXPECT_THAT(error.message, HasSubstr("ambiguous"));
  EXPECT_THAT(error.message, HasSubstr(by_prefix[prefix]));
  EXPECT_THAT(error.message, HasSubstr(by_prefix["second"]));
  EXPECT_THAT(error.message, Not(HasSubstr("refs/")));
}

TEST_F(Resolve, ShallowClonesSaySo) {
  fixture.git("", {"clone", "-q", "--depth", "1", "file://" + (fixture.root() / "repo").string(),
                   "shallow"});
  const auto history = fixture.history("shallow");
  const auto commit = history->resolve(first.text());
  ASSERT_FALSE(commit);
  EXPECT_EQ(commit.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(commit.error().message, HasSubstr("shallow"));
  EXPECT_THAT(commit.error().hints, Contains(HasSubstr("git fetch --unshallow")));
  EXPECT_FALSE(history->resolve("HEAD~1"));
  EXPECT_TRUE(*history->is_shallow());
  EXPECT_FALSE(*fixture.history("repo")->is_shallow());
}

TEST_F(Resolve, RepositoryWithoutCommits) {
  fixture.make_repository("new");
  const auto commit = fixture.history("new")->resolve("HEAD");
  ASSERT_FALSE(commit);
  EXPECT_THAT(commit.error().message, HasSubstr("no commits yet"));
}

}  // namespace
}  // namespace bisect::git
