#pragma once

#include <immintrin.h>

namespace mxnet::rtc {

// What has no instruction of its own, for eight floats at once. Results are those of the
// C library, so that a fused operator gives what it gives alone.
__m256 exp8(__m256 x);
__m256 log8(__m256 x);
__m256 tanh8(__m256 x);
__m256 erf8(__m256 x);
__m256 power8(__m256 x, __m256 y);

}  // namespace mxnet::rtc
