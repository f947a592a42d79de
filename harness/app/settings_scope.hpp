#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/setting_book.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/git/history.hpp"

#include <memory>

namespace bisect::app {

/// Tells apart the two settings that the plan compares at its revision: their differences are the parts of a
/// split. Settings between the two are added to the book as they are asked for, from `history`, which outlives
/// the question. Refuses a revision that names
/// nothing; Error `usage` for settings that do not differ.
[[nodiscard]] core::Result<SplitScope> find_settings_scope(git::History& history,
                                                           const core::Plan& plan,
                                                           const std::shared_ptr<SettingBook>& book);

/// The candidate of a commit in a setting (complete), with its pins. Error as git::CandidatePlan::make.
[[nodiscard]] core::Result<core::Candidate> candidate_in(git::History& history, const core::Plan& plan,
                                                         const core::Commit& commit,
                                                         const core::Setting& setting);

}  // namespace bisect::app
