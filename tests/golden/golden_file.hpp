#pragma once

#include <gtest/gtest.h>

#include <string>

namespace bisect::golden {

/// Is `text` what tests/golden/files/NAME holds? With BISECT_BLESS=1 in the environment the file is
/// written instead, and the comparison succeeds.
[[nodiscard]] testing::AssertionResult matches_golden(const std::string& name,
                                                      const std::string& text);

}  // namespace bisect::golden
