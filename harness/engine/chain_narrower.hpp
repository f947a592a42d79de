#pragma once

#include "harness/engine/comparison.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/engine/narrowing.hpp"
#include "stats/change_point/change_search.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace bisect::engine {

/// Between the change-point search, which knows positions and logarithms, and the investigation, which
/// knows commits and rounds: one search along one chain.
class ChainNarrower {
 public:
  ChainNarrower(Investigation& investigation, std::vector<core::Commit> chain);

  /// Both ends, from what was measured of them.
  void start(const Assessment& first, const Assessment& second);

  /// The next round; nothing when the search has its answer.
  [[nodiscard]] const change_point::SearchRound* wanted() const;
  [[nodiscard]] core::RoundRequest request(const change_point::SearchRound& round) const;

  // What became of it, one of:
  void take(const change_point::SearchRound& round, const core::RoundOutcome& outcome);
  void untestable(int position, core::NotTestable why);
  /// The program is that of another position, which was measured.
  void same(int position, int measured, const core::Digest& program);

  [[nodiscard]] const core::Commit& commit(int position) const;
  /// Where on the chain this was measured; -1: nowhere.
  [[nodiscard]] int position_of(const Assessment& assessment) const;

  /// The answer, when the steps that were found explain what was measured.
  [[nodiscard]] std::optional<Narrowed> narrowed() const;
  /// Gives everything that was measured on the way its final standing. Needs an answer.
  void settle();
  /// Forgets what was measured: it was read under a model that does not hold.
  void forget();

 private:
  [[nodiscard]] int last() const { return static_cast<int>(m_chain.size()) - 1; }
  [[nodiscard]] change_point::ChangeSearchOptions options() const;
  [[nodiscard]] std::optional<core::NotTestable> broken_reference(
      const change_point::SearchRound& round, const Collected& collected) const;
  /// `values`: logarithms of the members, none empty.
  void record(const change_point::SearchRound& round, const std::vector<std::vector<double>>& values,
              double time);
  /// What a round says of its last member's distance to the good end.
  void compare(const change_point::SearchRound& round, const std::vector<std::vector<double>>& values);
  [[nodiscard]] core::Standing standing_of(int position, double changed) const;
  [[nodiscard]] Assessment assess(int position) const;
  [[nodiscard]] bool is_end(int position) const { return position == 0 || position == last(); }
  void tell(int position);
  void show();

  Investigation& m_investigation;
  std::vector<core::Commit> m_chain;
  change_point::ChangeSearch m_search;
  double m_origin = 0.0;           ///< seconds since 1970
  std::vector<int> m_builds;       ///< position of each build of the search
  std::map<int, int> m_twins;      ///< position -> measured position of the same program
  std::map<int, core::Digest> m_programs;
  /// Per position between the ends: its trials of all rounds, as arm 0, blocks numbered through.
  std::map<int, Collected> m_collected;
  /// Distance to the good end from shared blocks, as a sum weighted by starts.
  struct Distance {
    double sum = 0.0;
    double weight = 0.0;
  };
  std::map<int, Distance> m_distances;
};

}  // namespace bisect::engine
