// How often a split is right: changes made from a seed, with guilty parts, interactions and parts that do
// not stand alone.
#include "tests/unit/engine/split_scene.hpp"

#include "harness/engine/random_order.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace bisect::engine {
namespace {

using core::Tendency;
using support::SplitScene;

/// What a change does, and whether it was told so.
struct Truth {
  int parts = 2;
  stats::PartSet guilty = 0;
  bool only_together = false;  ///< parts 0 and 1 are slow only together
  bool needs = false;          ///< the last part does not build without the first
  double size = 0;
};

Truth drawn(SplitMix& random) {
  Truth truth;
  truth.parts = 2 + static_cast<int>(random.below(5));
  truth.size = 0.06 + 0.01 * static_cast<double>(random.below(10));
  truth.only_together = random.below(5) == 0;
  if (!truth.only_together)
    for (std::uint64_t many = random.below(4); many > 0; --many)
      truth.guilty |= 1U << random.below(static_cast<std::uint64_t>(truth.parts));
  truth.needs = random.below(4) == 0;
  return truth;
}

SplitScene scene_of(const Truth& truth, std::uint64_t seed) {
  std::vector<std::string> names;
  for (int part = 0; part < truth.parts; ++part) names.push_back("p" + std::to_string(part));
  SplitScene scene(names);
  scene.world = support::SimulatedWorld(seed);
  scene.world.noise.pair_sd = 0.05;
  scene.world.noise.drift_sd = 0.10;  // common to a block, as on a busy machine
  scene.world.noise.drift_memory = 0.99;
  scene.levels([&](stats::PartSet set) {
    const double alone = truth.size * std::popcount(set & truth.guilty);
    return alone + (truth.only_together && (set & 3U) == 3U ? truth.size : 0.0);
  });
  const stats::PartSet last = 1U << static_cast<unsigned>(truth.parts - 1);
  for (const SplitVariant& variant : scene.question.variants)
    if (truth.needs && (variant.set & last) != 0 && (variant.set & 1U) == 0)
      scene.of(variant.set).untestable = core::Stage::build;
  return scene;
}

/// Parts that the finding calls slower.
stats::PartSet named(const core::Finding& finding) {
  stats::PartSet set = 0;
  for (std::size_t part = 0; part < finding.attribution->parts.size(); ++part)
    if (finding.attribution->effects[part].verdict == Tendency::slower) set |= 1U << part;
  return set;
}

bool is_right(const Truth& truth, const core::Finding& finding) {
  if (!truth.only_together) return named(finding) == truth.guilty;
  // With the parts after one another the step belongs to the later one; both are right.
  const bool both_named = (named(finding) & ~3U) == 0 && named(finding) != 0;
  return finding.verdict == core::Verdict::interaction || (truth.needs && both_named);
}

TEST(SplitSimulation, generated_changes_are_answered_rightly) {
  constexpr int k_changes = 200;
  SplitMix random(20260101);
  int right = 0;
  std::string wrong;
  for (int change = 0; change < k_changes; ++change) {
    const Truth truth = drawn(random);
    const core::Finding finding = scene_of(truth, random.next()).split().finding;
    if (is_right(truth, finding)) ++right;
    else wrong += "\nchange " + std::to_string(change) + ": " + std::to_string(truth.parts) +
                  " parts, guilty " + std::to_string(truth.guilty) + ", named " +
                  std::to_string(named(finding)) + (truth.only_together ? ", together" : "") +
                  (truth.needs ? ", needs" : "") + ", verdict " + core::to_text(finding.verdict);
  }
  RecordProperty("right", right);
  EXPECT_GE(right, k_changes * 95 / 100) << wrong;
}

TEST(SplitSimulation, a_change_without_effect_names_a_part_no_more_often_than_it_says) {
  constexpr int k_changes = 400;
  SplitMix random(7);
  int named_any = 0;
  for (int change = 0; change < k_changes; ++change) {
    Truth truth;
    truth.parts = 2 + change % 3;
    named_any += named(scene_of(truth, random.next()).split().finding) != 0 ? 1 : 0;
  }
  RecordProperty("named", named_any);
  // One direction of a two-sided 5 % over all effects, and three standard errors.
  EXPECT_LE(named_any, k_changes * 0.025 + 3 * std::sqrt(k_changes * 0.025));
}

}  // namespace
}  // namespace bisect::engine
