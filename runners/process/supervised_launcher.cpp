#include "runners/process/supervised_launcher.hpp"

#include "runners/process/capture.hpp"
#include "runners/process/channel.hpp"
#include "runners/process/supervisor.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace bisect::process {

namespace {

/// How often a cancellation without a descriptor is asked.
constexpr int k_ask_interval_ms = 50;

core::Error failed(const char* what) {
  return core::environment_error(std::string(what) + ": " + std::strerror(errno));
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

core::Result<void> check(const core::Command& command) {
  if (command.argv.empty()) return core::internal_error("a command without a program");
  if (std::ranges::any_of(command.argv, has_nul) ||
      std::ranges::any_of(command.environment, has_nul) || has_nul(command.directory.native())) {
    return core::internal_error("a command with a NUL character: " + command.argv.front());
  }
  if (command.scheduling.cpu.value_or(0) < 0) {
    return core::internal_error("a command on a negative processor number");
  }
  return {};
}

/// Both output streams of one process.
struct Outputs {
  CapturedPipe out;
  CapturedPipe err;

  void close_write_ends() {
    out.close_write_end();
    err.close_write_end();
  }
  void drain() {
    out.drain();
    err.drain();
  }
};

core::Finished never_ran(core::Ending ending, int code) {
  core::Finished finished;
  finished.ending = ending;
  finished.code = code;
  return finished;
}

core::Finished with_output(core::Finished finished, Outputs& outputs) {
  finished.out_dropped = outputs.out.capture().dropped();
  finished.err_dropped = outputs.err.capture().dropped();
  finished.out = outputs.out.capture().take();
  finished.err = outputs.err.capture().take();
  return finished;
}

}  // namespace

struct SupervisedLauncher::Connection {
  Connection(Descriptor socket, pid_t pid) : channel(std::move(socket)), supervisor(pid) {}

  core::Result<core::Finished> run(const core::Command& command,
                                   const core::Cancellation& cancellation);
  /// Drains the outputs until the supervisor answers; passes a cancellation on, once.
  core::Result<Message> await_answer(Outputs& outputs, const core::Cancellation& cancellation);
  core::Result<core::Finished> read_answer(const Message& answer);
  core::Error supervisor_gone();

  std::mutex one_at_a_time;
  Channel channel;
  pid_t supervisor;
  std::string obituary;  ///< not empty once the supervisor is known to be gone
};

core::Error SupervisedLauncher::Connection::supervisor_gone() {
  if (obituary.empty()) {
    channel.close();
    int status = 0;
    obituary = "the process supervisor (pid " + std::to_string(supervisor) + ") ";
    const bool known = ::waitpid(supervisor, &status, 0) == supervisor;
    if (known && WIFSIGNALED(status)) {
      const int number = WTERMSIG(status);
      obituary += "was killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    } else if (known) {
      obituary += "ended with status " + std::to_string(WEXITSTATUS(status));
    } else {
      obituary += "is gone";
    }
  }
  return core::environment_error(obituary, {"processes it was running may be left over: look for "
                                            "them, then start again"});
}

core::Result<Message> SupervisedLauncher::Connection::await_answer(
    Outputs& outputs, const core::Cancellation& cancellation) {
  bool cancelled = false;
  for (;;) {
    pollfd events[] = {{channel.descriptor(), POLLIN, 0},
                       {outputs.out.descriptor(), POLLIN, 0},
                       {outputs.err.descriptor(), POLLIN, 0},
                       {cancelled ? -1 : cancellation.descriptor(), POLLIN, 0}};
    const bool must_ask = !cancelled && events[3].fd < 0;
    ::poll(events, std::size(events), must_ask ? k_ask_interval_ms : -1);
    // Once there is an answer every writer is dead: this drain, after the poll, is the last.
    outputs.drain();
    if (events[0].revents != 0) return channel.receive();
    if (!cancelled && (events[3].revents != 0 || cancellation.requested())) {
      // When this fails the answer fails too, and says why.
      (void)channel.send(MessageKind::cancel).has_value();
      cancelled = true;
    }
  }
}

core::Result<core::Finished> SupervisedLauncher::Connection::read_answer(const Message& answer) {
  switch (answer.kind) {
    case MessageKind::finished: return decode_finished(answer.payload);
    case MessageKind::stuck:
      return core::environment_error(
          "process " + answer.payload + " was killed but does not go away",
          {"see `cat /proc/" + answer.payload + "/stack`: it may wait for a dead file server"});
    default: return core::internal_error("the process supervisor refused a command");
  }
}

core::Result<core::Finished> SupervisedLauncher::Connection::run(
    const core::Command& command, const core::Cancellation& cancellation) {
  if (!obituary.empty()) return supervisor_gone();
  const std::string request = encode(command);
  if (request.size() > k_max_payload) {
    return never_ran(core::Ending::not_started, E2BIG);
  }
  core::Result<CapturedPipe> out = CapturedPipe::open(command.output_limit);
  if (!out) return std::move(out).error();
  core::Result<CapturedPipe> err = CapturedPipe::open(command.output_limit);
  if (!err) return std::move(err).error();
  Outputs outputs{std::move(*out), std::move(*err)};

  const int ends[] = {outputs.out.write_end(), outputs.err.write_end()};
  if (!channel.send(MessageKind::run, request, ends)) return supervisor_gone();
  outputs.close_write_ends();
  const core::Result<Message> answer = await_answer(outputs, cancellation);
  if (!answer) return supervisor_gone();
  core::Result<core::Finished> finished = read_answer(*answer);
  if (!finished) return finished;
  return with_output(std::move(*finished), outputs);
}

SupervisedLauncher::SupervisedLauncher(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection)) {}

SupervisedLauncher::~SupervisedLauncher() {
  m_connection->channel.close();
  if (m_connection->obituary.empty()) ::waitpid(m_connection->supervisor, nullptr, 0);
}

core::Result<std::unique_ptr<SupervisedLauncher>> SupervisedLauncher::start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return failed("cannot make a socket pair for the process supervisor");
  }
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return failed("cannot fork the process supervisor");
  if (supervisor == 0) {
    ours.close();
    supervise(std::move(theirs));
  }
  return std::unique_ptr<SupervisedLauncher>(new SupervisedLauncher(
      std::make_unique<Connection>(std::move(ours), supervisor)));
}

core::Result<core::Finished> SupervisedLauncher::run(const core::Command& command,
                                                     const core::Cancellation& cancellation) {
  if (auto valid = check(command); !valid) return std::move(valid).error();
  core::Command complete = command;
  std::error_code no_current_directory;
  complete.directory = command.directory.empty()
                           ? std::filesystem::path("/")
                           : std::filesystem::absolute(command.directory, no_current_directory);
  const std::lock_guard lock(m_connection->one_at_a_time);
  if (cancellation.requested()) return never_ran(core::Ending::cancelled, 0);
  return m_connection->run(complete, cancellation);
}

}  // namespace bisect::process
