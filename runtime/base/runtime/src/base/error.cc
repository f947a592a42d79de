#include "base/error.h"

namespace mxnet {

void fail(const std::string& message) { throw Error(message); }

}  // namespace mxnet
