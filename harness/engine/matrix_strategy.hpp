#pragma once

#include "harness/engine/inquiry_strategy.hpp"
#include "harness/engine/splitting.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bisect::engine {

/// How do revisions do in settings? As values.
struct MatrixQuestion {
  BisectQuestion search;   ///< metrics, what is looked for, limits; ends and graph are not used
  core::Matrix matrix;     ///< revisions, labels and settings; cells are filled by the answer
  std::vector<core::Candidate> candidates;  ///< as the matrix' cells
  std::function<core::Digest(const core::Candidate&)> workload_of;  ///< as of a split
  int samples = 0;         ///< of each cell; 0 = until ratios are known to half of what counts
};

/// A matrix that is being filled. A cell is a variant whose set is its index.
struct MatrixWork {
  explicit MatrixWork(MatrixQuestion question);

  Splitting cells;
  core::Matrix matrix;
};

/// Builds every cell and runs it. Where numbers are compared all cells that work are measured in the same
/// blocks, and compared with the first of them; where endings are judged each is run three times. Ends with the
/// verdict `compared`, or `refused` when nothing can be measured.
class MatrixStrategy final : private InquiryState<MatrixWork>, public InquiryStrategy {
 public:
  explicit MatrixStrategy(MatrixQuestion question);

  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;
};

}  // namespace bisect::engine
