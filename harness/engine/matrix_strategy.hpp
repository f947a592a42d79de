#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/splitting.hpp"
#include "harness/engine/strategy.hpp"

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

/// Builds every cell and runs it. Where numbers are compared all cells that work are measured in the same
/// blocks, and compared with the first of them; where endings are judged each is run three times. Ends with the
/// verdict `compared`, or `refused` when nothing can be measured.
class MatrixStrategy final : public Strategy {
 public:
  explicit MatrixStrategy(MatrixQuestion question);

  [[nodiscard]] Step next() override;
  void record(core::RoundOutcome outcome) override;
  [[nodiscard]] std::vector<core::Decision> take_decisions() override;
  [[nodiscard]] Outlook outlook() const override;
  [[nodiscard]] core::Finding best_so_far(const std::string& reason) const override;

 private:
  Splitting m_cells;      // before the inquiry, which refers to both
  core::Matrix m_matrix;
  Inquiry<core::Finding> m_inquiry;
};

}  // namespace bisect::engine
