#include "harness/store/bounded_log.hpp"

#include <gtest/gtest.h>

namespace bisect::store {
namespace {

TEST(BoundedLog, a_log_that_fits_is_kept_to_the_byte) {
  EXPECT_EQ(bounded_log(""), "");
  EXPECT_EQ(bounded_log("no line end"), "no line end");
  const std::string full(k_stored_log_bytes, 'x');
  EXPECT_EQ(bounded_log(full), full);
}

TEST(BoundedLog, a_longer_one_keeps_its_end_from_the_start_of_a_line) {
  std::string log = "first line\n" + std::string(k_stored_log_bytes - 20, '-') + "\nerror: here\n";
  const std::string kept = bounded_log(log);
  EXPECT_LE(kept.size(), k_stored_log_bytes);
  EXPECT_EQ(kept.front(), '-');
  EXPECT_TRUE(kept.ends_with("\nerror: here\n"));
}

TEST(BoundedLog, one_endless_line_is_cut_at_the_limit) {
  const std::string kept = bounded_log(std::string(k_stored_log_bytes + 5, 'x'));
  EXPECT_EQ(kept.size(), k_stored_log_bytes);
  const std::string closed = bounded_log(std::string(k_stored_log_bytes + 5, 'x') + "\n");
  EXPECT_EQ(closed.size(), k_stored_log_bytes);
}

}  // namespace
}  // namespace bisect::store
