#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/setting_book.hpp"
#include "harness/engine/matrix_strategy.hpp"
#include "harness/git/history.hpp"

#include <memory>
#include <variant>

namespace bisect::app {

/// What is compared: the question, or a finding that refuses it.
using MatrixScope = std::variant<engine::MatrixQuestion, core::Finding>;

/// Resolves the revisions, and makes a candidate of each in each setting. Refuses a revision that names
/// nothing.
[[nodiscard]] core::Result<MatrixScope> find_matrix_scope(git::History& history, const core::Plan& plan,
                                                          const std::shared_ptr<SettingBook>& book);

}  // namespace bisect::app
