// What the launcher's tests launch: process_workload VERB [ARGUMENT…]
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr unsigned k_long = 100;  // seconds

/// Uses that much CPU time.
int spin(int milliseconds) {
  timespec used{};
  do {
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (used.tv_sec * 1000 + used.tv_nsec / 1'000'000 < milliseconds);
  return 0;
}

/// Touches that much memory.
int allocate(int mebibytes) {
  const std::size_t size = static_cast<std::size_t>(mebibytes) << 20;
  volatile char* memory = static_cast<char*>(std::malloc(size));
  if (memory == nullptr) return 1;
  for (std::size_t i = 0; i < size; i += 1024) memory[i] = 1;
  return memory[size / 2] == 1 ? 0 : 1;
}

int threads(int count, int milliseconds) {
  std::vector<std::thread> all;
  for (int i = 0; i < count; ++i) {
    all.emplace_back([=] { ::usleep(static_cast<useconds_t>(milliseconds) * 1000); });
  }
  for (std::thread& thread : all) thread.join();
  return 0;
}

void append_own_pid(const char* file) {
  const int out = ::open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  const std::string line = std::to_string(::getpid()) + "\n";
  if (::write(out, line.data(), line.size()) < 0) ::_exit(1);
  ::close(out);
}

/// Leaves a daemon behind, forked twice and in a session of its own, that ignores what it can and
/// keeps stdout open; its pid stands in the file before this returns.
int daemonize(const char* file) {
  const pid_t middle = ::fork();
  if (middle == 0) {
    ::setsid();
    int ready[2];
    if (::pipe(ready) != 0) ::_exit(1);
    if (::fork() == 0) {
      for (const int number : {SIGTERM, SIGHUP, SIGINT}) ::signal(number, SIG_IGN);
      append_own_pid(file);
      ::close(ready[0]);
      ::close(ready[1]);
      ::sleep(k_long);
      ::_exit(0);
    }
    ::close(ready[1]);
    char byte = 0;
    ::_exit(::read(ready[0], &byte, 1) == 0 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(middle, &status, 0);
  return status;
}

/// A process that forks a successor in a new session and ends, over and over: never where it was
/// last seen. Ends after a while, should nobody catch it.
int run_away() {
  ::prctl(PR_SET_NAME, "test-runaway");
  const time_t end = ::time(nullptr) + 30;
  while (::time(nullptr) < end) {
    const pid_t successor = ::fork();
    if (successor > 0) ::_exit(0);
    if (successor < 0) return 1;
    ::setsid();
  }
  return 0;
}

int write_all(int descriptor, char letter, std::size_t size) {
  std::vector<char> block(4096, letter);
  for (std::size_t done = 0; done < size; done += block.size()) {
    if (::write(descriptor, block.data(), block.size()) < 0) return 1;
  }
  return 0;
}

/// Writes to both streams in turns, "o" and "e".
int chatter(int kibibytes) {
  for (int i = 0; i < kibibytes; i += 64) {
    if (write_all(STDOUT_FILENO, 'o', 64 << 10) != 0) return 1;
    if (write_all(STDERR_FILENO, 'e', 64 << 10) != 0) return 1;
  }
  return 0;
}

[[noreturn]] void write_for_ever() {
  for (;;) write_all(STDOUT_FILENO, 'o', 1 << 20);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string verb = argc > 1 ? argv[1] : "";
  const char* first = argc > 2 ? argv[2] : "0";
  const char* second = argc > 3 ? argv[3] : "0";
  if (verb == "spin") return spin(std::atoi(first));
  if (verb == "allocate") return allocate(std::atoi(first));
  if (verb == "threads") return threads(std::atoi(first), std::atoi(second));
  if (verb == "daemonize") return daemonize(first);
  if (verb == "run-away") return run_away();
  if (verb == "chatter") return chatter(std::atoi(first));
  if (verb == "write-for-ever") write_for_ever();
  std::fprintf(stderr, "unknown verb: %s\n", verb.c_str());
  return 2;
}
