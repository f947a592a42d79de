"""Blocks, and blocks that can be turned into graphs."""
from .. import ndarray
from .. import symbol
from .._ctypes.ndarray import CachedOp
from ..symbol import Symbol
from .parameter import DeferredInitializationError, Parameter


class Block:
    """A model made of parameters and other blocks, which become known when they are
    set as attributes."""

    def __init__(self, prefix=''):
        self._prefix = prefix
        self._children = {}
        self._reg_params = {}

    def __setattr__(self, name, value):
        if isinstance(value, Block):
            self._children[name] = value
        elif isinstance(value, Parameter):
            self._reg_params[name] = value
        super().__setattr__(name, value)

    def register_child(self, block, name=None):
        self._children[name or str(len(self._children))] = block

    def collect_params(self):
        """All parameters of this block and those below, by name."""
        params = {param.name: param for param in self._reg_params.values()}
        for child in self._children.values():
            params.update(child.collect_params())
        return params

    def initialize(self):
        for param in self.collect_params().values():
            param.initialize()

    def hybridize(self, active=True, **kwargs):
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def __call__(self, *args):
        return self.forward(*args)

    def forward(self, *args):
        raise NotImplementedError


def _flatten(args):
    """Arrays in (nested) lists, as one list."""
    flat = []
    for arg in args:
        if isinstance(arg, (list, tuple)):
            flat.extend(_flatten(arg))
        else:
            flat.append(arg)
    return flat


def _regroup(args, flat):
    """What `_flatten` did, undone: as many of `flat` as `args` holds, nested alike."""
    return [_regroup(arg, flat) if isinstance(arg, (list, tuple)) else next(flat)
            for arg in args]


class HybridBlock(Block):
    """A block whose `hybrid_forward` works on arrays (F is mxnet.ndarray) as on
    symbols (F is mxnet.symbol). Hybridized, it is traced once and then run as a graph,
    which gives all outputs as one flat list."""

    def __init__(self, prefix=''):
        super().__init__(prefix)
        self._active = False
        self._flags = []
        self._cached_op = None
        self._cached_op_args = []

    def hybridize(self, active=True, **kwargs):
        self._active = active
        self._flags = list(kwargs.items())
        self._cached_op = None
        super().hybridize(False)

    def _get_graph(self, args):
        """The names of the inputs, and the block as a symbol over them and the
        parameters."""
        count = len(_flatten(args))
        names = ['data'] if count == 1 else [f'data{i}' for i in range(count)]
        inputs = iter([symbol.var(name) for name in names])
        out = self._symbol_forward(*_regroup(args, inputs))
        return names, symbol.Group(_flatten(out)) if isinstance(out, (list, tuple)) else out

    def _symbol_forward(self, *args):
        params = {name: param.var() for name, param in self._reg_params.items()}
        return self.hybrid_forward(symbol, *args, **params)

    def infer_shape(self, *args):
        """Gives parameters of unknown shape the one that follows from the inputs."""
        names, out = self._get_graph(args)
        params = self.collect_params()
        given = dict(zip(names, [arg.shape for arg in _flatten(args)]))
        given.update({name: param.shape for name, param in params.items()
                      if -1 not in param.shape})
        shapes, _ = out.infer_shape(**given)
        for name, shape in zip(out.list_arguments(), shapes):
            if name in params:
                params[name]._finish_deferred_init(shape)

    def _build_cache(self, *args):
        names, out = self._get_graph(args)
        params = self.collect_params()
        index = {name: i for i, name in enumerate(names)}
        self._cached_op_args = [(True, index[name]) if name in index else (False, params[name])
                                for name in out.list_arguments()]
        self._cached_op = CachedOp(out, self._flags)

    def _call_cached_op(self, *args):
        flat = _flatten(args)
        if self._cached_op is None:
            self._build_cache(*args)
        cargs = [flat[arg] if is_arg else arg.data() for is_arg, arg in self._cached_op_args]
        return self._cached_op(*cargs)

    def forward(self, *args):
        if isinstance(_flatten(args)[0], Symbol):
            return self._symbol_forward(*args)
        try:
            if self._active:
                return self._call_cached_op(*args)
            params = {name: param.data() for name, param in self._reg_params.items()}
        except DeferredInitializationError:
            self.infer_shape(*args)
            return self.forward(*args)
        return self.hybrid_forward(ndarray, *args, **params)

    def hybrid_forward(self, F, *args, **params):
        raise NotImplementedError
