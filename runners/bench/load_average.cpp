#include "runners/bench/host.hpp"

#include <cstdlib>

namespace bisect::bench {

double load_average() {
  double one_minute = 0;
  return getloadavg(&one_minute, 1) == 1 ? one_minute : 0;
}

}  // namespace bisect::bench
