#pragma once

#include "core/plan.hpp"
#include "harness/store/trial_store.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

// Records with a value of its own in every field, and their comparison field by field. A structured
// binding names all fields of a type, so that a new field does not compile until it is listed.
namespace bisect::contract {

inline bool same(const core::Usage& a, const core::Usage& b) {
  const auto fields = [](const core::Usage& usage) {
    const auto& [wall, user, system, delay, minor, major, voluntary, involuntary, rss] = usage;
    return std::tie(wall, user, system, delay, minor, major, voluntary, involuntary, rss);
  };
  return fields(a) == fields(b);
}

inline bool same(const core::Reading& a, const core::Reading& b) {
  const auto fields = [](const core::Reading& reading) {
    const auto& [metric, name, unit, values] = reading;
    return std::tie(metric, name, unit, values);
  };
  return fields(a) == fields(b);
}

inline bool same(const core::Trial& a, const core::Trial& b) {
  const auto fields = [](const core::Trial& trial) {
    const auto& [block, arm, position, build, started, ending, code, usage, scheduling, output,
                 readings, dropped, failure, load] = trial;
    const auto& [cpu, policy] = scheduling;
    (void)usage;
    (void)readings;
    return std::tie(block, arm, position, build, started, ending, code, cpu, policy, output,
                    dropped, failure, load);
  };
  return fields(a) == fields(b) && same(a.usage, b.usage) &&
         std::equal(a.readings.begin(), a.readings.end(), b.readings.begin(), b.readings.end(),
                    [](const auto& x, const auto& y) { return same(x, y); });
}

inline bool same(const core::SubmoduleState& a, const core::SubmoduleState& b) {
  const auto fields = [](const core::SubmoduleState& state) {
    const auto& [path, recorded, actual] = state;
    return std::tie(path, recorded, actual);
  };
  return fields(a) == fields(b);
}

inline bool same(const core::NotTestable& a, const core::NotTestable& b) {
  const auto fields = [](const core::NotTestable& failure) {
    const auto& [stage, reason, log] = failure;
    return std::tie(stage, reason, log);
  };
  return fields(a) == fields(b);
}

inline bool same(const core::Build& a, const core::Build& b) {
  const auto fields = [](const core::Build& build) {
    const auto& [id, inputs, program, submodules, warnings, libraries, threads, failure,
                 elapsed, attempts] = build;
    (void)submodules;
    (void)failure;
    return std::tie(id, inputs, program, warnings, libraries, threads, elapsed, attempts);
  };
  if (a.failure.has_value() != b.failure.has_value()) return false;
  if (a.failure && !same(*a.failure, *b.failure)) return false;
  return fields(a) == fields(b) &&
         std::equal(a.submodules.begin(), a.submodules.end(), b.submodules.begin(),
                    b.submodules.end(), [](const auto& x, const auto& y) { return same(x, y); });
}

/// Every field differs from its default and from every other one of its type.
inline core::Trial full_trial(int block, int position, core::BuildId build) {
  core::Trial trial;
  trial.block = block;
  trial.arm = 1 - position;
  trial.position = position;
  trial.build = build;
  trial.started = std::chrono::sys_time<core::Duration>{core::Duration{1'700'000'000'123'456'789}};
  trial.ending = core::Ending::signaled;
  trial.code = 11;
  trial.usage = {core::Duration{101}, core::Duration{102}, core::Duration{103},
                 core::Duration{104}, 105, 106, 107, 108, std::int64_t{5} << 33};
  trial.scheduling = {3, core::SchedulingClass::fifo};
  trial.output = core::Digest{"00112233445566778899aabbccddeeff"};
  trial.readings = {{0, "decode/small", "ns", {0.1, 1e-308, -0.0, 1.7976931348623157e308}},
                    {0, "encode", "ns", {3}},
                    {1, "rss", "bytes", {}},
                    {2, "", "", {1 / 3.0}}};
  trial.dropped_values = 2;
  trial.failure = "one number was \"inf\"";
  trial.load = 0.75;
  return trial;
}

inline core::Candidate full_candidate() {
  return {core::CommitId{"1111111111111111111111111111111111111111"},
          core::TreeId{"2222222222222222222222222222222222222222"},
          {{"third_party/zlib", core::CommitId{"3333333333333333333333333333333333333333"}}},
          {{"/fix/ups/a.patch", core::Digest{"44444444444444444444444444444444"}}},
          "pip"};
}

inline core::Build full_build() {
  core::Build build;
  build.inputs = core::Digest{"55555555555555555555555555555555"};
  build.program = core::Digest{"66666666666666666666666666666666"};
  build.submodules = {{"third_party/zlib", core::CommitId{"7777777777777777777777777777777777777777"},
                       core::CommitId{"8888888888888888888888888888888888888888"}},
                      {"bytes \xff\xfe", core::CommitId{}, core::CommitId{"99"}}};
  build.warnings = {"a warning", "another\nof two lines"};
  build.foreign_libraries = {"/opt/lib/libblas.so.3"};
  build.peak_threads = 17;
  build.failure = core::NotTestable{core::Stage::patch, "does not apply", "hunk 1 \xff failed"};
  build.elapsed = std::chrono::seconds(12);
  build.attempts = 3;
  return build;
}

inline core::Plan full_plan() {
  core::Plan plan;
  plan.task = core::Task::split;
  plan.grain = core::Grain::per_file;
  plan.parts = {{"frontend", {"python/**", "docs \xff"}}, {"backend", {"src"}}};
  plan.samples = 136;
  plan.repository = "/home/me/subject \xff";
  plan.good = "v1.0";
  plan.bad = "main";
  plan.commands = {"./prepare", "make -j2", "./bench \xc3\xa4"};
  plan.metrics = {{core::MetricSource::json, "/time", core::Better::larger},
                  {core::MetricSource::rss, "", core::Better::smaller}};
  plan.look_for = core::LookFor::failing;
  plan.match = "assert.*";
  plan.min_effect = 0.1 + 0.2;
  plan.confidence = 0.99;
  plan.pins = {{"third_party/zlib", "v1.3", {"v0.1", "v0.9"}}};
  plan.patches = {{"/fix/ups/a.patch", {"", "v0.5"}}};
  plan.settings = {{"pip", {{"CC", "clang"}}, {"a", "b", "c"}, {{"lib", "v2", {}}}}};
  plan.setting = "pip";
  plan.revisions = {"v1.0", "main"};
  plan.compared = {"pip", ""};
  plan.toggles = {{"OMP", "1", "\xff"}};
  plan.environment = {{"OMP_NUM_THREADS", "1"}, {"LANG", "C"}};
  plan.limits = {std::chrono::minutes(5), std::chrono::seconds(6), std::chrono::hours(7), 8, 9};
  plan.walk = core::Walk::first_parent;
  plan.descend = core::Descend::never;
  plan.database = "/home/me/trials.db";
  plan.work_dir = "/home/me/work";
  plan.seed = 0xFFFF'FFFF'FFFF'FFFEU;
  return plan;
}

}  // namespace bisect::contract
