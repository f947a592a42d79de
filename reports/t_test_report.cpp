#include "reports/t_test_report.hpp"

#include "reports/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bisect::reports {
namespace {

std::string fixed(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

std::string test_name(const std::string& test) {
  if (test == "welch") return "Welch's t-test (unequal variances)";
  if (test == "paired") return "paired t-test";
  if (test == "rank") return "Mann-Whitney rank test";
  return "Student's t-test (pooled variance)";
}

std::string question(stats::Tail tail) {
  switch (tail) {
    case stats::Tail::greater: return "one-tailed: is the first greater than the second?";
    case stats::Tail::less: return "one-tailed: is the first less than the second?";
    case stats::Tail::two_sided: return "two-tailed: do they differ?";
  }
  return "?";
}

std::string sample_line(const SampleRow& row, std::size_t name_width) {
  return fmt::format("  {:<{}}  {:>8}  {:>12.6g}  {:>12.6g}\n", row.name, name_width, row.n, row.mean,
                     row.sd);
}

/// 1 - p in percent, with as many digits as p has zeros: 0.0015 -> "99.85 %".
std::string certainty(double p) {
  if (p < 1e-6) return "> 99.9999 %";
  const int decimals = std::max(2, static_cast<int>(std::ceil(-std::log10(p))) - 1);
  return fixed((1 - p) * 100, decimals) + " %";
}

std::string statistic(const TTestReport& report) {
  const std::string name = report.test == "rank" ? "z" : "t";
  if (std::isfinite(report.statistic)) return name + " = " + fixed(report.statistic, 2);
  return name + " = " + (report.statistic < 0 ? "-" : "") + "infinite: neither sample varies";
}

std::string difference_line(const TTestReport& report) {
  std::string text = "difference " + number(report.difference);
  if (report.interval)
    text += " [" + number(report.interval->low) + ", " + number(report.interval->high) + "]";
  const double base = report.second.mean;
  if (base != 0) {
    text += ", " + signed_percent(report.difference / base);
    if (report.interval) {
      const double low = report.interval->low / base, high = report.interval->high / base;
      text += " [" + signed_percent(std::min(low, high)) + ", " +
              signed_percent(std::max(low, high)) + "]";
    }
    text += " of the second";
  }
  return text + "\n";
}

}  // namespace

std::string to_text(const TTestReport& report) {
  const std::size_t width = std::max(report.first.name.size(), report.second.name.size());
  std::string out = test_name(report.test) + ", " + question(report.tail) + "\n\n";
  out += fmt::format("  {:<{}}  {:>8}  {:>12}  {:>12}\n", "", width, "n", "mean", "sd");
  out += sample_line(report.first, width) + sample_line(report.second, width) + "\n";
  const std::string p = p_value(report.p_value);
  out += statistic(report) + ", p " + (p.starts_with('<') ? "" : "= ") + p + " (" +
         certainty(report.p_value) + "), " + (report.is_significant() ? "" : "not ") +
         "significant at " + level(report.confidence) + "\n";
  if (report.dof) out += "degrees of freedom " + number(*report.dof) + "\n";
  return out + difference_line(report) + "intervals: " + level(report.confidence) + "\n";
}

}  // namespace bisect::reports
