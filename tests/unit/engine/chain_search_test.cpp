#include "harness/engine/chain_search.hpp"

#include "harness/engine/random_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

namespace bisect::engine {
namespace {

struct Chain {
  int last = 1;
  int culprit = 1;               ///< first bad position
  std::vector<bool> untestable;  ///< by position; false at both ends

  [[nodiscard]] ChainSearch::State state(int position) const {
    if (untestable[static_cast<std::size_t>(position)]) return ChainSearch::State::untestable;
    return position < culprit ? ChainSearch::State::good : ChainSearch::State::bad;
  }
  /// The narrowest bracket that any tests can give.
  [[nodiscard]] Bracket best() const {
    Bracket bracket{culprit - 1, culprit};
    while (untestable[static_cast<std::size_t>(bracket.good)]) --bracket.good;
    while (untestable[static_cast<std::size_t>(bracket.bad)]) ++bracket.bad;
    return bracket;
  }
};

struct Searched {
  Bracket bracket;
  int tests = 0;
  int failures = 0;
};

Searched search(const Chain& chain) {
  ChainSearch search(chain.last);
  Searched searched;
  std::vector<bool> asked(static_cast<std::size_t>(chain.last) + 1);
  while (const auto position = search.next()) {
    EXPECT_GT(*position, search.bracket().good);
    EXPECT_LT(*position, search.bracket().bad);
    EXPECT_FALSE(asked[static_cast<std::size_t>(*position)]) << "asked twice";
    asked[static_cast<std::size_t>(*position)] = true;
    search.set(*position, chain.state(*position));
    ++searched.tests;
    searched.failures += chain.untestable[static_cast<std::size_t>(*position)] ? 1 : 0;
    if (searched.tests > chain.last) {
      ADD_FAILURE() << "does not end";
      break;
    }
  }
  searched.bracket = search.bracket();
  return searched;
}

Chain chain_of(int last, int culprit) {
  return {last, culprit, std::vector<bool>(static_cast<std::size_t>(last) + 1)};
}

/// Length of the longest run of untestable positions.
int longest_hole(const Chain& chain) {
  int longest = 0;
  int run = 0;
  for (const bool hole : chain.untestable) {
    run = hole ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

int log2_up(int n) { return n <= 1 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }

TEST(ChainSearchTest, EveryCulpritAndEveryHoleShapeOfShortChains) {
  for (int last = 1; last <= 12; ++last)
    for (int culprit = 1; culprit <= last; ++culprit)
      for (unsigned holes = 0; holes < 1U << (last - 1); ++holes) {
        Chain chain = chain_of(last, culprit);
        for (int i = 1; i < last; ++i)
          chain.untestable[static_cast<std::size_t>(i)] = (holes >> (i - 1) & 1U) != 0;
        const Searched searched = search(chain);
        const Bracket best = chain.best();
        ASSERT_LE(searched.bracket.good, best.good) << last << " " << culprit << " " << holes;
        ASSERT_GE(searched.bracket.bad, best.bad) << last << " " << culprit << " " << holes;
        // Giving up takes both edges and then as many failures as there is patience.
        if (std::popcount(holes) > ChainSearch::k_patience + 1) continue;
        ASSERT_EQ(searched.bracket.good, best.good) << last << " " << culprit << " " << holes;
        ASSERT_EQ(searched.bracket.bad, best.bad) << last << " " << culprit << " " << holes;
        ASSERT_LE(searched.tests - searched.failures, log2_up(last) + std::popcount(holes));
      }
}

TEST(ChainSearchTest, WithoutHolesItIsPlainBisection) {
  for (int last = 1; last <= 300; ++last)
    for (int culprit = 1; culprit <= last; ++culprit) {
      const Searched searched = search(chain_of(last, culprit));
      ASSERT_EQ(searched.bracket.bad, culprit);
      ASSERT_TRUE(searched.bracket.single());
      ASSERT_LE(searched.tests, log2_up(last));
    }
}

TEST(ChainSearchTest, ExpectedStepsBoundWhatIsToCome) {
  for (int last = 1; last <= 100; ++last)
    EXPECT_EQ(ChainSearch(last).expected_steps(), log2_up(last)) << last;
  ChainSearch search(2);
  search.set(1, ChainSearch::State::untestable);
  EXPECT_FALSE(search.next());
  EXPECT_EQ(search.expected_steps(), 0) << "nothing is left to test";
}

TEST(ChainSearchTest, OneHoleOfALongChainCostsItsEdgesOnly) {
  SplitMix random(20260321);
  for (int trial = 0; trial < 3000; ++trial) {
    const int last = 200 + static_cast<int>(random.below(1800));
    Chain chain = chain_of(last, 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(last))));
    const int length = 1 + static_cast<int>(random.below(150));
    const int first = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(last - length - 1)));
    std::fill_n(chain.untestable.begin() + first, length, true);
    const Searched searched = search(chain);
    const Bracket best = chain.best();
    ASSERT_EQ(searched.bracket.good, best.good) << last << " " << first << "+" << length;
    ASSERT_EQ(searched.bracket.bad, best.bad) << last << " " << first << "+" << length;
    ASSERT_LE(searched.tests, log2_up(last) + 2 * log2_up(length + 1) + ChainSearch::k_patience + 2)
        << last << " " << chain.culprit << " " << first << "+" << length;
  }
}

TEST(ChainSearchTest, ScatteredHolesNeverExcludeTheCulprit) {
  SplitMix random(4);
  for (int trial = 0; trial < 3000; ++trial) {
    const int last = 20 + static_cast<int>(random.below(500));
    Chain chain = chain_of(last, 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(last))));
    for (int i = 1; i < last; ++i)
      chain.untestable[static_cast<std::size_t>(i)] = random.below(10) < 3;
    const Searched searched = search(chain);
    const Bracket best = chain.best();
    ASSERT_LE(searched.bracket.good, best.good);
    ASSERT_GE(searched.bracket.bad, best.bad);
    if (longest_hole(chain) > ChainSearch::k_patience) continue;
    ASSERT_EQ(searched.bracket.good, best.good);
    ASSERT_EQ(searched.bracket.bad, best.bad);
  }
}

TEST(ChainSearchTest, AllUntestableGivesUpAfterSomePatience) {
  Chain chain = chain_of(1000, 500);
  std::fill(chain.untestable.begin() + 1, chain.untestable.end() - 1, true);
  const Searched searched = search(chain);
  EXPECT_EQ(searched.bracket.good, 0);
  EXPECT_EQ(searched.bracket.bad, 1000);
  EXPECT_LE(searched.tests, 2 * log2_up(1000) + ChainSearch::k_patience);
}

TEST(ChainSearchTest, AContradictionKeepsTheFirstBadPosition) {
  ChainSearch search(10);
  search.set(5, ChainSearch::State::bad);
  search.set(2, ChainSearch::State::good);
  search.set(8, ChainSearch::State::good);
  EXPECT_EQ(search.bracket().good, 2);
  EXPECT_EQ(search.bracket().bad, 5);
}

}  // namespace
}  // namespace bisect::engine
