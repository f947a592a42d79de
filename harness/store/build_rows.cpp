#include "harness/store/build_rows.hpp"

#include "harness/store/bounded_log.hpp"
#include "harness/store/json_text.hpp"
#include "harness/store/query.hpp"

namespace bisect::store {
namespace {

using nlohmann::json;

const std::string k_build =
    "SELECT id, inputs, program, submodules, warnings, foreign_libraries, peak_threads, "
    "failure_stage, failure_reason, failure_log, elapsed_ns, attempts FROM build ";

std::string encode(const std::vector<core::Pin>& pins) {
  json list = json::array();
  for (const core::Pin& pin : pins)
    list.push_back({{"path", json_from_text(pin.path)}, {"commit", pin.commit.text()}});
  return list.dump();
}

std::string encode(const std::vector<core::FixUp>& fixups) {
  json list = json::array();
  for (const core::FixUp& fixup : fixups)
    list.push_back({{"file", json_from_text(fixup.file)}, {"content", fixup.content.text()}});
  return list.dump();
}

std::string encode(const std::optional<core::Overlay>& overlay) {
  if (!overlay) return "null";
  json paths = json::array();
  for (const std::string& path : overlay->paths) paths.push_back(json_from_text(path));
  json fields{{"source", overlay->source.text()}, {"paths", std::move(paths)}};
  for (const core::HunkChoice& choice : overlay->hunks)
    fields["hunks"].push_back({{"path", json_from_text(choice.path)}, {"hunks", choice.hunks}});
  return fields.dump();
}

std::string encode(const std::vector<core::SubmoduleState>& submodules) {
  json list = json::array();
  for (const core::SubmoduleState& state : submodules)
    list.push_back({{"path", json_from_text(state.path)},
                    {"recorded", state.recorded.text()},
                    {"actual", state.actual.text()}});
  return list.dump();
}

std::string encode(const std::vector<std::string>& texts) {
  json list = json::array();
  for (const std::string& text : texts) list.push_back(json_from_text(text));
  return list.dump();
}

std::vector<core::SubmoduleState> decode_submodules(const std::string& text) {
  std::vector<core::SubmoduleState> submodules;
  for (const json& state : json::parse(text))
    submodules.push_back({text_from_json(state.at("path")),
                          core::CommitId{state.at("recorded").get<std::string>()},
                          core::CommitId{state.at("actual").get<std::string>()}});
  return submodules;
}

std::vector<std::string> decode_texts(const std::string& text) {
  std::vector<std::string> texts;
  for (const json& entry : json::parse(text)) texts.push_back(text_from_json(entry));
  return texts;
}

void bind_failure(Query& query, const std::optional<core::NotTestable>& failure) {
  if (failure)
    query.bind(failure->stage).bind(failure->reason).bind(bounded_log(failure->log));
  else
    query.bind_null().bind_null().bind_null();
}

std::optional<core::NotTestable> read_failure(Query& query) {
  const std::optional<std::int64_t> stage = query.optional_number();
  core::NotTestable failure;
  failure.reason = query.optional_text().value_or("");
  failure.log = query.optional_text().value_or("");
  if (!stage) return std::nullopt;
  failure.stage = static_cast<core::Stage>(*stage);
  return failure;
}

/// The build of the next row; its columns are those of k_build.
std::optional<core::Build> read_build(Query& query) {
  if (!query.next()) return std::nullopt;
  core::Build build;
  build.id = query.enumerator<core::BuildId>();
  build.inputs = core::Digest{query.text()};
  build.program = core::Digest{query.text()};
  build.submodules = decode_submodules(query.text());
  build.warnings = decode_texts(query.text());
  build.foreign_libraries = decode_texts(query.text());
  build.peak_threads = query.integer();
  build.failure = read_failure(query);
  build.elapsed = core::Duration{query.number()};
  build.attempts = query.integer();
  return build;
}

std::vector<core::Pin> decode_pins(const std::string& text) {
  std::vector<core::Pin> pins;
  for (const json& pin : json::parse(text))
    pins.push_back({text_from_json(pin.at("path")),
                    core::CommitId{pin.at("commit").get<std::string>()}});
  return pins;
}

std::vector<core::FixUp> decode_fixups(const std::string& text) {
  std::vector<core::FixUp> fixups;
  for (const json& fixup : json::parse(text))
    fixups.push_back({text_from_json(fixup.at("file")),
                      core::Digest{fixup.at("content").get<std::string>()}});
  return fixups;
}

std::optional<core::Overlay> decode_overlay(const std::string& text) {
  const json value = json::parse(text);
  if (value.is_null()) return std::nullopt;
  core::Overlay overlay;
  overlay.source = core::CommitId{value.at("source").get<std::string>()};
  for (const json& path : value.at("paths")) overlay.paths.push_back(text_from_json(path));
  return overlay;
}

}  // namespace

core::Digest keep_candidate(SQLite::Database& database, const core::Candidate& candidate) {
  core::Digest key = core::candidate_key(candidate);
  Query(database,
        "INSERT INTO candidate (key, commit_id, tree_id, setting, pins, fixups, overlay) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
      .bind(key)
      .bind(candidate.commit)
      .bind(candidate.tree)
      .bind(candidate.setting)
      .bind(encode(candidate.pins))
      .bind(encode(candidate.fixups))
      .bind(encode(candidate.overlay))
      .run();
  return key;
}

core::BuildId insert_build(SQLite::Database& database, const BuildRecord& record) {
  const core::Build& build = record.build;
  Query query(database,
              "INSERT INTO build (session, candidate, generation, inputs, program, submodules, "
              "warnings, foreign_libraries, peak_threads, failure_stage, failure_reason, "
              "failure_log, elapsed_ns, attempts, recorded_utc) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(record.session)
      .bind(keep_candidate(database, record.arm.candidate))
      .bind(record.arm.generation)
      .bind(build.inputs)
      .bind(build.program)
      .bind(encode(build.submodules))
      .bind(encode(build.warnings))
      .bind(encode(build.foreign_libraries))
      .bind(build.peak_threads);
  bind_failure(query, build.failure);
  query.bind(build.elapsed.count()).bind(build.attempts).bind(record.recorded_utc);
  return core::BuildId{query.insert()};
}

core::Candidate select_candidate(SQLite::Database& database, const core::Digest& key) {
  Query query(database,
              "SELECT commit_id, tree_id, setting, pins, fixups, overlay FROM candidate WHERE key = ?");
  query.bind(key).next();
  core::Candidate candidate;
  candidate.commit = core::CommitId{query.text()};
  candidate.tree = core::TreeId{query.text()};
  candidate.setting = query.text();
  candidate.pins = decode_pins(query.text());
  candidate.fixups = decode_fixups(query.text());
  candidate.overlay = decode_overlay(query.text());
  return candidate;
}

std::optional<core::Build> select_build(SQLite::Database& database, const core::Digest& inputs) {
  Query query(database, (k_build + "WHERE inputs = ? ORDER BY id DESC LIMIT 1").c_str());
  query.bind(inputs);
  return read_build(query);
}

std::optional<core::Build> select_build(SQLite::Database& database, core::BuildId id) {
  Query query(database, (k_build + "WHERE id = ?").c_str());
  query.bind(id);
  return read_build(query);
}

std::optional<core::Build> select_build(SQLite::Database& database, core::SessionId session,
                                        const core::Arm& arm) {
  Query query(database, (k_build + "WHERE candidate = ? AND generation = ? AND session <= ? "
                                    "ORDER BY session DESC, id DESC LIMIT 1").c_str());
  query.bind(core::candidate_key(arm.candidate)).bind(arm.generation).bind(session);
  return read_build(query);
}

}  // namespace bisect::store
