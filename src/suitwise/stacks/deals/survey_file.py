"""A survey that goes on where it stopped: the file of what has been counted.

A cell tells how many of a size's first deals can be won, all of them or as many as were reached. The
file is whole at every moment, whatever happens to the programs that write it, and several may write
to one: each adds its counts to those it finds there, alone with the file while it does. That needs a
POSIX system, whose locks end with the program that holds them.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, replace
from functools import partial
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import TextIO

from suitwise.arguments import a_function, of_kind, several, whole
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.writing import faults_named, replacing
from suitwise.stacks.deals.survey import COMPILED_FROM, Cell, Survey

_COUNTED = ("stacks", "height", "suits", "deals", "winnable")
_END = "]}\n"
_LONGEST_LINE = 1000
_SAVE_EVERY_S = 1.0
"""The least time between two writings of a file."""
_SAVE_PAUSE = 9
"""A file that takes long to write is left alone for this many times as long."""


# --- Its text -------------------------------------------------------------------------------------


def survey_text(survey: Survey, cells: Iterable[Cell]) -> str:
    """Return the text of a survey's file: JSON, a line a cell, in the order of sizes.

    >>> print(survey_text(Survey(deals=9), []), end="")
    {"survey": {"deals": 9, "seed": 0, "suits": null, "deck": "uneven"}, "cells": [
    ]}
    """
    return "".join(_lines(survey, sorted(cells, key=_place)))


def _lines(survey: Survey, cells: Sequence[Cell]) -> Iterator[str]:
    yield f'{{"survey": {json.dumps(survey.as_json())}, "cells": [\n'
    for number, cell in enumerate(cells, 1):
        yield json.dumps(cell.as_json()) + (",\n" if number < len(cells) else "\n")
    yield _END


def _place(cell: Cell) -> tuple[int, int]:
    return cell.stacks, cell.height


def read_survey(text: str) -> tuple[Survey, list[Cell]]:
    """Read the text of a survey's file.

    Raises:
        NotationError: it is no survey.

    >>> survey, cells = read_survey(survey_text(Survey(deals=9), [Cell(2, 1, 2, 9, 9)]))
    >>> survey.deals, cells
    (9, [Cell(stacks=2, height=1, suits=2, deals=9, winnable=9)])
    """
    return _read_open(StringIO(text))


def _read_open(file: TextIO) -> tuple[Survey, list[Cell]]:
    """Read an open file: line by line, since one that is no survey may be of any length."""
    try:
        survey = _read_survey(file.readline(_LONGEST_LINE))
        cells = list(_read_cells(survey, file))
        file.seek(0)
        lines = iter(partial(file.readline, _LONGEST_LINE), "")
        whole = all(old == new for old, new in zip_longest(lines, _lines(survey, cells)))
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError):
        whole = False
    if not whole:
        raise NotationError("this is no survey as `suitwise stacks survey --out` writes it")
    return survey, cells


def _read_survey(line: str) -> Survey:
    survey = Survey(**json.loads(line + _END)["survey"])
    _require_whole(survey.deals, survey.seed, 1 if survey.suits is None else survey.suits)
    return survey


def _read_cells(survey: Survey, file: TextIO) -> Iterator[Cell]:
    """Read cells up to the last line; they grow, so that there are no more than sizes."""
    last = (0, 0)
    while (line := file.readline(_LONGEST_LINE)) != _END:
        fields = json.loads(line.removesuffix("\n").removesuffix(","))
        cell = Cell(*(fields[name] for name in _COUNTED))
        _require_whole(*astuple(cell))
        possible = cell.suits == survey.begun(cell.stacks, cell.height).suits
        counted = 0 <= cell.winnable <= cell.deals and 1 <= cell.deals <= survey.deals
        if not (possible and counted and last < _place(cell)):
            raise ValueError("a survey can't have this cell")
        last = _place(cell)
        yield cell


def _require_whole(*numbers: object) -> None:
    if {int} != set(map(type, numbers)):
        raise ValueError("true and 2.0 are no whole numbers here")


# --- The file -------------------------------------------------------------------------------------


class SurveyFile:
    """What has been counted, kept in a file; to be used in a ``with`` statement.

    Args:
        path: the file; it need not exist, and is written to at once, so that no work begins whose
            results can't be kept. None to keep nothing.
        survey: the survey; perhaps of more deals than the file has been asked for so far.

    Raises:
        NotationError: the file is no survey, or a survey of other deals or of more.
        SuitwiseError: there is a file, and this system has no locks.
        OSError: the file can't be written.
    """

    def __init__(self, path: Path | None, survey: Survey) -> None:
        self._named = path
        # A link stays one when the file is replaced.
        self._path = Path(os.path.realpath(path)) if path is not None else None
        self._survey = survey
        self._cells: dict[tuple[int, int], Cell] = {}
        self._next_s = 0.0
        self._save(self._refuse_fewer)

    def __enter__(self) -> SurveyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._save()

    def known(self, cell: Cell) -> Cell:
        """Return the cell of the same size with the most deals: this one, or one of the file."""
        known = self._cells.get(_place(cell), cell)
        return known if known.deals > cell.deals else cell

    def add(self, cell: Cell) -> None:
        """Add what has been counted; every second or so, save it and learn what others have counted."""
        self._cells[_place(cell)] = self.known(cell)
        if time.monotonic() >= self._next_s:
            self._save()

    def _save(self, check: Callable[[Survey], None] = lambda found: None) -> None:
        if self._path is None or self._named is None:
            return
        began = time.monotonic()
        with faults_named(self._named, self._path), _alone_with(self._path) as file:
            self._merge(file, check)
            with replacing(self._path) as new:
                new.write(survey_text(self._survey, self._cells.values()).encode("ascii"))
        ended = time.monotonic()
        self._next_s = ended + max(_SAVE_EVERY_S, _SAVE_PAUSE * (ended - began))

    def _merge(self, file: TextIO, check: Callable[[Survey], None]) -> None:
        """Add what a file holds; nothing if it is new, or its maker was killed before it wrote."""
        if os.fstat(file.fileno()).st_size == 0:
            return
        found, cells = _read_open(file)
        if replace(found, deals=self._survey.deals) != self._survey:
            raise NotationError(f"this is a survey of other deals ({_told(found)}): {_ELSEWHERE}")
        check(found)
        self._survey = replace(found, deals=max(found.deals, self._survey.deals))
        self._cells |= {_place(cell): self.known(cell) for cell in cells}

    def _refuse_fewer(self, found: Survey) -> None:
        if found.deals > self._survey.deals:
            asked = f"this is a survey of {found.deals:,} deals a size: ask for as many or more"
            raise NotationError(f"{asked}, or {_ELSEWHERE}")


_ELSEWHERE = "write to another file"


def _told(survey: Survey) -> str:
    return ", ".join(f"{name} {value}" for name, value in survey.as_json().items() if value)


@contextmanager
def _alone_with(path: Path) -> Iterator[TextIO]:
    """Open a file to be read, an empty one if it does not exist; others wait meanwhile.

    The system takes the lock back when the program ends, however it ends.
    """
    try:
        import fcntl
    except ImportError:
        raise SuitwiseError("a survey is kept in a file on POSIX systems only") from None
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
        with open(handle, encoding="ascii", errors="replace", newline="\n") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotationError("a survey is kept in an ordinary file")
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_still(path, file.fileno()):  # else another's took its place while we waited
                yield file
                return


def _is_still(path: Path, handle: int) -> bool:
    """Tell whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


