#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bisect::bench {

enum class Quantity {
  time,    ///< normalised to "ns"; exactly zero is not plausible
  memory,  ///< normalised to "bytes"
  plain,   ///< counts, rates, shares: as printed
};

/// What a unit's text means: value in `name` = printed value * factor.
struct Unit {
  Quantity quantity = Quantity::plain;
  double factor = 1;
  std::string name;
};

/// Known are
///   times   ns, us, µs, usec, ms, msec, s, sec, second(s), min
///   memory  B, byte(s), kB/KB, MB, GB, TB (powers of 1000), KiB, MiB, GiB, TiB (powers of 1024)
///   plain   "" (and "1", "x", "ratio"), %, count, items, ops, calls, events, instructions, cycles,
///           misses, faults, allocs, fps, Hz (with k, M, G), and U/s for every known unit U or none
/// Absent for every other text: a number whose unit is not understood is not a sample.
[[nodiscard]] std::optional<Unit> parse_unit(std::string_view text);

[[nodiscard]] Unit nanoseconds();
[[nodiscard]] Unit bytes();
[[nodiscard]] Unit plain_number();

}  // namespace bisect::bench
