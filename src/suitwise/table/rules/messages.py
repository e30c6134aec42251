"""Messages and rows of a table, and the text of its phrases in a language.

The server renders phrases in the language of each socket. Answers to commands with an ``id`` are kept
as JSON and read back, phrases and all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Seat,
    Side,
    TypedName,
    phrase,
)
from suitwise.players.face_values import Ruling as Ruled


@dataclass(frozen=True, slots=True)
class Ack:
    """A command was carried out; the table has come to version ``v``."""

    id: str
    v: int

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "ack", "id": self.id, "v": self.v}


@dataclass(frozen=True, slots=True)
class No:
    """A command was refused, with the reason and moves that would do."""

    id: str
    v: int
    reason: Phrase
    meets: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {
            "t": "no",
            "id": self.id,
            "v": self.v,
            "code": self.reason.code,
            "text": self.reason,
            "p": dict(self.reason.params),
            "meets": list(self.meets),
        }


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat was taken by whoever has sent the secret of it."""

    id: str
    v: int
    seat: int

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "seated", "id": self.id, "v": self.v, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on cards that were chosen."""

    q: int
    v: int
    ruled: Ruled

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        ruled = self.ruled
        return {
            "t": "ruling",
            "q": self.q,
            "v": self.v,
            "legal": ruled.legal,
            "code": None if ruled.reason is None else ruled.reason.code,
            "text": ruled.reason,
            "owed": list(ruled.owed),
            "open": None if ruled.open is None else list(ruled.open),
            "n": ruled.n,
            "move": ruled.move,
            "meets": list(ruled.meets),
            "note": ruled.note,
            "twice": ruled.twice,
        }


@dataclass(frozen=True, slots=True)
class WhyText:
    """Why a trick is whose it is."""

    text: tuple[Phrase, ...]
    svg: Drawing | None = field(default=None, repr=False)

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "why", "text": list(self.text), "svg": self.svg}


Reply: TypeAlias = Ack | No | Seated | Ruling | WhyText


class Line(NamedTuple):
    """A line of the story as one audience has it: ``n`` counts this audience's lines."""

    n: int
    text: Phrase
    seat: int | None

    def plain(self) -> dict[str, Any]:
        """Return the line."""
        return {
            "n": self.n,
            "code": self.text.code,
            "p": dict(self.text.params),
            "text": self.text,
            "seat": self.seat,
        }


# --- Keeping --------------------------------------------------------------------------------------


def kept(reply: Reply) -> str:
    """Return an answer as the JSON that is kept.

    >>> recalled(kept(Ack("k3", 119)))
    Ack(id='k3', v=119)
    """
    parts: dict[str, Any] = {"id": getattr(reply, "id", ""), "v": getattr(reply, "v", 0)}
    if isinstance(reply, No):
        parts |= {"no": plain_phrase(reply.reason), "meets": list(reply.meets)}
    return json.dumps(parts, ensure_ascii=False)


def recalled(text: str) -> Ack | No:
    """Read a kept answer; of a seat that was taken none is kept, as its secret says whose it is."""
    parts = json.loads(text)
    if "no" in parts:
        return No(parts["id"], parts["v"], read_phrase(parts["no"]), tuple(parts["meets"]))
    return Ack(parts["id"], parts["v"])


def plain_phrase(value: Any) -> Any:
    """Return a phrase, or a value of one, as data from which ``read_phrase`` makes it again.

    >>> from suitwise.foundation.text.phrases import Drawing, phrase
    >>> said = phrase("any.to-move", "{seat} is to move", seat=Seat(2))
    >>> read_phrase(plain_phrase(said)).params["seat"]
    2
    """
    if isinstance(value, Phrase):
        params = {name: plain_phrase(one) for name, one in value.params.items()}
        return {
            "code": value.code,
            "said": str(value),
            "template": value.template,
            "params": params,
        }
    if isinstance(value, Seat):
        return {"seat": int(value)}
    if isinstance(value, Side):
        return {"side": int(value)}
    if isinstance(value, CardText):
        return {"cards": str(value)}
    if isinstance(value, (list, tuple)):
        return [plain_phrase(one) for one in value]
    return value


def read_phrase(plain: Any) -> Any:
    """Read what ``plain_phrase`` gave."""
    if isinstance(plain, dict) and "seat" in plain:
        return Seat(plain["seat"])
    if isinstance(plain, dict) and "side" in plain:
        return Side(plain["side"])
    if isinstance(plain, dict) and "cards" in plain:
        return CardText(plain["cards"])
    if isinstance(plain, dict):
        params = {name: read_phrase(one) for name, one in plain["params"].items()}
        return Phrase(plain["said"], plain["code"], plain["template"], params)
    if isinstance(plain, list):
        return tuple(map(read_phrase, plain))
    return plain


