"""Options in parentheses after a name: the text of variants, players and all else that has options.

``stacks(stacks=8,height=13)`` names a thing and gives some fields of the dataclass that it is made
of; those left out keep their defaults, and the text written out always has them all, but for options
that came ``LATER`` and are at their default.

A value is a whole number, a number, ``yes`` or ``no``, or words: printable ASCII without ``#`` and
``;``, with parentheses in pairs and commas only between them, so that such a text can itself be a value,
and no blanks at its ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from itertools import accumulate
from math import inf, isfinite
from typing import Any, TypeVar

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase

T = TypeVar("T")

LATER: Mapping[str, bool] = {"later": True}
"""The metadata of an option that a variant did not always have: at its default it isn't written, so that
the texts of variants stay as records and tables have kept them."""

_CALL = re.compile(r"([a-z][a-z0-9_]*)(?:\s*\((.*)\))?", re.S)
_NUMBER = re.compile(r"-?[0-9]{1,16}(\.[0-9]{1,20})?(e[-+][0-9]{1,3})?")


# --- Reading --------------------------------------------------------------------------------------


def split_call(text: str) -> tuple[str, str]:
    """Return the name and the text in the parentheses; two empty texts where it is no such text.

    >>> split_call("stacks(height=2)"), split_call("gin"), split_call("no game!")
    (('stacks', 'height=2'), ('gin', ''), ('', ''))
    """
    found = _CALL.fullmatch(text.strip())
    return (found[1], found[2] or "") if found else ("", "")


def read_options(kind: type[T], name: str, text: str) -> T:
    """Make a value of a dataclass from ``option=value,...``, read by the types of its fields.

    Args:
        kind: the dataclass.
        name: its name in refusals.
        text: the options.

    Raises:
        NotationError: there is no such option, or a value is not of the option's kind.

    >>> from suitwise.stacks import Stacks
    >>> read_options(Stacks, "stacks", "height=2, suits=3")
    Stacks(stacks=4, height=2, suits=3, singles=1)
    """
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
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
        if f.name not in options and f.default is MISSING and f.default_factory is MISSING:
            raise NotationError(
                phrase(
                    "options.needed",
                    "{name} needs the option {option}",
                    name=name,
                    option=TypedName(f.name, name),
                )
            )
    return kind(**options)


def _unknown(name: str, option: str, known: Iterable[str]) -> Phrase:
    return phrase(
        "options.unknown",
        "{name} has no option {option}; its options: {names}",
        name=name,
        option=repr(option[:24]),
        names=", ".join(known) or phrase("options.none", "none"),
    )


def split_outside(text: str, separators: str) -> Iterator[str]:
    """Split a text at the characters that stand between no parentheses.

    Args:
        text: the text.
        separators: the characters.

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
    """Read a finite number as ``number_text`` writes it; None of any other text.

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
"""How the text of an option is read, by its kind, and what it is."""


# --- Checking -------------------------------------------------------------------------------------


def refuse_out_of_bounds(options: Any, bounds: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a variant with a number beyond its bounds, or with a flag that is neither True nor False.

    Args:
        options: the variant, a dataclass whose options have defaults.
        bounds: the least and the most of each number.

    Raises:
        NotationError: an option is such.

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
    """Say that an option is a number within bounds.

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
    """Say that an option is one of some words.

    >>> not_one_of("match", ["match", "deal"])
    'match is one of match, deal'
    """
    return phrase(
        "options.one-of",
        "{name} is one of {listed}",
        name=name,
        listed=", ".join(allowed),
    )


# --- Writing --------------------------------------------------------------------------------------


def call_text(name: str, value: Any) -> str:
    """Return the text of a value of a dataclass, its options written out.

    >>> from suitwise.stacks import Stacks
    >>> call_text("stacks", Stacks(height=2))
    'stacks(stacks=4,height=2,suits=4,singles=1)'
    """
    options = ",".join(f"{f.name}={_text(getattr(value, f.name))}" for f in _written(value))
    return f"{name}({options})" if options else name


def _written(value: Any) -> Iterator[Field[Any]]:
    """Yield the options that are written: those that came later only where they say something."""
    for option in fields(value):
        is_later = option.metadata.get("later", False)
        if not (is_later and getattr(value, option.name) == option.default):
            yield option


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, float) else str(value)


def number_text(value: float) -> str:
    """Return the shortest text of a number that reads back as the same number.

    >>> [number_text(value) for value in (1.0, -0.5, 1234567.0, 1 / 3)]
    ['1', '-0.5', '1234567', '0.3333333333333333']
    """
    return repr(float(value)).removesuffix(".0")
