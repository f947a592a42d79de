#pragma once

#include "core/outcome.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bisect::core {

/// Ratio of means with interval: 1.04 = 4 % more of the metric. NaN never; absent instead.
struct Ratio {
  double value = 1;
  double low = 1;
  double high = 1;
};

/// A named group of paths of one change, or of differences between two settings.
struct Part {
  std::string name;
  std::vector<std::string> paths;  ///< sorted; a renamed file counts with both of its names
};

/// What the parts are parts of.
enum class WholeKind { change = 1, settings = 2 };

struct Compared {
  WholeKind kind = WholeKind::change;
  std::string base = "parent";  ///< the variant without any part, for people
  std::string whole = "whole";  ///< the variant with all of them
  std::string piece = "file";   ///< what the parts are made of: "file", "hunk", "difference", "commit"
};

/// Where a variant or an effect leads. "Slower" stands for the worse, whatever the metric; the last two
/// are for runs that are judged by how they end.
enum class Tendency {
  slower = 1,
  faster = 2,
  same = 3,
  undecided = 4,
  untestable = 5,
  failing = 6,
  passing = 7,
};

[[nodiscard]] std::string to_text(Tendency tendency);

/// The variant beside the whole change: is the whole slower (in the direction that is looked for)?
struct AgainstWhole {
  Ratio ratio;           ///< variant to whole, from shared blocks
  double t = 0;          ///< Student's pooled t on the raw numbers, whole minus variant
  double p_pooled = 1;   ///< one-tailed
  double p_holm = 1;     ///< the same, corrected over all variants of the split
  double p_rank = 1;     ///< one-tailed, signed rank on the blocks
};

/// One combination of parts, built and measured.
struct Variant {
  std::string name;                ///< "parent", "whole", "only backend", "without backend", "a + b"
  std::vector<std::string> parts;  ///< that are put in
  Tendency verdict = Tendency::undecided;  ///< against the parent
  int n = 0;
  std::optional<double> mean;      ///< all six: in the metric's unit
  double sd = 0;
  double min = 0;
  double q1 = 0;
  double median = 0;
  std::optional<Ratio> ratio;      ///< to the parent, from shared blocks
  double p_value = 1;              ///< of that ratio, two-sided
  std::optional<AgainstWhole> whole;
  std::optional<NotTestable> why;
  std::string same_as;             ///< the variant that runs the same program and was measured for both
  std::string note;                ///< e.g. "ran over the time limit"
};

enum class EffectKind {
  part = 1,
  interaction = 2,  ///< what parts do together beyond what each does for itself
};

/// A share of the total effect on the logarithmic scale; all shares add up to 1.
struct Share {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct PartEffect {
  EffectKind kind = EffectKind::part;
  std::string name;                ///< of the part, or "a x b"
  std::vector<std::string> parts;
  Tendency verdict = Tendency::undecided;
  std::optional<Ratio> ratio;      ///< what it multiplies the metric by; absent: not to be told apart
  int n = 0;                       ///< blocks that it was estimated from
  double p_value = 1;              ///< two-sided
  double p_holm = 1;               ///< corrected over all effects of the split
  std::optional<Share> share;      ///< absent for interactions, and when the total is not clear
};

/// How the parts of a split were found among the pieces (files, say) of a change.
struct Screening {
  int pieces = 0;
  int variants = 0;  ///< that were built to find them, parent and whole included
};

/// A smallest set of parts that makes it fail (or pass, where that is looked for).
struct Cause {
  std::vector<std::string> parts;   ///< without any of which it is as in the base
  std::vector<std::string> needed;  ///< without any of which it cannot be tested
};

/// Which part of a change costs what.
struct Attribution {
  Compared compared;
  std::vector<Part> parts;
  std::vector<Cause> causes;         ///< where endings are judged
  std::string rest_verdict;          ///< with all parts but those of the causes: "works", "fails", or why not known
  std::vector<Variant> variants;     ///< the parent first, the whole second
  std::vector<PartEffect> effects;   ///< parts in their order, then interactions
  std::optional<Screening> screening;  ///< where the parts were not named
  std::vector<std::string> needs;    ///< "frontend does not stand without backend", one for each part needed
};

}  // namespace bisect::core
