#include "harness/app/settings_scope.hpp"

#include "harness/app/scope.hpp"
#include "harness/config/setting_mixer.hpp"
#include "harness/git/candidate_plan.hpp"

#include <utility>

namespace bisect::app {
namespace {

/// Good and bad setting, complete, with their side of each toggle.
struct Sides {
  core::Setting good;
  core::Setting bad;
};

std::string values_of(const std::vector<core::Toggle>& toggles, std::string core::Toggle::* side) {
  std::string text;
  for (const core::Toggle& toggle : toggles)
    text += (text.empty() ? "" : ",") + toggle.name + "=" + toggle.*side;
  return text;
}

Sides sides_of(const core::Plan& plan) {
  Sides sides{core::complete_setting(plan, plan.compared.front()),
              core::complete_setting(plan, plan.compared.back())};
  for (const core::Toggle& toggle : plan.toggles) {
    sides.good.environment[toggle.name] = toggle.good;
    sides.bad.environment[toggle.name] = toggle.bad;
  }
  if (plan.compared.front() == plan.compared.back() && !plan.toggles.empty()) {
    sides.good.name = values_of(plan.toggles, &core::Toggle::good);
    sides.bad.name = values_of(plan.toggles, &core::Toggle::bad);
  }
  return sides;
}

core::Result<void> add_variants(engine::SplitQuestion& question) {
  const std::size_t parts = question.parts.size();
  std::vector<stats::PartSet> sets{0, 1};  // to be screened: only the ends
  if (!question.is_screened) sets = engine::sets_to_measure(static_cast<int>(parts));
  for (std::size_t at = 0; at < sets.size(); ++at) {
    std::vector<std::string> texts;
    for (std::size_t part = 0; part < parts; ++part)
      if (at == 1 || (at > 1 && (sets[at] >> part & 1U) != 0))
        texts.push_back(question.parts[part].paths.front());
    auto candidate = question.compose(std::move(texts));
    if (!candidate) return std::move(candidate).error();
    question.variants.push_back({sets[at], std::move(*candidate)});
  }
  return {};
}

}  // namespace

core::Result<core::Candidate> candidate_in(git::History& history, const core::Plan& plan,
                                           const core::Commit& commit,
                                           const core::Setting& setting) {
  auto segment = history.segment(commit.id, commit.id);
  if (!segment) return std::move(segment).error();
  core::Plan only = plan;
  only.good = only.bad = commit.id.text();
  only.setting = setting.name;
  only.settings = {setting};  // complete: nothing of the plan is to come before its pins
  only.pins.clear();
  auto candidates = git::CandidatePlan::make(history, *segment, only);
  if (!candidates) return std::move(candidates).error();
  return candidates->candidate(commit);
}

core::Result<SplitScope> find_settings_scope(git::History& history, const core::Plan& plan,
                                             const std::shared_ptr<SettingBook>& book) {
  auto commit = history.resolve(plan.revisions.front());
  if (!commit && commit.error().kind == core::ErrorKind::usage) return SplitScope(refusal(commit.error()));
  if (!commit) return std::move(commit).error();
  const Sides sides = sides_of(plan);
  const config::SettingMixer mixer(sides.good, sides.bad);
  if (mixer.differences().empty())
    return core::usage_error("the settings " + sides.good.name + " and " + sides.bad.name +
                                 " do not differ",
                             {"what --env and [environment] say comes before what settings say"});

  engine::SplitQuestion question;
  question.search = question_of(plan);
  question.search.good = question.search.bad = *commit;
  question.compared = {core::WholeKind::settings, sides.good.name, sides.bad.name, "difference"};
  for (const config::SettingDifference& difference : mixer.differences())
    question.parts.push_back({difference.name, {difference.text}});
  question.samples = plan.samples;
  question.is_screened = mixer.differences().size() > stats::k_most_combined_parts;
  question.compose = [&history, plan, commit = *commit, mixer,
                      book](const std::vector<std::string>& texts) {
    const core::Setting setting = mixer.mixed({texts.begin(), texts.end()});
    book->add(setting);
    return candidate_in(history, plan, commit, setting);
  };
  question.workload_of = [book](const core::Candidate& candidate) {
    return book->workload_of(candidate);
  };
  if (auto added = add_variants(question); !added) return std::move(added).error();
  return SplitScope(std::move(question));
}

}  // namespace bisect::app
