#include "reports/page/markup.hpp"

#include <gtest/gtest.h>

namespace bisect::page {
namespace {

TEST(Escaped, replaces_what_markup_would_read_as_its_own) {
  EXPECT_EQ(escaped("a<b>&\"c\"'d'"), "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;");
  EXPECT_EQ(escaped("&amp;"), "&amp;amp;");
  EXPECT_EQ(escaped("</script><!-- ]]>"), "&lt;/script&gt;&lt;!-- ]]&gt;");
}

TEST(Escaped, keeps_line_breaks_and_other_alphabets) {
  EXPECT_EQ(escaped("a\n\tb"), "a\n\tb");
  EXPECT_EQ(escaped("Größe 速い 🐢"), "Größe 速い 🐢");
}

TEST(Escaped, replaces_what_xml_does_not_allow) {
  EXPECT_EQ(escaped(std::string_view("\0\x1b[1m\x7f", 6)), "\uFFFD\uFFFD[1m\uFFFD");
  EXPECT_EQ(escaped("\xff\xc3("), "\uFFFD\uFFFD(");
  EXPECT_EQ(escaped("\xEF\xBF\xBE|\xEF\xBF\xBF|\xEF\xBF\xBD"), "\uFFFD|\uFFFD|\uFFFD");
}

TEST(Markup, nests_elements_and_escapes_text_and_attributes) {
  Markup out;
  {
    const auto list = out.in("ul", {{"class", "a\"b"}});
    out.leaf("li", "1 < 2");
    out.single("path", {{"d", "M0 0"}, {"title", "<>"}});
    const auto item = out.in("li");
    out.foreign("x & y").raw("<hr/>").text("'");
  }
  EXPECT_EQ(out.str(),
            "<ul class=\"a&quot;b\"><li>1 &lt; 2</li><path d=\"M0 0\" title=\"&lt;&gt;\"/>"
            "<li><bdi>x &amp; y</bdi><hr/>&#39;</li></ul>");
}

}  // namespace
}  // namespace bisect::page
