#pragma once

#include <string>
#include <string_view>

namespace bisect::bench {

/// Text of the subject's making, fit for a message, a report or a name: valid UTF-8, control bytes
/// and broken sequences replaced by '?', cut with "..." where it is longer than `limit` bytes.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit);

/// The same in double quotes, at most 80 bytes of it.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace bisect::bench
