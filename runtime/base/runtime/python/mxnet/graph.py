"""The graph passes: running one, and what they did to a cached graph."""
import ctypes

from .base import _LIB, SymbolHandle, c_str, check_call
from .symbol import Symbol


def run_pass(sym, name):
    """The graph a pass leaves: 'EliminateCommonExpr' or 'PointwiseFusion'."""
    handle = SymbolHandle()
    check_call(_LIB.MXRunPass(sym.handle, c_str(name), ctypes.byref(handle)))
    return Symbol(handle)


def graph_stats(cached_op):
    """Numbers of nodes before and after the passes, times in milliseconds, and the
    number of kernels this process has compiled, by name."""
    size = ctypes.c_uint32()
    names = ctypes.POINTER(ctypes.c_char_p)()
    values = ctypes.POINTER(ctypes.c_double)()
    check_call(_LIB.MXGraphStats(cached_op.handle, ctypes.byref(size), ctypes.byref(names),
                                 ctypes.byref(values)))
    return {names[i].decode(): values[i] for i in range(size.value)}
