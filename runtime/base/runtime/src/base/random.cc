#include "base/random.h"

namespace mxnet::random {
namespace {

struct Series {
  uint64_t seed = 0;
  uint64_t next = 0;
};
thread_local Series series;

}  // namespace

void set_seed(uint64_t seed) { series = {seed, 0}; }

uint64_t next_stream() { return bits(series.seed, series.next++); }

}  // namespace mxnet::random
