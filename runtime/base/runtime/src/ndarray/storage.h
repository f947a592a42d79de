#pragma once

#include <cstdint>
#include <memory>

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

 private:
  void* m_data;
  int64_t m_bytes;
  uint64_t m_version = 0;
};

}  // namespace mxnet
