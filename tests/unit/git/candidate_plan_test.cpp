#include "harness/git/candidate_plan.hpp"

#include "core/digest.hpp"
#include "tests/support/scripted_history.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::git {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PlanOf : public ::testing::Test {
 protected:
  PlanOf() {
    history.line({"c0", "c1", "c2", "c3", "c4", "c5"});
    history.commit("side", {"c2"});
    history.commit("c6", {"c5", "side"});
    history.submodules["dep"] = {{"v1", pinned('1')}, {"v2", pinned('2')}};
    history.submodules["also"] = {{"v1", pinned('3')}};
    plan.good = "c1";
    plan.bad = "c6";
    plan.setting = "release";
  }

  static core::CommitId pinned(char digit) { return core::CommitId(std::string(40, digit)); }

  core::Result<CandidatePlan> make() {
    const auto segment = history.segment(history.at(plan.good).id, history.at(plan.bad).id);
    return CandidatePlan::make(history, *segment, plan);
  }

  core::Candidate candidate(const std::string& label) {
    const auto made = make();
    if (!made) throw std::runtime_error(made.error().message);
    return made->candidate(history.at(label));
  }

  /// The labels at which the only pin of the plan is in force.
  std::vector<std::string> in_force() {
    std::vector<std::string> labels;
    for (const char* label : {"c0", "c1", "c2", "c3", "c4", "c5", "side", "c6"})
      if (!candidate(label).pins.empty()) labels.emplace_back(label);
    return labels;
  }

  support::ScriptedHistory history;
  support::TemporaryFolder folder;
  core::Plan plan;
};

TEST_F(PlanOf, WithoutPinsAndPatches) {
  const core::Candidate result = candidate("c3");
  EXPECT_EQ(result.commit, history.at("c3").id);
  EXPECT_EQ(result.tree, history.at("c3").tree);
  EXPECT_EQ(result.setting, "release");
  EXPECT_THAT(result.pins, IsEmpty());
  EXPECT_THAT(result.fixups, IsEmpty());
}

TEST_F(PlanOf, PinsEverywhereSortedByPath) {
  plan.pins = {{"./dep/", "v2", {}}, {"also", "v1", {}}};
  EXPECT_THAT(candidate("c0").pins,
              ElementsAre(core::Pin{"also", pinned('3')}, core::Pin{"dep", pinned('2')}));
}

TEST_F(PlanOf, AStretchIsInclusiveAndFollowsParentage) {
  plan.pins = {{"dep", "v1", {"c3", "c5"}}};
  EXPECT_THAT(in_force(), ElementsAre("c3", "c4", "c5"));  // side is no descendant of c3
  plan.pins = {{"dep", "v1", {"c2", "c6"}}};
  EXPECT_THAT(in_force(), ElementsAre("c2", "c3", "c4", "c5", "side", "c6"));
  plan.pins = {{"dep", "v1", {"c4", "c4"}}};
  EXPECT_THAT(in_force(), ElementsAre("c4"));
}

TEST_F(PlanOf, AStretchMayBeginBeforeAndEndAfterTheRange) {
  plan.good = "c2";
  plan.bad = "c4";
  plan.pins = {{"dep", "v1", {"c0", "c3"}}};
  EXPECT_THAT(in_force(), ElementsAre("c0", "c1", "c2", "c3"));
  plan.pins = {{"dep", "v1", {"c4", "c6"}}};
  EXPECT_THAT(in_force(), ElementsAre("c4", "c5", "c6"));
}

TEST_F(PlanOf, OpenEnds) {
  plan.pins = {{"dep", "v1", {"", "c3"}}};
  EXPECT_THAT(in_force(), ElementsAre("c0", "c1", "c2", "c3"));
  plan.pins = {{"dep", "v1", {"c3", ""}}};
  EXPECT_THAT(in_force(), ElementsAre("c3", "c4", "c5", "c6"));
  plan.good = "c3";
  plan.bad = "c4";
  plan.pins = {{"dep", "v1", {"c0", ""}}};
  const auto outside = make();
  ASSERT_FALSE(outside);
  EXPECT_THAT(outside.error().message, HasSubstr("outside the searched range"));
}

TEST_F(PlanOf, TheLastOfSeveralPinsCounts) {
  plan.pins = {{"dep", "v1", {}}, {"dep", "v2", {"c3", "c4"}}};
  EXPECT_THAT(candidate("c2").pins, ElementsAre(core::Pin{"dep", pinned('1')}));
  EXPECT_THAT(candidate("c3").pins, ElementsAre(core::Pin{"dep", pinned('2')}));
}

TEST_F(PlanOf, ASubmoduleMayBeMissingAtOneEnd) {
  history.contexts_without.insert(history.at("c6").id);
  plan.pins = {{"dep", "v1", {}}};
  EXPECT_TRUE(make());
}

TEST_F(PlanOf, PatchesWithTheirContent) {
  const std::filesystem::path one = folder.path() / "one.patch";
  const std::filesystem::path two = folder.path() / "two.patch";
  std::ofstream(one) << "1";
  std::ofstream(two) << "2";
  plan.patches = {{two, {}}, {one, {"c1", "c2"}}};
  const core::FixUp first{two.string(), *core::digest_file(two)};
  const core::FixUp second{one.string(), *core::digest_file(one)};
  EXPECT_THAT(candidate("c2").fixups, ElementsAre(first, second));
  EXPECT_THAT(candidate("c3").fixups, ElementsAre(first));
}

TEST_F(PlanOf, ErrorsNameTheRequest) {
  const auto refusal = [&] {
    const auto made = make();
    EXPECT_FALSE(made);
    EXPECT_EQ(made.error().kind, core::ErrorKind::usage);
    return made.error();
  };
  plan.pins = {{"dep", "v1", {"nowhere", "c3"}}};
  EXPECT_THAT(refusal().message, HasSubstr("--pin dep=v1@nowhere..c3: no such commit 'nowhere'"));
  plan.pins = {{"dep", "v1", {"c4", "c2"}}};
  EXPECT_THAT(refusal().message, HasSubstr("c4 is not an ancestor of c2"));
  EXPECT_THAT(refusal().hints, Contains("swap the ends: c2..c4"));
  plan.pins = {{"dep", "v1", {"c3", "side"}}};
  EXPECT_THAT(refusal().message, HasSubstr("c3 is not an ancestor of side"));
  EXPECT_THAT(refusal().hints, IsEmpty());
  plan.pins = {{"lib", "v1", {}}};
  EXPECT_THAT(refusal().message, HasSubstr("has no submodule at 'lib'"));
  plan.pins = {{"dep", "v9", {}}};
  EXPECT_THAT(refusal().message, HasSubstr("no such commit 'v9'"));
  plan.pins.clear();
  plan.patches = {{folder.path() / "absent.patch", {}}};
  EXPECT_THAT(refusal().message, HasSubstr("absent.patch"));
}

}  // namespace
}  // namespace bisect::git
