"""Arrays, symbols and blocks over the runtime's C interface."""
from . import base
from . import ndarray
from . import ndarray as nd
from . import symbol
from . import symbol as sym
from . import numpy as np
from . import autograd
from . import optimizer
from . import random
from . import graph
from . import runtime
from . import gluon
from .base import MXNetError
