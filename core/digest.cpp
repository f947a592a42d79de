#include "core/digest.hpp"

#include <xxhash.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <vector>

namespace bisect::core {

struct Hasher::State {
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> xxh{XXH3_createState()};

  void update(const void* data, std::size_t size) { XXH3_128bits_update(xxh.get(), data, size); }

  [[nodiscard]] Digest digest() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(xxh.get());
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx",
                  static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return Digest{text.data()};
  }
};

Hasher::Hasher() : m_state(std::make_unique<State>()) { XXH3_128bits_reset(m_state->xxh.get()); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(std::string_view field) {
  const std::uint64_t size = field.size();
  m_state->update(&size, sizeof size);
  m_state->update(field.data(), field.size());
  return *this;
}

Digest Hasher::digest() const { return m_state->digest(); }

Result<Digest> digest_file(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input) return environment_error("cannot read " + file.string());
  Hasher::State state;
  XXH3_128bits_reset(state.xxh.get());
  std::vector<char> buffer(std::size_t{1} << 18);
  while (input) {
    input.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    state.update(buffer.data(), static_cast<std::size_t>(input.gcount()));
  }
  if (input.bad()) return environment_error("cannot read " + file.string());
  return state.digest();
}

}  // namespace bisect::core
