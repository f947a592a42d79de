#include "graph/op.h"

namespace mxnet {

Op::Registry& Op::registry() {
  static Registry all;
  return all;
}

Op& Op::add(const std::string& name) {
  Op& op = extend(name);
  check(!op.m_is_added, "operator " + name + " is registered twice");
  op.m_is_added = true;
  return op;
}

Op& Op::extend(const std::string& name) {
  auto& all = registry();
  const std::lock_guard lock(all.mutex);
  const std::size_t index = all.ops.size();
  const auto [place, is_new] = all.ops.try_emplace(name);
  if (is_new) {
    place->second.m_name = name;
    place->second.m_index = index;
  }
  return place->second;
}

const Op& Op::get(const std::string& name) {
  auto& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.ops.find(name);
  check(found != all.ops.end() && found->second.m_is_added, "there is no operator named " + name);
  return found->second;
}

std::vector<std::string> Op::list_names() {
  auto& all = registry();
  const std::lock_guard lock(all.mutex);
  std::vector<std::string> names;
  for (const auto& [name, op] : all.ops) {
    names.push_back(name);
  }
  return names;
}

Op& Op::inputs(std::vector<std::string> names) {
  m_input_names = std::move(names);
  return *this;
}

Op& Op::count_inputs(std::function<int(const AttrDict&)> count) {
  m_count_inputs = std::move(count);
  return *this;
}

Op& Op::count_outputs(std::function<int(const Param&)> count) {
  m_count_outputs = std::move(count);
  return *this;
}

Op& Op::visible_outputs(int count) {
  m_num_visible_outputs = count;
  return *this;
}

Op& Op::identity() {
  m_is_identity = true;
  return *this;
}

Op& Op::parser(std::function<Param(const AttrDict&)> parse) {
  m_parse = std::move(parse);
  return *this;
}

}  // namespace mxnet
