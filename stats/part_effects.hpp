#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace bisect::stats {

/// Which parts of a change are put in: bit i for part i. 0 is the parent, all bits the whole change.
using PartSet = unsigned;

/// The largest number of parts whose combinations are all worth measuring.
inline constexpr int k_most_combined_parts = 4;

/// A linear combination of the variants' levels (mean log values): weight by variant. Weights add up
/// to 0; none is 0.
using Contrast = std::map<PartSet, double>;

/// The variants that tell `parts` (1..16) parts apart: every combination up to four parts; above, the
/// parent, the whole, each part alone, and the whole without each. Ascending by number of parts.
[[nodiscard]] std::vector<PartSet> variants_of(int parts);

/// level(to) - level(from).
[[nodiscard]] Contrast difference(PartSet from, PartSet to);

/// What one part contributes to level(whole) - level(parent). Where the change can be put in part by
/// part in some orders whose every step was measured: the part's step averaged over these orders, so
/// that the contributions add up to the total (Shapley, "A value for n-person games", Contributions to
/// the Theory of Games II (1953) 307-317; with only some orders possible: Faigle & Kern, International
/// Journal of Game Theory 21 (1992) 249-266). Otherwise the mean of its first and last step (alone
/// against the parent, whole against the whole without it), as far as measured. Nothing when neither
/// is: the part cannot be told from those it needs. Orders are tried for at most four parts.
[[nodiscard]] std::optional<Contrast> part_contrast(int parts, int part,
                                                    const std::set<PartSet>& measured);

/// What two parts do together beyond what each does for itself: the second difference, averaged over
/// the settings of the other parts in which all four variants were measured (Yates, "The design and
/// analysis of factorial experiments" (1937)). Nothing when there is none.
[[nodiscard]] std::optional<Contrast> pair_contrast(int parts, int first, int second,
                                                    const std::set<PartSet>& measured);

/// How much more one part does last, with all others there, than alone: 0 unless it interacts with any of
/// them. Nothing when the four variants were not all measured, or when two parts are all there are.
[[nodiscard]] std::optional<Contrast> others_contrast(int parts, int part,
                                                      const std::set<PartSet>& measured);

/// The total effect less all contributions of parts: what only several parts do together. Nothing when
/// parent or whole are not measured, when a contribution is missing, or when it is 0 by definition.
[[nodiscard]] std::optional<Contrast> remainder_contrast(int parts,
                                                         const std::set<PartSet>& measured);

}  // namespace bisect::stats
