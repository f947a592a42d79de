// Groups of element-wise operators become one _FusedOp each.

#include <algorithm>
#include <cstdio>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/symbol.h"
#include "operator/fusion/fusible_ops.h"
#include "pass/partition.h"
#include "pass/pass.h"

namespace mxnet::pass {
namespace {

using Entry = std::pair<const Node*, int>;

/// The graph with everything that is asked of it more than once.
struct Context {
  explicit Context(const std::vector<NodeEntry>& outputs_)
      : outputs(outputs_), order(post_order(outputs_)) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      number.emplace(order[i], static_cast<int>(i));
    }
    graph.inputs.resize(order.size());
    graph.outputs.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      graph.fusible.push_back(fusion::expression_of(*order[i]).has_value());
      for (const auto& input : order[i]->inputs) {
        const int from = number.at(input.node.get());
        graph.inputs[i].push_back(from);
        graph.outputs[from].push_back(static_cast<int>(i));
      }
    }
    for (const auto& output : outputs) {
      is_output.insert(output.node.get());
    }
  }

  const std::vector<NodeEntry>& outputs;
  std::vector<Node*> order;
  std::unordered_map<const Node*, int> number;
  std::unordered_set<const Node*> is_output;
  PartitionGraph graph;
};

constexpr int k_alone = -1;
using GroupOf = std::vector<int>;  // of each node; k_alone outside of groups

/// Lets slices that only one group reads be its first operators.
void take_in_slices(const Context& context, GroupOf* group_of) {
  for (std::size_t i = 0; i < context.order.size(); ++i) {
    const auto& readers = context.graph.outputs[i];
    if (!fusion::is_slice(*context.order[i]) || readers.empty() ||
        context.is_output.count(context.order[i]) != 0) {
      continue;
    }
    const int group = (*group_of)[readers.front()];
    const bool same = std::all_of(readers.begin(), readers.end(), [&](int reader) {
      return (*group_of)[reader] == group && !fusion::is_slice(*context.order[reader]);
    });
    if (group != k_alone && same) {
      (*group_of)[i] = group;
    }
  }
}

/// Whether the graph stays without cycles if every group becomes one node.
bool is_acyclic(const PartitionGraph& graph, const GroupOf& group_of, int num_groups) {
  const auto num_nodes = static_cast<int>(graph.inputs.size());
  const auto merged = [&](int node) {
    return group_of[node] == k_alone ? num_groups + node : group_of[node];
  };
  std::vector<int> waiting(num_groups + num_nodes, 0);  // for so many inputs
  std::vector<std::vector<int>> readers(waiting.size());
  for (int node = 0; node < num_nodes; ++node) {
    for (const int reader : graph.outputs[node]) {
      if (merged(reader) != merged(node)) {
        readers[merged(node)].push_back(merged(reader));
        ++waiting[merged(reader)];
      }
    }
  }
  std::vector<int> ready;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    if (waiting[i] == 0) {
      ready.push_back(static_cast<int>(i));
    }
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const int node = ready.back();
    ready.pop_back();
    ++done;
    for (const int reader : readers[node]) {
      if (--waiting[reader] == 0) {
        ready.push_back(reader);
      }
    }
  }
  return done == waiting.size();
}

/// The group of each node. Groups are convex each for itself, which does not keep two of
/// them from waiting for one another: then the later one is left as it was.
GroupOf find_groups(const Context& context) {
  GroupOf group_of(context.order.size(), k_alone);
  int num_groups = 0;
  for (const auto& group : partition(context.graph)) {
    for (const int node : group) {
      group_of[node] = num_groups;
    }
    ++num_groups;
  }
  take_in_slices(context, &group_of);
  std::vector<int> sizes(num_groups, 0);
  for (const int group : group_of) {
    if (group != k_alone) {
      ++sizes[group];
    }
  }
  for (int& group : group_of) {
    group = group != k_alone && sizes[group] > 1 ? group : k_alone;
  }
  if (is_acyclic(context.graph, group_of, num_groups)) {
    return group_of;
  }
  GroupOf kept(context.order.size(), k_alone);
  for (int group = 0; group < num_groups; ++group) {
    GroupOf tried = kept;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      tried[i] = group_of[i] == group ? group : tried[i];
    }
    if (is_acyclic(context.graph, tried, num_groups)) {
      kept = std::move(tried);
    }
  }
  return kept;
}

