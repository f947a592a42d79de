"""Expressions over variables."""
import ctypes
import itertools

from ..base import (_LIB, SymbolHandle, c_handle_array, c_str, c_str_array, check_call,
                    get_op_handle, py_texts)

_counters = {}


def _unique_name(op_name):
    hint = op_name.lower().strip('_')
    count = _counters.setdefault(hint, itertools.count())
    return f'{hint}{next(count)}'


def create(op_name, op_handle, args, attrs, name=None):
    """The operator applied to symbols."""
    handle = SymbolHandle()
    values = [str(value) for value in attrs.values()]
    check_call(_LIB.MXSymbolCreateAtomicSymbol(
        op_handle, len(attrs), c_str_array(list(attrs)), c_str_array(values),
        ctypes.byref(handle)))
    made = Symbol(handle)
    check_call(_LIB.MXSymbolCompose(handle, c_str(name or _unique_name(op_name)), len(args),
                                    c_handle_array(args)))
    return made


def _make_binary(broadcast, scalar, reverse_scalar=None):
    def apply(op_name, args, **attrs):
        return create(op_name, get_op_handle(op_name), args, attrs)

    def method(self, other):
        if isinstance(other, Symbol):
            return apply(broadcast, [self, other])
        return apply(scalar, [self], scalar=other)

    def reverse(self, other):
        return apply(reverse_scalar or scalar, [self], scalar=other)

    return method, reverse


class Symbol:
    """One or more outputs of an expression."""
    __slots__ = ['handle']

    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        check_call(_LIB.MXSymbolFree(self.handle))

    def __repr__(self):
        return f'<Symbol {", ".join(self.list_outputs())}>'

    def list_arguments(self):
        return py_texts(_LIB.MXSymbolListArguments, self.handle)

    def list_outputs(self):
        return py_texts(_LIB.MXSymbolListOutputs, self.handle)

    def __len__(self):
        return len(self.list_outputs())

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(f'the symbol has no output {index}')
        handle = SymbolHandle()
        check_call(_LIB.MXSymbolGetOutput(self.handle, index, ctypes.byref(handle)))
        return Symbol(handle)

    def tojson(self):
        json = ctypes.c_char_p()
        check_call(_LIB.MXSymbolSaveToJSON(self.handle, ctypes.byref(json)))
        return json.value.decode()

    def infer_shape(self, **given):
        """Shapes of the arguments and of the outputs that follow from those given;
        None for a shape, -1 for a dimension that does not follow."""
        dims = [dim for shape in given.values() for dim in shape]
        count = ctypes.c_uint32()
        out_ndims = ctypes.POINTER(ctypes.c_int)()
        out_dims = ctypes.POINTER(ctypes.c_int64)()
        check_call(_LIB.MXSymbolInferShapeEx(
            self.handle, len(given), c_str_array(list(given)),
            (ctypes.c_int * len(given))(*[len(shape) for shape in given.values()]),
            (ctypes.c_int64 * len(dims))(*dims), ctypes.byref(count), ctypes.byref(out_ndims),
            ctypes.byref(out_dims)))
        shapes, at = [], 0
        for i in range(count.value):
            ndim = out_ndims[i]
            shapes.append(None if ndim < 0 else tuple(out_dims[at:at + ndim]))
            at += max(ndim, 0)
        arguments = len(self.list_arguments())
        return shapes[:arguments], shapes[arguments:]

    __add__, __radd__ = _make_binary('broadcast_add', '_plus_scalar')
    __sub__, __rsub__ = _make_binary('broadcast_sub', '_minus_scalar', '_rminus_scalar')
    __mul__, __rmul__ = _make_binary('broadcast_mul', '_mul_scalar')
    __truediv__, __rtruediv__ = _make_binary('broadcast_div', '_div_scalar', '_rdiv_scalar')


def var(name):
    handle = SymbolHandle()
    check_call(_LIB.MXSymbolCreateVariable(c_str(name), ctypes.byref(handle)))
    return Symbol(handle)


def Group(symbols):  # pylint: disable=invalid-name
    """One symbol with the outputs of several."""
    handle = SymbolHandle()
    check_call(_LIB.MXSymbolCreateGroup(len(symbols), c_handle_array(symbols),
                                        ctypes.byref(handle)))
    return Symbol(handle)


def load_json(text):
    handle = SymbolHandle()
    check_call(_LIB.MXSymbolCreateFromJSON(c_str(text), ctypes.byref(handle)))
    return Symbol(handle)
