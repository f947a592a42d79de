#pragma once

#include <string>
#include <string_view>

namespace bisect::store {

/// Most bytes of a failed build's log that are stored: its end, where the error stands.
inline constexpr std::size_t k_stored_log_bytes = std::size_t{64} << 10;

/// The last k_stored_log_bytes of `log` at most, beginning with a whole line where there is one;
/// a log that fits is returned as it is.
[[nodiscard]] std::string bounded_log(std::string_view log);

}  // namespace bisect::store
