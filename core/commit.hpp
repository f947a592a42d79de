#pragma once

#include "core/ids.hpp"

#include <string>
#include <vector>

namespace bisect::core {

/// A commit as the search and the reports need it.
struct Commit {
  CommitId id;
  TreeId tree;
  std::vector<CommitId> parents;  ///< first parent first
  std::string subject;            ///< first line of the message, valid UTF-8
  std::string author;
  std::string author_date;        ///< ISO 8601 with offset, as recorded
};

}  // namespace bisect::core
