#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace mxnet {

/// What every failing call of the runtime throws; the C API turns it into a
/// return code and a message.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(const std::string& message);

inline void check(bool condition, std::string_view message) {
  if (!condition) [[unlikely]] {
    fail(std::string(message));
  }
}

}  // namespace mxnet
