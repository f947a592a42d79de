#include "harness/store/json_text.hpp"

#include <gtest/gtest.h>

namespace bisect::store {
namespace {

std::string there_and_back(const std::string& text) {
  return text_from_json(nlohmann::json::parse(json_from_text(text).dump()));
}

TEST(JsonText, valid_utf8_is_a_plain_string) {
  EXPECT_EQ(json_from_text("Grüße \"x\"\n").dump(), "\"Grüße \\\"x\\\"\\n\"");
  EXPECT_EQ(there_and_back("Grüße \"x\"\n"), "Grüße \"x\"\n");
}

TEST(JsonText, any_other_bytes_survive_too) {
  EXPECT_EQ(json_from_text("\xff").dump(), R"({"hex":"ff"})");
  for (int first = 0; first < 256; ++first) {
    const std::string text{static_cast<char>(first), 'a', static_cast<char>(255 - first)};
    EXPECT_EQ(there_and_back(text), text) << first;
  }
}

TEST(JsonText, a_map_is_an_object_or_a_list_of_pairs) {
  using Map = std::map<std::string, std::string>;
  const Map plain{{"CC", "clang"}, {"CFLAGS", "\xff"}};
  EXPECT_TRUE(json_from_map(plain).is_object());
  EXPECT_EQ(map_from_json(json_from_map(plain)), plain);
  const Map odd{{"A", "1"}, {"\xff", "2"}};
  EXPECT_TRUE(json_from_map(odd).is_array());
  EXPECT_EQ(map_from_json(json_from_map(odd)), odd);
  EXPECT_TRUE(map_from_json(json_from_map({})).empty());
}

}  // namespace
}  // namespace bisect::store
