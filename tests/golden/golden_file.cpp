#include "tests/golden/golden_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bisect::golden {
namespace {

namespace fs = std::filesystem;

bool is_blessing() {
  const char* value = std::getenv("BISECT_BLESS");
  return value != nullptr && std::string(value) == "1";
}

testing::AssertionResult first_difference(const std::string& name, const std::string& expected,
                                          const std::string& text) {
  std::istringstream old_lines(expected), new_lines(text);
  std::string old_line, new_line;
  for (int number = 1;; ++number) {
    const bool has_old = static_cast<bool>(std::getline(old_lines, old_line));
    const bool has_new = static_cast<bool>(std::getline(new_lines, new_line));
    if (has_old && has_new && old_line == new_line) continue;
    return testing::AssertionFailure()
           << name << ":" << number << " differs\n  golden: " << (has_old ? old_line : "(end)")
           << "\n  now:    " << (has_new ? new_line : "(end)")
           << "\nif the new text is right: BISECT_BLESS=1\n\n" << text;
  }
}

}  // namespace

testing::AssertionResult matches_golden(const std::string& name, const std::string& text) {
  const fs::path file = fs::path(BISECT_SOURCE_DIR) / "tests/golden/files" / name;
  if (is_blessing()) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return testing::AssertionSuccess();
  }
  std::ifstream input(file, std::ios::binary);
  if (!input) return testing::AssertionFailure() << "no golden file " << name << "; BISECT_BLESS=1 writes it";
  std::ostringstream expected;
  expected << input.rdbuf();
  if (expected.str() == text) return testing::AssertionSuccess();
  return first_difference(name, expected.str(), text);
}

}  // namespace bisect::golden
