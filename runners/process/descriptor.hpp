#pragma once

#include <unistd.h>

#include <utility>

namespace bisect::process {

/// Owns one file descriptor; -1 = none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : m_number(number) {}
  Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      m_number = std::exchange(other.m_number, -1);
    }
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const { return m_number; }
  [[nodiscard]] bool open() const { return m_number >= 0; }
  void close() {
    if (m_number >= 0) ::close(m_number);
    m_number = -1;
  }

 private:
  int m_number = -1;
};

}  // namespace bisect::process
