#pragma once

// Internal to the adapter: includes libgit2.

#include "core/result.hpp"
#include "harness/git/libgit2_handle.hpp"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bisect::git {

struct IdHash {
  std::size_t operator()(const git_oid& id) const {
    std::size_t value = 0;
    std::memcpy(&value, id.id, sizeof value);  // an id is uniformly distributed as it is
    return value;
  }
};

struct IdEqual {
  bool operator()(const git_oid& a, const git_oid& b) const { return git_oid_equal(&a, &b) != 0; }
};

using IdSet = std::unordered_set<git_oid, IdHash, IdEqual>;

/// What two commits do not have in common.
struct Divergence {
  std::vector<git_oid> one_sided;    ///< reachable from exactly one of the two
  std::vector<git_oid> merge_bases;  ///< best common ancestors
  std::vector<git_oid> boundary;     ///< parents of all of these, where the repository has them
  bool cut = false;                  ///< a one-sided commit's parents are missing (shallow clone)
};

/// Colours the whole history below both commits. Dates are never consulted: with them, as in
/// git-rev-list's own limiting, clock skew can leave common ancestors in the answer. Costs one look
/// at every reachable commit.
class Ancestry {
 public:
  /// `cuts`: commits whose parents a shallow clone does not have.
  Ancestry(git_odb* odb, IdSet cuts) : m_odb(odb), m_cuts(std::move(cuts)) {}

  /// Error `environment` when an object that should be there is missing or broken.
  core::Result<Divergence> compare(const git_oid& one, const git_oid& other);

 private:
  struct Node {
    git_oid id;
    std::vector<std::uint32_t> parents;
    unsigned sides = 0;
    bool loaded = false;
    bool cut = false;
  };

  std::uint32_t index_of(const git_oid& id);
  core::Result<void> load(std::uint32_t index);
  core::Result<void> paint(const git_oid& start, unsigned side);
  [[nodiscard]] Divergence sort_out() const;

  git_odb* m_odb;
  IdSet m_cuts;
  std::vector<Node> m_nodes;
  std::unordered_map<git_oid, std::uint32_t, IdHash, IdEqual> m_index;
};

}  // namespace bisect::git
