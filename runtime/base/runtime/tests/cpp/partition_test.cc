// The partitioner against the definition of what it may do, on random graphs.

#include "pass/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mxnet::pass {
namespace {

PartitionGraph random_graph(unsigned seed) {
  std::mt19937 random(seed);
  const int size = 2 + static_cast<int>(random() % 24);
  PartitionGraph graph;
  graph.inputs.resize(size);
  graph.outputs.resize(size);
  for (int node = 0; node < size; ++node) {
    graph.fusible.push_back(random() % 4 != 0);
    for (unsigned i = 0; node > 0 && i < random() % 3; ++i) {
      const int from = static_cast<int>(random() % node);
      graph.inputs[node].push_back(from);
      graph.outputs[from].push_back(node);
    }
  }
  return graph;
}

/// reaches[a][b]: whether a path leads from a to b.
std::vector<std::vector<bool>> paths(const PartitionGraph& graph) {
  const std::size_t size = graph.inputs.size();
  std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size, false));
  for (std::size_t node = 0; node < size; ++node) {
    for (const int from : graph.inputs[node]) {
      for (std::size_t before = 0; before < size; ++before) {
        const bool is_before = before == static_cast<std::size_t>(from) || reaches[before][from];
        reaches[before][node] = reaches[before][node] || is_before;
      }
    }
  }
  return reaches;
}

/// Whether no path leads from a member out of the group and to a member again.
bool is_convex(const std::vector<std::vector<bool>>& reaches, const std::vector<int>& group) {
  for (std::size_t node = 0; node < reaches.size(); ++node) {
    const auto is_any = [&](auto question) {
      return std::any_of(group.begin(), group.end(), question);
    };
    const bool outside = !is_any([&](int member) { return member == static_cast<int>(node); });
    if (outside && is_any([&](int member) { return reaches[member][node]; }) &&
        is_any([&](int member) { return reaches[node][member]; })) {
      return false;
    }
  }
  return true;
}

bool are_neighbours(const PartitionGraph& graph, int a, int b) {
  const auto& inputs = graph.inputs[std::max(a, b)];
  return std::find(inputs.begin(), inputs.end(), std::min(a, b)) != inputs.end();
}

/// A random graph and what becomes of it.
struct Case {
  explicit Case(unsigned seed)
      : graph(random_graph(seed)), reaches(paths(graph)), groups(partition(graph)) {}

  PartitionGraph graph;
  std::vector<std::vector<bool>> reaches;
  std::vector<std::vector<int>> groups;
};

template <typename Expect>
void for_random_graphs(Expect expect) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect(Case(seed));
  }
}

TEST(Partition, PutsEveryFusibleNodeInOneGroup) {
  for_random_graphs([](const Case& c) {
    std::vector<int> times(c.graph.inputs.size(), 0);
    for (const auto& group : c.groups) {
      for (const int node : group) {
        ++times[node];
      }
    }
    for (std::size_t node = 0; node < times.size(); ++node) {
      EXPECT_EQ(times[node], c.graph.fusible[node] ? 1 : 0) << "node " << node;
    }
  });
}

TEST(Partition, GroupsAreConnected) {
  for_random_graphs([](const Case& c) {
    for (const auto& group : c.groups) {
      std::vector<int> found = {group.front()};
      for (std::size_t i = 0; i < found.size(); ++i) {
        for (const int node : group) {
          if (are_neighbours(c.graph, found[i], node) &&
              std::find(found.begin(), found.end(), node) == found.end()) {
            found.push_back(node);
          }
        }
      }
      EXPECT_EQ(found.size(), group.size());
    }
  });
}

TEST(Partition, GroupsAreConvex) {
  for_random_graphs([](const Case& c) {
    for (const auto& group : c.groups) {
      EXPECT_TRUE(is_convex(c.reaches, group));
    }
  });
}

TEST(Partition, NoTwoNeighboursCouldBeOneGroup) {
  for_random_graphs([](const Case& c) {
    for (const auto& a : c.groups) {
      for (const auto& b : c.groups) {
        bool near = false;
        for (const int node : a) {
          near = near || std::any_of(b.begin(), b.end(), [&](int other) {
            return are_neighbours(c.graph, node, other);
          });
        }
        std::vector<int> both = a;
        both.insert(both.end(), b.begin(), b.end());
        EXPECT_TRUE(&a == &b || !near || !is_convex(c.reaches, both))
            << "groups of " << a.front() << " and " << b.front();
      }
    }
  });
}

}  // namespace
}  // namespace mxnet::pass
