#include "harness/store/series_bytes.hpp"

#include <bit>
#include <cstdint>

namespace bisect::store {

std::string series_to_bytes(const std::vector<double>& series) {
  std::string bytes;
  bytes.reserve(series.size() * sizeof(double));
  for (const double value : series) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<char>((bits >> shift) & 0xFFU));
  }
  return bytes;
}

std::vector<double> series_from_bytes(std::string_view bytes) {
  std::vector<double> series;
  series.reserve(bytes.size() / sizeof(double));
  for (std::size_t start = 0; start + sizeof(double) <= bytes.size(); start += sizeof(double)) {
    std::uint64_t bits = 0;
    for (unsigned byte = 0; byte < sizeof(double); ++byte)
      bits |= std::uint64_t{static_cast<unsigned char>(bytes[start + byte])} << (8 * byte);
    series.push_back(std::bit_cast<double>(bits));
  }
  return series;
}

}  // namespace bisect::store
