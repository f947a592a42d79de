"""Arrays with NumPy's manners."""
from . import multiarray
from .multiarray import arange, argmax, array, concatenate, full, ndarray, ones, stack, where, zeros
