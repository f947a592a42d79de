"""Blocks: models made of parameters and other blocks."""
from . import loss
from . import nn
from .block import Block, HybridBlock
from .parameter import DeferredInitializationError, Parameter
from .trainer import Trainer
