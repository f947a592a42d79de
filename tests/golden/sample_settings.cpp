#include "tests/golden/sample_reports.hpp"

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

core::Variant variant(const std::string& name, std::vector<std::string> parts, Tendency verdict) {
  core::Variant row;
  row.name = name;
  row.parts = std::move(parts);
  row.verdict = verdict;
  row.n = 3;
  if (verdict == Tendency::failing) row.note = "exit status 3";
  if (verdict == Tendency::untestable)
    row.why = core::NotTestable{core::Stage::build, "exit status 2", "error: no such option\n"};
  return row;
}

core::PartEffect effect(const std::string& name, Tendency verdict) {
  core::PartEffect row;
  row.name = name;
  row.parts = {name};
  row.verdict = verdict;
  return row;
}

reports::ReportModel model_of(core::Task task) {
  reports::ReportModel model;
  model.plan.task = task;
  model.plan.repository = "/home/me/subject";
  model.plan.compared = {"container", "pip"};
  model.plan.commands = {"", "", "./bench"};
  model.plan.look_for = core::LookFor::failing;
  model.plan.seed = 42;
  model.plan_file = "settings.toml";
  model.session = core::SessionId{8};
  model.version = "0.1.0";
  model.date = "2024-05-07T08:09:10Z";
  return model;
}

core::MatrixCell cell(Tendency verdict) {
  core::MatrixCell made;
  made.verdict = verdict;
  made.runs = 3;
  if (verdict == Tendency::failing) made.failure = "exit status 3";
  if (verdict == Tendency::untestable)
    made.why = core::NotTestable{core::Stage::build, "exit status 2", "error: a|b\n"};
  return made;
}

core::MatrixCell measured(double mean, double ratio) {
  core::MatrixCell made = cell(Tendency::passing);
  made.runs = 96;
  made.mean = mean;
  if (ratio != 1) made.ratio = Ratio{ratio, ratio - 0.01, ratio + 0.01};
  return made;
}

}  // namespace

reports::ReportModel sample_settings() {
  reports::ReportModel model = model_of(core::Task::settings);
  model.plan.revisions = {"v1.8.0"};
  model.plan.toggles = {{"FUSION", "0", "1"}};
  core::Finding& finding = model.finding;
  finding.verdict = core::Verdict::culprits;
  finding.probability = 1;
  finding.range = core::SearchedRange{commit('5', "Release"), commit('5', "Release"), {}, 1};
  finding.cost = {9, 30, 605s, 500s, 61s};
  core::Attribution attribution;
  attribution.compared = {core::WholeKind::settings, "container", "pip", "difference"};
  attribution.parts = {{"-DUSE_X=ON", {"build: -DUSE_X=OFF -> -DUSE_X=ON"}},
                       {"FUSION=1", {"FUSION: 0 -> 1"}},
                       {"CFLAGS=-flto", {"CFLAGS: (nothing) -> -flto"}}};
  attribution.variants = {
      variant("container", {}, Tendency::passing),
      variant("pip", {"-DUSE_X=ON", "FUSION=1", "CFLAGS=-flto"}, Tendency::failing),
      variant("only -DUSE_X=ON", {"-DUSE_X=ON"}, Tendency::passing),
      variant("only CFLAGS=-flto", {"CFLAGS=-flto"}, Tendency::failing),
      variant("only FUSION=1", {"FUSION=1"}, Tendency::untestable)};
  attribution.causes = {{{"CFLAGS=-flto"}, {}}, {{"-DUSE_X=ON", "FUSION=1"}, {}}};
  attribution.rest_verdict = "works";
  attribution.effects = {effect("-DUSE_X=ON", Tendency::failing), effect("FUSION=1", Tendency::failing),
                         effect("CFLAGS=-flto", Tendency::failing)};
  finding.attribution = std::move(attribution);
  return model;
}

reports::ReportModel sample_matrix() {
  reports::ReportModel model = model_of(core::Task::matrix);
  model.plan.revisions = {"v1.5.0", "v1.6.0", "v1.7.0", "v1.8.0"};
  model.plan.compared = {"container", "pip", "source"};
  model.plan.look_for = core::LookFor::slower;
  core::Finding& finding = model.finding;
  finding.verdict = core::Verdict::compared;
  finding.probability = 0.95;
  finding.cost = {12, 900, 605s, 500s, 61s};
  core::Matrix matrix;
  matrix.labels = model.plan.revisions;
  for (const char digit : {'5', '6', '7', '8'})
    matrix.revisions.push_back(commit(digit, "Release"));
  matrix.settings = {{"container", {"-DUSE_X=OFF", "make"}}, {"pip", {"-DUSE_X=ON", "make"}},
                     {"source", {"-DUSE_X=ON", "ninja"}}};
  matrix.metric = "lines:cpu";
  matrix.unit = "ns";
  matrix.reference = "v1.5.0, container";
  matrix.cells = {measured(117e6, 1),    measured(118e6, 1.009), cell(Tendency::untestable),
                  measured(117e6, 0.999), measured(122e6, 1.043), measured(121e6, 1.034),
                  measured(117e6, 1.002), cell(Tendency::failing), cell(Tendency::failing),
                  measured(131e6, 1.12),  cell(Tendency::failing), cell(Tendency::failing)};
  matrix.cells[3].same_as = "v1.5.0, container";
  finding.matrix = std::move(matrix);
  return model;
}

}  // namespace bisect::golden
