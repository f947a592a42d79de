#include "ndarray/storage.h"

#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <new>
#include <vector>

namespace mxnet {
namespace {

constexpr std::align_val_t k_alignment{64};
constexpr int k_smallest_bucket = 6;  // 64 bytes

/// Freed blocks by size, a power of two, for the next array of that size.
class Pool {
 public:
  void* take(int bucket) {
    const std::lock_guard lock(m_mutex);
    auto& blocks = m_free[bucket];
    if (blocks.empty()) {
      return ::operator new(std::size_t{1} << bucket, k_alignment);
    }
    void* block = blocks.back();
    blocks.pop_back();
    return block;
  }
  void give(int bucket, void* block) {
    const std::lock_guard lock(m_mutex);
    m_free[bucket].push_back(block);
  }

 private:
  std::mutex m_mutex;
  std::array<std::vector<void*>, 64> m_free;
};

/// Never destroyed: arrays may outlive every static object.
Pool& pool() {
  static Pool* const the_pool = new Pool;
  return *the_pool;
}

int bucket_of(int64_t bytes) {
  const auto wanted = std::bit_width(static_cast<uint64_t>(bytes > 0 ? bytes - 1 : 0));
  return wanted < k_smallest_bucket ? k_smallest_bucket : static_cast<int>(wanted);
}

}  // namespace

Storage::Storage(int64_t bytes) : m_data(pool().take(bucket_of(bytes))), m_bytes(bytes) {}

Storage::~Storage() { pool().give(bucket_of(m_bytes), m_data); }

void Storage::set_new_version() {
  static std::atomic<uint64_t> last = 0;
  m_version = ++last;
  m_error.reset();
}

}  // namespace mxnet
