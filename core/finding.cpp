#include "core/finding.hpp"

namespace bisect::core {

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::culprit: return "culprit";
    case Verdict::candidates: return "candidates";
    case Verdict::culprits: return "culprits";
    case Verdict::gradual: return "gradual";
    case Verdict::none: return "none";
    case Verdict::improvement: return "improvement";
    case Verdict::interaction: return "interaction";
    case Verdict::slow_at_merge_base: return "slow-at-merge-base";
    case Verdict::undecided: return "undecided";
    case Verdict::refused: return "refused";
    case Verdict::compared: return "compared";
  }
  return "?";
}

std::string to_text(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::slower: return "slower";
    case ChangeKind::faster: return "faster";
    case ChangeKind::changed: return "changed";
    case ChangeKind::failing: return "failing";
    case ChangeKind::passing: return "passing";
    case ChangeKind::merge: return "merge";
  }
  return "?";
}

std::string to_text(Standing standing) {
  switch (standing) {
    case Standing::good: return "good";
    case Standing::bad: return "bad";
    case Standing::between: return "between";
    case Standing::untestable: return "untestable";
    case Standing::identical: return "identical";
  }
  return "?";
}

std::string to_text(Tendency tendency) {
  switch (tendency) {
    case Tendency::slower: return "slower";
    case Tendency::faster: return "faster";
    case Tendency::same: return "same";
    case Tendency::undecided: return "undecided";
    case Tendency::untestable: return "untestable";
    case Tendency::failing: return "fails";
    case Tendency::passing: return "works";
  }
  return "?";
}

}  // namespace bisect::core
