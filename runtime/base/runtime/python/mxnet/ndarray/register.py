"""Makes one function for every operator of the library."""
from .._ctypes.ndarray import imperative_invoke
from ..base import get_op_handle, list_all_op_names
from .ndarray import NDArray


def make_op_func(name):
    handle = get_op_handle(name)

    def op_func(*args, out=None, name=None, **kwargs):  # pylint: disable=unused-argument
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = args[0]
            kwargs['num_args'] = len(args)
        cls = type(args[0]) if args else NDArray
        return imperative_invoke(handle, args, list(kwargs),
                                 [str(value) for value in kwargs.values()], cls, out)

    op_func.__name__ = name
    return op_func


def register_ops(namespace):
    for name in list_all_op_names():
        namespace[name] = make_op_func(name)
