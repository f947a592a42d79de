#pragma once

#include <optional>

#include "c_api/c_api_common.h"
#include "graph/symbol.h"

namespace mxnet::c_api {

/// What a symbol handle points to: an expression, or an operator with its
/// attributes that waits to be composed.
struct SymbolSlot {
  std::optional<Symbol> symbol;
  const Op* op = nullptr;
  AttrDict dict;
};

inline const Symbol& symbol(SymbolHandle handle) {
  const auto& slot = *static_cast<SymbolSlot*>(handle);
  check(slot.symbol.has_value(), "the symbol is not composed yet");
  return *slot.symbol;
}

inline SymbolHandle hand_out_symbol(Symbol made) {
  return new SymbolSlot{std::move(made), nullptr, {}};
}

}  // namespace mxnet::c_api
