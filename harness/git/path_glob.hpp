#pragma once

#include <string_view>

namespace bisect::git {

/// Does the pattern name the path? Both are relative to the top of the subject. A pattern without
/// `*`, `?` and `[` names a file, or a folder with all that is in it. With them it must match the
/// whole path: `*`, `?` and `[…]` as in a shell within one folder's name (a leading dot is nothing
/// special), `**` for any number of folders, none included; "src/**" is all that is in src.
[[nodiscard]] bool names_path(std::string_view pattern, std::string_view path);

}  // namespace bisect::git
