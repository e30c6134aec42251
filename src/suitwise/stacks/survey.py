"""Surveys: the share of winnable random deals by the number of stacks and their height.

The deals are those of ``deals.deal``. The defaults are as many suits as stacks and the uneven deck,
since no deal of the even deck can be won from height 2 on. Each size has its own deals: the k-th one is
number ``stacks * 2**48 + height * 2**32 + k`` of the seed. So the count of a size depends neither on
other sizes nor on the number of threads, and it remains valid when the survey is extended to more
deals.

The intervals are 95 % Wilson score intervals, which also hold for shares near 0 and 1 (E. B. Wilson,
"Probable inference, the law of succession, and statistical inference", 1927).
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from io import StringIO
from itertools import zip_longest
from math import sqrt
from pathlib import Path
from typing import Any, TextIO, get_args

from suitwise.arguments import a_function, of_kind, several, whole
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.arrays.rows import cores, in_order
from suitwise.foundation.text.writing import faults_named, replacing
from suitwise.seeds import as_seed
from suitwise.stacks.deals import Dealer
from suitwise.stacks.rules.layout import MOST_CARDS, Deck, Size

MOST_STACKS = 2**15 - 1
MOST_HEIGHT = 2**16 - 1
MOST_DEALS = 2**32
COMPILED_FROM = 20_000
"""With fewer cards to deal in all, plain Python is faster than loading machine code."""
_PIECE_CARDS = 1_000_000
"""The cards in a piece of work; they are dealt and decided in less than a second."""
_Z = 1.959963984540054
"""A normal variable lies within this many standard deviations of its mean with probability 0.95."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share.

    >>> [[f"{end:.4g}" for end in wilson(*counts)] for counts in ((0, 100), (50, 100), (1, 2**32))]
    [['0', '0.03699'], ['0.4038', '0.5962'], ['4.11e-11', '1.319e-09']]
    """
    share = successes / trials
    middle = share + _Z * _Z / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    # Equal to (middle - reach) / whole, without the cancellation at small shares.
    low = share * share / (middle + reach)
    whole = 1 + _Z * _Z / trials
    return low, (middle + reach) / whole if successes < trials else 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """The count for one size: the number of winnable deals among its first deals.

    Args:
        stacks: the number of stacks.
        height: the number of cards in each stack.
        suits: the number of suits.
        deals: the number of deals decided, always the first ones.
        winnable: the number of these that can be won.

    >>> cell = Cell(3, 2, 3, 100, 29)
    >>> cell.share, [round(end, 4) for end in cell.interval]
    (0.29, [0.2101, 0.3854])
    """

    stacks: int
    height: int
    suits: int
    deals: int
    winnable: int

    @property
    def share(self) -> float:
        """The share of winnable deals."""
        return self.winnable / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.winnable, self.deals)

    def as_json(self) -> dict[str, Any]:
        """Return the cell as plain data."""
        low, high = self.interval
        return {**asdict(self), "share": self.share, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class Survey:
    """The parameters of a survey, apart from the sizes.

    Args:
        deals: the number of deals of each size.
        seed: 64-bit seed.
        suits: the number of suits; None for as many as stacks.
        deck: the even or the uneven deck.

    Raises:
        IllegalPosition: the number of deals is not in 1..2**32, or there are no such suits or deck.
        SuitwiseError: the seed has more than 64 bits.

    >>> survey = Survey(deals=100, seed=1)
    >>> cell = survey.count(stacks=3, height=2)
    >>> f"{cell.winnable} of {cell.deals} deals can be won"
    '38 of 100 deals can be won'
    """

    deals: int = 10_000
    seed: int = 0
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        if not 1 <= whole(self.deals, "deals") <= MOST_DEALS:
            raise IllegalPosition(f"a survey has 1 to {MOST_DEALS:,} deals of a size")
        if self.suits is not None and not 1 <= whole(self.suits, "suits") <= MOST_CARDS:
            raise IllegalPosition(f"a survey has 1 to {MOST_CARDS:,} suits")
        if self.deck not in get_args(Deck):
            raise IllegalPosition(f"a deck is one of {', '.join(get_args(Deck))}")
        as_seed(self.seed)

    def size(self, stacks: int, height: int) -> Size:
        """Return the size of deals with a number of stacks and a height.

        Raises:
            IllegalPosition: there are no such deals.
        """
        if whole(stacks, "stacks") > MOST_STACKS or whole(height, "height") > MOST_HEIGHT:
            most = f"{MOST_STACKS:,} stacks of {MOST_HEIGHT:,} cards"
            raise IllegalPosition(f"a survey has at most {most}")
        return Size(stacks, height, self.suits, self.deck)

    def begun(self, stacks: int, height: int) -> Cell:
        """Return the cell of a size before any deal has been decided.

        Raises:
            IllegalPosition: there are no such deals.
        """
        return Cell(stacks, height, self.size(stacks, height).kinds, 0, 0)

    def count(
        self,
        stacks: int,
        height: int,
        *,
        threads: int = 0,
        reached: Callable[[int], None] = lambda deals: None,
    ) -> Cell:
        """Count the winnable deals of a size.

        Args:
            stacks: the number of stacks.
            height: the number of cards in each stack.
            threads: the number of threads; 0 for all cores.
            reached: called with the number of deals decided so far.

        >>> Survey(deals=100, seed=1).count(3, 2).winnable
        38
        """
        whole = begun = self.begun(stacks, height)
        compiled = self.deals * stacks * height >= COMPILED_FROM
        for whole in self.growing([begun], threads=threads, compiled=compiled):
            reached(whole.deals)
        return whole

    def growing(
        self, cells: Iterable[Cell], *, threads: int = 0, compiled: bool = True
    ) -> Iterator[Cell]:
        """Continue the counts of some sizes, one size after the other.

        Args:
            cells: the counts so far; read lazily, a little ahead of the cells yielded.
            threads: the number of threads; 0 for all cores.
            compiled: whether to use compiled rules; threads don't speed up plain Python.

        Yields:
            Each cell repeatedly, with more deals each time, until it is complete.

        >>> survey = Survey(deals=100, seed=1)
        >>> known = [survey.begun(3, 2), Cell(2, 1, 2, 60, 60)]
        >>> [cell.winnable for cell in survey.growing(known, compiled=False)]
        [38, 100]
        """

        def counted(piece: tuple[Cell, range]) -> tuple[Cell, range, int]:
            cell, deals = piece
            dealer = Dealer(self.size(cell.stacks, cell.height), self.seed, compiled=compiled)
            first = (cell.stacks << 48) + (cell.height << 32)
            return cell, deals, dealer.count_winnable(first + deals.start, len(deals))

        threads = cores(threads) if compiled else 1
        winnable = 0
        for cell, deals, found in in_order(counted, self._pieces(cells), threads):
            winnable = found + (winnable if deals.start > cell.deals else cell.winnable)
            yield replace(cell, deals=deals.stop, winnable=winnable)

    def _pieces(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, range]]:
        """Split the undecided deals into pieces that take less than a second."""
        for cell in cells:
            step = max(1, _PIECE_CARDS // (cell.stacks * cell.height))
            for begin in range(cell.deals, self.deals, step):
                yield cell, range(begin, min(begin + step, self.deals))

    def as_json(self) -> dict[str, Any]:
        """Return the survey as plain data."""
        return asdict(self)


# --- The text of a survey file --------------------------------------------------------------------

_COUNTED = ("stacks", "height", "suits", "deals", "winnable")
_END = "]}\n"
_LONGEST_LINE = 1000
_SAVE_EVERY_S = 1.0
"""The least time between two writes of a file, in seconds."""
_SAVE_PAUSE = 9
"""After a slow write, the pause is at least this many times as long as the write took."""


def survey_text(survey: Survey, cells: Iterable[Cell]) -> str:
    """Return the text of a survey file: JSON with one line per cell, in the order of sizes.

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
    """Parse the text of a survey file.

    Raises:
        NotationError: the text is not a survey.

    >>> survey, cells = read_survey(survey_text(Survey(deals=9), [Cell(2, 1, 2, 9, 9)]))
    >>> survey.deals, cells
    (9, [Cell(stacks=2, height=1, suits=2, deals=9, winnable=9)])
    """
    return _read_open(StringIO(text))


