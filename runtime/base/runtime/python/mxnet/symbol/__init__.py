"""Expressions over variables, and the operators that make them."""
from . import register
from . import symbol
from .symbol import Group, Symbol, load_json, var

Variable = var

register.register_ops(globals())
