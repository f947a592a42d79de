#include "tests/support/git_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class WorkTreesOf : public ::testing::Test {
 protected:
  WorkTreesOf() { fixture.make_repository("repo"); }

  core::Result<Checkout> lay(const core::CommitId& commit, const std::string& subject = "repo") {
    fs::remove_all(fixture.root() / "tree");
    return fixture.work_trees(subject).lay_out({commit, {}, {}, {}, ""}, fixture.root() / "tree",
                                               fixture.never);
  }

  void expect_laid(const core::CommitId& commit, const std::string& subject = "repo") {
    const auto checkout = lay(commit, subject);
    ASSERT_TRUE(checkout) << checkout.error().message;
    EXPECT_FALSE(checkout->failure) << checkout->failure->reason << checkout->failure->log;
    EXPECT_THAT(checkout->warnings, IsEmpty());
    EXPECT_EQ(fixture.id("tree", "HEAD"), commit);
  }

  support::GitFixture fixture;
};

TEST_F(WorkTreesOf, NamesLinksAndModes) {
  const std::string odd = "with space/\xC3\xA4\nline";
  fixture.write(fs::path("repo") / odd, "odd");
  fixture.write("repo/run.sh", "#!/bin/sh\n");
  fs::permissions(fixture.root() / "repo/run.sh", fs::perms::owner_exec, fs::perm_options::add);
  fs::create_symlink("run.sh", fixture.root() / "repo/link");
  const core::CommitId first = fixture.commit("repo", "first");
  fs::remove_all(fixture.root() / "repo/with space");
  const core::CommitId second = fixture.commit("repo", "second");

  expect_laid(first);
  EXPECT_EQ(fixture.read(fs::path("tree") / odd), "odd");
  EXPECT_EQ(fs::read_symlink(fixture.root() / "tree/link"), "run.sh");
  EXPECT_NE(fs::status(fixture.root() / "tree/run.sh").permissions() & fs::perms::owner_exec,
            fs::perms::none);
  EXPECT_EQ(fixture.git("tree", {"status", "--porcelain"}), "");
  expect_laid(second);
  EXPECT_FALSE(fs::exists(fixture.root() / "tree/with space"));
}

TEST_F(WorkTreesOf, DescribeWorksInside) {
  const core::CommitId tagged = fixture.commit_file("repo", "a", "1");
  fixture.git("repo", {"tag", "-a", "-m", "one", "v1.0"});
  fixture.git("repo", {"tag", "light/weight"});
  const core::CommitId later = fixture.commit_file("repo", "a", "2");
  expect_laid(later);
  EXPECT_EQ(fixture.git("tree", {"describe", "--dirty"}),
            fixture.git("repo", {"describe", later.text()}));
  EXPECT_EQ(fixture.id("tree", "light/weight"), tagged);
  EXPECT_EQ(fixture.git("tree", {"log", "--format=%s"}), "change a\nchange a");
  fixture.git("tree", {"fsck", "--connectivity-only"});
}

TEST_F(WorkTreesOf, BareSubjectAndLinkedWorkTree) {
  const core::CommitId commit = fixture.commit_file("repo", "a", "1");
  fixture.git("", {"clone", "-q", "--bare", "repo", "bare.git"});
  expect_laid(commit, "bare.git");
  EXPECT_EQ(fixture.read("tree/a"), "1");
  fixture.git("repo", {"worktree", "add", "-q", "--detach", "../linked"});
  expect_laid(commit, "linked");
  EXPECT_EQ(fixture.read("tree/a"), "1");
}

TEST_F(WorkTreesOf, SubjectThatBorrowsItself) {
  const core::CommitId commit = fixture.commit_file("repo", "a", "1");
  fixture.git("", {"clone", "-q", "--shared", "repo", "borrower"});
  expect_laid(commit, "borrower");
  EXPECT_EQ(fixture.read("tree/a"), "1");
}

TEST_F(WorkTreesOf, ShallowSubject) {
  fixture.commit_file("repo", "a", "1");
  const core::CommitId commit = fixture.commit_file("repo", "a", "2");
  fixture.git("", {"clone", "-q", "--depth", "1", "file://" + (fixture.root() / "repo").string(),
                   "shallow"});
  expect_laid(commit, "shallow");
  EXPECT_EQ(fixture.git("tree", {"log", "--format=%H"}), commit.text());
}

TEST_F(WorkTreesOf, PartialCloneFetchesWhatIsMissing) {
  const core::CommitId old = fixture.commit_file("repo", "a", "1");
  fixture.commit_file("repo", "a", "2");
  fixture.git("repo", {"config", "uploadpack.allowFilter", "true"});
  fixture.git("repo", {"config", "uploadpack.allowAnySHA1InWant", "true"});
  fixture.git("", {"clone", "-q", "--filter=blob:none",
                   "file://" + (fixture.root() / "repo").string(), "partial"});
  const auto before = support::snapshot(fixture.root() / "partial");
  expect_laid(old, "partial");
  EXPECT_EQ(fixture.read("tree/a"), "1");
  EXPECT_EQ(support::snapshot(fixture.root() / "partial"), before);
}

TEST_F(WorkTreesOf, AttributesThatMakeFilesLookModified) {
  // Stored with CR LF although the attributes ask for LF: modified from the first moment on.
  fixture.write("repo/run.bat", "echo\r\n");
  fixture.commit("repo", "as it is");
  fixture.write("repo/.gitattributes", "*.bat text eol=lf\n");
  fixture.git("repo", {"add", ".gitattributes"});
  fixture.git("repo", {"commit", "-q", "-m", "attribute"});
  const core::CommitId odd = fixture.id("repo", "HEAD");
  expect_laid(odd);
  EXPECT_EQ(fixture.read("tree/run.bat"), "echo\r\n");
}

