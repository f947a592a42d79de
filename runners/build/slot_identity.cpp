#include "runners/build/slot_identity.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

namespace bisect::build {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_file = "identity";
constexpr const char* k_partial = "identity.partial";
constexpr std::size_t k_longest_name = 64;

core::Error cannot_write(const fs::path& file) {
  return core::environment_error("cannot write " + file.string() + ": " + std::strerror(errno),
                                 {"free some space or choose another folder with --work-dir"});
}

/// Everything written so far to the file system that holds `folder` reaches the disk.
bool flush_file_system(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool flushed = syncfs(descriptor) == 0;
  close(descriptor);
  return flushed;
}

bool write_whole(const fs::path& file, const std::string& text) {
  const int descriptor =
      open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return false;
  const bool written = write(descriptor, text.data(), text.size()) ==
                           static_cast<ssize_t>(text.size()) &&
                       fsync(descriptor) == 0;
  return close(descriptor) == 0 && written;
}

}  // namespace

bool is_slot_name(const core::Digest& inputs) {
  const std::string& text = inputs.text();
  return !text.empty() && text.size() <= k_longest_name &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::optional<SlotIdentity> read_identity(const fs::path& slot) {
  const fs::path file = slot / k_file;
  std::ifstream input(file);
  std::string name;
  std::uint64_t bytes = 0;
  if (!(input >> name >> bytes) || input.get() != '\n') return std::nullopt;
  std::error_code error;
  SlotIdentity identity{core::Digest{name}, bytes, fs::last_write_time(file, error)};
  if (error || !is_slot_name(identity.inputs)) return std::nullopt;
  return identity;
}

core::Result<void> write_identity(const fs::path& slot, const core::Digest& inputs,
                                  std::uint64_t bytes) {
  // After a power cut an identity must not stand beside a tree whose blocks never arrived.
  if (!flush_file_system(slot)) return cannot_write(slot);
  const std::string text = inputs.text() + " " + std::to_string(bytes) + "\n";
  if (!write_whole(slot / k_partial, text)) return cannot_write(slot / k_partial);
  if (rename((slot / k_partial).c_str(), (slot / k_file).c_str()) != 0)
    return cannot_write(slot / k_file);
  return {};
}

void touch_identity(const fs::path& slot) {
  utimensat(AT_FDCWD, (slot / k_file).c_str(), nullptr, 0);
}

}  // namespace bisect::build
