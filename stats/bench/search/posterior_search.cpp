#include "stats/bench/search/methods.hpp"

#include "stats/change_point/change_search.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>

namespace bisect::search {
namespace {

using change_point::ChangeSearch;
using change_point::ChangeSearchOptions;
using change_point::MemberResult;
using change_point::SearchAnswer;
using change_point::SearchRound;

/// Builds what is missing, then starts every member once per pass, in random order.
std::vector<MemberResult> run_round(World& world, const SearchRound& round, double& time) {
  std::vector<MemberResult> results(round.members.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& member = round.members[i];
    const int build = member.build ? *member.build : world.build(member.commit);
    if (build < 0) continue;
    results[i].build = build;
    order.push_back(i);
  }
  const double begin = world.time();
  for (int pass = 0; pass < round.samples; ++pass) {
    std::shuffle(order.begin(), order.end(), world.random());
    for (const std::size_t i : order) results[i].values.push_back(world.start(*results[i].build));
  }
  time = 0.5 * (begin + world.time());
  return results;
}

}  // namespace

Answer posterior_search(World& world, const WorldSpec& spec, const PosteriorSettings& settings,
                        change_point::NoiseBelief* belief) {
  ChangeSearchOptions options;
  options.model.min_effect = settings.min_effect;
  options.model.drift = {50.0, 1000.0};  // in starts
  if (settings.noise) options.noise = *settings.noise;
  options.costs = {1.0, [&](int) { return spec.build_cost; }};
  options.error = settings.error;
  options.strict = settings.strict;
  options.rebuilds_differ = settings.rebuilds_differ;
  options.side_by_side = settings.side_by_side;
  options.most_changes = settings.most_changes;
  options.budget = 20000.0;
  ChangeSearch search(change_point::ChainPrior(world.last()), options);
  Answer answer;
  while (const auto* round = std::get_if<SearchRound>(&search.next())) {
    const double before = world.cost();
    double time = 0.0;
    const auto results = run_round(world, *round, time);
    const auto begin = std::chrono::steady_clock::now();
    search.record(results, time, world.cost() - before);
    answer.decision_seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  if (belief != nullptr && search.posterior()) *belief = search.posterior()->belief;
  const auto& found = std::get<SearchAnswer>(search.next());
  for (const auto& change : found.changes) {
    if (&change == &found.changes.front()) answer.before = change.before, answer.after = change.after;
    else answer.further.emplace_back(change.before, change.after);
  }
  answer.stated = found.probability;
  answer.kind = found.kind == SearchAnswer::Kind::change ? Answer::Kind::change
                : found.kind == SearchAnswer::Kind::none ? Answer::Kind::none
                                                         : Answer::Kind::undecided;
  return answer;
}

}  // namespace bisect::search
