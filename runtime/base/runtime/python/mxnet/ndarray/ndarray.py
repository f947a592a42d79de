"""The array class, as of old: element-wise operators want equal shapes or broadcast."""
import array as _array
import ctypes

from .. import autograd
from .._ctypes.ndarray import imperative_invoke
from ..base import _LIB, NDArrayHandle, c_shape, check_call, get_op_handle

_DTYPE_CODE = {'float32': 0, 'int32': 4}
_DTYPE_NAME = {0: 'float32', 4: 'int32'}
_TYPECODE = {'float32': 'f', 'int32': 'i'}


class _Op:
    """The operators that methods use, looked up at their first use."""

    def __getattr__(self, name):
        handle = get_op_handle(name)
        setattr(self, name, handle)
        return handle


_op = _Op()


def _invoke(name, inputs, **kwargs):
    return imperative_invoke(getattr(_op, name), inputs, list(kwargs),
                             [str(value) for value in kwargs.values()], type(inputs[0]))


def _make_binary(broadcast, scalar, reverse_scalar=None):
    def method(self, other):
        if isinstance(other, NDArray):
            return _invoke(broadcast, [self, other])
        return _invoke(scalar, [self], scalar=other)

    def reverse(self, other):
        return _invoke(reverse_scalar or scalar, [self], scalar=other)

    return method, reverse


