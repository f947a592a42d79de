#include "reports/number_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace bisect::reports {
namespace {

std::string with_decimals(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

std::string general(double value, int digits) {
  return fmt::format("{:.{}g}", value, digits);
}

int percent_decimals(double magnitude) {
  if (magnitude >= 99.95) return 0;
  if (magnitude >= 0.95 || magnitude < 0.005) return 1;
  return 2;
}

struct Scale {
  double factor;
  const char* unit;
};

constexpr std::array k_times{Scale{1e9, "s"}, Scale{1e6, "ms"}, Scale{1e3, "µs"}, Scale{1, "ns"}};
constexpr std::array k_sizes{Scale{1073741824, "GiB"}, Scale{1048576, "MiB"}, Scale{1024, "KiB"},
                             Scale{1, "bytes"}};

template <class Scales>
std::string scaled(double value, const Scales& scales) {
  for (const Scale& scale : scales)
    // A value that would round up to the next unit is written in that unit.
    if (std::abs(value) >= scale.factor * 0.99995 || scale.factor == 1)
      return number(value / scale.factor) + " " + scale.unit;
  return number(value);
}

}  // namespace

std::string percent(double fraction) {
  if (!std::isfinite(fraction)) return "?";
  const double value = fraction * 100;
  const std::string text = with_decimals(value, percent_decimals(std::abs(value)));
  return (text == "-0.0" ? "0.0" : text) + " %";
}

std::string signed_percent(double fraction) {
  const std::string text = percent(fraction);
  const bool is_positive = std::isfinite(fraction) && fraction > 0 && !text.starts_with("0.0 ");
  return is_positive ? "+" + text : text;
}

std::string level(double fraction) {
  return std::isfinite(fraction) ? general(fraction * 100, 6) + " %" : "?";
}

std::string probability(double value) {
  if (!std::isfinite(value)) return "?";
  if (value > 0.999) return "> 99.9 %";
  if (value < 0.001) return "< 0.1 %";
  return with_decimals(value * 100, 1) + " %";
}

std::string p_value(double value) {
  if (!std::isfinite(value)) return "?";
  return value < 1e-300 ? "< 1e-300" : general(value, 2);
}

std::string number(double value) {
  if (!std::isfinite(value)) return "?";
  const double magnitude = std::abs(value);
  if (magnitude >= 1000 && magnitude < 1e7) return with_decimals(value, 0);
  return general(value, 4);
}

std::string quantity(double value, const std::string& unit) {
  if (!std::isfinite(value)) return "?";
  if (unit == "ns") return scaled(value, k_times);
  if (unit == "bytes") return scaled(value, k_sizes);
  return unit.empty() ? number(value) : number(value) + " " + unit;
}

std::string elapsed(core::Duration duration) {
  const double seconds = std::chrono::duration<double>(duration).count();
  if (seconds < 9.95) return with_decimals(seconds, 1) + " s";
  const long long whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  const long long minutes = (whole + 30) / 60;
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace bisect::reports
