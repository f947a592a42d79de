"""Reads the tables of docs/architecture.md that say who may include what."""

import fnmatch
import re
from typing import NamedTuple

PAGE = "docs/architecture.md"


class Owned(NamedTuple):
    headers: list[str]  # patterns: "git2/*"
    owners: list[str]  # patterns of files: "harness/git/*"
    line: int


class Architecture:
    def __init__(self, lines: list[str]):
        self.arrows: dict[str, list[str]] = {}
        self.third_party: list[Owned] = []
        section = ""
        for number, line in enumerate(lines, start=1):
            if line.startswith("## "):
                section = line[3:].strip()
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not line.startswith("| `") or len(cells) < 2:
                continue
            left, right = words_in_code(cells[0]), words_in_code(cells[1])
            if section == "Arrows":
                self.arrows[left[0]] = right
            elif section == "Third-party headers":
                self.third_party.append(Owned(left, right, number))

    def room_of(self, path: str) -> str | None:
        """The room that a file lies in: the longest one that is a prefix of its path."""
        rooms = [room for room in self.arrows if path.startswith(room + "/")]
        return max(rooms, key=len, default=None)

    def allows(self, room: str, header: str) -> bool:
        """May a file of `room` include the house's own `header`?"""
        target = self.room_of(header)
        if target == room:
            return True
        for allowed in self.arrows[room]:
            is_header = allowed.endswith(".hpp")
            if fnmatch.fnmatch(header, allowed) if is_header else target == allowed:
                return True
        return False

    def owned(self, header: str) -> list[Owned]:
        return [
            row
            for row in self.third_party
            if any(fnmatch.fnmatch(header, pattern) for pattern in row.headers)
        ]


def words_in_code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)
