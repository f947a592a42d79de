#pragma once

#include "core/ids.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace SQLite {
class Column;
class Database;
class Statement;
}  // namespace SQLite

namespace bisect::store {

/// One SQL statement, bound and read from left to right. Throws SQLite::Exception: to be used only
/// inside Connection::read and Connection::write, which end it.
class Query {
 public:
  Query(SQLite::Database& database, const char* sql);
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  /// Binds the next question mark.
  Query& bind(const std::string& text);
  Query& bind(std::int64_t number);
  Query& bind(int number) { return bind(std::int64_t{number}); }
  Query& bind(double number);  ///< not-a-number is stored as NULL: SQLite has no other word for it
  Query& bind(const std::vector<double>& series);  ///< BLOB of little-endian IEEE 754 doubles
  Query& bind_null();

  template <class Tag>
  Query& bind(const core::Name<Tag>& name) {
    return bind(name.text());
  }

  template <class Number>
    requires std::is_enum_v<Number>
  Query& bind(Number number) {
    return bind(static_cast<std::int64_t>(number));
  }

  template <class Value>
  Query& bind(const std::optional<Value>& value) {
    return value ? bind(*value) : bind_null();
  }

  /// Runs a statement without rows; returns the number of rows it changed.
  int run();
  /// Runs an INSERT; returns the new row's number.
  std::int64_t insert();
  /// Steps to the next row; false after the last.
  bool next();

  /// Reads the next column of the row.
  std::string text();
  std::int64_t number();
  double real();  ///< NULL reads as not-a-number
  std::vector<double> series();
  std::optional<std::string> optional_text();
  std::optional<std::int64_t> optional_number();

  int integer() { return static_cast<int>(number()); }

  template <class Number>
    requires std::is_enum_v<Number>
  Number enumerator() {
    return static_cast<Number>(number());
  }

 private:
  [[nodiscard]] SQLite::Column next_column();

  SQLite::Database& m_database;
  std::unique_ptr<SQLite::Statement> m_statement;
  int m_bound = 0;
  int m_column = 0;
};

}  // namespace bisect::store
