"""The files that the rules look at, and the one way in which a rule complains."""

import os
from typing import Iterator, NamedTuple

SKIPPED_AT_THE_TOP = {".git", ".cache", "build"}  # runners/build is a room
SKIPPED_ANYWHERE = {"node_modules", "__pycache__"}


class Complaint(NamedTuple):
    file: str  # relative to the top of the tree
    line: int  # from 1; 0 = the whole file
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.text}"


class SourceTree:
    """A folder with sources; paths are relative to it and use "/"."""

    def __init__(self, root: str):
        self.root = root

    def files(self, *suffixes: str) -> Iterator[str]:
        """Files with one of these suffixes (all files when none is given), sorted."""
        found = []
        for folder, folders, names in os.walk(self.root):
            skipped = SKIPPED_ANYWHERE | (SKIPPED_AT_THE_TOP if folder == self.root else set())
            folders[:] = [f for f in folders if f not in skipped]
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.root)
                if not suffixes or name.endswith(suffixes):
                    found.append(path.replace(os.sep, "/"))
        return iter(sorted(found))

    def exists(self, path: str) -> bool:
        return os.path.isfile(os.path.join(self.root, path))

    def lines(self, path: str) -> list[str]:
        """The lines of a text file; empty for a binary one."""
        with open(os.path.join(self.root, path), "rb") as stream:
            content = stream.read()
        if b"\0" in content:
            return []
        return content.decode("utf-8", errors="replace").splitlines()
