#include "stats/bench/search/methods.hpp"
#include "stats/distributions.hpp"
#include "stats/mann_whitney.hpp"
#include "stats/t_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace bisect::search {
namespace {

using Samples = std::vector<double>;

Samples start(World& world, int build, int n) {
  Samples values;
  for (int i = 0; i < n; ++i) values.push_back(world.start(build));
  return values;
}

double mean(const Samples& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}


/// A built commit between two others, as near to the middle as can be built.
struct Middle {
  int commit = 0;
  int build = -1;
};

std::optional<Middle> build_between(World& world, int before, int after) {
  const int middle = (before + after) / 2;
  for (int distance = 0; distance < after - before; ++distance) {
    for (const int commit : {middle + distance, middle - distance}) {
      if (commit <= before || commit >= after || (distance == 0 && commit != middle)) continue;
      const int build = world.build(commit);
      if (build >= 0) return Middle{commit, build};
      if (distance == 0) break;
    }
  }
  return {};
}

/// Halves the range, each time by what `changed` says of a build between.
Answer halve(World& world, const std::function<bool(int build)>& changed) {
  int before = 0;
  int after = world.last();
  while (after - before > 1) {
    const auto middle = build_between(world, before, after);
    if (!middle) break;
    (changed(middle->build) ? after : before) = middle->commit;
  }
  return {Answer::Kind::change, before, after, 1.0, {}};
}

/// Threshold in the middle of the ends' means, three starts each; one start per commit.
Answer one_sample(World& world) {
  const double good = mean(start(world, world.build(0), 3));
  const double bad = mean(start(world, world.build(world.last()), 3));
  return halve(world, [&](int build) { return world.start(build) > 0.5 * (good + bad); });
}

/// One-tailed pooled t-test of n starts against n of the good end, measured once.
Answer t_test(World& world, int n) {
  const Samples good = start(world, world.build(0), n);
  const auto slower = [&](int build) {
    return stats::pooled_t_test(start(world, build, n), good, {stats::Tail::greater, 0.95})->p_value < 0.05;
  };
  if (!slower(world.build(world.last()))) return {Answer::Kind::none, 0, 0, 1.0, {}};
  return halve(world, slower);
}

double median(Samples values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Good end, commit and bad end started in turn, n times; the nearer median decides.
Answer nearest_end(World& world, int n) {
  const int good = world.build(0);
  const int bad = world.build(world.last());
  return halve(world, [&](int build) {
    std::array<Samples, 3> values;
    for (int i = 0; i < n; ++i) {
      values[0].push_back(world.start(good));
      values[1].push_back(world.start(build));
      values[2].push_back(world.start(bad));
    }
    return median(values[1]) > 0.5 * (median(values[0]) + median(values[2]));
  });
}

/// Neighbouring measured commits are compared by Mann-Whitney, ten starts at a time: p <= 0.01 is
/// "different" (look between them), p above what nearly no real difference of this size leaves is
/// "same", else ten more for the one with fewer. After the job of Chromium's Pinpoint; the size is the
/// true one.
Answer pinpoint_like(World& world, double step, double sigma) {
  struct Measured {
    int build;
    Samples values;
    bool closed = false;  // nothing testable before the next one
  };
  std::map<int, Measured> measured;
  for (const int end : {0, world.last()}) {
    const int build = world.build(end);
    measured[end] = {build, start(world, build, 10)};
  }
  while (true) {
    bool acted = false;
    std::optional<std::pair<int, int>> found;
    for (auto at = measured.begin(); std::next(at) != measured.end() && !acted; ++at) {
      auto& [commit, left] = *at;
      auto& [next_commit, right] = *std::next(at);
      const double p = stats::mann_whitney_test(left.values, right.values)->p_value;
      const auto fewer = static_cast<double>(std::min(left.values.size(), right.values.size()));
      const double expected = step / sigma * std::sqrt(fewer / 2.0 * 0.955);
      const double high = 2.0 * stats::normal_sf(std::max(0.0, expected - 2.33));
      if (p <= 0.01) {
        if (!found) found = {commit, next_commit};
        if (next_commit - commit == 1 || left.closed) continue;
        if (const auto middle = build_between(world, commit, next_commit)) {
          measured[middle->commit] = {middle->build, start(world, middle->build, 10)};
          acted = true;
        } else {
          left.closed = true;
        }
      } else if (p <= high && fewer < 200) {
        Measured& less = left.values.size() <= right.values.size() ? left : right;
        const Samples more = start(world, less.build, 10);
        less.values.insert(less.values.end(), more.begin(), more.end());
        acted = true;
      }
    }
    if (acted) continue;
    if (!found) return {Answer::Kind::none, 0, 0, 1.0, {}};
    return {Answer::Kind::change, found->first, found->second, 1.0, {}};
  }
}

/// A start counts as "slow" or "not", Beta(0.9, 0.1) and Beta(0.05, 0.95) before and after the change,
/// one start at the commit of least expected entropy's stand-in, the posterior median, until a commit
/// has 95 %. After git_bayesect.
Answer coin_flip_bayes(World& world) {
  const int last = world.last();
  std::map<int, int> builds{{0, world.build(0)}, {last, world.build(last)}};
  const double threshold =
      0.5 * (mean(start(world, builds[0], 10)) + mean(start(world, builds[last], 10)));
  std::vector<double> slow(static_cast<std::size_t>(last) + 1);
  std::vector<double> fast(slow);
  std::vector<char> broken(slow.size(), 0);
  const auto beta = [](double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); };
  for (int flips = 0; flips < 400; ++flips) {
    double slow_after = std::accumulate(slow.begin(), slow.end(), 0.0);
    double fast_after = std::accumulate(fast.begin(), fast.end(), 0.0);
    double slow_before = 0.0;
    double fast_before = 0.0;
    std::vector<double> posterior(slow.size(), 0.0);
    for (int k = 1; k <= last; ++k) {
      const auto moved = static_cast<std::size_t>(k - 1);
      slow_before += slow[moved], slow_after -= slow[moved];
      fast_before += fast[moved], fast_after -= fast[moved];
      posterior[static_cast<std::size_t>(k)] = beta(0.05 + slow_before, 0.95 + fast_before) +
                                               beta(0.9 + slow_after, 0.1 + fast_after);
    }
    const double largest = *std::max_element(posterior.begin() + 1, posterior.end());
    double total = 0.0;
    for (int k = 1; k <= last; ++k) total += posterior[static_cast<std::size_t>(k)] = std::exp(posterior[static_cast<std::size_t>(k)] - largest);
    int before = 0;  // all commits of before+1..after: broken but the last, so not to be told apart
    double cumulative = 0.0;
    int median = last;
    for (int after = 1; after <= last; ++after) {
      const double mass = posterior[static_cast<std::size_t>(after)] / total;
      if (cumulative < 0.5 && cumulative + mass >= 0.5) median = after;
      cumulative += mass;
      if (broken[static_cast<std::size_t>(after)]) continue;
      double set = 0.0;
      for (int k = before + 1; k <= after; ++k) set += posterior[static_cast<std::size_t>(k)] / total;
      if (set >= 0.95) return {Answer::Kind::change, before, after, set, {}};
      before = after;
    }
    // The commit before or at the median, whichever splits the mass more evenly, and can be built.
    int target = median;
    for (int distance = 0; distance <= last; ++distance) {
      const int lower = median - 1 - distance;
      const int upper = median + distance;
      if (flips % 2 == 0 && lower >= 0 && !broken[static_cast<std::size_t>(lower)]) { target = lower; break; }
      if (upper <= last && !broken[static_cast<std::size_t>(upper)]) { target = upper; break; }
      if (lower >= 0 && !broken[static_cast<std::size_t>(lower)]) { target = lower; break; }
    }
    if (!builds.contains(target)) builds[target] = world.build(target);
    if (builds[target] < 0) {
      broken[static_cast<std::size_t>(target)] = 1;
      builds.erase(target);
      continue;
    }
    (world.start(builds[target]) > threshold ? slow : fast)[static_cast<std::size_t>(target)] += 1.0;
  }
  return {};
}

}  // namespace

std::vector<Method> baselines() {
  return {
      {"midpoint threshold, 1 sample", one_sample},
      {"t-test n=10 against good", [](World& world) { return t_test(world, 10); }},
      {"t-test n=30 against good", [](World& world) { return t_test(world, 30); }},
      {"interleaved nearest end n=30", [](World& world) { return nearest_end(world, 30); }},
      {"Pinpoint-like", [](World& world) { return pinpoint_like(world, 0.02, 0.01); }},
      {"coin-flip Bayes", coin_flip_bayes},
  };
}

}  // namespace bisect::search
