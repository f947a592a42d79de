#pragma once

#include "core/cancellation.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::git {

/// One line of git's configuration: "remote.origin.url", section and key in lower case as git
/// prints them.
struct GitOption {
  std::string key;
  std::string value;
};

using GitOptions = std::vector<GitOption>;

/// What a repository's own configuration file says (not the user's or the system's).
[[nodiscard]] core::Result<GitOptions> read_options(const GitProgram& git,
                                                    const std::filesystem::path& git_dir,
                                                    const core::Cancellation& cancellation);

/// Parses the output of `git config -z --list`.
[[nodiscard]] GitOptions parse_options(std::string_view listing);

/// The last value of a key, as git takes it; absent when the key is not there.
[[nodiscard]] std::optional<std::string> value_of(const GitOptions& options, std::string_view key);

/// The text of a configuration file that holds these options in this order.
[[nodiscard]] std::string to_file_text(const GitOptions& options);

}  // namespace bisect::git
