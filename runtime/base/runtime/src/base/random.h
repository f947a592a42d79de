#pragma once

#include <cstdint>

namespace mxnet::random {

/// SplitMix64: number `counter` of the stream `seed`, whatever was drawn before.
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
inline uint64_t bits(uint64_t seed, uint64_t counter) {
  uint64_t z = (seed + 1) * 0xD1B54A32D192ED03ULL + (counter + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// Number `counter` of the stream `seed` in [0, 1).
inline float uniform(uint64_t seed, uint64_t counter) {
  return static_cast<float>(bits(seed, counter) >> 40) * 0x1p-24F;
}

/// Starts the thread's series of streams again.
void set_seed(uint64_t seed);
/// The thread's next stream: every operator that draws takes one each time it runs.
uint64_t next_stream();

}  // namespace mxnet::random
