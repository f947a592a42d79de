#include "core/round.hpp"

namespace bisect::core {

std::string to_text(Purpose purpose) {
  switch (purpose) {
    case Purpose::probe: return "probe";
    case Purpose::calibrate: return "calibrate";
    case Purpose::ends: return "ends";
    case Purpose::step: return "step";
    case Purpose::confirm: return "confirm";
    case Purpose::variants: return "variants";
  }
  return "?";
}

}  // namespace bisect::core
