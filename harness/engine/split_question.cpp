#include "harness/engine/split_question.hpp"

#include <algorithm>
#include <bit>

namespace bisect::engine {

std::vector<stats::PartSet> sets_to_measure(int parts) {
  std::vector<stats::PartSet> sets = stats::variants_of(parts);
  std::rotate(sets.begin() + 1, sets.end() - 1, sets.end());
  return sets;
}

std::vector<std::string> names_in(const std::vector<core::Part>& parts, stats::PartSet set) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if ((set >> i & 1U) != 0) names.push_back(parts[i].name);
  return names;
}

std::string variant_name(const std::vector<core::Part>& parts, stats::PartSet set,
                         const core::Compared& compared) {
  const std::vector<std::string> in = names_in(parts, set);
  if (in.empty()) return compared.base;
  if (in.size() == parts.size()) return compared.whole;
  if (in.size() == 1) return "only " + in.front();
  if (in.size() + 1 == parts.size()) {
    const auto out = static_cast<std::size_t>(std::countr_one(set));
    return "without " + parts[out].name;
  }
  std::string text;
  for (const std::string& name : in) text += (text.empty() ? "" : " + ") + name;
  return text;
}

}  // namespace bisect::engine
