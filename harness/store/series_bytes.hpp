#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bisect::store {

/// A series of samples as it lies in the database: IEEE 754 doubles, little-endian, 8 bytes each,
/// bit by bit what was measured, whatever the processor's own byte order.
[[nodiscard]] std::string series_to_bytes(const std::vector<double>& series);

/// The way back. Trailing bytes that do not make a whole number are no sample and are left out.
[[nodiscard]] std::vector<double> series_from_bytes(std::string_view bytes);

}  // namespace bisect::store
