#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace mxnet {

/// A block of memory that several arrays may show parts of.
class Storage {
 public:
  explicit Storage(int64_t bytes);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  void* data() const { return m_data; }
  int64_t bytes() const { return m_bytes; }

  /// Identifies the contents for the life of the process. Whoever writes to the
  /// block gives it a new version.
  uint64_t version() const { return m_version; }
  void set_new_version();

  /// Why the contents could not be computed, until somebody writes others; nullptr if
  /// they could.
  const std::shared_ptr<const std::string>& error() const { return m_error; }
  void set_error(std::shared_ptr<const std::string> error) { m_error = std::move(error); }

 private:
  void* m_data;
  int64_t m_bytes;
  uint64_t m_version = 0;
  std::shared_ptr<const std::string> m_error;
};

}  // namespace mxnet
