#pragma once

#include <cstdlib>
#include <string>

namespace mxnet {

/// A switch of the environment: on unless it is 0, or `otherwise` if it is not set.
inline bool env_flag(const char* name, bool otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::string(value) != "0";
}

inline std::string env_text(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

}  // namespace mxnet
