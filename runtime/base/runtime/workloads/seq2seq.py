#!/usr/bin/env python3
"""Translates made-up sentences, one at a time, with a model of made-up weights: a Transformer,
or, with --model lstm, a decoder of many tiny operators.

Prints one line per number, name, value and unit separated by tabs:
  setup     until the first sentence begins
  step      mean time of a decoder step, for every sentence but the first
  total     all sentences
  cpu       CPU time of all sentences, which a busy machine disturbs less
and at the end a digest of all translations, which must not change from commit to commit.
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
from beam_search import BeamSearch  # noqa: E402
from mxnet.gluon import nn  # noqa: E402
from recurrent import RecurrentDecoder  # noqa: E402
from transformer import (HEAD_WIDTH, HEADS, WIDTH, Decoder, Encoder, OutputLayer,  # noqa: E402
                         TargetEmbedding)

MAX_POSITIONS = 64


class Model:
    """The blocks of a translation model, each hybridized on its own. `state_shape` is that of a
    state of one layer before the first word, after the axis of the hypotheses."""

    def __init__(self, vocab, layers, decoder, state_shape):
        self.vocab = vocab
        self.layers = layers
        embedding = nn.Embedding(vocab, WIDTH, 'embed_')  # both languages share it
        self.encoder = Encoder(embedding, 2, layers)
        self.embed = TargetEmbedding(embedding)
        self.decoder = decoder(layers)
        self.state_shape = state_shape
        self.output = OutputLayer(vocab)
        for block in (self.encoder, self.embed, self.decoder, self.output):
            block.initialize()
            block.hybridize(static_alloc=True)
        self.positions = mx.np.array(
            [[wave(position / 10000 ** (i // 2 * 2 / WIDTH))
              for i in range(WIDTH) for wave in ((math.sin, math.cos)[i % 2],)]
             for position in range(MAX_POSITIONS)])

    def encode(self, words):
        return self.encoder(mx.np.array([words]), self.positions[0:len(words)])

    def initial_states(self, beam):
        """States that say nothing: the keys and values of a word before the first, or hidden
        states and cells."""
        shape = (self.layers, beam) + self.state_shape
        return mx.np.zeros(shape), mx.np.zeros(shape)


# name: layers of the decoder, the decoder, the shape of a state
MODELS = {'transformer': (6, Decoder, (HEADS, 1, HEAD_WIDTH)),
          'lstm': (2, RecurrentDecoder, (WIDTH,))}


def make_sentence(number, vocab):
    """12 to 20 words that depend on the number only."""
    bits = hashlib.sha256(f'sentence {number}'.encode()).digest()
    length = 12 + bits[0] % 9
    return [3 + int.from_bytes(bits[i:i + 2], 'big') % (vocab - 3) for i in range(1, length + 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--sentences', type=int, default=2)
    parser.add_argument('--max-length', type=int, default=40, help='words of a translation')
    parser.add_argument('--beam', type=int, default=5)
    parser.add_argument('--vocab', type=int, default=4000)
    parser.add_argument('--model', choices=MODELS, default='transformer')
    parser.add_argument('--layers', type=int, help='layers of the decoder')
    args = parser.parse_args()

    layers, decoder, state_shape = MODELS[args.model]
    search = BeamSearch(Model(args.vocab, args.layers or layers, decoder, state_shape), args.beam)
    begin = time.perf_counter()
    print(f'setup\t{(begin - START) * 1e3:.3f}\tms')
    cpu_begin = time.process_time()
    digest = hashlib.sha256()
    for number in range(args.sentences):
        source = make_sentence(number, args.vocab)
        sentence_begin = time.perf_counter()
        words, score, steps = search.search(source, args.max_length)
        elapsed = time.perf_counter() - sentence_begin
        if number > 0:
            print(f'step\t{elapsed / steps * 1e6:.3f}\tus')
        digest.update(f'{words} {score:.2f}\n'.encode())
    print(f'total\t{(time.perf_counter() - begin) * 1e3:.3f}\tms')
    print(f'cpu\t{(time.process_time() - cpu_begin) * 1e3:.3f}\tms')
    print(f'digest {digest.hexdigest()[:16]}')


if __name__ == '__main__':
    main()
