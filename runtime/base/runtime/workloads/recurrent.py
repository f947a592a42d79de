"""A recurrent decoder for translation: layers of LSTM, each of which looks at the source."""
from mxnet.gluon import HybridBlock, nn
from mxnet.gluon.parameter import Parameter
from transformer import WIDTH, SourceAttention


class LSTMCell(HybridBlock):
    """One step. Hochreiter and Schmidhuber, "Long short-term memory", 1997, with the forget gate
    of Gers, Schmidhuber and Cummins, 2000. All arrays are (batch, WIDTH)."""

    def __init__(self, prefix):
        super().__init__(prefix)
        self.weight_input = Parameter(prefix + 'i2h_weight', (4 * WIDTH, WIDTH))
        self.weight_hidden = Parameter(prefix + 'h2h_weight', (4 * WIDTH, WIDTH))
        self.bias = Parameter(prefix + 'bias', (4 * WIDTH,), init='zeros')

    def hybrid_forward(self, F, x, hidden, cell, weight_input, weight_hidden, bias):
        gates = F.elemwise_add(
            F.FullyConnected(x, weight_input, bias, num_hidden=4 * WIDTH),
            F.FullyConnected(hidden, weight_hidden, num_hidden=4 * WIDTH, no_bias=True))
        enter, forget, change, leave = [
            F.slice_axis(gates, axis=1, begin=i * WIDTH, end=(i + 1) * WIDTH) for i in range(4)]
        cell = F.elemwise_add(F.elemwise_mul(F.sigmoid(forget), cell),
                              F.elemwise_mul(F.sigmoid(enter), F.tanh(change)))
        return F.elemwise_mul(F.sigmoid(leave), F.tanh(cell)), cell


class RecurrentDecoder(HybridBlock):
    """One step: new hidden states and cells of all layers, stacked, and the step's output.
    The lists of states hold one array per layer."""

    def __init__(self, layers):
        super().__init__('decoder_')
        self.layers = []
        for i in range(layers):
            self.layers.append((LSTMCell(f'decoder_l{i}_lstm_'),
                                SourceAttention(f'decoder_l{i}_source_')))
            for block in self.layers[-1]:
                self.register_child(block)
        self.norm = nn.LayerNorm('decoder_final_', WIDTH)

    def hybrid_forward(self, F, x, hidden, cells, source_keys, source_values):
        new_hidden, new_cells = [], []
        for i, (lstm, source_attention) in enumerate(self.layers):
            out, cell = lstm(F.Reshape(x, shape=(-1, WIDTH)), hidden[i], cells[i])
            x = F.elemwise_add(x, F.Reshape(out, shape=(-1, 1, WIDTH)))
            x = source_attention(x, source_keys[i], source_values[i])
            new_hidden.append(out)
            new_cells.append(cell)
        out = F.Reshape(self.norm(x), shape=(-1, WIDTH))
        return out, F.stack(new_hidden), F.stack(new_cells)
