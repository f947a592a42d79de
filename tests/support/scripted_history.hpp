#pragma once

#include "core/digest.hpp"
#include "harness/git/history.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace bisect::support {

/// History that a test tells: commits by label, in any shape. Held to the same contract suite as the
/// real one. Knows full ids, abbreviations, the names given by name(), and "~N" behind any of them.
class ScriptedHistory final : public git::History {
 public:
  bool shallow = false;
  std::map<core::CommitId, std::vector<std::string>> changes;  ///< for changed_files(), unsorted
  /// path -> revision -> commit; the same in every context but those in `contexts_without`.
  std::map<std::string, std::map<std::string, core::CommitId>> submodules;
  std::unordered_set<core::CommitId> contexts_without;

  /// Adds a commit whose subject and name is `label`; parents are labels added before.
  core::CommitId commit(const std::string& label, const std::vector<std::string>& parents = {}) {
    core::Commit commit;
    commit.id = core::CommitId(forty_digits("commit " + label));
    commit.tree = core::TreeId(forty_digits("tree " + label));
    for (const std::string& parent : parents) commit.parents.push_back(m_labels.at(parent));
    commit.subject = label;
    commit.author = "Ada Tester";
    commit.author_date = "2023-11-14T23:13:20+01:30";
    m_labels[label] = commit.id;
    name(label, "refs/heads/" + label, commit.id);
    m_all.push_back(commit.id);
    m_graph.add(std::move(commit));
    return m_all.back();
  }

  /// A row of commits, each the child of the one before.
  std::vector<core::CommitId> line(const std::vector<std::string>& labels) {
    std::vector<core::CommitId> ids;
    for (std::size_t at = 0; at < labels.size(); ++at)
      ids.push_back(at == 0 ? commit(labels[0]) : commit(labels[at], {labels[at - 1]}));
    return ids;
  }

  /// A further name. Two names that differ in `full` only make the short one ambiguous.
  void name(const std::string& short_name, const std::string& full, const core::CommitId& id) {
    m_names[short_name][full] = id;
    m_names[full][full] = id;
  }

  [[nodiscard]] const core::Commit& at(const std::string& label) const {
    return *m_graph.find(m_labels.at(label));
  }

  core::Result<core::Commit> resolve(const std::string& revision) override {
    const std::size_t tilde = revision.find('~');
    core::Result<core::CommitId> id = look_up(revision.substr(0, tilde));
    if (!id) return id.error();
    int steps = 0;
    if (tilde != std::string::npos) steps = std::max(1, std::atoi(revision.c_str() + tilde + 1));
    for (; steps > 0; --steps) {
      const std::vector<core::CommitId>& parents = m_graph.find(*id)->parents;
      if (parents.empty()) return core::usage_error("no such commit '" + revision + "'");
      id = parents.front();
    }
    return *m_graph.find(*id);
  }

  core::Result<git::Segment> segment(const core::CommitId& good,
                                     const core::CommitId& bad) override {
    for (const core::CommitId& end : {good, bad})
      if (m_graph.find(end) == nullptr)
        return core::usage_error("no such commit '" + end.text() + "'");
    const auto of_good = m_graph.ancestors(good);
    const auto of_bad = m_graph.ancestors(bad);
    std::unordered_set<core::CommitId> below_common;
    for (const core::CommitId& id : of_good)
      if (of_bad.contains(id))
        for (const core::CommitId& parent : m_graph.find(id)->parents) below_common.insert(parent);
    git::Segment segment;
    std::vector<core::CommitId> inside;
    for (const core::CommitId& id : m_all) {
      const bool common = of_good.contains(id) && of_bad.contains(id);
      if (common && !below_common.contains(id)) segment.merge_bases.push_back(id);
      if (common ? !below_common.contains(id) : of_good.contains(id) || of_bad.contains(id))
        inside.push_back(id);
    }
    for (const core::CommitId& id : inside) {
      segment.graph.add(*m_graph.find(id));
      for (const core::CommitId& parent : m_graph.find(id)->parents)
        segment.graph.add(*m_graph.find(parent));
    }
    std::sort(segment.merge_bases.begin(), segment.merge_bases.end());
    return segment;
  }

  core::Result<bool> is_shallow() override { return shallow; }

  core::Result<std::vector<std::string>> changed_files(const core::CommitId& commit) override {
    if (m_graph.find(commit) == nullptr)
      return core::usage_error("no such commit '" + commit.text() + "'");
    std::vector<std::string> files = changes[commit];
    std::sort(files.begin(), files.end());
    return files;
  }

  core::Result<core::CommitId> resolve_in_submodule(const std::string& path,
                                                    const std::string& revision,
                                                    const core::CommitId& context) override {
    const auto submodule = submodules.find(path);
    if (submodule == submodules.end() || contexts_without.contains(context))
      return core::usage_error("commit " + core::short_id(context) + " has no submodule at '" +
                               path + "'");
    const auto found = submodule->second.find(revision);
    if (found == submodule->second.end())
      return core::usage_error("no such commit '" + revision + "' in the submodule " + path);
    return found->second;
  }

 private:
  static std::string forty_digits(const std::string& text) {
    return core::Hasher().add(text).digest().text() + "00000000";
  }

  core::Result<core::CommitId> look_up(const std::string& name) const {
    std::string candidates;
    std::vector<core::CommitId> found;
    if (const auto named = m_names.find(name); named != m_names.end())
      for (const auto& [full, id] : named->second) {
        found.push_back(id);
        candidates += " " + full;
      }
    if (name.size() >= 4)
      for (const core::CommitId& id : m_all)
        if (id.text().starts_with(name)) {
          found.push_back(id);
          candidates += " commit " + id.text();
        }
    if (found.size() > 1)
      return core::usage_error("'" + name + "' is ambiguous: it may mean" + candidates,
                               {"write the one you mean in full"});
    if (found.empty()) return core::usage_error("no such commit '" + name + "'");
    return found.front();
  }

  core::CommitGraph m_graph;
  std::vector<core::CommitId> m_all;
  std::map<std::string, core::CommitId> m_labels;
  std::map<std::string, std::map<std::string, core::CommitId>> m_names;
};

}  // namespace bisect::support
