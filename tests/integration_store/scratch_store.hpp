#pragma once

#include "core/clock.hpp"
#include "harness/store/sqlite_trial_store.hpp"

#include <filesystem>
#include <memory>

namespace bisect::integration_store {

class StoppedClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override { return {}; }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override {
    return std::chrono::sys_time<core::Duration>{std::chrono::seconds(1'709'251'199)};
  }
};

[[nodiscard]] const core::Clock& stopped_clock();

/// Series of samples in each trial of scratch_trial, and samples in each series.
inline constexpr int k_series = 2;
inline constexpr int k_samples = 5;

/// A trial with k_series series of k_samples numbers.
[[nodiscard]] core::Trial scratch_trial(int block, core::BuildId build);

/// An open store with a new session, a build and an open round of one arm.
struct ScratchStore {
  std::unique_ptr<store::SqliteTrialStore> store;
  core::SessionId session{};
  core::BuildId build{};
  core::RoundId round{};

  core::Result<void> add(int block) { return store->add_trial(round, scratch_trial(block, build)); }
};

[[nodiscard]] core::Result<ScratchStore> open_scratch(const std::filesystem::path& file);

}  // namespace bisect::integration_store
