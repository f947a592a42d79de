#include "harness/store/subject_lock.hpp"

#include "harness/store/utc_text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace bisect::store {
namespace {

constexpr std::chrono::milliseconds k_pause_between_tries{20};
constexpr int k_tries = 25;

/// What stands in the lock file, one "key: text" a line.
struct Holder {
  std::string pid;
  std::string host;
  std::string since;
  std::string command;
};

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

std::string command_line() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  std::ostringstream text;
  text << arguments.rdbuf();
  std::string line = text.str();
  while (!line.empty() && line.back() == '\0') line.pop_back();
  // One line in the file, whatever the arguments hold.
  std::replace_if(
      line.begin(), line.end(), [](char letter) { return letter >= 0 && letter < ' '; }, ' ');
  return line;
}

std::string entry(const Holder& holder) {
  return "pid: " + holder.pid + "\nhost: " + holder.host + "\nsince: " + holder.since +
         "\ncommand: " + holder.command + "\n";
}

Holder read_holder(const std::filesystem::path& file) {
  Holder holder;
  std::ifstream input(file);
  std::string line;
  const auto keep = [&line](std::string_view key, std::string& text) {
    if (line.starts_with(key)) text = line.substr(key.size());
  };
  while (std::getline(input, line)) {
    keep("pid: ", holder.pid);
    keep("host: ", holder.host);
    keep("since: ", holder.since);
    keep("command: ", holder.command);
  }
  return holder;
}

/// Is the entry the present holder's own? It may still be missing, or be a dead predecessor's,
/// in the instant after the lock was taken.
bool looks_current(const Holder& holder) {
  if (holder.command.empty()) return false;
  if (holder.host != host_name()) return true;
  const int pid = std::atoi(holder.pid.c_str());
  return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}

core::Error locked_error(const std::filesystem::path& file, const Holder& holder) {
  core::Error error;
  error.kind = core::ErrorKind::locked;
  const std::string who = holder.command.empty()
                              ? "another run"
                              : "process " + holder.pid + " on " + holder.host + " since " +
                                    holder.since + ": " + holder.command;
  error.message = "another run holds " + file.string() + ": " + who;
  error.hints = {"wait until it has finished, or end it"};
  if (!holder.pid.empty()) error.hints.push_back("kill -INT " + holder.pid + " ends it");
  return error;
}

core::Error unusable(const std::filesystem::path& file, int code) {
  return core::environment_error(
      "cannot lock " + file.string() + ": " + std::strerror(code),
      {"make its folder writable, or put the database elsewhere with --db FILE"});
}

bool write_entry(int descriptor, const std::string& text) {
  if (ftruncate(descriptor, 0) != 0) return false;
  return pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

}  // namespace

core::Result<SubjectLock> SubjectLock::take(const std::filesystem::path& file,
                                            const core::Clock& clock) {
  std::error_code failure;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failure);
  if (failure) return unusable(file, failure.value());
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return unusable(file, errno);
  SubjectLock lock(descriptor);

  Holder holder;
  for (int attempt = 0; flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK) return unusable(file, errno);
    holder = read_holder(file);
    if (looks_current(holder) || attempt == k_tries) return locked_error(file, holder);
    std::this_thread::sleep_for(k_pause_between_tries);
  }
  const Holder self{std::to_string(getpid()), host_name(), utc_text(clock.utc()), command_line()};
  if (!write_entry(descriptor, entry(self))) return unusable(file, errno);
  return lock;
}

SubjectLock::SubjectLock(SubjectLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

SubjectLock& SubjectLock::operator=(SubjectLock&& other) noexcept {
  std::swap(m_descriptor, other.m_descriptor);
  return *this;
}

SubjectLock::~SubjectLock() {
  if (m_descriptor < 0) return;
  // Unlocked by word and not by closing alone: a child between fork and exec has the file open too.
  flock(m_descriptor, LOCK_UN);
  close(m_descriptor);
}

}  // namespace bisect::store
