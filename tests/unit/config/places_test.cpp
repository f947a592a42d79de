#include "harness/config/places.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::config {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;

class PlacesTest : public testing::Test {
 protected:
  PlacesTest() {
    fs::create_directories(m_folder.path() / "my subject/.git");
    fs::create_directories(m_folder.path() / "my subject/src/deep");
    fs::create_directories(m_folder.path() / "elsewhere");
    m_surroundings.cwd = m_folder.path() / "my subject/src/deep";
    m_surroundings.home = "/home/me/";
  }

  support::TemporaryFolder m_folder;
  Surroundings m_surroundings;
  PlanDraft m_draft;
};

TEST_F(PlacesTest, default_to_the_repository_around_and_to_the_home_folder) {
  const auto places = find_places(m_draft, m_surroundings);
  ASSERT_TRUE(places) << places.error().message;
  EXPECT_EQ(places->repository, m_folder.path() / "my subject");
  EXPECT_THAT(places->database.string(),
              MatchesRegex("/home/me/.local/state/bisect/my_subject-[0-9a-f]{8}/results.sqlite"));
  EXPECT_THAT(places->work_dir.string(),
              MatchesRegex("/home/me/.cache/bisect/my_subject-[0-9a-f]{8}"));
}

TEST_F(PlacesTest, follow_the_xdg_variables_when_they_are_absolute) {
  m_surroundings.state_home = "/state";
  m_surroundings.cache_home = "relative";
  const auto places = find_places(m_draft, m_surroundings);
  EXPECT_THAT(places->database.string(), testing::StartsWith("/state/bisect/my_subject-"));
  EXPECT_THAT(places->work_dir.string(), testing::StartsWith("/home/me/.cache/bisect/"));
}

TEST_F(PlacesTest, are_the_same_from_every_folder_and_through_links) {
  const fs::path of_subfolder = find_places(m_draft, m_surroundings)->database;
  fs::create_directory_symlink(m_folder.path() / "my subject", m_folder.path() / "link");
  m_draft.repository = m_folder.path() / "link";
  EXPECT_EQ(find_places(m_draft, m_surroundings)->database, of_subfolder);
}

TEST_F(PlacesTest, differ_for_two_clones_of_one_name) {
  fs::create_directories(m_folder.path() / "copy/my subject/.git");
  const fs::path first = find_places(m_draft, m_surroundings)->database;
  m_draft.repository = m_folder.path() / "copy/my subject";
  EXPECT_NE(find_places(m_draft, m_surroundings)->database, first);
}

TEST_F(PlacesTest, may_be_named_relative_to_the_current_folder_and_to_home) {
  m_draft.database = "../r.sqlite";
  m_draft.work_dir = "~/w";
  const auto places = find_places(m_draft, m_surroundings);
  EXPECT_EQ(places->database, m_folder.path() / "my subject/src/r.sqlite");
  EXPECT_EQ(places->work_dir, "/home/me/w");
}

TEST_F(PlacesTest, bare_and_linked_repositories_count) {
  const fs::path bare = m_folder.path() / "thing.git";
  fs::create_directories(bare / "objects");
  fs::create_directories(bare / "refs");
  std::ofstream(bare / "HEAD") << "ref: refs/heads/main\n";
  m_draft.repository = bare;
  EXPECT_THAT(find_places(m_draft, m_surroundings)->work_dir.string(), HasSubstr("/thing-"));
  std::ofstream(m_folder.path() / "elsewhere/.git") << "gitdir: somewhere\n";
  m_draft.repository = m_folder.path() / "elsewhere";
  EXPECT_EQ(find_places(m_draft, m_surroundings)->repository, m_folder.path() / "elsewhere");
}

TEST_F(PlacesTest, without_a_repository_are_an_error_of_the_environment) {
  for (const fs::path& folder : {m_folder.path() / "elsewhere", m_folder.path() / "absent"}) {
    m_draft.repository = folder;
    const auto places = find_places(m_draft, m_surroundings);
    ASSERT_FALSE(places);
    EXPECT_EQ(places.error().kind, core::ErrorKind::environment);
    EXPECT_THAT(places.error().message, HasSubstr(folder.string()));
  }
}

TEST_F(PlacesTest, without_home_must_be_named) {
  m_surroundings.home.clear();
  const auto places = find_places(m_draft, m_surroundings);
  ASSERT_FALSE(places);
  EXPECT_THAT(places.error().hints.at(0), HasSubstr("--db"));
  m_draft.database = "/r.sqlite";
  EXPECT_THAT(find_places(m_draft, m_surroundings).error().hints.at(0), HasSubstr("--work-dir"));
  m_draft.work_dir = "/w";
  EXPECT_TRUE(find_places(m_draft, m_surroundings));
}

}  // namespace
}  // namespace bisect::config
