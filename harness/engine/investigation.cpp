#include "harness/engine/investigation.hpp"

#include <algorithm>

namespace bisect::engine {

bool judges_endings(const BisectQuestion& question) {
  return question.look_for == core::LookFor::failing ||
         question.look_for == core::LookFor::passing;
}

core::RoundRequest Investigation::request(core::Purpose purpose,
                                          const std::vector<core::Commit>& commits,
                                          int blocks) const {
  core::RoundRequest round;
  round.purpose = purpose;
  for (const core::Commit& commit : commits) {
    // The ends are the common reference of all rounds: their builds are never renewed.
    const bool is_end = commit.id == question.good.id || commit.id == question.bad.id;
    round.arms.push_back({question.candidate_of(commit), is_end ? 0 : setup.generation});
  }
  round.blocks = blocks;
  round.placement = setup.placement;
  round.run_limit = setup.run_limit;
  return round;
}

const Assessment* Investigation::find(const core::CommitId& commit) const {
  const auto found = std::find_if(assessments.begin(), assessments.end(),
                                  [&](const Assessment& a) { return a.commit.id == commit; });
  return found == assessments.end() ? nullptr : &*found;
}

const Assessment* Investigation::find_program(const core::Digest& program) const {
  if (program.empty()) return nullptr;
  const auto found =
      std::find_if(assessments.begin(), assessments.end(), [&](const Assessment& a) {
        return a.program == program && !a.same_as && !a.why;
      });
  return found == assessments.end() ? nullptr : &*found;
}

void Investigation::add(Assessment assessment) {
  core::Decision decision = assessment.decision;
  decision.subject = assessment.commit.id.text();
  decision.verdict = core::to_text(assessment.standing);
  if (assessment.same_as) decision.test = "same program as " + assessment.same_as->text();
  if (assessment.why)
    decision.test = std::string(to_text(assessment.why->stage)) + ": " + assessment.why->reason;
  decisions.push_back(std::move(decision));
  std::erase_if(assessments,
                [&](const Assessment& a) { return a.commit.id == assessment.commit.id; });
  assessments.push_back(std::move(assessment));
}

bool Investigation::seeks_slowdown() const {
  return (setup.measure.direction > 0) == (setup.measure.metric.better == core::Better::smaller);
}

void Investigation::warn(const std::string& text) {
  if (std::find(warnings.begin(), warnings.end(), text) == warnings.end())
    warnings.push_back(text);
}

}  // namespace bisect::engine
