#pragma once

#include "stats/change_point/change_posterior.hpp"
#include "stats/change_point/next_measurement.hpp"
#include "stats/change_point/testability.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace bisect::change_point {

struct ChangeSearchOptions {
  ChangeModel model;
  NoiseBelief noise = NoiseBelief::initial();
  MeasurementCosts costs;
  double time_per_cost = 1.0;  ///< DriftScales' unit per unit of cost
  double error = 0.05;         ///< probability of a wrong answer, in (0, 1)
  /// Demands the evidence at whatever noise suits "no change" best, not on average over the noise.
  bool strict = false;
  bool rebuilds_differ = true;
  bool side_by_side = false;   ///< measure nothing without a build of a known side beside it
  int most_changes = 1;  ///< goes on after a change that was found until so many were; more than 1 needs
                         ///< model.two_changes > 0
  double budget = 0.0;         ///< stops when so much was spent; 0: never
};

/// A round that the search wants: every member started `samples` times, interleaved. The last one is
/// what the round is about.
struct SearchRound {
  struct Member {
    int commit = 0;
    std::optional<int> build;  ///< a build of an earlier round; nothing: a new one
  };
  std::vector<Member> members;
  int samples = 0;
};

/// What became of a member of a round.
struct MemberResult {
  std::optional<int> build;    ///< nothing: the commit cannot be tested
  std::vector<double> values;  ///< logarithms, in the direction that is looked for
};

/// One of before+1..after made it; those but `after` hardly can be tested.
struct FoundChange {
  int before = 0;
  int after = 0;
  double probability = 0.0;
};

struct SearchAnswer {
  enum class Kind {
    change,     ///< `changes`, in the order in which they were found
    none,       ///< no change of min_effect
    undecided,  ///< nothing more to learn, or the budget is spent: of `changes`, if any, the only one is
                ///< most probable
  };
  Kind kind = Kind::undecided;
  std::vector<FoundChange> changes;
  double probability = 0.0;  ///< of the answer: of `none`, or of the first change
  double another = 0.0;      ///< probability of one more change than `changes`
};

/// Which commit of a chain 0..last made a value larger? Asks for rounds until one commit (or commits
/// between which nothing can be tested) holds the change with probability 1 - error, or there is
/// none. The ends are measured first, until they differ or clearly do not. A change that was found is fitted
/// along from then on, and the same question asked of what is left, in either direction, until another
/// is found, or improbable, or looking for it has cost twice what was spent before. Of two changes that
/// are certain one is set aside while the other is narrowed down. A pure state machine: the same results
/// lead to the same rounds.
class ChangeSearch {
 public:
  /// `prior.last()` >= 1.
  ChangeSearch(ChainPrior prior, ChangeSearchOptions options);

  using Step = std::variant<SearchRound, SearchAnswer>;
  /// The same until `record` is called.
  [[nodiscard]] const Step& next() const { return m_next; }
  /// One result per member, in the order of the round; `time` is that of its middle, in DriftScales'
  /// unit; `cost` what it took. An end that cannot be tested ends the search.
  void record(const std::vector<MemberResult>& results, double time, double cost);
  /// What was learnt without measuring, instead of `record`, about a commit of the wanted round:
  /// it cannot be tested, and what was measured of it (but for an end) does not count;
  void record_untestable(int commit);
  /// it is the same program as another commit that was measured: the change is not between them;
  void record_same(int commit, int measured);
  /// it is certainly after the change, or before it; as good as untestable once several changes show or one
  /// is found, of which it says nothing.
  void record_side(int commit, bool changed);

  /// Nothing before the first round.
  [[nodiscard]] const std::optional<ChangePosterior>& posterior() const { return m_posterior; }
  /// Of the first change at or before the commit, given that there is any. Needs a posterior.
  [[nodiscard]] double probability_changed(int commit) const;
  [[nodiscard]] const std::vector<FoundChange>& found() const { return m_found; }
  /// Have two changes shown? Then builds between them are at neither end's level.
  [[nodiscard]] bool sees_several() const { return m_aside || m_found.size() > 1; }

 private:
  [[nodiscard]] Step decide();
  /// What a question about one change is asked of: the rest is taken as known.
  struct View;
  [[nodiscard]] View update(const RobustLocations& locations);
  void exclude(int commit, int before, int after);
  [[nodiscard]] bool gate_open(const RobustLocations& locations) const;
  [[nodiscard]] bool spent_enough() const;
  [[nodiscard]] bool none_is_sure() const;
  [[nodiscard]] std::optional<FoundChange> change_is_sure() const;
  [[nodiscard]] FoundChange most_probable() const;
  [[nodiscard]] bool set_one_aside();
  /// Goes on to the next change; false when nothing is left to look in.
  bool look_beside(const FoundChange& found);
  void ask();
  [[nodiscard]] SearchAnswer conclusion() const;
  void merge_cells();

  ChainPrior m_prior;
  ChangeSearchOptions m_options;
  ChangePointModel m_model;
  Testability m_testability;
  std::vector<Cell> m_cells;
  std::vector<KnownBuild> m_builds;
  std::optional<ChangePosterior> m_posterior;
  double m_time = 0.0;
  double m_spent = 0.0;
  double m_spent_on_found = 0.0;  ///< of it, until the last change was found
  bool m_gate_passed = false;
  std::vector<FoundChange> m_found;
  double m_another = 0.0;  ///< probability of another change, when the last one was found
  /// Of two changes the one that is taken as known while the other is narrowed down: it is one of
  /// before+1..after, most probably `at`.
  struct Aside {
    int before = 0;
    int after = 0;
    int at = 0;
  };
  std::optional<Aside> m_aside;
  bool m_may_set_aside = true;
  Step m_next;
};

}  // namespace bisect::change_point
