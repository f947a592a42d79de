#include "runners/bench/line_pattern.hpp"

#include "runners/bench/quotation.hpp"

#include <regex>
#include <utility>

namespace bisect::bench {
namespace {

constexpr std::regex_constants::syntax_option_type k_syntax =
#ifdef __GLIBCXX__
    // The backtracking executor of libstdc++ recurses once per character and overflows the stack on
    // long lines (GCC bug 86164); this extension selects the breadth-first one.
    std::regex_constants::ECMAScript | std::regex_constants::__polynomial;
#else
    std::regex_constants::ECMAScript;
#endif

using ViewIterator = std::string_view::const_iterator;
using Matches = std::match_results<ViewIterator>;

std::string_view view_of(const std::sub_match<ViewIterator>& part) {
  return part.matched ? std::string_view(part.first, part.second) : std::string_view{};
}

}  // namespace

struct LinePattern::Compiled {
  std::regex expression;
};

LinePattern::LinePattern(std::shared_ptr<const Compiled> compiled)
    : m_compiled(std::move(compiled)) {}

core::Result<LinePattern> LinePattern::compile(const std::string& expression) {
  try {
    return LinePattern(std::make_shared<const Compiled>(Compiled{std::regex(expression, k_syntax)}));
  } catch (const std::regex_error& error) {
    const bool reference = error.code() == std::regex_constants::error_complexity;
    return core::usage_error(
        "the regular expression " + in_quotes(expression) + " cannot be used: " +
            (reference ? "back-references are not supported" : error.what()),
        {"the grammar is that of ECMAScript; a bracket or dot meant literally needs a backslash"});
  }
}

std::size_t LinePattern::groups() const { return m_compiled->expression.mark_count(); }

bool LinePattern::matches(std::string_view line) const {
  return line.size() <= k_longest_line &&
         std::regex_search(line.begin(), line.end(), m_compiled->expression);
}

void LinePattern::for_each_match(std::string_view line,
                                 const std::function<void(const Match&)>& visit) const {
  if (line.size() > k_longest_line) return;
  const std::regex_iterator<ViewIterator> end;
  for (std::regex_iterator<ViewIterator> match(line.begin(), line.end(), m_compiled->expression);
       match != end; ++match)
    visit({view_of((*match)[0]), match->size() > 1 ? view_of((*match)[1]) : std::string_view{}});
}

}  // namespace bisect::bench
