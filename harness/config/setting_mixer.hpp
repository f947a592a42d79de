#pragma once

#include "core/plan.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bisect::config {

/// One thing in which two settings differ.
struct SettingDifference {
  std::string name;  ///< short: "CFLAGS: -O3", "OMP_NUM_THREADS=4", "-DUSE_X=ON"; unique
  std::string text;  ///< both sides: "build: -DUSE_X=OFF -> -DUSE_X=ON"; unique
};

/// Two settings as a change from one to the other, which can be made in part. A variable, a pin or a
/// command is one difference, unless it is a list on both sides (flags, or commands with words in common): then
/// each word is, and words of one key ("-DNAME=…", "-O…") are the two sides of one difference. Words
/// are told apart at white space outside quotes.
class SettingMixer {
 public:
  /// Both complete (core::complete_setting).
  SettingMixer(core::Setting good, core::Setting bad);

  [[nodiscard]] const std::vector<SettingDifference>& differences() const { return m_differences; }

  /// The good setting with these differences (their texts) made: none of them gives the good setting
  /// itself, all of them the bad one. The name lists them.
  [[nodiscard]] core::Setting mixed(const std::set<std::string>& texts) const;

 private:
  /// A word, or a run of equal words: what it is on either side. Absent: not there.
  struct Piece {
    std::optional<std::string> good;
    std::optional<std::string> bad;
    std::size_t difference = k_none;
  };
  enum class Kind { prepare, build, run, variable, pin };
  struct Field {
    Kind kind;
    std::string name;  ///< of the variable or pin
    std::vector<Piece> pieces;
  };
  static constexpr std::size_t k_none = static_cast<std::size_t>(-1);

  void compare(Kind kind, const std::string& name, const std::optional<std::string>& good,
               const std::optional<std::string>& bad);
  void note(const Field& field, Piece& piece);
  void tell_names_apart();
  [[nodiscard]] std::optional<std::string> text_of(const Field& field,
                                                   const std::set<std::string>& texts) const;

  core::Setting m_good;
  core::Setting m_bad;
  std::vector<Field> m_fields;  ///< those that differ
  std::vector<SettingDifference> m_differences;
};

/// What a setting says, word by word, as far as words tell settings apart: "NAME=VALUE" for each
/// variable and the words of its commands and of variables that hold several.
[[nodiscard]] std::set<std::string> traits_of(const core::Setting& setting);

}  // namespace bisect::config
