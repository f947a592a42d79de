#pragma once

#include "core/result.hpp"

#include <filesystem>

namespace bisect::build {

/// Removes everything inside `bin` (not `bin` itself): files of any kind, folders without any
/// permission, trees of any depth. Links are removed, never followed. Nothing else may work in
/// `bin` meanwhile. Error `environment` names what could not be removed.
core::Result<void> empty_bin(const std::filesystem::path& bin);

}  // namespace bisect::build
