#pragma once

#include "core/ids.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

namespace bisect::core {

/// Hash of a sequence of fields (XXH3, 128 bit). Not cryptographic: it tells inputs and outputs
/// apart, it does not defend against somebody who wants them to collide.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  /// Adds one field. Fields are delimited: ("ab","c") and ("a","bc") differ.
  Hasher& add(std::string_view field);
  [[nodiscard]] Digest digest() const;

 private:
  struct State;
  friend Result<Digest> digest_file(const std::filesystem::path& file);
  std::unique_ptr<State> m_state;
};

/// Digest of one regular file's bytes. Error `environment` when it cannot be read.
[[nodiscard]] Result<Digest> digest_file(const std::filesystem::path& file);

}  // namespace bisect::core
