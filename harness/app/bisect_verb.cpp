#include "harness/app/dry_run.hpp"
#include "harness/app/search_run.hpp"
#include "harness/app/surroundings.hpp"
#include "harness/app/verbs.hpp"

#include <utility>

namespace bisect::app {

core::Result<ExitCode> run_bisect(const Invocation& invocation) {
  auto foundation = Foundation::lay();
  if (!foundation) return std::move(foundation).error();
  auto plan = plan_of(invocation);
  if (!plan) return std::move(plan).error();
  if (invocation.output.dry_run)
    return show_dry_run(**foundation, *plan, invocation.draft.parts);
  if (invocation.split_at_once && plan->parts.empty())
    return core::usage_error("--split needs parts to split the culprit into",
                             {"name them with --part NAME=GLOB[,GLOB] or under [parts] in a plan file"});
  auto toolbox = Toolbox::open(*plan, **foundation);
  if (!toolbox) return std::move(toolbox).error();
  return run_search(**foundation, *toolbox, new_session(*plan, (*foundation)->clock),
                    invocation);
}

core::Result<ExitCode> run_resume(const Invocation& invocation) {
  auto foundation = Foundation::lay();
  if (!foundation) return std::move(foundation).error();
  auto places = places_of(invocation);
  if (!places) return std::move(places).error();
  core::Plan where;
  where.repository = places->repository;
  where.database = places->database;
  where.work_dir = places->work_dir;
  auto toolbox = Toolbox::open(where, **foundation);
  if (!toolbox) return std::move(toolbox).error();
  auto session = toolbox->store->unfinished_session(std::nullopt);
  if (!session) return std::move(session).error();
  if (!*session)
    return core::usage_error("there is no unfinished session in " + places->database.string(),
                             {"start one: bisect --good REV --bad REV --run CMD"});
  store::Session resumed = std::move(**session);
  resumed.plan.repository = where.repository;
  resumed.plan.database = where.database;
  resumed.plan.work_dir = where.work_dir;
  // A session that stopped at a limit has ended; new limits are for the way from here.
  if (invocation.draft.budget) resumed.plan.limits.budget = *invocation.draft.budget;
  if (invocation.draft.max_builds) resumed.plan.limits.max_builds = *invocation.draft.max_builds;
  return run_search(**foundation, *toolbox, std::move(resumed), invocation);
}

}  // namespace bisect::app
