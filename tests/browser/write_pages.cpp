// Writes the sample pages into a folder: write_pages DIR
#include "reports/html_report.hpp"
#include "tests/golden/sample_pages.hpp"

#include <cstdio>
#include <fstream>

int main(int argc, char** argv) {
  using namespace bisect;
  if (argc != 2) {
    std::fputs("usage: write_pages DIR\n", stderr);
    return 2;
  }
  std::vector<golden::SampleReport> pages = golden::sample_pages();
  pages.push_back({"large", golden::large_page(20'000, 1)});
  for (const golden::SampleReport& page : pages) {
    std::ofstream out(std::string(argv[1]) + "/" + page.name + ".html", std::ios::binary);
    if (!(out << reports::to_html(page.model))) return 1;
  }
  return 0;
}
