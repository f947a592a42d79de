#pragma once

#include "harness/engine/investigation.hpp"

namespace bisect::engine {

/// Is a commit nearer the good or nearer the bad end? Measured against the good end, tested against
/// half of the ends' effect: the truth then lies half an effect away from the threshold on either
/// side. Answers from memory when the commit, or one that runs the same program, was judged before.
Inquiry<Assessment> judge_step(Investigation& investigation, core::Commit commit);

}  // namespace bisect::engine
