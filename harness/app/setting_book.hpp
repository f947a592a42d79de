#pragma once

#include "core/candidate.hpp"
#include "core/plan.hpp"
#include "harness/engine/candidate_builder.hpp"

#include <map>
#include <string>

namespace bisect::app {

/// The settings that the candidates of a session are built in, by the name that a candidate carries. Those
/// that lie between two settings are added as they are thought of.
class SettingBook {
 public:
  /// With the plan's setting in force, and those it compares.
  explicit SettingBook(const core::Plan& plan);

  /// `setting`: complete. One of an equal name is replaced.
  void add(const core::Setting& setting);
  [[nodiscard]] const engine::Outfit& outfit_of(const std::string& name) const;
  /// Command and variables of the workload.
  [[nodiscard]] core::Digest workload_of(const core::Candidate& candidate) const;

 private:
  std::map<std::string, engine::Outfit> m_outfits;
  std::map<std::string, std::map<std::string, std::string>> m_tools;  ///< by PATH: asking takes a moment
};

}  // namespace bisect::app
