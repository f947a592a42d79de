#include "harness/git/ancestry.hpp"

#include <string_view>

namespace bisect::git {
namespace {

constexpr unsigned k_both = 3;

/// Calls `visit(id)` for each parent line of a raw commit: "tree ID\nparent ID\nparent ID\n…".
template <class Visit>
bool parse_parents(std::string_view raw, Visit visit) {
  const std::size_t end_of_tree = raw.find('\n');
  if (!raw.starts_with("tree ") || end_of_tree == std::string_view::npos) return false;
  raw.remove_prefix(end_of_tree + 1);
  constexpr std::string_view k_parent = "parent ";
  while (raw.starts_with(k_parent)) {
    git_oid id;
    if (raw.size() < k_parent.size() + GIT_OID_HEXSZ ||
        git_oid_fromstrn(&id, raw.data() + k_parent.size(), GIT_OID_HEXSZ) != 0)
      return false;
    visit(id);
    const std::size_t end = raw.find('\n');
    if (end == std::string_view::npos) return false;
    raw.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace

std::uint32_t Ancestry::index_of(const git_oid& id) {
  const auto next = static_cast<std::uint32_t>(m_nodes.size());
  const auto [at, fresh] = m_index.emplace(id, next);
  if (fresh) {
    m_nodes.emplace_back();
    m_nodes.back().id = id;
  }
  return at->second;
}

core::Result<void> Ancestry::load(std::uint32_t index) {
  if (m_nodes[index].loaded) return {};
  const git_oid id = m_nodes[index].id;
  m_nodes[index].loaded = true;
  if (m_cuts.contains(id)) {
    m_nodes[index].cut = true;
    return {};
  }
  OdbObjectHandle object;
  if (fill(object, git_odb_read, m_odb, &id) != 0)
    return core::environment_error("commit " + hex(id) + " is missing from the repository",
                                   {"git fsck shows what else is missing"});
  std::vector<std::uint32_t> parents;
  const std::string_view raw(static_cast<const char*>(git_odb_object_data(object.get())),
                             git_odb_object_size(object.get()));
  if (!parse_parents(raw, [&](const git_oid& parent) { parents.push_back(index_of(parent)); }))
    return core::environment_error("commit " + hex(id) + " cannot be read",
                                   {"git fsck shows what is broken"});
  m_nodes[index].parents = std::move(parents);
  return {};
}

core::Result<void> Ancestry::paint(const git_oid& start, unsigned side) {
  std::vector<std::uint32_t> open{index_of(start)};
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if ((m_nodes[next].sides & side) != 0) continue;
    m_nodes[next].sides |= side;
    if (auto loaded = load(next); !loaded) return loaded;
    const std::vector<std::uint32_t>& parents = m_nodes[next].parents;
    open.insert(open.end(), parents.begin(), parents.end());
  }
  return {};
}

Divergence Ancestry::sort_out() const {
  // A common ancestor is a best one exactly when none of its children is common.
  std::vector<bool> has_common_child(m_nodes.size(), false);
  for (const Node& node : m_nodes)
    if (node.sides == k_both)
      for (const std::uint32_t parent : node.parents) has_common_child[parent] = true;

  Divergence result;
  std::vector<bool> taken(m_nodes.size(), false);
  for (std::size_t at = 0; at < m_nodes.size(); ++at) {
    const Node& node = m_nodes[at];
    if (node.sides == k_both && has_common_child[at]) continue;
    taken[at] = true;
    (node.sides == k_both ? result.merge_bases : result.one_sided).push_back(node.id);
    if (node.sides != k_both && node.cut) result.cut = true;
  }
  std::vector<bool> on_boundary(m_nodes.size(), false);
  for (std::size_t at = 0; at < m_nodes.size(); ++at) {
    if (!taken[at]) continue;
    for (const std::uint32_t parent : m_nodes[at].parents) {
      if (taken[parent] || on_boundary[parent]) continue;
      on_boundary[parent] = true;
      result.boundary.push_back(m_nodes[parent].id);
    }
  }
  return result;
}

core::Result<Divergence> Ancestry::compare(const git_oid& one, const git_oid& other) {
  if (auto painted = paint(one, 1); !painted) return painted.error();
  if (auto painted = paint(other, 2); !painted) return painted.error();
  return sort_out();
}

}  // namespace bisect::git
