"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table.

    >>> print(table(["what", "figure"], [["rounds", 1]]))
    | what | figure |
    |---|---|
    | rounds | 1 |
    """
    lines = [head, ["---"] * len(head), *rows]
    text = ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]
    text[1] = text[1].replace(" ", "")
    return "\n".join(text)
