"""A survey that goes on where it stopped: the file of its finished cells.

The file is whole at every moment, whatever happens to the programs that write it, and several may write
to one: each adds its cells to those it finds there, alone with the file while it does.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path

from suitwise.errors import NotationError
from suitwise.stacks.survey import Cell, Survey

_COUNTED = ("stacks", "height", "suits", "deals", "winnable")


# --- Its text -------------------------------------------------------------------------------------


def survey_text(survey: Survey, cells: Iterable[Cell]) -> str:
    """Return the text of a survey's file: JSON, a line a cell, in the order of sizes.

    >>> print(survey_text(Survey(deals=9), []), end="")
    {"survey": {"deals": 9, "seed": 0, "suits": null, "deck": "uneven"}, "cells": [
    <BLANKLINE>
    ]}
    """
    ordered = sorted(cells, key=lambda cell: (cell.stacks, cell.height))
    lines = ",\n".join(json.dumps(cell.as_json()) for cell in ordered)
    return f'{{"survey": {json.dumps(survey.as_json())}, "cells": [\n{lines}\n]}}\n'


def read_survey(text: str) -> tuple[Survey, list[Cell]]:
    """Read the text of a survey's file.

    Raises:
        NotationError: it is none.

    >>> survey, cells = read_survey(survey_text(Survey(deals=9), [Cell(2, 1, 2, 9, 9)]))
    >>> survey.deals, cells
    (9, [Cell(stacks=2, height=1, suits=2, deals=9, winnable=9)])
    """
    try:
        data = json.loads(text)
        survey = Survey(**data["survey"])
        cells = [Cell(*(cell[name] for name in _COUNTED)) for cell in data["cells"]]
        whole = (
            _are_whole(survey.deals, survey.seed)
            and all(_can_be_counted(survey, cell) for cell in cells)
            and survey_text(survey, cells) == text
        )
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
        whole = False
    if not whole:
        raise NotationError("this is no survey as `suitwise stacks survey --out` writes it")
    return survey, cells


def _can_be_counted(survey: Survey, cell: Cell) -> bool:
    """Tell whether a survey can have such a cell."""
    suits = survey.size(cell.stacks, cell.height).kinds
    return (
        _are_whole(*astuple(cell))
        and (cell.suits, cell.deals) == (suits, survey.deals)
        and 0 <= cell.winnable <= cell.deals
    )


def _are_whole(*numbers: object) -> bool:
    return all(type(number) is int for number in numbers)


# --- The file -------------------------------------------------------------------------------------


class SurveyFile:
    """Finished cells in a file.

    Args:
        path: the file; it need not exist, and is written to at once, so that no work begins whose
            results can't be kept.
        survey: what is surveyed.

    Raises:
        NotationError: the file is no survey, or a survey of other deals.
        OSError: the file can't be written.
    """

    def __init__(self, path: Path, survey: Survey) -> None:
        self._named = path
        self._path = Path(os.path.realpath(path))  # a link stays one when the file is replaced
        self._survey = survey
        self.cells: dict[tuple[int, int], Cell] = {}
        self._keep({})

    def add(self, cell: Cell) -> None:
        """Save the file with one more cell, and learn of those that others have added."""
        self._keep({(cell.stacks, cell.height): cell})

    def _keep(self, cells: Mapping[tuple[int, int], Cell]) -> None:
        with _named_faults(self._named), _alone_with(self._path) as kept:
            self.cells.update(_read(kept, self._survey))
            self.cells.update(cells)
            _replace(self._path, survey_text(self._survey, self.cells.values()))


def _read(data: bytes, survey: Survey) -> dict[tuple[int, int], Cell]:
    if not data:  # new, or made by a program that was killed before it wrote
        return {}
    try:
        other, cells = read_survey(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotationError("this is no survey: it is no text") from None
    if other != survey:
        said = ", ".join(f"{name} {value}" for name, value in other.as_json().items() if value)
        raise NotationError(f"this is a survey of other deals ({said}): write to another file")
    return {(cell.stacks, cell.height): cell for cell in cells}


@contextmanager
def _alone_with(path: Path) -> Iterator[bytes]:
    """Give what a file holds, which is made empty if there is none; others wait meanwhile.

    The system takes the lock back when the program ends, however it ends.
    """
    import fcntl

    while True:
        with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotationError("a survey is kept in an ordinary file")
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_still(path, file.fileno()):  # else another's took its place while we waited
                yield file.read()
                return


def _is_still(path: Path, handle: int) -> bool:
    """Tell whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _replace(path: Path, text: str) -> None:
    """Put a new file in the place of an old one, at once."""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _named_faults(path: Path) -> Iterator[None]:
    """Let every fault of the system name the file: that of a full disk names none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


# --- The run --------------------------------------------------------------------------------------


def run_survey(
    survey: Survey,
    stacks: Sequence[int],
    heights: Sequence[int],
    *,
    out: Path | None = None,
    threads: int = 0,
    reached: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Cell]:
    """Survey all sizes, those that a file has already aside; yield each as it is finished.

    Args:
        survey: what is surveyed.
        stacks: the numbers of stacks.
        heights: the heights.
        out: the file that keeps finished cells, also those of an earlier run or of another program.
        threads: how many threads; 0 for all cores.
        reached: told how many cards of how many have been dealt in all.

    Raises:
        NotationError: the file is no survey, or a survey of other deals.
        IllegalPosition: there are no deals of some size.
        OSError: the file can't be written.

    >>> [cell.winnable for cell in run_survey(Survey(deals=50), [2, 3], [1, 2])]
    [50, 7, 50, 18]
    """
    sizes = {(n, c): survey.size(n, c).cards for n in stacks for c in heights}
    file = SurveyFile(out, survey) if out is not None else None
    known = file.cells if file is not None else {}
    wanted = {size: survey.deals * cards for size, cards in sizes.items() if size not in known}
    total = sum(wanted.values())
    before = 0
    for size, cards in sizes.items():
        if size not in known:  # nor has another program counted it meanwhile

            def told(deals: int, before: int = before, cards: int = cards) -> None:
                reached(before + deals * cards, total)

            cell = survey.count(*size, threads=threads, reached=told)
            if file is not None:
                file.add(cell)
            else:
                known[size] = cell
        before += wanted.get(size, 0)
        yield known[size]
