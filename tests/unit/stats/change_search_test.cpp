#include "stats/change_point/change_search.hpp"

#include "tests/unit/stats/random_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace bisect::change_point {
namespace {

using stats::RandomSamples;

using Kind = SearchAnswer::Kind;

/// A chain in which everything is known.
struct World {
  int last = 32;
  std::function<double(int commit)> level = [](int) { return 1.0; };
  std::function<bool(int commit)> testable = [](int) { return true; };
  double sd = 0.002;
  double build_cost = 10.0;
  std::uint64_t seed = 1;
};

struct Course {
  SearchAnswer answer;
  std::vector<SearchRound> rounds;
  std::set<int> tried;   ///< commits
  double strict_log_factor = 0.0;  ///< at the end
  int builds = 0;
};

ChangeSearchOptions options_for(const World& world) {
  ChangeSearchOptions options;
  options.model.drift = {50.0, 1000.0};
  options.costs = {1.0, [cost = world.build_cost](int) { return cost; }};
  return options;
}

Course run(const World& world, const ChangeSearchOptions& options) {
  RandomSamples random(world.seed);
  ChangeSearch search(ChainPrior(world.last), options);
  Course course;
  double time = 0.0;
  while (const auto* round = std::get_if<SearchRound>(&search.next())) {
    if (course.rounds.size() > 300) return course;
    course.rounds.push_back(*round);
    std::vector<MemberResult> results;
    double cost = 0.0;
    for (const auto& member : round->members) {
      course.tried.insert(member.commit);
      MemberResult& result = results.emplace_back();
      if (!member.build) cost += world.build_cost;
      if (!world.testable(member.commit)) continue;
      result.build = member.build ? *member.build : course.builds++;
      for (int i = 0; i < round->samples; ++i)
        result.values.push_back(world.level(member.commit) + world.sd * random.normal());
      cost += round->samples;
    }
    time += cost;
    search.record(results, time, cost);
  }
  course.answer = std::get<SearchAnswer>(search.next());
  course.strict_log_factor = search.posterior()->strict_log_factor;
  return course;
}

World with_step(int culprit, double step) {
  World world;
  world.level = [=](int commit) { return commit >= culprit ? 1.0 + step : 1.0; };
  return world;
}

TEST(ChangeSearchTest, NamesEveryCommitOfAChain) {
  for (int culprit = 1; culprit <= 32; ++culprit) {
    World world = with_step(culprit, 0.05);
    world.seed = static_cast<std::uint64_t>(culprit);
    const Course course = run(world, options_for(world));
    ASSERT_EQ(course.answer.kind, Kind::change) << culprit;
    EXPECT_EQ(course.answer.changes.front().after, culprit);
    EXPECT_EQ(course.answer.changes.front().before, culprit - 1);
    EXPECT_GE(course.answer.probability, 0.95);
    EXPECT_LE(course.tried.size(), 12U);
  }
}

TEST(ChangeSearchTest, SaysNoneWhenNothingChanged) {
  const World world;
  const Course course = run(world, options_for(world));
  EXPECT_EQ(course.answer.kind, Kind::none);
  EXPECT_GE(course.answer.probability, 0.98);
}

TEST(ChangeSearchTest, StartsWithBothEnds) {
  const World world;
  const ChangeSearch search(ChainPrior(7), options_for(world));
  const auto& first = std::get<SearchRound>(search.next());
  ASSERT_EQ(first.members.size(), 2U);
  EXPECT_EQ(first.members[0].commit, 0);
  EXPECT_EQ(first.members[1].commit, 7);
  EXPECT_FALSE(first.members[0].build);
}

TEST(ChangeSearchTest, AHoleRoundTheCulpritIsTheAnswer) {
  World world = with_step(15, 0.05);
  world.testable = [](int commit) { return commit < 12 || commit > 18; };
  const Course course = run(world, options_for(world));
  ASSERT_EQ(course.answer.kind, Kind::change);
  EXPECT_EQ(course.answer.changes.front().before, 11);
  EXPECT_EQ(course.answer.changes.front().after, 19);
}

TEST(ChangeSearchTest, AHoleElsewhereIsSteppedOver) {
  World world = with_step(30, 0.05);
  world.testable = [](int commit) { return commit < 5 || commit > 28; };
  const Course course = run(world, options_for(world));
  ASSERT_EQ(course.answer.kind, Kind::change);
  EXPECT_EQ(course.answer.changes.front().after, 30);
}

TEST(ChangeSearchTest, ALongHoleIsNotWalkedThrough) {
  World world = with_step(300, 0.05);
  world.last = 512;
  world.testable = [](int commit) { return commit < 100 || commit > 400; };
  const Course course = run(world, options_for(world));
  ASSERT_EQ(course.answer.kind, Kind::change);
  EXPECT_EQ(course.answer.changes.front().before, 99);
  EXPECT_EQ(course.answer.changes.front().after, 401);
  EXPECT_LT(course.tried.size(), 60U);
}

TEST(ChangeSearchTest, AnEndThatCannotBeTestedEndsTheSearch) {
  World world = with_step(5, 0.05);
  world.testable = [&](int commit) { return commit != world.last; };
  const Course course = run(world, options_for(world));
  EXPECT_EQ(course.answer.kind, Kind::undecided);
  EXPECT_EQ(course.rounds.size(), 1U);
}

TEST(ChangeSearchTest, SameResultsLeadToSameRounds) {
  World world = with_step(9, 0.012);
  world.sd = 0.01;
  const Course first = run(world, options_for(world));
  const Course second = run(world, options_for(world));
  ASSERT_EQ(first.rounds.size(), second.rounds.size());
  for (std::size_t i = 0; i < first.rounds.size(); ++i) {
    EXPECT_EQ(first.rounds[i].samples, second.rounds[i].samples);
    EXPECT_EQ(first.rounds[i].members.back().commit, second.rounds[i].members.back().commit);
  }
  EXPECT_EQ(first.answer.probability, second.answer.probability);
}

TEST(ChangeSearchTest, EqualProgramsHoldNoChangeBetweenThem) {
  const World world = with_step(11, 0.05);
  RandomSamples random(3);
  ChangeSearch search(ChainPrior(world.last), options_for(world));
  double time = 0.0;
  int builds = 0;
  std::set<int> measured;
  while (const auto* round = std::get_if<SearchRound>(&search.next())) {
    const int commit = round->members.back().commit;
    // Only commits 10 and 11 changed anything at all: 0..9 and 11..32 are the same program each.
    if (commit > 0 && commit < 10) {
      search.record_same(commit, 0);
      continue;
    }
    if (commit > 11 && commit < 32) {
      search.record_same(commit, 32);
      continue;
    }
    std::vector<MemberResult> results;
    for (const auto& member : round->members) {
      measured.insert(member.commit);
      results.push_back({member.build ? *member.build : builds++, {}});
      for (int i = 0; i < round->samples; ++i)
        results.back().values.push_back(world.level(member.commit) + world.sd * random.normal());
    }
    search.record(results, time += 20.0, 20.0);
  }
  const auto& answer = std::get<SearchAnswer>(search.next());
  EXPECT_EQ(answer.kind, Kind::change);
  EXPECT_EQ(answer.changes.front().before, 10);
  EXPECT_EQ(answer.changes.front().after, 11);
  EXPECT_LE(measured.size(), 4U);
}

TEST(ChangeSearchTest, SidesThatAreCertainNeedNoMeasurement) {
  const World world = with_step(11, 0.05);
  RandomSamples random(4);
  ChangeSearch search(ChainPrior(world.last), options_for(world));
  std::vector<MemberResult> ends{{0, random.normals(8, 1.0, 0.002)}, {1, random.normals(8, 1.05, 0.002)}};
  search.record(ends, 0.0, 8.0);
  while (const auto* round = std::get_if<SearchRound>(&search.next())) {
    const int commit = round->members.back().commit;
    if (commit == 10) search.record_untestable(commit);
    else search.record_side(commit, commit >= 11);
  }
  const auto& answer = std::get<SearchAnswer>(search.next());
  EXPECT_EQ(answer.kind, Kind::change);
  EXPECT_EQ(answer.changes.front().before, 9);
  EXPECT_EQ(answer.changes.front().after, 11);
}

World with_steps(const std::vector<std::pair<int, double>>& steps) {
  World world;
  world.level = [=](int commit) {
    double level = 1.0;
    for (const auto& [at, size] : steps) level += commit >= at ? size : 0.0;
    return level;
  };
  return world;
}

std::set<int> named(const SearchAnswer& answer) {
  std::set<int> commits;
  for (const FoundChange& change : answer.changes) {
    EXPECT_EQ(change.before, change.after - 1);
    EXPECT_GE(change.probability, 0.95);
    commits.insert(change.after);
  }
  return commits;
}

TEST(ChangeSearchTest, SeveralChangesAreNamed) {
  const std::vector<std::vector<std::pair<int, double>>> histories{
      {{7, 0.02}, {23, 0.02}}, {{3, 0.05}, {4, 0.03}},    {{12, 0.04}, {20, -0.02}},
      {{5, -0.02}, {30, 0.05}}, {{31, 0.03}, {32, 0.03}}, {{4, 0.03}, {15, 0.04}, {28, 0.05}}};
  for (const auto& steps : histories) {
    const World world = with_steps(steps);
    ChangeSearchOptions options = options_for(world);
    options.most_changes = 4;
    const Course course = run(world, options);
    std::set<int> expected;
    for (const auto& [at, size] : steps) expected.insert(at);
    ASSERT_EQ(course.answer.kind, Kind::change);
    EXPECT_EQ(named(course.answer), expected);
    EXPECT_LE(course.answer.another, 0.05);
  }
}

TEST(ChangeSearchTest, OneChangeStaysOneAndHardlyCostsMore) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World world = with_step(static_cast<int>(3 * seed), 0.03);
    world.seed = seed;
    world.sd = 0.004;
    const Course one = run(world, options_for(world));
    ChangeSearchOptions options = options_for(world);
    options.most_changes = 4;
    const Course all = run(world, options);
    EXPECT_EQ(named(all.answer), named(one.answer));
    EXPECT_LE(all.rounds.size(), one.rounds.size() + 4);
  }
}

