/* The C interface of the runtime. Every function returns 0, or -1 after an
 * error, whose text MXGetLastError gives to the same thread. Arrays and texts
 * handed out stay valid until the thread's next call. */
#ifndef MXNET_C_API_H_
#define MXNET_C_API_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MXNET_DLL __attribute__((visibility("default")))

typedef void* NDArrayHandle;
typedef void* OpHandle;
typedef void* SymbolHandle;
typedef void* CachedOpHandle;

struct LibFeature {
  const char* name;
  int enabled;
};

/* The library. */
MXNET_DLL const char* MXGetLastError(void);
MXNET_DLL int MXGetVersion(int* out);
MXNET_DLL int MXLibInfoFeatures(const struct LibFeature** features, size_t* size);
MXNET_DLL int MXListAllOpNames(uint32_t* size, const char*** names);
MXNET_DLL int NNGetOpHandle(const char* name, OpHandle* out);

/* Arrays. Element types: 0 float32, 4 int32. */
MXNET_DLL int MXNDArrayCreateEx(const int64_t* shape, int ndim, int dtype, NDArrayHandle* out);
MXNET_DLL int MXNDArrayFree(NDArrayHandle handle);
MXNET_DLL int MXNDArraySyncCopyFromCPU(NDArrayHandle handle, const void* data, size_t elements);
MXNET_DLL int MXNDArraySyncCopyToCPU(NDArrayHandle handle, void* data, size_t elements);
MXNET_DLL int MXNDArrayWaitToRead(NDArrayHandle handle);
MXNET_DLL int MXNDArrayWaitAll(void);
MXNET_DLL int MXNDArrayGetShapeEx(NDArrayHandle handle, int* ndim, const int64_t** shape);
MXNET_DLL int MXNDArrayGetDType(NDArrayHandle handle, int* dtype);
MXNET_DLL int MXNDArraySlice(NDArrayHandle handle, int64_t begin, int64_t end,
                             NDArrayHandle* out);
MXNET_DLL int MXNDArrayAt(NDArrayHandle handle, int64_t row, NDArrayHandle* out);
MXNET_DLL int MXNDArrayReshape64(NDArrayHandle handle, int ndim, const int64_t* shape,
                                 NDArrayHandle* out);

/* Runs an operator. With *num_outputs 0 new arrays are made, else those given
 * are written to. */
MXNET_DLL int MXImperativeInvokeEx(OpHandle op, int num_inputs, NDArrayHandle* inputs,
                                   int* num_outputs, NDArrayHandle** outputs, int num_params,
                                   const char** keys, const char** values);

/* Recording operators for their gradients. Settings are the calling thread's; setting one
 * gives how it was. */
MXNET_DLL int MXAutogradSetIsRecording(int is_recording, int* previous);
MXNET_DLL int MXAutogradSetIsTraining(int is_training, int* previous);
MXNET_DLL int MXAutogradIsRecording(int* current);
MXNET_DLL int MXAutogradIsTraining(int* current);
/* Arrays whose gradient is wanted: reqs are 0 (not any more), 1 (written) and 3 (added to what
 * is there). */
MXNET_DLL int MXAutogradMarkVariables(uint32_t num_variables, NDArrayHandle* variables,
                                      const uint32_t* reqs, NDArrayHandle* gradients);
/* Gives all marked arrays their gradient. head_gradients is NULL, or holds NULL for ones. */
MXNET_DLL int MXAutogradBackwardEx(uint32_t num_heads, NDArrayHandle* heads,
                                   NDArrayHandle* head_gradients, int retain_graph);
/* The gradient an array was marked with, or NULL; the array without what was recorded. */
MXNET_DLL int MXNDArrayGetGrad(NDArrayHandle handle, NDArrayHandle* out);
MXNET_DLL int MXNDArrayDetach(NDArrayHandle handle, NDArrayHandle* out);
/* Where operators that draw random numbers (Dropout) begin. */
MXNET_DLL int MXRandomSeed(int seed);

/* Symbols. An atomic symbol becomes an expression by composing it. */
MXNET_DLL int MXSymbolCreateVariable(const char* name, SymbolHandle* out);
MXNET_DLL int MXSymbolCreateAtomicSymbol(OpHandle op, uint32_t num_params, const char** keys,
                                         const char** values, SymbolHandle* out);
MXNET_DLL int MXSymbolCompose(SymbolHandle symbol, const char* name, uint32_t num_args,
                              SymbolHandle* args);
MXNET_DLL int MXSymbolCreateGroup(uint32_t num_symbols, SymbolHandle* symbols, SymbolHandle* out);
MXNET_DLL int MXSymbolCreateFromJSON(const char* json, SymbolHandle* out);
MXNET_DLL int MXSymbolSaveToJSON(SymbolHandle symbol, const char** json);
MXNET_DLL int MXSymbolFree(SymbolHandle symbol);
MXNET_DLL int MXSymbolGetOutput(SymbolHandle symbol, uint32_t index, SymbolHandle* out);
MXNET_DLL int MXSymbolListArguments(SymbolHandle symbol, uint32_t* size, const char*** names);
MXNET_DLL int MXSymbolListOutputs(SymbolHandle symbol, uint32_t* size, const char*** names);

/* Shapes given for some arguments by name, concatenated in `dims`; out come
 * those of all arguments, then of all outputs, in the same form. A rank or
 * dimension of -1 could not be told. */
MXNET_DLL int MXSymbolInferShapeEx(SymbolHandle symbol, uint32_t num_given, const char** names,
                                   const int* ndims, const int64_t* dims, uint32_t* num_shapes,
                                   const int** out_ndims, const int64_t** out_dims);

/* Symbols that are run again and again. */
MXNET_DLL int MXCreateCachedOpEx(SymbolHandle symbol, int num_flags, const char** keys,
                                 const char** values, CachedOpHandle* out);
MXNET_DLL int MXFreeCachedOp(CachedOpHandle handle);
MXNET_DLL int MXInvokeCachedOpEx(CachedOpHandle handle, int num_inputs, NDArrayHandle* inputs,
                                 int* num_outputs, NDArrayHandle** outputs);

/* What the graph passes made of a cached op: numbers with their names. */
MXNET_DLL int MXGraphStats(CachedOpHandle handle, uint32_t* size, const char*** names,
                           const double** values);
/* Runs one pass on a symbol and gives the graph it leaves: "EliminateCommonExpr" or
 * "PointwiseFusion". */
MXNET_DLL int MXRunPass(SymbolHandle symbol, const char* pass, SymbolHandle* out);

#ifdef __cplusplus
}
#endif

#endif  /* MXNET_C_API_H_ */
