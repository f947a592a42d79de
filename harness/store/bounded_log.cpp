#include "harness/store/bounded_log.hpp"

namespace bisect::store {

std::string bounded_log(std::string_view log) {
  if (log.size() <= k_stored_log_bytes) return std::string(log);
  std::string_view end = log.substr(log.size() - k_stored_log_bytes);
  const std::size_t line = end.find('\n');
  if (line != std::string_view::npos && line + 1 < end.size()) end.remove_prefix(line + 1);
  return std::string(end);
}

}  // namespace bisect::store
