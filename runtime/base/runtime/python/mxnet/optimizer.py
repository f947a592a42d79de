"""How weights follow their gradients."""
import math

from . import ndarray


class Optimizer:
    """Settings all optimizers share. `rescale_grad` is set by the trainer."""

    def __init__(self, learning_rate=0.01, wd=0.0):
        self.lr = learning_rate
        self.wd = wd
        self.rescale_grad = 1.0

    def _settings(self):
        return {'wd': self.wd, 'rescale_grad': self.rescale_grad}

    def create_state(self, weight):
        """What is kept for a weight from step to step."""
        raise NotImplementedError

    def update(self, weight, grad, state, step):
        """Changes the weight in place; steps count from 1."""
        raise NotImplementedError


class SGD(Optimizer):
    """Gradient descent, with momentum if it is not 0."""

    def __init__(self, momentum=0.0, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, weight):
        return [ndarray.zeros(weight.shape)] if self.momentum else []

    def update(self, weight, grad, state, step):
        if state:
            ndarray.sgd_mom_update(weight, grad, *state, out=weight, lr=self.lr,
                                   momentum=self.momentum, **self._settings())
        else:
            ndarray.sgd_update(weight, grad, out=weight, lr=self.lr, **self._settings())


class Adam(Optimizer):
    """Kingma and Ba, "Adam: a method for stochastic optimization", 2015."""

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, weight):
        return [ndarray.zeros(weight.shape), ndarray.zeros(weight.shape)]

    def update(self, weight, grad, state, step):
        corrected = self.lr * math.sqrt(1 - self.beta2 ** step) / (1 - self.beta1 ** step)
        ndarray.adam_update(weight, grad, *state, out=weight, lr=corrected, beta1=self.beta1,
                            beta2=self.beta2, epsilon=self.epsilon, **self._settings())


_OPTIMIZERS = {'sgd': SGD, 'adam': Adam}


def create(name, **kwargs):
    return _OPTIMIZERS[name](**kwargs)
