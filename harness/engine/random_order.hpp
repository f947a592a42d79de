#pragma once

#include <cstdint>
#include <vector>

namespace bisect::engine {

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): small, and the same on every platform, which
/// std::shuffle is not: an order must be repeatable from its stored seed.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : m_state(seed) {}
  std::uint64_t next();
  /// Uniform in 0..bound-1, bound >= 1.
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t m_state;
};

/// What a block of a round draws: from the session's seed, the round's ordinal and the block's number
/// alone, so that a resumed session draws the same.
struct BlockDraw {
  std::vector<int> order;  ///< arms, in the order in which they run
  std::uint64_t processor = 0;  ///< to be taken modulo the number of processors
};

[[nodiscard]] BlockDraw draw_block(std::uint64_t seed, int round, int block, int arms);

}  // namespace bisect::engine
