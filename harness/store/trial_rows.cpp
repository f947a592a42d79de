#include "harness/store/trial_rows.hpp"

#include "harness/store/query.hpp"

#include <unordered_map>

namespace bisect::store {
namespace {

// The core gives these no numbers, so their numbers on disk are fixed here.
static_assert(static_cast<int>(core::SchedulingClass::normal) == 0);
static_assert(static_cast<int>(core::SchedulingClass::fifo) == 1);

core::Usage read_usage(Query& query) {
  core::Usage usage;
  usage.wall = core::Duration{query.number()};
  usage.user = core::Duration{query.number()};
  usage.system = core::Duration{query.number()};
  usage.run_delay = core::Duration{query.number()};
  usage.minor_faults = query.number();
  usage.major_faults = query.number();
  usage.voluntary_switches = query.number();
  usage.involuntary_switches = query.number();
  usage.peak_rss_bytes = query.number();
  return usage;
}

core::Scheduling read_scheduling(Query& query) {
  core::Scheduling scheduling;
  if (const auto cpu = query.optional_number()) scheduling.cpu = static_cast<int>(*cpu);
  scheduling.policy = query.enumerator<core::SchedulingClass>();
  return scheduling;
}

core::Trial read_trial(Query& query) {
  core::Trial trial;
  trial.block = query.integer();
  trial.arm = query.integer();
  trial.position = query.integer();
  trial.build = query.enumerator<core::BuildId>();
  trial.started = std::chrono::sys_time<core::Duration>{core::Duration{query.number()}};
  trial.ending = query.enumerator<core::Ending>();
  trial.code = query.integer();
  trial.usage = read_usage(query);
  trial.scheduling = read_scheduling(query);
  trial.output = core::Digest{query.text()};
  trial.dropped_values = query.integer();
  trial.failure = query.text();
  trial.load = query.real();
  return trial;
}

void insert_samples(SQLite::Database& database, std::int64_t trial,
                    const std::vector<core::Reading>& readings) {
  int series = 0;
  for (const core::Reading& reading : readings)
    Query(database,
          "INSERT INTO sample (trial, series, metric, name, unit, numbers) "
          "VALUES (?, ?, ?, ?, ?, ?)")
        .bind(trial)
        .bind(series++)
        .bind(reading.metric)
        .bind(reading.name)
        .bind(reading.unit)
        .bind(reading.values)
        .run();
}

}  // namespace

void insert_trial(SQLite::Database& database, core::RoundId round, const core::Trial& trial) {
  Query query(database,
              "INSERT INTO trial (round, block, arm, position, build, started_utc_ns, ending, "
              "code, wall_ns, user_ns, system_ns, run_delay_ns, minor_faults, major_faults, "
              "voluntary_switches, involuntary_switches, peak_rss_bytes, pinned_cpu, scheduling_class, "
              "output, dropped_values, failure, load) VALUES "
              "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(round).bind(trial.block).bind(trial.arm).bind(trial.position).bind(trial.build);
  query.bind(trial.started.time_since_epoch().count()).bind(trial.ending).bind(trial.code);
  const core::Usage& usage = trial.usage;
  query.bind(usage.wall.count())
      .bind(usage.user.count())
      .bind(usage.system.count())
      .bind(usage.run_delay.count())
      .bind(usage.minor_faults)
      .bind(usage.major_faults)
      .bind(usage.voluntary_switches)
      .bind(usage.involuntary_switches)
      .bind(usage.peak_rss_bytes);
  query.bind(trial.scheduling.cpu).bind(trial.scheduling.policy);
  query.bind(trial.output).bind(trial.dropped_values).bind(trial.failure).bind(trial.load);
  insert_samples(database, query.insert(), trial.readings);
}

std::vector<core::Trial> select_trials(SQLite::Database& database, core::RoundId round) {
  std::vector<core::Trial> trials;
  std::unordered_map<std::int64_t, std::size_t> places;
  Query rows(database,
             "SELECT id, block, arm, position, build, started_utc_ns, ending, code, wall_ns, "
             "user_ns, system_ns, run_delay_ns, minor_faults, major_faults, voluntary_switches, "
             "involuntary_switches, peak_rss_bytes, pinned_cpu, scheduling_class, output, "
             "dropped_values, failure, load FROM trial WHERE round = ? ORDER BY block, position");
  rows.bind(round);
  while (rows.next()) {
    places.emplace(rows.number(), trials.size());
    trials.push_back(read_trial(rows));
  }
  Query samples(database,
                "SELECT sample.trial, sample.metric, sample.name, sample.unit, sample.numbers "
                "FROM trial JOIN sample ON sample.trial = trial.id "
                "WHERE trial.round = ? ORDER BY sample.trial, sample.series");
  samples.bind(round);
  while (samples.next()) {
    std::vector<core::Reading>& readings = trials[places.at(samples.number())].readings;
    core::Reading& reading = readings.emplace_back();
    reading.metric = samples.integer();
    reading.name = samples.text();
    reading.unit = samples.text();
    reading.values = samples.series();
  }
  return trials;
}

}  // namespace bisect::store
