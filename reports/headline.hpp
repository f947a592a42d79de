#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"

#include <optional>
#include <string>

namespace bisect::reports {

/// "4.1 % slower [3.6 %, 4.7 %]"; by unit: times get slower and faster, sizes larger and smaller,
/// anything else higher and lower.
[[nodiscard]] std::string change_text(const core::Ratio& ratio, const std::string& unit);

/// The same without the interval: "4.1 % slower".
[[nodiscard]] std::string short_change_text(double ratio, const std::string& unit);

/// "+4.1 % [+3.6 %, +4.7 %]"
[[nodiscard]] std::string signed_change(const core::Ratio& ratio);

/// "made it 4.1 % slower [3.6 %, 4.7 %]", "made it fail": what a named commit did.
[[nodiscard]] std::string deed(const core::NamedCommit& named, const core::Finding& finding,
                               const core::Plan& plan);

/// The same without the interval: "made it 4.1 % slower".
[[nodiscard]] std::string short_deed(const core::NamedCommit& named, const core::Finding& finding,
                                     const core::Plan& plan);

/// "Subject (Author, 2024-05-06)"
[[nodiscard]] std::string title(const core::Commit& commit);

/// The largest change for the worse (or whatever was looked for) that the interval of the ends still
/// allows, as a fraction >= 0; absent without an effect.
[[nodiscard]] std::optional<double> largest_left_open(const core::Finding& finding,
                                                      const core::Plan& plan);

}  // namespace bisect::reports
