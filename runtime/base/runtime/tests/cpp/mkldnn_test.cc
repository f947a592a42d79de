#include <gtest/gtest.h>

#include <mkldnn.hpp>

namespace {

// A table of this size is what the layouts of 3rdparty/mkldnn are numbered by.
TEST(Mkldnn, FormatTagCount) { EXPECT_EQ(mkldnn::format_tag_count, 131); }

}  // namespace
