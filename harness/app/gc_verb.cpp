#include "harness/app/surroundings.hpp"
#include "harness/app/toolbox.hpp"
#include "harness/app/verbs.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace bisect::app {
namespace {

/// Builds can be made again, but that may take hours: a person is asked.
bool agreed(const Invocation& invocation, const std::string& folder) {
  if (invocation.output.yes) return true;
  if (isatty(STDIN_FILENO) == 0) return false;
  fmt::print(stderr, "remove all kept builds in {}? [y/N] ", folder);
  const int answer = std::getchar();
  return answer == 'y' || answer == 'Y';
}

}  // namespace

core::Result<ExitCode> run_gc(const Invocation& invocation) {
  auto places = places_of(invocation);
  if (!places) return std::move(places).error();
  const process::SystemClock clock;
  auto locks = take_locks(places->database, places->work_dir, clock);
  if (!locks) return std::move(locks).error();
  auto workshop = build::Workshop::open(places->work_dir);
  if (!workshop) return std::move(workshop).error();
  if (!agreed(invocation, places->work_dir.string()))
    return core::usage_error("nothing was removed", {"--yes removes without asking"});
  const auto before = workshop->free_bytes();
  if (auto shrunk = workshop->shrink_to(0, {}); !shrunk) return std::move(shrunk).error();
  const auto after = workshop->free_bytes();
  if (before && after)
    fmt::print("{} MiB freed in {}; results are kept\n",
               *after > *before ? (*after - *before) >> 20 : 0, places->work_dir.string());
  return ExitCode::found;
}

}  // namespace bisect::app
