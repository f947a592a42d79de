"""A small classifier like BERT: embeddings, layers of attention and gelu, one number per class.
Devlin et al., "BERT: pre-training of deep bidirectional transformers", 2019; normalisation comes
before each half of a layer, which trains without warm-up."""
import math

from mxnet.gluon import HybridBlock, nn
from mxnet.gluon.loss import SoftmaxCrossEntropyLoss
from mxnet.gluon.parameter import Parameter

HEADS = 4


class Attention(HybridBlock):
    """Every word looks at all words of its sentence."""

    def __init__(self, prefix, width, rate):
        super().__init__(prefix)
        self._width = width
        self.norm = nn.LayerNorm(prefix + 'norm_', width)
        self.dropout = nn.Dropout(rate)
        self.weight_in = Parameter(prefix + 'i2h_weight', (3 * width, width))
        self.weight_out = Parameter(prefix + 'h2o_weight', (width, width))

    def _heads(self, F, x):
        """(batch, length, width) -> (batch * heads, length, head width)"""
        x = F.transpose(F.Reshape(x, shape=(0, 0, -4, HEADS, -1)), axes=(0, 2, 1, 3))
        return F.Reshape(x, shape=(-3, -2))

    def hybrid_forward(self, F, x, weight_in, weight_out):
        width = self._width
        projected = F.FullyConnected(self.norm(x), weight_in, num_hidden=3 * width, no_bias=True,
                                     flatten=False)
        queries, keys, values = [
            self._heads(F, F.slice_axis(projected, axis=2, begin=i * width, end=(i + 1) * width))
            for i in range(3)]
        scores = F.batch_dot(queries * (width // HEADS) ** -0.5, keys, transpose_b=True)
        context = F.batch_dot(self.dropout(F.softmax(scores)), values)
        context = F.transpose(F.Reshape(context, shape=(-4, -1, HEADS, 0, 0)), axes=(0, 2, 1, 3))
        out = F.FullyConnected(F.Reshape(context, shape=(0, 0, -3)), weight_out, num_hidden=width,
                               no_bias=True, flatten=False)
        return F.elemwise_add(x, self.dropout(out))


class FeedForward(HybridBlock):
    """Two fully connected layers on every word."""

    def __init__(self, prefix, width, rate):
        super().__init__(prefix)
        self.norm = nn.LayerNorm(prefix + 'norm_', width)
        self.up = nn.Dense(4 * width, prefix + 'i2h_', width)
        self.act = nn.GELU()
        self.down = nn.Dense(width, prefix + 'h2o_', 4 * width)
        self.dropout = nn.Dropout(rate)

    def hybrid_forward(self, F, x):
        return F.elemwise_add(x, self.dropout(self.down(self.act(self.up(self.norm(x))))))


class Classifier(HybridBlock):
    """Scores of the classes, from the mean over a sentence's words."""

    def __init__(self, vocab, layers, width, classes, rate):
        super().__init__('bert_')
        self.words = nn.Embedding(vocab, width, 'bert_words_')
        self.dropout = nn.Dropout(rate)
        for i in range(layers):
            self.register_child(Attention(f'bert_l{i}_self_', width, rate), f'attention{i}')
            self.register_child(FeedForward(f'bert_l{i}_ff_', width, rate), f'feed_forward{i}')
        self._layers = layers
        self._scale = math.sqrt(width)  # words weigh about as much as positions
        self.norm = nn.LayerNorm('bert_final_', width)
        self.pooler = nn.Dense(width, 'bert_pooler_', width, activation='tanh')
        self.scores = nn.Dense(classes, 'bert_scores_', width)

    def hybrid_forward(self, F, words, positions):
        x = self.dropout(F.broadcast_add(self.words(words) * self._scale, positions))
        for i in range(self._layers):
            x = self._children[f'attention{i}'](x)
            x = self._children[f'feed_forward{i}'](x)
        return self.scores(self.pooler(F.mean(self.norm(x), axis=1)))


class TrainedClassifier(HybridBlock):
    """The classifier with its loss: one graph, one number per sentence."""

    def __init__(self, classifier):
        super().__init__('trained_')
        self.classifier = classifier
        self.loss = SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, words, positions, labels):
        return self.loss(self.classifier(words, positions), labels)
