"""Sentences that can be said in another language: lists, quotations and numbers in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias, TypeVar, cast

# --- Phrases --------------------------------------------------------------------------------------
#
# What an engine says, a refusal above all, is a ``Phrase``: a text like any other for whoever reads
# English, with the ``code`` and the ``params`` from which somebody else says it again. A table says
# it in the language of each player, with the players' names in place of the seats.


class Seat(int):
    """A seat named in a phrase: ``seat 2``; a table says its player's name instead.

    >>> f"{Seat(2)} is to move"
    'seat 2 is to move'
    """

    def __str__(self) -> str:
        return f"seat {int(self)}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Side(int):
    """A side of two partners named in a phrase, seats n and n + 2; a table names its players instead.

    >>> f"1 mark to {Side(1)}"
    '1 mark to T1'
    """

    def __str__(self) -> str:
        return f"T{int(self)}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class CardText(str):
    """Cards of a deck in a phrase, as they are typed: a table shows them as they are printed.

    >>> f"{CardText('DKDK')} leads", CardText(5)
    ('DKDK leads', '5')
    """

    __slots__ = ()


class TypedName(str):
    """The name of an option as it is typed; a table says the label instead that its form shows.

    Args:
        name: the name.
        of: the game whose option it is, or ``house`` for a rule of a table.

    >>> f"{TypedName('cap', 'texas42')} is a number from 1 to 7"
    'cap is a number from 1 to 7'
    """

    __slots__ = ("of",)

    of: str

    def __new__(cls, name: str, of: str = "") -> TypedName:
        """Make the name of an option of a game."""
        made = super().__new__(cls, name)
        made.of = of
        return made


class Several(tuple[Any, ...]):
    """Several values in one place of a phrase: a row with commas; a table says each, and joins them.

    >>> f"declare {Several(['5', 'doubles'])}"
    'declare 5, doubles'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Phrase(str):
    """A sentence with the code and the values that it was made of.

    Args:
        text: the sentence in English.
        code: what is said, as ``tractor.follow-suit``: the key of the sentence in other languages.
        template: the sentence with the names of its values in braces.
        params: the values by their names: numbers, texts, seats, other phrases.

    >>> no = phrase("any.not-now", "{seat} is to {task}", seat=Seat(1), task="bid")
    >>> no, no.code, no.params["task"]
    ('seat 1 is to bid', 'any.not-now', 'bid')
    """

    __slots__ = ("code", "params", "template")

    code: str
    params: Mapping[str, Any]
    template: str

    def __new__(cls, text: str, code: str, template: str, params: Mapping[str, Any]) -> Phrase:
        """Make a phrase of a text and what it was made of; ``phrase`` does both."""
        made = super().__new__(cls, text)
        made.code, made.template, made.params = code, template, params
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrase, (str(self), self.code, self.template, dict(self.params))

    def __str__(self) -> str:
        return str.__str__(self)

    def about(self, what: object) -> Phrase:
        """Return the same, its text led by what it is about, say the move that is refused.

        >>> str(phrase("any.over", "the game is over").about("H5"))
        'H5: the game is over'
        """
        return Phrase(f"{what}: {self}", self.code, self.template, self.params)


def phrase(code: str, template: str, /, **params: Any) -> Phrase:
    """Return a sentence of a code; code and template are written out where it is called.

    >>> phrase("any.count", "{n} cards", n=3)
    '3 cards'
    """
    return Phrase(template.format_map(params), code, template, params)


def phrased(text: str) -> Phrase:
    """Return a text as a phrase: itself, or where it is plain one that nobody can say otherwise.

    >>> phrased("the knave is asleep").code, phrased(phrase("any.over", "the game is over")).code
    ('any.refused', 'any.over')
    """
    return text if isinstance(text, Phrase) else phrase("any.refused", "{text}", text=text)


def reason_of(error: Exception) -> Phrase:
    """Return what an error says as a phrase.

    >>> from suitwise.errors import NotationError
    >>> reason_of(NotationError(phrase("any.over", "the game is over"))).code
    'any.over'
    >>> reason_of(NotationError("'HX' is no card")).code
    'any.refused'
    """
    reason = error.args[0] if error.args else ""
    return reason if isinstance(reason, Phrase) else phrased(str(error))


Say: TypeAlias = Callable[[Phrase | Seat], str]
"""Says a phrase or a seat in somebody's language; ``str`` says it in English."""


@dataclass(frozen=True)
class Drawing:
    """A drawing with words in it, made in the language of whoever looks at it.

    Args:
        draw: makes the SVG, given how to say its words and what is drawn.
        what: what is drawn.

    >>> drawing = Drawing(lambda say, seat: f"<svg>{say(seat)}</svg>", (Seat(2),))
    >>> str(drawing), drawing.said(lambda seat: "Ann")
    ('<svg>seat 2</svg>', '<svg>Ann</svg>')
    """

    draw: Callable[..., str]
    what: tuple[Any, ...]

    def said(self, say: Say) -> str:
        """Return the SVG with its words as they are said."""
        return self.draw(say, *self.what)

    def __str__(self) -> str:
        return self.said(str)


# --- Lists of phrases -----------------------------------------------------------------------------


def all_of(things: Iterable[str]) -> str:
    """Join things by ``and``: a phrase where there are several, else the only one or an empty text.

    >>> all_of(["spades", "hearts", "clubs"])
    'spades and hearts and clubs'
    """
    return _joined(_and, things)


def one_of(things: Iterable[str]) -> str:
    """Join things by ``or``, otherwise as ``all_of``.

    >>> one_of(["S2", "C2"])
    'S2 or C2'
    """
    return _joined(_or, things)


def listed(things: Iterable[str]) -> str:
    """Join things by commas, otherwise as ``all_of``.

    >>> listed(["35 points", "levels 2 4"])
    '35 points, levels 2 4'
    """
    return _joined(_comma, things)


def in_turn(things: Iterable[str]) -> str:
    """Join things by semicolons, otherwise as ``all_of``.

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


# --- Quoting --------------------------------------------------------------------------------------
#
# Letters of any script stand as they were typed. Signs that terminals don't print, or obey, are
# escaped.

_MOST = 24
"""How many characters of a text are shown."""


def quoted(text: str) -> str:
    r"""Quote a piece of hostile text, cut short with dots.

    >>> print(quoted("红桃"), quoted("\x1b[2J"), quoted("a" * 25))
    '红桃' '\x1b[2J' 'aaaaaaaaaaaaaaaaaaaaa...'
    """
    return repr(text if len(text) <= _MOST else text[: _MOST - 3] + "...")


# --- Numbers in sentences -------------------------------------------------------------------------

T = TypeVar("T")

_DIGITS = 9
"""What follows these digits of a sum of floats is how it was added up."""


def counted(number: int, what: str) -> str:
    """Return a number of things in words that fit it.

    >>> counted(1, "card"), counted(0, "card"), counted(25, "card")
    ('1 card', '0 cards', '25 cards')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def signed(value: float, digits: int) -> str:
    """Return a figure with its sign, which is a plus where nothing is left of it.

    >>> signed(-0.314, 2), signed(-0.001, 2), signed(12.5, 0)
    ('-0.31', '+0.00', '+12')
    """
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def tidied(value: T) -> T:
    """Return a value as JSON has it, its floats without the dust of adding them up.

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
