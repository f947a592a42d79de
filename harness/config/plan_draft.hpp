#pragma once

#include "core/plan.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bisect::config {

/// A plan on its way: what one plan file or one command line said, each part already parsed, and
/// nothing about what it did not say.
struct PlanDraft {
  std::optional<core::Task> task;     ///< absent: a search
  std::optional<std::filesystem::path> repository;
  std::optional<std::string> good;
  std::optional<std::string> bad;
  std::optional<std::string> split;   ///< what a split is of: a revision, or FROM..TO
  std::optional<core::Grain> grain;
  std::vector<core::PartRequest> parts;
  std::optional<int> samples;
  std::optional<std::string> prepare;
  std::optional<std::string> build;
  std::optional<std::string> run;
  std::vector<core::Metric> metrics;
  std::optional<core::LookFor> look_for;
  std::optional<std::string> match;
  std::optional<double> min_effect;  ///< fraction
  std::optional<double> confidence;  ///< fraction
  std::vector<core::PinRequest> pins;
  std::vector<core::PatchRequest> patches;
  std::vector<core::Setting> settings;
  std::optional<std::string> setting;  ///< the one in force
  std::vector<std::string> revisions;  ///< of settings (one) and a matrix
  std::optional<std::string> good_setting;
  std::optional<std::string> bad_setting;
  std::vector<std::string> matrix_settings;  ///< empty: all that the plan defines
  std::vector<core::Toggle> toggles;
  std::map<std::string, std::string> environment;
  std::optional<core::Duration> build_timeout;
  std::optional<core::Duration> run_timeout;
  std::optional<core::Duration> budget;
  std::optional<int> max_builds;
  std::optional<int> retries;
  std::optional<core::Walk> walk;
  std::optional<core::Descend> descend;
  std::optional<std::filesystem::path> database;
  std::optional<std::filesystem::path> work_dir;
  std::optional<std::uint64_t> seed;
};

/// The file's draft with what the command line says in its place: single values override, metrics,
/// revisions and the settings of a matrix replace, variables, toggles and parts override by name, pins, patches and settings are added. A pin or patch that
/// is there already is not added again.
[[nodiscard]] PlanDraft merge(PlanDraft file, const PlanDraft& flags);

}  // namespace bisect::config
