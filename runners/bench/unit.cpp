#include "runners/bench/unit.hpp"

#include <array>

namespace bisect::bench {
namespace {

struct Scale {
  std::string_view text;
  double factor;
};

// Both code points that look like a small mu occur: U+00B5 (micro sign) and U+03BC (Greek letter).
constexpr std::array k_times{
    Scale{"ns", 1},         Scale{"us", 1e3},  Scale{"\u00B5s", 1e3}, Scale{"\u03BCs", 1e3},
    Scale{"usec", 1e3},     Scale{"ms", 1e6},  Scale{"msec", 1e6},    Scale{"s", 1e9},
    Scale{"sec", 1e9},      Scale{"second", 1e9}, Scale{"seconds", 1e9}, Scale{"min", 60e9},
};

constexpr std::array k_memory{
    Scale{"B", 1},           Scale{"byte", 1},       Scale{"bytes", 1},
    Scale{"kB", 1e3},        Scale{"KB", 1e3},       Scale{"MB", 1e6},
    Scale{"GB", 1e9},        Scale{"TB", 1e12},      Scale{"KiB", 1024.0},
    Scale{"MiB", 1048576.0}, Scale{"GiB", 1073741824.0}, Scale{"TiB", 1099511627776.0},
};

constexpr std::array<std::string_view, 29> k_plain{
    "",       "1",     "x",     "ratio",        "%",           "percent", "count", "counts",
    "item",   "items", "op",    "ops",          "calls",       "events",  "iters", "iterations",
    "instr",  "instructions",   "cycles",       "misses",      "faults",  "alloc", "allocs",
    "allocations",     "fps",   "Hz",           "kHz",         "MHz",     "GHz"};

template <class Table>
const Scale* find_scale(const Table& table, std::string_view text) {
  for (const Scale& scale : table)
    if (scale.text == text) return &scale;
  return nullptr;
}

bool is_plain(std::string_view text) {
  for (const std::string_view known : k_plain)
    if (known == text) return true;
  return false;
}

/// "MB/s", "items/sec", "/s": kept as printed, because rates of one benchmark share one unit.
bool is_rate(std::string_view text) {
  for (const std::string_view suffix : {"/s", "/sec", "/second"}) {
    if (!text.ends_with(suffix)) continue;
    const std::string_view counted = text.substr(0, text.size() - suffix.size());
    return is_plain(counted) || find_scale(k_memory, counted) != nullptr ||
           counted == "k" || counted == "M" || counted == "G";
  }
  return false;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
  if (const Scale* time = find_scale(k_times, text)) return Unit{Quantity::time, time->factor, "ns"};
  if (const Scale* memory = find_scale(k_memory, text))
    return Unit{Quantity::memory, memory->factor, "bytes"};
  if (text.empty() || text == "1") return plain_number();
  if (is_plain(text) || is_rate(text)) return Unit{Quantity::plain, 1, std::string(text)};
  return std::nullopt;
}

Unit nanoseconds() { return {Quantity::time, 1, "ns"}; }
Unit bytes() { return {Quantity::memory, 1, "bytes"}; }
Unit plain_number() { return {Quantity::plain, 1, ""}; }

}  // namespace bisect::bench
