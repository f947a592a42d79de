#include "tests/support/simulated_history.hpp"

#include "core/digest.hpp"

#include <algorithm>

namespace bisect::support {
namespace {

/// Common ancestors that no other common ancestor reaches.
std::vector<core::CommitId> merge_bases(const core::CommitGraph& graph, const core::CommitId& one,
                                        const core::CommitId& other) {
  const auto of_one = graph.ancestors(one);
  std::vector<core::CommitId> common;
  for (const core::CommitId& id : graph.ancestors(other))
    if (of_one.contains(id)) common.push_back(id);
  std::vector<core::CommitId> best;
  for (const core::CommitId& id : common)
    if (std::none_of(common.begin(), common.end(), [&](const core::CommitId& above) {
          return above != id && graph.is_ancestor(id, above);
        }))
      best.push_back(id);
  std::sort(best.begin(), best.end());
  return best;
}

core::CommitGraph cut(const core::CommitGraph& whole, const core::CommitId& good,
                      const core::CommitId& bad, const std::vector<core::CommitId>& bases) {
  const auto of_good = whole.ancestors(good);
  const auto of_bad = whole.ancestors(bad);
  std::vector<core::CommitId> inside = bases;
  for (const core::CommitId& id : of_good)
    if (!of_bad.contains(id)) inside.push_back(id);
  for (const core::CommitId& id : of_bad)
    if (!of_good.contains(id)) inside.push_back(id);
  core::CommitGraph graph;
  for (const core::CommitId& id : inside) {
    graph.add(*whole.find(id));
    for (const core::CommitId& parent : whole.find(id)->parents) graph.add(*whole.find(parent));
  }
  return graph;
}

}  // namespace

const core::Commit& SimulatedHistory::add(const std::string& name,
                                          const std::vector<std::string>& parents) {
  core::Commit commit;
  commit.id = core::CommitId{core::Hasher().add(name).digest().text() + "00000000"};
  commit.tree = core::TreeId{core::Hasher().add("tree").add(name).digest().text() + "00000000"};
  for (const std::string& parent : parents) commit.parents.push_back(at(parent).id);
  commit.subject = "subject of " + name;
  commit.author = "Ada";
  commit.author_date = "2026-03-21T08:00:00+00:00";
  m_names[commit.id] = name;
  return m_commits[name] = std::move(commit);
}

void SimulatedHistory::add_line(const std::string& prefix, int count) {
  for (int i = 0; i < count; ++i) {
    const std::string name = prefix + std::to_string(i);
    if (i == 0) add(name);
    else add(name, {prefix + std::to_string(i - 1)});
  }
}

const core::Commit& SimulatedHistory::at(const std::string& name) const {
  return m_commits.at(name);
}

std::string SimulatedHistory::name_of(const core::CommitId& id) const { return m_names.at(id); }

std::string SimulatedHistory::names_of(const std::vector<core::NamedCommit>& commits) const {
  std::string names;
  for (const core::NamedCommit& named : commits)
    names += (names.empty() ? "" : " ") + name_of(named.commit.id);
  return names;
}

core::CommitGraph SimulatedHistory::graph() const {
  core::CommitGraph graph;
  for (const auto& [name, commit] : m_commits) graph.add(commit);
  return graph;
}

engine::BisectQuestion SimulatedHistory::question(const std::string& good,
                                                  const std::string& bad) const {
  const core::CommitGraph whole = graph();
  engine::BisectQuestion question;
  question.good = at(good);
  question.bad = at(bad);
  question.merge_bases = merge_bases(whole, question.good.id, question.bad.id);
  question.graph = cut(whole, question.good.id, question.bad.id, question.merge_bases);
  question.candidate_of = [](const core::Commit& commit) {
    core::Candidate candidate;
    candidate.commit = commit.id;
    candidate.tree = commit.tree;
    return candidate;
  };
  question.metrics = {{core::MetricSource::cpu, "", core::Better::smaller}};
  return question;
}

}  // namespace bisect::support
