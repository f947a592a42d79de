#pragma once

#include <string>
#include <string_view>

namespace bisect::git {

/// A path on this machine rather than "scheme://…" or "host:path" (git's url_is_local_not_ssh).
[[nodiscard]] bool is_local_path(std::string_view url);

/// The address of a submodule as git resolves it: `url` unless it starts with "./" or "../", else
/// relative to the parent's remote (gitmodules(5); git's relative_url in remote.c).
[[nodiscard]] std::string resolve_submodule_url(const std::string& parent_url,
                                                const std::string& url);

}  // namespace bisect::git
