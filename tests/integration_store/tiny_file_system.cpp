#include "tests/integration_store/tiny_file_system.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace bisect::integration_store {
namespace {

/// A mount name space of our own; as an ordinary user that takes a user name space too.
bool own_mounts() {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(CLONE_NEWNS) == 0) return true;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
  std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  return true;
}

}  // namespace

TinyFileSystem::TinyFileSystem(const std::filesystem::path& folder, std::uintmax_t bytes)
    : m_folder(folder) {
  if (!own_mounts()) return;
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
  const std::string size = "size=" + std::to_string(bytes);
  m_mounted = mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) == 0;
}

TinyFileSystem::~TinyFileSystem() {
  if (m_mounted) umount2(m_folder.c_str(), MNT_DETACH);
}

}  // namespace bisect::integration_store
