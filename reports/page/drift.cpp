#include "reports/page/figures.hpp"
#include "reports/page/levels.hpp"
#include "reports/page/pieces.hpp"
#include "reports/page/scale.hpp"
#include "reports/page/strip.hpp"

#include "reports/number_text.hpp"
#include "stats/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bisect::page {
using namespace reports;
namespace {

using core::Purpose;

constexpr double k_height = 200;
constexpr std::size_t k_most_dots = 2000;
constexpr int k_most_bins = 48;
constexpr std::size_t k_in_a_bin = 12;  // starts, on average: fewer tell no level
constexpr int k_rows = 12;  // of the table

struct Moment {
  double seconds = 0;
  double deviation = 0;  ///< from the session's median, as a fraction
  double load = 0;
};

/// A stretch of the session in which one thing was measured.
struct Phase {
  std::string name;
  double from = 0;
  double to = 0;
};

std::string phase_name(Purpose purpose) {
  switch (purpose) {
    case Purpose::probe: return "probe";
    case Purpose::calibrate: return "calibration";
    case Purpose::ends: return "ends";
    case Purpose::step: return "steps";
    case Purpose::confirm: return "confirmation";
    case Purpose::variants: return "variants";
  }
  return "?";
}

std::vector<const MeasuredRound*> all_rounds(const Measurements& measurements) {
  std::vector<const MeasuredRound*> rounds;
  for (const MeasuredRound& round : measurements.rounds)
    if (!round.starts.empty()) rounds.push_back(&round);
  return rounds;
}

std::vector<Moment> moments_of(const std::vector<const MeasuredRound*>& rounds,
                               const std::string& origin) {
  const Levels levels(rounds, origin);
  std::vector<Moment> moments;
  std::vector<double> logs;
  for (const MeasuredRound* round : rounds) {
    std::vector<double> level;
    for (const RoundArm& arm : round->arms) level.push_back(levels.level(arm_name(arm)));
    for (const Start& start : round->starts) {
      if (!start.value || *start.value <= 0) continue;
      logs.push_back(std::log(*start.value) - level[static_cast<std::size_t>(start.arm)]);
      moments.push_back({start.seconds, logs.back(), start.load});
    }
  }
  if (moments.empty()) return moments;
  const double middle = stats::quantile(logs, 0.5).value_or(0);
  for (Moment& moment : moments) moment.deviation = std::expm1(moment.deviation - middle);
  std::stable_sort(moments.begin(), moments.end(),
                   [](const Moment& a, const Moment& b) { return a.seconds < b.seconds; });
  return moments;
}

std::vector<Phase> phases_of(const std::vector<const MeasuredRound*>& rounds) {
  std::vector<Phase> phases;
  for (const MeasuredRound* round : rounds) {
    const std::string name = phase_name(round->purpose);
    if (phases.empty() || phases.back().name != name)
      phases.push_back({name, round->starts.front().seconds, 0});
    phases.back().to = round->starts.back().seconds;
  }
  for (std::size_t i = 0; i + 1 < phases.size(); ++i) phases[i].to = phases[i + 1].from;
  return phases;
}

struct Bin {
  double from = 0;
  double to = 0;
  std::vector<double> deviations;
  double load = 0;  ///< largest
};

std::vector<Bin> bins_of(const std::vector<Moment>& moments, int count) {
  const double begin = moments.front().seconds;
  const double width = std::max(moments.back().seconds - begin, 1e-3) / count;
  std::vector<Bin> bins(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i].from = begin + static_cast<double>(i) * width;
    bins[i].to = bins[i].from + width;
  }
  for (const Moment& moment : moments) {
    const auto at = static_cast<std::size_t>((moment.seconds - begin) / width);
    Bin& bin = bins[std::min(at, bins.size() - 1)];
    bin.deviations.push_back(moment.deviation);
    bin.load = std::max(bin.load, moment.load);
  }
  std::erase_if(bins, [](const Bin& bin) { return bin.deviations.empty(); });
  for (Bin& bin : bins) std::sort(bin.deviations.begin(), bin.deviations.end());
  return bins;
}

struct Plane {
  Scale time;
  Scale height;

  [[nodiscard]] double x(double seconds) const { return time(seconds); }
  [[nodiscard]] double y(double deviation) const {
    return k_height * (1 - height(deviation) / k_width);
  }
};

std::string dots_of(const std::vector<Moment>& moments, const Plane& plane) {
  const std::size_t stride = 1 + (moments.size() - 1) / k_most_dots;
  std::string d;
  for (std::size_t i = 0; i < moments.size(); i += stride)
    if (plane.height.holds(moments[i].deviation))
      fmt::format_to(std::back_inserter(d), "M{:.0f} {:.0f}h0", plane.x(moments[i].seconds),
                     plane.y(moments[i].deviation));
  return d;
}

/// Breaks off where nothing was measured for a while.
std::string median_line(const std::vector<Bin>& bins, const Plane& plane) {
  std::string d;
  double last = 0;
  for (const Bin& bin : bins) {
    const bool goes_on = !d.empty() && bin.from - last < 2 * (bin.to - bin.from);
    last = bin.to;
    const double middle = plane.y(stats::quantile_of_sorted(bin.deviations, 0.5));
    d += fmt::format("{}{:.0f} {:.0f}", goes_on ? "L" : "M", plane.x((bin.from + bin.to) / 2),
                     std::clamp(middle, 0.0, k_height));
  }
  return d;
}

