#!/usr/bin/env python3
"""Runs the layers of an XLNet of made-up weights, whose heads all expand the one mask.

Prints one line per number, name, value and unit separated by tabs:
  setup     until the first batch begins
  first     the first batch, in which the graph is optimised and its kernels are made
  batch     mean time of a later batch
  cpu       CPU time of the later batches, which a busy machine disturbs less
and at the end a digest of the outputs, which must not change from commit to commit.
"""
import argparse
import hashlib
import math
import os
import sys
import time

START = time.perf_counter()
# One thread, and no compiled Python left behind in a tree that may show another
# commit in a moment. Both must be set before anything else is loaded.
os.environ.setdefault('OMP_NUM_THREADS', '1')
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'python'))

import mxnet as mx  # noqa: E402
from mxnet.gluon import HybridBlock, nn  # noqa: E402

HEAD_WIDTH = 16


def gelu(F, x):
    """x times the share of a normal distribution below it"""
    return F.elemwise_mul(x * 0.5, F.erf(x / math.sqrt(2.0)) + 1.0)


class Attention(HybridBlock):
    """Attention of `heads` heads, one after another, each of which expands the mask."""

    def __init__(self, heads, prefix):
        super().__init__(prefix)
        self._heads = heads
        width = heads * HEAD_WIDTH
        self.queries = nn.Dense(width, prefix + 'q_', width)
        self.keys = nn.Dense(width, prefix + 'k_', width)
        self.values = nn.Dense(width, prefix + 'v_', width)
        self.out = nn.Dense(width, prefix + 'o_', width)

    def hybrid_forward(self, F, x, mask):
        projected = [self.queries(x), self.keys(x), self.values(x)]
        mask = F.Reshape(mask, shape=(0, 0, -1))
        contexts = []
        for i in range(self._heads):
            queries, keys, values = [
                F.slice_axis(each, axis=2, begin=i * HEAD_WIDTH, end=(i + 1) * HEAD_WIDTH)
                for each in projected]
            scores = F.softmax(F.batch_dot(queries, keys, transpose_b=True) / HEAD_WIDTH ** 0.5)
            scores = F.broadcast_mul(F.expand_dims(scores, axis=1), F.expand_dims(mask, axis=1))
            contexts.append(F.batch_dot(F.Reshape(scores, shape=(-3, -2)), values))
        return self.out(F.Concat(*contexts, dim=2, num_args=self._heads))


class Layer(HybridBlock):
    """Attention, and two fully connected layers on every word."""

    def __init__(self, heads, prefix):
        super().__init__(prefix)
        width = heads * HEAD_WIDTH
        self.attention = Attention(heads, prefix)
        self.attention_norm = nn.LayerNorm(prefix + 'an_', width)
        self.up = nn.Dense(2 * width, prefix + 'up_', width)
        self.down = nn.Dense(width, prefix + 'down_', 2 * width)
        self.norm = nn.LayerNorm(prefix + 'n_', width)

    def hybrid_forward(self, F, x, mask):
        x = self.attention_norm(F.elemwise_add(x, self.attention(x, mask)))
        return self.norm(F.elemwise_add(x, self.down(gelu(F, self.up(x)))))


class XLNet(HybridBlock):
    """The layers one after another, and a mean over the words."""

    def __init__(self, layers, heads):
        super().__init__('xlnet_')
        self._layers = [Layer(heads, f'xlnet_l{i}_') for i in range(layers)]
        for layer in self._layers:
            self.register_child(layer)

    def hybrid_forward(self, F, x, mask):
        for layer in self._layers:
            x = layer(x, mask)
        return F.mean(x, axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--layers', type=int, default=12)
    parser.add_argument('--fan', type=int, default=12, help='heads, each of which expands the mask')
    parser.add_argument('--batches', type=int, default=3, help='after the first')
    parser.add_argument('--batch-size', type=int, default=8)
    parser.add_argument('--length', type=int, default=32, help='words')
    args = parser.parse_args()

    net = XLNet(args.layers, args.fan)
    net.initialize()
    net.hybridize(static_alloc=True)
    shape = (args.batch_size, args.length, args.fan * HEAD_WIDTH)
    inputs = mx.nd._random_uniform(shape=shape, low=-1.0, high=1.0, seed=1)
    # A word sees itself and those before it.
    mask = mx.nd.array([[[float(k <= q) for k in range(args.length)]
                         for q in range(args.length)]] * args.batch_size)

    begin = time.perf_counter()
    print(f'setup\t{(begin - START) * 1e3:.3f}\tms', flush=True)
    out = net(inputs, mask)
    mx.nd.waitall()
    print(f'first\t{(time.perf_counter() - begin) * 1e3:.3f}\tms', flush=True)
    digest = hashlib.sha256()
    begin, cpu_begin = time.perf_counter(), time.process_time()
    for _ in range(args.batches):
        out = net(inputs, mask)
        mx.nd.waitall()
    if args.batches > 0:
        print(f'batch\t{(time.perf_counter() - begin) / args.batches * 1e3:.3f}\tms')
        print(f'cpu\t{(time.process_time() - cpu_begin) * 1e3:.3f}\tms')
    for row in out.tolist():
        digest.update(' '.join(f'{value:.3f}' for value in row).encode())
    print(f'digest {digest.hexdigest()[:16]}')


if __name__ == '__main__':
    main()
