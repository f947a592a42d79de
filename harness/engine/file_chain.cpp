#include "harness/engine/file_chain.hpp"

#include "harness/engine/chain_needs.hpp"
#include "harness/engine/comparison.hpp"
#include "harness/engine/look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bisect::engine {
namespace {

std::string name_of(const FileChain& chain, int prefix) {
  return fmt::format("the first {} of {} {}s", prefix, chain.count(), chain.splitting.compared.piece);
}

core::RoundRequest round_of(const FileChain& chain, core::Purpose purpose,
                            const std::vector<core::Candidate>& candidates, int blocks) {
  const Setup& setup = chain.splitting.investigation.setup;
  core::RoundRequest round;
  round.purpose = purpose;
  for (const core::Candidate& candidate : candidates) round.arms.push_back({candidate, 0});
  round.blocks = blocks;
  round.placement = setup.placement;
  round.run_limit = setup.run_limit;
  return round;
}

void give_up(FileChain& chain, int prefix, core::NotTestable why) {
  note_untestable(chain.splitting, name_of(chain, prefix), why);
  chain.prefixes.at(prefix).why = std::move(why);
}

struct Done {};

Inquiry<Done> build(FileChain& chain, int prefix) {
  std::vector<int> files(static_cast<std::size_t>(prefix));
  std::iota(files.begin(), files.end(), 0);
  Prefix made = co_await build_with(chain, std::move(files), name_of(chain, prefix));
  chain.prefixes[prefix] = std::move(made);
  co_return Done{};
}

/// Moves what the first `place` files need next to them.
int bring_needed(FileChain& chain, FileRange range, int place, const std::vector<int>& needed) {
  std::vector<core::Part> ordered;
  for (const int file : needed) ordered.push_back(chain.files[static_cast<std::size_t>(file)]);
  for (int file = place; file < range.to; ++file)
    if (std::find(needed.begin(), needed.end(), file) == needed.end())
      ordered.push_back(chain.files[static_cast<std::size_t>(file)]);
  std::move(ordered.begin(), ordered.end(), chain.files.begin() + place);
  std::erase_if(chain.prefixes,
                [&](const auto& prefix) { return prefix.first > place && prefix.first < range.to; });
  return place + static_cast<int>(needed.size());
}

/// Positions inside the range: the middle first, then to both sides of it in doubling strides.
std::vector<int> places_to_try(FileRange range) {
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

bool stands(const FileChain& chain, int prefix) { return !chain.prefixes.at(prefix).why; }

/// A prefix near the middle of the range that builds, if need be with what its files need from behind it; 0:
/// none was found.
Inquiry<int> middle_of(FileChain& chain, FileRange range) {
  for (const int place : places_to_try(range)) {
    if (!chain.prefixes.contains(place)) co_await build(chain, place);
    if (stands(chain, place)) co_return place;
    if (chain.prefixes.at(place).why->stage == core::Stage::run) continue;
    const std::vector<int> needed = co_await needed_behind(chain, place, range.to);
    if (needed.empty() || place + static_cast<int>(needed.size()) >= range.to) continue;
    const int together = bring_needed(chain, range, place, needed);
    co_await build(chain, together);
    if (stands(chain, together)) co_return together;
  }
  co_return 0;
}

bool same_program(const FileChain& chain, int one, int other) {
  const Measure& measure = chain.splitting.investigation.setup.measure;
  const core::Digest& program = chain.prefixes.at(one).program;
  return measure.metric.source != core::MetricSource::size && !program.empty() &&
         program == chain.prefixes.at(other).program;
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

Inquiry<Halves> compare_halves(FileChain& chain, FileRange range, int middle) {
  Investigation& investigation = chain.splitting.investigation;
  const Measure measure = investigation.setup.measure;
  const double smallest = std::log1p(investigation.question.min_effect);
  const double bound = investigation.setup.confirm_bound;
  investigation.outlook.activity = fmt::format("screening {}s {} to {} of {}", chain.splitting.compared.piece,
                                               range.from + 1, range.to, chain.count());
  Collected collected;
  Halves halves;
  int blocks = 0;
  for (const std::size_t look : looks()) {
    const int more = static_cast<int>(look) - blocks;
    core::RoundRequest round = round_of(chain, core::Purpose::variants,
                                        {chain.prefixes.at(range.from).candidate,
                                         chain.prefixes.at(middle).candidate,
                                         chain.prefixes.at(range.to).candidate},
                                        more);
    core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
    collected.append(std::move(outcome), blocks);
    blocks = static_cast<int>(look);
    if (const auto limited = by_time_limit(collected)) co_return *limited;
    if (const auto why = unusable(collected, measure, 1)) {
      give_up(chain, middle, *why);
      halves.is_middle_lost = true;
      co_return halves;
    }
    const auto first = pair_differences(collected.trials, measure, 0, 1);
    const auto second = pair_differences(collected.trials, measure, 1, 2);
    halves.first = same_program(chain, range.from, middle) ? Move::no : move_of(first, smallest, bound);
    halves.second = same_program(chain, middle, range.to) ? Move::no : move_of(second, smallest, bound);
    const bool is_last = look == looks().back();
    if (is_last) halves.first = settled(halves.first, first, smallest, bound);
    if (is_last) halves.second = settled(halves.second, second, smallest, bound);
    if (halves.first != Move::open && halves.second != Move::open) break;
  }
  co_return halves;
}

void note(FileChain& chain, FileRange range, const std::string& verdict) {
  core::Decision decision;
  decision.subject = fmt::format("{}s {} to {}", chain.splitting.compared.piece, range.from + 1, range.to);
  decision.verdict = verdict;
  decision.test = "put in one after the other";
  chain.splitting.investigation.decisions.push_back(std::move(decision));
}

}  // namespace

Inquiry<Prefix> build_with(FileChain& chain, std::vector<int> files, std::string name) {
  Investigation& investigation = chain.splitting.investigation;
  std::vector<std::string> paths = chain.base;
  for (const int file : files) {
    const core::Part& part = chain.files[static_cast<std::size_t>(file)];
    paths.insert(paths.end(), part.paths.begin(), part.paths.end());
  }
  std::set<std::string> key(paths.begin(), paths.end());
  if (const auto known = chain.built.find(key); known != chain.built.end()) co_return known->second;
  Prefix made;
  if (auto candidate = chain.splitting.compose(std::move(paths))) {
    made.candidate = std::move(*candidate);
    investigation.outlook.activity = "building " + name;
    core::RoundRequest probe = round_of(chain, core::Purpose::probe, {made.candidate}, 0);
    const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
    made.program = chain.splitting.program_of(made.candidate, built.builds.front());
    made.why = built.builds.front().failure;
  } else {
    made.why = core::NotTestable{core::Stage::checkout, candidate.error().message, ""};
  }
  if (made.why) note_untestable(chain.splitting, name, *made.why);
  chain.built.emplace(std::move(key), made);
  co_return made;
}

Inquiry<std::vector<FileRange>> find_movers(FileChain& chain) {
  std::vector<FileRange> movers;
  std::vector<FileRange> open{{0, chain.count()}};
  bool is_first = true;  // the whole may stand still because its parts cancel
  while (!open.empty()) {
    const FileRange range = open.back();
    const int middle = co_await middle_of(chain, range);
    if (middle == 0) {  // a single file, or files that do not stand without each other
      movers.push_back(range);
      open.pop_back();
      is_first = false;
      continue;
    }
    Halves halves;
    if (!same_program(chain, range.from, middle) || !same_program(chain, middle, range.to))
      halves = co_await compare_halves(chain, range, middle);
    if (halves.is_middle_lost) continue;
    open.pop_back();
    const bool any = halves.first == Move::yes || halves.second == Move::yes;
    note(chain, range, any ? "halved" : is_first ? "no change" : "a change spread over them");
    if (!any && !is_first) movers.push_back(range);
    if (halves.first == Move::yes) open.push_back({range.from, middle});
    if (halves.second == Move::yes) open.push_back({middle, range.to});
    is_first = false;
  }
  std::sort(movers.begin(), movers.end(), [](FileRange a, FileRange b) { return a.from < b.from; });
  co_return movers;
}

}  // namespace bisect::engine
