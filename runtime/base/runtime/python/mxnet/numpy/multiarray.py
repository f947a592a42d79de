"""The array class with NumPy's manners, and functions on it."""
from ..ndarray import ndarray as _nd
from ..ndarray.ndarray import NDArray, _invoke

__all__ = ['ndarray', 'array', 'zeros', 'ones', 'full', 'arange', 'concatenate', 'stack',
           'where', 'argmax']


class ndarray(NDArray):  # pylint: disable=invalid-name
    """An array whose index may also be None (a new axis) or an Ellipsis."""
    __slots__ = []

    def __getitem__(self, key):
        if key is None:
            return self.reshape((1,) + self.shape)
        if key is Ellipsis:
            return self
        if isinstance(key, tuple) and Ellipsis in key:
            at = key.index(Ellipsis)
            missing = self.ndim - (len(key) - 1)
            key = key[:at] + (slice(None),) * missing + key[at + 1:]
        return super().__getitem__(key)

    def astype(self, dtype, copy=True):
        if not copy and self.dtype == dtype:
            return self
        res = _nd.empty(self.shape, dtype=dtype, cls=ndarray)
        self.copyto(res)
        return res

    def item(self):
        return self.asscalar()


def array(source, dtype='float32'):
    return _nd.array(source, dtype, ndarray)


def zeros(shape, dtype='float32'):
    return _nd.zeros(shape, dtype, ndarray)


def ones(shape, dtype='float32'):
    return _nd.ones(shape, dtype, ndarray)


def full(shape, fill_value, dtype='float32'):
    return _nd.full(shape, fill_value, dtype, ndarray)


def arange(start, stop=None, dtype='float32'):
    return _nd.arange(start, stop, dtype, ndarray)


def concatenate(seq, axis=0):
    return _nd.concatenate(seq, axis)


def stack(arrays, axis=0):
    return _invoke('stack', list(arrays), axis=axis, num_args=len(arrays))


def where(condition, x, y):
    return _invoke('where', [condition, x, y])


def argmax(a, axis=None):
    return _invoke('argmax', [a], axis=axis)
