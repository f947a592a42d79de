#include "runners/build/directory_size.hpp"

#include <sys/stat.h>

#include <system_error>

namespace bisect::build {
namespace {

std::uint64_t blocks_of(const std::filesystem::path& path) {
  constexpr std::uint64_t k_block = 512;  // the unit of st_blocks, whatever the file system uses
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * k_block
                                           : 0;
}

}  // namespace

std::uint64_t allocated_bytes(const std::filesystem::path& tree) {
  namespace fs = std::filesystem;
  std::uint64_t bytes = blocks_of(tree);
  std::error_code error;
  fs::recursive_directory_iterator entry(tree, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    bytes += blocks_of(entry->path());
  return bytes;
}

}  // namespace bisect::build
