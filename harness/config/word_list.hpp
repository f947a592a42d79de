#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::config {

/// The words of a command or a list of flags, each as it is written: white space inside quotes, or behind a
/// backslash, belongs to its word. An end of line is a word of its own, for it ends a command.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

/// What two words have in common when they set one thing to two values: "-DNAME" of "-DNAME=1" and
/// "-UNAME", "-O" of "-O2", "-ffast-math" of "-fno-fast-math", "--jobs" of "--jobs=4"; else the word.
[[nodiscard]] std::string key_of(const std::string& word);

/// A word on both sides, or one side's only.
struct WordPair {
  std::optional<std::string> good;
  std::optional<std::string> bad;
};

/// Two lists side by side: equal words in their order (a longest common subsequence), and between them what
/// differs: words of one key are one pair, and so are the only arguments left of either side. An option that moved
/// is one pair, too, in its first place.
[[nodiscard]] std::vector<WordPair> aligned(const std::vector<std::string>& good,
                                            const std::vector<std::string>& bad);

}  // namespace bisect::config
