// Files that cannot be the database: each is an error of the environment with a cure, and is left
// as it was.
#include "harness/store/session_reader.hpp"
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <iterator>

namespace bisect::integration_store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Opens and uses the file; the error that must come of it.
core::Error error_of(const fs::path& file) {
  auto scratch = open_scratch(file);
  if (!scratch) return scratch.error();
  auto added = scratch->add(0);
  return added ? core::internal_error("no error at all") : added.error();
}

/// The super-user may write everywhere; for the time of a test we are nobody.
class OrdinaryUser {
 public:
  OrdinaryUser() : m_before(geteuid()) {
    if (m_before == 0 && seteuid(65534) != 0) ADD_FAILURE() << "cannot become nobody";
  }
  ~OrdinaryUser() {
    if (seteuid(m_before) != 0) ADD_FAILURE() << "cannot come back";
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  uid_t m_before;
};

class BadFile : public testing::Test {
 protected:
  void expect_environment(const core::Error& error, const std::string& words) const {
    EXPECT_EQ(error.kind, core::ErrorKind::environment) << error.message;
    EXPECT_THAT(error.message, HasSubstr(file.string()));
    EXPECT_THAT(error.message, HasSubstr(words));
    EXPECT_FALSE(error.hints.empty());
  }

  support::TemporaryFolder folder;
  fs::path file = folder.path() / "trials.db";
};

TEST_F(BadFile, text_is_not_a_database) {
  for (const std::string& text : {std::string("x"), std::string(40, 'x'), std::string(9999, 'x')}) {
    overwrite(file, text);
    expect_environment(error_of(file), "not a database");
    EXPECT_TRUE(content(file) == text);
  }
}

TEST_F(BadFile, a_database_of_another_program_is_left_alone) {
  RawDatabase(file).run("CREATE TABLE bookmark (url TEXT)");
  const std::string before = content(file);
  expect_environment(error_of(file), "another program");
  EXPECT_TRUE(content(file) == before);
  fs::remove(file);
  RawDatabase(file).run("PRAGMA application_id = 7");
  expect_environment(error_of(file), "another program");
}

TEST_F(BadFile, a_newer_database_is_left_alone) {
  ASSERT_TRUE(open_scratch(file));
  RawDatabase(file).run("PRAGMA user_version = 1000");
  expect_environment(error_of(file), "newer");
  EXPECT_EQ(RawDatabase(file).number("PRAGMA user_version"), 1000);
  EXPECT_EQ(RawDatabase(file).number("SELECT count(*) FROM session"), 1);
}

TEST_F(BadFile, a_damaged_database_is_named) {
  ASSERT_TRUE(open_scratch(file));
  std::string bytes = content(file);
  for (std::size_t at = 200; at < bytes.size(); ++at) bytes[at] = '\x5a';
  overwrite(file, bytes);
  const core::Error error = error_of(file);
  expect_environment(error, "damaged");
  EXPECT_THAT(error.hints, testing::Contains(HasSubstr(".recover")));
}

TEST_F(BadFile, a_database_cut_short_is_named) {
  {
    auto scratch = open_scratch(file);
    for (int block = 0; block < 50; ++block) ASSERT_TRUE(scratch->add(block));
  }
  fs::resize_file(file, fs::file_size(file) / 2);
  expect_environment(error_of(file), "damaged");
}

TEST_F(BadFile, a_plan_that_cannot_be_read_is_named) {
  { ASSERT_TRUE(open_scratch(file)); }
  RawDatabase(file).run(
      "DROP TRIGGER session_only_ends; UPDATE session SET plan = '{\"good\": 7}'");
  auto opened = store::SqliteTrialStore::open(file, stopped_clock());
  ASSERT_TRUE(opened);
  const auto found = (*opened)->unfinished_session(std::nullopt);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, core::ErrorKind::environment);
}

TEST_F(BadFile, a_folder_is_no_database) {
  fs::create_directory(file);
  expect_environment(error_of(file), "is a folder");
}

TEST_F(BadFile, a_missing_folder_is_made_and_a_missing_database_to_read_is_an_error) {
  const fs::path deep = folder.path() / "a" / "b" / "trials.db";
  EXPECT_TRUE(open_scratch(deep));
  EXPECT_TRUE(fs::exists(deep));
  const auto reader = store::SessionReader::open(file);
  ASSERT_FALSE(reader);
  expect_environment(reader.error(), "no database");
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(BadFile, where_nothing_may_be_written_the_file_is_named) {
  { ASSERT_TRUE(open_scratch(file)); }
  fs::permissions(file, fs::perms{0444});
  fs::permissions(folder.path(), fs::perms{0555});
  {
    const OrdinaryUser nobody;
    expect_environment(error_of(file), "cannot write");
    file = folder.path() / "new.db";
    expect_environment(error_of(file), "cannot write");
    file = folder.path() / "new" / "trials.db";
    const core::Error error = error_of(file);
    EXPECT_EQ(error.kind, core::ErrorKind::environment);
    EXPECT_THAT(error.message, HasSubstr("cannot make the folder"));
  }
  fs::permissions(folder.path(), fs::perms{0755});
}

}  // namespace
}  // namespace bisect::integration_store
