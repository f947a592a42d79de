"""Parameters of blocks."""
import zlib

from .. import ndarray
from .. import symbol
from ..base import MXNetError


class DeferredInitializationError(MXNetError):
    """The parameter's shape is not known yet."""


class Parameter:
    """An array that a block owns. A shape may hold -1 until the first input tells it."""

    def __init__(self, name, shape, init='uniform', stype='default', grad_req='write'):
        self.name = name
        self.shape = tuple(shape)
        self.init = init
        self.grad_req = grad_req
        self._stype = stype
        self._data = None
        self._deferred_init = False
        self._var = None

    def __repr__(self):
        return f'Parameter {self.name} {self.shape}'

    def initialize(self):
        """Sets the elements, or notes to do so once the shape is known."""
        if -1 in self.shape:
            self._deferred_init = True
            return
        self._init_impl()

    def _finish_deferred_init(self, shape):
        """Sets the elements now that the shape is told."""
        self.shape = tuple(shape)
        if self._deferred_init:
            self._init_impl()

    def _init_impl(self):
        if self.init == 'uniform':
            scale = (6.0 / sum(self.shape)) ** 0.5
            seed = zlib.crc32(self.name.encode())
            data = ndarray._random_uniform(shape=self.shape, low=-scale, high=scale, seed=seed)
        else:
            data = ndarray.full(self.shape, {'zeros': 0.0, 'ones': 1.0}[self.init])
        self._data = [data]
        self._deferred_init = False
        self._attach_grad()

    def set_data(self, data):
        self.shape = data.shape
        self._data = [data]
        self._deferred_init = False
        self._attach_grad()

    def _attach_grad(self):
        if self.grad_req != 'null':
            for data in self._data:
                data.attach_grad(self.grad_req)

    def _check_and_get(self, arr_list):
        if arr_list is not None:
            return arr_list[0]
        if self._deferred_init:
            raise DeferredInitializationError(
                f'the shape of {self.name} is not known before the first input')
        raise MXNetError(f'{self.name} is not initialized')

    def data(self):
        """The array."""
        if self._stype != 'default':
            raise MXNetError(f'{self.name} is stored as {self._stype}, which has no dense data')
        return self._check_and_get(self._data)

    def grad(self):
        """The gradient that backward found."""
        grad = self._check_and_get(self._data).grad
        if grad is None:
            raise MXNetError(f'{self.name} has no gradient: its grad_req is {self.grad_req}')
        return grad

    def var(self):
        """The variable that stands for the parameter in symbols."""
        if self._var is None:
            self._var = symbol.var(self.name)
        return self._var
