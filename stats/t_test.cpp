#include "stats/t_test.hpp"

#include "stats/distributions.hpp"
#include "stats/finite.hpp"
#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bisect::stats {
namespace {

/// A difference of means with its standard error, on its way to become a result.
struct Contrast {
  double mean_a = 0.0;
  double mean_b = 0.0;
  double difference = 0.0;
  double standard_error = 0.0;
  double dof = 0.0;
};

bool is_usable(const SampleMoments& m) {
  return m.n >= 2 && std::isfinite(m.mean) && std::isfinite(m.sd) && m.sd >= 0.0;
}

std::optional<SampleMoments> moments_of(std::span<const double> values) {
  const auto s = summarize(values);
  if (!s) return std::nullopt;
  return SampleMoments{s->mean, s->sd, s->n};
}

double rounding_error_of(const Contrast& c) {
  return 10.0 * std::numeric_limits<double>::epsilon() *
         std::max(std::fabs(c.mean_a), std::fabs(c.mean_b));
}

void decide_exactly(TTestResult& result, Tail tail, const Contrast& c) {
  result.exact = true;
  if (std::fabs(c.difference) <= rounding_error_of(c)) result.difference = 0.0;
  result.interval = {result.difference, result.difference};
  if (result.difference == 0.0) return;
  result.statistic = std::copysign(std::numeric_limits<double>::infinity(), result.difference);
  const bool points_there =
      tail == Tail::two_sided || (tail == Tail::greater) == (result.difference > 0.0);
  result.p_value = points_there ? 0.0 : 1.0;
}

std::optional<double> tail_probability(double t, double dof, Tail tail) {
  if (tail == Tail::greater) return student_t_sf(t, dof);
  if (tail == Tail::less) return student_t_cdf(t, dof);
  const auto one = student_t_sf(std::fabs(t), dof);
  if (!one) return std::nullopt;
  return std::min(1.0, 2.0 * *one);
}

std::optional<TTestResult> conclude(const Contrast& c, const TTestSettings& settings) {
  if (!is_open_probability(settings.confidence) || !std::isfinite(c.difference) ||
      !std::isfinite(c.standard_error)) {
    return std::nullopt;
  }
  TTestResult result;
  result.difference = c.difference;
  result.dof = c.dof;
  if (c.mean_b != 0.0 && std::isfinite(c.mean_a / c.mean_b)) result.ratio = c.mean_a / c.mean_b;
  if (c.standard_error <= rounding_error_of(c)) {
    decide_exactly(result, settings.tail, c);
    return result;
  }
  result.statistic = c.difference / c.standard_error;
  const auto p = tail_probability(result.statistic, c.dof, settings.tail);
  const auto critical = student_t_quantile(0.5 + settings.confidence / 2.0, c.dof);
  if (!p || !critical) return std::nullopt;
  result.p_value = *p;
  result.interval = {c.difference - *critical * c.standard_error,
                     c.difference + *critical * c.standard_error};
  return result;
}

}  // namespace

std::optional<TTestResult> pooled_t_test(const SampleMoments& a, const SampleMoments& b,
                                         const TTestSettings& settings) {
  if (!is_usable(a) || !is_usable(b)) return std::nullopt;
  const auto na = static_cast<double>(a.n);
  const auto nb = static_cast<double>(b.n);
  const double dof = na + nb - 2.0;
  const double variance = ((na - 1.0) * a.sd * a.sd + (nb - 1.0) * b.sd * b.sd) / dof;
  return conclude(
      {a.mean, b.mean, a.mean - b.mean, std::sqrt(variance * (1.0 / na + 1.0 / nb)), dof},
      settings);
}

std::optional<TTestResult> welch_t_test(const SampleMoments& a, const SampleMoments& b,
                                        const TTestSettings& settings) {
  if (!is_usable(a) || !is_usable(b)) return std::nullopt;
  const auto na = static_cast<double>(a.n);
  const auto nb = static_cast<double>(b.n);
  const double va = a.sd * a.sd / na;
  const double vb = b.sd * b.sd / nb;
  const double total = va + vb;
  // Shares instead of squares, so that tiny variances do not underflow to 0/0.
  const double share = total > 0.0 ? va / total : 0.5;
  const double dof =
      1.0 / (share * share / (na - 1.0) + (1.0 - share) * (1.0 - share) / (nb - 1.0));
  return conclude({a.mean, b.mean, a.mean - b.mean, std::sqrt(total), dof}, settings);
}

std::optional<TTestResult> pooled_t_test(std::span<const double> a, std::span<const double> b,
                                         const TTestSettings& settings) {
  const auto ma = moments_of(a);
  const auto mb = moments_of(b);
  if (!ma || !mb) return std::nullopt;
  return pooled_t_test(*ma, *mb, settings);
}

std::optional<TTestResult> welch_t_test(std::span<const double> a, std::span<const double> b,
                                        const TTestSettings& settings) {
  const auto ma = moments_of(a);
  const auto mb = moments_of(b);
  if (!ma || !mb) return std::nullopt;
  return welch_t_test(*ma, *mb, settings);
}

std::optional<TTestResult> paired_t_test(std::span<const double> a, std::span<const double> b,
                                         const TTestSettings& settings) {
  if (a.size() != b.size() || a.size() < 2) return std::nullopt;
  std::vector<double> differences;
  differences.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const auto d = summarize(differences);
  const auto ma = summarize(a);
  const auto mb = summarize(b);
  if (!d || !ma || !mb) return std::nullopt;
  const auto n = static_cast<double>(d->n);
  return conclude({ma->mean, mb->mean, d->mean, d->sd / std::sqrt(n), n - 1.0}, settings);
}

}  // namespace bisect::stats
