#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace bisect::search {

/// A history and a machine as a simulation knows them. Log times in units of 1 (0.01 = 1 %), time
/// and cost in starts of the program.
struct WorldSpec {
  std::string name;
  int last = 256;               ///< commits 0..last
  double step = 0.02;           ///< log ratio; 0: no change
  double second_step = 0.0;     ///< at another commit
  double sigma = 0.01;          ///< of single starts
  double spike_share = 0.0;     ///< of starts, made longer by an exponential
  double spike_mean = 0.08;
  double drift = 0.0;           ///< standard deviation of an Ornstein-Uhlenbeck process
  double drift_time = 300.0;    ///< its time constant
  double walk = 0.0;            ///< standard deviation of a random walk per square root of time
  double build_bias = 0.0;      ///< drawn anew at each build
  double commit_bias = 0.0;     ///< drawn once per commit: builds are reproducible
  double untestable = 0.0;      ///< share of commits, in runs
  double untestable_run = 6.0;  ///< mean length of a run
  double build_cost = 10.0;     ///< of a start's
  bool heavy_tails = false;     ///< noise of starts: Student t with 3 degrees of freedom
  double modes = 0.0;           ///< distance of a second mode, taken by a third of the starts
  double bad_sigma = 0.0;       ///< of starts of commits with the change; 0: sigma
};

/// One draw of it, which is built and started, and charges for both.
class World {
 public:
  World(const WorldSpec& spec, std::uint64_t seed);

  [[nodiscard]] int last() const { return m_spec.last; }
  /// The commits with the change and with the second one; 0: there is none.
  [[nodiscard]] int culprit() const { return m_culprit; }
  [[nodiscard]] int second_culprit() const { return m_second; }
  [[nodiscard]] bool testable(int commit) const { return m_testable[static_cast<std::size_t>(commit)]; }

  /// A new build, or -1; a failed one costs as much.
  int build(int commit);
  /// Logarithm of the time of one start.
  double start(int build);

  [[nodiscard]] double time() const { return m_time; }
  [[nodiscard]] int builds() const { return m_builds; }
  [[nodiscard]] int starts() const { return m_starts; }
  [[nodiscard]] double cost() const { return m_builds * m_spec.build_cost + m_starts; }
  std::mt19937_64& random() { return m_random; }

 private:
  struct Built {
    double level = 0.0;
    double sigma = 0.0;
  };
  double normal() { return m_normal(m_random); }
  double uniform() { return std::uniform_real_distribution<double>()(m_random); }
  void advance(double time);
  void make_holes();

  WorldSpec m_spec;
  std::mt19937_64 m_random;
  std::normal_distribution<double> m_normal;
  std::vector<char> m_testable;
  std::vector<double> m_commit_bias;
  std::vector<Built> m_built;
  int m_culprit = 0;
  int m_second = 0;
  double m_time = 0.0;
  double m_drift = 0.0;
  double m_walked = 0.0;
  int m_builds = 0;
  int m_starts = 0;
};

}  // namespace bisect::search
