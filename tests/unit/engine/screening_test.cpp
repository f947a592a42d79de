#include "tests/unit/engine/parts_scene.hpp"
#include "tests/unit/engine/split_scene.hpp"

#include "harness/engine/random_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace bisect::engine {
namespace {

using core::Tendency;
using core::Verdict;
using support::effect;
using support::Parts;
using testing::ElementsAre;
using testing::HasSubstr;

/// A change of many files.
struct ScreenScene : support::PartsScene {
  explicit ScreenScene(int files) : PartsScene('f', files) {
    question.is_screened = true;
    world.noise.pair_sd = 0.02;
  }

  void prepare(const Parts& in) override {
    support::Behaviour& as = world.behaviour[id_of(in)];
    as.level = std::exp(log_level(in));
    if (!in.empty() && in != all && does_not_build(in)) as.untestable = core::Stage::build;
  }
  core::Finding split() { return PartsScene::split<SplitStrategy>(); }

  std::function<double(const Parts&)> log_level = [](const auto&) { return 0.0; };
  std::function<bool(const Parts&)> does_not_build = [](const auto&) { return false; };
};

std::vector<std::string> names_of(const core::Finding& finding) {
  std::vector<std::string> names;
  for (const core::Part& part : finding.attribution->parts) names.push_back(part.name);
  return names;
}

TEST(Screening, finds_the_one_file_among_many) {
  ScreenScene scene(40);
  scene.log_level = [](const auto& in) { return in.contains("f117") ? 0.10 : 0.0; };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(names_of(finding), ElementsAre("f117", "rest"));
  EXPECT_EQ(effect(finding, "f117").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "rest").verdict, Tendency::same);
  EXPECT_EQ(finding.attribution->screening->pieces, 40);
  EXPECT_LE(finding.attribution->screening->variants, 2 + 6);
}

TEST(Screening, finds_files_whose_effects_cancel) {
  ScreenScene scene(16);
  scene.log_level = [](const auto& in) {
    return (in.contains("f102") ? 0.08 : 0.0) - (in.contains("f112") ? 0.08 : 0.0);
  };
  const core::Finding finding = scene.split();
  EXPECT_THAT(names_of(finding), ElementsAre("f102", "f112", "rest"));
  EXPECT_EQ(effect(finding, "f102").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "f112").verdict, Tendency::faster);
}

TEST(Screening, steps_round_what_does_not_build) {
  ScreenScene scene(16);
  scene.log_level = [](const auto& in) { return in.contains("f103") ? 0.10 : 0.0; };
  // The file f112 declares what f105 uses: prefixes 6 to 12 do not build.
  scene.does_not_build = [](const auto& in) { return in.contains("f105") && !in.contains("f112"); };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(names_of(finding), ElementsAre("f103", "rest"));
}

TEST(Screening, files_that_do_not_stand_without_each_other_stay_together) {
  ScreenScene scene(8);
  scene.log_level = [](const auto& in) { return in.contains("f104") ? 0.10 : 0.0; };
  scene.does_not_build = [](const auto& in) { return in.contains("f103") != in.contains("f104"); };
  const core::Finding finding = scene.split();
  EXPECT_THAT(names_of(finding), ElementsAre("f103 and 1 more", "rest"));
  EXPECT_THAT(finding.attribution->parts[0].paths, ElementsAre("f103", "f104"));
}

TEST(Screening, finds_both_of_two_files_that_are_slow_only_together) {
  ScreenScene scene(16);
  scene.log_level = [](const auto& in) {
    return in.contains("f103") && in.contains("f112") ? 0.10 : 0.0;
  };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::interaction);
  EXPECT_THAT(names_of(finding), ElementsAre("f112", "f103", "rest"));
  EXPECT_EQ(effect(finding, "f112 x f103").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "f112 x rest").verdict, Tendency::same);
}

TEST(Screening, no_file_that_matters_is_none) {
  const core::Finding finding = ScreenScene(12).split();
  EXPECT_EQ(finding.verdict, Verdict::none);
  EXPECT_THAT(finding.reason, HasSubstr("no file"));
  EXPECT_EQ(finding.attribution->screening->variants, 3);
}

TEST(Screening, files_that_cannot_be_told_apart_are_undecided) {
  ScreenScene scene(6);
  scene.log_level = [](const auto& in) { return in.contains("f102") ? 0.10 : 0.0; };
  scene.does_not_build = [](const auto& in) { return !in.empty() && in.size() < 6; };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_THAT(finding.reason, HasSubstr("does not build"));
}

