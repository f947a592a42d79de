#include "harness/git/git_work_trees.hpp"

#include "harness/git/fixups.hpp"
#include "harness/git/gitmodules.hpp"
#include "harness/git/tree_composer.hpp"

#include <algorithm>
#include <utility>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_log_limit = 8192;  // bytes kept of git's words

std::string end_of(const std::string& log) {
  return log.size() <= k_log_limit ? log : log.substr(log.size() - k_log_limit);
}

core::Result<void> make_empty(const fs::path& directory) {
  std::error_code problem;
  fs::create_directories(directory, problem);
  if (problem)
    return core::environment_error("cannot create " + directory.string() + ": " + problem.message());
  const bool empty = fs::is_empty(directory, problem);
  if (problem)
    return core::environment_error("cannot read " + directory.string() + ": " + problem.message());
  if (!empty) return core::internal_error("the folder " + directory.string() + " is not empty");
  return {};
}

/// The variant's tree, made in the repository at `directory`, which borrows the subject's objects.
core::Result<std::string> composed_tree(const core::Candidate& candidate, const fs::path& directory) {
  start_libgit2();
  RepositoryHandle repository;
  if (fill(repository, git_repository_open, (directory / ".git").c_str()) != 0)
    return libgit2_error("the repository at " + directory.string() + " cannot be read");
  const core::Result<core::TreeId> tree =
      compose_tree(repository.get(), candidate.commit, *candidate.overlay);
  if (!tree) return tree.error();
  if (*tree != candidate.tree)
    return core::internal_error("the variant's tree is " + tree->text() + ", not " +
                                candidate.tree.text());
  return tree->text();
}

/// Why git itself would leave the submodule out; empty: it would not.
std::string reason_to_skip(const Lender& parent, const GitmodulesEntry& entry) {
  const std::string key = "submodule." + entry.name + ".";
  if (value_of(parent.options, key + "active").value_or("true") == "false")
    return key + "active is false";
  if (value_of(parent.options, key + "update").value_or(entry.update) == "none")
    return key + "update is none";
  return {};
}

}  // namespace

/// One repository of the tree: the subject or a submodule at any depth.
struct GitWorkTrees::Level {
  Lender lender;
  core::CommitId commit;
  fs::path directory;
  std::string prefix;  ///< "" or "path/of/submodule/"
  bool under_pin = false;
};

/// What one lay_out carries through all levels.
struct GitWorkTrees::Job {
  const core::Candidate& candidate;
  const core::Cancellation& cancellation;
  Checkout checkout;
  std::set<std::string> pins_met;

  [[nodiscard]] const core::Pin* pin_of(const std::string& path) const {
    const auto pin = std::find_if(candidate.pins.begin(), candidate.pins.end(),
                                  [&](const core::Pin& other) { return other.path == path; });
    return pin == candidate.pins.end() ? nullptr : &*pin;
  }

  core::Result<void> fail(core::Stage stage, std::string reason, const std::string& log) {
    checkout.failure = core::NotTestable{stage, std::move(reason), end_of(log)};
    return {};
  }
};

GitWorkTrees::GitWorkTrees(RepositoryPlace subject, GitProgram git, fs::path mirrors)
    : m_subject(std::move(subject)), m_git(std::move(git)), m_sources(m_git, std::move(mirrors)) {}

