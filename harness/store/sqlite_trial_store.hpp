#pragma once

#include "core/clock.hpp"
#include "harness/store/trial_store.hpp"

#include <filesystem>
#include <memory>

namespace bisect::store {

class Connection;

/// The trial store in one SQLite file (schema: docs/store-schema.md). Several processes may use one
/// file at once; one object belongs to one thread. Durability: see Connection.
class SqliteTrialStore final : public TrialStore {
 public:
  /// Opens `file`, makes it (and its folder) where it is missing, and brings an older one up to
  /// date. `clock` dates the records and must outlive the store. Errors: `environment`, each naming
  /// the file and the cure.
  [[nodiscard]] static core::Result<std::unique_ptr<SqliteTrialStore>> open(
      const std::filesystem::path& file, const core::Clock& clock);
  ~SqliteTrialStore() override;

  core::Result<core::SessionId> begin_session(const Session& session, const Host& host) override;
  core::Result<std::optional<Session>> unfinished_session(
      const std::optional<core::Plan>& plan) override;
  core::Result<void> end_session(core::SessionId session, const core::Finding& finding) override;
  core::Result<core::BuildId> add_build(core::SessionId session, const core::Arm& arm,
                                        const core::Build& build) override;
  core::Result<std::optional<core::Build>> find_build(const core::Digest& inputs) override;
  core::Result<StoredRound> open_round(core::SessionId session, int ordinal,
                                       const core::RoundRequest& request) override;
  core::Result<void> add_trial(core::RoundId round, const core::Trial& trial) override;
  core::Result<void> close_round(core::RoundId round) override;
  core::Result<void> add_decision(core::SessionId session,
                                  const core::Decision& decision) override;
  core::Result<int> decision_count(core::SessionId session) override;
  core::Result<void> add_event(core::SessionId session, const Event& event) override;
  core::Result<core::Cost> cost(core::SessionId session) override;

 private:
  SqliteTrialStore(std::unique_ptr<Connection> connection, const core::Clock& clock);

  [[nodiscard]] std::string now() const;

  std::unique_ptr<Connection> m_connection;
  const core::Clock& m_clock;
};

}  // namespace bisect::store
