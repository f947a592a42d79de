#!/usr/bin/env python3
"""What single things cost at the border between Python and the library, one cause each.

Prints one line per number, name, value and unit separated by tabs; each is the least of several
repetitions, which other processes disturb least:
  param_access    Parameter.data()
  ffi_empty       the cheapest call into the library
  ffi_is_dc       whether operators are recorded (where there is deferred compute)
  ffi_invoke      an operator with two inputs of one element
  getitem_row     x[i] of the class with NumPy's manners
  getitem_slice   x[i:j] of the same
  block_call      a hybridized block with two parameters and one operator
  graph_node      one of the 256 operators of a graph, on one element
  log_softmax     the operator on 5 x 4000 elements
"""
import argparse
import ctypes
import os
import sys
import time

# One thread, and no compiled Python left behind in a tree that may show another
# commit in a moment. Both must be set before anything else is loaded.
os.environ.setdefault('OMP_NUM_THREADS', '1')
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'python'))

import mxnet as mx  # noqa: E402
from mxnet._ctypes.ndarray import CachedOp  # noqa: E402
from mxnet.base import _LIB  # noqa: E402
from mxnet.gluon import Parameter, nn  # noqa: E402

try:
    from mxnet._deferred_compute import is_deferred_compute
except ImportError:  # a tree from before it
    is_deferred_compute = None

NODES = 256


def make_chain():
    """A graph of many operators, one after another."""
    y = mx.sym.var('x')
    for _ in range(NODES):
        y = mx.sym.transpose(y, axes=(0,))  # nothing that could be fused
    return CachedOp(y, [('static_alloc', True)])


def benchmarks():
    """Names, functions to call, and what a call is divided by."""
    param = Parameter('param', (4,))
    param.initialize()
    version = ctypes.byref(ctypes.c_int())
    one = mx.nd.ones((1,))
    rows = mx.np.zeros((8, 4))
    block = nn.Dense(1, 'dense_', 1)
    block.initialize()
    block.hybridize(static_alloc=True)
    x = mx.np.zeros((1, 1))
    scores = mx.nd.zeros((5, 4000))
    chain = make_chain()

    yield 'param_access', param.data, 1
    yield 'ffi_empty', lambda: _LIB.MXGetVersion(version), 1
    if is_deferred_compute is not None:
        yield 'ffi_is_dc', is_deferred_compute, 1
    yield 'ffi_invoke', lambda: mx.nd.elemwise_add(one, one), 1
    yield 'getitem_row', lambda: rows[3], 1
    yield 'getitem_slice', lambda: rows[2:4], 1
    yield 'block_call', lambda: block(x), 1
    yield 'graph_node', lambda: chain(one), NODES
    yield 'log_softmax', lambda: mx.nd.log_softmax(scores), 1


def nanoseconds(function, calls):
    """CPU time of a call."""
    begin = time.process_time_ns()
    for _ in range(calls):
        function()
    return (time.process_time_ns() - begin) / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--calls', type=int, default=1000, help='calls of a repetition')
    parser.add_argument('--repetitions', type=int, default=15)
    parser.add_argument('--only', help='part of a name')
    args = parser.parse_args()
    for name, function, parts in benchmarks():
        if args.only is None or args.only in name:
            function()
            best = min(nanoseconds(function, args.calls) for _ in range(args.repetitions))
            print(f'{name}\t{best / parts:.1f}\tns')


if __name__ == '__main__':
    main()