class NDArray:
    """A dense array of float32 or int32 that the library holds."""
    __slots__ = ['handle']
    __hash__ = object.__hash__

    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        check_call(_LIB.MXNDArrayFree(self.handle))

    @property
    def shape(self):
        ndim = ctypes.c_int()
        dims = ctypes.POINTER(ctypes.c_int64)()
        check_call(_LIB.MXNDArrayGetShapeEx(self.handle, ctypes.byref(ndim),
                                            ctypes.byref(dims)))
        return tuple(dims[:ndim.value])

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        size = 1
        for dim in self.shape:
            size *= dim
        return size

    @property
    def dtype(self):
        code = ctypes.c_int()
        check_call(_LIB.MXNDArrayGetDType(self.handle, ctypes.byref(code)))
        return _DTYPE_NAME[code.value]

    @property
    def stype(self):
        return 'default'

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f'<{type(self).__name__} {self.shape} {self.dtype}>'

    def _at(self, idx):
        """Row `idx`, a view."""
        handle = NDArrayHandle()
        length = self.shape[0]
        if not -length <= idx < length:
            raise IndexError(f'index {idx} is out of range for {length} rows')
        check_call(_LIB.MXNDArrayAt(self.handle, ctypes.c_int64(idx % length),
                                    ctypes.byref(handle)))
        return type(self)(handle)

    def _slice(self, key):
        """Rows `key`, a view."""
        handle = NDArrayHandle()
        start, stop, step = key.indices(self.shape[0])
        if step != 1:
            raise IndexError('slices with steps are not supported')
        check_call(_LIB.MXNDArraySlice(self.handle, ctypes.c_int64(start),
                                       ctypes.c_int64(max(start, stop)), ctypes.byref(handle)))
        return type(self)(handle)

    def _slice_axes(self, keys):
        """Rows of several axes, a copy; single numbers lose their axis."""
        begin, end, shape = [], [], []
        for key, dim in zip(keys, self.shape):
            if isinstance(key, int):
                key = slice(key, key + 1 or None)
                start, stop, _ = key.indices(dim)
            else:
                start, stop, _ = key.indices(dim)
                shape.append(stop - start)
            begin.append(start)
            end.append(stop)
        shape.extend(self.shape[len(keys):])
        return _invoke('slice', [self], begin=tuple(begin), end=tuple(end)).reshape(shape)

    def __getitem__(self, key):
        if isinstance(key, int):
            return self._at(key)
        if isinstance(key, slice):
            return self._slice(key)
        if isinstance(key, tuple):
            return self._slice_axes(key)
        if isinstance(key, NDArray):
            return _invoke('take', [self, key], axis=0)
        raise IndexError(f'{key!r} is no index')

    def reshape(self, *shape):
        """A view of another shape; one dimension may be -1."""
        if len(shape) == 1 and not isinstance(shape[0], int):
            shape = tuple(shape[0])
        if -1 in shape:
            known = 1
            for dim in shape:
                known *= dim if dim != -1 else 1
            shape = tuple(self.size // known if dim == -1 else dim for dim in shape)
        handle = NDArrayHandle()
        check_call(_LIB.MXNDArrayReshape64(self.handle, len(shape), c_shape(shape),
                                           ctypes.byref(handle)))
        return type(self)(handle)

    def copyto(self, other):
        """Copies the elements into `other`, converting them to its type."""
        return imperative_invoke(_op.Cast, [self], ['dtype'], [other.dtype], type(self), other)

    def astype(self, dtype):
        res = empty(self.shape, dtype=dtype, cls=type(self))
        self.copyto(res)
        return res

    def wait_to_read(self):
        check_call(_LIB.MXNDArrayWaitToRead(self.handle))

    def _to_array(self):
        data = _array.array(_TYPECODE[self.dtype], bytes(4 * self.size))
        address, length = data.buffer_info()
        check_call(_LIB.MXNDArraySyncCopyToCPU(self.handle, ctypes.c_void_p(address),
                                               ctypes.c_size_t(length)))
        return data

    def tolist(self):
        """The elements as nested lists."""
        def nest(values, shape):
            if not shape:
                return values[0]
            step = len(values) // shape[0] if shape[0] else 0
            return [nest(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]
        return nest(self._to_array().tolist(), self.shape)

    def asscalar(self):
        data = self._to_array()
        if len(data) != 1:
            raise ValueError('the array has more than one element')
        return data[0]

    def __bool__(self):
        return bool(self.asscalar())

    __add__, __radd__ = _make_binary('broadcast_add', '_plus_scalar')
    __sub__, __rsub__ = _make_binary('broadcast_sub', '_minus_scalar', '_rminus_scalar')
    __mul__, __rmul__ = _make_binary('broadcast_mul', '_mul_scalar')
    __truediv__, __rtruediv__ = _make_binary('broadcast_div', '_div_scalar', '_rdiv_scalar')
    __pow__, _ = _make_binary('broadcast_power', '_power_scalar')
    __eq__, _ = _make_binary('broadcast_equal', '_equal_scalar')
    __ne__, _ = _make_binary('broadcast_not_equal', '_not_equal_scalar')
    __gt__, _ = _make_binary('broadcast_greater', '_greater_scalar')
    __lt__, _ = _make_binary('broadcast_lesser', '_lesser_scalar')

    def __neg__(self):
        return _invoke('negative', [self])

    def sum(self, axis=None, keepdims=False):
        return _invoke('sum', [self], axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return _invoke('mean', [self], axis=axis, keepdims=keepdims)

    def max(self, axis=None, keepdims=False):
        return _invoke('max', [self], axis=axis, keepdims=keepdims)

    def take(self, indices, axis=0):
        return _invoke('take', [self, indices], axis=axis)

    def attach_grad(self, grad_req='write'):
        """Asks autograd for the gradient of what is made of this array from now on."""
        autograd.mark_variables([self], [zeros(self.shape, self.dtype, type(self))], grad_req)

    @property
    def grad(self):
        """The gradient that backward found; None unless it was asked for."""
        handle = NDArrayHandle()
        check_call(_LIB.MXNDArrayGetGrad(self.handle, ctypes.byref(handle)))
        return type(self)(handle) if handle.value else None

    def detach(self):
        """The same elements, which autograd knows nothing of."""
        handle = NDArrayHandle()
        check_call(_LIB.MXNDArrayDetach(self.handle, ctypes.byref(handle)))
        return type(self)(handle)

    def backward(self, out_grad=None, retain_graph=False):
        autograd.backward(self, out_grad, retain_graph)


def empty(shape, dtype='float32', cls=NDArray):
    """An array whose elements are not set."""
    handle = NDArrayHandle()
    check_call(_LIB.MXNDArrayCreateEx(c_shape(shape), len(shape), _DTYPE_CODE[dtype],
                                      ctypes.byref(handle)))
    return cls(handle)


def _create(name, cls, **kwargs):
    return imperative_invoke(getattr(_op, name), [], list(kwargs),
                             [str(value) for value in kwargs.values()], cls)


def zeros(shape, dtype='float32', cls=NDArray):
    return _create('_zeros', cls, shape=tuple(shape), dtype=dtype)


def ones(shape, dtype='float32', cls=NDArray):
    return _create('_ones', cls, shape=tuple(shape), dtype=dtype)


def full(shape, value, dtype='float32', cls=NDArray):
    return _create('_full', cls, shape=tuple(shape), value=value, dtype=dtype)


def arange(start, stop=None, dtype='float32', cls=NDArray):
    start, stop = (0, start) if stop is None else (start, stop)
    return _create('_arange', cls, start=start, stop=stop, dtype=dtype)


def array(source, dtype='float32', cls=NDArray):
    """An array of nested lists of numbers."""
    shape = []
    flat = source if isinstance(source, (list, tuple)) else [source]
    if isinstance(source, (list, tuple)):
        shape.append(len(flat))
        while flat and isinstance(flat[0], (list, tuple)):
            shape.append(len(flat[0]))
            flat = [value for row in flat for value in row]
    data = _array.array(_TYPECODE[dtype], flat)
    result = empty(shape, dtype, cls)
    address, length = data.buffer_info()
    check_call(_LIB.MXNDArraySyncCopyFromCPU(result.handle, ctypes.c_void_p(address),
                                             ctypes.c_size_t(length)))
    return result


def concatenate(arrays, axis=0):
    """The arrays one after another along an axis."""
    return _invoke('Concat', list(arrays), dim=axis, num_args=len(arrays))


def waitall():
    check_call(_LIB.MXNDArrayWaitAll())