TEST(ChangeSearchTest, StopsAtAsManyChangesAsAreWantedAndSaysThatThereAreMore) {
  const World world = with_steps({{7, 0.02}, {16, 0.03}, {23, 0.02}});
  ChangeSearchOptions options = options_for(world);
  options.most_changes = 2;
  const Course course = run(world, options);
  EXPECT_EQ(course.answer.changes.size(), 2U);
  EXPECT_GT(course.answer.another, 0.5);
}

TEST(ChangeSearchTest, StrictEvidenceHoldsAtEveryNoise) {
  int weak = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    World world = with_step(20, 0.011);
    world.sd = 0.006;
    world.seed = seed;
    ChangeSearchOptions options = options_for(world);
    const double wanted = -std::log(options.error);
    const Course on_average = run(world, options);
    options.strict = true;
    const Course strict = run(world, options);
    if (strict.answer.kind == Kind::change) {
      EXPECT_GE(strict.strict_log_factor, wanted);
    }
    if (on_average.answer.kind == Kind::change && on_average.strict_log_factor < wanted) ++weak;
  }
  EXPECT_GT(weak, 0) << "else being strict changed nothing here";
}

TEST(ChangeSearchTest, StopsWhenTheBudgetIsSpent) {
  World world = with_step(9, 0.011);
  world.sd = 0.03;
  ChangeSearchOptions options = options_for(world);
  options.budget = 60.0;
  const Course course = run(world, options);
  EXPECT_EQ(course.answer.kind, Kind::undecided);
  EXPECT_LE(course.rounds.size(), 8U);
}

TEST(ChangeSearchTest, DearBuildsAreSampledMoreOften) {
  World world = with_step(20, 0.012);
  world.sd = 0.01;
  const auto samples_per_commit = [&](double build_cost) {
    world.build_cost = build_cost;
    double samples = 0.0;
    double commits = 0.0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      world.seed = seed;
      const Course course = run(world, options_for(world));
      for (const SearchRound& round : course.rounds) samples += round.samples * static_cast<double>(round.members.size());
      commits += course.builds;
    }
    return samples / commits;
  };
  EXPECT_GT(samples_per_commit(300.0), 2.0 * samples_per_commit(1.0));
}

TEST(ChangeSearchTest, NothingIsBuiltAgainWhenThatGivesTheSameProgram) {
  World world = with_step(20, 0.012);
  world.sd = 0.004;
  ChangeSearchOptions options = options_for(world);
  options.rebuilds_differ = false;
  const Course course = run(world, options);
  EXPECT_EQ(course.builds, static_cast<int>(course.tried.size()));
}

}  // namespace
}  // namespace bisect::change_point
