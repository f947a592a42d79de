#include "harness/git/fixups.hpp"

#include "core/digest.hpp"

#include <string>

namespace bisect::git {
namespace {

core::Result<void> check_content(const core::FixUp& fixup) {
  const core::Result<core::Digest> content = core::digest_file(fixup.file);
  if (!content) return content.error();
  if (!fixup.content.empty() && *content != fixup.content)
    return core::usage_error("the patch " + fixup.file + " changed since the run began",
                             {"restore the patch, or start a new run"});
  return {};
}

class Patch {
 public:
  Patch(const GitProgram& git, const core::FixUp& fixup, const std::filesystem::path& directory)
      : m_git(git), m_file(fixup.file), m_directory(directory) {}

  core::Result<core::Finished> apply(std::vector<std::string> how,
                                     const core::Cancellation& cancellation) const {
    GitCall call{{"apply", "--whitespace=nowarn"},
                 m_directory,
                 {"GIT_CEILING_DIRECTORIES=" + m_directory.parent_path().string()}};
    call.arguments.insert(call.arguments.end(), how.begin(), how.end());
    call.arguments.insert(call.arguments.end(), {"--", m_file});
    return m_git.run(call, cancellation);
  }

 private:
  const GitProgram& m_git;
  std::string m_file;
  std::filesystem::path m_directory;
};

core::Result<void> apply_one(const Patch& patch, const core::FixUp& fixup, Checkout& checkout,
                             const core::Cancellation& cancellation) {
  // git applies all of a patch or nothing.
  const auto forward = patch.apply({}, cancellation);
  if (!forward) return forward.error();
  if (forward->succeeded()) return {};
  if (is_out_of_resources(*forward))
    return core::environment_error("cannot apply " + fixup.file + ": " + problem_of(*forward));
  const auto backward = patch.apply({"--check", "--reverse"}, cancellation);
  if (!backward) return backward.error();
  if (backward->succeeded()) {
    checkout.skipped_fixups.push_back(fixup.file);
    return {};
  }
  checkout.failure = core::NotTestable{
      core::Stage::patch,
      "the patch " + fixup.file + " does not apply: " + problem_of(*forward), forward->err};
  return {};
}

}  // namespace

core::Result<void> apply_fixups(const GitProgram& git, const std::vector<core::FixUp>& fixups,
                                const std::filesystem::path& directory, Checkout& checkout,
                                const core::Cancellation& cancellation) {
  for (const core::FixUp& fixup : fixups) {
    if (auto same = check_content(fixup); !same) return same;
    const Patch patch(git, fixup, directory);
    if (auto done = apply_one(patch, fixup, checkout, cancellation); !done || checkout.failure)
      return done;
  }
  return {};
}

}  // namespace bisect::git
