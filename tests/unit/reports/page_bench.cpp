// How long a page takes to make and how large it is, for a million samples: as a million starts, and as
// ten thousand starts with a hundred repetitions each.
#include "reports/html_report.hpp"
#include "tests/golden/sample_pages.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

namespace {

void measure(std::size_t starts, std::size_t repetitions) {
  const bisect::reports::ReportModel model = bisect::golden::large_page(starts, repetitions);
  std::size_t real = 0;
  for (const auto& round : model.measurements.rounds) real += round.starts.size();
  for (int i = 0; i < 3; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    const std::size_t bytes = bisect::reports::to_html(model).size();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print("{:>8} starts x {:>3} repetitions: {:.2f} s ({:.2f} s of processor), {:.2f} MB\n", real,
               repetitions, took.count(), static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC,
               static_cast<double>(bytes) / 1e6);
  }
}

}  // namespace

int main() {
  measure(1'000'000, 1);
  measure(10'000, 100);
}
