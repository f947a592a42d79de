#include "stats/part_effects.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace bisect::stats {
namespace {

constexpr double k_nothing = 1e-12;

PartSet bit(int part) { return 1U << static_cast<unsigned>(part); }
PartSet all_of(int parts) { return bit(parts) - 1; }

void add(Contrast& sum, const Contrast& more, double factor) {
  for (const auto& [variant, weight] : more) sum[variant] += factor * weight;
}

/// Weights that cancelled leave rounding errors.
Contrast cleaned(Contrast contrast) {
  std::erase_if(contrast, [](const auto& term) { return std::abs(term.second) < k_nothing; });
  return contrast;
}

bool holds(const std::set<PartSet>& measured, const Contrast& contrast) {
  return std::all_of(contrast.begin(), contrast.end(),
                     [&](const auto& term) { return measured.contains(term.first); });
}

/// The part's step averaged over all orders in which each step was measured; nothing: there is none.
std::optional<Contrast> mean_step(int parts, int part, const std::set<PartSet>& measured) {
  std::vector<int> order(static_cast<std::size_t>(parts));
  std::iota(order.begin(), order.end(), 0);
  Contrast sum;
  int orders = 0;
  do {
    PartSet before = 0;
    Contrast step;
    bool possible = measured.contains(0);
    for (const int next : order) {
      const PartSet after = before | bit(next);
      possible = possible && measured.contains(after);
      if (next == part) step = difference(before, after);
      before = after;
    }
    if (!possible) continue;
    add(sum, step, 1);
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  if (orders == 0) return std::nullopt;
  for (auto& [variant, weight] : sum) weight /= orders;
  return cleaned(std::move(sum));
}

std::optional<Contrast> mean_of_ends(int parts, int part, const std::set<PartSet>& measured) {
  const PartSet whole = all_of(parts);
  Contrast sum;
  int steps = 0;
  for (const Contrast& step :
       {difference(0, bit(part)), difference(whole & ~bit(part), whole)})
    if (holds(measured, step)) {
      add(sum, step, 1);
      ++steps;
    }
  if (steps == 0) return std::nullopt;
  for (auto& [variant, weight] : sum) weight /= steps;
  return cleaned(std::move(sum));
}

}  // namespace

std::vector<PartSet> variants_of(int parts) {
  const PartSet whole = all_of(parts);
  std::set<PartSet> variants{0, whole};
  for (int part = 0; part < parts; ++part) {
    variants.insert(bit(part));
    variants.insert(whole & ~bit(part));
  }
  if (parts <= k_most_combined_parts)
    for (PartSet set = 0; set <= whole; ++set) variants.insert(set);
  std::vector<PartSet> sorted(variants.begin(), variants.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](PartSet a, PartSet b) {
    return std::popcount(a) < std::popcount(b);
  });
  return sorted;
}

Contrast difference(PartSet from, PartSet to) {
  if (from == to) return {};
  return {{from, -1.0}, {to, 1.0}};
}

std::optional<Contrast> part_contrast(int parts, int part, const std::set<PartSet>& measured) {
  if (parts <= k_most_combined_parts)
    if (auto contrast = mean_step(parts, part, measured)) return contrast;
  return mean_of_ends(parts, part, measured);
}

std::optional<Contrast> pair_contrast(int parts, int first, int second,
                                      const std::set<PartSet>& measured) {
  const PartSet one = bit(first);
  const PartSet other = bit(second);
  Contrast sum;
  int settings = 0;
  for (PartSet rest = 0; rest <= all_of(parts); ++rest) {
    if ((rest & (one | other)) != 0) continue;
    Contrast second_difference = difference(rest | one, rest | one | other);
    add(second_difference, difference(rest, rest | other), -1);
    if (!holds(measured, second_difference)) continue;
    add(sum, second_difference, 1);
    ++settings;
  }
  if (settings == 0) return std::nullopt;
  for (auto& [variant, weight] : sum) weight /= settings;
  return cleaned(std::move(sum));
}

std::optional<Contrast> others_contrast(int parts, int part, const std::set<PartSet>& measured) {
  const PartSet whole = all_of(parts);
  Contrast contrast = difference(whole & ~bit(part), whole);
  add(contrast, difference(0, bit(part)), -1);
  if (parts < 3 || !holds(measured, contrast)) return std::nullopt;
  return contrast;
}

std::optional<Contrast> remainder_contrast(int parts, const std::set<PartSet>& measured) {
  Contrast sum = difference(0, all_of(parts));
  if (!holds(measured, sum)) return std::nullopt;
  for (int part = 0; part < parts; ++part) {
    const auto contribution = part_contrast(parts, part, measured);
    if (!contribution) return std::nullopt;
    add(sum, *contribution, -1);
  }
  sum = cleaned(std::move(sum));
  if (sum.empty()) return std::nullopt;
  return sum;
}

}  // namespace bisect::stats
