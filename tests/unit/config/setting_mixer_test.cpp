#include "harness/config/requests.hpp"
#include "harness/config/setting_mixer.hpp"
#include "harness/config/word_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::config {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> names_of(const SettingMixer& mixer) {
  std::vector<std::string> names;
  for (const SettingDifference& difference : mixer.differences()) names.push_back(difference.name);
  return names;
}

std::set<std::string> only(const SettingMixer& mixer, const std::string& name) {
  for (const SettingDifference& difference : mixer.differences())
    if (difference.name == name) return {difference.text};
  ADD_FAILURE() << "no difference " << name;
  return {};
}

core::Setting setting(const std::string& build, std::map<std::string, std::string> environment = {}) {
  core::Setting made;
  made.name = "s";
  made.commands.build = build;
  made.environment = std::move(environment);
  return made;
}

TEST(WordsOf, keep_quotes_and_ends_of_lines) {
  EXPECT_THAT(words_of(R"( cmake -S .  -DX="a b" 'c d' e\ f )"),
              ElementsAre("cmake", "-S", ".", R"(-DX="a b")", "'c d'", R"(e\ f)"));
  EXPECT_THAT(words_of("make\n  install"), ElementsAre("make", "\n", "install"));
  EXPECT_THAT(words_of(" "), IsEmpty());
}

TEST(KeyOf, is_what_two_values_of_one_thing_share) {
  EXPECT_EQ(key_of("-DUSE_X=1"), key_of("-UUSE_X"));
  EXPECT_EQ(key_of("-O2"), key_of("-Ofast"));
  EXPECT_EQ(key_of("-j4"), key_of("-j16"));
  EXPECT_EQ(key_of("-fno-inline"), key_of("-finline"));
  EXPECT_EQ(key_of("-march=native"), key_of("-march=x86-64"));
  EXPECT_NE(key_of("-funroll-loops"), key_of("-finline"));
  EXPECT_NE(key_of("-D"), key_of("-DX"));
}

TEST(SettingMixer, tells_variables_options_and_flags_apart) {
  const SettingMixer mixer(
      setting("cmake -DUSE_X=OFF -G Ninja .", {{"CFLAGS", "-O2 -g"}, {"OMP", "1"}, {"SAME", "x"}}),
      setting("cmake -G Ninja -DUSE_X=ON .", {{"CFLAGS", "-O3 -g -flto"}, {"SAME", "x"}, {"NEW", "a b"}}));
  EXPECT_THAT(names_of(mixer),
              ElementsAre("-DUSE_X=ON", "CFLAGS=-O3", "CFLAGS=-flto", "NEW=a b", "no OMP"));
  EXPECT_EQ(mixer.differences()[1].text, "CFLAGS: -O2 -> -O3");
  EXPECT_EQ(mixer.differences()[4].text, "OMP: 1 -> (nothing)");
}

TEST(SettingMixer, words_of_one_key_are_one_difference_wherever_they_stand) {
  const SettingMixer mixer(setting("cmake -DA=1 -DB=1 -DC=1 ."), setting("cmake -DC=2 -DA=2 -DD=1 ."));
  EXPECT_THAT(names_of(mixer), ElementsAre("-DA=2", "no -DB=1", "-DC=2", "-DD=1"));
}

TEST(SettingMixer, an_argument_in_place_of_another_is_one_difference) {
  EXPECT_THAT(names_of(SettingMixer(setting("cmake -C a.cmake ."), setting("cmake -C b.cmake ."))),
              ElementsAre("b.cmake"));
}

TEST(SettingMixer, makes_settings_between_the_two) {
  const SettingMixer mixer(setting("cmake -DUSE_X=OFF . && make", {{"CFLAGS", "-O2"}, {"OMP", "1"}}),
                           setting("cmake -DUSE_X=ON . && make", {{"CFLAGS", "-O3 -flto"}}));
  const core::Setting built = mixer.mixed(only(mixer, "-DUSE_X=ON"));
  EXPECT_EQ(built.commands.build, "cmake -DUSE_X=ON . && make");
  EXPECT_EQ(built.environment.at("CFLAGS"), "-O2");
  EXPECT_EQ(built.environment.at("OMP"), "1");
  const core::Setting flags = mixer.mixed(only(mixer, "CFLAGS=-flto"));
  EXPECT_EQ(flags.environment.at("CFLAGS"), "-O2 -flto");
  EXPECT_FALSE(mixer.mixed(only(mixer, "no OMP")).environment.contains("OMP"));
  EXPECT_NE(built.name, flags.name);
}

TEST(SettingMixer, none_and_all_are_the_two_settings_to_the_byte) {
  const core::Setting good = setting("make   -j4\n", {{"A", "1"}});
  const core::Setting bad = setting("make -j8  all", {{"A", "2"}});
  const SettingMixer mixer(good, bad);
  std::set<std::string> all;
  for (const SettingDifference& difference : mixer.differences()) all.insert(difference.text);
  EXPECT_EQ(mixer.mixed({}).commands.build, good.commands.build);
  EXPECT_EQ(mixer.mixed(all).commands.build, bad.commands.build);
  EXPECT_EQ(mixer.mixed(all).environment, bad.environment);
}

TEST(SettingMixer, a_command_that_is_new_is_one_difference) {
  core::Setting good = setting("make");
  core::Setting bad = setting("make");
  bad.commands.prepare = "fetch one two";
  const SettingMixer mixer(good, bad);
  EXPECT_EQ(mixer.mixed({}).commands.prepare, "");
  EXPECT_THAT(names_of(mixer), ElementsAre("prepare"));
  EXPECT_THAT(names_of(SettingMixer(setting("make all"), setting("ninja -k 0"))), ElementsAre("build"));
}

TEST(SettingMixer, pins_are_differences) {
  core::Setting good = setting("make");
  core::Setting bad = setting("make");
  good.pins = {{"lib", "v1", {}}, {"other", "v1", {}}};
  bad.pins = {{"lib", "v2", {"a", "b"}}, {"other", "v1", {}}};
  const SettingMixer mixer(good, bad);
  EXPECT_THAT(names_of(mixer), ElementsAre("lib=v2@a..b"));
  const core::Setting mixed = mixer.mixed({mixer.differences().front().text});
  ASSERT_EQ(mixed.pins.size(), 2U);
  EXPECT_EQ(to_text(mixed.pins.front()), "lib=v2@a..b");
}

TEST(SettingMixer, equal_names_are_told_apart) {
  core::Setting good = setting("a -DX=1");
  core::Setting bad = setting("a -DX=2");
  good.commands.run = "b -DX=1";
  bad.commands.run = "b -DX=2";
  EXPECT_THAT(names_of(SettingMixer(good, bad)), ElementsAre("-DX=2", "-DX=2 (2)"));
}

TEST(TraitsOf, are_the_words_and_variables) {
  const auto traits = traits_of(setting("make -DX=1", {{"CFLAGS", "-O2 -g"}, {"OMP", "1"}}));
  EXPECT_THAT(traits, Contains("-DX=1"));
  EXPECT_THAT(traits, Contains("CFLAGS=-g"));
  EXPECT_THAT(traits, Contains("OMP=1"));
  EXPECT_THAT(traits, Not(Contains("OMP=")));
}

}  // namespace
}  // namespace bisect::config
