"""Random numbers of operators that draw at every run."""
import ctypes

from .base import _LIB, check_call


def seed(seed_state):
    """Starts them again: the same seed, the same numbers."""
    check_call(_LIB.MXRandomSeed(ctypes.c_int(seed_state)))
