#include "harness/engine/cause_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bisect::engine {
namespace {

constexpr int k_runs = 3;  // as a commit of a search for failures
constexpr std::size_t k_all_sizes = 4;  // parts of which every combination may be tried
constexpr std::size_t k_most_causes = 6;

core::Result<core::Candidate> candidate_of(const CauseSearch& search, const PartChoice& choice) {
  if (choice.empty()) return search.question.variants[0].candidate;
  if (choice == search.all()) return search.question.variants[1].candidate;
  std::vector<std::string> paths;
  for (const int part : choice) {
    const auto& of_part = search.question.parts[static_cast<std::size_t>(part)].paths;
    paths.insert(paths.end(), of_part.begin(), of_part.end());
  }
  return search.question.compose(std::move(paths));
}

PartChoice chosen(const PartChoice& from, const std::vector<bool>& mask) {
  PartChoice choice;
  std::size_t at = 0;
  for (const int part : from)
    if (mask[at++]) choice.insert(part);
  return choice;
}

PartChoice without(PartChoice from, const PartChoice& removed) {
  for (const int part : removed) from.erase(part);
  return from;
}

/// Tries all combinations, the small ones first, up to the size at which one shows it.
Inquiry<std::vector<PartChoice>> by_size(CauseSearch& search, PartChoice within) {
  std::vector<PartChoice> found;
  for (std::size_t size = 1; size <= within.size() && found.empty(); ++size) {
    std::vector<bool> mask(within.size(), false);
    std::fill_n(mask.begin(), size, true);
    do {
      const PartChoice choice = chosen(within, mask);
      const Attempt made = co_await attempt(search, choice);
      if (made.shows(search.sought())) found.push_back(choice);
    } while (std::prev_permutation(mask.begin(), mask.end()));
  }
  co_return found;
}

/// The set in so many pieces of about equal size, in order.
std::vector<PartChoice> pieces_of(const PartChoice& set, std::size_t count) {
  std::vector<PartChoice> pieces(count);
  std::size_t at = 0;
  for (const int part : set) pieces[at++ * count / set.size()].insert(part);
  return pieces;
}

/// A part of a set that shows it as the set does; `set` is empty when there is none.
struct Reduced {
  PartChoice set;
  bool is_complement = false;
};

/// The first piece, or else the first complement of one, that shows it.
Inquiry<Reduced> reduced(CauseSearch& search, PartChoice set, std::vector<PartChoice> pieces) {
  for (const PartChoice& piece : pieces) {
    const Attempt made = co_await attempt(search, piece);
    if (made.shows(search.sought())) co_return Reduced{piece, false};
  }
  for (const PartChoice& piece : pieces) {
    const PartChoice others = without(set, piece);
    const Attempt made = co_await attempt(search, others);
    if (made.shows(search.sought())) co_return Reduced{others, true};
  }
  co_return Reduced{};
}

/// Delta debugging; `count` is its granularity.
Inquiry<PartChoice> minimised(CauseSearch& search, PartChoice set) {
  std::size_t count = 2;
  while (set.size() > 1) {
    const Reduced smaller = co_await reduced(search, set, pieces_of(set, count));
    if (smaller.set.empty()) {
      if (count == set.size()) break;
      count = std::min(2 * count, set.size());
      continue;
    }
    set = smaller.set;
    count = smaller.is_complement ? std::max<std::size_t>(count - 1, 2) : 2;
  }
  co_return set;
}

}  // namespace

Attempt attempt_of(const core::RoundOutcome& outcome) {
  Attempt made;
  made.why = outcome.builds.front().failure;
  made.endings = endings_of_arm(outcome.trials, 0);
  for (const core::Trial& trial : outcome.trials) {
    ++made.runs;
    const bool is_over = trial.ending == core::Ending::timed_out;
    if (trial.failure.empty() && !is_over) continue;
    if (made.failures++ == 0) made.first_failure = is_over ? "ran over the time limit" : trial.failure;
  }
  if (!made.why && (made.endings == Endings::mixed || made.endings == Endings::none))
    made.why = core::NotTestable{
        core::Stage::run, fmt::format("flaky: {} of {} runs failed", made.failures, made.runs), ""};
  return made;
}

PartChoice CauseSearch::all() const {
  PartChoice everything;
  for (std::size_t part = 0; part < question.parts.size(); ++part)
    everything.insert(static_cast<int>(part));
  return everything;
}

Endings CauseSearch::sought() const {
  return question.search.look_for == core::LookFor::failing ? Endings::all_fail : Endings::all_pass;
}

const Attempt* CauseSearch::find(const PartChoice& choice) const {
  const auto found = attempts.find(choice);
  return found == attempts.end() ? nullptr : &found->second;
}

Inquiry<Attempt> attempt(CauseSearch& search, PartChoice choice) {
  if (const Attempt* known = search.find(choice)) co_return *known;
  Investigation& investigation = search.investigation;
  investigation.outlook.activity =
      fmt::format("trying {} of {} parts", choice.size(), search.question.parts.size());
  Attempt made;
  if (auto candidate = candidate_of(search, choice)) {
    core::RoundRequest round = investigation.request(core::Purpose::variants, {}, k_runs);
    round.arms = {{std::move(*candidate), 0}};
    const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
    for (const std::string& warning : outcome.builds.front().warnings) investigation.warn(warning);
    made = attempt_of(outcome);
  } else {
    made.why = core::NotTestable{core::Stage::checkout, candidate.error().message, ""};
  }
  search.order.push_back(choice);
  search.attempts.emplace(std::move(choice), made);
  co_return made;
}

Inquiry<std::vector<PartChoice>> smallest_sets(CauseSearch& search, PartChoice within) {
  if (within.size() <= k_all_sizes) {
    std::vector<PartChoice> found = co_await by_size(search, std::move(within));
    co_return found;
  }
  std::vector<PartChoice> one;
  one.push_back(co_await minimised(search, std::move(within)));
  co_return one;
}

Inquiry<bool> find_causes(CauseSearch& search) {
  PartChoice left = search.all();
  while (search.causes.size() < k_most_causes) {
    const Attempt made = co_await attempt(search, left);
    if (!made.shows(search.sought())) co_return true;
    const std::vector<PartChoice> found = co_await smallest_sets(search, left);
    for (const PartChoice& cause : found) {
      search.causes.push_back(cause);
      left = without(std::move(left), cause);
    }
  }
  co_return false;
}

}  // namespace bisect::engine
