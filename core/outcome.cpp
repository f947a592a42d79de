#include "core/outcome.hpp"

namespace bisect::core {

std::string to_text(Stage stage) {
  switch (stage) {
    case Stage::checkout: return "checkout";
    case Stage::submodule: return "submodule";
    case Stage::patch: return "patch";
    case Stage::prepare: return "prepare";
    case Stage::build: return "build";
    case Stage::run: return "run";
  }
  return "?";
}

}  // namespace bisect::core
