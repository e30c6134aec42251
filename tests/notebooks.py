"""The notebooks of the examples, run in a kernel of their own.

    python -m tests.notebooks

runs all of them anew and keeps what they show in their files, for those who only read them.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.fresh import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def read(path: Path) -> Any:
    """Return a notebook as its file has it."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run(path: Path) -> Any:
    """Return a notebook with what its cells show when they are run in turn, from its own folder.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails.
    """
    book = read(path)
    NotebookClient(
        book, timeout=300, record_timing=False, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    return book


def shown(book: Any) -> list[list[str]]:
    """Return what each cell of code shows: text, pictures as SVG, HTML where there is no picture."""
    return [shown_by(cell.outputs) for cell in book.cells if cell.cell_type == "code"]


def shown_by(outputs: Any) -> list[str]:
    """Return what a cell shows; printed lines are one text, in however many pieces they came."""
    texts: list[str] = []
    for is_printed, group in groupby(outputs, lambda one: one.output_type == "stream"):
        pieces = [told(one) for one in group]
        texts += ["".join(pieces)] if is_printed else pieces
    return texts


def told(output: Any) -> str:
    """Return the text of an output, or its picture."""
    if output.output_type == "stream":
        return str(output.text)
    data = output.data
    return str(data.get("image/svg+xml") or data.get("text/html") or data["text/plain"])


def drop_repeated(output: Any) -> None:
    """Leave away the line of Python of what is drawn: of a table it has a thousand numbers."""
    data = output.get("data", {})
    if len(data) > 1:
        data.pop("text/plain", None)


def keep() -> None:
    """Run all notebooks and write down what they show, without what differs from machine to machine."""
    for path in NOTEBOOKS:
        book = run(path)
        book.metadata = {
            "kernelspec": book.metadata.kernelspec,
            "language_info": {"name": "python"},
        }
        for cell in book.cells:
            cell.metadata = {}
            for output in cell.get("outputs", []):
                drop_repeated(output)
        text = nbformat.writes(book, indent=1, ensure_ascii=False)  # type: ignore[no-untyped-call]
        path.write_text(text + "\n", "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    keep()
