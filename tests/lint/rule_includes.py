"""Every #include follows an arrow of the architecture page, or names a library from a file that owns it."""

import fnmatch
import re

from architecture import PAGE, Architecture
from source_tree import Complaint, SourceTree

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')

# Folders that are projects of their own: nobody includes from them, and they include nothing of ours.
ASIDE = ("runtime/",)


def check(tree: SourceTree) -> list[Complaint]:
    page = Architecture(tree.lines(PAGE))
    if not page.arrows or not page.third_party:
        return [Complaint(PAGE, 0, "the tables Arrows and Third-party headers cannot be read")]
    complaints = []
    for path in tree.files(".cpp", ".hpp", ".h", ".cc", ".c"):
        for number, line in enumerate(tree.lines(path), start=1):
            match = INCLUDE.match(line)
            if match:
                text = judge(tree, page, path, match)
                if text:
                    complaints.append(Complaint(path, number, text))
    return complaints


def judge(tree: SourceTree, page: Architecture, path: str, match: re.Match[str]) -> str | None:
    """What is wrong with one include; None when it is allowed."""
    header = match[2]
    house = page.room_of(header) is not None and tree.exists(header)
    if path.startswith(ASIDE):
        reaches = house and not tree.exists("runtime/" + header)
        return f"runtime may not include the house's {header}" if reaches else None
    room = page.room_of(path)
    if room is None:
        return f"{path} lies in no room of {PAGE}"
    if header.startswith(ASIDE):
        return f"{room} may not include {header}: runtime is a project of its own"
    if match[1] == '"':
        sibling = path.rsplit("/", 1)[0] + "/" + header
        if room == "tests" and tree.exists(sibling):
            return None
        if not house:
            return f'"{header}" is no header of the house (paths start at the top folder)'
        return None if page.allows(room, header) else f"no arrow from {room} to {header}"
    return judge_library(page, path, room, header)


def judge_library(page: Architecture, path: str, room: str, header: str) -> str | None:
    if re.fullmatch(r"[a-z0-9_]+", header):
        return None  # the C++ standard library
    rows = page.owned(header)
    if not rows:
        return f"<{header}> is not in the table of third-party headers"
    if room == "tests":
        return None
    owners = [owner for row in rows for owner in row.owners]
    if any(fnmatch.fnmatch(path, owner) for owner in owners):
        return None
    return f"<{header}> is included outside its owners {' '.join(owners)}"
