#include "reports/page/strip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bisect::page {
namespace {

constexpr double k_height = 40;
constexpr std::size_t k_most_dots = 400;  // of a strip: more would only be painted over each other

Attributes path(const char* kind, std::string d) { return {{"class", kind}, {"d", std::move(d)}}; }

std::string whisker(const Interval& interval, const Scale& scale) {
  const double low = std::clamp(scale(interval.low), 0.0, k_width);
  const double high = std::clamp(scale(interval.high), 0.0, k_width);
  return fmt::format("M{:.0f} 20H{:.0f}M{:.0f} 14V26M{:.0f} 14V26", low, high, low, high);
}

std::string box_path(const Box& box, const Scale& scale) {
  const double q1 = scale(box.q1), q3 = std::max(scale(box.q3), q1 + 1);
  return fmt::format("M{:.0f} 9H{:.0f}V31H{:.0f}Z", q1, q3, q1);
}

bool is_finite(const Interval& interval) {
  return std::isfinite(interval.value) && std::isfinite(interval.low) &&
         std::isfinite(interval.high);
}

void write_grid(Markup& out, const StripTable::Head& head) {
  std::string lines;
  for (const double mark : head.marks) lines += fmt::format("M{:.0f} 0V40", head.scale(mark));
  if (!lines.empty()) out.single("path", path("grid", lines));
  if (head.zero && head.scale.holds(*head.zero))
    out.single("path", path("zero", fmt::format("M{:.0f} 0V40", head.scale(*head.zero))));
}

/// Small arrows where dots lie beyond the scale.
void write_beyond(Markup& out, const Strip& strip, const Scale& scale) {
  const auto& dots = strip.dots;
  const bool below = std::any_of(dots.begin(), dots.end(), [&](double v) { return v < scale.low; });
  const bool above = std::any_of(dots.begin(), dots.end(), [&](double v) { return v > scale.high; });
  if (below) out.single("path", path("beyond", "M9 13L2 20L9 27"));
  if (above) out.single("path", path("beyond", "M991 13L998 20L991 27"));
}

void write_marks(Markup& out, const Strip& strip, const Scale& scale) {
  const std::string dots = dots_path(thinned(strip.dots, k_most_dots), scale);
  if (!dots.empty()) out.single("path", path("dots", dots));
  write_beyond(out, strip, scale);
  if (strip.box) {
    out.single("path", path("box", box_path(*strip.box, scale)));
    out.single("path", path("median", fmt::format("M{:.0f} 6V34", scale(strip.box->median))));
  }
  if (!strip.interval || !is_finite(*strip.interval)) return;
  const double centre = scale(strip.interval->value);
  out.single("path", path("halo", whisker(*strip.interval, scale)));
  out.single("path", path("whisker", whisker(*strip.interval, scale)));
  out.single("path", path("centre", fmt::format("M{:.0f} 20h0", centre)));
}

}  // namespace

void write_mark(Markup& out, const std::string& text, double x) {
  const double percent = x / k_width * 100;
  // A label at an edge would stick out of the page.
  const char* kind = percent < 6 ? "first" : percent > 92 ? "last" : "mark";
  out.leaf("span", text, {{"class", kind}, {"style", fmt::format("left:{:.1f}%", percent)}});
}

std::string dots_path(const std::vector<double>& values, const Scale& scale) {
  constexpr double k_golden = 0.6180339887498949;  // spreads any number of dots evenly
  std::string d;
  std::size_t drawn = 0;
  for (const double value : values) {
    if (!scale.holds(value)) continue;
    const double place = std::fmod(static_cast<double>(++drawn) * k_golden, 1.0);
    fmt::format_to(std::back_inserter(d), "M{:.0f} {:.0f}h0", scale(value), 5 + place * (k_height - 10));
  }
  return d;
}

StripTable::StripTable(Markup& out, Head head)
    : m_out(out), m_head(std::move(head)), m_frame(out.in("div", {{"class", "frame"}})),
      m_table(out.in("table", {{"class", "strips"}, {"role", "table"}})) {
  write_head();
}

void StripTable::write_head() {
  m_out.leaf("caption", m_head.caption).line();
  const auto head = m_out.in("thead", {{"role", "rowgroup"}});
  const auto row = m_out.in("tr", {{"role", "row"}});
  const auto heading = [](const char* kind) {
    return Attributes{{"scope", "col"}, {"role", "columnheader"}, {"class", kind}};
  };
  m_out.leaf("th", m_head.first, heading("who"));
  {
    const auto cell = m_out.in("th", heading("picture"));
    m_out.leaf("span", m_head.picture, {{"class", "of"}});
    const auto axis = m_out.in("span", {{"class", "axis"}, {"aria-hidden", "true"}});
    for (const double mark : m_head.marks)
      write_mark(m_out, m_head.mark_text(mark), m_head.scale(mark));
  }
  for (const std::string& title : m_head.columns) m_out.leaf("th", title, heading("text"));
}

void StripTable::write_strip(const Strip* strip) {
  const auto cell = m_out.in("td", {{"role", "cell"}, {"class", "picture"}});
  Attributes attributes{{"viewBox", "0 0 1000 40"}, {"preserveAspectRatio", "none"}};
  if (strip == nullptr) attributes.push_back({"aria-hidden", "true"});
  else attributes.push_back({"role", "img"});
  const auto svg = m_out.in("svg", attributes);
  if (strip != nullptr) m_out.leaf("title", strip->title);
  write_grid(m_out, m_head);
  if (strip != nullptr) write_marks(m_out, *strip, m_head.scale);
}

void StripTable::row(const std::string& kind, const std::function<void(Markup&)>& heading,
                     const std::optional<Strip>& strip, const std::vector<std::string>& cells) {
  m_out.line();
  const auto row = m_out.in("tr", {{"role", "row"}, {"class", kind}});
  {
    const auto cell = m_out.in("th", {{"scope", "row"}, {"role", "rowheader"}, {"class", "who"}});
    heading(m_out);
  }
  write_strip(strip ? &*strip : nullptr);
  for (std::size_t i = 0; i < cells.size(); ++i)
    m_out.leaf("td", cells[i],
               {{"role", "cell"}, {"class", "text"}, {"data-title", m_head.columns[i]}});
}

void StripTable::note(const std::string& kind, const std::function<void(Markup&)>& text) {
  m_out.line();
  const auto row = m_out.in("tr", {{"role", "row"}, {"class", kind}});
  const auto cell = m_out.in("td", {{"role", "cell"},
                                    {"class", "note"},
                                    {"colspan", std::to_string(m_head.columns.size() + 2)}});
  text(m_out);
}

}  // namespace bisect::page
