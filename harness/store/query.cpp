#include "harness/store/query.hpp"

#include "harness/store/series_bytes.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cmath>

namespace bisect::store {

Query::Query(SQLite::Database& database, const char* sql)
    : m_database(database), m_statement(std::make_unique<SQLite::Statement>(database, sql)) {}

Query::~Query() = default;

Query& Query::bind(const std::string& text) {
  m_statement->bind(++m_bound, text);
  return *this;
}

Query& Query::bind(std::int64_t number) {
  m_statement->bind(++m_bound, number);
  return *this;
}

Query& Query::bind(double number) {
  if (std::isnan(number)) return bind_null();
  m_statement->bind(++m_bound, number);
  return *this;
}

Query& Query::bind(const std::vector<double>& series) {
  const std::string bytes = series_to_bytes(series);
  m_statement->bind(++m_bound, static_cast<const void*>(bytes.data()),
                    static_cast<int>(bytes.size()));
  return *this;
}

Query& Query::bind_null() {
  m_statement->bind(++m_bound);
  return *this;
}

int Query::run() { return m_statement->exec(); }

std::int64_t Query::insert() {
  m_statement->exec();
  return m_database.getLastInsertRowid();
}

bool Query::next() {
  m_column = 0;
  return m_statement->executeStep();
}

SQLite::Column Query::next_column() { return m_statement->getColumn(m_column++); }

std::string Query::text() { return next_column().getString(); }

std::int64_t Query::number() { return next_column().getInt64(); }

double Query::real() {
  const SQLite::Column column = next_column();
  return column.isNull() ? std::nan("") : column.getDouble();
}

std::vector<double> Query::series() { return series_from_bytes(next_column().getString()); }

std::optional<std::string> Query::optional_text() {
  const SQLite::Column column = next_column();
  if (column.isNull()) return std::nullopt;
  return column.getString();
}

std::optional<std::int64_t> Query::optional_number() {
  const SQLite::Column column = next_column();
  if (column.isNull()) return std::nullopt;
  return column.getInt64();
}

}  // namespace bisect::store
