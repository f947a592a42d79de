#pragma once

#include "core/finding.hpp"
#include "core/ids.hpp"
#include "core/result.hpp"
#include "core/round.hpp"
#include "harness/store/trial_store.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bisect::store {

class Connection;

/// A session as a list shows it.
struct SessionSummary {
  core::SessionId id{};
  std::string verb;
  std::filesystem::path repository;
  std::string started_utc;               ///< ISO 8601
  std::optional<std::string> ended_utc;  ///< absent: running, or stopped and to be resumed
  std::optional<core::Verdict> verdict;  ///< absent as long as ended_utc is
  std::string reason;
  core::Cost cost;                       ///< see TrialStore::cost
};

/// A session with what a report needs to repeat and to doubt it.
struct RecordedSession {
  Session session;
  std::map<std::string, std::string> host_facts;
  std::optional<std::string> ended_utc;
  std::string reason;  ///< of the verdict
  core::Cost cost;     ///< see TrialStore::cost
};

struct RecordedDecision {
  std::string recorded_utc;  ///< ISO 8601
  core::Decision decision;
};

struct RecordedEvent {
  std::string recorded_utc;  ///< ISO 8601
  Event event;
};

/// Reads what runs have stored, also while one is writing; changes nothing (but an older file is
/// brought up to date first). Errors: `environment`, each naming the file and the cure.
class SessionReader {
 public:
  /// Opens an existing database; a missing one is an error.
  [[nodiscard]] static core::Result<std::unique_ptr<SessionReader>> open(
      const std::filesystem::path& file);
  ~SessionReader();

  /// Latest first.
  [[nodiscard]] core::Result<std::vector<SessionSummary>> sessions();
  /// Nothing when there is no such session.
  [[nodiscard]] core::Result<std::optional<RecordedSession>> session(core::SessionId session);
  /// In the order they were asked for. A build is the one that the arm's trials ran, else the latest that
  /// the session could have used.
  [[nodiscard]] core::Result<std::vector<RecordedRound>> rounds(core::SessionId session);
  /// In the order they were recorded; empty when there is no such session.
  [[nodiscard]] core::Result<std::vector<RecordedDecision>> decisions(core::SessionId session);
  [[nodiscard]] core::Result<std::vector<RecordedEvent>> events(core::SessionId session);

 private:
  explicit SessionReader(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> m_connection;
};

}  // namespace bisect::store
