#include "harness/engine/random_order.hpp"

#include <numeric>
#include <utility>

namespace bisect::engine {

std::uint64_t SplitMix::next() {
  m_state += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = m_state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

std::uint64_t SplitMix::below(std::uint64_t bound) {
  // Rejects the incomplete last stretch, so that every value is equally likely.
  const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
  std::uint64_t value = next();
  while (value >= limit) value = next();
  return value % bound;
}

BlockDraw draw_block(std::uint64_t seed, int round, int block, int arms) {
  SplitMix seeds(seed);
  SplitMix random(seeds.next() ^ (static_cast<std::uint64_t>(round) << 32) ^
                  static_cast<std::uint64_t>(block));
  random.next();  // neighbouring seeds part ways after one step
  BlockDraw draw;
  draw.order.resize(static_cast<std::size_t>(arms));
  std::iota(draw.order.begin(), draw.order.end(), 0);
  for (std::size_t i = draw.order.size(); i > 1; --i)
    std::swap(draw.order[i - 1], draw.order[random.below(i)]);
  draw.processor = random.next();
  return draw;
}

}  // namespace bisect::engine
