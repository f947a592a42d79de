#pragma once

#include <string_view>

namespace bisect::page {

/// The page's style sheet: light and dark, narrow and wide, printed.
[[nodiscard]] std::string_view style_sheet();

/// What a page does beyond being read: commands and ids can be copied.
/// Holds neither '<' nor '&', so that it is the same text in HTML and XML.
[[nodiscard]] std::string_view script();

/// "sha256-…" of the script (Content Security Policy 3, 6.6.2.4): no other may run.
[[nodiscard]] std::string_view script_hash();

}  // namespace bisect::page