TEST_F(WorkTreesOf, LineEndingsAndFiltersOfTheUser) {
  fixture.write("repo/a.txt", "one\n");
  fixture.write("repo/b.rot", "secret\n");
  fixture.write("repo/.gitattributes", "*.txt text\n*.rot -text filter=rot\n");
  const core::CommitId commit = fixture.commit("repo", "files");
  fixture.git("repo", {"config", "core.autocrlf", "true"});
  fixture.git("repo", {"config", "filter.rot.smudge", "tr a-z b-za"});
  fixture.git("repo", {"config", "filter.rot.required", "true"});
  fixture.write("repo/.git/info/attributes", "*.none text eol=crlf\n");
  expect_laid(commit);
  EXPECT_EQ(fixture.read("tree/a.txt"), "one\r\n");
  EXPECT_EQ(fixture.read("tree/b.rot"), "tfdsfu\n");
  EXPECT_EQ(fixture.read("tree/.git/info/attributes"), "*.none text eol=crlf\n");
}

TEST_F(WorkTreesOf, SparseCheckoutOfTheUserDoesNotThinTheTree) {
  fixture.write("repo/in/a", "1");
  fixture.write("repo/out/b", "1");
  const core::CommitId commit = fixture.commit("repo", "files");
  fixture.git("repo", {"sparse-checkout", "set", "in"});
  ASSERT_FALSE(fs::exists(fixture.root() / "repo/out/b"));
  expect_laid(commit);
  EXPECT_TRUE(fs::exists(fixture.root() / "tree/out/b"));
}

TEST_F(WorkTreesOf, HooksNeverRun) {
  const core::CommitId commit = fixture.commit_file("repo", "a", "1");
  const std::string trace = (fixture.root() / "HOOK_RAN").string();
  const std::string hook = "#!/bin/sh\necho ran >> '" + trace + "'\nexit 1\n";
  for (const char* folder : {"repo/.git/hooks", "home/hooks"})
    for (const char* name : {"post-checkout", "reference-transaction", "post-index-change",
                             "fsmonitor-watchman", "applypatch-msg"}) {
      fixture.write(fs::path(folder) / name, hook);
      fs::permissions(fixture.root() / folder / name, fs::perms::owner_all);
    }
  const std::string hooks = (fixture.root() / "home/hooks").string();
  fixture.write("home/.gitconfig", "[core]\n\thooksPath = " + hooks + "\n\tfsmonitor = " + hooks +
                                       "/fsmonitor-watchman\n");
  fixture.user_environment = {{"GIT_CONFIG_COUNT", "1"},
                              {"GIT_CONFIG_KEY_0", "core.hooksPath"},
                              {"GIT_CONFIG_VALUE_0", hooks}};
  expect_laid(commit);
  EXPECT_FALSE(fs::exists(trace));
  // Git commands of the build do not meet the subject's hooks either.
  fixture.user_environment.clear();
  fixture.git("tree", {"checkout", "-q", "-b", "made-by-the-build"});
  EXPECT_FALSE(fs::exists(trace));
}

TEST_F(WorkTreesOf, ACommitThatCannotBeWrittenIsData) {
  const std::string blob = fixture.git("repo", {"hash-object", "-w", "--stdin"});
  const std::string name(300, 'x');
  fixture.git("repo", {"update-index", "--add", "--cacheinfo", "100644," + blob + "," + name});
  fixture.git("repo", {"commit", "-q", "-m", "name longer than a file system allows"});
  const auto checkout = lay(fixture.id("repo", "HEAD"));
  ASSERT_TRUE(checkout) << checkout.error().message;
  ASSERT_TRUE(checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::checkout);
  EXPECT_THAT(checkout->failure->reason, HasSubstr("File name too long"));
}

TEST_F(WorkTreesOf, ACommitThatIsNotThereIsData) {
  fixture.commit_file("repo", "a", "1");
  const auto checkout = lay(core::CommitId("0123456789012345678901234567890123456789"));
  ASSERT_TRUE(checkout);
  ASSERT_TRUE(checkout->failure);
  EXPECT_EQ(checkout->failure->stage, core::Stage::checkout);
}

TEST_F(WorkTreesOf, AFolderThatCannotBeWrittenIsAnError) {
  const core::CommitId commit = fixture.commit_file("repo", "a", "1");
  fixture.write("file", "not a folder");
  const fs::path below = fixture.root() / "file/tree";
  const auto checkout =
      fixture.work_trees("repo").lay_out({commit, {}, {}, {}, ""}, below, fixture.never);
  ASSERT_FALSE(checkout);
  EXPECT_EQ(checkout.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(checkout.error().message, HasSubstr(below.string()));
}

TEST_F(WorkTreesOf, ABuildMayUpdateTheRepository) {
  const core::CommitId commit = fixture.commit_file("repo", "a", "1");
  const auto before = support::snapshot(fixture.root() / "repo");
  expect_laid(commit);
  fixture.commit_file("tree", "a", "of the build");
  fixture.git("tree", {"tag", "of-the-build"});
  EXPECT_EQ(support::snapshot(fixture.root() / "repo"), before);
}

}  // namespace
}  // namespace bisect::git
