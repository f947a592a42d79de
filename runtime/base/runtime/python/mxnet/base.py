"""The loaded library, and what every call into it needs."""
import ctypes

from .libinfo import find_lib_path

NDArrayHandle = ctypes.c_void_p
OpHandle = ctypes.c_void_p
SymbolHandle = ctypes.c_void_p
CachedOpHandle = ctypes.c_void_p


class MXNetError(RuntimeError):
    """An error the library reports."""


def _load_lib():
    lib = ctypes.CDLL(find_lib_path())
    lib.MXGetLastError.restype = ctypes.c_char_p
    return lib


_LIB = _load_lib()


def check_call(ret):
    """Raises the library's last error unless `ret` is 0."""
    if ret != 0:
        raise MXNetError(_LIB.MXGetLastError().decode())


def c_str(text):
    return ctypes.c_char_p(text.encode())


def c_str_array(texts):
    return (ctypes.c_char_p * len(texts))(*[text.encode() for text in texts])


def c_handle_array(objects):
    """The handles of arrays or symbols."""
    return (ctypes.c_void_p * len(objects))(*[each.handle for each in objects])


def c_shape(shape):
    return (ctypes.c_int64 * len(shape))(*shape)


def py_texts(call, *args):
    """The texts a `uint32_t* size, const char*** texts` function hands out."""
    size = ctypes.c_uint32()
    texts = ctypes.POINTER(ctypes.c_char_p)()
    check_call(call(*args, ctypes.byref(size), ctypes.byref(texts)))
    return [texts[i].decode() for i in range(size.value)]


def list_all_op_names():
    return py_texts(_LIB.MXListAllOpNames)


def get_op_handle(name):
    handle = OpHandle()
    check_call(_LIB.NNGetOpHandle(c_str(name), ctypes.byref(handle)))
    return handle
