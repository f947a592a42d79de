#include "tests/golden/sample_reports.hpp"

#include <limits>

namespace bisect::golden {
namespace {

using namespace std::chrono_literals;
using core::ChangeKind;
using core::Finding;
using core::Purpose;
using core::Ratio;
using core::Standing;
using core::Verdict;
using reports::ReportModel;

core::Commit commit(char digit, const std::string& subject) {
  core::Commit made;
  made.id = core::CommitId("abc" + std::string(36, digit) + "f");
  made.subject = subject;
  made.author = "Ada";
  made.author_date = "2024-05-06T07:08:09+02:00";
  return made;
}

const core::Commit k_good = commit('1', "Release 1.4");
const core::Commit k_middle = commit('4', "Read the table in one go");
const core::Commit k_culprit = commit('5', "Decode twice to be sure");
const core::Commit k_bad = commit('9', "Update the manual");

core::MeasuredCommit measured(const core::Commit& which, Standing standing, double mean,
                              const Ratio& ratio) {
  core::MeasuredCommit row;
  row.commit = which;
  row.standing = standing;
  row.trials = 24;
  row.mean = mean;
  row.ratio = ratio;
  row.statistic = standing == Standing::good ? -3.91 : 4.07;
  row.bound = 2.58;
  return row;
}

core::UntestableCommit untestable(char digit, core::Stage stage, const std::string& reason) {
  return {commit(digit, "Half of a change"),
          {stage, reason, "cc -c decode.c\ndecode.c:7:1: error: expected ';'\nmake: *** [decode.o] Error 1\n"}};
}

core::Effect effect(double ratio, double low, double high) {
  return {"cpu", "ns", 12.3e6, 12.3e6 * ratio, {ratio, low, high}, 1.2e-7, "signed rank on paired trials"};
}

core::NamedCommit named(const core::Commit& which, std::optional<Ratio> ratio, double probability) {
  return {which, ChangeKind::slower, ratio, probability, {}};
}

/// The parts that every search has.
ReportModel base(Verdict verdict) {
  ReportModel model;
  Finding& finding = model.finding;
  finding.verdict = verdict;
  finding.range = core::SearchedRange{k_good, k_bad, std::nullopt, 8};
  finding.effect = effect(1.041, 1.036, 1.047);
  finding.probability = 0.996;
  finding.measured = {measured(k_good, Standing::good, 12.3e6, {}),
                      measured(k_bad, Standing::bad, 12.8e6, {1.041, 1.036, 1.047}),
                      measured(k_middle, Standing::good, 12.31e6, {1.0008, 0.996, 1.005}),
                      measured(k_culprit, Standing::bad, 12.81e6, {1.0415, 1.035, 1.048})};
  finding.measured[0].purpose = finding.measured[1].purpose = Purpose::ends;
  finding.measured[0].ratio.reset();
  finding.measured[0].bound = 0;
  finding.cost = {6, 212, 605s, 200s, 361s};
  model.plan.repository = "/home/me/subject";
  model.plan.good = "v1.4";
  model.plan.bad = "main";
  model.plan.commands = {"", "make -j4", "./bench 'a b'"};
  model.plan.metrics = {{core::MetricSource::cpu, "", core::Better::smaller}};
  model.plan.environment = {{"LC_ALL", "C"}, {"THREADS", "1"}};
  model.plan.seed = 42;
  model.plan_toml = "good = \"v1.4\"\nbad = \"main\"\n";
  model.usual_environment = {{"LC_ALL", "C"}};
  model.host = {{"cpu", "Example 3000"}, {"kernel", "6.1.0"}};
  model.session = core::SessionId{7};
  model.version = "0.1.0";
  model.date = "2024-05-07T08:09:10Z";
  return model;
}

ReportModel without_measurements(Verdict verdict, const std::string& reason) {
  ReportModel model = base(verdict);
  model.finding.measured.clear();
  model.finding.effect.reset();
  model.finding.probability = 0;
  model.finding.reason = reason;
  model.finding.cost = {1, 0, 4s, 3500ms, 0s};
  return model;
}

ReportModel culprit() {
  ReportModel model = base(Verdict::culprit);
  model.finding.commits = {named(k_culprit, Ratio{1.041, 1.035, 1.048}, 0.996)};
  model.finding.commits[0].changed_files = {"src/decode.c", "src/decode.h"};
  model.finding.measured.push_back(measured(commit('6', "Comments"), Standing::identical, 0, {}));
  model.finding.measured.back().mean.reset();
  model.finding.measured.back().ratio.reset();
  model.finding.measured.back().trials = 0;
  model.finding.measured.back().bound = 0;
  model.finding.measured.back().note = "same program as abc5555555";
  model.finding.warnings = {"the processor's frequency is not fixed; performance would be the governor"};
  return model;
}

ReportModel candidates() {
  ReportModel model = base(Verdict::candidates);
  model.finding.commits = {named(commit('6', "Half of a change"), std::nullopt, 0.33),
                           named(commit('7', "Half of a change"), std::nullopt, 0.33),
                           named(k_culprit, Ratio{1.041, 1.035, 1.048}, 0.33)};
  model.finding.untestable = {untestable('6', core::Stage::build, "make: exit status 2"),
                              untestable('7', core::Stage::run, "signal 11 (Segmentation fault)")};
  return model;
}

ReportModel culprits() {
  ReportModel model = base(Verdict::culprits);
  model.finding.commits = {named(k_culprit, Ratio{1.03, 1.025, 1.035}, 0.99),
                           named(k_middle, Ratio{0.98, 0.975, 0.985}, 0.97)};
  model.finding.commits[1].kind = ChangeKind::faster;
  return model;
}

ReportModel none() {
  ReportModel model = base(Verdict::none);
  model.finding.effect = effect(1.003, 0.996, 1.011);
  model.finding.effect->p_value = 0.41;
  model.finding.reason = "the two ends do not differ by 2 % or more";
  model.finding.measured.resize(2);
  model.finding.warnings = {"good and bad run the same program"};
  return model;
}

ReportModel improvement() {
  ReportModel model = base(Verdict::improvement);
  model.finding.effect = effect(0.9, 0.89, 0.91);
  return model;
}

ReportModel interaction() {
  ReportModel model = base(Verdict::interaction);
  model.finding.commits = {named(k_middle, std::nullopt, 0.9), named(k_culprit, std::nullopt, 0.9)};
  return model;
}

ReportModel slow_at_merge_base() {
  ReportModel model = base(Verdict::slow_at_merge_base);
  model.finding.range->merge_base = commit('0', "Start of the release branch");
  model.finding.commits = {named(k_middle, Ratio{0.95, 0.94, 0.96}, 0.98)};
  model.finding.commits[0].kind = ChangeKind::faster;
  return model;
}

ReportModel undecided() {
  ReportModel model = base(Verdict::undecided);
  model.finding.probability = 0.6;
  model.finding.measured[2].standing = Standing::between;
  model.finding.measured[2].over_limit = 1;
  model.finding.measured[2].failed = 2;
  model.finding.reason = "the budget of 10 min was used up with 3 commits left.";
  return model;
}

ReportModel refused() {
  ReportModel model = without_measurements(
      Verdict::refused, "the good end abc1111111 does not build; the nearest commit that does is abc4444444");
  model.finding.untestable = {untestable('1', core::Stage::build, "make: exit status 2")};
  return model;
}

ReportModel failing() {
  ReportModel model = base(Verdict::culprit);
  model.plan.look_for = core::LookFor::failing;
  model.plan.match = "wrong answer";
  model.plan.metrics.clear();
  model.finding.effect.reset();
  model.finding.commits = {named(k_culprit, std::nullopt, 0.9999)};
  model.finding.commits[0].kind = ChangeKind::failing;
  for (core::MeasuredCommit& row : model.finding.measured) {
    row.mean.reset();
    row.ratio.reset();
    row.bound = 0;
    row.failed = row.standing == Standing::bad ? row.trials : 0;
  }
  return model;
}

ReportModel throughput() {
  ReportModel model = culprit();
  model.plan.metrics = {{core::MetricSource::json, "/requests", core::Better::larger}};
  model.plan.setting = "clang";
  model.plan.settings = {{"clang", {{"CC", "clang"}}, {"", "make CC=clang", ""}, {}}};
  model.plan_file = "nightly.toml";
  model.plan.pins = {{"third_party/zlib", "v1@{1}", {"v1.0", "v1.4"}}};
  model.plan.patches = {{"/home/me/fixes/gcc 12.patch", {}}};
  model.plan.walk = core::Walk::first_parent;
  model.plan.descend = core::Descend::never;
  model.plan.limits = {20min, 1500ms, 3h, 40, 2};
  model.plan.min_effect = 0.005;
  model.finding.effect = core::Effect{"json:/requests,max", "1/s", 52000, 48000, {0.923, 0.91, 0.935}, 3e-9, "signed rank"};
  model.finding.commits[0].ratio = Ratio{0.92, 0.91, 0.93};
  model.finding.commits[0].kind = ChangeKind::merge;
  for (core::MeasuredCommit& row : model.finding.measured)
    if (row.mean) row.mean = *row.mean / 250;
  return model;
}

ReportModel hostile() {
  ReportModel model = candidates();
  model.finding.commits[0].commit.subject = "| `x` <script> \x1b[31mred\x1b[0m \xff #12 @ada *bold* [a](b)\r\n second";
  model.finding.commits[0].commit.author = "A|B";
  model.finding.untestable[0].why.reason = "make: \xc3(\ttab | pipe";
  model.finding.untestable[0].why.log = "```\n</details>\n\x1b[1mbold\x1b[0m\n\xff\xfe\n";
  model.finding.warnings = {"two\nlines"};
  model.host = {{"cpu|model", "<b>"}};
  const double none = std::numeric_limits<double>::quiet_NaN();
  model.finding.effect->ratio = {none, -std::numeric_limits<double>::infinity(), none};
  model.finding.effect->good = none;
  model.finding.effect->p_value = none;
  model.finding.probability = none;
  model.finding.measured[1].statistic = none;
  return model;
}

ReportModel gradual() { return base(Verdict::gradual); }

}  // namespace

std::vector<SampleReport> sample_reports() {
  return {{"culprit", culprit()},
          {"candidates", candidates()},
          {"culprits", culprits()},
          {"gradual", gradual()},
          {"none", none()},
          {"improvement", improvement()},
          {"interaction", interaction()},
          {"slow_at_merge_base", slow_at_merge_base()},
          {"undecided", undecided()},
          {"refused", refused()},
          {"failing", failing()},
          {"throughput", throughput()},
          {"hostile", hostile()}};
}

}  // namespace bisect::golden
