#include "harness/store/migrations.hpp"

#include <SQLiteCpp/Database.h>

#include <array>
#include <string>

namespace bisect::store {
namespace {

constexpr int k_application_id = 0x62736374;  // "bsct"

// Step 1: the tables. Columns and units are explained in docs/store-schema.md.
constexpr const char* k_tables = R"sql(
CREATE TABLE host (
  id TEXT PRIMARY KEY,
  first_seen_utc TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL REFERENCES host (id),
  host_facts TEXT NOT NULL CHECK (json_valid(host_facts)),
  verb TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  plan_match TEXT NOT NULL,
  program_version TEXT NOT NULL,
  seed TEXT NOT NULL,
  started_utc TEXT NOT NULL,
  ended_utc TEXT,
  verdict INTEGER,
  reason TEXT,
  CHECK ((ended_utc IS NULL) = (verdict IS NULL)),
  CHECK ((ended_utc IS NULL) = (reason IS NULL))
) STRICT;
CREATE INDEX session_unfinished ON session (plan_match) WHERE ended_utc IS NULL;

CREATE TABLE candidate (
  key TEXT PRIMARY KEY,
  commit_id TEXT NOT NULL,
  tree_id TEXT NOT NULL,
  setting TEXT NOT NULL,
  pins TEXT NOT NULL CHECK (json_valid(pins)),
  fixups TEXT NOT NULL CHECK (json_valid(fixups))
) STRICT, WITHOUT ROWID;

CREATE TABLE build (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id),
  candidate TEXT NOT NULL REFERENCES candidate (key),
  generation INTEGER NOT NULL,
  inputs TEXT NOT NULL,
  program TEXT NOT NULL,
  submodules TEXT NOT NULL CHECK (json_valid(submodules)),
  warnings TEXT NOT NULL CHECK (json_valid(warnings)),
  foreign_libraries TEXT NOT NULL CHECK (json_valid(foreign_libraries)),
  peak_threads INTEGER NOT NULL,
  failure_stage INTEGER,
  failure_reason TEXT,
  failure_log TEXT,
  elapsed_ns INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  recorded_utc TEXT NOT NULL,
  CHECK ((failure_stage IS NULL) = (failure_reason IS NULL)),
  CHECK ((failure_stage IS NULL) = (failure_log IS NULL))
) STRICT;
CREATE INDEX build_inputs ON build (inputs);
CREATE INDEX build_session ON build (session);

CREATE TABLE round (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  purpose INTEGER NOT NULL,
  blocks INTEGER NOT NULL CHECK (blocks >= 0),
  placement INTEGER NOT NULL,
  run_limit_ns INTEGER NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  UNIQUE (session, ordinal)
) STRICT;

CREATE TABLE round_arm (
  round INTEGER NOT NULL REFERENCES round (id),
  arm INTEGER NOT NULL,
  candidate TEXT NOT NULL REFERENCES candidate (key),
  generation INTEGER NOT NULL,
  PRIMARY KEY (round, arm)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial (
  id INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  block INTEGER NOT NULL,
  arm INTEGER NOT NULL,
  position INTEGER NOT NULL,
  build INTEGER NOT NULL REFERENCES build (id),
  started_utc_ns INTEGER NOT NULL,
  ending INTEGER NOT NULL,
  code INTEGER NOT NULL,
  wall_ns INTEGER NOT NULL,
  user_ns INTEGER NOT NULL,
  system_ns INTEGER NOT NULL,
  run_delay_ns INTEGER NOT NULL,
  minor_faults INTEGER NOT NULL,
  major_faults INTEGER NOT NULL,
  voluntary_switches INTEGER NOT NULL,
  involuntary_switches INTEGER NOT NULL,
  peak_rss_bytes INTEGER NOT NULL,
  pinned_cpu INTEGER,
  scheduling_class INTEGER NOT NULL,
  output TEXT NOT NULL,
  dropped_values INTEGER NOT NULL,
  failure TEXT NOT NULL,
  load REAL,
  UNIQUE (round, block, position),
  UNIQUE (round, block, arm),
  FOREIGN KEY (round, arm) REFERENCES round_arm (round, arm)
) STRICT;

CREATE TABLE sample (
  trial INTEGER NOT NULL REFERENCES trial (id),
  series INTEGER NOT NULL,
  metric INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  numbers BLOB NOT NULL CHECK (length(numbers) % 8 = 0),
  PRIMARY KEY (trial, series)
) STRICT, WITHOUT ROWID;

CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id),
  subject TEXT NOT NULL,
  verdict TEXT NOT NULL,
  test TEXT NOT NULL,
  threshold REAL,
  statistic REAL,
  bound REAL,
  pairs INTEGER NOT NULL,
  estimate REAL,
  low REAL,
  high REAL,
  recorded_utc TEXT NOT NULL
) STRICT;
CREATE INDEX decision_session ON decision (session);

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session (id),
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  recorded_utc TEXT NOT NULL
) STRICT;
CREATE INDEX event_session ON event (session);
)sql";

// Step 2: what was recorded stays. The database itself refuses to change it, whoever asks.
constexpr const char* k_append_only = R"sql(
CREATE TRIGGER host_no_update BEFORE UPDATE ON host
  BEGIN SELECT RAISE(ABORT, 'rows of host are kept as they are'); END;
CREATE TRIGGER host_no_delete BEFORE DELETE ON host
  BEGIN SELECT RAISE(ABORT, 'rows of host are kept as they are'); END;
