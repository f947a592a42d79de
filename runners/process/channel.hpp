#pragma once

#include "core/result.hpp"
#include "runners/process/descriptor.hpp"
#include "runners/process/message.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::process {

struct Message {
  MessageKind kind{};
  std::string payload;
  std::vector<Descriptor> descriptors;
};

/// Messages over one end of a stream socket pair: a header with length and kind, then the payload;
/// descriptors ride on the header. A stream, because datagrams end at net.core.wmem_max (200 KiB)
/// and an environment may be larger.
class Channel {
 public:
  explicit Channel(Descriptor socket) : m_socket(std::move(socket)) {}

  /// To poll for input; -1 after close().
  [[nodiscard]] int descriptor() const { return m_socket.number(); }

  /// Error `environment` when the other end is gone, `internal` when the payload is too long.
  core::Result<void> send(MessageKind kind, std::string_view payload = {},
                          std::span<const int> descriptors = {});

  /// Waits for one whole message. Error `environment` when the other end is gone, `internal` when
  /// it does not keep to the format.
  core::Result<Message> receive();

  void close() { m_socket.close(); }

 private:
  Descriptor m_socket;
};

}  // namespace bisect::process