# --- The run --------------------------------------------------------------------------------------


def run_survey(
    survey: Survey,
    stacks: Sequence[int],
    heights: Sequence[int],
    *,
    out: Path | None = None,
    threads: int = 0,
    reached: Callable[[int, int], None] = lambda done, total: None,
) -> Generator[Cell, None, None]:
    """Survey all sizes, as far as a file does not know them already; yield each as it is finished.

    A cell may have more deals than asked for where another program asks the same file for more.

    Args:
        survey: the survey.
        stacks: the numbers of stacks.
        heights: the heights.
        out: the file that keeps the counts, those of an earlier run or of another program, too.
        threads: how many threads; 0 for all cores.
        reached: told how many cards of how many have been dealt in all.

    Raises:
        NotationError: the file is no survey, or a survey of other deals or of more.
        IllegalPosition: there are no deals of some size.
        OSError: the file can't be written.

    >>> [cell.winnable for cell in run_survey(Survey(deals=50), [2, 3], [1, 2])]
    [50, 7, 50, 18]
    """
    of_kind(survey, Survey, "survey")
    of_kind(out, (str, os.PathLike, type(None)), "out")
    a_function(reached, "reached")
    stacks = [whole(number, "one of the stacks") for number in several(stacks, "stacks")]
    heights = [whole(number, "one of the heights") for number in several(heights, "heights")]
    survey.size(max(stacks, default=1), max(heights, default=1))  # refuse before any are listed
    asked = [survey.begun(n, c) for n in stacks for c in heights]
    with SurveyFile(out, survey) as file:
        begun = [file.known(cell) for cell in asked]
        total = sum(_cards_left(survey, cell) for cell in begun)
        unknown = (cell for cell in map(file.known, begun) if _cards_left(survey, cell))
        growing = survey.growing(unknown, threads=threads, compiled=total >= COMPILED_FROM)
        ahead = total
        for cell in begun:
            ahead -= _cards_left(survey, cell)
            while left := _cards_left(survey, file.known(cell)):
                reached(total - ahead - left, total)
                file.add(next(growing))
            reached(total - ahead, total)
            yield file.known(cell)


def _cards_left(survey: Survey, cell: Cell) -> int:
    """Return how many cards are still to be dealt for a size."""
    return max(0, survey.deals - cell.deals) * cell.stacks * cell.height
