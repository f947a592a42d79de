#include "harness/config/plan_toml.hpp"

#include "harness/config/quantities.hpp"
#include "harness/config/requests.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>

namespace bisect::config {
namespace {

/// A TOML basic string.
std::string toml_string(std::string_view text) {
  constexpr std::string_view k_hex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      result += {'\\', 'u', '0', '0', k_hex[byte >> 4], k_hex[byte & 15]};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string key_text(const std::string& key) {
  const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '-');
  });
  return is_bare ? key : toml_string(key);
}

/// Percent of a fraction without the digits that only binary floating point has: 0.07 -> "7".
std::string percent(double fraction) {
  char text[32];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, fraction * 100, std::chars_format::general, 12);
  return error == std::errc{} ? std::string(text, end) : std::string("0");
}

class Writer {
 public:
  void comment(const std::string& text) { m_text += (m_text.empty() ? "# " : "\n# ") + text + "\n"; }
  void header(const std::string& text) { m_text += "\n" + text + "\n"; }
  void raw(const std::string& key, const std::string& value) { m_text += key + " = " + value + "\n"; }
  void text(const std::string& key, const std::string& value) { raw(key_text(key), toml_string(value)); }
  void text_if_given(const std::string& key, const std::string& value) {
    if (!value.empty()) text(key, value);
  }
  void line(const std::string& text) { m_text += text + "\n"; }
  [[nodiscard]] std::string take() { return std::move(m_text); }

 private:
  std::string m_text;
};

std::string flag(bool value) { return value ? "true" : "false"; }

std::string seed_text(std::uint64_t seed) {
  // TOML numbers are signed 64 bit.
  const std::string digits = std::to_string(seed);
  constexpr std::uint64_t k_largest = std::numeric_limits<std::int64_t>::max();
  return seed <= k_largest ? digits : toml_string(digits);
}

std::string list_of(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + toml_string(text);
  return "[" + list + "]";
}

void write_compared(Writer& out, const core::Plan& plan) {
  out.raw("revisions", list_of(plan.revisions));
  if (plan.task == core::Task::matrix) return out.raw("matrix_settings", list_of(plan.compared));
  if (plan.compared.front().empty() && plan.compared.back().empty()) return;
  out.text("good_setting", plan.compared.front());
  out.text("bad_setting", plan.compared.back());
}

void write_search(Writer& out, const core::Plan& plan) {
  out.comment("What is searched.");
  out.text("repo", plan.repository.string());
  if (plan.task == core::Task::split) {
    out.text("split", plan.good.empty() ? plan.bad : plan.good + ".." + plan.bad);
    out.raw("per_file", flag(plan.grain == core::Grain::per_file));
    out.raw("per_hunk", flag(plan.grain == core::Grain::per_hunk));
    out.raw("samples", std::to_string(plan.samples) + (plan.samples == 0 ? "  # as needed" : ""));
    return;
  }
  if (plan.samples > 0) out.raw("samples", std::to_string(plan.samples));
  if (!plan.compared.empty()) return write_compared(out, plan);
  out.text("good", plan.good);
  out.text("bad", plan.bad);
  out.raw("first_parent", flag(plan.walk == core::Walk::first_parent));
  out.raw("descend", flag(plan.descend == core::Descend::into_merges));
}

void write_commands(Writer& out, const core::Commands& commands) {
  out.text_if_given("prepare", commands.prepare);
  out.text_if_given("build", commands.build);
  out.text_if_given("run", commands.run);
}

void write_question(Writer& out, const core::Plan& plan) {
  out.comment("What is measured, and what counts.");
  if (plan.metrics.empty()) {
    out.line("# metric: chosen after calibration between cpu and wall");
  } else {
    std::vector<std::string> metrics;
    for (const core::Metric& metric : plan.metrics) metrics.push_back(core::to_text(metric));
    out.raw("metric", list_of(metrics));
  }
  out.text("look_for", core::to_text(plan.look_for));
  out.text_if_given("match", plan.match);
  out.raw("min_effect", percent(plan.min_effect) + "  # percent");
  out.raw("confidence", percent(plan.confidence) + "  # percent");
  out.text_if_given("use_setting", plan.setting);
  out.raw("seed", seed_text(plan.seed));
}

void write_environment(Writer& out, const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) out.text(name, value);
}

void write_limits(Writer& out, const core::Limits& limits) {
  const bool calibrated = limits.run == core::Duration::zero();
  out.header("[limits]  # \"0s\" and 0: no limit");
  out.text("build_timeout", to_text(limits.build));
  out.raw("run_timeout", toml_string(to_text(limits.run)) +
                             (calibrated ? "  # ten times the calibrated time" : ""));
  out.text("budget", to_text(limits.budget));
  out.raw("max_builds", std::to_string(limits.max_builds));
  out.raw("retries", std::to_string(limits.retries));
}

void write_stretch(Writer& out, const core::Stretch& stretch) {
  out.text_if_given("from", stretch.from);
  out.text_if_given("to", stretch.to);
}

void write_parts(Writer& out, const std::vector<core::PartRequest>& parts) {
  if (parts.empty()) return;
  out.header("[parts]");
  for (const core::PartRequest& part : parts) out.raw(key_text(part.name), list_of(part.globs));
}

void write_toggles(Writer& out, const std::vector<core::Toggle>& toggles) {
  if (toggles.empty()) return;
  out.header("[toggles]");
  for (const core::Toggle& toggle : toggles)
    out.raw(key_text(toggle.name), list_of({toggle.good, toggle.bad}));
}

void write_setting(Writer& out, const core::Setting& setting) {
  const std::string name = "setting." + key_text(setting.name);
  out.header("[" + name + "]");
  write_commands(out, setting.commands);
  if (!setting.environment.empty()) out.header("[" + name + ".environment]");
  write_environment(out, setting.environment);
  if (!setting.pins.empty()) out.header("[" + name + ".pin]");
  for (const core::PinRequest& pin : setting.pins)
    out.text(pin.path, to_text(pin).substr(pin.path.size() + 1));
}

}  // namespace

std::string to_toml(const core::Plan& plan) {
  Writer out;
  write_search(out, plan);
  out.comment("Commands, run in the candidate's own tree.");
  write_commands(out, plan.commands);
  write_question(out, plan);
  out.comment("Where results and trees are kept.");
  out.text("db", plan.database.string());
  out.text("work_dir", plan.work_dir.string());
  write_limits(out, plan.limits);
  if (!plan.environment.empty()) {
    out.header("[environment]");
    write_environment(out, plan.environment);
  }
  write_parts(out, plan.parts);
  write_toggles(out, plan.toggles);
  for (const core::PinRequest& pin : plan.pins) {
    out.header("[[pin]]");
    out.text("path", pin.path);
    out.text("revision", pin.revision);
    write_stretch(out, pin.stretch);
  }
  for (const core::PatchRequest& patch : plan.patches) {
    out.header("[[patch]]");
    out.text("file", patch.file.string());
    write_stretch(out, patch.stretch);
  }
  for (const core::Setting& setting : plan.settings) write_setting(out, setting);
  return out.take();
}

}  // namespace bisect::config
