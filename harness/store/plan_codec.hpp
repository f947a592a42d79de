#pragma once

#include "core/ids.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace bisect::store {

/// A plan as JSON text. Every field, durations in ns, enumerators as their frozen numbers. A text
/// that is not valid UTF-8 (paths may be any bytes) is written as {"hex": "…"}.
[[nodiscard]] std::string encode_plan(const core::Plan& plan);

/// The way back: decode_plan(encode_plan(p)) equals p in every field. A field that an older program
/// did not know keeps its default. Error `environment`: not JSON, or a field of the wrong kind.
[[nodiscard]] core::Result<core::Plan> decode_plan(std::string_view json);

/// Digest of the fields that change what is measured, searched or decided; two plans with the same
/// one may share a session. Left out, because they change only how far and where the work goes:
/// database and work_dir; limits.budget and limits.max_builds (so that a run that was stopped may
/// go on with more); and seed: it orders trials but says nothing about the question, and it is
/// drawn anew for each start unless the user gives one; and parts and
/// samples of a search, which only offers a split with them. Revisions and patches count as the user
/// wrote them: a moved branch or an edited patch shows in the candidates of the rounds instead.
[[nodiscard]] core::Digest plan_match(const core::Plan& plan);

}  // namespace bisect::store
