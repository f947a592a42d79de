#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// Numbers of pairs at which a running comparison is looked at. Doubling spends few looks on large
/// effects and still reaches small ones.
inline constexpr std::array<std::size_t, 6> k_default_looks{12, 24, 48, 96, 192, 320};

/// The distribution of one look's z without an effect: standard normal, or that of the signed-rank
/// z, whose tails are lighter at few pairs (it cannot exceed 3.06 at 12), so that the same bound is
/// crossed less often.
enum class NullLaw { normal, signed_rank };

// A plan is a list of looks: sample sizes, ascending, the first one >= 1. At each look a
// standardised statistic z is compared with one constant bound (Pocock, "Group sequential methods
// in the design and analysis of clinical trials", Biometrika 64 (1977) 191-199, here for unequal
// steps). Between looks z behaves like a Brownian motion B seen at the sample sizes, z_k = B(n_k) /
// sqrt(n_k): exactly for the mean of normal data, in the limit for the signed rank. For the signed
// rank, whose joint null law does not depend on the distribution of the (symmetric, continuous)
// data, each look keeps its exact law: the bound is translated look by look into the normal limit
// of the same tail probability (a normal copula; above 400 pairs the law counts as normal). All
// functions: nothing when the plan is empty, does not ascend, starts at 0, or a number is outside
// its range.

/// P(|z| >= bound at one of the looks) without any effect; bound > 0.
[[nodiscard]] std::optional<double> crossing_probability(
    double bound, std::span<const std::size_t> looks = k_default_looks,
    NullLaw law = NullLaw::signed_rank);

/// The smallest bound that is crossed (|z| > bound) with probability <= alpha (two-sided, over all
/// looks); 1e-9 <= alpha <= 0.5. Accurate to 1e-8. The bounds of the default looks at 5 % and 1 %
/// are computed once per process, any other takes some 10 ms.
[[nodiscard]] std::optional<double> critical_bound(
    double alpha, std::span<const std::size_t> looks = k_default_looks,
    NullLaw law = NullLaw::signed_rank);

/// p-value of a z (at whichever look it was seen) that stays valid although the looking stopped
/// because of it: the probability that the largest |z| of the *whole* plan reaches |z|. It is <=
/// alpha when |z| > critical_bound(alpha) and not below alpha otherwise, so it never contradicts
/// the decision; it is conservative because looks that were never taken count too (the repeated
/// p-value of Jennison & Turnbull, "Repeated confidence intervals for group sequential clinical
/// trials", Controlled Clinical Trials 5 (1984) 33-45). z must not be NaN; z = 0 gives 1.
[[nodiscard]] std::optional<double> adjusted_p(double z,
                                               std::span<const std::size_t> looks = k_default_looks,
                                               NullLaw law = NullLaw::signed_rank);

}  // namespace bisect::stats
