"""Running operators and cached graphs on arrays."""
import ctypes

from ..base import (_LIB, CachedOpHandle, NDArrayHandle, c_handle_array, c_str_array,
                    check_call)


def _wrap_outputs(cls, num_output, output_vars):
    if num_output == 1:
        return cls(NDArrayHandle(output_vars[0]))
    return [cls(NDArrayHandle(output_vars[i])) for i in range(num_output)]


def imperative_invoke(handle, inputs, keys, values, cls, out=None):
    """Runs the operator; the outputs are `out`, or new arrays of class `cls`."""
    if out is not None:
        output_vars = ctypes.pointer(ctypes.c_void_p(out.handle.value))
        num_output = ctypes.c_int(1)
    else:
        output_vars = ctypes.POINTER(ctypes.c_void_p)()
        num_output = ctypes.c_int(0)
    check_call(_LIB.MXImperativeInvokeEx(
        handle, len(inputs), c_handle_array(inputs), ctypes.byref(num_output),
        ctypes.byref(output_vars), len(keys), c_str_array(keys), c_str_array(values)))
    if out is not None:
        return out
    return _wrap_outputs(cls, num_output.value, output_vars)


class CachedOp:
    """A symbol made ready to be run many times."""
    __slots__ = ['handle']

    def __init__(self, sym, flags=()):
        self.handle = CachedOpHandle()
        keys = c_str_array([key for key, _ in flags])
        values = c_str_array([str(value) for _, value in flags])
        check_call(_LIB.MXCreateCachedOpEx(sym.handle, len(flags), keys, values,
                                           ctypes.byref(self.handle)))

    def __del__(self):
        check_call(_LIB.MXFreeCachedOp(self.handle))

    def __call__(self, *args):
        """Runs on arrays in the order of the symbol's arguments; the outputs are
        of the first one's class."""
        output_vars = ctypes.POINTER(ctypes.c_void_p)()
        num_output = ctypes.c_int(0)
        check_call(_LIB.MXInvokeCachedOpEx(self.handle, len(args), c_handle_array(args),
                                           ctypes.byref(num_output),
                                           ctypes.byref(output_vars)))
        return _wrap_outputs(type(args[0]), num_output.value, output_vars)
