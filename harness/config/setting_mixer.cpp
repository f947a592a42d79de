#include "harness/config/setting_mixer.hpp"

#include "harness/config/requests.hpp"
#include "harness/config/word_list.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bisect::config {
namespace {

using Texts = std::map<std::string, std::string>;

std::optional<std::string> find(const Texts& texts, const std::string& name) {
  const auto found = texts.find(name);
  return found == texts.end() ? std::nullopt : std::optional(found->second);
}

std::set<std::string> names_in(const Texts& one, const Texts& other) {
  std::set<std::string> names;
  for (const auto& [name, text] : one) names.insert(name);
  for (const auto& [name, text] : other) names.insert(name);
  return names;
}

/// "REV@FROM..TO" by path; of several pins of one path the last counts.
Texts pins_of(const core::Setting& setting) {
  Texts pins;
  for (const core::PinRequest& pin : setting.pins)
    pins[pin.path] = to_text(pin).substr(pin.path.size() + 1);
  return pins;
}

std::string shown(const std::optional<std::string>& side) { return side ? *side : "(nothing)"; }

/// Lists that can be told apart word by word: flags, or commands that have a word in common.
bool are_lists(const std::vector<std::string>& good, const std::vector<std::string>& bad) {
  if (good.empty() || bad.empty() || good.size() + bad.size() < 3) return false;
  const auto is_flag = [](const std::string& word) { return word.starts_with('-'); };
  if (std::all_of(good.begin(), good.end(), is_flag) && std::all_of(bad.begin(), bad.end(), is_flag))
    return true;
  return std::any_of(good.begin(), good.end(), [&](const std::string& word) {
    return word != "\n" && std::find(bad.begin(), bad.end(), word) != bad.end();
  });
}

}  // namespace

SettingMixer::SettingMixer(core::Setting good, core::Setting bad)
    : m_good(std::move(good)), m_bad(std::move(bad)) {
  compare(Kind::prepare, "prepare", m_good.commands.prepare, m_bad.commands.prepare);
  compare(Kind::build, "build", m_good.commands.build, m_bad.commands.build);
  compare(Kind::run, "run", m_good.commands.run, m_bad.commands.run);
  for (const std::string& name : names_in(m_good.environment, m_bad.environment))
    compare(Kind::variable, name, find(m_good.environment, name), find(m_bad.environment, name));
  const Texts good_pins = pins_of(m_good);
  const Texts bad_pins = pins_of(m_bad);
  for (const std::string& path : names_in(good_pins, bad_pins))
    compare(Kind::pin, path, find(good_pins, path), find(bad_pins, path));
  tell_names_apart();
}

void SettingMixer::compare(Kind kind, const std::string& name, const std::optional<std::string>& good,
                           const std::optional<std::string>& bad) {
  if (good == bad) return;
  Field field{kind, name, {}};
  const std::vector<std::string> good_words = words_of(good.value_or(""));
  const std::vector<std::string> bad_words = words_of(bad.value_or(""));
  if (are_lists(good_words, bad_words))
    for (WordPair& pair : aligned(good_words, bad_words))
      field.pieces.push_back({std::move(pair.good), std::move(pair.bad)});
  else
    field.pieces.push_back({good, bad});
  for (Piece& piece : field.pieces)
    if (piece.good != piece.bad) note(field, piece);
  m_fields.push_back(std::move(field));
}

void SettingMixer::note(const Field& field, Piece& piece) {
  piece.difference = m_differences.size();
  const bool is_word = field.pieces.size() > 1;
  const bool is_named = field.kind == Kind::variable || field.kind == Kind::pin;
  SettingDifference difference;
  difference.text = field.name + ": " + shown(piece.good) + " -> " + shown(piece.bad);
  if (piece.bad)
    difference.name = (is_named ? field.name + "=" : "") + (is_word || is_named ? *piece.bad : field.name);
  else
    difference.name = is_word ? "no " + *piece.good + (is_named ? " in " + field.name : "")
                              : "no " + field.name;
  m_differences.push_back(std::move(difference));
}

/// One word may change in two commands, and equal words twice in one.
void SettingMixer::tell_names_apart() {
  for (std::string SettingDifference::* field : {&SettingDifference::text, &SettingDifference::name}) {
    std::map<std::string, int> seen;
    for (SettingDifference& difference : m_differences)
      if (const int times = ++seen[difference.*field]; times > 1)
        difference.*field += " (" + std::to_string(times) + ")";
  }
}

std::optional<std::string> SettingMixer::text_of(const Field& field,
                                                 const std::set<std::string>& texts) const {
  std::optional<std::string> text;
  for (const Piece& piece : field.pieces) {
    const bool is_made =
        piece.difference != k_none && texts.contains(m_differences[piece.difference].text);
    const std::optional<std::string>& side = is_made ? piece.bad : piece.good;
    if (side) text = text ? *text + " " + *side : *side;
  }
  return text;
}

core::Setting SettingMixer::mixed(const std::set<std::string>& texts) const {
  if (texts.empty()) return m_good;
  if (texts.size() == m_differences.size()) return m_bad;
  core::Setting setting = m_good;
  for (const std::string& text : texts) setting.name += "; " + text;
  for (const Field& field : m_fields) {
    const std::optional<std::string> text = text_of(field, texts);
    switch (field.kind) {
      case Kind::prepare: setting.commands.prepare = text.value_or(""); break;
      case Kind::build: setting.commands.build = text.value_or(""); break;
      case Kind::run: setting.commands.run = text.value_or(""); break;
      case Kind::variable:
        if (text) setting.environment[field.name] = *text;
        else setting.environment.erase(field.name);
        break;
      case Kind::pin:
        std::erase_if(setting.pins, [&](const auto& pin) { return pin.path == field.name; });
        if (text)
          if (auto pin = parse_pin(field.name + "=" + *text)) setting.pins.push_back(*std::move(pin));
        break;
    }
  }
  return setting;
}

std::set<std::string> traits_of(const core::Setting& setting) {
  std::set<std::string> traits;
  for (const std::string* command :
       {&setting.commands.prepare, &setting.commands.build, &setting.commands.run})
    for (std::string& word : words_of(*command))
      if (word != "\n") traits.insert(std::move(word));
  for (const auto& [name, value] : setting.environment) {
    const std::vector<std::string> words = words_of(value);
    if (words.size() < 2) traits.insert(name + "=" + value);
    else for (const std::string& word : words) traits.insert(name + "=" + word);
  }
  for (const auto& [path, revision] : pins_of(setting)) traits.insert(path + "=" + revision);
  return traits;
}

}  // namespace bisect::config
