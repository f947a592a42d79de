"""Recording operators, and differentiating what was recorded."""
import ctypes

from .base import _LIB, NDArrayHandle, c_handle_array, check_call

_GRAD_REQ = {'null': 0, 'write': 1, 'add': 3}


def _switch(function, state):
    previous = ctypes.c_int()
    check_call(function(ctypes.c_int(state), ctypes.byref(previous)))
    return bool(previous.value)


def set_recording(is_recording):
    """Switches recording; returns how it was."""
    return _switch(_LIB.MXAutogradSetIsRecording, is_recording)


def set_training(train_mode):
    """Switches between training and prediction; returns how it was."""
    return _switch(_LIB.MXAutogradSetIsTraining, train_mode)


def _ask(function):
    current = ctypes.c_int()
    check_call(function(ctypes.byref(current)))
    return bool(current.value)


def is_recording():
    return _ask(_LIB.MXAutogradIsRecording)


def is_training():
    return _ask(_LIB.MXAutogradIsTraining)


class _Scope:
    """Settings inside a with block; None leaves one as it is."""

    def __init__(self, recording, training):
        self._wanted = (recording, training)
        self._before = None

    def __enter__(self):
        recording, training = self._wanted
        self._before = (None if recording is None else set_recording(recording),
                        None if training is None else set_training(training))

    def __exit__(self, *_):
        recording, training = self._before
        if recording is not None:
            set_recording(recording)
        if training is not None:
            set_training(training)


def record(train_mode=True):
    """Operators are recorded inside the with block."""
    return _Scope(True, train_mode)


def pause(train_mode=False):
    """Operators are not recorded inside the with block."""
    return _Scope(False, train_mode)


def train_mode():
    return _Scope(None, True)


def predict_mode():
    return _Scope(None, False)


def mark_variables(variables, gradients, grad_reqs='write'):
    """What flows back to each variable is written into its gradient ('write'), added to it
    ('add') or dropped ('null')."""
    if isinstance(grad_reqs, str):
        grad_reqs = [grad_reqs] * len(variables)
    reqs = (ctypes.c_uint32 * len(variables))(*[_GRAD_REQ[req] for req in grad_reqs])
    check_call(_LIB.MXAutogradMarkVariables(len(variables), c_handle_array(variables), reqs,
                                            c_handle_array(gradients)))


def backward(heads, head_grads=None, retain_graph=False):
    """Gives all marked arrays that the heads come from their gradient. A head without a
    gradient of its own counts with ones."""
    if not isinstance(heads, (list, tuple)):
        heads, head_grads = [heads], None if head_grads is None else [head_grads]
    handles = None
    if head_grads is not None:
        handles = (NDArrayHandle * len(heads))(
            *[None if grad is None else grad.handle for grad in head_grads])
    check_call(_LIB.MXAutogradBackwardEx(len(heads), c_handle_array(heads), handles,
                                         ctypes.c_int(retain_graph)))
