#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bisect::git {

/// Valid UTF-8 from what a commit holds: converted from the encoding the commit declares (empty:
/// UTF-8), and every byte that still is not UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string to_utf8(std::string_view bytes, const std::string& encoding);

/// "2023-11-14T23:13:20+01:00" from seconds since 1970 and the recorded offset in minutes.
[[nodiscard]] std::string iso_date(std::int64_t seconds, int offset_minutes);

}  // namespace bisect::git
