#!/usr/bin/env python3
"""Trains a small classifier like BERT on made-up sentences: forward, backward and Adam.

Prints one line per number, name, value and unit separated by tabs:
  setup        until the first step begins
  first_step   the first step, in which graphs are made
  step         mean time of the steps after it
  cpu          CPU time of the steps after the first, which a busy machine disturbs less
  loss         mean loss of the last steps
and at the end a digest of what was learnt, which must not change from commit to commit.
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
from bert import Classifier, TrainedClassifier  # noqa: E402
from mxnet import autograd  # noqa: E402
from mxnet.gluon import Trainer  # noqa: E402

VOCAB = 100
CLASSES = 2
LAST = 5  # steps whose losses are averaged


def make_batch(number, batch, length):
    """Sentences of words that depend on the number only; the class is whether most words come
    from the upper half of the vocabulary."""
    words, labels = [], []
    for row in range(batch):
        bits = hashlib.sha512(f'batch {number} row {row}'.encode()).digest()
        bits += hashlib.sha512(bits).digest()
        label = bits[0] % CLASSES
        half = VOCAB // 2
        sentence = []
        for i in range(length):
            value = int.from_bytes(bits[2 * i + 2:2 * i + 4], 'big')
            upper = label if value % 4 else 1 - label  # three of four words tell the class
            sentence.append(upper * half + value // 4 % half)
        words.append(sentence)
        labels.append(label)
    return mx.np.array(words), mx.np.array(labels)


def positions_of(length, width):
    return mx.np.array([[wave(position / 10000 ** (i // 2 * 2 / width))
                         for i in range(width) for wave in ((math.sin, math.cos)[i % 2],)]
                        for position in range(length)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--steps', type=int, default=40, help='steps after the first')
    parser.add_argument('--batch', type=int, default=8)
    parser.add_argument('--length', type=int, default=32, help='words of a sentence, at most 60')
    parser.add_argument('--layers', type=int, default=4)
    parser.add_argument('--width', type=int, default=64)
    args = parser.parse_args()

    mx.random.seed(1)
    classifier = Classifier(VOCAB, args.layers, args.width, CLASSES, rate=0.1)
    net = TrainedClassifier(classifier)
    net.initialize()
    net.hybridize(static_alloc=True)
    trainer = Trainer(net.collect_params(), 'adam', {'learning_rate': 2e-3})
    positions = positions_of(args.length, args.width)
    batches = [make_batch(number, args.batch, args.length) for number in range(args.steps + 1)]

    def step(number):
        words, labels = batches[number]
        with autograd.record():
            loss = net(words, positions, labels)
        loss.backward()
        trainer.step(args.batch)
        return loss.mean().item()

    begin = time.perf_counter()
    print(f'setup\t{(begin - START) * 1e3:.3f}\tms')
    losses = [step(0)]
    print(f'first_step\t{(time.perf_counter() - begin) * 1e3:.3f}\tms')
    begin, cpu_begin = time.perf_counter(), time.process_time()
    losses.extend(step(number) for number in range(1, args.steps + 1))
    print(f'step\t{(time.perf_counter() - begin) / args.steps * 1e3:.3f}\tms')
    print(f'cpu\t{(time.process_time() - cpu_begin) * 1e3:.3f}\tms')
    print(f'loss\t{sum(losses[-LAST:]) / LAST:.4f}\tnats')

    words, labels = make_batch(-1, 32, args.length)
    scores = classifier(words, positions)
    told = mx.np.argmax(scores, axis=1).tolist()
    right = sum(int(a == b) for a, b in zip(told, labels.tolist()))
    digest = hashlib.sha256(f'{told} {right} {losses[0]:.2f}'.encode())
    print(f'right\t{right / len(told) * 100:.1f}\tpercent')
    print(f'digest {digest.hexdigest()[:16]}')


if __name__ == '__main__':
    main()
