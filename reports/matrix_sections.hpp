#pragma once

#include "core/matrix.hpp"
#include "reports/table.hpp"

#include <optional>
#include <string>

namespace bisect::reports {

/// "fails only with -DUSE_X=ON (pip, source), from v1.7.0 on": where it fails, in one sentence, as short as
/// the cells allow; then which cell is furthest from the reference.
[[nodiscard]] std::string matrix_line(const core::Matrix& matrix);

/// A row for each revision, a column for each setting.
[[nodiscard]] Table matrix_table(const core::Matrix& matrix);

/// Why cells fail or cannot be tested, equal reasons once.
[[nodiscard]] Table matrix_reasons(const core::Matrix& matrix);

/// Two settings that do not end alike at one revision.
struct Contrast {
  std::string revision;
  std::string good;
  std::string bad;
};
[[nodiscard]] std::optional<Contrast> contrast_in(const core::Matrix& matrix);

}  // namespace bisect::reports
