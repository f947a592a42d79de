#include "harness/engine/chain_search.hpp"

#include <algorithm>
#include <bit>

namespace bisect::engine {

ChainSearch::ChainSearch(int last) : m_states(static_cast<std::size_t>(last) + 1, State::unknown) {
  m_states.front() = State::good;
  m_states.back() = State::bad;
}

void ChainSearch::set(int position, State state) {
  if (state != State::untestable) m_failures_inside = 0;
  else if (edge_gaps(bracket()).empty()) ++m_failures_inside;
  m_states[static_cast<std::size_t>(position)] = state;
}

Bracket ChainSearch::bracket() const {
  const auto first_bad = std::find(m_states.begin(), m_states.end(), State::bad);
  auto last_good = first_bad;
  while (*--last_good != State::good) {
  }
  return {static_cast<int>(last_good - m_states.begin()),
          static_cast<int>(first_bad - m_states.begin())};
}

std::vector<ChainSearch::Gap> ChainSearch::unknown_gaps(const Bracket& bracket) const {
  std::vector<Gap> gaps;
  for (int i = bracket.good + 1; i < bracket.bad; ++i) {
    if (m_states[static_cast<std::size_t>(i)] != State::unknown) continue;
    if (gaps.empty() || gaps.back().last != i - 1) gaps.push_back({i, i});
    gaps.back().last = i;
  }
  return gaps;
}

std::vector<ChainSearch::Gap> ChainSearch::edge_gaps(const Bracket& bracket) const {
  std::vector<Gap> gaps = unknown_gaps(bracket);
  std::erase_if(gaps, [&](const Gap& gap) {
    return gap.first != bracket.good + 1 && gap.last != bracket.bad - 1;
  });
  return gaps;
}

std::optional<int> ChainSearch::next() const {
  const Bracket ends = bracket();
  const std::vector<Gap> gaps = unknown_gaps(ends);
  if (gaps.empty()) return std::nullopt;

  const auto smaller = [](const Gap& a, const Gap& b) { return a.size() < b.size(); };
  const std::vector<Gap> edges = edge_gaps(ends);
  if (edges.empty() && m_failures_inside >= k_patience) return std::nullopt;

  const std::vector<Gap>& choice = edges.empty() ? gaps : edges;
  const Gap best = *std::max_element(choice.begin(), choice.end(), smaller);
  return best.first + (best.last - best.first) / 2;
}

int ChainSearch::expected_steps() const {
  if (!next()) return 0;
  const Bracket ends = bracket();
  const auto unknown = static_cast<unsigned>(ends.bad - ends.good - 1);
  return static_cast<int>(std::bit_width(unknown));
}

}  // namespace bisect::engine
