#include "runners/build/workshop.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace bisect::build {
namespace {

namespace fs = std::filesystem;
using core::Digest;

Digest digest(char digit) { return Digest{std::string(32, digit)}; }

std::string content_of(const fs::path& file) {
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), {}};
}

class WorkshopTest : public testing::Test {
 protected:
  Workshop open() {
    auto opened = Workshop::open(m_work);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }

  /// Builds an artifact of `kib` KiB whose file `name` holds the digest.
  void make(Workshop& workshop, const Digest& inputs, std::size_t kib = 1) {
    ASSERT_TRUE(workshop.start(inputs));
    lay_out(workshop, inputs);
    std::ofstream(workshop.tree() / "ballast") << std::string(kib << 10, 'x');
    ASSERT_TRUE(workshop.finish());
  }

  void lay_out(const Workshop& workshop, const Digest& inputs) {
    ASSERT_FALSE(fs::exists(workshop.tree()));
    ASSERT_TRUE(fs::create_directory(workshop.tree()));
    std::ofstream(workshop.tree() / "name") << inputs.text();
  }

  /// As if it had been used `minutes` ago, wherever it lies.
  void age(const Digest& inputs, int minutes) {
    fs::last_write_time(m_work / "artifacts" / inputs.text() / "identity",
                        fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  }

  support::TemporaryFolder m_folder;
  fs::path m_work = m_folder.path() / "made/when/needed";
};

TEST_F(WorkshopTest, builds_and_brings_artifacts_at_one_path) {
  Workshop workshop = open();
  EXPECT_EQ(workshop.tree(), m_work / "current/tree");
  make(workshop, digest('a'));
  make(workshop, digest('b'));
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('b').text());
  ASSERT_TRUE(workshop.bring(digest('a')));
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('a').text());
  ASSERT_TRUE(workshop.bring(digest('a')));
  ASSERT_TRUE(workshop.bring(digest('b')));
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('b').text());
  EXPECT_EQ(workshop.tree(), m_work / "current/tree");
}

TEST_F(WorkshopTest, has_only_what_is_finished) {
  Workshop workshop = open();
  EXPECT_FALSE(workshop.has(digest('a')));
  ASSERT_TRUE(workshop.start(digest('a')));
  lay_out(workshop, digest('a'));
  EXPECT_FALSE(workshop.has(digest('a')));
  EXPECT_FALSE(workshop.bring(digest('a')));
  ASSERT_TRUE(workshop.finish());
  EXPECT_TRUE(workshop.has(digest('a')));
  make(workshop, digest('b'));
  EXPECT_TRUE(workshop.has(digest('a')));
}

TEST_F(WorkshopTest, forgets_an_unfinished_artifact_when_another_comes) {
  Workshop workshop = open();
  make(workshop, digest('a'));
  ASSERT_TRUE(workshop.start(digest('b')));
  lay_out(workshop, digest('b'));
  ASSERT_TRUE(workshop.bring(digest('a')));
  EXPECT_FALSE(workshop.has(digest('b')));
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('a').text());
  EXPECT_TRUE(fs::is_empty(m_work / "artifacts"));
  EXPECT_TRUE(fs::is_empty(m_work / "removing"));
}

TEST_F(WorkshopTest, discards_what_is_in_place) {
  Workshop workshop = open();
  ASSERT_TRUE(workshop.discard());
  make(workshop, digest('a'));
  ASSERT_TRUE(workshop.discard());
  EXPECT_FALSE(workshop.has(digest('a')));
  EXPECT_FALSE(fs::exists(m_work / "current"));
  EXPECT_FALSE(workshop.finish());
}

TEST_F(WorkshopTest, replaces_an_artifact_that_is_built_again) {
  Workshop workshop = open();
  make(workshop, digest('a'));
  ASSERT_TRUE(workshop.start(digest('a')));
  EXPECT_TRUE(workshop.has(digest('a')));  // the old one, until the new one is finished
  lay_out(workshop, digest('a'));
  std::ofstream(workshop.tree() / "again") << "x";
  ASSERT_TRUE(workshop.finish());
  make(workshop, digest('b'));
  ASSERT_TRUE(workshop.bring(digest('a')));
  EXPECT_TRUE(fs::exists(workshop.tree() / "again"));
}

TEST_F(WorkshopTest, after_a_crash_keeps_a_finished_artifact) {
  {
    Workshop workshop = open();
    make(workshop, digest('a'));
    make(workshop, digest('b'));
  }
  Workshop workshop = open();
  EXPECT_TRUE(workshop.has(digest('a')));
  EXPECT_TRUE(workshop.has(digest('b')));
  EXPECT_FALSE(fs::exists(m_work / "current"));
  ASSERT_TRUE(workshop.bring(digest('b')));
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('b').text());
}

