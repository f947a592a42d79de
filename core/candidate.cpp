#include "core/candidate.hpp"

#include "core/digest.hpp"

namespace bisect::core {

Digest candidate_key(const Candidate& candidate) {
  Hasher hasher;
  hasher.add(candidate.commit.text()).add(candidate.tree.text()).add(candidate.setting);
  for (const Pin& pin : candidate.pins) hasher.add("pin").add(pin.path).add(pin.commit.text());
  for (const FixUp& fixup : candidate.fixups) hasher.add("fix-up").add(fixup.content.text());
  if (candidate.overlay) {
    hasher.add("overlay").add(candidate.overlay->source.text());
    for (const std::string& path : candidate.overlay->paths) hasher.add(path);
    for (const HunkChoice& choice : candidate.overlay->hunks) {
      hasher.add("hunks").add(choice.path);
      for (const int hunk : choice.hunks) hasher.add(std::to_string(hunk));
    }
  }
  return hasher.digest();
}

}  // namespace bisect::core
