#include "reports/repeat_command.hpp"

#include <gtest/gtest.h>

namespace bisect::reports {
namespace {

TEST(ShellQuoted, quotes_what_needs_it) {
  EXPECT_EQ(shell_quoted("make"), "make");
  EXPECT_EQ(shell_quoted("v1~3"), "'v1~3'");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("$(rm)"), "'$(rm)'");
}

TEST(RepeatCommand, says_only_what_is_not_the_default) {
  ReportModel model;
  model.plan.good = "v1";
  model.plan.bad = "main";
  model.plan.commands.run = "./bench";
  model.plan.seed = 7;
  EXPECT_EQ(repeat_command(model), "bisect --good v1 --bad main --run ./bench --seed 7");
}

TEST(RepeatCommand, leaves_out_the_usual_variables_unless_they_differ) {
  ReportModel model;
  model.usual_environment = {{"LC_ALL", "C"}, {"PATH", "/bin"}};
  model.plan.environment = {{"LC_ALL", "C"}, {"PATH", "/opt/bin:/bin"}};
  const std::string command = repeat_command(model);
  EXPECT_EQ(command.find("LC_ALL"), std::string::npos);
  EXPECT_NE(command.find("--env PATH=/opt/bin:/bin"), std::string::npos);
}

}  // namespace
}  // namespace bisect::reports
