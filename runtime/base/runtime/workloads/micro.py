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
from mxnet.base import _LIB  # noqa: E402
from mxnet.gluon import Parameter, nn  # noqa: E402

try:
    from mxnet._deferred_compute import is_deferred_compute
except ImportError:  # a tree from before it
    is_deferred_compute = None


def benchmarks():
    """Names and functions to call."""
    param = Parameter('param', (4,))
    param.initialize()
    version = ctypes.byref(ctypes.c_int())
    one = mx.nd.ones((1,))
    rows = mx.np.zeros((8, 4))
    block = nn.Dense(1, 'dense_', 1)
    block.initialize()
    block.hybridize(static_alloc=True)
    x = mx.np.zeros((1, 1))

    yield 'param_access', param.data
    yield 'ffi_empty', lambda: _LIB.MXGetVersion(version)
    if is_deferred_compute is not None:
        yield 'ffi_is_dc', is_deferred_compute
    yield 'ffi_invoke', lambda: mx.nd.elemwise_add(one, one)
    yield 'getitem_row', lambda: rows[3]
    yield 'getitem_slice', lambda: rows[2:4]
    yield 'block_call', lambda: block(x)


def nanoseconds(function, calls):
    """CPU time of a call."""
    begin = time.process_time_ns()
    for _ in range(calls):
        function()
    return (time.process_time_ns() - begin) / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--calls', type=int, default=20000, help='calls of a repetition')
    parser.add_argument('--repetitions', type=int, default=5)
    args = parser.parse_args()
    for name, function in benchmarks():
        function()
        best = min(nanoseconds(function, args.calls) for _ in range(args.repetitions))
        print(f'{name}\t{best:.1f}\tns')


if __name__ == '__main__':
    main()
