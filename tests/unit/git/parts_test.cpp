#include "harness/git/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::git {
namespace {

using core::PartRequest;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Change> k_changes{{"CMakeLists.txt", ""},
                                    {"python/block.py", ""},
                                    {"python/new.py", "scripts/old.py"},
                                    {"src/op.cc", ""}};

TEST(ShareOut, what_nobody_names_is_the_rest) {
  const auto parts = share_out(k_changes, {{"frontend", {"python"}}, {"backend", {"src/**"}}});
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].name, "frontend");
  EXPECT_THAT(parts[0].paths, ElementsAre("python/block.py", "python/new.py", "scripts/old.py"));
  EXPECT_THAT(parts[1].paths, ElementsAre("src/op.cc"));
  EXPECT_EQ(parts[2].name, "rest");
  EXPECT_THAT(parts[2].paths, ElementsAre("CMakeLists.txt"));
}

TEST(ShareOut, there_is_no_rest_when_all_is_named) {
  const auto parts = share_out(k_changes, {{"python", {"python"}}, {"other", {"**"}}});
  EXPECT_EQ(parts.size(), 2U);
}

TEST(ShareOut, the_first_part_that_names_a_path_gets_it) {
  const auto parts = share_out(k_changes, {{"block", {"python/block.py"}}, {"python", {"python"}}});
  EXPECT_THAT(parts[0].paths, ElementsAre("python/block.py"));
  EXPECT_THAT(parts[1].paths, ElementsAre("python/new.py", "scripts/old.py"));
}

TEST(ShareOut, a_renaming_goes_where_its_new_name_belongs_else_where_its_old_one_does) {
  const auto by_new = share_out(k_changes, {{"scripts", {"python/new.py"}}, {"old", {"scripts", "src"}}});
  EXPECT_THAT(by_new[0].paths, ElementsAre("python/new.py", "scripts/old.py"));
  EXPECT_THAT(by_new[1].paths, ElementsAre("src/op.cc"));
  const auto by_old = share_out(k_changes, {{"scripts", {"scripts/**"}}});
  EXPECT_THAT(by_old[0].paths, ElementsAre("python/new.py", "scripts/old.py"));
}

TEST(ShareOut, leaves_out_a_part_that_names_nothing) {
  const auto parts = share_out(k_changes, {{"docs", {"doc/**"}}, {"python", {"python"}}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].name, "python");
}

TEST(CheckAllFound, refuses_a_part_that_names_nothing_and_shows_what_changed) {
  const std::vector<PartRequest> requests{{"python", {"python"}}, {"docs", {"doc/**", "README"}}};
  const auto parts = share_out(k_changes, requests);
  const auto checked = check_all_found(parts, requests);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(checked.error().message, HasSubstr("docs"));
  EXPECT_THAT(checked.error().message, HasSubstr("doc/**,README"));
  EXPECT_THAT(checked.error().hints.front(), HasSubstr("src/op.cc"));
  EXPECT_TRUE(check_all_found(parts, {requests.front()}));
}

TEST(CheckNumber, refuses_more_parts_than_can_be_told_apart) {
  std::vector<Change> changes;
  std::vector<PartRequest> requests;
  for (std::size_t i = 0; i <= k_most_parts; ++i) {
    const std::string name = "p" + std::to_string(100 + i);
    changes.push_back({name, ""});
    requests.push_back({name, {name}});
  }
  EXPECT_FALSE(check_number(share_out(changes, requests)));
  changes.pop_back();
  EXPECT_TRUE(check_number(share_out(changes, requests)));
}

TEST(ProvidersFirst, build_declarations_sources_scripts_tests) {
  const std::vector<Change> changes = providers_first(
      {{"README.md", ""}, {"python/a.py", ""}, {"tests/b.cc", ""}, {"src/b.cc", ""}, {"src/a.cc", ""},
       {"include/x.h", ""}, {"src/CMakeLists.txt", ""}, {"data", "old.h"}});
  std::vector<std::string> paths;
  for (const Change& change : changes) paths.push_back(change.path);
  EXPECT_THAT(paths, ElementsAre("src/CMakeLists.txt", "include/x.h", "src/a.cc", "src/b.cc", "data",
                                 "python/a.py", "README.md", "tests/b.cc"));
}

TEST(CheckNumber, refuses_a_single_part) {
  EXPECT_FALSE(check_number(share_out(k_changes, {})));
  EXPECT_FALSE(check_number(share_out(k_changes, {{"everything", {"**"}}})));
  EXPECT_FALSE(check_number({}));
}

}  // namespace
}  // namespace bisect::git
