// The database itself keeps what was recorded, and only values of the right type.
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::integration_store {
namespace {

using testing::HasSubstr;

class AppendOnly : public testing::Test {
 protected:
  AppendOnly() {
    auto scratch = open_scratch(file);
    EXPECT_TRUE(scratch->add(0));
    EXPECT_TRUE(scratch->store->add_decision(scratch->session, {}));
    EXPECT_TRUE(scratch->store->add_event(scratch->session, {"kind", "text"}));
  }

  support::TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "trials.db";
};

TEST_F(AppendOnly, no_row_is_changed_or_deleted) {
  RawDatabase raw(file);
  for (const std::string table :
       {"host", "candidate", "build", "round_arm", "trial", "sample", "decision", "event"}) {
    ASSERT_EQ(raw.number("SELECT count(*) FROM " + table), table == "sample" ? k_series : 1);
    EXPECT_THAT(raw.run("UPDATE " + table + " SET rowid = rowid"), testing::Not("")) << table;
    EXPECT_THAT(raw.run("DELETE FROM " + table), HasSubstr("kept as they are")) << table;
  }
  EXPECT_THAT(raw.run("UPDATE sample SET numbers = x''"), HasSubstr("kept as they are"));
  EXPECT_THAT(raw.run("UPDATE trial SET wall_ns = 1"), HasSubstr("kept as they are"));
  EXPECT_THAT(raw.run("UPDATE build SET failure_stage = 5"), HasSubstr("kept as they are"));
  EXPECT_THAT(raw.run("DELETE FROM round"), HasSubstr("rounds are kept"));
  EXPECT_THAT(raw.run("DELETE FROM session"), HasSubstr("sessions are kept"));
}

TEST_F(AppendOnly, a_round_only_closes_and_a_session_only_ends) {
  RawDatabase raw(file);
  EXPECT_THAT(raw.run("UPDATE round SET blocks = 1"), HasSubstr("only closes"));
  EXPECT_EQ(raw.run("UPDATE round SET closed = 1"), "");
  EXPECT_THAT(raw.run("UPDATE round SET closed = 0"), HasSubstr("only closes"));
  const std::string end = "UPDATE session SET ended_utc = 'x', verdict = 1, reason = ''";
  EXPECT_THAT(raw.run(end + ", verb = 'scan'"), HasSubstr("only ends"));
  EXPECT_EQ(raw.run(end), "");
  EXPECT_THAT(raw.run(end), HasSubstr("only ends"));
}

TEST_F(AppendOnly, text_is_no_number) {
  RawDatabase raw(file);
  EXPECT_THAT(raw.run("INSERT INTO decision (session, subject, verdict, test, estimate, pairs, "
                      "recorded_utc) VALUES (1, 'a', 'b', 'c', 'fast', 1, 'd')"),
              HasSubstr("cannot store TEXT value in REAL column decision.estimate"));
  EXPECT_THAT(raw.run("INSERT INTO sample (trial, series, metric, name, unit, numbers) "
                      "VALUES (1, 9, 0, 'a', 'ns', '12.5')"),
              HasSubstr("cannot store TEXT value in BLOB column sample.numbers"));
}

TEST_F(AppendOnly, a_number_cut_short_is_no_sample) {
  RawDatabase raw(file);
  EXPECT_THAT(raw.run("INSERT INTO sample (trial, series, metric, name, unit, numbers) "
                      "VALUES (1, 9, 0, 'a', 'ns', x'00112233445566')"),
              HasSubstr("CHECK constraint failed"));
}

TEST_F(AppendOnly, what_is_not_a_number_is_null) {
  auto opened = store::SqliteTrialStore::open(file, stopped_clock());
  core::Decision decision;
  decision.subject = "nan";
  decision.statistic = std::numeric_limits<double>::quiet_NaN();
  decision.bound = std::numeric_limits<double>::infinity();
  ASSERT_TRUE((*opened)->add_decision(core::SessionId{1}, decision));
  RawDatabase raw(file);
  EXPECT_THAT(raw.values("SELECT statistic, bound FROM decision WHERE subject = 'nan'"),
              testing::ElementsAre("NULL", "Inf"));
}

}  // namespace
}  // namespace bisect::integration_store
