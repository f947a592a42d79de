#pragma once

#include "core/ids.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace bisect::build {

/// What the file `identity` in a finished slot says.
struct SlotIdentity {
  core::Digest inputs;
  std::uint64_t bytes = 0;  ///< allocated when it was finished
  std::filesystem::file_time_type last_used;
};

/// Absent when the slot is not finished or the file is not whole.
[[nodiscard]] std::optional<SlotIdentity> read_identity(const std::filesystem::path& slot);

/// Writes the file so that it is complete or absent, and on disk only after all of the tree is.
core::Result<void> write_identity(const std::filesystem::path& slot, const core::Digest& inputs,
                                  std::uint64_t bytes);

/// Sets the time of last use to now.
void touch_identity(const std::filesystem::path& slot);

/// May the digest be a folder's name: 1 to 64 lower-case hexadecimal digits?
[[nodiscard]] bool is_slot_name(const core::Digest& inputs);

}  // namespace bisect::build
