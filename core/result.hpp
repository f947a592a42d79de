#pragma once

#include "core/error.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace bisect::core {

/// A value or an Error: the subset of std::expected that the house uses until the compiler has it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] T& value() & { return *std::get_if<0>(&m_state); }
  [[nodiscard]] const T& value() const& { return *std::get_if<0>(&m_state); }
  [[nodiscard]] T&& value() && { return std::move(*std::get_if<0>(&m_state)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const& { return *std::get_if<1>(&m_state); }
  [[nodiscard]] Error&& error() && { return std::move(*std::get_if<1>(&m_state)); }

 private:
  std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : m_error(std::move(error)) {}

  [[nodiscard]] bool has_value() const { return !m_error; }
  explicit operator bool() const { return has_value(); }
  [[nodiscard]] const Error& error() const& { return *m_error; }
  [[nodiscard]] Error&& error() && { return std::move(*m_error); }

 private:
  std::optional<Error> m_error;
};

}  // namespace bisect::core
