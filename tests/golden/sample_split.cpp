#include "tests/golden/sample_reports.hpp"

#include <limits>

namespace bisect::golden {
namespace {

using namespace std::chrono_literals;
using core::Ratio;
using core::Tendency;

core::Commit commit(char digit, const std::string& subject) {
  core::Commit made;
  made.id = core::CommitId("abc" + std::string(36, digit) + "f");
  made.subject = subject;
  made.author = "Ada";
  made.author_date = "2024-05-06T07:08:09+02:00";
  return made;
}

core::Variant variant(const std::string& name, std::vector<std::string> parts, Tendency verdict,
                      double ratio) {
  core::Variant row;
  row.name = name;
  row.parts = std::move(parts);
  row.verdict = verdict;
  row.n = 136;
  row.mean = 282.6e6 * ratio;
  row.sd = 19.9e6;
  row.min = 255.4e6;
  row.q1 = 278.6e6;
  row.median = 290.1e6;
  if (!row.parts.empty()) row.ratio = Ratio{ratio, ratio - 0.012, ratio + 0.012};
  row.p_value = 0.0021;
  row.whole = core::AgainstWhole{{ratio / 1.043, 0.94, 0.97}, 3.0, 0.00147, 0.0059, 0.0011};
  return row;
}

core::Variant untestable(const std::string& name, std::vector<std::string> parts) {
  core::Variant row;
  row.name = name;
  row.parts = std::move(parts);
  row.verdict = Tendency::untestable;
  row.why = core::NotTestable{core::Stage::build, "exit status 2", "error: no such function\n"};
  return row;
}

core::PartEffect effect(const std::string& name, Tendency verdict, double ratio, double share) {
  core::PartEffect row;
  row.name = name;
  row.parts = {name};
  row.verdict = verdict;
  row.ratio = Ratio{ratio, ratio - 0.011, ratio + 0.011};
  row.n = 136;
  row.p_value = 0.00012;
  row.p_holm = 0.00048;
  row.share = core::Share{share, share - 0.2, share + 0.2};
  return row;
}

core::Attribution attribution() {
  core::Attribution result;
  result.parts = {{"backend", {"src/a|b.cc", "src/op.cc"}}, {"python", {"python/block.py"}},
                  {"rest", {"README"}}};
  result.variants = {variant("parent", {}, Tendency::same, 1),
                     variant("whole", {"backend", "python", "rest"}, Tendency::slower, 1.043),
                     variant("only backend", {"backend"}, Tendency::faster, 0.963),
                     untestable("only python", {"python"}),
                     variant("only rest", {"rest"}, Tendency::same, 1),
                     variant("without rest", {"backend", "python"}, Tendency::slower, 1.043)};
  result.variants[1].whole.reset();
  result.variants[2].whole->t = std::numeric_limits<double>::infinity();
  result.variants[4].same_as = "parent";
  result.variants[5].note = "ran over the time limit";
  result.effects = {effect("backend", Tendency::faster, 0.963, -0.9),
                    effect("python", Tendency::slower, 1.083, 1.9),
                    effect("rest", Tendency::same, 1, 0)};
  core::PartEffect together = effect("backend x python", Tendency::slower, 1.05, 0);
  together.kind = core::EffectKind::interaction;
  together.parts = {"backend", "python"};
  together.share.reset();
  core::PartEffect unknown;
  unknown.name = "python x rest";
  unknown.kind = core::EffectKind::interaction;
  result.effects.push_back(together);
  result.effects.push_back(unknown);
  result.needs = {"python does not stand without backend"};
  return result;
}

}  // namespace

reports::ReportModel sample_split() {
  reports::ReportModel model;
  model.finding.verdict = core::Verdict::culprit;
  model.finding.range = core::SearchedRange{commit('1', "Before"), commit('5', "Both halves"), {}, 1};
  model.finding.effect = core::Effect{
      "lines:app", "ns", 282.6e6, 294.9e6, {1.043, 1.036, 1.051}, 3e-9,
      "Student's t on the log ratios of blocks, two-sided"};
  model.finding.probability = 0.99952;
  model.finding.commits = {{commit('5', "Both halves"), core::ChangeKind::slower,
                            Ratio{1.043, 1.036, 1.051}, 0.99952, {"README", "src/op.cc"}}};
  model.finding.attribution = attribution();
  model.finding.cost = {5, 421, 605s, 200s, 361s};
  model.plan.task = core::Task::split;
  model.plan.repository = "/home/me/subject";
  model.plan.bad = "main~3";
  model.plan.parts = {{"backend", {"src/**", "include"}}, {"python", {"python"}}};
  model.plan.samples = 136;
  model.plan.commands = {"", "make -j4", "./bench 'a b'"};
  model.plan.metrics = {{core::MetricSource::lines, "app", core::Better::smaller}};
  model.plan.seed = 42;
  model.session = core::SessionId{7};
  model.version = "0.1.0";
  model.date = "2024-05-07T08:09:10Z";
  return model;
}

}  // namespace bisect::golden
