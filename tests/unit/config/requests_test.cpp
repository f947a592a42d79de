#include "harness/config/requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::config {
namespace {

struct PinText {
  const char* text;
  const char* path;
  const char* revision;
  const char* from;
  const char* to;
};

class Pin : public testing::TestWithParam<PinText> {};

TEST_P(Pin, is_split_where_git_names_allow) {
  const PinText& row = GetParam();
  const auto pin = parse_pin(row.text);
  ASSERT_TRUE(pin) << pin.error().message;
  EXPECT_EQ(pin->path, row.path);
  EXPECT_EQ(pin->revision, row.revision);
  EXPECT_EQ(pin->stretch.from, row.from);
  EXPECT_EQ(pin->stretch.to, row.to);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Pin,
    testing::Values(PinText{"lib=v1", "lib", "v1", "", ""},
                    PinText{"./third_party//zlib/=v1", "third_party/zlib", "v1", "", ""},
                    PinText{"lib=v1@a..b", "lib", "v1", "a", "b"},
                    PinText{"lib=main@{1}", "lib", "main@{1}", "", ""},
                    PinText{"lib=main@{1}@a..b", "lib", "main@{1}", "a", "b"},
                    PinText{"lib=main@a@{2}..b@{3}", "lib", "main", "a@{2}", "b@{3}"},
                    PinText{"lib=@@a..b", "lib", "@", "a", "b"},
                    PinText{"lib=v1@@..b", "lib", "v1", "@", "b"},
                    PinText{"lib=v1@a..@", "lib", "v1", "a", "@"},
                    PinText{"lib=a=b", "lib", "a=b", "", ""},
                    PinText{"lib=v1@v1.0~3..v2.0^2", "lib", "v1", "v1.0~3", "v2.0^2"}),
    [](const auto& row) { return "pin" + std::to_string(row.index); });

class WrongPin : public testing::TestWithParam<const char*> {};

TEST_P(WrongPin, is_refused) {
  const auto pin = parse_pin(GetParam());
  ASSERT_FALSE(pin) << to_text(*pin);
  EXPECT_EQ(pin.error().kind, core::ErrorKind::usage);
  EXPECT_FALSE(pin.error().hints.empty());
}

INSTANTIATE_TEST_SUITE_P(Texts, WrongPin,
                         testing::Values("", "lib", "=v1", "lib=", "lib=@a..b", "/abs=v1", "../up=v1",
                                         ".=v1", "lib=v1@..b", "lib=v1@a..", "lib=v1@a...b",
                                         "lib=v1..v2"));

TEST(Pin, text_reads_back) {
  for (const char* text : {"lib=v1", "a/b=main@{1}@x..y"}) EXPECT_EQ(to_text(*parse_pin(text)), text);
}

TEST(Patch, may_have_a_stretch) {
  EXPECT_EQ(parse_patch("fix.patch")->file, "fix.patch");
  EXPECT_TRUE(parse_patch("fix.patch")->stretch.everywhere());
  const auto patch = parse_patch("dir/fix@2.patch@a..b");
  ASSERT_TRUE(patch);
  EXPECT_EQ(patch->file, "dir/fix@2.patch");
  EXPECT_EQ(patch->stretch.from, "a");
  EXPECT_EQ(patch->stretch.to, "b");
}

TEST(Patch, path_with_dots_and_at_is_no_stretch) {
  for (const char* text : {"../fix.patch", "a@b/../fix.patch", "a@b../../fix.patch"}) {
    const auto patch = parse_patch(text);
    ASSERT_TRUE(patch) << text;
    EXPECT_EQ(patch->file, text);
  }
  EXPECT_FALSE(parse_patch(""));
  EXPECT_FALSE(parse_patch("@a..b"));
}

TEST(Part, is_a_name_and_globs) {
  const auto part = parse_part("backend=src/**,include,,a=b");
  ASSERT_TRUE(part) << part.error().message;
  EXPECT_EQ(part->name, "backend");
  EXPECT_EQ(part->globs, (std::vector<std::string>{"src/**", "include", "a=b"}));
  EXPECT_EQ(to_text(*part), "backend=src/**,include,a=b");
}

TEST(Part, needs_a_sound_name_and_a_path) {
  for (const char* text : {"backend", "=src", "backend=", "backend=,", "a b=src", "a+b=src",
                           "rest=src", "parent=src", "whole=src", "together=src"}) {
    const auto part = parse_part(text);
    ASSERT_FALSE(part) << text;
    EXPECT_EQ(part.error().kind, core::ErrorKind::usage) << text;
    EXPECT_FALSE(part.error().hints.empty()) << text;
  }
}

TEST(Assignment, splits_at_the_first_equals_sign) {
  EXPECT_EQ(parse_assignment("CFLAGS=-DX=1")->name, "CFLAGS");
  EXPECT_EQ(parse_assignment("CFLAGS=-DX=1")->value, "-DX=1");
  EXPECT_EQ(parse_assignment("EMPTY=")->value, "");
  for (const char* text : {"", "X", "=1", "1X=1", "A B=1", "A-B=1"})
    EXPECT_FALSE(parse_assignment(text)) << text;
}

TEST(LookFor, knows_every_word) {
  using core::LookFor;
  for (const LookFor look_for : {LookFor::slower, LookFor::faster, LookFor::changed,
                                 LookFor::failing, LookFor::passing})
    EXPECT_EQ(*parse_look_for(core::to_text(look_for)), look_for);
  const auto wrong = parse_look_for("slow");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().hints.at(0), testing::HasSubstr("slower, faster, changed, failing or passing"));
}

}  // namespace
}  // namespace bisect::config
