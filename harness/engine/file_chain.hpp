#pragma once

#include "harness/engine/splitting.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bisect::engine {

/// The base with some files put in.
struct Prefix {
  core::Candidate candidate;
  std::optional<core::NotTestable> why;
  core::Digest program;
};

/// Files from+1 .. to, as a step from one prefix to another.
struct FileRange {
  int from = 0;
  int to = 0;
};

/// The files of a change, put in one after the other as if each were a commit.
struct FileChain {
  Splitting& splitting;
  std::vector<core::Part> files;
  std::vector<std::string> base;   ///< paths that are in every prefix
  std::map<int, Prefix> prefixes;  ///< by the number of files; the first and the last one are given
  std::map<std::set<std::string>, Prefix> built;  ///< everything that was built, by what was put in

  [[nodiscard]] int count() const { return static_cast<int>(files.size()); }
};

/// Builds the base with these files (indices) put in, once for all.
Inquiry<Prefix> build_with(FileChain& chain, std::vector<int> files, std::string name);

/// The smallest ranges of files that move the level by more than half of what counts, in order. The order of
/// the files within a range may change: those that others need come next to them.
Inquiry<std::vector<FileRange>> find_movers(FileChain& chain);

}  // namespace bisect::engine
