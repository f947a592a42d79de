#pragma once

namespace bisect::stats {

/// The alternative a test is made against. For two samples (a, b): `less` means a < b, `greater`
/// means a > b.
enum class Tail { less, greater, two_sided };

/// How a p-value was computed: from the enumerated null distribution, or from its normal limit.
enum class PValueMethod { exact, normal };

}  // namespace bisect::stats
