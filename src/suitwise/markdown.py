"""Write tables in Markdown, and replace generated sections of a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


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


def write_section(page: Path, name: str, text: str) -> None:
    """Replace the text between a section's two marks in a page, or add the section at the end."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    section = f"{begin}\n{text}\n{end}"
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    if begin in old and end in old:
        before, rest = old.split(begin, 1)
        new = before + section + rest.split(end, 1)[1]
    else:
        new = f"{old.rstrip()}\n\n{section}\n".lstrip()
    page.write_text(new, encoding="utf-8")
