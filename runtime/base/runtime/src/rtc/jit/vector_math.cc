#include "rtc/jit/vector_math.h"

#include <cmath>

namespace mxnet::rtc {
namespace {

template <typename Function>
__m256 map(__m256 x, Function function) {
  alignas(32) float lanes[8];
  _mm256_store_ps(lanes, x);
  for (float& lane : lanes) {
    lane = function(lane);
  }
  return _mm256_load_ps(lanes);
}

}  // namespace

__m256 exp8(__m256 x) {
  return map(x, [](float lane) { return std::exp(lane); });
}
__m256 log8(__m256 x) {
  return map(x, [](float lane) { return std::log(lane); });
}
__m256 tanh8(__m256 x) {
  return map(x, [](float lane) { return std::tanh(lane); });
}
__m256 erf8(__m256 x) {
  return map(x, [](float lane) { return std::erf(lane); });
}
__m256 power8(__m256 x, __m256 y) {
  alignas(32) float exponents[8];
  _mm256_store_ps(exponents, y);
  const float* exponent = exponents;
  return map(x, [&](float lane) { return std::pow(lane, *exponent++); });
}

}  // namespace mxnet::rtc
