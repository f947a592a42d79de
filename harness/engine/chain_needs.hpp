#pragma once

#include "harness/engine/file_chain.hpp"

#include <vector>

namespace bisect::engine {

/// The fewest files (indices) among those from `place` to before `to` with which the first `place` files build,
/// where adding files never breaks a build; else some with which they do. Empty: there are none but all of them.
/// k files among n take about k log2 n builds and no run.
Inquiry<std::vector<int>> needed_behind(FileChain& chain, int place, int to);

}  // namespace bisect::engine