CREATE TRIGGER candidate_no_update BEFORE UPDATE ON candidate
  BEGIN SELECT RAISE(ABORT, 'rows of candidate are kept as they are'); END;
CREATE TRIGGER candidate_no_delete BEFORE DELETE ON candidate
  BEGIN SELECT RAISE(ABORT, 'rows of candidate are kept as they are'); END;
CREATE TRIGGER build_no_update BEFORE UPDATE ON build
  BEGIN SELECT RAISE(ABORT, 'rows of build are kept as they are'); END;
CREATE TRIGGER build_no_delete BEFORE DELETE ON build
  BEGIN SELECT RAISE(ABORT, 'rows of build are kept as they are'); END;
CREATE TRIGGER round_arm_no_update BEFORE UPDATE ON round_arm
  BEGIN SELECT RAISE(ABORT, 'rows of round_arm are kept as they are'); END;
CREATE TRIGGER round_arm_no_delete BEFORE DELETE ON round_arm
  BEGIN SELECT RAISE(ABORT, 'rows of round_arm are kept as they are'); END;
CREATE TRIGGER trial_no_update BEFORE UPDATE ON trial
  BEGIN SELECT RAISE(ABORT, 'rows of trial are kept as they are'); END;
CREATE TRIGGER trial_no_delete BEFORE DELETE ON trial
  BEGIN SELECT RAISE(ABORT, 'rows of trial are kept as they are'); END;
CREATE TRIGGER sample_no_update BEFORE UPDATE ON sample
  BEGIN SELECT RAISE(ABORT, 'rows of sample are kept as they are'); END;
CREATE TRIGGER sample_no_delete BEFORE DELETE ON sample
  BEGIN SELECT RAISE(ABORT, 'rows of sample are kept as they are'); END;
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision
  BEGIN SELECT RAISE(ABORT, 'rows of decision are kept as they are'); END;
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision
  BEGIN SELECT RAISE(ABORT, 'rows of decision are kept as they are'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'rows of event are kept as they are'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
  BEGIN SELECT RAISE(ABORT, 'rows of event are kept as they are'); END;
CREATE TRIGGER session_no_delete BEFORE DELETE ON session
  BEGIN SELECT RAISE(ABORT, 'sessions are kept'); END;
CREATE TRIGGER session_only_ends BEFORE UPDATE ON session
  WHEN old.ended_utc IS NOT NULL OR new.ended_utc IS NULL
    OR (new.id, new.host, new.host_facts, new.verb, new.plan, new.plan_match,
        new.program_version, new.seed, new.started_utc)
    IS NOT (old.id, old.host, old.host_facts, old.verb, old.plan, old.plan_match,
        old.program_version, old.seed, old.started_utc)
  BEGIN SELECT RAISE(ABORT, 'a session only ends, once'); END;
CREATE TRIGGER trial_of_open_round BEFORE INSERT ON trial
  WHEN (SELECT closed FROM round WHERE id = new.round) = 1
  BEGIN SELECT RAISE(ABORT, 'the round is closed'); END;
CREATE TRIGGER round_no_delete BEFORE DELETE ON round
  BEGIN SELECT RAISE(ABORT, 'rounds are kept'); END;
CREATE TRIGGER round_only_closes BEFORE UPDATE ON round
  WHEN new.closed = 0
    OR (new.id, new.session, new.ordinal, new.purpose, new.blocks, new.placement,
        new.run_limit_ns)
    IS NOT (old.id, old.session, old.ordinal, old.purpose, old.blocks, old.placement,
        old.run_limit_ns)
  BEGIN SELECT RAISE(ABORT, 'a round only closes'); END;
)sql";

// Step 3: candidates that have a part of another commit put in.
constexpr const char* k_overlays = R"sql(
ALTER TABLE candidate ADD COLUMN overlay TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(overlay));
)sql";

constexpr std::array k_migrations{Migration{k_tables}, Migration{k_append_only},
                                  Migration{k_overlays}};

int pragma(SQLite::Database& database, const std::string& name) {
  return database.execAndGet("PRAGMA " + name).getInt();
}

}  // namespace

std::span<const Migration> migrations() { return k_migrations; }

int schema_version(SQLite::Database& database) { return pragma(database, "user_version"); }

core::Result<void> check_owner(SQLite::Database& database, const std::filesystem::path& file) {
  const int tables = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt();
  const int owner = pragma(database, "application_id");
  const bool empty = tables == 0 && owner == 0;
  if (owner == k_application_id || empty) return {};
  return core::environment_error(file.string() + " is a database of another program",
                                 {"give another file with --db FILE"});
}

core::Result<void> migrate(SQLite::Database& database, const std::filesystem::path& file,
                           std::span<const Migration> steps) {
  const auto seen = static_cast<std::size_t>(schema_version(database));
  if (seen > steps.size())
    return core::environment_error(
        "the database " + file.string() + " was written by a newer bisect (schema " +
            std::to_string(seen) + ", this program knows " + std::to_string(steps.size()) + ")",
        {"use the newer program, or another file with --db FILE"});
  for (const Migration& step : steps.subspan(seen)) database.exec(step.sql);
  database.exec("PRAGMA application_id=" + std::to_string(k_application_id));
  database.exec("PRAGMA user_version=" + std::to_string(steps.size()));
  return {};
}

}  // namespace bisect::store
