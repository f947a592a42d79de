#include "stats/change_point/testability.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace bisect::change_point {
namespace {

constexpr std::array<double, 4> k_shares{.01, .05, .15, .4};
constexpr std::array<double, 4> k_lengths{1.0, 4.0, 16.0, 64.0};

}  // namespace

Testability::Testability() {
  for (const double share : k_shares)
    for (const double length : k_lengths) m_chains.push_back({share, length, 1.0});
}

double Testability::Chain::step(bool from, bool to, int distance) const {
  const double memory = std::exp(-static_cast<double>(distance) / length);
  const double stationary = to ? 1.0 - share : share;
  return stationary * (1.0 - memory) + (from == to ? memory : 0.0);
}

void Testability::set(int commit, bool testable) {
  m_known[commit] = testable;
  double largest = 0.0;
  for (Chain& chain : m_chains) {
    double log_likelihood = 0.0;
    for (auto at = m_known.begin(); at != m_known.end(); ++at) {
      const double chance =
          at == m_known.begin()
              ? (at->second ? 1.0 - chain.share : chain.share)
              : chain.step(std::prev(at)->second, at->second, at->first - std::prev(at)->first);
      log_likelihood += std::log(chance);
    }
    chain.likelihood = log_likelihood;
    largest = &chain == &m_chains.front() ? log_likelihood : std::max(largest, log_likelihood);
  }
  for (Chain& chain : m_chains) chain.likelihood = std::exp(chain.likelihood - largest);
}

bool Testability::untestable(int commit) const {
  const auto found = m_known.find(commit);
  return found != m_known.end() && !found->second;
}

std::vector<int> Testability::untestable_between(int before, int after) const {
  std::vector<int> result;
  for (auto at = m_known.upper_bound(before); at != m_known.end() && at->first < after; ++at)
    if (!at->second) result.push_back(at->first);
  return result;
}

Testability::Best Testability::most_testable(int before, int after) const {
  Best best;
  for (int commit = before + 1; commit < after; ++commit) {
    const double chance = probability(commit);
    if (chance > best.probability) best = {commit, chance};
  }
  return best;
}

double Testability::probability(int commit) const {
  const auto after = m_known.lower_bound(commit);
  if (after != m_known.end() && after->first == commit) return after->second ? 1.0 : 0.0;
  double testable = 0.0;
  double total = 0.0;
  for (const Chain& chain : m_chains) {
    std::array<double, 2> state{chain.share, 1.0 - chain.share};
    for (const bool to : {false, true}) {
      double& weight = state[to ? 1 : 0];
      if (after != m_known.begin()) {
        const auto before = std::prev(after);
        weight = chain.step(before->second, to, commit - before->first);
      }
      if (after != m_known.end()) weight *= chain.step(to, after->second, after->first - commit);
    }
    testable += chain.likelihood * state[1] / (state[0] + state[1]);
    total += chain.likelihood;
  }
  return testable / total;
}

}  // namespace bisect::change_point
