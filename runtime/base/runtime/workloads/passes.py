#!/usr/bin/env python3
"""Times the graph passes on XLNet's graph, and what a fused chain of operators gains.

Prints one line per number, name, value and unit separated by tabs; each is the CPU time of the
best of several runs:
  cse             merging common subexpressions of the whole graph
  partition       fusing what is left, without making its kernels
  chain           twelve element-wise operators on an array, one after another
  chain_fused     the same as one kernel
and at the end a digest of the chain's outputs, which must not change from commit to commit.
"""
import argparse
import hashlib
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
from mxnet.graph import run_pass  # noqa: E402
from xlnet import XLNet  # noqa: E402

RUNS = 7


def best(work):
    """CPU time of the best of several runs, in milliseconds, and the last result."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        result = work()
        times.append(time.process_time() - begin)
    return min(times) * 1e3, result


def chain():
    """Twelve operators, none of which needs a mathematical library."""
    x = mx.sym.var('x')
    y = x
    for i in range(4):
        y = mx.sym.relu(mx.sym.elemwise_mul(y, x) + 0.25 * (i + 1))
    return y


def run_chain(fusion, array):
    os.environ['MXNET_USE_FUSION'] = fusion
    cached = CachedOp(chain(), [('static_alloc', True)])
    return best(lambda: cached(array))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--layers', type=int, default=12)
    parser.add_argument('--fan', type=int, default=12, help='heads, each of which expands the mask')
    parser.add_argument('--elements', type=int, default=1 << 18, help='of the array of the chain')
    args = parser.parse_args()

    graph = XLNet(args.layers, args.fan).hybrid_forward(mx.sym, mx.sym.var('x'), mx.sym.var('mask'))
    cse, merged = best(lambda: run_pass(graph, 'EliminateCommonExpr'))
    print(f'cse\t{cse:.3f}\tms')
    partition, _ = best(lambda: run_pass(merged, 'PointwiseFusion'))
    print(f'partition\t{partition:.3f}\tms')
    array = mx.nd._random_uniform(shape=(args.elements,), low=-1.0, high=1.0, seed=1)
    outputs = []
    for name, fusion in (('chain', '0'), ('chain_fused', '1')):
        elapsed, out = run_chain(fusion, array)
        print(f'{name}\t{elapsed:.3f}\tms')
        outputs.append([round(value, 4) for value in out[0:100].tolist()])
    assert outputs[0] == outputs[1], 'a fused chain must give what its operators give'
    print(f'digest {hashlib.sha256(repr(outputs[0]).encode()).hexdigest()[:16]}')


if __name__ == '__main__':
    main()
