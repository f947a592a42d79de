#include "core/digest.hpp"
#include "harness/store/connection.hpp"
#include "harness/store/migrations.hpp"
#include "tests/integration_store/child_process.hpp"
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace bisect::integration_store {
namespace {

using store::Migration;
using store::migrations;

class Migrations : public testing::Test {
 protected:
  /// A file as the program left it when it knew only the first step, with one trial in it.
  void make_first_version() {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    ASSERT_TRUE(store::migrate(database, file, migrations().first(1)));
    database.exec(R"sql(
      INSERT INTO host VALUES ('h', 't');
      INSERT INTO session VALUES (1, 'h', '{}', 'bisect', '{}', 'm', '0.1.0', '7', 't',
                                  NULL, NULL, NULL);
      INSERT INTO candidate VALUES ('k', 'c', 't', '', '[]', '[]');
      INSERT INTO build VALUES (1, 1, 'k', 0, 'inputs', '', '[]', '[]', '[]', 0, NULL, NULL, NULL,
                                5, 1, 't');
      INSERT INTO round VALUES (1, 1, 0, 4, 2, 1, 0, 0);
      INSERT INTO round_arm VALUES (1, 0, 'k', 0);
      INSERT INTO trial VALUES (1, 1, 0, 0, 0, 1, 9, 1, 0, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                NULL, 0, '', 0, '', 0.5);
      INSERT INTO sample VALUES (1, 0, 0, 'wall', 'ns', x'000000000000F03F');
    )sql");
  }

  support::TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "trials.db";
};

TEST_F(Migrations, a_new_file_has_seen_all_steps) {
  ASSERT_TRUE(open_scratch(file));
  RawDatabase raw(file);
  EXPECT_EQ(raw.number("PRAGMA user_version"), std::ssize(migrations()));
  EXPECT_EQ(raw.values("PRAGMA journal_mode"), std::vector<std::string>{"wal"});
}

TEST_F(Migrations, each_connection_is_durable_and_checks_references) {
  auto connection = store::Connection::open(file, store::OpenMode::create);
  ASSERT_TRUE(connection);
  ASSERT_TRUE((*connection)->read([](SQLite::Database& database) {
    EXPECT_EQ(database.execAndGet("PRAGMA synchronous").getInt(), 2) << "FULL";
    EXPECT_EQ(database.execAndGet("PRAGMA foreign_keys").getInt(), 1);
    return core::Result<void>{};
  }));
}

TEST_F(Migrations, an_older_file_is_brought_up_to_date_with_its_rows) {
  make_first_version();
  ASSERT_EQ(RawDatabase(file).number("PRAGMA user_version"), 1);
  auto opened = store::SqliteTrialStore::open(file, stopped_clock());
  ASSERT_TRUE(opened) << opened.error().message;
  RawDatabase raw(file);
  EXPECT_EQ(raw.number("PRAGMA user_version"), std::ssize(migrations()));
  EXPECT_THAT(raw.run("DELETE FROM sample"), testing::HasSubstr("kept as they are"));
  EXPECT_EQ(raw.integrity(), "ok");

  const auto round = (*opened)->open_round(core::SessionId{1}, 0, {});
  ASSERT_TRUE(round);
  ASSERT_EQ(round->trials.size(), 1U);
  EXPECT_EQ(round->trials[0].usage.wall, core::Duration{10});
  EXPECT_EQ(round->trials[0].usage.peak_rss_bytes, 18);
  EXPECT_THAT(round->trials[0].readings.at(0).values, testing::ElementsAre(1.0));
  EXPECT_EQ((*(*opened)->find_build(core::Digest{"inputs"}))->elapsed, core::Duration{5});
}

TEST_F(Migrations, several_processes_may_bring_it_up_to_date_at_once) {
  make_first_version();
  std::deque<ChildProcess> children;
  for (int child = 0; child < 4; ++child)
    children.emplace_back([&](const auto&) { return open_scratch(file) ? 0 : 1; });
  for (ChildProcess& child : children) EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(RawDatabase(file).number("SELECT count(*) FROM session"), 5);
}

TEST_F(Migrations, a_step_that_fails_changes_nothing) {
  make_first_version();
  RawDatabase raw(file);
  const auto before = raw.values("SELECT sql FROM sqlite_master ORDER BY name");
  std::vector<Migration> steps(migrations().begin(), migrations().end());
  steps.push_back({"ALTER TABLE event ADD COLUMN mood TEXT; CREATE TABLE host (again TEXT);"});
  {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    database.exec("BEGIN IMMEDIATE");
    EXPECT_THROW((void)store::migrate(database, file, steps), SQLite::Exception);
    database.exec("ROLLBACK");
  }
  EXPECT_EQ(raw.values("SELECT sql FROM sqlite_master ORDER BY name"), before);
  EXPECT_EQ(raw.number("PRAGMA user_version"), 1);
}

/// A step that was released once is never changed: files that have seen it would not see the change.
/// A new step gets a new line here.
TEST_F(Migrations, are_only_ever_appended_to) {
  std::vector<std::string> digests;
  for (const Migration& step : migrations())
    digests.push_back(core::Hasher().add(step.sql).digest().text());
  EXPECT_THAT(digests, testing::ElementsAre("ebe69d9f9a0b6d366191ef9ab85e9405",
                                            "a5ce3fa661b4ba2ad6999777161f6322",
                                            "ebf71a9a40f1681b23b9b10294e44c07"));
}

}  // namespace
}  // namespace bisect::integration_store
