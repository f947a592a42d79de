"""How the library was built."""
import ctypes

from .base import _LIB, check_call


class _Feature(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('enabled', ctypes.c_int)]


class Features(dict):
    """The build's switches by name."""

    def __init__(self):
        features = ctypes.POINTER(_Feature)()
        size = ctypes.c_size_t()
        check_call(_LIB.MXLibInfoFeatures(ctypes.byref(features), ctypes.byref(size)))
        super().__init__({features[i].name.decode(): bool(features[i].enabled)
                          for i in range(size.value)})

    def is_enabled(self, name):
        return self[name]
