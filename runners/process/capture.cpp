#include "runners/process/capture.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace bisect::process {

namespace {

constexpr std::size_t k_chunk = std::size_t{64} << 10;
constexpr int k_pipe_size = 1 << 20;
/// Twice a full pipe: enough for the last drain, little enough that an endless writer does not
/// keep us from looking at anything else.
constexpr int k_chunks_per_drain = 2 * k_pipe_size / static_cast<int>(k_chunk);

}  // namespace

Capture::Capture(std::size_t limit) : m_head_limit(limit / 2), m_tail_limit(limit - limit / 2) {}

void Capture::add(std::string_view bytes) {
  const std::size_t to_head = std::min(bytes.size(), m_head_limit - m_head.size());
  m_head.append(bytes.substr(0, to_head));
  bytes.remove_prefix(to_head);

  const std::size_t to_fill = std::min(bytes.size(), m_tail_limit - m_tail.size());
  m_tail.append(bytes.substr(0, to_fill));
  bytes.remove_prefix(to_fill);

  m_dropped += static_cast<std::int64_t>(bytes.size());
  // More than a ringful overwrites itself: only its last ringful counts.
  if (bytes.size() > m_tail_limit) bytes.remove_prefix(bytes.size() - m_tail_limit);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), m_tail_limit - m_oldest);
    std::copy_n(bytes.data(), count, m_tail.data() + m_oldest);
    m_oldest = (m_oldest + count) % m_tail_limit;
    bytes.remove_prefix(count);
  }
}

std::string Capture::take() {
  std::rotate(m_tail.begin(), m_tail.begin() + static_cast<std::ptrdiff_t>(m_oldest), m_tail.end());
  m_head += m_tail;
  m_tail.clear();
  m_oldest = 0;
  return std::move(m_head);
}

CapturedPipe::CapturedPipe(Descriptor read_end, Descriptor write_end, std::size_t limit)
    : m_read_end(std::move(read_end)), m_write_end(std::move(write_end)), m_capture(limit) {}

core::Result<CapturedPipe> CapturedPipe::open(std::size_t limit) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return core::environment_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  CapturedPipe pipe{Descriptor(ends[0]), Descriptor(ends[1]), limit};
  // Only our end: the flag belongs to the open file, and the process expects a blocking stdout.
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  // Room for a burst, so that the writer seldom waits for us. Not granted to everybody; no matter.
  ::fcntl(ends[0], F_SETPIPE_SZ, k_pipe_size);
  return pipe;
}

void CapturedPipe::drain() {
  std::array<char, k_chunk> chunk;
  for (int i = 0; i < k_chunks_per_drain && m_read_end.open(); ++i) {
    const ssize_t got = ::read(m_read_end.number(), chunk.data(), chunk.size());
    if (got > 0) {
      m_capture.add({chunk.data(), static_cast<std::size_t>(got)});
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      m_read_end.close();
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

}  // namespace bisect::process
