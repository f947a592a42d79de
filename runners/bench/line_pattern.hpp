#pragma once

#include "core/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bisect::bench {

/// A regular expression of the user (ECMAScript grammar without back-references) that is looked for
/// line by line: ^ and $ are a line's ends, no match spans two lines, lines beyond
/// `k_longest_line` bytes are not searched. These limits keep a search within bounded stack and
/// polynomial time, whatever the expression and the output are.
class LinePattern {
 public:
  static constexpr std::size_t k_longest_line = std::size_t{8} << 10;

  struct Match {
    std::string_view whole;
    std::string_view group;  ///< the first capture; empty when there is none or it took no part
  };

  /// Error `usage` with the library's reason.
  static core::Result<LinePattern> compile(const std::string& expression);

  /// Number of capture groups.
  [[nodiscard]] std::size_t groups() const;
  /// Does it occur in this one line?
  [[nodiscard]] bool matches(std::string_view line) const;
  /// Visits every match of one line, from left to right.
  void for_each_match(std::string_view line, const std::function<void(const Match&)>& visit) const;

 private:
  struct Compiled;
  explicit LinePattern(std::shared_ptr<const Compiled> compiled);
  std::shared_ptr<const Compiled> m_compiled;
};

}  // namespace bisect::bench
