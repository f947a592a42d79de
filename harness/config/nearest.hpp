#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bisect::config {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into
/// the other (optimal string alignment: Damerau, Communications of the ACM 7 (1964) 171-176).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word that was probably meant: at most two edits away, for long words a third of their
/// length. Empty when nothing is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> known);

/// "a, b or c": the allowed values in an error message.
[[nodiscard]] std::string alternatives(std::span<const std::string> words);

}  // namespace bisect::config
