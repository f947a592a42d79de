#include "harness/config/word_list.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace bisect::config {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// Lengths of the longest common subsequences of what is left from each pair of places on.
std::vector<std::vector<std::size_t>> common_lengths(const std::vector<std::string>& good,
                                                     const std::vector<std::string>& bad) {
  std::vector<std::vector<std::size_t>> lengths(good.size() + 1,
                                                std::vector<std::size_t>(bad.size() + 1, 0));
  for (std::size_t g = good.size(); g-- > 0;)
    for (std::size_t b = bad.size(); b-- > 0;)
      lengths[g][b] = good[g] == bad[b] ? lengths[g + 1][b + 1] + 1
                                        : std::max(lengths[g + 1][b], lengths[g][b + 1]);
  return lengths;
}

/// Adds what lies between two equal words.
void add_gap(std::vector<std::string>& good, std::vector<std::string>& bad,
             std::vector<WordPair>& pairs) {
  const std::size_t first = pairs.size();
  for (std::string& word : good) pairs.push_back({std::move(word), std::nullopt});
  std::vector<std::string> left;
  for (std::string& word : bad) {
    const auto partner = std::find_if(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
                                      [&](const WordPair& pair) {
                                        return !pair.bad && key_of(*pair.good) == key_of(word);
                                      });
    if (partner != pairs.end()) partner->bad = std::move(word);
    else left.push_back(std::move(word));
  }
  const auto is_argument = [](const WordPair& pair) { return !pair.bad && !pair.good->starts_with('-'); };
  const auto from = pairs.begin() + static_cast<std::ptrdiff_t>(first);
  if (left.size() == 1 && !left.front().starts_with('-') &&
      std::count_if(from, pairs.end(), is_argument) == 1)
    std::find_if(from, pairs.end(), is_argument)->bad = std::move(left.front());
  else
    for (std::string& word : left) pairs.push_back({std::nullopt, std::move(word)});
  good.clear();
  bad.clear();
}

/// An option that moved: what one side has in one place and the other in another is one pair.
void join_moved(std::vector<WordPair>& pairs) {
  for (WordPair& removed : pairs) {
    if (removed.bad || !removed.good || !removed.good->starts_with('-')) continue;
    const auto added = std::find_if(pairs.begin(), pairs.end(), [&](const WordPair& pair) {
      return !pair.good && pair.bad && key_of(*pair.bad) == key_of(*removed.good);
    });
    if (added != pairs.end()) removed.bad = std::exchange(added->bad, std::nullopt);
  }
  std::erase_if(pairs, [](const WordPair& pair) { return !pair.good && !pair.bad; });
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && is_blank(c)) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
      if (c == '\n') words.emplace_back("\n");
      continue;
    }
    word += c;
    if (c == '\\' && quote != '\'' && at + 1 < text.size()) word += text[++at];
    else if (c == quote) quote = 0;
    else if (quote == 0 && (c == '"' || c == '\'')) quote = c;
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string key_of(const std::string& word) {
  std::string key = word.substr(0, word.find('='));
  if (key.starts_with("-U") && key.size() > 2) return "-D" + key.substr(2);
  for (const char* switched : {"-fno-", "-mno-", "-Wno-"})
    if (key.starts_with(switched)) return key.erase(2, 3);
  if (key.size() > 1 && key.starts_with("-O")) return "-O";
  if (key.size() > 2 && key.starts_with('-') && std::isalpha(static_cast<unsigned char>(key[1])) != 0 &&
      std::all_of(key.begin() + 2, key.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
    return key.substr(0, 2);
  return key;
}

std::vector<WordPair> aligned(const std::vector<std::string>& good,
                              const std::vector<std::string>& bad) {
  const auto lengths = common_lengths(good, bad);
  std::vector<WordPair> pairs;
  std::vector<std::string> removed;
  std::vector<std::string> added;
  std::size_t g = 0;
  std::size_t b = 0;
  while (g < good.size() || b < bad.size()) {
    if (g < good.size() && b < bad.size() && good[g] == bad[b]) {
      add_gap(removed, added, pairs);
      pairs.push_back({good[g++], bad[b++]});
    } else if (b == bad.size() || (g < good.size() && lengths[g + 1][b] >= lengths[g][b + 1])) {
      removed.push_back(good[g++]);
    } else {
      added.push_back(bad[b++]);
    }
  }
  add_gap(removed, added, pairs);
  join_moved(pairs);
  return pairs;
}

}  // namespace bisect::config