TEST_F(WorkshopTest, after_a_crash_removes_an_unfinished_artifact) {
  {
    Workshop workshop = open();
    ASSERT_TRUE(workshop.start(digest('a')));
    lay_out(workshop, digest('a'));
    fs::permissions(workshop.tree(), fs::perms::owner_read | fs::perms::owner_exec);
  }
  Workshop workshop = open();
  EXPECT_FALSE(workshop.has(digest('a')));
  EXPECT_FALSE(fs::exists(m_work / "current"));
}

TEST_F(WorkshopTest, does_not_trust_an_identity_that_is_not_whole) {
  for (const std::string text : {"", "aaaa", "aaaa 12", "aaaa x\n", "../../x 1\n"}) {
    fs::create_directories(m_work / "current/tree");
    std::ofstream(m_work / "current/identity") << text;
    Workshop workshop = open();
    EXPECT_FALSE(workshop.has(Digest{"aaaa"})) << text;
    EXPECT_FALSE(fs::exists(m_work / "current"));
  }
}

TEST_F(WorkshopTest, clears_away_what_a_killed_removal_left) {
  fs::create_directories(m_work / "removing/current/tree/deep");
  const Workshop workshop = open();
  EXPECT_TRUE(fs::is_empty(m_work / "removing"));
}

TEST_F(WorkshopTest, moves_trees_that_nobody_may_write) {
  Workshop workshop = open();
  make(workshop, digest('a'));
  fs::permissions(workshop.tree(), fs::perms::none);
  make(workshop, digest('b'));
  ASSERT_TRUE(workshop.bring(digest('a')));
  ASSERT_TRUE(workshop.discard());
  EXPECT_FALSE(workshop.has(digest('a')));
}

TEST_F(WorkshopTest, works_from_a_relative_path_and_through_a_link) {
  const fs::path start = fs::current_path();
  fs::current_path(m_folder.path());
  fs::create_directories("real");
  fs::create_directory_symlink("real", "link");
  auto opened = Workshop::open("link/./work");
  ASSERT_TRUE(opened);
  fs::current_path(start);
  EXPECT_EQ(opened->tree(), m_folder.path() / "real/work/current/tree");
  make(*opened, digest('a'));
  make(*opened, digest('b'));
  ASSERT_TRUE(opened->bring(digest('a')));
}

TEST_F(WorkshopTest, says_where_it_cannot_work) {
  std::ofstream(m_folder.path() / "file") << "x";
  const auto opened = Workshop::open(m_folder.path() / "file/work");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(opened.error().message, testing::HasSubstr((m_folder.path() / "file/work").string()));
  EXPECT_FALSE(opened.error().hints.empty());
}

TEST_F(WorkshopTest, takes_only_digests_for_folder_names) {
  Workshop workshop = open();
  EXPECT_EQ(workshop.start(Digest{"../x"}).error().kind, core::ErrorKind::internal);
  EXPECT_EQ(workshop.start(Digest{}).error().kind, core::ErrorKind::internal);
  EXPECT_FALSE(workshop.has(Digest{".."}));
}

TEST_F(WorkshopTest, shrinks_by_the_time_of_last_use) {
  Workshop workshop = open();
  for (const char name : {'a', 'b', 'c', 'd'}) make(workshop, digest(name), 100);
  ASSERT_TRUE(workshop.bring(digest('d')));
  age(digest('a'), 10);
  age(digest('b'), 30);
  age(digest('c'), 20);
  ASSERT_TRUE(workshop.shrink_to(std::uint64_t{350} << 10, {}));
  EXPECT_FALSE(workshop.has(digest('b')));
  EXPECT_TRUE(workshop.has(digest('a')) && workshop.has(digest('c')) && workshop.has(digest('d')));
  ASSERT_TRUE(workshop.shrink_to(0, {digest('a')}));
  EXPECT_TRUE(workshop.has(digest('a')));   // asked to be kept
  EXPECT_FALSE(workshop.has(digest('c')));
  EXPECT_TRUE(workshop.has(digest('d')));   // in place
  EXPECT_EQ(content_of(workshop.tree() / "name"), digest('d').text());
}

TEST_F(WorkshopTest, bringing_is_using) {
  Workshop workshop = open();
  for (const char name : {'a', 'b', 'c'}) make(workshop, digest(name), 100);
  ASSERT_TRUE(workshop.start(digest('d')));
  age(digest('a'), 30);
  age(digest('b'), 20);
  ASSERT_TRUE(workshop.bring(digest('a')));
  ASSERT_TRUE(workshop.bring(digest('c')));
  ASSERT_TRUE(workshop.shrink_to(std::uint64_t{250} << 10, {}));
  EXPECT_TRUE(workshop.has(digest('a')));
  EXPECT_FALSE(workshop.has(digest('b')));
}

TEST_F(WorkshopTest, knows_the_free_space) {
  const auto free = open().free_bytes();
  ASSERT_TRUE(free);
  EXPECT_EQ(*free > 0, fs::space(m_work).available > 0);
}

}  // namespace
}  // namespace bisect::build
