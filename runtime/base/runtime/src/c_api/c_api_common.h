#pragma once

#include <exception>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "mxnet/c_api.h"

namespace mxnet::c_api {

/// What MXGetLastError gives to the calling thread.
void set_last_error(const char* message);

/// Runs the body of a C function; exceptions end here.
template <typename Body>
int guarded(Body&& body) noexcept {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    set_last_error(error.what());
    return -1;
  }
}

/// The attributes a caller passes as two arrays of texts.
inline std::map<std::string, std::string> dict_of(int size, const char** keys,
                                                  const char** values) {
  std::map<std::string, std::string> dict;
  for (int i = 0; i < size; ++i) {
    dict.emplace(keys[i], values[i]);
  }
  return dict;
}

/// Keeps `texts` until the thread hands out the next ones.
void hand_out(std::vector<std::string> texts, uint32_t* size, const char*** out);

}  // namespace mxnet::c_api
