"""Sentences that can be translated, and the lists, quotations and numbers in them.

A ``Phrase`` is an English text that also carries its ``code`` and ``params``. Most code treats it as a
text. The browser table, or a terminal in another language, looks up the code, formats the params in that
language, and puts the players' names in place of the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias, TypeVar, cast

# --- Values in phrases ----------------------------------------------------------------------------


class Seat(int):
    """A seat in a phrase, ``seat 2``; a table shows the player's name instead.

    >>> f"{Seat(2)} is to move"
    'seat 2 is to move'
    """

    def __str__(self) -> str:
        return f"seat {int(self)}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Side(int):
    """A side in a phrase: the partners in seats n and n + 2; a table shows their names instead.

    >>> f"1 mark to {Side(1)}"
    '1 mark to T1'
    """

    def __str__(self) -> str:
        return f"T{int(self)}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class CardText(str):
    """Cards in a phrase, in their typed form; a table shows suit symbols instead.

    >>> f"{CardText('DKDK')} leads", CardText(5)
    ('DKDK leads', '5')
    """

    __slots__ = ()


class TileText(CardText):
    """Tiles in a phrase, in their typed form; a table shows the sign of a colour instead of its letter.

    >>> f"{TileText('r5 j')} is laid"
    'r5 j is laid'
    """

    __slots__ = ()


class TypedName(str):
    """The typed name of an option in a phrase; a table shows the option's label instead.

    Args:
        name: the name.
        of: the game that has the option, or ``house`` for a rule of a table.

    >>> f"{TypedName('cap', 'texas42')} is a number from 1 to 7"
    'cap is a number from 1 to 7'
    """

    __slots__ = ("of",)

    of: str

    def __new__(cls, name: str, of: str = "") -> TypedName:
        """Make the name of an option."""
        made = super().__new__(cls, name)
        made.of = of
        return made


class Several(tuple[Any, ...]):
    """Several values in one place of a phrase, joined by commas; a table translates each of them.

    >>> f"declare {Several(['5', 'doubles'])}"
    'declare 5, doubles'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


# --- Phrases --------------------------------------------------------------------------------------


class Phrase(str):
    """An English sentence with the code and the values from which it can be translated.

    Args:
        text: the sentence in English.
        code: the key of the sentence in other languages, such as ``tractor.follow-suit``.
        template: the English sentence with the names of its values in braces.
        params: the values by name: numbers, texts, seats, other phrases.

    >>> no = phrase("any.not-now", "{seat} is to {task}", seat=Seat(1), task="bid")
    >>> no, no.code, no.params["task"]
    ('seat 1 is to bid', 'any.not-now', 'bid')
    """

    __slots__ = ("code", "params", "template")

    code: str
    params: Mapping[str, Any]
    template: str

    def __new__(cls, text: str, code: str, template: str, params: Mapping[str, Any]) -> Phrase:
        """Make a phrase from all its parts; ``phrase`` formats the text itself."""
        made = super().__new__(cls, text)
        made.code, made.template, made.params = code, template, params
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrase, (str(self), self.code, self.template, dict(self.params))

    def __str__(self) -> str:
        return str.__str__(self)

    def about(self, what: object) -> Phrase:
        """Return the phrase with a subject in front of its text, such as the illegal move.

        >>> str(phrase("any.over", "the game is over").about("H5"))
        'H5: the game is over'
        """
        return Phrase(f"{what}: {self}", self.code, self.template, self.params)


def phrase(code: str, template: str, /, **params: Any) -> Phrase:
    """Make a phrase by formatting a template; calls give code and template as literals.

    >>> phrase("any.count", "{n} cards", n=3)
    '3 cards'
    """
    return Phrase(template.format_map(params), code, template, params)


def phrased(text: str) -> Phrase:
    """Return a phrase unchanged; wrap a plain text in one that has no translation.

    >>> phrased("the knave is asleep").code, phrased(phrase("any.over", "the game is over")).code
    ('any.refused', 'any.over')
    """
    return text if isinstance(text, Phrase) else phrase("any.refused", "{text}", text=text)


def reason_of(error: Exception) -> Phrase:
    """Return the message of an error as a phrase.

    >>> from suitwise.errors import NotationError
    >>> reason_of(NotationError(phrase("any.over", "the game is over"))).code
    'any.over'
    >>> reason_of(NotationError("'HX' is no card")).code
    'any.refused'
    """
    reason = error.args[0] if error.args else ""
    return reason if isinstance(reason, Phrase) else phrased(str(error))


