#include "stats/bench/search/world.hpp"

#include <cmath>
#include <cstddef>

namespace bisect::search {

World::World(const WorldSpec& spec, std::uint64_t seed)
    : m_spec(spec), m_random(seed * 0x9E3779B97F4A7C15ULL + 1),
      m_testable(static_cast<std::size_t>(spec.last) + 1, 1) {
  std::uniform_int_distribution<int> any(1, spec.last);
  if (spec.step != 0.0) m_culprit = any(m_random);
  if (spec.second_step != 0.0) {
    do m_second = any(m_random);
    while (m_second == m_culprit);
  }
  for (int c = 0; c <= spec.last; ++c) m_commit_bias.push_back(spec.commit_bias * normal());
  m_drift = spec.drift * normal();
  if (spec.untestable > 0.0) make_holes();
}

void World::make_holes() {
  const double stop = 1.0 / m_spec.untestable_run;
  const double begin = stop * m_spec.untestable / (1.0 - m_spec.untestable);
  bool inside = false;
  for (int c = 1; c < m_spec.last; ++c) {
    inside = uniform() < (inside ? 1.0 - stop : begin);
    m_testable[static_cast<std::size_t>(c)] = inside ? 0 : 1;
  }
}

void World::advance(double time) {
  m_time += time;
  if (m_spec.drift > 0.0) {
    const double kept = std::exp(-time / m_spec.drift_time);
    m_drift = kept * m_drift + m_spec.drift * std::sqrt(1.0 - kept * kept) * normal();
  }
  if (m_spec.walk > 0.0) m_walked += m_spec.walk * std::sqrt(time) * normal();
}

int World::build(int commit) {
  advance(m_spec.build_cost);
  ++m_builds;
  if (!testable(commit)) return -1;
  const bool changed = m_culprit > 0 && commit >= m_culprit;
  double level = 1.0 + m_commit_bias[static_cast<std::size_t>(commit)] + m_spec.build_bias * normal();
  if (changed) level += m_spec.step;
  if (m_second > 0 && commit >= m_second) level += m_spec.second_step;
  m_built.push_back({level, changed && m_spec.bad_sigma > 0.0 ? m_spec.bad_sigma : m_spec.sigma});
  return static_cast<int>(m_built.size()) - 1;
}

double World::start(int build) {
  advance(1.0);
  ++m_starts;
  const Built& built = m_built[static_cast<std::size_t>(build)];
  double noise = normal();
  if (m_spec.heavy_tails) {
    // Student t, 3 degrees of freedom, scaled to the same standard deviation.
    double squares = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double x = normal();
      squares += x * x;
    }
    noise /= std::sqrt(squares);
  }
  double value = built.level + built.sigma * noise + m_drift + m_walked;
  if (m_spec.spike_share > 0.0 && uniform() < m_spec.spike_share)
    value += std::exponential_distribution<double>(1.0 / m_spec.spike_mean)(m_random);
  if (m_spec.modes > 0.0 && uniform() < 1.0 / 3.0) value += m_spec.modes;
  return value;
}

}  // namespace bisect::search
