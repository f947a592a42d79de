#include "reports/page/markup.hpp"

#include "reports/plain_text.hpp"

namespace bisect::page {
using namespace reports;
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

bool is_allowed_control(char c) { return c == '\t' || c == '\n'; }

/// U+FFFE and U+FFFF are characters of UTF-8 but not of XML (XML 1.0, 2.2).
bool is_noncharacter(std::string_view text, std::size_t i) {
  return text.substr(i, 3) == "\xEF\xBF\xBE" || text.substr(i, 3) == "\xEF\xBF\xBF";
}

std::string_view reference(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string result;
  result.reserve(valid.size() + valid.size() / 16);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    if (const std::string_view name = reference(valid[i]); !name.empty()) {
      result += name;
    } else if ((byte < 0x20 && !is_allowed_control(valid[i])) || byte == 0x7F) {
      result += k_replacement;
    } else if (is_noncharacter(valid, i)) {
      result += k_replacement;
      i += 2;
    } else {
      result += valid[i];
    }
  }
  return result;
}

void Markup::open(std::string_view tag, const Attributes& attributes, std::string_view end) {
  raw("<").raw(tag);
  for (const Attribute& attribute : attributes)
    raw(" ").raw(attribute.name).raw("=\"").raw(escaped(attribute.value)).raw("\"");
  raw(end);
}

Markup::Scope Markup::in(std::string_view tag, const Attributes& attributes) {
  open(tag, attributes, ">");
  return {*this, tag};
}

Markup& Markup::leaf(std::string_view tag, std::string_view content, const Attributes& attributes) {
  const Scope scope = in(tag, attributes);
  return text(content);
}

Markup& Markup::single(std::string_view tag, const Attributes& attributes) {
  open(tag, attributes, "/>");
  return *this;
}

Markup& Markup::text(std::string_view content) { return raw(escaped(content)); }

Markup& Markup::raw(std::string_view trusted) {
  m_text += trusted;
  return *this;
}

}  // namespace bisect::page