# --- Rows of the file -----------------------------------------------------------------------------
#
# Rows are written together before a change takes effect. ``TableRow``, ``SeatRow`` and ``DealRow``
# take the place of the row of the same key; ``MoveRow``, ``EventRow`` and ``AnswerRow`` are only ever
# added. Of answers, and of events that pass, the last alone are kept: whatever people do, a table has
# an end.


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, by ``id``; ``life`` is its stage, ``house`` JSON, ``n`` the lines told so far."""

    id: str
    variant: str
    house: str
    life: str
    v: int
    made: int
    touched: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat, by ``tab`` and ``seat``; ``token`` is the digest, None where it belongs to nobody."""

    tab: str
    seat: int
    name: str
    controller: str
    player: str
    token: bytes | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, by ``tab`` and ``deal``; ``ply`` counts all the table's moves before it."""

    tab: str
    deal: int
    start: str
    key: bytes
    opened: int | None
    ply: int = 0


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move that is not chance's, by ``tab`` and ``ply``; ``ply`` grows for ever, takeback or not.

    The plies between two rows are made again from the deal's key: chance's moves and unasked passes.
    """

    tab: str
    ply: int
    deal: int
    seat: int
    move: str
    by: str
    req: str | None
    at: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """Any other event, by ``tab`` and ``n``; ``body`` is JSON and names the ``ply`` that follows."""

    tab: str
    n: int
    v: int
    kind: str
    seat: int | None
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The answer to a command, by ``tab``, ``seat`` and ``req``; JSON (``messages.kept``)."""

    tab: str
    seat: int
    req: str
    answer: str


class Kept(NamedTuple):
    """All that is kept of a table.

    >>> Kept._fields
    ('table', 'seats', 'deals', 'moves', 'events', 'answers')
    """

    table: TableRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    moves: tuple[MoveRow, ...]
    events: tuple[EventRow, ...]
    answers: tuple[AnswerRow, ...]


PASSING = (
    *("answer", "back", "begin", "chat", "cover", "erred", "fall"),
    *("late", "leave", "pause", "propose", "resume", "sit"),
)
"""The kinds of events of which the last alone are kept: no deal is played otherwise without the rest."""
MOST_PASSING, MOST_ANSWERS = 200, 256
"""The most events of each such kind kept of a table, and answers of a seat."""
MOST_ROWS = 100_000
"""The most moves and other events of a table; one with more is not read."""

Row: TypeAlias = TableRow | SeatRow | DealRow | MoveRow | EventRow | AnswerRow


def shifted(row: Row, by: int) -> Row:
    """Return a row whose times are later by some milliseconds.

    >>> shifted(EventRow("7KQ2M", 0, 1, "end", None, "{}", at=5), 10).at
    15
    """
    times: dict[str, Any] = {
        name: at + by
        for name in ("made", "touched", "opened", "at")
        if (at := getattr(row, name, None)) is not None
    }
    return replace(row, **times) if times else row


# --- Phrases in a language ------------------------------------------------------------------------
#
# A language is a folder of ``table/words``: JSON files by topic, each an object of templates by keys.
# Keys that begin with ``ui.`` are the page's; the others are the codes of phrases. English has files
# for the page alone, because a phrase brings its English along, and for what is said otherwise to the
# player it is about: ``you-seat.CODE`` is what a phrase says to whom its ``seat`` is.

LANGUAGES = ("en", "zh")
"""The languages that the table speaks, the first where another is asked for."""
_BETWEEN = {"en": ", ", "zh": "、"}
"""The separator of the items of a list."""
PAGE = "ui."
"""The prefix of the keys of the page."""
YOU = "you-"
"""The prefix of the keys of sentences in the second person."""


def say(value: Any, lang: str, names: Sequence[str] = (), you: int | None = None) -> Any:
    """Return a phrase, or a value of one, as text in a language.

    Args:
        value: a phrase, a seat, a drawing, a list of such, or a text or a number, which
            stays what it is.
        lang: one of ``LANGUAGES``.
        names: the players' names by their seats; an empty one is not known.
        you: the seat of whoever is told it, None for those without one.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> say(line, "en", ("Ann", "Bob")), say(line, "en"), say(line, "zh", ("Ann", "Bob"))
    ('Bob has moved', 'Seat 2 has moved', 'Bob已行动')
    >>> say(line, "en", ("Ann", "Bob"), you=1), say(line, "zh", ("Ann", "Bob"), you=1)
    ('you have moved', '您已行动')
    """
    if isinstance(value, Phrase):
        key = None if you is None else to_you(value, you)
        template = merged(lang).get(key or value.code, value.template)
        said = {name: say(part, lang, names, you) for name, part in value.params.items()}
        return template.format_map(said)
    if isinstance(value, Seat):
        known = value < len(names) and names[value]
        return known or merged(lang)[PAGE + "seat"].format(n=value + 1)
    if isinstance(value, Side):
        partners = phrase("any.and", "{most} and {last}", most=Seat(value), last=Seat(value + 2))
        return say(partners, lang, names, you)
    if isinstance(value, CardText):
        return printed(value, lang)
    if isinstance(value, TypedName):
        return labelled(value, lang)
    if isinstance(value, Drawing):
        return value.said(lambda part: str(say(part, lang, names, you)))
    if isinstance(value, (tuple, list)):
        return _BETWEEN[lang].join(str(say(part, lang, names, you)) for part in value)
    return value


