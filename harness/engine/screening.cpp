#include "harness/engine/screening.hpp"

#include "harness/engine/file_chain.hpp"
#include "harness/engine/look.hpp"
#include "harness/engine/part_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bisect::engine {
namespace {

constexpr const char* k_rest = "rest";
constexpr std::size_t k_most_movers = 11;  // and the rest: as many parts as a split can have

Prefix prefix_of_variant(const VariantState& state) {
  return {state.candidate, state.why, state.program};
}

core::Part part_of(const FileChain& chain, FileRange range) {
  core::Part part;
  for (int file = range.from; file < range.to; ++file) {
    const core::Part& one = chain.files[static_cast<std::size_t>(file)];
    part.paths.insert(part.paths.end(), one.paths.begin(), one.paths.end());
  }
  part.name = chain.files[static_cast<std::size_t>(range.from)].name;
  const int others = range.to - range.from - 1;
  if (others > 0) part.name += fmt::format(" and {} more", others);
  std::sort(part.paths.begin(), part.paths.end());
  return part;
}

/// Adds a part for each of the movers to `parts`, and what is left of the files as the last one.
void add_parts(const FileChain& chain, const std::vector<FileRange>& movers,
               std::vector<core::Part>& parts) {
  core::Part rest{k_rest, {}};
  int next = 0;
  const auto leave = [&](int upto) {
    if (upto == next) return;
    const core::Part between = part_of(chain, {next, upto});
    rest.paths.insert(rest.paths.end(), between.paths.begin(), between.paths.end());
  };
  for (const FileRange& range : movers) {
    leave(range.from);
    parts.push_back(part_of(chain, range));
    next = range.to;
  }
  leave(chain.count());
  std::sort(rest.paths.begin(), rest.paths.end());
  if (!rest.paths.empty()) parts.push_back(std::move(rest));
}

/// Does the part, which is the last one, do something only together with others?
bool interacts(const Splitting& splitting, const std::string& part) {
  const core::Attribution attribution = attribute(splitting);
  return std::any_of(attribution.effects.begin(), attribution.effects.end(), [&](const auto& effect) {
    return effect.kind == core::EffectKind::interaction &&
           (effect.verdict == core::Tendency::slower || effect.verdict == core::Tendency::faster) &&
           std::find(effect.parts.begin(), effect.parts.end(), part) != effect.parts.end();
  });
}

/// The files that lie in the part.
std::vector<core::Part> files_in(const Splitting& splitting, const core::Part& part) {
  std::vector<core::Part> files;
  for (const core::Part& file : splitting.files)
    if (std::binary_search(part.paths.begin(), part.paths.end(), file.paths.front()))
      files.push_back(file);
  return files;
}

/// The variant that lacks just the last part; null when it is not measurable.
const VariantState* without_last(const Splitting& splitting) {
  const stats::PartSet set = splitting.variants[1].set & ~(1U << (splitting.parts.size() - 1));
  for (std::size_t variant = 0; variant < splitting.variants.size(); ++variant)
    if (splitting.variants[variant].set == set && splitting.is_measurable(variant))
      return &splitting.variants[variant];
  return nullptr;
}

}  // namespace

Inquiry<bool> find_partners(Splitting& splitting) {
  const VariantState* base = without_last(splitting);
  if (splitting.parts.back().name != k_rest || base == nullptr || !interacts(splitting, k_rest))
    co_return false;
  FileChain chain{splitting, files_in(splitting, splitting.parts.back()), {}, {}, {}};
  std::vector<core::Part> parts(splitting.parts.begin(), splitting.parts.end() - 1);
  for (const core::Part& part : parts)
    chain.base.insert(chain.base.end(), part.paths.begin(), part.paths.end());
  chain.prefixes[0] = prefix_of_variant(*base);
  chain.prefixes[chain.count()] = prefix_of_variant(splitting.variants[1]);
  const std::vector<FileRange> movers = co_await find_movers(chain);
  splitting.screening->variants += static_cast<int>(chain.built.size());
  const std::size_t before = parts.size();
  add_parts(chain, movers, parts);
  const bool is_finer = parts.size() > before + 1 && parts.size() <= k_most_movers + 1;
  if (is_finer) splitting.replace_parts(std::move(parts));
  co_return is_finer;
}

Inquiry<Obstacle> screen_files(Splitting& splitting) {
  FileChain chain{splitting, splitting.files, {}, {}, {}};
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
    if (const auto& why = splitting.variants[end].why)
      co_return Obstacle{core::Verdict::refused,
                         fmt::format("{} cannot be measured: {}: {}", splitting.end_name(end),
                                     to_text(why->stage), why->reason)};
  chain.prefixes[0] = prefix_of_variant(splitting.variants[0]);
  chain.prefixes[chain.count()] = prefix_of_variant(splitting.variants[1]);
  const BisectQuestion& question = splitting.investigation.question;
  splitting.investigation.setup.confirm_bound = critical_z((1 - question.confidence) / 5);
  const std::vector<FileRange> movers = co_await find_movers(chain);
  splitting.screening = core::Screening{chain.count(), 2 + static_cast<int>(chain.built.size())};
  if (movers.empty())
    co_return Obstacle{core::Verdict::none,
                       fmt::format("no {} changes it by the {:.3g} % that count (--min-effect)",
                                   splitting.compared.piece, 100 * question.min_effect)};
  if (movers.size() > k_most_movers)
    co_return Obstacle{core::Verdict::undecided,
                       fmt::format("the change is spread over {} stretches of its {}s", movers.size(),
                                   splitting.compared.piece)};
  std::vector<core::Part> parts;
  add_parts(chain, movers, parts);
  if (parts.size() < 2)
    co_return Obstacle{core::Verdict::undecided,
                       fmt::format("the {}s cannot be told apart: what lies between them does not build, or "
                                   "each half moves too little",
                                   splitting.compared.piece)};
  splitting.replace_parts(std::move(parts));
  co_return Obstacle{};
}

}  // namespace bisect::engine
