#include "harness/engine/cause_strategy.hpp"
#include "harness/engine/random_order.hpp"
#include "tests/unit/engine/parts_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>

namespace bisect::engine {
namespace {

using core::Tendency;
using core::Verdict;
using support::Parts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A change of parts, each combination of which fails or not.
struct CauseScene : support::PartsScene {
  explicit CauseScene(int parts) : PartsScene('p', parts) {
    question.search.look_for = core::LookFor::failing;
    question.is_screened = parts > 4;
    world.failures_are_data = true;
  }

  void prepare(const Parts& in) override {
    support::Behaviour& as = world.behaviour[id_of(in)];
    as.failure_rate = failure_rate(in);
    if (does_not_build(in)) as.untestable = core::Stage::build;
  }
  core::Finding split() { return PartsScene::split<CauseStrategy>(); }

  std::function<double(const Parts&)> failure_rate = [](const Parts&) { return 0.0; };
  std::function<bool(const Parts&)> does_not_build = [](const Parts&) { return false; };
};

std::function<double(const Parts&)> fails_with(Parts guilty) {
  return [guilty = std::move(guilty)](const Parts& in) {
    return std::includes(in.begin(), in.end(), guilty.begin(), guilty.end()) ? 1.0 : 0.0;
  };
}

Tendency verdict_of(const core::Finding& finding, const std::string& part) {
  for (const core::PartEffect& effect : finding.attribution->effects)
    if (effect.name == part) return effect.verdict;
  return Tendency::undecided;
}

TEST(Causes, names_the_one_part_that_does_it) {
  CauseScene scene(3);
  scene.failure_rate = fails_with({"p101"});
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  ASSERT_EQ(finding.attribution->causes.size(), 1U);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p101"));
  EXPECT_THAT(finding.attribution->causes[0].needed, IsEmpty());
  EXPECT_EQ(finding.attribution->rest_verdict, "works");
  EXPECT_EQ(verdict_of(finding, "p101"), Tendency::failing);
  EXPECT_EQ(verdict_of(finding, "p100"), Tendency::same);
  ASSERT_EQ(finding.commits.size(), 1U);
  EXPECT_EQ(finding.commits[0].kind, core::ChangeKind::failing);
}

TEST(Causes, parts_that_do_it_only_together_are_an_interaction) {
  CauseScene scene(4);
  scene.failure_rate = fails_with({"p100", "p103"});
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::interaction);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p100", "p103"));
}

TEST(Causes, several_causes_are_all_named) {
  CauseScene scene(4);
  scene.failure_rate = [](const Parts& in) {
    return in.contains("p100") || (in.contains("p102") && in.contains("p103")) ? 1.0 : 0.0;
  };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprits);
  ASSERT_EQ(finding.attribution->causes.size(), 2U);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p100"));
  EXPECT_THAT(finding.attribution->causes[1].parts, ElementsAre("p102", "p103"));
  EXPECT_EQ(finding.attribution->rest_verdict, "works");
}

TEST(Causes, what_is_only_needed_to_build_is_told_from_what_does_it) {
  CauseScene scene(3);
  scene.failure_rate = fails_with({"p101"});
  scene.does_not_build = [](const Parts& in) { return in.contains("p101") && !in.contains("p102"); };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p101"));
  EXPECT_THAT(finding.attribution->causes[0].needed, ElementsAre("p102"));
}

TEST(Causes, one_among_many_takes_few_variants) {
  CauseScene scene(40);
  scene.failure_rate = fails_with({"p117"});
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p117"));
  EXPECT_EQ(finding.attribution->screening->pieces, 40);
  EXPECT_LE(finding.attribution->screening->variants, 2 + 2 * 6 + 1);
  EXPECT_EQ(finding.attribution->parts.back().name, "rest");
  EXPECT_EQ(finding.attribution->parts.back().paths.size(), 39U);
}

