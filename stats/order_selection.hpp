#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace bisect::stats {

/// Maps finite doubles to integers in the same order (IEEE 754: the magnitude bits of a double are
/// ordered like integers).
[[nodiscard]] inline std::int64_t order_key(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

[[nodiscard]] inline double from_order_key(std::int64_t key) {
  return std::bit_cast<double>(key >= 0 ? key : std::numeric_limits<std::int64_t>::min() - key);
}

/// The k-th smallest (k >= 1) of a collection that is never written down: `count_at_most(v)` tells
/// how many of its members are
/// <= v. `low` and `high` must enclose the answer. Bisects the doubles between them, so the answer
/// is exact and takes at most 64 counts.
template <typename CountAtMost>
[[nodiscard]] double kth_smallest(std::uint64_t k, double low, double high,
                                  CountAtMost count_at_most) {
  std::int64_t below = order_key(low);
  std::int64_t at = order_key(high);
  while (below < at) {
    // The distance is taken unsigned: between numbers of opposite sign it can exceed the signed
    // range.
    const auto distance = static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(below);
    const auto middle = static_cast<std::int64_t>(static_cast<std::uint64_t>(below) + distance / 2);
    if (count_at_most(from_order_key(middle)) >= k) {
      at = middle;
    } else {
      below = middle + 1;
    }
  }
  return from_order_key(at);
}

}  // namespace bisect::stats
