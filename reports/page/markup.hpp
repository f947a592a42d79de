#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bisect::page {

/// Text as it may stand between tags or in a quoted attribute: valid UTF-8 without what XML 1.0 does
/// not allow, `& < > " '` as references. What is not allowed becomes U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

struct Attribute {
  std::string_view name;
  std::string value;
};
using Attributes = std::vector<Attribute>;

/// Writes HTML that is well-formed XML as well. Whatever goes through `text`, `leaf` or an attribute is
/// escaped; only `raw` is not.
class Markup {
 public:
  /// Closes its element at the end of its life.
  class Scope {
   public:
    Scope(Markup& markup, std::string_view tag) : m_markup(markup), m_tag(tag) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { m_markup.raw("</").raw(m_tag).raw(">"); }

   private:
    Markup& m_markup;
    std::string m_tag;
  };

  [[nodiscard]] Scope in(std::string_view tag, const Attributes& attributes = {});
  /// An element with nothing but text.
  Markup& leaf(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  /// Text that somebody else wrote: isolated, so that marks of writing direction end with it.
  Markup& foreign(std::string_view text) { return leaf("bdi", text); }
  /// An element that never has content, such as meta or path.
  Markup& single(std::string_view tag, const Attributes& attributes);
  Markup& text(std::string_view text);
  /// Only for what this program wrote itself.
  Markup& raw(std::string_view trusted);
  Markup& line() { return raw("\n"); }

  [[nodiscard]] const std::string& str() const { return m_text; }

 private:
  void open(std::string_view tag, const Attributes& attributes, std::string_view end);

  std::string m_text;
};

}  // namespace bisect::page
