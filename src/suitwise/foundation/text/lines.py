"""Lines of an input that is never trusted, and the frames of positions' and records' texts.

A line that is too long is refused once that is known, and nothing more is read of it: it may have no
end.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

from suitwise.errors import NotationError, SuitwiseError

_CHUNK_BYTES = 1 << 16


class Readable(Protocol):
    """An input: an open file, a pipe, ``BytesIO``, or anything that hands out bytes."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; none at the end."""
        ...


def numbered_lines(file: Readable, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of an input, without their line feeds, and their numbers from 1.

    Args:
        file: the input, in binary.
        longest: the most bytes that a line may have.

    Raises:
        NotationError: a line is longer.

    >>> from io import BytesIO
    >>> list(numbered_lines(BytesIO(b"S2\\n\\nH3"), 80))
    [(1, b'S2'), (2, b''), (3, b'H3')]
    """
    done, rest = 0, b""
    while part := file.read(_CHUNK_BYTES):
        *lines, rest = (rest + part).split(b"\n")
        for number, line in enumerate(lines, done + 1):
            if len(line) > longest:
                raise _too_long(longest, number)
            yield number, line
        done += len(lines)
        if len(rest) > longest:
            raise _too_long(longest, done + 1)
    if rest:
        yield done + 1, rest


def _too_long(longest: int, number: int) -> NotationError:
    return NotationError(f"the line is longer than {longest:,} bytes", line=number)


def refuse_mark(read: bytes) -> None:
    """Refuse an input that begins with a byte order mark, as some editors write it.

    Args:
        read: its first bytes.

    Raises:
        NotationError: it begins so.

    >>> refuse_mark(b"\\xef\\xbb\\xbf5 0")
    Traceback (most recent call last):
    suitwise.errors.NotationError: line 1: the input begins with a byte order mark; save it without one
    """
    if read.startswith(BOM_UTF8):
        raise NotationError("the input begins with a byte order mark; save it without one", line=1)


# --- Texts of positions ---------------------------------------------------------------------------
#
# A game says how long its longest text is and how many parts it has (``PositionText``), and reads the
# parts. Where a position must have one text only, it is read back only in the form that it is printed
# in.

S = TypeVar("S")


@contextmanager
def refused_as_notation() -> Iterator[None]:
    """Turn a refusal of the rules while a text is read into an error of the text.

    >>> from suitwise.errors import IllegalMove
    >>> with refused_as_notation():
    ...     raise IllegalMove("seat 2 is to draw")
    Traceback (most recent call last):
    suitwise.errors.NotationError: seat 2 is to draw
    """
    try:
        yield
    except NotationError:
        raise
    except SuitwiseError as error:
        raise NotationError(str(error)) from None


def matched(pattern: re.Pattern[str], text: str, form: str, shown: int = 24) -> re.Match[str]:
    """Return the match of a whole piece of text.

    Args:
        pattern: the pattern that the piece has to match.
        text: the piece.
        form: how to write it; stands in the refusal behind the piece.
        shown: how many characters of the piece the refusal shows.

    Raises:
        NotationError: the piece is something else.

    >>> matched(re.compile("([NESW])"), "north", ": write the dealer, as N")
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'north': write the dealer, as N
    """
    found = pattern.fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:shown]!r}{form}")
    return found


def split_parts(
    text: str, longest: int, counts: tuple[int, ...], fault: str, bar: str = " | "
) -> list[str]:
    """Return the parts of a text that is not too long and has the right number of them.

    Args:
        text: the text.
        longest: more characters than any position has.
        counts: how many parts there may be.
        fault: the refusal of any other text.
        bar: the text between the parts.

    Raises:
        NotationError: the text is too long or has another number of parts.
    """
    parts = text.split(bar) if len(text) <= longest else []
    if len(parts) not in counts:
        raise NotationError(fault)
    return parts


def _unordered(text: str) -> list[list[str]]:
    """Return the words of each part of a text; where their order matters a position keeps it."""
    return [sorted(part.split(" ")) for part in text.split(" | ")]


@dataclass(frozen=True, slots=True)
class PositionText:
    """The form of all texts of a game's positions.

    Args:
        what: what a text is, ``a position of Whist``.
        has: how many parts it has, in words, and how they are written.
        counts: how many parts there may be.
        longest: more characters than any position has.

    >>> form = PositionText("a position of Whist", "three parts: hands | trump | plays", (3,), 500)
    >>> form.read("W E | hearts | - ", list)
    ['W E', 'hearts', '-']
    >>> form.read("W E", list)
    Traceback (most recent call last):
    suitwise.errors.NotationError: a position of Whist has three parts: hands | trump | plays
    """

    what: str
    has: str
    counts: tuple[int, ...]
    longest: int

    def read(self, text: str, read: Callable[[list[str]], S]) -> S:
        """Return the position of a text, with blanks allowed around its parts.

        Args:
            text: the text.
            read: makes the position of its parts.

        Raises:
            NotationError: the text is no position.
        """
        parts = self._parts(text, "|")
        if text.splitlines() != [text]:
            raise NotationError(f"{self.what} stands on one line")
        with refused_as_notation():
            return read([part.strip(" ") for part in parts])

    def read_printed(
        self,
        text: str,
        read: Callable[[list[str]], S],
        faults: Callable[[S], Iterator[str]] = lambda state: iter(()),
    ) -> S:
        """Return the position of a text in the form that is printed; cards may stand in any order.

        Args:
            text: the text.
            read: makes the position of its parts; it may read other forms of the same position, too.
            faults: says of a position why none of its kind can be; the text's first two words say of
                which.

        Raises:
            NotationError: the text is no position, is not in the form printed, or no play comes to it;
                how it is printed is shown whole.
        """
        with refused_as_notation():
            state = read(self._parts(text, " | "))
        if _unordered(str(state)) != _unordered(text):
            raise NotationError(f"{text[:60]!r} is written as {str(state)!r}")
        fault = next(faults(state), None)
        if fault is not None:
            raise NotationError(f"{' '.join(text.split(' ', 2)[:2])}: {fault}")
        return state

    def _parts(self, text: str, bar: str) -> list[str]:
        return split_parts(text, self.longest, self.counts, f"{self.what} has {self.has}", bar)


# --- Texts of records -----------------------------------------------------------------------------
#
# What follows a ``#`` is a comment; blank lines and how far a line is indented say nothing. A line
# begins with the word of its kind. The first kind begins a block, a deal or a hand; the others stand
# in it in their order, some several times. Every refusal names its line.

B = TypeVar("B")

MOST_CHARACTERS = 4_000_000
"""A longer text is no record of a match."""
_KIND_END = re.compile(r"[ :]")


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Name in every refusal the line that it is of; 0 for no line.

    >>> with at_line(3):
    ...     raise NotationError("'HX' is no card")
    Traceback (most recent call last):
    suitwise.errors.NotationError: line 3: 'HX' is no card
    """
    try:
        yield
    except SuitwiseError as error:
        reason = error.reason if isinstance(error, NotationError) else str(error)
        raise NotationError(reason, line=number or None) from None


def said_in(line: str) -> str:
    """Return the content of a line, without a comment and the blanks around it."""
    return line.split("#", 1)[0].strip()


def said_lines(text: str, lines_before: int = 0) -> list[tuple[int, str]]:
    """Return the lines of a text that say something, each with its number.

    >>> said_lines("# two\\ngame gin\\n\\n  deal 1  # the first", lines_before=10)
    [(12, 'game gin'), (14, 'deal 1')]
    """
    lines = enumerate(text.split("\n"), lines_before + 1)
    return [(number, said) for number, line in lines if (said := said_in(line))]


def match_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the texts of matches that stand one after the other, each from its line ``game`` on.

    Yields:
        How many lines stand before the match, and its text.

    Raises:
        NotationError: a match is too long, or a byte order mark stands before the first; with the line.

    >>> list(match_texts(["# two", "game tractor", "deal 1", "game tractor"]))
    [(1, 'game tractor\\ndeal 1'), (3, 'game tractor')]
    """
    before, size = 0, 0
    part: list[str] = []
    for number, line in enumerate(lines):
        if number == 0 and line.startswith("\ufeff"):
            raise NotationError(
                "the input begins with a byte order mark; save it without one", line=1
            )
        if line.split(maxsplit=1)[:1] == ["game"]:
            if any(map(said_in, part)):
                yield before, "\n".join(part)
            before, size, part = number, 0, []
        size += len(line) + 1
        if size > MOST_CHARACTERS:
            raise NotationError(f"a match has at most {MOST_CHARACTERS:,} bytes", line=number + 1)
        part.append(line)
    if any(map(said_in, part)):
        yield before, "\n".join(part)


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of lines.

    Args:
        sample: how one is written, for refusals.
        pattern: the pattern of its words, with single blanks between them.
        often: whether a block may have several.
    """

    sample: str
    pattern: str
    often: bool = False

    def read(self, text: str) -> re.Match[str]:
        """Return the match of a line.

        Raises:
            NotationError: it is written otherwise.
        """
        found = re.fullmatch(self.pattern, " ".join(text.split()))
        if found is None:
            raise NotationError(f"{text[:40]!r}: write it as {self.sample!r}")
        return found


@dataclass(frozen=True)
class RecordLines:
    """The kinds of lines of a game's records.

    Args:
        what: the thing that the first kind begins, in words.
        kinds: the kinds by their first words, in the order in which they stand in a block.
        longest: the most characters that a line may have.

    >>> lines = RecordLines(
    ...     "a deal", {"deal": LineKind("deal 2", "deal ([0-9])"), "bid": LineKind("bid x", "bid (.)")}
    ... )
    >>> read = lambda text: lines.blocks(
    ...     said_lines(text), lambda found, *_: found[1], lambda kind, block, found, _: block + found[1]
    ... )
    >>> read("deal 1\\n bid a\\ndeal 2")
    ['1a', '2']
    >>> read("deal 1\\n bid a\\n bid b")
    Traceback (most recent call last):
    suitwise.errors.NotationError: line 3: 'bid' stands there after 'bid'
    """

    what: str
    kinds: Mapping[str, LineKind]
    longest: int = MOST_CHARACTERS

    @cached_property
    def _order(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    def blocks(
        self,
        lines: Iterable[tuple[int, str]],
        begin: Callable[[re.Match[str], int, list[B]], B],
        add: Callable[[str, B, re.Match[str], int], B],
        whole: Callable[[B], B] = lambda block: block,
    ) -> list[B]:
        """Return the blocks of some lines.

        Args:
            lines: the lines, each with its number.
            begin: makes a block of its first line and the line's number; it is given those before, too.
            add: returns a block with what another line says, given its kind and its number.
            whole: returns a block after its last line, or refuses it with a line.

        Raises:
            NotationError: a line is of no kind, ill-formed or out of order; with the line.
        """
        found: list[B] = []
        for number, kind, match in self._read(lines):
            if kind == self._order[0]:
                found[-1:] = map(whole, found[-1:])
            with at_line(number):
                if kind == self._order[0]:
                    found.append(begin(match, number, found))
                else:
                    found[-1] = add(kind, found[-1], match, number)
        found[-1:] = map(whole, found[-1:])
        return found

    def _read(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, re.Match[str]]]:
        """Yield the number, the kind and the match of each line; refuse one that is out of order."""
        last = -1
        for number, text in lines:
            with at_line(number):
                kind = self._kind(text)
                match, place = self.kinds[kind].read(text), self._order.index(kind)
                self._refuse_order(place, last)
                last = place
            yield number, kind, match

    def _kind(self, text: str) -> str:
        if len(text) > self.longest:
            raise NotationError(f"a line has at most {self.longest:,} characters")
        kind = _KIND_END.split(text, maxsplit=1)[0]
        if kind not in self.kinds:
            words = ", ".join(self.kinds)
            raise NotationError(f"{text[:24]!r}: a line begins with one of {words}")
        return kind

    def _refuse_order(self, place: int, last: int) -> None:
        kind = self._order[place]
        if place and last < 0:
            raise NotationError(f"{self.what} begins with {self.kinds[self._order[0]].sample!r}")
        if place and (place < last or (place == last and not self.kinds[kind].often)):
            raise NotationError(f"{kind!r} stands there after {self._order[last]!r}")
