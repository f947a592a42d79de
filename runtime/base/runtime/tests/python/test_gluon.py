"""Blocks as arrays and as graphs."""
import unittest

import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    """Nested blocks, a parameter of unknown shape, a list of inputs."""

    def __init__(self):
        super().__init__('net_')
        self.norm = nn.LayerNorm('net_norm_')
        self.dense = nn.Dense(3, 'net_dense_', activation='relu')

    def hybrid_forward(self, F, x, others):
        y = self.dense(self.norm(x))
        return [y] + [F.broadcast_add(y, other) for other in others]


def run(net, x):
    return [out.tolist() for out in net(x, [x[0, 0:3], x[1, 0:3]])]


class GluonTest(unittest.TestCase):
    def setUp(self):
        self.net = Net()
        self.net.initialize()
        self.x = mx.np.array([[1.0, -2.0, 3.0, 0.5], [0.0, 4.0, -1.0, 2.0]])

    def test_graph_gives_what_arrays_give(self):
        plain = run(self.net, self.x)
        self.net.hybridize(static_alloc=True)
        self.assertEqual(run(self.net, self.x), plain)
        self.assertEqual(run(self.net, self.x), plain)

    def test_shapes_follow_from_the_input(self):
        self.net.hybridize()
        run(self.net, self.x)
        shapes = {name: param.shape for name, param in self.net.collect_params().items()}
        self.assertEqual(shapes['net_dense_weight'], (3, 4))
        self.assertEqual(shapes['net_norm_gamma'], (4,))

    def test_data_before_initialize(self):
        with self.assertRaisesRegex(mx.MXNetError, 'net_dense_bias'):
            Net().dense.bias.data()

    def test_weights_depend_on_the_name_only(self):
        again = Net()
        again.initialize()
        self.assertEqual(run(again, self.x), run(self.net, self.x))

    def test_new_data_is_seen(self):
        dense = nn.Dense(1, 'one_', 2, use_bias=False)
        dense.initialize()
        dense.hybridize(static_alloc=True)
        x = mx.np.array([[1.0, 1.0]])
        dense(x)
        dense.weight.set_data(mx.nd.array([[2.0, 3.0]]))
        self.assertEqual(dense(x).tolist(), [[5.0]])


class SymbolTest(unittest.TestCase):
    def test_infer_and_json(self):
        data = mx.sym.var('data')
        out = mx.sym.FullyConnected(data, num_hidden=4, name='fc')
        self.assertEqual(out.list_arguments(), ['data', 'fc_weight', 'fc_bias'])
        arguments, outputs = out.infer_shape(data=(2, 3))
        self.assertEqual((arguments, outputs), ([(2, 3), (4, 3), (4,)], [(2, 4)]))
        self.assertEqual(mx.sym.load_json(out.tojson()).tojson(), out.tojson())


if __name__ == '__main__':
    unittest.main()
