#pragma once

#include <optional>
#include <span>
#include <vector>

namespace bisect::stats {

// Adjusted p-values, in the order given: reject where the adjusted value is <= alpha. Nothing when
// a p-value is outside [0, 1] or NaN; an empty family gives an empty answer.

/// Controls the chance of any false rejection, whatever the dependence (Holm, Scandinavian Journal
/// of Statistics 6 (1979) 65-70).
[[nodiscard]] std::optional<std::vector<double>> holm_adjusted(std::span<const double> p_values);

/// Controls the expected share of false rejections, for independent or positively dependent tests
/// (Benjamini & Hochberg, JRSS B 57 (1995) 289-300).
[[nodiscard]] std::optional<std::vector<double>> benjamini_hochberg_adjusted(
    std::span<const double> p_values);

}  // namespace bisect::stats
