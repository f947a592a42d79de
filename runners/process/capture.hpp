#pragma once

#include "core/result.hpp"
#include "runners/process/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace bisect::process {

/// Keeps the head and the tail of a stream within a bound, and counts what lies between.
class Capture {
 public:
  /// `limit` in bytes: the first half of it is kept from the head, the other half from the tail.
  explicit Capture(std::size_t limit);

  void add(std::string_view bytes);
  [[nodiscard]] std::int64_t dropped() const { return m_dropped; }

  /// Head and tail, joined without a mark.
  [[nodiscard]] std::string take();

 private:
  std::size_t m_head_limit;
  std::size_t m_tail_limit;
  std::string m_head;
  std::string m_tail;           ///< a ring once it is full
  std::size_t m_oldest = 0;     ///< where the ring begins
  std::int64_t m_dropped = 0;
};

/// A pipe whose write end is given to a process and whose output is captured.
class CapturedPipe {
 public:
  /// Error `environment` when no pipe can be had.
  static core::Result<CapturedPipe> open(std::size_t limit);

  /// To poll for input; -1 once the stream has ended.
  [[nodiscard]] int descriptor() const { return m_read_end.number(); }
  [[nodiscard]] int write_end() const { return m_write_end.number(); }
  void close_write_end() { m_write_end.close(); }

  /// Takes what is there without waiting: at least the whole of a full pipe, but never for ever.
  void drain();

  [[nodiscard]] Capture& capture() { return m_capture; }

 private:
  CapturedPipe(Descriptor read_end, Descriptor write_end, std::size_t limit);

  Descriptor m_read_end;
  Descriptor m_write_end;
  Capture m_capture;
};

}  // namespace bisect::process