TEST(Screening, a_file_is_joined_with_just_the_one_it_needs) {
  ScreenScene scene(16);
  scene.log_level = [](const auto& in) { return in.contains("f103") ? 0.10 : 0.0; };
  scene.does_not_build = [](const auto& in) { return in.contains("f103") && !in.contains("f112"); };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(finding.attribution->parts[0].paths, ElementsAre("f103", "f112"));
}

TEST(Screening, files_between_two_that_need_each_other_are_told_apart) {
  ScreenScene scene(16);
  scene.log_level = [](const auto& in) { return in.contains("f107") ? 0.10 : 0.0; };
  scene.does_not_build = [](const auto& in) { return in.contains("f102") != in.contains("f113"); };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(names_of(finding), ElementsAre("f107", "rest"));
}

/// What a made-up change does.
struct Truth {
  int files = 2;
  std::set<std::string> guilty;
  bool only_together = false;
  std::string needy;     ///< does not build without `provider`
  std::string provider;
};

Truth drawn(SplitMix& random) {
  Truth truth;
  truth.files = 2 + static_cast<int>(random.below(39));
  const auto any = [&] {
    return "f" + std::to_string(100 + random.below(static_cast<std::uint64_t>(truth.files)));
  };
  for (std::uint64_t many = random.below(4); many > 0; --many) truth.guilty.insert(any());
  truth.only_together = truth.guilty.size() == 2 && random.below(2) == 0;
  if (random.below(3) == 0) {
    truth.needy = any();
    truth.provider = any();
  }
  return truth;
}

void make(const Truth& truth, ScreenScene& scene) {
  scene.world.noise.pair_sd = 0.05;
  scene.log_level = [&truth](const auto& in) {
    const auto there = std::count_if(in.begin(), in.end(),
                                     [&](const auto& file) { return truth.guilty.contains(file); });
    if (truth.only_together) return there == 2 ? 0.08 : 0.0;
    return 0.08 * static_cast<double>(there);
  };
  scene.does_not_build = [&truth](const auto& in) {
    return !truth.needy.empty() && in.contains(truth.needy) && !in.contains(truth.provider);
  };
}

/// Every guilty file is in a part that is called slower, and such a part has no file beside guilty ones but the
/// two of which one needs the other.
bool is_right(const Truth& truth, const core::Finding& finding) {
  std::set<std::string> found;
  for (const core::PartEffect& one : finding.attribution->effects) {
    if (one.kind != core::EffectKind::part || one.verdict != Tendency::slower) continue;
    for (const core::Part& part : finding.attribution->parts) {
      if (part.name != one.name) continue;
      bool is_guilty = false;
      for (const std::string& file : part.paths) {
        is_guilty = is_guilty || truth.guilty.contains(file);
        if (truth.guilty.contains(file)) found.insert(file);
        else if (file != truth.needy && file != truth.provider) return false;
      }
      if (!is_guilty) return false;
    }
  }
  if (found != truth.guilty) return false;
  // Of two that are slow together each has half of the effect, and neither shows it alone; unless they are one
  // part, or the later one does not stand without the other.
  return !truth.only_together || finding.verdict == Verdict::interaction || !truth.needy.empty();
}

TEST(Screening, generated_changes_are_answered_rightly) {
  constexpr int k_changes = 200;
  SplitMix random(5);
  int right = 0;
  int variants = 0;
  double combinations = 0;  // their logarithm to base 2
  std::string wrong;
  for (int change = 0; change < k_changes; ++change) {
    const Truth truth = drawn(random);
    ScreenScene scene(truth.files);
    scene.world = support::SimulatedWorld(random.next());
    make(truth, scene);
    const core::Finding finding = scene.split();
    if (is_right(truth, finding)) ++right;
    else wrong += "\nchange " + std::to_string(change) + ": " + std::to_string(truth.files) + " files, " +
                  std::to_string(truth.guilty.size()) + " guilty, " +
                  (truth.only_together ? "together, " : "") + truth.needy + " needs " + truth.provider + ": " +
                  core::to_text(finding.verdict) + " " + finding.reason + " " +
                  testing::PrintToString(names_of(finding));
    variants += finding.attribution->screening->variants;
    combinations += truth.files;
  }
  std::printf("%d of %d right; %.1f variants each to find the files, of 2^%.1f combinations\n", right,
              k_changes, static_cast<double>(variants) / k_changes, combinations / k_changes);
  EXPECT_GE(right, k_changes * 95 / 100) << wrong;
}

}  // namespace
}  // namespace bisect::engine
