#include "harness/engine/screening.hpp"

#include "harness/engine/comparison.hpp"
#include "harness/engine/look.hpp"
#include "harness/engine/part_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace bisect::engine {
namespace {

constexpr const char* k_rest = "rest";
constexpr std::size_t k_most_movers = 11;  // and the rest: as many parts as a split can have

/// The base with the first so many files put in.
struct Prefix {
  core::Candidate candidate;
  std::optional<core::NotTestable> why;
  core::Digest program;
};

/// Files from+1 .. to, as a step from one prefix to another.
struct Range {
  int from = 0;
  int to = 0;
};

struct Screen {
  Splitting& splitting;
  std::vector<core::Part> files;
  std::vector<std::string> base;  ///< paths that are in every prefix
  std::map<int, Prefix> prefixes;

  [[nodiscard]] int count() const { return static_cast<int>(files.size()); }
  [[nodiscard]] std::string name_of(int prefix) const {
    return fmt::format("the first {} of {} files", prefix, count());
  }
};

Prefix prefix_of_variant(const VariantState& state) {
  return {state.candidate, state.why, state.program};
}

core::RoundRequest round_of(const Screen& screen, core::Purpose purpose,
                            const std::vector<int>& prefixes, int blocks) {
  const Setup& setup = screen.splitting.investigation.setup;
  core::RoundRequest round;
  round.purpose = purpose;
  for (const int prefix : prefixes) round.arms.push_back({screen.prefixes.at(prefix).candidate, 0});
  round.blocks = blocks;
  round.placement = setup.placement;
  round.run_limit = setup.run_limit;
  return round;
}

void give_up(Screen& screen, int prefix, core::NotTestable why) {
  note_untestable(screen.splitting, screen.name_of(prefix), why);
  screen.prefixes.at(prefix).why = std::move(why);
}

struct Done {};

Inquiry<Done> build(Screen& screen, int prefix) {
  Investigation& investigation = screen.splitting.investigation;
  std::vector<std::string> paths = screen.base;
  for (int file = 0; file < prefix; ++file)
    paths.insert(paths.end(), screen.files[static_cast<std::size_t>(file)].paths.begin(),
                 screen.files[static_cast<std::size_t>(file)].paths.end());
  Prefix& made = screen.prefixes[prefix];
  core::Result<core::Candidate> candidate = screen.splitting.compose(std::move(paths));
  if (!candidate) {
    give_up(screen, prefix, {core::Stage::checkout, candidate.error().message, ""});
    co_return Done{};
  }
  made.candidate = std::move(*candidate);
  investigation.outlook.activity = "building " + screen.name_of(prefix);
  core::RoundRequest probe = round_of(screen, core::Purpose::probe, {prefix}, 0);
  const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
  made.program = built.builds.front().program;
  if (built.builds.front().failure) give_up(screen, prefix, *built.builds.front().failure);
  co_return Done{};
}

/// Positions inside the range: the middle first, then to both sides of it in doubling strides.
std::vector<int> places_to_try(Range range) {
  const int middle = range.from + (range.to - range.from) / 2;
  std::vector<int> places;
  const auto add = [&](int place) {
    if (place > range.from && place < range.to) places.push_back(place);
  };
  add(middle);
  for (int stride = 1; stride < range.to - range.from; stride *= 2) {
    add(middle - stride);
    add(middle + stride);
  }
  return places;
}

/// A prefix near the middle of the range that builds; 0: none was found.
Inquiry<int> middle_of(Screen& screen, Range range) {
  for (const int place : places_to_try(range)) {
    if (!screen.prefixes.contains(place)) co_await build(screen, place);
    if (!screen.prefixes.at(place).why) co_return place;
  }
  co_return 0;
}

bool same_program(const Screen& screen, int one, int other) {
  const Measure& measure = screen.splitting.investigation.setup.measure;
  const core::Digest& program = screen.prefixes.at(one).program;
  return measure.metric.source != core::MetricSource::size && !program.empty() &&
         program == screen.prefixes.at(other).program;
}

/// Does the level move between two prefixes?
enum class Move { yes, no, open };

/// Nearer to nothing than to the smallest change that counts, in either direction.
Move move_of(std::span<const double> differences, double smallest, double bound) {
  const Look above = look_at(differences, smallest / 2, bound);
  const Look below = look_at(differences, -smallest / 2, bound);
  if (above.side == Side::above || below.side == Side::below) return Move::yes;
  return above.side == Side::below && below.side == Side::above ? Move::no : Move::open;
}

/// At the last look the estimate decides: a move that is not there is found out by the split itself.
Move settled(Move move, std::span<const double> differences, double smallest, double bound) {
  if (move != Move::open) return move;
  return std::abs(look_at(differences, 0, bound).estimate) > smallest / 2 ? Move::yes : Move::no;
}

struct Halves {
  Move first = Move::no;
  Move second = Move::no;
  bool is_middle_lost = false;  ///< it turned out untestable
};

/// A prefix that runs over the limit is slow: the level moves where that begins.
std::optional<Halves> by_time_limit(const Collected& collected) {
  const bool over[] = {over_limit(collected, 0), over_limit(collected, 1), over_limit(collected, 2)};
  if (!over[0] && !over[1] && !over[2]) return std::nullopt;
  return Halves{over[0] == over[1] ? Move::no : Move::yes, over[1] == over[2] ? Move::no : Move::yes,
                false};
}

Inquiry<Halves> compare_halves(Screen& screen, Range range, int middle) {
  Investigation& investigation = screen.splitting.investigation;
  const Measure measure = investigation.setup.measure;
  const double smallest = std::log1p(investigation.question.min_effect);
  const double bound = investigation.setup.confirm_bound;
  investigation.outlook.activity = fmt::format("screening files {} to {} of {}", range.from + 1,
                                               range.to, screen.count());
  Collected collected;
  Halves halves;
  int blocks = 0;
  for (const std::size_t look : looks()) {
    const int more = static_cast<int>(look) - blocks;
    core::RoundRequest round =
        round_of(screen, core::Purpose::variants, {range.from, middle, range.to}, more);
    core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
    collected.append(std::move(outcome), blocks);
    blocks = static_cast<int>(look);
    if (const auto limited = by_time_limit(collected)) co_return *limited;
    if (const auto why = unusable(collected, measure, 1)) {
      give_up(screen, middle, *why);
      halves.is_middle_lost = true;
      co_return halves;
    }
    const auto first = pair_differences(collected.trials, measure, 0, 1);
    const auto second = pair_differences(collected.trials, measure, 1, 2);
    halves.first = same_program(screen, range.from, middle) ? Move::no : move_of(first, smallest, bound);
    halves.second = same_program(screen, middle, range.to) ? Move::no : move_of(second, smallest, bound);
    const bool is_last = look == looks().back();
    if (is_last) halves.first = settled(halves.first, first, smallest, bound);
    if (is_last) halves.second = settled(halves.second, second, smallest, bound);
    if (halves.first != Move::open && halves.second != Move::open) break;
  }
  co_return halves;
}

void note(Screen& screen, Range range, const std::string& verdict) {
  core::Decision decision;
  decision.subject = fmt::format("files {} to {}", range.from + 1, range.to);
  decision.verdict = verdict;
  decision.test = "put in one after the other";
  screen.splitting.investigation.decisions.push_back(std::move(decision));
}

/// The smallest stretches of files that move the level, in order.
Inquiry<std::vector<Range>> find_movers(Screen& screen) {
  std::vector<Range> movers;
  std::vector<Range> open{{0, screen.count()}};
  bool is_first = true;  // the whole may stand still because its parts cancel
  while (!open.empty()) {
    const Range range = open.back();
    const int middle = co_await middle_of(screen, range);
    if (middle == 0) {  // a single file, or files that do not stand without each other
      movers.push_back(range);
      open.pop_back();
      is_first = false;
      continue;
    }
    Halves halves;
    if (!same_program(screen, range.from, middle) || !same_program(screen, middle, range.to))
      halves = co_await compare_halves(screen, range, middle);
    if (halves.is_middle_lost) continue;
    open.pop_back();
    const bool any = halves.first == Move::yes || halves.second == Move::yes;
    note(screen, range, any ? "halved" : is_first ? "no change" : "a change spread over them");
    if (!any && !is_first) movers.push_back(range);
    if (halves.first == Move::yes) open.push_back({range.from, middle});
    if (halves.second == Move::yes) open.push_back({middle, range.to});
    is_first = false;
  }
  std::sort(movers.begin(), movers.end(), [](Range a, Range b) { return a.from < b.from; });
  co_return movers;
}

core::Part part_of(const Screen& screen, Range range) {
  core::Part part;
  for (int file = range.from; file < range.to; ++file) {
    const core::Part& one = screen.files[static_cast<std::size_t>(file)];
    part.paths.insert(part.paths.end(), one.paths.begin(), one.paths.end());
  }
  part.name = screen.files[static_cast<std::size_t>(range.from)].name;
  const int others = range.to - range.from - 1;
  if (others > 0) part.name += fmt::format(" and {} more", others);
  std::sort(part.paths.begin(), part.paths.end());
  return part;
}

/// Adds a part for each of the movers to `parts`, and what is left of the files as the last one.
void add_parts(const Screen& screen, const std::vector<Range>& movers,
               std::vector<core::Part>& parts) {
  core::Part rest{k_rest, {}};
  int next = 0;
  const auto leave = [&](int upto) {
    if (upto == next) return;
    const core::Part between = part_of(screen, {next, upto});
    rest.paths.insert(rest.paths.end(), between.paths.begin(), between.paths.end());
  };
  for (const Range& range : movers) {
    leave(range.from);
    parts.push_back(part_of(screen, range));
    next = range.to;
  }
  leave(screen.count());
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
  Screen screen{splitting, files_in(splitting, splitting.parts.back()), {}, {}};
  std::vector<core::Part> parts(splitting.parts.begin(), splitting.parts.end() - 1);
  for (const core::Part& part : parts)
    screen.base.insert(screen.base.end(), part.paths.begin(), part.paths.end());
  screen.prefixes[0] = prefix_of_variant(*base);
  screen.prefixes[screen.count()] = prefix_of_variant(splitting.variants[1]);
  const std::vector<Range> movers = co_await find_movers(screen);
  splitting.screening->variants += static_cast<int>(screen.prefixes.size()) - 2;
  const std::size_t before = parts.size();
  add_parts(screen, movers, parts);
  const bool is_finer = parts.size() > before + 1 && parts.size() <= k_most_movers + 1;
  if (is_finer) splitting.replace_parts(std::move(parts));
  co_return is_finer;
}

Inquiry<Obstacle> screen_files(Splitting& splitting) {
  Screen screen{splitting, splitting.files, {}, {}};
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
    if (const auto& why = splitting.variants[end].why)
      co_return Obstacle{core::Verdict::refused,
                         fmt::format("the {} cannot be measured: {}: {}",
                                     end == 0 ? "parent" : "whole change", to_text(why->stage),
                                     why->reason)};
  screen.prefixes[0] = prefix_of_variant(splitting.variants[0]);
  screen.prefixes[screen.count()] = prefix_of_variant(splitting.variants[1]);
  const BisectQuestion& question = splitting.investigation.question;
  splitting.investigation.setup.confirm_bound = critical_z((1 - question.confidence) / 5);
  const std::vector<Range> movers = co_await find_movers(screen);
  splitting.screening = core::Screening{screen.count(), static_cast<int>(screen.prefixes.size())};
  if (movers.empty())
    co_return Obstacle{core::Verdict::none,
                       fmt::format("no file changes it by the {:.3g} % that count (--min-effect)",
                                   100 * question.min_effect)};
  if (movers.size() > k_most_movers)
    co_return Obstacle{core::Verdict::undecided,
                       fmt::format("the change is spread over {} stretches of its files",
                                   movers.size())};
  std::vector<core::Part> parts;
  add_parts(screen, movers, parts);
  if (parts.size() < 2)
    co_return Obstacle{core::Verdict::undecided,
                       "the files cannot be told apart: what lies between them does not build, or each "
                       "half moves too little"};
  splitting.replace_parts(std::move(parts));
  co_return Obstacle{};
}

}  // namespace bisect::engine
