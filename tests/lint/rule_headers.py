"""Headers guard themselves with #pragma once, and names live in the namespace of their folder."""

import re

from architecture import PAGE, Architecture
from source_tree import Complaint, SourceTree

NAMESPACE = re.compile(r"^\s*(?:inline\s+)?namespace\s+([A-Za-z_][\w:]*)\s*\{")


def check(tree: SourceTree) -> list[Complaint]:
    page = Architecture(tree.lines(PAGE))
    complaints = []
    for path in tree.files(".hpp", ".cpp"):
        room = page.room_of(path)
        if room is None:
            continue
        lines = tree.lines(path)
        if path.endswith(".hpp") and "#pragma once" not in (line.strip() for line in lines):
            complaints.append(Complaint(path, 0, "a header without #pragma once"))
        if room != "tests" or path.startswith("tests/support/"):
            complaints += check_namespaces(path, lines)
    return complaints


def check_namespaces(path: str, lines: list[str]) -> list[Complaint]:
    """All of bisect::<last folder>, deeper ones (bisect::git::detail), and nothing else of ours."""
    wanted = "bisect::" + path.split("/")[-2]
    complaints = []
    opened = 0
    for number, line in enumerate(lines, start=1):
        match = NAMESPACE.match(line)
        if not match:
            continue
        opened += 1
        name = match[1]
        if name.startswith("bisect") and not (name + "::").startswith(wanted + "::"):
            complaints.append(Complaint(path, number, f"namespace {name}, the folder says {wanted}"))
    if path.endswith(".hpp") and not opened:
        complaints.append(Complaint(path, 0, f"a header without namespace {wanted}"))
    return complaints
