#include "runners/process/message.hpp"

#include <cstring>
#include <limits>

namespace bisect::process {

namespace {

using core::Duration;

class Writer {
 public:
  Writer& number(std::int64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    m_bytes.append(bytes, sizeof value);
    return *this;
  }
  Writer& text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    m_bytes.append(value);
    return *this;
  }
  Writer& list(const std::vector<std::string>& values) {
    number(static_cast<std::int64_t>(values.size()));
    for (const std::string& value : values) text(value);
    return *this;
  }
  [[nodiscard]] std::string take() { return std::move(m_bytes); }

 private:
  std::string m_bytes;
};

/// Reads what Writer wrote. After the first thing that does not fit everything reads as zero or
/// empty, and complete() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : m_left(bytes) {}

  std::int64_t number(std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                      std::int64_t high = std::numeric_limits<std::int64_t>::max()) {
    std::int64_t value = 0;
    if (m_left.size() < sizeof value) return fail();
    std::memcpy(&value, m_left.data(), sizeof value);
    if (value < low || value > high) return fail();
    m_left.remove_prefix(sizeof value);
    return value;
  }
  int small(int low = std::numeric_limits<int>::min(), int high = std::numeric_limits<int>::max()) {
    return static_cast<int>(number(low, high));
  }
  template <class Enum>
  Enum choice(Enum first, Enum last) {
    return static_cast<Enum>(small(static_cast<int>(first), static_cast<int>(last)));
  }
  std::string text() {
    const auto size = static_cast<std::size_t>(number(0));
    if (size > m_left.size()) return fail(), std::string();
    std::string value(m_left.substr(0, size));
    m_left.remove_prefix(size);
    return value;
  }
  std::vector<std::string> list() {
    std::vector<std::string> values;
    for (std::int64_t count = number(0); count > 0 && !m_failed; --count) values.push_back(text());
    return values;
  }
  [[nodiscard]] bool complete() const { return !m_failed && m_left.empty(); }

 private:
  std::int64_t fail() {
    m_failed = true;
    m_left = {};
    return 0;
  }

  std::string_view m_left;
  bool m_failed = false;
};

constexpr int k_no_cpu = -1;

void write(Writer& writer, const core::Usage& usage) {
  writer.number(usage.wall.count())
      .number(usage.user.count())
      .number(usage.system.count())
      .number(usage.run_delay.count())
      .number(usage.minor_faults)
      .number(usage.major_faults)
      .number(usage.voluntary_switches)
      .number(usage.involuntary_switches)
      .number(usage.peak_rss_bytes);
}

core::Usage read_usage(Reader& reader) {
  core::Usage usage;
  usage.wall = Duration(reader.number());
  usage.user = Duration(reader.number());
  usage.system = Duration(reader.number());
  usage.run_delay = Duration(reader.number());
  usage.minor_faults = reader.number();
  usage.major_faults = reader.number();
  usage.voluntary_switches = reader.number();
  usage.involuntary_switches = reader.number();
  usage.peak_rss_bytes = reader.number();
  return usage;
}

}  // namespace

std::string encode(const core::Command& command) {
  Writer writer;
  writer.list(command.argv)
      .list(command.environment)
      .text(command.directory.native())
      .number(command.time_limit.count())
      .number(command.scheduling.cpu.value_or(k_no_cpu))
      .number(static_cast<int>(command.scheduling.policy))
      .number(static_cast<int>(command.observation));
  return writer.take();
}

core::Result<core::Command> decode_command(std::string_view bytes) {
  Reader reader(bytes);
  core::Command command;
  command.argv = reader.list();
  command.environment = reader.list();
  command.directory = reader.text();
  command.time_limit = Duration(reader.number(0));
  if (const int cpu = reader.small(k_no_cpu); cpu != k_no_cpu) command.scheduling.cpu = cpu;
  command.scheduling.policy =
      reader.choice(core::SchedulingClass::normal, core::SchedulingClass::fifo);
  command.observation = reader.choice(core::Observation::none, core::Observation::threads);
  if (!reader.complete() || command.argv.empty()) {
    return core::internal_error("malformed command message");
  }
  return command;
}

std::string encode(const core::Finished& finished) {
  Writer writer;
  writer.number(static_cast<int>(finished.ending)).number(finished.code);
  write(writer, finished.usage);
  writer.number(static_cast<int>(finished.policy))
      .number(finished.survivors_killed)
      .number(finished.peak_threads);
  return writer.take();
}

core::Result<core::Finished> decode_finished(std::string_view bytes) {
  Reader reader(bytes);
  core::Finished finished;
  finished.ending = reader.choice(core::Ending::exited, core::Ending::not_started);
  finished.code = reader.small();
  finished.usage = read_usage(reader);
  finished.policy = reader.choice(core::SchedulingClass::normal, core::SchedulingClass::fifo);
  finished.survivors_killed = reader.small(0);
  finished.peak_threads = reader.small(0);
  if (!reader.complete()) return core::internal_error("malformed answer of the process supervisor");
  return finished;
}

}  // namespace bisect::process
