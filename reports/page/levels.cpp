#include "reports/page/levels.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::page {
using namespace reports;
namespace {

struct Observation {
  std::size_t name = 0;
  double log = 0;
  double seconds = 0;
};
using Block = std::span<const Observation>;

/// Observations, block after block.
class Blocks {
 public:
  void add(const Observation& seen) { m_seen.push_back(seen); }
  /// Ends the block that is being added; one observation alone tells nothing and is dropped.
  void close() {
    if (m_seen.size() - m_ends.back() > 1) m_ends.push_back(m_seen.size());
    else m_seen.resize(m_ends.back());
  }
  [[nodiscard]] std::size_t count() const { return m_ends.size() - 1; }
  [[nodiscard]] Block operator[](std::size_t i) const {
    return Block(m_seen).subspan(m_ends[i], m_ends[i + 1] - m_ends[i]);
  }

 private:
  std::vector<Observation> m_seen;
  std::vector<std::size_t> m_ends{0};
};

/// Names as numbers, in the order of their first appearance.
class Names {
 public:
  std::size_t number(const std::string& name) {
    const auto [found, is_new] = m_numbers.emplace(name, m_numbers.size());
    return found->second;
  }
  [[nodiscard]] const std::map<std::string, std::size_t>& all() const { return m_numbers; }

 private:
  std::map<std::string, std::size_t> m_numbers;
};

void add_blocks(const MeasuredRound& round, Names& names, Blocks& blocks) {
  std::vector<std::size_t> numbers;
  for (const RoundArm& arm : round.arms) numbers.push_back(names.number(arm_name(arm)));
  int block = 0;
  for (const Start& start : round.starts) {
    if (start.block != block) blocks.close();
    block = start.block;
    if (start.value && *start.value > 0)
      blocks.add({numbers[static_cast<std::size_t>(start.arm)], std::log(*start.value), start.seconds});
  }
  blocks.close();
}

double shared(Block block, const std::vector<double>& levels) {
  double sum = 0;
  for (const Observation& seen : block) sum += seen.log - levels[seen.name];
  return sum / static_cast<double>(block.size());
}

/// One turn: the levels that fit the blocks' shares. Returns the largest move.
double improve(const Blocks& blocks, std::vector<double>& levels) {
  std::vector<double> sums(levels.size(), 0.0), counts(levels.size(), 0.0);
  for (std::size_t i = 0; i < blocks.count(); ++i) {
    const Block block = blocks[i];
    const double common = shared(block, levels);
    for (const Observation& seen : block) {
      sums[seen.name] += seen.log - common;
      counts[seen.name] += 1;
    }
  }
  double moved = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (counts[i] == 0) continue;
    moved = std::max(moved, std::abs(sums[i] / counts[i] - levels[i]));
    levels[i] = sums[i] / counts[i];
  }
  return moved;
}

}  // namespace

std::string arm_name(const RoundArm& arm) {
  return arm.variant.empty() ? arm.commit.text() : arm.variant;
}

Levels::Levels(std::span<const MeasuredRound* const> rounds, const std::string& origin) {
  constexpr int k_turns = 200;
  constexpr double k_still = 1e-6;  // a ten-thousandth of a percent
  Names names;
  Blocks blocks;
  for (const MeasuredRound* round : rounds) add_blocks(*round, names, blocks);
  std::vector<double> levels(names.all().size(), 0.0);
  for (int turn = 0; turn < k_turns && improve(blocks, levels) > k_still; ++turn) continue;

  const auto at = names.all().find(origin);
  const double zero = at == names.all().end() ? 0 : levels[at->second];
  std::vector<std::vector<Point>*> points(levels.size());
  for (const auto& [name, number] : names.all()) {
    m_levels[name] = levels[number] - zero;
    points[number] = &m_points[name];
  }
  for (std::size_t i = 0; i < blocks.count(); ++i) {
    const Block block = blocks[i];
    const double common = shared(block, levels);
    const auto arms = static_cast<double>(block.size());
    const double spread = std::sqrt(arms / (arms - 1));
    for (const Observation& seen : block) {
      const double rest = seen.log - common - levels[seen.name];
      points[seen.name]->push_back({levels[seen.name] - zero + rest * spread, seen.seconds});
    }
  }
  std::erase_if(m_points, [](const auto& entry) { return entry.second.empty(); });
}

double Levels::level(const std::string& name) const {
  const auto found = m_levels.find(name);
  return found == m_levels.end() ? 0 : found->second;
}

std::vector<const MeasuredRound*> rounds_for(const Measurements& measurements,
                                             std::span<const core::Purpose> purposes) {
  std::vector<const MeasuredRound*> rounds;
  for (const MeasuredRound& round : measurements.rounds)
    if (std::find(purposes.begin(), purposes.end(), round.purpose) != purposes.end())
      rounds.push_back(&round);
  return rounds;
}

std::vector<double> values_of(const MeasuredRound& round, int arm) {
  std::vector<double> values;
  for (const Start& start : round.starts)
    if (start.arm == arm && start.value) values.push_back(*start.value);
  return values;
}

}  // namespace bisect::page