/// Builds the graph anew, with one node for every group.
class Fuser {
 public:
  Fuser(const Context& context, const GroupOf& group_of)
      : m_context(context), m_group_of(group_of) {
    for (std::size_t i = 0; i < group_of.size(); ++i) {
      if (group_of[i] != k_alone) {
        m_members[group_of[i]].push_back(context.order[i]);
      }
    }
    for (const Node* node : context.order) {
      for (const auto& input : node->inputs) {
        note_reader(input, group_of[context.number.at(node)]);
      }
    }
    for (const auto& output : context.outputs) {
      note_reader(output, k_alone);
    }
  }

  std::vector<NodeEntry> fused() {
    std::vector<NodeEntry> outputs;
    for (const auto& output : m_context.outputs) {
      outputs.push_back(replaced(output));
    }
    return outputs;
  }

 private:
  void note_reader(const NodeEntry& entry, int reader) {
    const int group = m_group_of[m_context.number.at(entry.node.get())];
    if (group != k_alone && group != reader) {
      auto& leaving = m_leaving[group];
      const Entry key(entry.node.get(), entry.index);
      if (std::find(leaving.begin(), leaving.end(), key) == leaving.end()) {
        leaving.push_back(key);
      }
    }
  }

  /// What takes the place of an entry.
  NodeEntry replaced(const NodeEntry& entry) {
    const Node* node = entry.node.get();
    if (node->is_variable()) {
      return entry;
    }
    const int group = m_group_of[m_context.number.at(node)];
    if (group == k_alone) {
      return {single(node), entry.index};
    }
    const auto& leaving = m_leaving.at(group);
    const auto place = std::find(leaving.begin(), leaving.end(), Entry(node, entry.index));
    return {fused_node(group), static_cast<int>(place - leaving.begin())};
  }

  NodePtr single(const Node* node) {
    if (const auto found = m_singles.find(node); found != m_singles.end()) {
      return found->second;
    }
    auto copy = std::make_shared<Node>(*node);
    for (auto& input : copy->inputs) {
      input = replaced(input);
    }
    return m_singles.emplace(node, std::move(copy)).first->second;
  }

  NodePtr fused_node(int group) {
    if (const auto found = m_fused.find(group); found != m_fused.end()) {
      return found->second;
    }
    auto made = std::make_shared<Node>();
    std::unordered_map<const Node*, NodePtr> inside;       // by the member copied
    std::map<Entry, NodePtr> variables;                    // of the subgraph
    std::unordered_map<const Node*, NodeEntry> stands_for;  // by variable
    for (const Node* node : m_members.at(group)) {
      auto copy = std::make_shared<Node>(*node);
      for (auto& input : copy->inputs) {
        if (const auto member = inside.find(input.node.get()); member != inside.end()) {
          input.node = member->second;
          continue;
        }
        auto& variable = variables[{input.node.get(), input.index}];
        if (variable == nullptr) {
          variable = std::make_shared<Node>();
          stands_for.emplace(variable.get(), input);
        }
        input = {variable, 0};
      }
      made->name += (made->name.empty() ? "" : "_") + node->op->name();
      inside.emplace(node, std::move(copy));
    }
    std::vector<NodeEntry> outputs;
    for (const auto& [node, index] : m_leaving.at(group)) {
      outputs.push_back({inside.at(node), index});
    }
    for (Node* node : post_order(outputs)) {
      if (node->is_variable()) {
        node->name = "input_" + std::to_string(made->inputs.size());
        made->inputs.push_back(replaced(stands_for.at(node)));
      }
    }
    made->op = &Op::get("_FusedOp");
    made->dict = {{"name", made->name},
                  {"num_inputs", std::to_string(made->inputs.size())},
                  {"num_outputs", std::to_string(outputs.size())},
                  {"subgraph", Symbol(std::move(outputs)).to_json()}};
    return m_fused.emplace(group, std::move(made)).first->second;
  }

  const Context& m_context;
  const GroupOf& m_group_of;
  std::unordered_map<int, std::vector<const Node*>> m_members;  // in order
  std::unordered_map<int, std::vector<Entry>> m_leaving;  // what others read of it
  std::unordered_map<const Node*, NodePtr> m_singles;
  std::unordered_map<int, NodePtr> m_fused;
};

}  // namespace

std::vector<NodeEntry> fuse_pointwise(const std::vector<NodeEntry>& outputs,
                                      ArgumentOrder order) {
  const Context context(outputs);
  const GroupOf group_of = find_groups(context);
  auto fused = Fuser(context, group_of).fused();
  if (order == ArgumentOrder::fixed &&
      Symbol(fused).list_arguments() != Symbol(outputs).list_arguments()) {
    std::fprintf(stderr, "Fusion would change the order of the graph's arguments; the graph is "
                         "left as it is.\n");
    return outputs;
  }
  return fused;
}

}  // namespace mxnet::pass
