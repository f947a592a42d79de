#pragma once

#include "stats/bench/search/world.hpp"
#include "stats/change_point/noise.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bisect::search {

/// What a method answers: the change is one of before+1..after; nothing: there is none.
struct Answer {
  enum class Kind { change, none, undecided };
  Kind kind = Kind::undecided;
  int before = 0;
  int after = 0;
  double stated = 1.0;                 ///< probability, as the method states it
  std::vector<double> decision_seconds;  ///< of the posterior search
  std::vector<std::pair<int, int>> further{};  ///< before and after of further changes
};

struct Method {
  std::string name;
  std::function<Answer(World&)> search;
};

struct PosteriorSettings {
  bool strict = false;
  double error = 0.05;
  double min_effect = 0.00995;
  std::optional<change_point::NoiseBelief> noise;
  bool rebuilds_differ = true;
  bool side_by_side = false;
  int most_changes = 1;
};

/// The search of this house; `belief`, where given, receives what it learnt of the noise.
Answer posterior_search(World& world, const WorldSpec& spec, const PosteriorSettings& settings,
                        change_point::NoiseBelief* belief = nullptr);

/// How others decide. Each is given the numbers of samples that its name says, none is tuned.
std::vector<Method> baselines();

}  // namespace bisect::search
