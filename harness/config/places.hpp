#pragma once

#include "core/result.hpp"
#include "harness/config/plan_draft.hpp"

#include <cstdint>
#include <filesystem>

namespace bisect::config {

/// What the caller's world contributes to a plan; gathered once, at the top.
struct Surroundings {
  std::filesystem::path cwd;         ///< absolute
  std::filesystem::path home;        ///< HOME; may be empty
  std::filesystem::path state_home;  ///< XDG_STATE_HOME; empty or relative: ~/.local/state
  std::filesystem::path cache_home;  ///< XDG_CACHE_HOME; empty or relative: ~/.cache
  std::uint64_t seed = 0;            ///< drawn by the caller, used where nobody gave one
};

/// Where a subject lies and where its results go: what resume, status, log and gc need of a plan.
struct Places {
  std::filesystem::path repository;  ///< top of the subject, absolute, without symbolic links
  std::filesystem::path database;
  std::filesystem::path work_dir;
};

/// Fills in the defaults: the repository around the current folder, and one folder per subject,
/// NAME-DIGEST, under the XDG state and cache folders. Creates nothing. Error `environment` when
/// there is no repository, or no home to put results under.
[[nodiscard]] core::Result<Places> find_places(const PlanDraft& draft,
                                               const Surroundings& surroundings);

/// An absolute path: "~/" is the home folder, anything else relative starts at `base`.
[[nodiscard]] std::filesystem::path absolute_path(const std::filesystem::path& path,
                                                  const std::filesystem::path& base,
                                                  const std::filesystem::path& home);

}  // namespace bisect::config
