#pragma once

#include "harness/engine/splitting.hpp"

namespace bisect::engine {

/// Finds the files of a change that matter, and makes them the parts of the split; what is left of the
/// change is the part "rest". The files are put in one after the other, in the question's order, as if
/// each were a commit: where the level moves between two such steps by more than half of what counts,
/// the stretch between them is halved, down to single files. k files among n take about k log2 n
/// variants. A step that does not build is stepped round; files between which no step builds stay together.
/// A stretch whose halves move too little each is not halved any more. Parent and whole are prepared.
/// Obstacle: no file matters, or those that do cannot be told apart.
Inquiry<Obstacle> screen_files(Splitting& splitting);

/// After a split whose part "rest" does something only together with others: screens its files with all
/// other parts put in, and makes those that matter parts of their own, to be measured from the start. False:
/// there are none.
Inquiry<bool> find_partners(Splitting& splitting);

}  // namespace bisect::engine
