#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace bisect::bench {

/// A program's output as JSON, or why it is none.
struct JsonDocument {
  nlohmann::json root;
  std::string failure;  ///< empty when there is a document
};

/// Reads the whole of `out`. Leading lines that are no JSON (a banner) are passed over when the rest,
/// from the first line that begins with '{', is one whole document. The bare words nan, inf and
/// infinity, which JSON does not know, are read as null. Never throws.
[[nodiscard]] JsonDocument parse_json_output(std::string_view out);

}  // namespace bisect::bench
