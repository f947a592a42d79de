#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/engine/split_question.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bisect::engine {

/// What is known about one variant.
struct VariantState {
  stats::PartSet set = 0;
  core::Candidate candidate;
  bool is_built = false;
  std::optional<core::NotTestable> why;  ///< set when untestable
  bool over_limit = false;               ///< ran over its time limit: slow, without a number
  std::size_t measured_as = 0;           ///< index of the variant whose trials are its own: the first
                                         ///< one that runs the same program
  core::Digest program;  ///< with the workload that runs it, where workloads differ
};

/// The state of a split: what was asked, built and measured so far.
struct Splitting {
  explicit Splitting(SplitQuestion asked);

  Investigation investigation;
  core::Compared compared;
  std::vector<core::Part> parts;  ///< one, the change, as long as its files are to be screened
  std::vector<core::Part> files;  ///< to be screened
  int samples = 0;
  std::vector<VariantState> variants;  ///< in the question's order
  std::vector<std::string> names;      ///< of the variants, by their set; empty: said from the parts
  bool is_screened = false;
  std::function<core::Result<core::Candidate>(std::vector<std::string>)> compose;  ///< as the question's
  std::function<core::Digest(const core::Candidate&)> workload_of;                 ///< as the question's
  std::optional<core::Screening> screening;  ///< once the parts were screened
  std::vector<core::Trial> trials;     ///< arm: index of the variant; blocks numbered through

  /// Puts other parts in the place of those there are. The builds of parent and whole stay, trials do not:
  /// what is compared is measured in the same blocks.
  void replace_parts(std::vector<core::Part> found);

  /// What is run when this build of the candidate is; empty: not known.
  [[nodiscard]] core::Digest program_of(const core::Candidate& candidate, const core::Build& build) const;

  [[nodiscard]] std::string name_of(stats::PartSet set) const {
    return set < names.size() ? names[set] : variant_name(parts, set, compared);
  }

  /// "the parent", "the whole change", or the setting, in a sentence; 0: base, 1: whole.
  [[nodiscard]] std::string end_name(std::size_t end) const;

  /// Is there a number for it, or may there be one?
  [[nodiscard]] bool is_measurable(std::size_t variant) const;
};

/// Why a split ends before its variants could be compared.
struct Obstacle {
  core::Verdict verdict = core::Verdict::refused;
  std::string reason;  ///< empty: there is no obstacle
};

/// Calibrates on the parent, or on the whole when the parent cannot be measured, and builds the variants
/// there are. Obstacle: neither can be measured.
Inquiry<Obstacle> prepare_split(Splitting& splitting);

/// Builds the variants that are not built yet, one after the other, so that one that fails takes no other
/// along, and measures all of them in the same blocks, until `is_enough` at one of the looks, or the last one.
/// `is_enough` looks at the noise and never at an effect, so tests and intervals keep their level. Obstacle:
/// there are no two programs to compare.
Inquiry<Obstacle> measure_variants(Splitting& splitting, bool (*is_enough)(const Splitting&));

/// A variant that cannot be tested goes on record, with its name.
void note_untestable(Splitting& splitting, const std::string& variant, const core::NotTestable& why);

}  // namespace bisect::engine
