#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <string>

namespace SQLite {
class Exception;
}

namespace bisect::store {

/// Another process holds the database right now: worth another try.
[[nodiscard]] bool is_busy(const SQLite::Exception& exception);

/// What SQLite reported, in words that name the file and the cure. A broken constraint is a broken
/// promise of ours (`internal`), everything else is `environment`.
[[nodiscard]] core::Error describe(const SQLite::Exception& exception,
                                   const std::filesystem::path& file);

/// The file or its folder cannot be written; `why` in SQLite's words.
[[nodiscard]] core::Error unwritable(const std::filesystem::path& file, const std::string& why);

/// The file holds something else.
[[nodiscard]] core::Error not_a_database(const std::filesystem::path& file);

}  // namespace bisect::store
