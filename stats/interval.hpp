#pragma once

namespace bisect::stats {

/// A closed interval, low <= high, in the unit of the estimate it belongs to. Ends are finite
/// unless the owner says otherwise.
struct Interval {
  double low = 0.0;
  double high = 0.0;
};

}  // namespace bisect::stats
