#include "harness/config/finish.hpp"
#include "harness/config/plan_file.hpp"
#include "harness/config/plan_toml.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

namespace bisect::config {
namespace {

namespace fs = std::filesystem;

const fs::path k_source = BISECT_SOURCE_DIR;

/// A row of a key table in the reference: | `key` | `example` | meaning |
struct DocumentedKey {
  std::string key;
  std::string example;
};

std::vector<DocumentedKey> documented_keys() {
  static const std::regex row(R"(^\| `([^`]+)` \| `([^`]+ = [^`]+)` \| .+ \|$)");
  std::vector<DocumentedKey> keys;
  std::ifstream page(k_source / "docs/plan-reference.md");
  for (std::string line; std::getline(page, line);) {
    std::smatch cells;
    if (std::regex_match(line, cells, row)) keys.push_back({cells[1], cells[2]});
  }
  return keys;
}

TEST(PlanReference, documents_just_the_keys_there_are) {
  std::vector<std::string> documented;
  for (const DocumentedKey& row : documented_keys()) documented.push_back(row.key);
  EXPECT_THAT(documented, testing::UnorderedElementsAreArray(plan_keys()));
}

TEST(PlanReference, examples_are_accepted_and_use_their_key) {
  for (const DocumentedKey& row : documented_keys()) {
    const auto draft = parse_plan(row.example, "/plans/bisect.toml");
    EXPECT_TRUE(draft) << row.example << ": " << (draft ? "" : draft.error().message);
    // "setting.NAME.build": what stands in capitals is the user's own word.
    const std::string last = row.key.substr(row.key.rfind('.') + 1);
    if (last != "NAME" && last != "PATH") {
      EXPECT_THAT(row.example, testing::HasSubstr(last)) << row.key;
    }
  }
}

TEST(ExamplePlan, is_a_plan_that_can_be_used) {
  const support::TemporaryFolder folder;
  fs::create_directory(folder.path() / ".git");
  const auto draft = read_plan_file(k_source / "configs/example.toml");
  ASSERT_TRUE(draft) << draft.error().message;
  const auto plan = finish(*draft, {folder.path(), "/home/me/", "", "", 1});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->commands.run, "./bench");
  EXPECT_EQ(plan->metrics.size(), 2U);
  EXPECT_EQ(plan->pins.size(), 1U);
  EXPECT_EQ(plan->settings.size(), 1U);
}

}  // namespace
}  // namespace bisect::config