def to_you(line: Phrase, you: int) -> str | None:
    """Return the key of what a phrase says to a seat that it names; None where it says the same to all.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> to_you(line, 1), to_you(line, 0)
    ('you-seat.table.moved', None)
    """
    for name, part in line.params.items():
        if part == you and type(part) is Seat:
            key = f"{YOU}{name}.{line.code}"
            return key if key in merged(LANGUAGES[0]) else None
    return None


def addressed(line: Phrase, you: int) -> Phrase:
    """Return a phrase as it is said to a seat: the same where it does not name it.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> addressed(line, 1), addressed(line, 0)
    ('you have moved', 'seat 1 has moved')
    """
    key = to_you(line, you)
    if key is None:
        return line
    template = merged(LANGUAGES[0])[key]
    return Phrase(template.format_map(line.params), key, template, line.params)


def printed(cards: str, lang: str) -> str:
    """Return a text of cards as people write them: the sign of the suit and the rank; jokers in words.

    >>> printed("DKDK DT", "en"), printed("S7 S8 S9 | BJBJ", "zh"), printed("RJ", "en")
    ('♦K♦K ♦10', '♠7 ♠8 ♠9 | 一对小王', 'big joker')
    >>> printed("S7JKJKJK", "en"), printed("JKJKJKJK", "zh")
    ('♠7, two jokers, joker', '两张王、两张王')
    """
    return _CARD_RUN.sub(lambda found: _run(found[0], merged(lang), _BETWEEN[lang]), cards)


def _run(cards: str, words: Mapping[str, str], between: str) -> str:
    """Return cards without blanks between them: jokers of a kind by twos, apart from the others."""
    pieces = []
    for kind, group in groupby(
        _CARD.findall(cards), key=lambda card: card if card in _JOKERS else ""
    ):
        held = list(group)
        if kind:
            pairs, single = divmod(len(held), 2)
            pieces += [words[f"{PAGE}card.two.{kind}"]] * pairs
            pieces += [words[f"{PAGE}card.{kind}"]] * single
        else:
            pieces.append("".join(_SIGNS[card[0]] + card[1:].replace("T", "10") for card in held))
    return between.join(pieces)


_JOKERS = ("BJ", "RJ", "JK")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"BJ|RJ|JK|[SHDC][2-9TJQKA]")
_CARD_RUN = re.compile(f"(?:{_CARD.pattern})+")


def labelled(option: TypedName, lang: str) -> str:
    """Return the label that the form of a new table gives an option, or its name where it has none.

    >>> labelled(TypedName("shaker", "texas42"), "zh"), labelled(TypedName("packs"), "zh")
    ('“首局洗牌人”', 'packs')
    """
    words = merged(lang)
    for key in (f"{option.of}.{option}", f"option.{option.of}.{option}", f"option.{option}"):
        if PAGE + key in words:
            return f"“{words[PAGE + key]}”"
    return str(option)


@cache
def merged(lang: str) -> Mapping[str, str]:
    """Return all texts of a language by their keys; a key stands in one file of it alone.

    >>> "ui.play" in merged("en"), "ui.play" in merged("zh")
    (True, True)
    """
    found: dict[str, str] = {}
    for topic in topics(lang).values():
        found |= topic
    return MappingProxyType(found)


def topics(lang: str) -> dict[str, dict[str, str]]:
    """Return the texts of each file of a language by the file's name.

    >>> "rules" in topics("zh"), "rules" in topics("en")
    (True, False)
    """
    folder = files("suitwise.table").joinpath("words", lang)
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda p: p.name
    )
    return {path.name.removesuffix(".json"): json.loads(path.read_text("utf-8")) for path in paths}


def page_words(lang: str) -> dict[str, str]:
    """Return the texts of the page in a language.

    >>> page_words("zh")["ui.play"]
    '出牌'
    """
    return {key: text for key, text in merged(lang).items() if key.startswith(PAGE)}
