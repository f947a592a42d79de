// Symbols, and making cached graphs of them.

#include "c_api/symbol_handle.h"
#include "imperative/cached_op.h"

using namespace mxnet;
using c_api::guarded;
using c_api::hand_out_symbol;
using c_api::symbol;
using c_api::SymbolSlot;

namespace {

std::vector<Symbol> symbols(uint32_t size, SymbolHandle* handles) {
  std::vector<Symbol> out;
  for (uint32_t i = 0; i < size; ++i) {
    out.push_back(symbol(handles[i]));
  }
  return out;
}

}  // namespace

int MXSymbolCreateVariable(const char* name, SymbolHandle* out) {
  return guarded([&] { *out = hand_out_symbol(Symbol::variable(name)); });
}

int MXSymbolCreateAtomicSymbol(OpHandle op, uint32_t num_params, const char** keys,
                               const char** values, SymbolHandle* out) {
  return guarded([&] {
    auto dict = c_api::dict_of(static_cast<int>(num_params), keys, values);
    *out = new SymbolSlot{std::nullopt, static_cast<const Op*>(op), std::move(dict)};
  });
}

int MXSymbolCompose(SymbolHandle handle, const char* name, uint32_t num_args,
                    SymbolHandle* args) {
  return guarded([&] {
    auto& slot = *static_cast<SymbolSlot*>(handle);
    check(!slot.symbol.has_value(), "the symbol is composed already");
    slot.symbol = Symbol::create(*slot.op, name, slot.dict, symbols(num_args, args));
  });
}

int MXSymbolCreateGroup(uint32_t num_symbols, SymbolHandle* handles, SymbolHandle* out) {
  return guarded([&] { *out = hand_out_symbol(Symbol::group(symbols(num_symbols, handles))); });
}

int MXSymbolCreateFromJSON(const char* json, SymbolHandle* out) {
  return guarded([&] { *out = hand_out_symbol(Symbol::from_json(json)); });
}

int MXSymbolSaveToJSON(SymbolHandle handle, const char** json) {
  return guarded([&] {
    thread_local std::string kept;
    kept = symbol(handle).to_json();
    *json = kept.c_str();
  });
}

int MXSymbolFree(SymbolHandle handle) {
  delete static_cast<SymbolSlot*>(handle);
  return 0;
}

int MXSymbolGetOutput(SymbolHandle handle, uint32_t index, SymbolHandle* out) {
  return guarded([&] { *out = hand_out_symbol(symbol(handle).output(static_cast<int>(index))); });
}

int MXSymbolListArguments(SymbolHandle handle, uint32_t* size, const char*** names) {
  return guarded([&] { c_api::hand_out(symbol(handle).list_arguments(), size, names); });
}

int MXSymbolListOutputs(SymbolHandle handle, uint32_t* size, const char*** names) {
  return guarded([&] { c_api::hand_out(symbol(handle).list_outputs(), size, names); });
}

int MXSymbolInferShapeEx(SymbolHandle handle, uint32_t num_given, const char** names,
                         const int* ndims, const int64_t* dims, uint32_t* num_shapes,
                         const int** out_ndims, const int64_t** out_dims) {
  return guarded([&] {
    std::map<std::string, Shape> given;
    for (uint32_t i = 0; i < num_given; ++i) {
      given.emplace(names[i], Shape(dims, dims + ndims[i]));
      dims += ndims[i];
    }
    auto inferred = symbol(handle).infer_shape(given);
    auto all = std::move(inferred.arguments);
    all.insert(all.end(), inferred.outputs.begin(), inferred.outputs.end());

    thread_local std::vector<int> kept_ndims;
    thread_local std::vector<int64_t> kept_dims;
    kept_ndims.clear();
    kept_dims.clear();
    for (const Shape& shape : all) {
      kept_ndims.push_back(shape.ndim());
      kept_dims.insert(kept_dims.end(), shape.begin(), shape.end());
    }
    *num_shapes = static_cast<uint32_t>(all.size());
    *out_ndims = kept_ndims.data();
    *out_dims = kept_dims.data();
  });
}

int MXCreateCachedOpEx(SymbolHandle handle, int num_flags, const char** keys,
                       const char** values, CachedOpHandle* out) {
  return guarded([&] {
    *out = new CachedOp(symbol(handle), c_api::dict_of(num_flags, keys, values));
  });
}
