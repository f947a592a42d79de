"""Layers."""
from .block import HybridBlock
from .parameter import Parameter


class HybridSequential(HybridBlock):
    """Blocks one after another."""

    def add(self, *blocks):
        for block in blocks:
            self.register_child(block)

    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = block(x)
        return x


class Dense(HybridBlock):
    """A fully connected layer over the last axis."""

    def __init__(self, units, prefix, in_units=-1, use_bias=True, activation=None):
        super().__init__(prefix)
        self._units = units
        self._activation = activation
        self.weight = Parameter(prefix + 'weight', (units, in_units))
        if use_bias:
            self.bias = Parameter(prefix + 'bias', (units,), init='zeros')

    def hybrid_forward(self, F, x, weight, bias=None):
        inputs = [x, weight] if bias is None else [x, weight, bias]
        out = F.FullyConnected(*inputs, num_hidden=self._units, no_bias=bias is None,
                               flatten=False)
        return out if self._activation is None else getattr(F, self._activation)(out)


class Embedding(HybridBlock):
    """Rows of a matrix by number."""

    def __init__(self, input_dim, output_dim, prefix):
        super().__init__(prefix)
        self._kwargs = {'input_dim': input_dim, 'output_dim': output_dim}
        self.weight = Parameter(prefix + 'weight', (input_dim, output_dim))

    def hybrid_forward(self, F, x, weight):
        return F.Embedding(x, weight, **self._kwargs)


class Dropout(HybridBlock):
    """In training, drops elements with probability `rate` and scales up the others."""

    def __init__(self, rate):
        super().__init__()
        self._rate = rate

    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=self._rate)


class GELU(HybridBlock):
    """x times the standard normal distribution function of x."""

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type='gelu')


class LayerNorm(HybridBlock):
    """Normalisation of the last axis."""

    def __init__(self, prefix, in_channels=-1, epsilon=1e-5):
        super().__init__(prefix)
        self._epsilon = epsilon
        self.gamma = Parameter(prefix + 'gamma', (in_channels,), init='ones')
        self.beta = Parameter(prefix + 'beta', (in_channels,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        return F.LayerNorm(x, gamma, beta, eps=self._epsilon)