def _read_open(file: TextIO) -> tuple[Survey, list[Cell]]:
    """Read an open file line by line, since a file that is not a survey may be of any length."""
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
    """Read cells up to the last line; they must be in strictly increasing order of size."""
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


# --- The survey file ------------------------------------------------------------------------------
#
# A cell counts the first deals of a size, all of them or as many as were reached. The file is replaced
# atomically, so it is complete at every moment. Several programs may write to the same file: each locks
# it and adds its counts to those it finds there. This needs a POSIX system, where a lock ends with
# the process that holds it.


class SurveyFile:
    """The counts of a survey, saved in a file; for use in a ``with`` statement.

    Args:
        path: the file, which need not exist. It is written at once, so that no work starts if the
            results can't be saved. None to save nothing.
        survey: the survey; it may ask for more deals than the file so far.

    Raises:
        NotationError: the file is not a survey, or it is a survey of other deals or of more deals.
        SuitwiseError: a path is given, but this system has no locks.
        OSError: the file can't be written.
    """

    def __init__(self, path: Path | None, survey: Survey) -> None:
        self._named = path
        # Resolve a symbolic link, so that replacing the file keeps the link.
        self._path = Path(os.path.realpath(path)) if path is not None else None
        self._survey = survey
        self._cells: dict[tuple[int, int], Cell] = {}
        self._next_s = 0.0
        self._save(first=True)

    def __enter__(self) -> SurveyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._save()

    def known(self, cell: Cell) -> Cell:
        """Return this cell or the file's cell of the same size, whichever has more deals."""
        known = self._cells.get(_place(cell), cell)
        return known if known.deals > cell.deals else cell

    def add(self, cell: Cell) -> None:
        """Add a count; about once a second, save the counts and read those of other programs."""
        self._cells[_place(cell)] = self.known(cell)
        if time.monotonic() >= self._next_s:
            self._save()

    def _save(self, *, first: bool = False) -> None:
        if self._path is None or self._named is None:
            return
        began = time.monotonic()
        with faults_named(self._named, self._path), _locked(self._path) as file:
            self._merge(file, first)
            with replacing(self._path) as new:
                new.write(survey_text(self._survey, self._cells.values()).encode("ascii"))
        ended = time.monotonic()
        self._next_s = ended + max(_SAVE_EVERY_S, _SAVE_PAUSE * (ended - began))

    def _merge(self, file: TextIO, first: bool) -> None:
        """Add the counts of a file; it is empty if new or if its creator was killed before writing."""
        if os.fstat(file.fileno()).st_size == 0:
            return
        (stored, cells), own, elsewhere = _read_open(file), self._survey, "write to another file"
        if replace(stored, deals=own.deals) != own:
            which = ", ".join(
                f"{name} {value}" for name, value in stored.as_json().items() if value
            )
            raise NotationError(f"this is a survey of other deals ({which}): {elsewhere}")
        if first and stored.deals > own.deals:
            reason = f"this is a survey of {stored.deals:,} deals a size: ask for as many or more"
            raise NotationError(f"{reason}, or {elsewhere}")
        self._survey = replace(stored, deals=max(stored.deals, own.deals))
        self._cells |= {_place(cell): self.known(cell) for cell in cells}


