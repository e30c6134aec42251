"""Read lines of untrusted input, the common form of position and record texts, and options.

* ``numbered_lines`` splits an input into lines and limits their length.
* ``PositionText`` reads the one-line text of a position; a game says how many parts it has.
* ``RecordLines`` reads the text of a record, whose lines each begin with the word of their kind.
* ``read_options`` and ``call_text`` read and write ``name(option=value,...)``.

All errors are ``NotationError`` and give the line if the text has several.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, fields
from functools import cached_property
from itertools import accumulate
from math import inf, isfinite
from typing import Any, Protocol, TypeVar

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase

_CHUNK_BYTES = 1 << 16


class Readable(Protocol):
    """A binary input, such as an open file, a pipe or ``BytesIO``."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most ``size``; empty at the end."""
        ...


def numbered_lines(file: Readable, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of an input with their numbers, from 1, and without line feeds.

    A line that is too long is refused before it has been read to its end, as it may have no end.

    Args:
        file: the binary input.
        longest: the most bytes of a line.

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
    """Raise an error for input that begins with a byte order mark, which some editors write.

    Args:
        read: the first bytes of the input.

    Raises:
        NotationError: they begin with a byte order mark.

    >>> refuse_mark(b"\\xef\\xbb\\xbf5 0")
    Traceback (most recent call last):
    suitwise.errors.NotationError: line 1: the input begins with a byte order mark; save it without one
    """
    if read.startswith(BOM_UTF8):
        raise NotationError("the input begins with a byte order mark; save it without one", line=1)


# --- Texts of positions ---------------------------------------------------------------------------
#
# The text of a position has parts separated by bars. ``PositionText`` checks the length and the number
# of parts; the game reads the parts. If a position may have only one text, ``read_printed`` refuses any
# other form of it.

S = TypeVar("S")


@contextmanager
def refused_as_notation() -> Iterator[None]:
    """Re-raise errors of the rules as ``NotationError`` while a text is read.

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
    """Match a whole text against a pattern.

    Args:
        pattern: the pattern.
        text: the text.
        form: the rest of the error message, after the text; it says how to write it.
        shown: the number of characters of the text in the error message.

    Raises:
        NotationError: the text does not match.

    >>> matched(re.compile("([NESW])"), "north", ": write the dealer, as N")
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'north': write the dealer, as N
    """
    match = pattern.fullmatch(text)
    if match is None:
        raise NotationError(f"{text[:shown]!r}{form}")
    return match


def split_parts(
    text: str, longest: int, counts: tuple[int, ...], fault: str, bar: str = " | "
) -> list[str]:
    """Split a text into its parts, after checking its length and their number.

    Args:
        text: the text.
        longest: the most characters of a text.
        counts: the allowed numbers of parts.
        fault: the error message.
        bar: the separator.

    Raises:
        NotationError: the text is too long or has another number of parts.
    """
    parts = text.split(bar) if len(text) <= longest else []
    if len(parts) not in counts:
        raise NotationError(fault)
    return parts


def _unordered(text: str) -> list[list[str]]:
    """Return the sorted words of each part of a text, to compare texts up to the order of cards."""
    return [sorted(part.split(" ")) for part in text.split(" | ")]


@dataclass(frozen=True, slots=True)
class PositionText:
    """The form of the position texts of a game.

    Args:
        what: the subject of error messages, such as ``a position of Whist``.
        has: the number of parts and their form, in words.
        counts: the allowed numbers of parts.
        longest: the most characters of a text.

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
        """Read a position; blanks around its parts are allowed.

        Args:
            text: the text.
            read: makes a position from its parts.

        Raises:
            NotationError: the text is not a position.
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
        """Read a position and refuse every text but its printed one; cards may be in any order.

        Args:
            text: the text.
            read: makes a position from its parts; it may accept other forms as well.
            faults: yields the reasons why no game can reach a position. The error message begins with
                the first two words of the text.

        Raises:
            NotationError: the text is not a position or not in its printed form, which the message then
                shows; or no game can reach the position.
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
# A line begins with the word of its kind. A line of the first kind begins a block, such as a deal or a
# hand. Lines of the other kinds follow in a fixed order; some kinds may be repeated. Text after ``#`` is
# a comment; blank lines and indentation are ignored. Every error gives its line.

B = TypeVar("B")

MOST_CHARACTERS = 4_000_000
"""The most characters of the record of a match."""
_KIND_END = re.compile(r"[ :]")
_COMMENT = re.compile("#")


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Add a line number to errors raised in the block; 0 for none.

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


def said_in(line: str, comment: re.Pattern[str] = _COMMENT) -> str:
    """Return a line without its comment and without blanks at its ends."""
    return comment.split(line, maxsplit=1)[0].strip()


def said_lines(
    text: str, lines_before: int = 0, comment: re.Pattern[str] = _COMMENT
) -> list[tuple[int, str]]:
    """Return the lines of a text that are not blank or only a comment, each with its number.

    Args:
        text: the text.
        lines_before: the number of lines before the text, which are counted too.
        comment: what a comment begins with.

    >>> said_lines("# two\\ngame gin\\n\\n  deal 1  # the first", lines_before=10)
    [(12, 'game gin'), (14, 'deal 1')]
    """
    lines = enumerate(text.split("\n"), lines_before + 1)
    return [(number, content) for number, line in lines if (content := said_in(line, comment))]


def match_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split lines into the texts of matches; each match begins with a line ``game``.

    Yields:
        The number of lines before the match, and its text.

    Raises:
        NotationError: a match is too long, or the input begins with a byte order mark.

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
    """A kind of line in a record.

    Args:
        sample: an example, shown in error messages.
        pattern: a regular expression for the line, with single blanks between words.
        often: whether a block may have several such lines.
    """

    sample: str
    pattern: str
    often: bool = False

    def read(self, text: str) -> re.Match[str]:
        """Match a line against the pattern.

        Raises:
            NotationError: the line does not match.
        """
        match = re.fullmatch(self.pattern, " ".join(text.split()))
        if match is None:
            raise NotationError(f"{text[:40]!r}: write it as {self.sample!r}")
        return match


@dataclass(frozen=True)
class RecordLines:
    """The kinds of lines in the records of a game.

    Args:
        what: the name of a block in error messages, such as ``a deal``.
        kinds: the kinds by their first words, in the order in which they follow in a block.
        longest: the most characters of a line.

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
        """Read lines into blocks.

        Args:
            lines: the lines, each with its number.
            begin: makes a block from the match of its first line, the line's number, and the earlier
                blocks.
            add: adds a line to a block; it takes the line's kind, the block, the match and the line's
                number, and returns the new block.
            whole: finishes a block after its last line; it may raise an error.

        Raises:
            NotationError: a line is of an unknown kind, malformed or out of order.
        """
        blocks: list[B] = []
        for number, kind, match in self._read(lines):
            if kind == self._order[0]:
                blocks[-1:] = map(whole, blocks[-1:])
            with at_line(number):
                if kind == self._order[0]:
                    blocks.append(begin(match, number, blocks))
                else:
                    blocks[-1] = add(kind, blocks[-1], match, number)
        blocks[-1:] = map(whole, blocks[-1:])
        return blocks

    def _read(self, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, re.Match[str]]]:
        """Yield the number, the kind and the match of each line, and check their order."""
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


# --- Options in parentheses -----------------------------------------------------------------------
#
# ``stacks(stacks=8,height=13)`` is a name and fields of a dataclass. Fields left out keep their
# defaults. The text that is written has all fields, except those marked ``LATER`` that have their
# default.
#
# A value is a whole number, a number, ``yes`` or ``no``, or a text: printable ASCII without ``#`` and
# ``;`` and without blanks at its ends. Its parentheses come in pairs and its commas only inside them, so
# that a text with options can itself be a value.

T = TypeVar("T")

LATER: Mapping[str, bool] = {"later": True}
"""Metadata of an option that was added later. It is not written if it has its default, so that variants
keep the texts that older records contain."""

_CALL = re.compile(r"([a-z][a-z0-9_]*)(?:\s*\((.*)\))?", re.S)
_NUMBER = re.compile(r"-?[0-9]{1,16}(\.[0-9]{1,20})?(e[-+][0-9]{1,3})?")


def split_call(text: str) -> tuple[str, str]:
    """Split ``name(options)`` into the name and the options; two empty texts if it has another form.

    >>> split_call("stacks(height=2)"), split_call("gin"), split_call("no game!")
    (('stacks', 'height=2'), ('gin', ''), ('', ''))
    """
    found = _CALL.fullmatch(text.strip())
    return (found[1], found[2] or "") if found else ("", "")


def read_options(kind: type[T], name: str, text: str) -> T:
    """Make an instance of a dataclass from ``option=value,...``; the types of its fields are checked.

    Args:
        kind: the dataclass.
        name: its name in error messages.
        text: the options.

    Raises:
        NotationError: an option is unknown, missing or repeated, or its value is of another type.

    >>> from suitwise.stacks import Stacks
    >>> read_options(Stacks, "stacks", "height=2, suits=3")
    Stacks(stacks=4, height=2, suits=3, singles=1)
    """
    known = {written_name(f): f for f in fields(kind)}  # type: ignore[arg-type]
    options: dict[str, Any] = {}
    for part in filter(None, map(str.strip, split_outside(text, ","))):
        option, _, value = (piece.strip() for piece in part.partition("="))
        if option not in known:
            raise NotationError(_unknown(name, option, known))
        if option in options:
            raise NotationError(
                phrase(
                    "options.twice",
                    "the option {option} of {name} is given twice",
                    option=TypedName(option, name),
                    name=name,
                )
            )
        options[option] = _value(name, option, known[option].type, value)
    for f in known.values():
        if written_name(f) not in options and f.default is MISSING and f.default_factory is MISSING:
            raise NotationError(
                phrase(
                    "options.needed",
                    "{name} needs the option {option}",
                    name=name,
                    option=TypedName(f.name, name),
                )
            )
    return kind(**{known[option].name: value for option, value in options.items()})


def written_name(option: Field[Any]) -> str:
    """Return the name of an option in texts; one that Python keeps for itself has another field.

    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> [written_name(option) for option in fields(RamiVariant) if option.name == "raises"]
    ['raise']
    """
    name: str = option.metadata.get("written", option.name)
    return name


def _unknown(name: str, option: str, known: Iterable[str]) -> Phrase:
    return phrase(
        "options.unknown",
        "{name} has no option {option}; its options: {names}",
        name=name,
        option=repr(option[:24]),
        names=", ".join(known) or phrase("options.none", "none"),
    )


def split_outside(text: str, separators: str) -> Iterator[str]:
    """Split a text at separators outside parentheses.

    Args:
        text: the text.
        separators: the separating characters.

    >>> list(split_outside("a,b(c,d)", ","))
    ['a', 'b(c,d)']
    """
    begin = depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character in separators and depth == 0:
            yield text[begin:place]
            begin = place + 1
    yield text[begin:]


def _value(name: str, option: str, kind: object, text: str) -> object:
    kind = kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))
    if kind not in _KINDS:
        raise NotationError(f"the option {option} of {name} is a {kind}, which no text stands for")
    read, form = _KINDS[kind]
    value = read(text)
    if value is None:
        raise NotationError(
            phrase(
                "options.of-kind",
                "the option {option} of {name} is {form}, not {given}",
                option=TypedName(option, name),
                name=name,
                form=form,
                given=repr(text[:24]),
            )
        )
    return value


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def read_number(text: str) -> float | None:
    """Read a finite number in the form that ``number_text`` writes; None for any other text.

    >>> read_number("-0.5"), read_number("1e-07"), read_number("1e999"), read_number("1_0")
    (-0.5, 1e-07, None, None)
    """
    value = float(text) if _NUMBER.fullmatch(text) else inf
    return value if isfinite(value) else None


def _words(text: str) -> str | None:
    depths = [0, *accumulate((c == "(") - (c == ")") for c in text)]
    paired = min(depths) == depths[-1] == 0
    return text if paired and _WORDS.fullmatch(text) else None


_WORDS = re.compile(r"[ !\"$-:<-~]*")
"""Printable ASCII without ``#`` and ``;``, which mean something in perft files."""
_KINDS: dict[str, tuple[Callable[[str], object], Phrase]] = {
    "int": (_whole, phrase("options.whole", "a whole number")),
    "float": (read_number, phrase("options.number", "a number")),
    "bool": ({"yes": True, "no": False}.get, phrase("options.yes-or-no", "yes or no")),
    "str": (
        _words,
        phrase("options.text", "printable ASCII without # and ;, with parentheses in pairs"),
    ),
}
"""For each type of field, the function that reads its text, and a description of its texts."""


def refuse_out_of_bounds(options: Any, bounds: Mapping[str, tuple[int, int]]) -> None:
    """Check that a variant's numbers are within bounds and its flags are bools.

    Args:
        options: the variant, a dataclass whose options have defaults.
        bounds: the least and the most value of each number.

    Raises:
        NotationError: an option is not.

    >>> from suitwise.stacks import Stacks
    >>> refuse_out_of_bounds(Stacks(height=5), {"height": (1, 4)})
    Traceback (most recent call last):
    suitwise.errors.NotationError: height is a number from 1 to 4
    """
    game = getattr(options, "name", "")
    for name, (least, most) in bounds.items():
        value = getattr(options, name)
        if type(value) is not int or not least <= value <= most:
            raise NotationError(out_of_bounds(TypedName(name, game), least, most))
    for option in fields(options):
        if type(option.default) is bool and type(getattr(options, option.name)) is not bool:
            flag = TypedName(option.name, game)
            raise NotationError(phrase("options.flag", "{name} is yes or no", name=flag))


def out_of_bounds(name: str, least: int, most: int) -> Phrase:
    """Return the error message for an option that must be a number within bounds.

    >>> out_of_bounds("cap", 1, 7)
    'cap is a number from 1 to 7'
    """
    return phrase(
        "options.bounds",
        "{name} is a number from {least} to {most}",
        name=name,
        least=least,
        most=most,
    )


def not_one_of(name: str, allowed: Iterable[str]) -> Phrase:
    """Return the error message for an option that must be one of some words.

    >>> not_one_of("match", ["match", "deal"])
    'match is one of match, deal'
    """
    return phrase(
        "options.one-of",
        "{name} is one of {listed}",
        name=name,
        listed=", ".join(allowed),
    )


def call_text(name: str, value: Any) -> str:
    """Write an instance of a dataclass as ``name(option=value,...)``.

    >>> from suitwise.stacks import Stacks
    >>> call_text("stacks", Stacks(height=2))
    'stacks(stacks=4,height=2,suits=4,singles=1)'
    """
    options = ",".join(
        f"{written_name(f)}={_text(getattr(value, f.name))}" for f in _written(value)
    )
    return f"{name}({options})" if options else name


def _written(value: Any) -> Iterator[Field[Any]]:
    """Yield the fields to write: all but the later ones that have their default."""
    for option in fields(value):
        is_later = option.metadata.get("later", False)
        if not (is_later and getattr(value, option.name) == option.default):
            yield option


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, float) else str(value)


def number_text(value: float) -> str:
    """Write a number as the shortest text that reads back as the same number.

    >>> [number_text(value) for value in (1.0, -0.5, 1234567.0, 1 / 3)]
    ['1', '-0.5', '1234567', '0.3333333333333333']
    """
    return repr(float(value)).removesuffix(".0")