Say: TypeAlias = Callable[[Phrase | Seat | CardText], str]
"""Translates a phrase, a seat or cards; ``str`` gives the English text."""


@dataclass(frozen=True)
class Drawing:
    """An SVG drawing with words in it, drawn for each viewer in their language.

    Args:
        draw: makes the SVG; it takes the function that translates words, then the items of ``what``.
        what: the things to draw.

    >>> drawing = Drawing(lambda say, seat: f"<svg>{say(seat)}</svg>", (Seat(2),))
    >>> str(drawing), drawing.said(lambda seat: "Ann")
    ('<svg>seat 2</svg>', '<svg>Ann</svg>')
    """

    draw: Callable[..., str]
    what: tuple[Any, ...]

    def said(self, say: Say) -> str:
        """Draw the SVG with its words translated by ``say``."""
        return self.draw(say, *self.what)

    def __str__(self) -> str:
        return self.said(str)


# --- Lists of phrases -----------------------------------------------------------------------------


def all_of(things: Iterable[str]) -> str:
    """Join texts by ``and``. The result is a phrase if there are several, else the only text or "".

    >>> all_of(["spades", "hearts", "clubs"])
    'spades and hearts and clubs'
    """
    return _joined(_and, things)


def one_of(things: Iterable[str]) -> str:
    """Join texts by ``or``, like ``all_of``.

    >>> one_of(["S2", "C2"])
    'S2 or C2'
    """
    return _joined(_or, things)


def listed(things: Iterable[str]) -> str:
    """Join texts by commas, like ``all_of``.

    >>> listed(["35 points", "levels 2 4"])
    '35 points, levels 2 4'
    """
    return _joined(_comma, things)


def in_turn(things: Iterable[str]) -> str:
    """Join texts by semicolons, like ``all_of``.

    >>> in_turn(["leaves 5", "S2 leaves 7"])
    'leaves 5; S2 leaves 7'
    """
    return _joined(_then, things)


def _joined(join: Callable[[str, str], str], things: Iterable[str]) -> str:
    first, *others = [*things] or [""]
    return reduce(join, others, first)


def _and(most: str, last: str) -> str:
    return phrase("any.and", "{most} and {last}", most=most, last=last)


def _or(most: str, last: str) -> str:
    return phrase("any.or", "{most} or {last}", most=most, last=last)


def _then(most: str, last: str) -> str:
    return phrase("any.then", "{first}; {second}", first=most, second=last)


def _comma(most: str, last: str) -> str:
    return phrase("any.list", "{most}, {last}", most=most, last=last)


# --- Quotations and numbers in sentences ----------------------------------------------------------

_MOST = 24
"""The most characters of a quotation."""


def quoted(text: str) -> str:
    r"""Quote untrusted text: escape control characters, keep letters of any script, cut it if long.

    >>> print(quoted("红桃"), quoted("\x1b[2J"), quoted("a" * 25))
    '红桃' '\x1b[2J' 'aaaaaaaaaaaaaaaaaaaaa...'
    """
    return repr(text if len(text) <= _MOST else text[: _MOST - 3] + "...")


T = TypeVar("T")

_DIGITS = 9
"""The digits kept of a float; later digits of a sum depend on the order of addition."""


def counted(number: int, what: str) -> str:
    """Return a number with a noun in the singular or plural.

    >>> counted(1, "card"), counted(0, "card"), counted(25, "card")
    ('1 card', '0 cards', '25 cards')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def signed(value: float, digits: int) -> str:
    """Return a rounded number with its sign; zero gets a plus.

    >>> signed(-0.314, 2), signed(-0.001, 2), signed(12.5, 0)
    ('-0.31', '+0.00', '+12')
    """
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def tidied(value: T) -> T:
    """Return a value as JSON stores it, with floats rounded to nine digits after the point.

    >>> tidied({"worth": [-0.999999999999999, -1e-17], "deals": 3})
    {'worth': [-1.0, 0.0], 'deals': 3}
    """
    return cast(T, _tidied(value))


def _tidied(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, dict):
        return {name: _tidied(one) for name, one in value.items()}
    return [_tidied(one) for one in value] if isinstance(value, (list, tuple)) else value
