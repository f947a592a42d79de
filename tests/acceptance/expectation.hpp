#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bisect::acceptance {

/// The EXPECT file of a fixture: what to run and the right answer, as key=value lines.
class Expectation {
 public:
  Expectation() = default;
  /// Reads `folder`/EXPECT; "@DIR@" in a value stands for `folder`.
  explicit Expectation(const std::filesystem::path& folder);

  [[nodiscard]] bool has(const std::string& key) const { return m_values.contains(key); }
  /// Throws std::out_of_range, naming the key, when it is not there.
  [[nodiscard]] const std::string& text(const std::string& key) const;
  /// The value's words; empty when the key is not there.
  [[nodiscard]] std::vector<std::string> words(const std::string& key) const;
  /// Replaces "{key}" by the key's value and "@DIR@" by the fixture's folder.
  [[nodiscard]] std::string fill(std::string text) const;

 private:
  std::string m_folder;
  std::map<std::string, std::string> m_values;
};

}  // namespace bisect::acceptance
