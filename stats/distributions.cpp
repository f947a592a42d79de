#include "stats/distributions.hpp"

#include "stats/finite.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <numbers>

namespace bisect::stats {
namespace {

namespace policies = boost::math::policies;

// Arguments are checked here, so that the library never needs to throw; what it cannot compute
// comes back as "nothing".
using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::pole_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>>;
using Normal = boost::math::normal_distribution<double, Quiet>;
using StudentT = boost::math::students_t_distribution<double, Quiet>;

bool is_dof(double dof) { return dof > 0.0; }

std::optional<double> unless_nan(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

}  // namespace

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_sf(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

std::optional<double> normal_quantile(double p) {
  if (!is_open_probability(p)) return std::nullopt;
  return unless_nan(boost::math::quantile(Normal(), p));
}

std::optional<double> student_t_cdf(double t, double dof) {
  if (!is_dof(dof) || std::isnan(t)) return std::nullopt;
  if (std::isinf(t)) return t > 0.0 ? 1.0 : 0.0;
  if (std::isinf(dof)) return normal_cdf(t);
  return unless_nan(boost::math::cdf(StudentT(dof), t));
}

std::optional<double> student_t_sf(double t, double dof) { return student_t_cdf(-t, dof); }

std::optional<double> student_t_quantile(double p, double dof) {
  if (!is_dof(dof) || !is_open_probability(p)) return std::nullopt;
  if (std::isinf(dof)) return normal_quantile(p);
  return unless_nan(boost::math::quantile(StudentT(dof), p));
}

}  // namespace bisect::stats
