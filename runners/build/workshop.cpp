#include "runners/build/workshop.hpp"

#include "runners/build/directory_size.hpp"
#include "runners/build/slot_identity.hpp"
#include "runners/build/tree_removal.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace bisect::build {
namespace {

namespace fs = std::filesystem;

core::Error unusable(const fs::path& path, const std::string& why) {
  return core::environment_error("cannot use the work folder " + path.string() + ": " + why,
                                 {"choose another folder with --work-dir"});
}

core::Result<void> move(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  return core::environment_error("cannot move " + from.string() + " to " + to.string() + ": " +
                                 std::strerror(errno));
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

core::Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unusable(folder, error.message());
  if (access(folder.c_str(), W_OK | X_OK) != 0) return unusable(folder, std::strerror(errno));
  return {};
}

}  // namespace

Workshop::Workshop(fs::path work_dir) : m_work_dir(std::move(work_dir)) {}

core::Result<Workshop> Workshop::open(fs::path work_dir) {
  if (auto made = make_folder(work_dir); !made) return std::move(made).error();
  std::error_code error;
  // Without links, so that tree() is what a build sees as its own working directory.
  fs::path resolved = fs::canonical(work_dir, error);
  if (error) return unusable(work_dir, error.message());
  Workshop workshop(std::move(resolved));
  if (auto recovered = workshop.recover(); !recovered) return std::move(recovered).error();
  return workshop;
}

fs::path Workshop::tree() const { return current() / "tree"; }
fs::path Workshop::current() const { return m_work_dir / "current"; }
fs::path Workshop::artifacts() const { return m_work_dir / "artifacts"; }
fs::path Workshop::parked(const core::Digest& inputs) const { return artifacts() / inputs.text(); }

core::Result<void> Workshop::recover() {
  for (const char* folder : {"artifacts", "removing"})
    if (auto made = make_folder(m_work_dir / folder); !made) return made;
  if (auto emptied = empty_bin(m_work_dir / "removing"); !emptied) return emptied;
  if (!is_there(current())) return {};
  if (const auto identity = read_identity(current())) {
    m_current = identity->inputs;
    m_slot = Slot::finished;
    return park();
  }
  return remove(current());
}

bool Workshop::has(const core::Digest& inputs) const {
  if (!is_slot_name(inputs)) return false;
  if (m_slot == Slot::finished && m_current == inputs) return true;
  const auto identity = read_identity(parked(inputs));
  return identity && identity->inputs == inputs;
}

core::Result<void> Workshop::start(const core::Digest& inputs) {
  if (!is_slot_name(inputs)) return core::internal_error("not an artifact's digest: " + inputs.text());
  if (auto left = park(); !left) return left;
  if (auto made = make_folder(current()); !made) return made;
  m_current = inputs;
  m_slot = Slot::unfinished;
  return {};
}

core::Result<void> Workshop::finish() {
  if (m_slot == Slot::empty) return core::internal_error("no artifact in place to finish");
  if (auto written = write_identity(current(), m_current, allocated_bytes(current())); !written)
    return written;
  m_slot = Slot::finished;
  return {};
}

core::Result<void> Workshop::discard() {
  m_slot = Slot::empty;
  m_current = {};
  return is_there(current()) ? remove(current()) : core::Result<void>{};
}

core::Result<void> Workshop::bring(const core::Digest& inputs) {
  if (m_slot == Slot::finished && m_current == inputs) return {};
  if (!has(inputs)) return core::internal_error("no finished artifact " + inputs.text());
  if (auto left = park(); !left) return left;
  if (auto moved = move(parked(inputs), current()); !moved) return moved;
  m_current = inputs;
  m_slot = Slot::finished;
  return {};
}

/// Takes away what is in place: a finished artifact to its own slot, anything else for good. Being
/// put away (also by `recover`) is the end of a use, so this is the one place that notes the time.
core::Result<void> Workshop::park() {
  if (m_slot != Slot::finished) return discard();
  const fs::path slot = parked(m_current);
  if (is_there(slot))
    if (auto removed = remove(slot); !removed) return removed;
  touch_identity(current());
  if (auto moved = move(current(), slot); !moved) return moved;
  m_slot = Slot::empty;
  m_current = {};
  return {};
}

core::Result<void> Workshop::remove(const fs::path& slot) {
  const fs::path bin = m_work_dir / "removing";
  if (auto moved = move(slot, bin / slot.filename()); !moved) return moved;
  return empty_bin(bin);
}

core::Result<void> Workshop::shrink_to(std::uint64_t limit, const std::vector<core::Digest>& keep) {
  std::vector<SlotIdentity> found;
  std::uint64_t total = 0;
  if (const auto identity = read_identity(current())) total += identity->bytes;
  std::error_code error;
  for (fs::directory_iterator entry(artifacts(), error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    auto identity = read_identity(entry->path());
    if (!identity || identity->inputs.text() != entry->path().filename()) continue;
    total += identity->bytes;
    found.push_back(std::move(*identity));
  }
  if (error) return unusable(artifacts(), error.message());
  std::sort(found.begin(), found.end(), [](const SlotIdentity& a, const SlotIdentity& b) {
    return a.last_used < b.last_used;
  });
  for (const SlotIdentity& artifact : found) {
    if (total <= limit) break;
    if (std::find(keep.begin(), keep.end(), artifact.inputs) != keep.end()) continue;
    if (auto removed = remove(parked(artifact.inputs)); !removed) return removed;
    total -= artifact.bytes;
  }
  return {};
}

core::Result<std::uint64_t> Workshop::free_bytes() const {
  struct statvfs status {};
  if (statvfs(m_work_dir.c_str(), &status) != 0) return unusable(m_work_dir, std::strerror(errno));
  return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

}  // namespace bisect::build
