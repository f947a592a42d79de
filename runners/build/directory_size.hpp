#pragma once

#include <cstdint>
#include <filesystem>

namespace bisect::build {

/// Bytes that a tree occupies on disk (allocated blocks; a file with several links counts at each).
/// Links are never followed; folders that cannot be read count as empty.
[[nodiscard]] std::uint64_t allocated_bytes(const std::filesystem::path& tree);

}  // namespace bisect::build
