#include "harness/config/metric_spec.hpp"

#include "harness/config/nearest.hpp"

#include <array>
#include <filesystem>
#include <regex>
#include <vector>

namespace bisect::config {
namespace {

enum class Selector { none, optional, required };

struct Form {
  std::string_view name;
  core::MetricSource source;
  Selector selector;
  std::string_view shown;  ///< as it stands in messages and help
};

constexpr std::array k_forms{
    Form{"wall", core::MetricSource::wall, Selector::none, "wall"},
    Form{"cpu", core::MetricSource::cpu, Selector::none, "cpu"},
    Form{"rss", core::MetricSource::rss, Selector::none, "rss"},
    Form{"exit", core::MetricSource::exit, Selector::none, "exit"},
    Form{"size", core::MetricSource::size, Selector::required, "size:PATH"},
    Form{"lines", core::MetricSource::lines, Selector::optional, "lines[:NAME]"},
    Form{"gbench", core::MetricSource::gbench, Selector::optional, "gbench[:REGEX]"},
    Form{"regex", core::MetricSource::regex, Selector::required, "regex:RE"},
    Form{"json", core::MetricSource::json, Selector::required, "json:POINTER"},
};

core::Error unknown_metric(std::string_view name) {
  std::vector<std::string> names, shown;
  for (const Form& form : k_forms) {
    names.emplace_back(form.name);
    shown.emplace_back(form.shown);
  }
  std::vector<std::string> hints;
  if (const std::string meant = nearest(name, names); !meant.empty())
    hints.push_back("did you mean " + meant + "?");
  hints.push_back("metrics: " + alternatives(shown) + "; add ,max when larger is better");
  return core::usage_error("unknown metric '" + std::string(name) + "'", std::move(hints));
}

core::Error instructions_unavailable() {
  return core::usage_error("the metric 'instructions' is not available in this version",
                           {"use cpu (user + system time), the nearest thing to it"});
}

core::Result<void> check_capture(const std::string& expression) {
  const std::regex compiled(expression);
  if (compiled.mark_count() == 1) return {};
  return core::usage_error("the regular expression '" + expression + "' has " +
                               std::to_string(compiled.mark_count()) + " captures, not one",
                           {"put ( ) around the number, and write other groups as (?: )"});
}

core::Result<void> check_size_path(const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(text).lexically_normal();
  if (path.is_relative() && *path.begin() != "..") return {};
  return core::usage_error("the path '" + text + "' leads out of the candidate's tree",
                           {"give a path relative to the top of the subject, such as size:build/app"});
}

}  // namespace

core::Result<void> check_regex(const std::string& expression) try {
  const std::regex compiled(expression);
  return {};
} catch (const std::regex_error& error) {
  return core::usage_error("the regular expression '" + expression + "' does not compile: " +
                               error.what(),
                           {"the grammar is ECMAScript's; a literal ( is written \\("});
}

core::Result<void> check_metric(const core::Metric& metric) {
  using Source = core::MetricSource;
  if (metric.source == Source::gbench) return check_regex(metric.selector);
  if (metric.source == Source::size) return check_size_path(metric.selector);
  if (metric.source == Source::json && !metric.selector.starts_with('/'))
    return core::usage_error("'" + metric.selector + "' is not a JSON pointer",
                             {"a pointer starts with /, such as json:/results/0/mean"});
  if (metric.source != Source::regex) return {};
  const core::Result<void> compiles = check_regex(metric.selector);
  return compiles ? check_capture(metric.selector) : compiles;
}

core::Result<core::Metric> parse_metric(std::string_view text) {
  constexpr std::string_view k_larger = ",max";
  core::Metric metric;
  if (text.ends_with(k_larger)) {
    metric.better = core::Better::larger;
    text.remove_suffix(k_larger.size());
  }
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (colon != std::string_view::npos) metric.selector = text.substr(colon + 1);
  if (name == "instructions") return instructions_unavailable();

  for (const Form& form : k_forms) {
    if (form.name != name) continue;
    metric.source = form.source;
    if (form.selector == Selector::none && colon != std::string_view::npos)
      return core::usage_error("the metric '" + std::string(name) + "' takes nothing after a colon");
    if (form.selector == Selector::required && metric.selector.empty())
      return core::usage_error("the metric '" + std::string(name) + "' is incomplete",
                               {"write " + std::string(form.shown)});
    const core::Result<void> sound = check_metric(metric);
    return sound ? core::Result<core::Metric>(metric) : sound.error();
  }
  return unknown_metric(name);
}

}  // namespace bisect::config
