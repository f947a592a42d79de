#pragma once

#include "harness/engine/measure.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace bisect::engine {

/// Logarithms of each arm, in the direction looked for, without what all arms of a block share: what
/// the machine did during a block falls on all of its arms. In a round of k arms the rest is spread out
/// again by sqrt(k/(k-1)), so that differences between arms keep their means and variances. Only
/// blocks in which every arm has a positive number count.
[[nodiscard]] std::vector<std::vector<double>> without_block_effects(
    std::span<const core::Trial> trials, std::size_t arms, const Measure& measure);

}  // namespace bisect::engine