core::Result<Checkout> GitWorkTrees::lay_out(const core::Candidate& candidate,
                                             const fs::path& directory,
                                             const core::Cancellation& cancellation) {
  if (auto made = make_empty(directory); !made) return made.error();
  core::Result<Lender> lender = read_lender(m_git, m_subject, cancellation);
  if (!lender) return lender.error();

  Job job{candidate, cancellation, {}, {}};
  const Level top{std::move(*lender), candidate.commit, directory, "", false};
  if (auto laid = lay_level(job, top); !laid) return laid.error();
  Checkout& checkout = job.checkout;
  for (const core::Pin& pin : candidate.pins)
    if (!checkout.failure && !job.pins_met.contains(pin.path))
      checkout.warnings.push_back("the pin of " + pin.path + " is idle: " +
                                  core::short_id(candidate.commit) + " has no submodule there");
  if (!checkout.failure) {
    auto applied = apply_fixups(m_git, candidate.fixups, directory, checkout, cancellation);
    if (!applied) return applied.error();
  }
  std::sort(checkout.submodules.begin(), checkout.submodules.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return std::move(checkout);
}

core::Result<void> GitWorkTrees::lay_level(Job& job, const Level& level) const {
  if (auto written = write_borrower(level.lender, level.commit, level.directory); !written)
    return written;
  if (auto done = check_out(job, level); !done || job.checkout.failure) return done;
  return lay_submodules(job, level);
}

core::Result<void> GitWorkTrees::check_out(Job& job, const Level& level) const {
  // read-tree on an absent index writes every file of the commit, whatever the attributes will make
  // of it afterwards, and takes no ref, reflog or post-checkout hook along.
  std::string what_lies = level.commit.text();
  if (level.prefix.empty() && job.candidate.overlay) {
    core::Result<std::string> composed = composed_tree(job.candidate, level.directory);
    if (!composed) return composed.error();
    what_lies = *std::move(composed);
  }
  const auto finished =
      m_git.run({{"read-tree", "--reset", "-u", "--no-recurse-submodules", what_lies},
                 level.directory,
                 {"GIT_CEILING_DIRECTORIES=" + level.directory.parent_path().string()}},
                job.cancellation);
  if (!finished) return finished.error();
  if (finished->succeeded()) return {};
  if (is_out_of_resources(*finished))
    return core::environment_error(
        "cannot write the tree at " + level.directory.string() + ": " + problem_of(*finished),
        {"check the free space and the rights of the folder given by --work-dir"});
  const core::Stage stage = level.prefix.empty() ? core::Stage::checkout : core::Stage::submodule;
  const std::string what = level.prefix.empty()
                               ? std::string("the commit")
                               : "the submodule " + level.prefix.substr(0, level.prefix.size() - 1);
  return job.fail(stage, what + " cannot be checked out: " + problem_of(*finished), finished->err);
}

core::Result<void> GitWorkTrees::lay_submodules(Job& job, const Level& level) const {
  const core::Result<Gitlinks> gitlinks = gitlinks_of(level.directory);
  if (!gitlinks) return gitlinks.error();
  if (gitlinks->links.empty()) return {};
  const core::Result<Gitmodules> gitmodules = read_gitmodules(
      m_git, level.directory / ".git", gitlinks->gitmodules, job.cancellation);
  if (!gitmodules) return gitmodules.error();
  if (!gitmodules->problem.empty())
    job.checkout.warnings.push_back(level.prefix + ".gitmodules cannot be read: " +
                                    gitmodules->problem);
  for (const Gitlink& link : gitlinks->links) {
    auto laid = lay_submodule(job, level, link, gitmodules->find(link.path));
    if (!laid || job.checkout.failure) return laid;
  }
  return {};
}

core::Result<void> GitWorkTrees::lay_submodule(Job& job, const Level& level, const Gitlink& link,
                                               const GitmodulesEntry* entry) const {
  const std::string path = level.prefix + link.path;
  const core::Pin* pin = job.pin_of(path);
  if (pin != nullptr) job.pins_met.insert(path);
  const core::CommitId& wanted = pin != nullptr ? pin->commit : link.commit;
  std::vector<std::string>& warnings = job.checkout.warnings;
  if (pin == nullptr && entry != nullptr) {
    if (const std::string reason = reason_to_skip(level.lender, *entry); !reason.empty()) {
      warnings.push_back("the submodule " + path + " was left out: " + reason);
      return {};
    }
  }
  const core::Result<SubmoduleSource> source =
      m_sources.with_commit({&level.lender, link.path, entry}, wanted, job.cancellation);
  if (!source) return source.error();
  if (!source->place && entry == nullptr && pin == nullptr) {
    warnings.push_back("the submodule entry " + path +
                       " is not mentioned in .gitmodules: its folder was left empty");
    return {};
  }
  if (!source->place)
    return job.fail(core::Stage::submodule,
                    "the submodule " + path + " has no commit " + wanted.text() + ": " +
                        source->problem,
                    source->log);

  core::Result<Lender> lender = read_lender(m_git, *source->place, job.cancellation);
  if (!lender) return lender.error();
  lender->url = source->url;
  if (entry != nullptr) {
    // The build's own `git submodule update` then finds it initialised, and leaves a pin alone.
    const std::string key = "submodule." + entry->name + ".";
    GitOptions options{{key + "active", "true"}, {key + "url", source->url}};
    if (pin != nullptr) options.push_back({key + "update", "none"});
    if (auto added = add_options(level.directory, options); !added) return added;
  }
  const Level inner{std::move(*lender), wanted, level.directory / link.path, path + "/",
                    level.under_pin || pin != nullptr};
  if (auto laid = lay_level(job, inner); !laid || job.checkout.failure) return laid;

  core::CommitId actual = head_of(inner.directory);
  if (actual != wanted)
    return job.fail(core::Stage::submodule,
                    "the submodule " + path + " stands at " + actual.text() + " instead of " +
                        wanted.text(),
                    {});
  job.checkout.submodules.push_back(
      {path, level.under_pin ? core::CommitId() : link.commit, std::move(actual)});
  return {};
}

}  // namespace bisect::git
