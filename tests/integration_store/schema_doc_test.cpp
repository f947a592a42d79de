// docs/store-schema.md names every table and column of the real schema, with type and unit, in order.
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace bisect::integration_store {
namespace {

/// table -> "column type" in order.
using Schema = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream input(line);
  std::string cell;
  std::getline(input, cell, '|');
  while (std::getline(input, cell, '|')) {
    const std::size_t first = cell.find_first_not_of(" `");
    const std::size_t last = cell.find_last_not_of(" `");
    result.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return result;
}

Schema documented() {
  Schema schema;
  std::ifstream page(BISECT_SCHEMA_PAGE);
  std::string line;
  std::string table;
  while (std::getline(page, line)) {
    if (line.starts_with("## ")) table.clear();
    if (line.starts_with("## `")) table = line.substr(4, line.size() - 5);
    if (table.empty() || !line.starts_with("| `")) continue;
    const std::vector<std::string> row = cells(line);
    EXPECT_EQ(row.size(), 4U) << line;
    for (const std::string& cell : row) EXPECT_NE(cell, "") << line;
    schema[table].push_back(row.at(0) + " " + row.at(1));
  }
  return schema;
}

Schema real(RawDatabase& raw) {
  Schema schema;
  for (const std::string& table :
       raw.values("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    schema[table] = raw.values("SELECT name || ' ' || type FROM pragma_table_info('" + table + "')");
  return schema;
}

TEST(SchemaDoc, names_every_table_and_column) {
  const support::TemporaryFolder folder;
  ASSERT_TRUE(open_scratch(folder.path() / "trials.db"));
  RawDatabase raw(folder.path() / "trials.db");
  const Schema schema = real(raw);
  EXPECT_EQ(schema.size(), 10U);
  EXPECT_EQ(documented(), schema);
}

TEST(SchemaDoc, all_tables_are_strict) {
  const support::TemporaryFolder folder;
  ASSERT_TRUE(open_scratch(folder.path() / "trials.db"));
  RawDatabase raw(folder.path() / "trials.db");
  EXPECT_THAT(raw.values("SELECT name FROM pragma_table_list WHERE schema = 'main' AND "
                         "strict = 0 AND name NOT LIKE 'sqlite%'"),
              testing::IsEmpty());
}

}  // namespace
}  // namespace bisect::integration_store
