#pragma once

#include "core/round.hpp"
#include "harness/engine/random_order.hpp"
#include "harness/engine/strategy.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bisect::support {

/// How a commit behaves. Commits that nobody spoke of are like a default-made one.
struct Behaviour {
  double level = 1;                       ///< of the metric, as a factor
  std::optional<core::Stage> untestable;  ///< fails there
  std::string program;                    ///< equal text = equal program; empty = one of its own
  bool program_unknown = false;
  bool never_ends = false;
  double failure_rate = 0;                ///< share of runs that end with status 1
  bool fresh_builds_fail = false;         ///< builds of generation > 0
  std::optional<double> fresh_level;      ///< level of builds of generation > 0
};

/// What makes two runs of one program differ.
struct Noise {
  double pair_sd = 0;       ///< sd of the log ratio of two neighbouring runs
  double spike_rate = 0;    ///< share of runs that are disturbed
  double spike_factor = 3;
  double drift_sd = 0;      ///< stationary sd of a slow common drift (Ornstein-Uhlenbeck)
  double drift_memory = 0;  ///< correlation of the drift from one run to the next
  double mode_factor = 1;   ///< half of the runs take this much longer
};

/// How the machine and the workload look from outside.
struct Workload {
  double value = 1e8;                    ///< of the metric at level 1
  std::string unit = "ns";
  std::vector<std::string> names{"cpu"}; ///< of the readings of metric 0
  int metrics = 1;                       ///< how many metrics each trial reads
  core::Duration wall = std::chrono::milliseconds(100);  ///< at level 1
  double idle_share = 0;                 ///< of the wall time
  double parallel = 1;                   ///< CPU time over busy time
  int threads = 1;
};

/// Answers rounds as a machine would, from a seed: the same questions get the same answers. A round
/// stops early like a real one: when an arm runs over its limit or fails twice in a row.
class SimulatedWorld {
 public:
  explicit SimulatedWorld(std::uint64_t seed = 1) : m_seed(seed), m_random(seed ^ 0x5eed) {}

  std::map<core::CommitId, Behaviour> behaviour;
  Noise noise;
  Workload workload;
  /// Last word on the level of an arm in a round; may be empty.
  std::function<double(const core::RoundRequest&, const core::Arm&, double level)> level;
  bool failures_are_data = false;  ///< endings are judged: rounds never stop early

  [[nodiscard]] core::RoundOutcome answer(const core::RoundRequest& request);

  int trials = 0;
  int builds = 0;  ///< different arms that were asked for

 private:
  [[nodiscard]] core::Build build_of(const core::Arm& arm);
  [[nodiscard]] core::Trial run(const core::RoundRequest& request, const core::Arm& arm);
  void fill(core::Trial& trial, double at);
  [[nodiscard]] double disturbance();
  [[nodiscard]] double normal();
  [[nodiscard]] double uniform();
  [[nodiscard]] bool troubled(const core::RoundOutcome& outcome, int arm) const;

  std::uint64_t m_seed;
  engine::SplitMix m_random;
  std::optional<double> m_spare_normal;
  double m_drift = 0;
  core::Duration m_clock{};  ///< trials follow each other without a pause
  int m_rounds = 0;
  std::map<core::Arm, core::BuildId> m_built;
};

/// A strategy's whole conversation with a world.
struct Conversation {
  core::Finding finding;
  std::vector<core::RoundRequest> requests;
  std::vector<core::RoundOutcome> outcomes;
  std::vector<core::Decision> decisions;

  /// Commits for which a round of this purpose was asked, each once, in order.
  [[nodiscard]] std::vector<core::CommitId> asked_for(core::Purpose purpose) const;
};

enum class Keep { everything, finding_only };

/// Throws std::runtime_error when the strategy does not come to an end within 5000 rounds.
[[nodiscard]] Conversation converse(engine::Strategy& strategy, SimulatedWorld& world,
                                    Keep keep = Keep::everything);

}  // namespace bisect::support
