#!/usr/bin/env python3
"""lint.py RULE FOLDER: applies one rule to a source tree; status 1 and file:line for each complaint."""

import importlib
import os
import sys

from source_tree import SourceTree


def rules() -> list[str]:
    here = os.path.dirname(os.path.abspath(__file__))
    return sorted(n[5:-3] for n in os.listdir(here) if n.startswith("rule_") and n.endswith(".py"))


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in rules():
        print(f"usage: lint.py {{{','.join(rules())}}} FOLDER", file=sys.stderr)
        return 2
    rule, root = arguments
    complaints = importlib.import_module("rule_" + rule).check(SourceTree(root))
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
