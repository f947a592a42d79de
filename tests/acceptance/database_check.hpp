#pragma once

#include <filesystem>
#include <string>

namespace bisect::acceptance {

/// SQLite's own opinion of a database ("ok", or what is wrong).
std::string integrity(const std::filesystem::path& database);

}  // namespace bisect::acceptance
