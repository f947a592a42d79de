#include "runners/process/channel.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace bisect::process {

namespace {

constexpr std::size_t k_max_descriptors = 2;

struct Header {
  std::uint32_t size;
  std::uint32_t kind;
};

/// Room for the descriptors of one message, aligned as the kernel wants it.
union Control {
  char bytes[CMSG_SPACE(k_max_descriptors * sizeof(int))];
  cmsghdr alignment;
};

core::Error gone() { return core::environment_error("the other end of the channel is gone"); }

core::Result<void> send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return gone();
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

core::Result<void> receive_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(socket, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return gone();
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

void take_descriptors(msghdr& message, std::vector<Descriptor>& into) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof number);
      into.emplace_back(number);
    }
  }
}

}  // namespace

core::Result<void> Channel::send(MessageKind kind, std::string_view payload,
                                 std::span<const int> descriptors) {
  if (payload.size() > k_max_payload || descriptors.size() > k_max_descriptors) {
    return core::internal_error("a message to the process supervisor is too long");
  }
  Header header{static_cast<std::uint32_t>(payload.size()), static_cast<std::uint32_t>(kind)};
  iovec part{&header, sizeof header};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  Control control{};
  if (!descriptors.empty()) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  }
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(m_socket.number(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  // The descriptors went with the first byte; the rest of a split header follows without them.
  if (sent < 0) return gone();
  const auto done = static_cast<std::size_t>(sent);
  const std::string_view rest(reinterpret_cast<const char*>(&header) + done, sizeof header - done);
  if (auto headed = send_all(m_socket.number(), rest); !headed) return headed;
  return send_all(m_socket.number(), payload);
}

core::Result<Message> Channel::receive() {
  Header header{};
  iovec part{&header, sizeof header};
  Control control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t got = -1;
  do {
    got = ::recvmsg(m_socket.number(), &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return gone();

  Message received;
  take_descriptors(message, received.descriptors);
  const auto done = static_cast<std::size_t>(got);
  if (auto headed = receive_all(m_socket.number(), reinterpret_cast<char*>(&header) + done,
                                sizeof header - done);
      !headed) {
    return std::move(headed).error();
  }
  if (header.size > k_max_payload || header.kind < static_cast<std::uint32_t>(MessageKind::run) ||
      header.kind > static_cast<std::uint32_t>(MessageKind::refused)) {
    return core::internal_error("malformed message header between launcher and supervisor");
  }
  received.kind = static_cast<MessageKind>(header.kind);
  received.payload.resize(header.size);
  if (auto body = receive_all(m_socket.number(), received.payload.data(), header.size); !body) {
    return std::move(body).error();
  }
  return received;
}

}  // namespace bisect::process
