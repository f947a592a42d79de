#pragma once

#include "core/launcher.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace bisect::process {

/// What launcher and supervisor say to each other. Both are the same program image, so numbers
/// travel in the machine's own byte order.
enum class MessageKind : std::uint8_t {
  run = 1,       ///< to the supervisor: a Command; carries the write ends of stdout and stderr
  cancel = 2,    ///< to the supervisor: kill what runs; ignored when nothing does
  finished = 3,  ///< the answer to `run`: a Finished without its output
  stuck = 4,     ///< the answer to `run` when a killed process does not go away: its pid
  refused = 5,   ///< the answer to a `run` that cannot be read
};

/// Longer payloads are neither sent nor accepted. The kernel takes about 2 MiB of arguments and
/// environment at most, so nothing that could run is refused.
inline constexpr std::size_t k_max_payload = std::size_t{8} << 20;

/// Everything but output_limit, which concerns the launcher alone.
[[nodiscard]] std::string encode(const core::Command& command);

/// Error `internal` for anything that `encode` does not write: short, long or out of range.
[[nodiscard]] core::Result<core::Command> decode_command(std::string_view bytes);

/// Everything but the output, which never passes through the supervisor.
[[nodiscard]] std::string encode(const core::Finished& finished);
[[nodiscard]] core::Result<core::Finished> decode_finished(std::string_view bytes);

}  // namespace bisect::process