TEST(Causes, a_repair_is_found_likewise) {
  CauseScene scene(3);
  scene.question.search.look_for = core::LookFor::passing;
  scene.failure_rate = [](const Parts& in) { return in.contains("p102") ? 0.0 : 1.0; };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_THAT(finding.attribution->causes[0].parts, ElementsAre("p102"));
  EXPECT_EQ(verdict_of(finding, "p102"), Tendency::passing);
  EXPECT_EQ(finding.attribution->rest_verdict, "fails");
}

TEST(Causes, ends_that_do_not_differ_are_none_and_say_how_they_end) {
  CauseScene scene(2);
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::none);
  EXPECT_THAT(finding.reason, HasSubstr("the whole change works"));
}

TEST(Causes, a_base_that_does_not_work_is_refused) {
  CauseScene scene(2);
  scene.failure_rate = [](const Parts&) { return 1.0; };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::refused);
  EXPECT_THAT(finding.reason, HasSubstr("the parent does not work"));
}

TEST(Causes, a_flaky_whole_is_undecided) {
  CauseScene scene(2);
  scene.failure_rate = [](const Parts& in) { return in.size() == 2 ? 0.5 : 0.0; };
  const core::Finding finding = scene.split();
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_THAT(finding.reason, HasSubstr("flaky"));
}

/// What a made-up change does.
struct Truth {
  std::vector<Parts> causes;
  std::string needy;     ///< does not build without `provider`
  std::string provider;
};

Truth drawn(SplitMix& random, int parts) {
  const auto any = [&] { return "p" + std::to_string(100 + random.below(static_cast<std::uint64_t>(parts))); };
  Truth truth;
  const std::uint64_t many = 1 + random.below(3);
  if (random.below(3) == 0) truth.causes.push_back({any(), any()});
  else
    for (std::uint64_t i = 0; i < many; ++i) truth.causes.push_back({any()});
  std::sort(truth.causes.begin(), truth.causes.end());
  truth.causes.erase(std::unique(truth.causes.begin(), truth.causes.end()), truth.causes.end());
  if (random.below(4) == 0) {
    truth.needy = any();
    truth.provider = any();
  }
  return truth;
}

TEST(Causes, generated_changes_are_answered_rightly) {
  constexpr int k_changes = 200;
  SplitMix random(11);
  int right = 0;
  int variants = 0;
  double combinations = 0;  // their logarithm to base 2
  std::string wrong;
  for (int change = 0; change < k_changes; ++change) {
    const int parts = 2 + static_cast<int>(random.below(39));
    const Truth truth = drawn(random, parts);
    CauseScene scene(parts);
    scene.failure_rate = [&](const Parts& in) {
      return std::any_of(truth.causes.begin(), truth.causes.end(), [&](const Parts& cause) {
               return std::includes(in.begin(), in.end(), cause.begin(), cause.end());
             }) ? 1.0 : 0.0;
    };
    scene.does_not_build = [&](const Parts& in) {
      return !truth.needy.empty() && in.contains(truth.needy) && !in.contains(truth.provider);
    };
    const core::Finding finding = scene.split();
    std::vector<Parts> named;
    for (const core::Cause& cause : finding.attribution->causes)
      named.emplace_back(cause.parts.begin(), cause.parts.end());
    std::sort(named.begin(), named.end());
    if (named == truth.causes) ++right;
    else wrong += "\nchange " + std::to_string(change) + ": " + std::to_string(parts) + " parts, " +
                  std::to_string(truth.causes.size()) + " causes, " + std::to_string(named.size()) +
                  " named, " + truth.needy + " needs " + truth.provider;
    variants += static_cast<int>(finding.attribution->variants.size());
    combinations += parts;
  }
  std::printf("%d of %d right; %.1f variants each, of 2^%.1f combinations\n", right, k_changes,
              static_cast<double>(variants) / k_changes, combinations / k_changes);
  EXPECT_GE(right, k_changes * 95 / 100) << wrong;
}

}  // namespace
}  // namespace bisect::engine
