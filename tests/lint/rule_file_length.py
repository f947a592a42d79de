"""A file that does not fit on a few screens has two reasons to exist."""

from source_tree import Complaint, SourceTree

LIMIT = 400


def check(tree: SourceTree) -> list[Complaint]:
    complaints = []
    for path in tree.files(".cpp", ".hpp", ".h", ".cc", ".c", ".py", ".sh"):
        length = len(tree.lines(path))
        if length > LIMIT:
            complaints.append(Complaint(path, 0, f"{length} lines, the limit is {LIMIT}"))
    return complaints
