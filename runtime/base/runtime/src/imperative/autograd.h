#pragma once

#include <any>
#include <functional>
#include <vector>

#include "graph/graph.h"
#include "ndarray/ndarray.h"

namespace mxnet::autograd {

// Both are the calling thread's; setting them gives how it was.
/// Whether operators are recorded, so that backward can differentiate what they did.
bool is_recording();
bool set_recording(bool on);
/// Whether operators that behave differently in training (Dropout) do so.
bool is_training();
bool set_training(bool on);

/// What becomes of a gradient; the numbers are the C interface's.
enum class GradReq : int { null = 0, write = 1, add = 3 };

/// What a recorded node remembers in Node::info; a marked array's variable has it too.
struct Recorded {
  std::vector<NDArray> outputs;  // without their nodes, which would hold themselves
  std::any state;                // what the operator's FGradient wants to find again
  GradReq req = GradReq::null;
  NDArray grad;
};

/// How to run a node that is no plain operator; FGradient may put one in Node::info.
using RunNode = std::function<std::vector<NDArray>(const std::vector<NDArray*>& inputs)>;

/// Makes the array a variable: backward writes what flows back to it into `grad`, which has
/// its shape.
void mark_variable(NDArray* array, GradReq req, const NDArray& grad);
/// The array that mark_variable was given; none if the array is not marked.
NDArray gradient_of(const NDArray& array);

/// Whether one of the arrays is marked or comes from one that is.
bool any_recorded(const std::vector<NDArray*>& arrays);
/// Notes that the operator made `outputs` of `inputs`, if one of these is recorded.
void record(const Op& op, const AttrDict& dict, const std::vector<NDArray*>& inputs,
            std::vector<NDArray>* outputs, std::any state = {});

enum class Graph { free, retain };

/// Differentiates the recorded heads and gives every marked array its gradient. A head whose
/// gradient is a none array counts with ones. The graph is freed unless retained.
void backward(const std::vector<NDArray*>& heads, const std::vector<NDArray>& head_grads,
              Graph graph);

}  // namespace mxnet::autograd
