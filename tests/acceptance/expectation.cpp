#include "tests/acceptance/expectation.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace bisect::acceptance {

namespace {

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

Expectation::Expectation(const std::filesystem::path& folder) : m_folder(folder.string()) {
  std::ifstream stream(folder / "EXPECT");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::string value = line.substr(equals + 1);
    replace_all(value, "@DIR@", m_folder);
    m_values[line.substr(0, equals)] = value;
  }
}

const std::string& Expectation::text(const std::string& key) const {
  const auto found = m_values.find(key);
  if (found == m_values.end()) throw std::out_of_range("the fixture has no key " + key);
  return found->second;
}

std::vector<std::string> Expectation::words(const std::string& key) const {
  if (!has(key)) return {};
  std::istringstream stream(text(key));
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string Expectation::fill(std::string text) const {
  for (const auto& [key, value] : m_values) replace_all(text, "{" + key + "}", value);
  replace_all(text, "@DIR@", m_folder);
  return text;
}

}  // namespace bisect::acceptance
