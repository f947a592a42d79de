"""A small Transformer for translation: an encoder, and a decoder that goes one
target word at a time and carries keys and values of the words before."""
import math

from mxnet.gluon import HybridBlock, nn
from mxnet.gluon.parameter import Parameter

WIDTH = 224
HEADS = 8
HEAD_WIDTH = WIDTH // HEADS
HIDDEN = 896


def split_heads(F, x):
    """(batch, length, width) -> (batch, heads, length, head width)"""
    x = F.Reshape(x, shape=(0, 0, -4, HEADS, -1))
    return F.transpose(x, axes=(0, 2, 1, 3))


def attend(F, queries, keys, values):
    """Attention of (batch, heads, length, head width) -> (batch, length, width)"""
    queries = F.Reshape(queries * HEAD_WIDTH ** -0.5, shape=(-3, -2))
    scores = F.batch_dot(queries, F.Reshape(keys, shape=(-3, -2)), transpose_b=True)
    context = F.batch_dot(F.softmax(scores), F.Reshape(values, shape=(-3, -2)))
    context = F.Reshape(context, shape=(-4, -1, HEADS, 0, 0))
    context = F.transpose(context, axes=(0, 2, 1, 3))
    return F.Reshape(context, shape=(0, 0, -3))


class SelfAttention(HybridBlock):
    """Attention to all words of the own side; with earlier keys and values given, to
    those and the new word."""

    def __init__(self, prefix):
        super().__init__(prefix)
        self.norm = nn.LayerNorm(prefix + 'norm_', WIDTH)
        self.weight_in = Parameter(prefix + 'i2h_weight', (3 * WIDTH, WIDTH))
        self.weight_out = Parameter(prefix + 'h2o_weight', (WIDTH, WIDTH))

    def hybrid_forward(self, F, x, keys=None, values=None, weight_in=None, weight_out=None):
        projected = F.FullyConnected(self.norm(x), weight_in, num_hidden=3 * WIDTH,
                                     no_bias=True, flatten=False)
        parts = [F.slice_axis(projected, axis=2, begin=i * WIDTH, end=(i + 1) * WIDTH)
                 for i in range(3)]
        queries, new_keys, new_values = [split_heads(F, part) for part in parts]
        if keys is not None:
            new_keys = F.Concat(keys, new_keys, dim=2, num_args=2)
            new_values = F.Concat(values, new_values, dim=2, num_args=2)
        context = attend(F, queries, new_keys, new_values)
        out = F.FullyConnected(context, weight_out, num_hidden=WIDTH, no_bias=True,
                               flatten=False)
        return F.elemwise_add(x, out), new_keys, new_values


class SourceAttention(HybridBlock):
    """Attention to the source, whose keys and values are ready."""

    def __init__(self, prefix):
        super().__init__(prefix)
        self.norm = nn.LayerNorm(prefix + 'norm_', WIDTH)
        self.weight_query = Parameter(prefix + 'q2h_weight', (WIDTH, WIDTH))
        self.weight_out = Parameter(prefix + 'h2o_weight', (WIDTH, WIDTH))

    def hybrid_forward(self, F, x, keys, values, weight_query=None, weight_out=None):
        queries = F.FullyConnected(self.norm(x), weight_query, num_hidden=WIDTH, no_bias=True,
                                   flatten=False)
        context = attend(F, split_heads(F, queries), keys, values)
        out = F.FullyConnected(context, weight_out, num_hidden=WIDTH, no_bias=True,
                               flatten=False)
        return F.elemwise_add(x, out)


class FeedForward(HybridBlock):
    """Two fully connected layers on every word."""

    def __init__(self, prefix):
        super().__init__(prefix)
        self.norm = nn.LayerNorm(prefix + 'norm_', WIDTH)
        self.up = nn.Dense(HIDDEN, prefix + 'i2h_', WIDTH, activation='relu')
        self.down = nn.Dense(WIDTH, prefix + 'h2o_', HIDDEN)

    def hybrid_forward(self, F, x):
        return F.elemwise_add(x, self.down(self.up(self.norm(x))))


class Encoder(HybridBlock):
    """The source as keys and values for every layer of the decoder, stacked."""

    def __init__(self, embedding, layers, decoder_layers):
        super().__init__('encoder_')
        self._decoder_layers = decoder_layers
        self.embedding = embedding
        self.layers = []
        for i in range(layers):
            self.layers.append((SelfAttention(f'encoder_l{i}_self_'),
                                FeedForward(f'encoder_l{i}_ff_')))
            for block in self.layers[-1]:
                self.register_child(block)
        self.norm = nn.LayerNorm('encoder_final_', WIDTH)
        self.projection = nn.Dense(2 * decoder_layers * WIDTH, 'encoder_kv_', WIDTH,
                                   use_bias=False)

    def hybrid_forward(self, F, words, positions):
        x = F.broadcast_add(self.embedding(words) * math.sqrt(WIDTH), positions)
        for attention, feed_forward in self.layers:
            x = feed_forward(attention(x)[0])
        projected = self.projection(self.norm(x))
        parts = [split_heads(F, F.slice_axis(projected, axis=2, begin=i * WIDTH,
                                             end=(i + 1) * WIDTH))
                 for i in range(2 * self._decoder_layers)]
        return F.stack(parts[0::2]), F.stack(parts[1::2])


class TargetEmbedding(HybridBlock):
    """The words chosen last, with their position."""

    def __init__(self, embedding):
        super().__init__('target_embed_')
        self.embedding = embedding

    def hybrid_forward(self, F, words, position):
        x = self.embedding(F.expand_dims(words, axis=1))
        return F.broadcast_add(x * math.sqrt(WIDTH), position)


class Decoder(HybridBlock):
    """One step: new keys and values of all layers, stacked, and the step's output.
    The lists of states hold one array per layer."""

    def __init__(self, layers):
        super().__init__('decoder_')
        self.layers = []
        for i in range(layers):
            self.layers.append((SelfAttention(f'decoder_l{i}_self_'),
                                SourceAttention(f'decoder_l{i}_source_'),
                                FeedForward(f'decoder_l{i}_ff_')))
            for block in self.layers[-1]:
                self.register_child(block)
        self.norm = nn.LayerNorm('decoder_final_', WIDTH)

    def hybrid_forward(self, F, x, keys, values, source_keys, source_values):
        new_keys, new_values = [], []
        for i, (attention, source_attention, feed_forward) in enumerate(self.layers):
            x, layer_keys, layer_values = attention(x, keys[i], values[i])
            x = source_attention(x, source_keys[i], source_values[i])
            x = feed_forward(x)
            new_keys.append(layer_keys)
            new_values.append(layer_values)
        out = F.Reshape(self.norm(x), shape=(-1, WIDTH))
        return out, F.stack(new_keys), F.stack(new_values)


class OutputLayer(HybridBlock):
    """Log-probabilities of all words."""

    def __init__(self, vocab):
        super().__init__('output_')
        self.projection = nn.Dense(vocab, 'output_', WIDTH)

    def hybrid_forward(self, F, x):
        return F.log_softmax(self.projection(x))