@contextmanager
def _locked(path: Path) -> Iterator[TextIO]:
    """Open a file for reading under an exclusive lock; create it empty if it does not exist.

    The system releases the lock when the program ends, however it ends.
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
            if _is_named(path, file.fileno()):  # else it was replaced while we waited
                yield file
                return


def _is_named(path: Path, handle: int) -> bool:
    """Return whether a path still names the open file."""
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
    """Survey all sizes, continuing from the counts in a file; yield each cell when it is complete.

    A cell may have more deals than requested if another program extends the same file.

    Args:
        survey: the survey.
        stacks: the numbers of stacks.
        heights: the heights.
        out: the file for the counts; it may hold those of an earlier run or of another program.
        threads: the number of threads; 0 for all cores.
        reached: called with the number of cards dealt so far and the total.

    Raises:
        NotationError: the file is not a survey, or it is a survey of other deals or of more deals.
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
    # Refuse huge sizes before listing the cells.
    survey.size(max(stacks, default=1), max(heights, default=1))
    empty = [survey.begun(n, c) for n in stacks for c in heights]
    with SurveyFile(out, survey) as file:
        begun = [file.known(cell) for cell in empty]
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
    """Return the number of cards still to be dealt for a size."""
    return max(0, survey.deals - cell.deals) * cell.stacks * cell.height
