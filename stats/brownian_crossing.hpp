#pragma once

#include <cstddef>
#include <span>

namespace bisect::stats {

/// P(|B(n_k)| / sqrt(n_k) >= limits[k] for some k) for a Brownian motion B seen at the sample sizes
/// `looks`, which ascend from at least 1; limits are >= 0 and may be infinite (no decision at that
/// look); as many of them. By the recursive integration of Armitage, McPherson & Rowe, "Repeated
/// significance tests on accumulating data", JRSS A 132 (1969) 235-244 (see Jennison & Turnbull,
/// Group Sequential Methods (2000), chapter 19). Absolute error below 1e-9.
[[nodiscard]] double brownian_crossing(std::span<const std::size_t> looks,
                                       std::span<const double> limits);

}  // namespace bisect::stats