void write_plot(Markup& out, const std::vector<Moment>& moments, const Plane& plane,
                const std::vector<Phase>& phases, const std::string& summary) {
  const auto plot = out.in("div", {{"class", "plot"}});
  for (const double mark : ticks(plane.height, 5))
    out.leaf("span", signed_level(mark),
             {{"class", "ylabel"}, {"aria-hidden", "true"},
              {"style", fmt::format("top:{:.1f}%", plane.y(mark) / k_height * 100)}});
  const auto svg = out.in("svg", {{"viewBox", "0 0 1000 200"},
                                  {"preserveAspectRatio", "none"},
                                  {"role", "img"},
                                  {"aria-labelledby", "drift-title drift-desc"}});
  out.leaf("title", "Drift of the machine over the session", {{"id", "drift-title"}});
  out.leaf("desc", summary, {{"id", "drift-desc"}});
  std::string grid, edges;
  for (const double mark : ticks(plane.height, 5)) grid += fmt::format("M0 {:.0f}H1000", plane.y(mark));
  for (std::size_t i = 1; i < phases.size(); ++i)
    edges += fmt::format("M{:.0f} 0V200", plane.x(phases[i].from));
  out.single("path", {{"class", "grid"}, {"d", grid}});
  if (!edges.empty()) out.single("path", {{"class", "edge"}, {"d", edges}});
  out.single("path", {{"class", "dots"}, {"d", dots_of(moments, plane)}});
  const int bins = static_cast<int>(std::min<std::size_t>(k_most_bins, moments.size() / k_in_a_bin));
  if (bins < 2) return;
  out.single("path", {{"class", "trend"}, {"d", median_line(bins_of(moments, bins), plane)}});
}

std::string clock_text(double seconds) {
  return elapsed(std::chrono::duration_cast<core::Duration>(std::chrono::duration<double>(seconds)));
}

void write_time_axis(Markup& out, const Plane& plane, const std::vector<Phase>& phases) {
  {
    const auto axis = out.in("div", {{"class", "phases"}, {"aria-hidden", "true"}});
    for (const Phase& phase : phases)
      out.leaf("span", phase.name,
               {{"title", phase.name},
                {"style", fmt::format("left:{:.2f}%;width:{:.2f}%", plane.x(phase.from) / 10,
                                      (plane.x(phase.to) - plane.x(phase.from)) / 10)}});
  }
  const auto axis = out.in("div", {{"class", "axis"}, {"aria-hidden", "true"}});
  for (const double mark : ticks(plane.time, 4)) write_mark(out, clock_text(mark), plane.x(mark));
}

Table table_of(const std::vector<Moment>& moments) {
  Table table{{{"from"}, {"starts", Align::right}, {"Q1", Align::right}, {"median", Align::right},
               {"Q3", Align::right}, {"load, at most", Align::right}},
              {}};
  for (const Bin& bin : bins_of(moments, k_rows)) {
    const auto at = [&](double p) {
      return signed_percent(stats::quantile_of_sorted(bin.deviations, p));
    };
    table.rows.push_back({clock_text(bin.from), std::to_string(bin.deviations.size()), at(0.25), at(0.5),
                          at(0.75), fmt::format("{:.1f}", bin.load)});
  }
  return table;
}

std::string summary_of(const std::vector<Moment>& moments) {
  std::vector<double> deviations, medians;
  double load_low = moments.front().load, load_high = load_low;
  for (const Moment& moment : moments) {
    deviations.push_back(std::abs(moment.deviation));
    load_low = std::min(load_low, moment.load);
    load_high = std::max(load_high, moment.load);
  }
  for (const Bin& bin : bins_of(moments, k_rows))
    medians.push_back(stats::quantile_of_sorted(bin.deviations, 0.5));
  const auto [lowest, highest] = std::minmax_element(medians.begin(), medians.end());
  return fmt::format(
      "Half of the starts lay within {} of the session's median. Its level moved between {} and {}. The "
      "machine's load was {:.1f} to {:.1f}.",
      percent(stats::quantile(deviations, 0.5).value_or(0)), signed_percent(*lowest),
      signed_percent(*highest), load_low, load_high);
}

}  // namespace

void write_drift(Markup& out, const ReportModel& model) {
  const auto rounds = all_rounds(model.measurements);
  const std::string origin = model.finding.range ? model.finding.range->good.id.text() : "";
  const std::vector<Moment> moments = moments_of(rounds, origin);
  if (moments.size() < 2 || moments.back().seconds <= moments.front().seconds) return;
  std::vector<double> deviations;
  for (const Moment& moment : moments) deviations.push_back(moment.deviation);
  const std::vector<double> zero{0};
  const Plane plane{{moments.front().seconds, moments.back().seconds}, scale_for(zero, deviations)};
  const std::string summary = summary_of(moments);
  out.leaf("h3", "The machine during the session");
  out.leaf("p", summary +
                    " Dots are starts without the level of their commit; the line is the median. Drift falls "
                    "on all builds of a block alike and does not count.");
  const auto figure = out.in("figure", {{"class", "drift"}});
  const std::vector<Phase> phases = phases_of(rounds);
  write_plot(out, moments, plane, phases, summary);
  write_time_axis(out, plane, phases);
  out.leaf("figcaption", "time since the first start; deviation from the session's median");
  write_folded(out, "Numbers of this picture",
               [&] { write_table(out, "Deviation from the session's median, by time", table_of(moments)); });
}

}  // namespace bisect::page
