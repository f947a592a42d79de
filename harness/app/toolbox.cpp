#include "harness/app/toolbox.hpp"

#include <unistd.h>

#include <csignal>
#include <string>

namespace bisect::app {
namespace {

std::vector<std::string> caller_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

/// Submodules that the user has no clone of are fetched once, to here.
std::filesystem::path mirrors(const core::Plan& plan) { return plan.work_dir / "mirrors"; }

struct Subject {
  git::GitProgram git;
  git::RepositoryPlace place;
};

core::Result<Subject> find_subject(const core::Plan& plan, Foundation& foundation) {
  git::GitProgram git(*foundation.launcher, caller_environment());
  auto place = git::discover(git, plan.repository, *foundation.cancellation);
  if (!place) return std::move(place).error();
  return Subject{std::move(git), std::move(*place)};
}

}  // namespace

core::Result<std::unique_ptr<Foundation>> Foundation::lay() {
  auto foundation = std::make_unique<Foundation>();
  auto launcher = process::SupervisedLauncher::start();
  if (!launcher) return std::move(launcher).error();
  foundation->launcher = std::move(*launcher);
  auto cancellation = process::SignalCancellation::install();
  if (!cancellation) return std::move(cancellation).error();
  foundation->cancellation = std::move(*cancellation);
  // A file over the user's size limit (ulimit -f) must come back as an error, not as a death.
  std::signal(SIGXFSZ, SIG_IGN);
  return foundation;
}

core::Result<std::vector<store::SubjectLock>> take_locks(const std::filesystem::path& database,
                                                         const std::filesystem::path& work_dir,
                                                         const core::Clock& clock) {
  std::vector<store::SubjectLock> locks;
  std::filesystem::path of_database = database;
  of_database += ".lock";
  for (const std::filesystem::path& file : {of_database, work_dir / "lock"}) {
    auto lock = store::SubjectLock::take(file, clock);
    if (!lock) return std::move(lock).error();
    locks.push_back(std::move(*lock));
  }
  return locks;
}

core::Result<std::unique_ptr<git::Libgit2History>> open_history(const core::Plan& plan,
                                                                Foundation& foundation) {
  auto subject = find_subject(plan, foundation);
  if (!subject) return std::move(subject).error();
  return git::Libgit2History::open(subject->place, subject->git, mirrors(plan),
                                   *foundation.cancellation);
}

core::Result<git::Libgit2Changes> open_changes(const core::Plan& plan, Foundation& foundation) {
  auto subject = find_subject(plan, foundation);
  if (!subject) return std::move(subject).error();
  return git::Libgit2Changes::open(subject->place);
}

core::Result<Toolbox> Toolbox::open(const core::Plan& plan, Foundation& foundation) {
  auto subject = find_subject(plan, foundation);
  if (!subject) return std::move(subject).error();
  auto locks = take_locks(plan.database, plan.work_dir, foundation.clock);
  if (!locks) return std::move(locks).error();
  Toolbox toolbox;
  toolbox.locks = std::move(*locks);
  auto history = git::Libgit2History::open(subject->place, subject->git, mirrors(plan),
                                           *foundation.cancellation);
  if (!history) return std::move(history).error();
  toolbox.history = std::move(*history);
  toolbox.work_trees =
      std::make_unique<git::GitWorkTrees>(subject->place, subject->git, mirrors(plan));
  auto store = store::SqliteTrialStore::open(plan.database, foundation.clock);
  if (!store) return std::move(store).error();
  toolbox.store = std::move(*store);
  auto workshop = build::Workshop::open(plan.work_dir);
  if (!workshop) return std::move(workshop).error();
  toolbox.workshop = std::move(*workshop);
  toolbox.host = bench::observe_host();
  return toolbox;
}

}  // namespace bisect::app
