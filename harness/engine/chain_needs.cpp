#include "harness/engine/chain_needs.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace bisect::engine {
namespace {

constexpr std::size_t k_most_needed = 4;  // beyond, a stretch is one piece of work

/// Do the first `place` files build with the needed ones and the next `more` behind them?
Inquiry<bool> builds(FileChain& chain, int place, std::vector<int> needed, int more) {
  std::vector<int> files(static_cast<std::size_t>(place + more));
  std::iota(files.begin(), files.end(), 0);
  for (const int file : needed)
    if (file >= place + more) files.push_back(file);
  const Prefix made = co_await build_with(
      chain, std::move(files),
      fmt::format("the first {} of {} {}s and {} that they may need", place, chain.count(),
                  chain.splitting.compared.piece, needed.size() + static_cast<std::size_t>(more)));
  co_return !made.why.has_value();
}

}  // namespace

Inquiry<std::vector<int>> needed_behind(FileChain& chain, int place, int to) {
  std::vector<int> needed;
  int enough = to - place;  // so many of the files behind, with the needed ones, are known to do
  while (needed.size() < k_most_needed && enough > 0) {
    int too_few = 0;
    while (enough - too_few > 1) {
      const int middle = too_few + (enough - too_few) / 2;
      const bool is_enough = co_await builds(chain, place, needed, middle);
      (is_enough ? enough : too_few) = middle;
    }
    needed.push_back(place + enough - 1);
    --enough;
    const bool is_all = co_await builds(chain, place, needed, 0);
    if (is_all) co_return needed;
  }
  co_return std::vector<int>{};
}

}  // namespace bisect::engine
