#pragma once

#include <optional>

namespace bisect::stats {

/// Standard normal distribution, P(Z <= z) and P(Z > z). z may be infinite; it must not be NaN.
[[nodiscard]] double normal_cdf(double z);
[[nodiscard]] double normal_sf(double z);

/// z with P(Z <= z) = p. Nothing unless 0 < p < 1.
[[nodiscard]] std::optional<double> normal_quantile(double p);

/// Student's t with `dof` > 0 degrees of freedom (need not be whole), P(T <= t) and P(T > t).
/// Nothing when dof is not a positive number or t is NaN. t and dof may be infinite.
[[nodiscard]] std::optional<double> student_t_cdf(double t, double dof);
[[nodiscard]] std::optional<double> student_t_sf(double t, double dof);

/// t with P(T <= t) = p. Nothing unless 0 < p < 1 and dof > 0.
[[nodiscard]] std::optional<double> student_t_quantile(double p, double dof);

}  // namespace bisect::stats
