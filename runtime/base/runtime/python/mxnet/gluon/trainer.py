"""Training: all parameters follow their gradients."""
from .. import optimizer as opt


class Trainer:
    """Changes parameters (as `Block.collect_params` gives them) by an optimizer."""

    def __init__(self, params, optimizer, optimizer_params=None):
        self._params = [param for param in params.values() if param.grad_req != 'null']
        self._optimizer = opt.create(optimizer, **(optimizer_params or {}))
        self._states = {}
        self._step = 0

    def step(self, batch_size):
        """One step; gradients are divided by the batch size."""
        self._step += 1
        self._optimizer.rescale_grad = 1.0 / batch_size
        for param in self._params:
            weight = param.data()
            if param.name not in self._states:
                self._states[param.name] = self._optimizer.create_state(weight)
            self._optimizer.update(weight, param.grad(), self._states[param.name], self._step)
