#include "tests/support/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace bisect::support {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::canonical(fs::temp_directory_path()) / "bisect-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw fs::filesystem_error("mkdtemp", name, {errno, std::generic_category()});
  }
  m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
  if (std::getenv("BISECT_KEEP_FOLDERS") != nullptr) return;
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

}  // namespace bisect::support
