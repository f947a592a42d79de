"""Makes one function for every operator of the library."""
from ..base import get_op_handle, list_all_op_names
from .symbol import create


def make_op_func(op_name):
    handle = get_op_handle(op_name)

    def op_func(*args, name=None, **kwargs):
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = args[0]
            kwargs['num_args'] = len(args)
        return create(op_name, handle, args, kwargs, name)

    op_func.__name__ = op_name
    return op_func


def register_ops(namespace):
    for name in list_all_op_names():
        namespace[name] = make_op_func(name)
