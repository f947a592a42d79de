#include "stats/signed_rank.hpp"

#include "stats/rank_distributions.hpp"
#include "stats/ranks.hpp"

#include <cmath>
#include <vector>

namespace bisect::stats {
namespace {

double rank_total(double n) { return n * (n + 1.0) / 2.0; }

double squared_rank_total(double n) { return n * (n + 1.0) * (2.0 * n + 1.0) / 6.0; }

double normal_p(const SignedRanks& s, Tail tail) {
  const double distance = s.positive_sum - rank_total(static_cast<double>(s.n_used)) / 2.0;
  return continuity_corrected_p(distance, s.standard_error, tail);
}

}  // namespace

std::optional<SignedRanks> signed_ranks(std::span<const double> differences, double centre) {
  if (differences.empty() || !std::isfinite(centre)) return std::nullopt;
  std::vector<double> distances;
  std::vector<bool> positive;
  distances.reserve(differences.size());
  positive.reserve(differences.size());
  for (const double d : differences) {
    const double deviation = d - centre;
    if (!std::isfinite(deviation)) return std::nullopt;
    if (deviation == 0.0) continue;
    distances.push_back(std::fabs(deviation));
    positive.push_back(deviation > 0.0);
  }
  SignedRanks result;
  result.n_used = distances.size();
  if (distances.empty()) return result;

  const MidRanks ranked = mid_ranks(distances);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (positive[i]) result.positive_sum += ranked.ranks[i];
  }
  const auto n = static_cast<double>(result.n_used);
  result.has_ties = ranked.tie_sum > 0.0;
  result.standard_error = std::sqrt(squared_rank_total(n) - ranked.tie_sum / 12.0) / 2.0;
  result.z = (result.positive_sum - rank_total(n) / 2.0) / result.standard_error;
  return result;
}

std::optional<SignedRankResult> signed_rank_test(std::span<const double> differences, double centre,
                                                 Tail tail) {
  const auto ranks = signed_ranks(differences, centre);
  if (!ranks) return std::nullopt;
  SignedRankResult result{*ranks, 1.0, PValueMethod::normal};
  if (ranks->n_used == 0) return result;
  const bool enumerable = !ranks->has_ties && ranks->n_used == differences.size() &&
                          ranks->n_used <= k_exact_signed_rank_limit;
  result.method = enumerable ? PValueMethod::exact : PValueMethod::normal;
  result.p_value = enumerable ? signed_rank_distribution(ranks->n_used)
                                    .p_value(static_cast<std::size_t>(ranks->positive_sum), tail)
                              : normal_p(*ranks, tail);
  return result;
}

double largest_signed_rank_z(std::size_t n) {
  if (n == 0) return 0.0;
  const auto count = static_cast<double>(n);
  return rank_total(count) / std::sqrt(squared_rank_total(count));
}

}  // namespace bisect::stats
