"""Gradients, and training with them."""
import math
import unittest

import mxnet as mx
from mxnet import autograd
from mxnet.gluon import HybridBlock, Trainer, nn
from mxnet.gluon.loss import SoftmaxCrossEntropyLoss


class AutogradTest(unittest.TestCase):
    def setUp(self):
        self.x = mx.np.array([[1.0, 2.0], [3.0, 4.0]])
        self.x.attach_grad()

    def test_backward_of_plain_code(self):
        with autograd.record():
            y = (self.x * self.x + 3 * self.x).sum()
        y.backward()
        self.assertEqual(self.x.grad.tolist(), [[5.0, 7.0], [9.0, 11.0]])

    def test_scopes_nest_and_end(self):
        with autograd.record():
            self.assertEqual((autograd.is_recording(), autograd.is_training()), (True, True))
            with autograd.pause():
                self.assertEqual((autograd.is_recording(), autograd.is_training()), (False, False))
            with autograd.predict_mode():
                self.assertEqual((autograd.is_recording(), autograd.is_training()), (True, False))
            self.assertTrue(autograd.is_training())
        self.assertEqual((autograd.is_recording(), autograd.is_training()), (False, False))

    def test_gradients_of_several_heads_add_up(self):
        with autograd.record():
            y, z = self.x * 2, self.x * 3
        autograd.backward([y, z], [None, mx.np.full((2, 2), 10.0)])
        self.assertEqual(self.x.grad.tolist(), [[32.0, 32.0], [32.0, 32.0]])

    def test_detached_arrays_are_constants(self):
        with autograd.record():
            y = self.x.detach() * self.x
        y.backward()
        self.assertEqual(self.x.grad.tolist(), self.x.tolist())
        self.assertIsNone(mx.np.zeros((1,)).grad)

    def test_views_are_not_recorded_behind_your_back(self):
        with autograd.record(), self.assertRaisesRegex(mx.MXNetError, 'cannot be recorded'):
            self.x[0]  # pylint: disable=expression-not-assigned
        self.assertEqual(self.x[0].tolist(), [1.0, 2.0])


class Classifier(HybridBlock):
    """Two layers with dropout between; one of unknown width."""

    def __init__(self):
        super().__init__('classifier_')
        self.hidden = nn.Dense(8, 'classifier_hidden_')
        self.act = nn.GELU()
        self.dropout = nn.Dropout(0.1)
        self.norm = nn.LayerNorm('classifier_norm_', 8)
        self.out = nn.Dense(2, 'classifier_out_', 8)
        self.loss = SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, x, label):
        hidden = self.dropout(self.norm(self.act(self.hidden(x))))
        return F.mean(self.loss(self.out(hidden), label))


def train(hybridized, optimizer, **settings):
    """Losses of a few steps on the exclusive or."""
    net = Classifier()
    net.initialize()
    if hybridized:
        net.hybridize(static_alloc=True)
    trainer = Trainer(net.collect_params(), optimizer, settings)
    x = mx.np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    label = mx.np.array([0.0, 1.0, 1.0, 0.0])
    mx.random.seed(1)
    losses = []
    for _ in range(120):
        with autograd.record():
            loss = net(x, label)
        loss.backward()
        trainer.step(1)
        losses.append(loss.item())
    return losses


class TrainingTest(unittest.TestCase):
    def test_losses_fall_with_every_optimizer(self):
        for optimizer, settings in (('sgd', {'learning_rate': 0.2}),
                                    ('sgd', {'learning_rate': 0.02, 'momentum': 0.9}),
                                    ('adam', {'learning_rate': 0.05})):
            losses = train(True, optimizer, **settings)
            self.assertLess(losses[-1], 0.4 * losses[0], optimizer)

    def test_graph_trains_like_plain_code(self):
        for plain, graph in zip(train(False, 'adam', learning_rate=0.05),
                                train(True, 'adam', learning_rate=0.05)):
            self.assertTrue(math.isclose(plain, graph, rel_tol=1e-3, abs_tol=1e-5), (plain, graph))

    def test_a_parameter_may_refuse_its_gradient(self):
        net = Classifier()
        net.out.bias.grad_req = 'null'
        net.initialize()
        with autograd.record():
            loss = net(mx.np.array([[0.0, 1.0]]), mx.np.array([1.0]))
        loss.backward()
        with self.assertRaisesRegex(mx.MXNetError, 'classifier_out_bias has no gradient'):
            net.out.bias.grad()
        self.assertEqual(net.out.weight.grad().shape, (2, 8))


if __name__ == '__main__':
    unittest.main()
