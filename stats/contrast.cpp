#include "stats/contrast.hpp"

#include "stats/distributions.hpp"
#include "stats/finite.hpp"
#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bisect::stats {
namespace {

/// Two sets of numbers whose ratio differs by less from 1 are equal but for the rounding of logarithms.
constexpr double k_equal = 1e-12;

/// Covariance with divisor n - 1; equal lengths, at least two.
double covariance(std::span<const double> a, double mean_a, std::span<const double> b, double mean_b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size() - 1);
}

}  // namespace

std::optional<ContrastEstimate> estimate_contrast(std::span<const double> by_block,
                                                  double confidence) {
  const auto summary = summarize(by_block);
  if (!summary || summary->n < 2 || !is_open_probability(confidence)) return std::nullopt;
  const auto n = static_cast<double>(summary->n);
  ContrastEstimate result;
  result.n = summary->n;
  result.estimate = std::fabs(summary->mean) <= k_equal ? 0 : summary->mean;
  result.interval = {result.estimate, result.estimate};
  if (summary->sd <= k_equal) {
    if (result.estimate == 0) return result;
    result.t = std::copysign(std::numeric_limits<double>::infinity(), result.estimate);
    result.p_value = 0;
    return result;
  }
  result.standard_error = summary->sd / std::sqrt(n);
  result.t = result.estimate / result.standard_error;
  const auto tail = student_t_sf(std::fabs(result.t), n - 1);
  const auto critical = student_t_quantile(0.5 + confidence / 2, n - 1);
  if (!tail || !critical) return std::nullopt;
  result.p_value = std::min(1.0, 2 * *tail);
  const double half_width = *critical * result.standard_error;
  result.interval = {result.estimate - half_width, result.estimate + half_width};
  return result;
}

std::optional<ShareEstimate> estimate_share(std::span<const double> part,
                                            std::span<const double> total, double confidence) {
  if (part.size() != total.size()) return std::nullopt;
  const auto above = estimate_contrast(part, confidence);
  const auto below = estimate_contrast(total, confidence);
  if (!above || !below) return std::nullopt;
  if (below->interval.low <= 0 && below->interval.high >= 0) return std::nullopt;
  const double a = above->estimate;
  const double b = below->estimate;
  const auto n = static_cast<double>(above->n);
  const auto critical = student_t_quantile(0.5 + confidence / 2, n - 1);
  if (!critical) return std::nullopt;
  const double scale = *critical * *critical / n;
  const double var_a = std::pow(above->standard_error, 2) * n;
  const double var_b = std::pow(below->standard_error, 2) * n;
  const double cov = covariance(part, a, total, b);
  // The shares s with |a - s b| <= critical * se(a - s b): between the roots of a parabola.
  const double square = b * b - scale * var_b;
  const double half_linear = a * b - scale * cov;
  const double constant = a * a - scale * var_a;
  if (square <= 0) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, half_linear * half_linear - square * constant));
  return ShareEstimate{a / b, {(half_linear - root) / square, (half_linear + root) / square}};
}

}  // namespace bisect::stats
