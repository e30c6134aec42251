"""The share of random deals that can be won, by the number of stacks and their height.

Deals are those of ``deals.deal``; as many suits as stacks unless told otherwise, and the uneven deck,
because no deal of the even one can be won from height 2 on. Each size has deals of its own: its k-th
is number ``stacks * 2**48 + height * 2**32 + k`` of the seed, so its count depends neither on the
other sizes nor on how many threads counted, and a count of the first deals stays true when
more are asked for.

The intervals are Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", 1927): 19 of 20 hold the true share, also where it is nearly nothing.
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
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.text.writing import faults_named, replacing
from suitwise.seeds import as_seed
from suitwise.stacks.deals.deals import Dealer
from suitwise.stacks.rules.layout import MOST_CARDS, Deck, Size

MOST_STACKS = 2**15 - 1
MOST_HEIGHT = 2**16 - 1
MOST_DEALS = 2**32
COMPILED_FROM = 20_000
"""With fewer cards to deal than this in all, plain Python is quicker than loading machine code."""
_PIECE_CARDS = 1_000_000
"""They are dealt and decided in less than a second."""
_Z = 1.959963984540054
"""The normal distribution is within this many deviations with probability 0.95."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [[f"{end:.4g}" for end in wilson(*counts)] for counts in ((0, 100), (50, 100), (1, 2**32))]
    [['0', '0.03699'], ['0.4038', '0.5962'], ['4.11e-11', '1.319e-09']]
    """
    share = successes / trials
    middle = share + _Z * _Z / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    # (middle - reach) / whole cancels where the share is small; this is the same number.
    low = share * share / (middle + reach)
    whole = 1 + _Z * _Z / trials
    return low, (middle + reach) / whole if successes < trials else 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """What was counted for one size: of its first deals, how many can be won.

    Args:
        stacks: the number of stacks.
        height: how many cards each is dealt.
        suits: the number of suits.
        deals: how many deals were decided, the first ones.
        winnable: how many of them can be won.

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
        """Its 95 % interval."""
        return wilson(self.winnable, self.deals)

    def as_json(self) -> dict[str, Any]:
        """Return the cell as plain data."""
        low, high = self.interval
        return {**asdict(self), "share": self.share, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class Survey:
    """What is surveyed: all but the sizes.

    Args:
        deals: how many deals of each size.
        seed: 64-bit seed.
        suits: the number of suits; None for as many as stacks.
        deck: which deck.

    Raises:
        IllegalPosition: no deals, or more than 2**32; no suits; no such deck.
        SuitwiseError: a seed of more than 64 bits.

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
        """Return the size of the deals of a number of stacks and a height.

        Raises:
            IllegalPosition: there are no such deals.
        """
        if whole(stacks, "stacks") > MOST_STACKS or whole(height, "height") > MOST_HEIGHT:
            most = f"{MOST_STACKS:,} stacks of {MOST_HEIGHT:,} cards"
            raise IllegalPosition(f"a survey has at most {most}")
        return Size(stacks, height, self.suits, self.deck)

    def begun(self, stacks: int, height: int) -> Cell:
        """Return the cell of a size of which no deal has been decided.

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
            height: how many cards each is dealt.
            threads: the number of threads; 0 for all cores.
            reached: told how many deals have been decided.

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
        """Go on with the counts of some sizes, one size after the other.

        Args:
            cells: the counts so far; taken one by one, a little ahead of the cells yielded.
            threads: the number of threads; 0 for all cores.
            compiled: whether compiled rules deal and decide; plain Python gains nothing by threads.

        Yields:
            Every cell again and again, each time of more deals, until it has them all.

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
        """Cut the deals that are not yet decided into pieces of less than a second."""
        for cell in cells:
            step = max(1, _PIECE_CARDS // (cell.stacks * cell.height))
            for begin in range(cell.deals, self.deals, step):
                yield cell, range(begin, min(begin + step, self.deals))

    def as_json(self) -> dict[str, Any]:
        """Return the survey as plain data."""
        return asdict(self)


# --- A survey that goes on where it stopped: the file of what has been counted --------------------
#
# A cell tells how many of a size's first deals can be won, all of them or as many as were reached. The
# file is whole at every moment, whatever happens to the programs that write it, and several may write
# to one: each adds its counts to those it finds there, alone with the file while it does. That needs a
# POSIX system, whose locks end with the program that holds them.

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
    """Return whether an open file is still the one of this name."""
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
        threads: the number of threads; 0 for all cores.
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
