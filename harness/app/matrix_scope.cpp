#include "harness/app/matrix_scope.hpp"

#include "harness/app/scope.hpp"
#include "harness/app/settings_scope.hpp"
#include "harness/config/setting_mixer.hpp"

#include <utility>

namespace bisect::app {

core::Result<MatrixScope> find_matrix_scope(git::History& history, const core::Plan& plan,
                                            const std::shared_ptr<SettingBook>& book) {
  engine::MatrixQuestion question;
  question.search = question_of(plan);
  question.samples = plan.samples;
  question.workload_of = [book](const core::Candidate& candidate) {
    return book->workload_of(candidate);
  };
  question.matrix.labels = plan.revisions;
  std::vector<core::Setting> settings;
  for (const std::string& name : plan.compared) {
    settings.push_back(core::complete_setting(plan, name));
    question.matrix.settings.push_back({name, config::traits_of(settings.back())});
  }
  for (const std::string& revision : plan.revisions) {
    auto commit = history.resolve(revision);
    if (!commit && commit.error().kind == core::ErrorKind::usage)
      return MatrixScope(refusal(commit.error()));
    if (!commit) return std::move(commit).error();
    for (const core::Setting& setting : settings) {
      auto candidate = candidate_in(history, plan, *commit, setting);
      if (!candidate) return std::move(candidate).error();
      question.candidates.push_back(std::move(*candidate));
    }
    question.matrix.revisions.push_back(std::move(*commit));
  }
  return MatrixScope(std::move(question));
}

}  // namespace bisect::app
