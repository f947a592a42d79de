// Symbols as JSON: {"nodes": [{"op", "name", "attrs", "inputs"}], "arg_nodes",
// "heads"}, where an input or head is [node number, output number].

#include <charconv>
#include <unordered_map>

#include "graph/symbol.h"

namespace mxnet {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "\"";
}

std::string entry_list(const std::vector<NodeEntry>& entries,
                       const std::unordered_map<const Node*, int>& ids) {
  std::string text = "[";
  for (const auto& [node, index] : entries) {
    text += (text.size() > 1 ? ", [" : "[") + std::to_string(ids.at(node.get())) + ", " +
            std::to_string(index) + "]";
  }
  return text + "]";
}

/// Reads the subset of JSON that to_json writes.
class Reader {
 public:
  explicit Reader(const std::string& text) : m_text(text) {}

  bool accept(char wanted) {
    skip_space();
    if (m_at < m_text.size() && m_text[m_at] == wanted) {
      ++m_at;
      return true;
    }
    return false;
  }
  void expect(char wanted) {
    check(accept(wanted), std::string("symbol JSON: expected '") + wanted + "' at byte " +
                              std::to_string(m_at));
  }
  std::string string() {
    expect('"');
    std::string value;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
      m_at += m_text[m_at] == '\\' ? 1 : 0;
      check(m_at < m_text.size(), "symbol JSON: text ends inside a string");
      value += m_text[m_at++];
    }
    expect('"');
    return value;
  }
  int integer() {
    skip_space();
    int value = 0;
    const auto [end, error] =
        std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
    check(error == std::errc(), "symbol JSON: expected a number at byte " + std::to_string(m_at));
    m_at = end - m_text.data();
    return value;
  }
  template <typename Item>
  void list(char open, char close, Item&& item) {
    expect(open);
    if (accept(close)) {
      return;
    }
    do {
      item();
    } while (accept(','));
    expect(close);
  }
  std::vector<NodeEntry> entries(const std::vector<NodePtr>& nodes) {
    std::vector<NodeEntry> found;
    list('[', ']', [&] {
      expect('[');
      const int id = integer();
      expect(',');
      check(id >= 0 && id < static_cast<int>(nodes.size()), "symbol JSON: no such node");
      found.push_back({nodes[id], integer()});
      expect(']');
    });
    return found;
  }

 private:
  void skip_space() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n')) {
      ++m_at;
    }
  }

  const std::string& m_text;
  std::size_t m_at = 0;
};

NodePtr read_node(Reader& reader, const std::vector<NodePtr>& earlier) {
  auto node = std::make_shared<Node>();
  reader.list('{', '}', [&] {
    const std::string key = reader.string();
    reader.expect(':');
    if (key == "op") {
      const std::string op = reader.string();
      node->op = op == "null" ? nullptr : &Op::get(op);
    } else if (key == "name") {
      node->name = reader.string();
    } else if (key == "attrs") {
      reader.list('{', '}', [&] {
        const std::string attr = reader.string();
        reader.expect(':');
        node->dict[attr] = reader.string();
      });
    } else if (key == "inputs") {
      node->inputs = reader.entries(earlier);
    } else {
      fail("symbol JSON: unknown key " + key);
    }
  });
  return node;
}

}  // namespace

std::string Symbol::to_json() const {
  std::unordered_map<const Node*, int> ids;
  std::string nodes;
  std::string arguments;
  for (const Node* node : post_order(m_outputs)) {
    const int id = static_cast<int>(ids.size());
    ids.emplace(node, id);
    std::string attrs;
    for (const auto& [key, value] : node->dict) {
      attrs += (attrs.empty() ? "" : ", ") + quoted(key) + ": " + quoted(value);
    }
    nodes += (nodes.empty() ? "" : ",\n") + ("  {\"op\": " +
             quoted(node->is_variable() ? "null" : node->op->name())) +
             ", \"name\": " + quoted(node->name) + ", \"attrs\": {" + attrs +
             "}, \"inputs\": " + entry_list(node->inputs, ids) + "}";
    if (node->is_variable()) {
      arguments += (arguments.empty() ? "" : ", ") + std::to_string(id);
    }
  }
  return "{\"nodes\": [\n" + nodes + "],\n\"arg_nodes\": [" + arguments +
         "],\n\"heads\": " + entry_list(m_outputs, ids) + "}\n";
}

Symbol Symbol::from_json(const std::string& json) {
  Reader reader(json);
  std::vector<NodePtr> nodes;
  std::vector<NodeEntry> heads;
  reader.list('{', '}', [&] {
    const std::string key = reader.string();
    reader.expect(':');
    if (key == "nodes") {
      reader.list('[', ']', [&] { nodes.push_back(read_node(reader, nodes)); });
    } else if (key == "arg_nodes") {
      reader.list('[', ']', [&] { reader.integer(); });
    } else if (key == "heads") {
      heads = reader.entries(nodes);
    } else {
      fail("symbol JSON: unknown key " + key);
    }
  });
  return Symbol(std::move(heads));
}

}  // namespace mxnet
