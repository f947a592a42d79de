"""No unfinished business and nobody's own machine in what is handed over."""

import re

from source_tree import Complaint, SourceTree

# Written so that this file does not contain what it forbids.
RULES = [
    (re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"), "unfinished business"),
    (
        # "me" and "ada" live in examples only.
        re.compile(
            r"(?<![\w.$}@~])/(?:home/(?!(?:me|ada)/)|(?:root|work|Users|mnt|media|builds|workspace)/)"
        ),
        "a path of somebody's own machine",
    ),
    (re.compile(r"(?<![\w.$}@~])/tmp/(?:brief|build)"), "a path of somebody's own machine"),
    (re.compile(r"\b(?:AK" r"IA[0-9A-Z]{16}|BEGIN [A-Z ]*PRIV" r"ATE KEY)\b"), "a credential"),
    (re.compile(r"^(?:<{7}|>{7}) "), "an unresolved merge"),
]


def check(tree: SourceTree) -> list[Complaint]:
    complaints = []
    for path in tree.files():
        for number, line in enumerate(tree.lines(path), start=1):
            for pattern, meaning in RULES:
                match = pattern.search(line)
                if match:
                    complaints.append(Complaint(path, number, f"{meaning}: {match[0]}"))
    return complaints
