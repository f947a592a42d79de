#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace bisect::core {

/// A name that is not interchangeable with other names: CommitId, TreeId, Digest, …
template <class Tag>
class Name {
 public:
  Name() = default;
  explicit Name(std::string text) : m_text(std::move(text)) {}

  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] bool empty() const { return m_text.empty(); }
  auto operator<=>(const Name&) const = default;

 private:
  std::string m_text;
};

using CommitId = Name<struct CommitTag>;  ///< 40 lower-case hexadecimal digits
using TreeId = Name<struct TreeTag>;      ///< 40 lower-case hexadecimal digits
using Digest = Name<struct DigestTag>;    ///< 32 lower-case hexadecimal digits (digest.hpp)

/// Row number in the store; 0 = not stored yet.
enum class SessionId : std::int64_t {};
enum class BuildId : std::int64_t {};
enum class RoundId : std::int64_t {};

/// The first `digits` digits of a commit, as people write it.
[[nodiscard]] inline std::string short_id(const CommitId& id, std::size_t digits = 10) {
  return id.text().substr(0, digits);
}

}  // namespace bisect::core

template <class Tag>
struct std::hash<bisect::core::Name<Tag>> {
  std::size_t operator()(const bisect::core::Name<Tag>& name) const {
    return std::hash<std::string>{}(name.text());
  }
};
