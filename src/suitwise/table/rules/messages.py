"""Replies and rows of a table, and the text of its phrases in each language.

The server renders phrases in the language of each socket. Replies to commands with an ``id`` are saved
as JSON with their phrases, and can be read back.
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

from suitwise.catalogue import entries, find
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import (
    CardText,
    Drawing,
    Phrase,
    Seat,
    Several,
    Side,
    TileText,
    TypedName,
    phrase,
)
from suitwise.players.face_values import Ruling as Ruled


@dataclass(frozen=True, slots=True)
class Ack:
    """A command was carried out; ``v`` is the table's version after it."""

    id: str
    v: int

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "ack", "id": self.id, "v": self.v}


@dataclass(frozen=True, slots=True)
class No:
    """A command was refused, for a reason; ``meets`` are moves that would be legal instead."""

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
    """A seat was taken by the sender of its token."""

    id: str
    v: int
    seat: int

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "seated", "id": self.id, "v": self.v, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on selected cards."""

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
            **({} if ruled.draft is None else {"draft": ruled.draft}),
        }


@dataclass(frozen=True, slots=True)
class WhyText:
    """The reason why a trick was won."""

    text: tuple[Phrase, ...]
    svg: Drawing | None = field(default=None, repr=False)

    def plain(self) -> dict[str, Any]:
        """Return the message."""
        return {"t": "why", "text": list(self.text), "svg": self.svg}


Reply: TypeAlias = Ack | No | Seated | Ruling | WhyText


class Line(NamedTuple):
    """A line of the game's story, as told to one audience; ``n`` is its number for this audience."""

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


# --- Saved replies --------------------------------------------------------------------------------


def answer_json(reply: Reply) -> str:
    """Return a reply as the JSON that is saved.

    >>> read_answer(answer_json(Ack("k3", 119)))
    Ack(id='k3', v=119)
    """
    parts: dict[str, Any] = {"id": getattr(reply, "id", ""), "v": getattr(reply, "v", 0)}
    if isinstance(reply, No):
        parts |= {"no": plain_phrase(reply.reason), "meets": list(reply.meets)}
    return json.dumps(parts, ensure_ascii=False)


def read_answer(text: str) -> Ack | No:
    """Read a saved reply. ``Seated`` is never saved, because the seat's token identifies it."""
    parts = json.loads(text)
    if "no" in parts:
        return No(parts["id"], parts["v"], read_phrase(parts["no"]), tuple(parts["meets"]))
    return Ack(parts["id"], parts["v"])


def plain_phrase(value: Any) -> Any:
    """Return a phrase, or a parameter of one, as data for ``read_phrase``.

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
        return {"tiles" if isinstance(value, TileText) else "cards": str(value)}
    if isinstance(value, (list, tuple)):
        return [plain_phrase(one) for one in value]
    return value


def read_phrase(plain: Any) -> Any:
    """Read the output of ``plain_phrase``."""
    if isinstance(plain, dict) and "seat" in plain:
        return Seat(plain["seat"])
    if isinstance(plain, dict) and "side" in plain:
        return Side(plain["side"])
    if isinstance(plain, dict) and "cards" in plain:
        return CardText(plain["cards"])
    if isinstance(plain, dict) and "tiles" in plain:
        return TileText(plain["tiles"])
    if isinstance(plain, dict):
        params = {name: read_phrase(one) for name, one in plain["params"].items()}
        return Phrase(plain["said"], plain["code"], plain["template"], params)
    if isinstance(plain, list):
        return tuple(map(read_phrase, plain))
    return plain


# --- Rows of the file -----------------------------------------------------------------------------
#
# All rows of a change are written together before it takes effect. ``TableRow``, ``SeatRow`` and
# ``DealRow`` replace the row with the same key; ``MoveRow``, ``EventRow`` and ``AnswerRow`` are only
# ever added. Of answers and ``PASSING`` events only the last ones are kept, so that a table's size is
# bounded whatever people do.


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, with key ``id``.

    ``house`` is JSON, ``life`` the stage, ``v`` the version, ``made`` and ``touched`` times of creation
    and last change, and ``n`` the number of lines told.
    """

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
    """A seat, with key ``tab`` and ``seat``; ``token`` is a digest, None without a person."""

    tab: str
    seat: int
    name: str
    controller: str
    player: str
    token: bytes | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, with key ``tab`` and ``deal``.

    ``start`` is the position at its start, ``opened`` the time when its key was revealed, and ``ply``
    the number of moves made at the table before it.
    """

    tab: str
    deal: int
    start: str
    key: bytes
    opened: int | None
    ply: int = 0


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move that was decided, not drawn by chance, with key ``tab`` and ``ply``.

    ``ply`` never decreases, even if moves are taken back. Plies without a row are chance moves and
    automatic passes, which the deal's key reproduces. ``by`` says who decided, ``req`` is the id of the
    command.
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
    """Any other event, with key ``tab`` and ``n``; ``body`` is JSON with the next move's ``ply``."""

    tab: str
    n: int
    v: int
    kind: str
    seat: int | None
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The reply to a command, with key ``tab``, ``seat`` and ``req``; ``answer`` is JSON."""

    tab: str
    seat: int
    req: str
    answer: str


class Kept(NamedTuple):
    """All rows of a table.

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
    *("announce", "answer", "back", "begin", "chat", "cover", "erred", "fall"),
    *("late", "leave", "pause", "propose", "report", "resume", "sit", "watch"),
)
"""The kinds of events of which only the last ones are kept: replaying a deal does not need them."""
MOST_PASSING, MOST_ANSWERS = 200, 256
"""The number of events of each such kind kept for a table, and of answers kept for a seat."""
MOST_ROWS = 100_000
"""The most moves and events of a table that can be read."""

Row: TypeAlias = TableRow | SeatRow | DealRow | MoveRow | EventRow | AnswerRow


def with_shifted_times(row: Row, by: int) -> Row:
    """Return a row with its times shifted by some milliseconds.

    >>> with_shifted_times(EventRow("7KQ2M", 0, 1, "end", None, "{}", at=5), 10).at
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
# A language is a folder of ``table/words`` with JSON files by topic, each mapping keys to templates.
# Keys with the prefix ``ui.`` are texts of the page; the others are codes of phrases. A phrase brings
# its own English template, so English only has the page's texts and sentences in the second person:
# ``you-did.CODE`` is the whole sentence to a player whose deed is phrase CODE.
# ``you-seat.CODE`` is what phrase CODE says to the player in its parameter ``seat``.

LANGUAGES = ("en", "zh")
"""The languages of the table; the first is the default."""
_BETWEEN = {"en": ", ", "zh": "、"}
"""The separator of list items, by language."""
PAGE = "ui."
"""The prefix of the keys of the page's texts."""
YOU = "you-"
"""The prefix of the keys of sentences in the second person."""


def say(
    value: Any,
    lang: str,
    names: Sequence[str] = (),
    you: int | None = None,
    *,
    has_signs: bool = True,
) -> Any:
    """Return a phrase, or a parameter of one, as text in a language.

    Args:
        value: a phrase, seat, drawing, or a list of them; texts and numbers are returned unchanged.
        lang: one of ``LANGUAGES``.
        names: the players' names by seat; empty if unknown.
        you: the seat of the reader; None for a spectator.
        has_signs: whether cards and tiles are printed, with signs for suits, or as they are typed.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> say(line, "en", ("Ann", "Bob")), say(line, "en"), say(line, "zh", ("Ann", "Bob"))
    ('Bob has moved', 'Seat 2 has moved', 'Bob已行动')
    >>> say(line, "en", ("Ann", "Bob"), you=1), say(line, "zh", ("Ann", "Bob"), you=1)
    ('you have moved', '你已行动')
    """

    def part_said(part: Any) -> Any:
        return say(part, lang, names, you, has_signs=has_signs)

    if isinstance(value, Phrase):
        value = _own_deed(value, you) or value
        key = None if you is None else second_person_key(value, you)
        template = template_of(key or value.code, lang) or value.template
        params = {name: part_said(part) for name, part in value.params.items()}
        return template.format_map(params)
    if isinstance(value, Seat):
        name = value < len(names) and names[value]
        return part_said(name) if name else merged(lang)[PAGE + "seat"].format(n=value + 1)
    if isinstance(value, Side):
        partners = phrase("any.and", "{most} and {last}", most=Seat(value), last=Seat(value + 2))
        return part_said(partners)
    if isinstance(value, CardText) and not has_signs:
        return str(value)
    if isinstance(value, TileText):
        return printed_tiles(value)
    if isinstance(value, CardText):
        return printed(value, lang)
    if isinstance(value, TypedName):
        return option_label(value, lang)
    if isinstance(value, Drawing):
        return value.said(lambda part: str(part_said(part)))
    if isinstance(value, (tuple, list)):
        return _BETWEEN[lang].join(str(part_said(part)) for part in value)
    return value


def _own_deed(line: Phrase, you: int | None) -> Phrase | None:
    """Return the deed of a phrase as a sentence to the seat that did it; None if another reads it."""
    did = line.params.get("did")
    if you is None or line.params.get("seat") != you or not isinstance(did, Phrase):
        return None
    key = f"{YOU}did.{did.code}"
    template = template_of(key, LANGUAGES[0])
    return Phrase(template.format_map(did.params), key, template, did.params) if template else None


def second_person_key(line: Phrase, you: int) -> str | None:
    """Return the key of a phrase's second-person form for a seat; None if there is none.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> second_person_key(line, 1), second_person_key(line, 0)
    ('you-seat.table.moved', None)
    """
    for name, part in line.params.items():
        if part == you and type(part) is Seat:
            key = f"{YOU}{name}.{line.code}"
            return key if template_of(key, LANGUAGES[0]) else None
    return None


def template_of(key: str, lang: str) -> str | None:
    """Return the text for a phrase in a language: the table's, or that of the game that says it.

    >>> template_of("tricks.hearts", "zh"), template_of("tricks.no-such-thing", "zh")
    ('红桃', None)
    """
    return merged(lang).get(key) or _words_of_game(key, lang).get(key)


def _words_of_game(key: str, lang: str) -> Mapping[str, str]:
    """Return the words that the game of a key brings itself (``catalogue.Entry.words``)."""
    code = key.partition(".")[2] if key.startswith(YOU) else key
    try:
        entry = find(code.partition(".")[0])
        words = {} if entry is None else entry.loaded(entry.words)  # type: ignore[arg-type]
    except NotationError:  # a package that is broken is told of where its game is asked for
        return {}
    found: Mapping[str, str] = words.get(lang, {})
    return found


def in_second_person(line: Phrase, you: int) -> Phrase:
    """Return a phrase, and phrases listed in it, as addressed to a seat; unchanged if none mentions it.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> line = phrase("table.moved", "{seat} has moved", seat=Seat(1))
    >>> in_second_person(line, 1), in_second_person(line, 0)
    ('you have moved', 'seat 1 has moved')
    >>> told = phrase("rami.over.totals", "in all: {scores}", scores=Several([line, "seat 2"]))
    >>> in_second_person(told, 1)
    'in all: you have moved, seat 2'
    """
    params = {name: _addressed(part, you) for name, part in line.params.items()}
    key = second_person_key(line, you)
    if key is None and all(params[name] is line.params[name] for name in params):
        return line
    template = (key and template_of(key, LANGUAGES[0])) or line.template
    return Phrase(template.format_map(params), key or line.code, template, params)


def _addressed(part: Any, you: int) -> Any:
    """Return a parameter with the phrases of its list as addressed to a seat."""
    if not isinstance(part, Several):
        return part
    parts = [in_second_person(one, you) if isinstance(one, Phrase) else one for one in part]
    same = all(one is other for one, other in zip(parts, part, strict=True))
    return part if same else Several(parts)


def printed(cards: str, lang: str) -> str:
    """Return a text of cards with suit symbols; jokers are written out.

    >>> printed("DKDK DT", "en"), printed("S7 S8 S9 | BJBJ", "zh"), printed("RJ", "en")
    ('♦K♦K ♦10', '♠7 ♠8 ♠9 | 一对小王', 'big joker')
    >>> printed("S7JKJKJK", "en"), printed("JKJKJKJK", "zh")
    ('♠7, two jokers, joker', '两张王、两张王')
    >>> printed("C2 JK[C3] C4", "en"), printed("SA HA JK[A]", "zh")
    ('♣2 joker as ♣3 ♣4', '♠A ♥A 王当A')
    """
    words, between = merged(lang), _BETWEEN[lang]
    said = _CARD_RUN.sub(lambda match: _printed_run(match[0], words, between), cards)
    return _STANDS_FOR.sub(lambda match: words[f"{PAGE}card.as"].format(card=match[1]), said)


def _printed_run(cards: str, words: Mapping[str, str], between: str) -> str:
    """Return adjacent cards as people write them; equal jokers are joined in pairs."""
    pieces = []
    for kind, group in groupby(
        _CARD.findall(cards), key=lambda card: card if card in _JOKERS else ""
    ):
        run = list(group)
        if kind:
            pairs, single = divmod(len(run), 2)
            pieces += [words[f"{PAGE}card.two.{kind}"]] * pairs
            pieces += [words[f"{PAGE}card.{kind}"]] * single
        else:
            pieces.append("".join(_SIGNS[card[0]] + card[1:].replace("T", "10") for card in run))
    return between.join(pieces)


def printed_tiles(tiles: str) -> str:
    """Return a text of tiles with a sign for each colour, the one that is drawn on the tiles.

    >>> printed_tiles("k5 r13 j"), printed_tiles("b1b2[b3]/o9k9[9]")
    ('●5 ◆13 ★', '▲1▲2[▲3]/■9●9[9]')
    """
    return _TILE.sub(lambda match: _TILE_SIGNS[match[0]], tiles)


_TILE = re.compile(r"[krbo](?=\d)|j")
_TILE_SIGNS = {"k": "●", "r": "◆", "b": "▲", "o": "■", "j": "★"}
_JOKERS = ("BJ", "RJ", "JK")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"BJ|RJ|JK|[SHDC][2-9TJQKA]")
_CARD_RUN = re.compile(f"(?:{_CARD.pattern})+")
_STANDS_FOR = re.compile(r"(?<=\S)\[([^]]+)\]")
"""The card for which a joker stands, behind it in brackets."""


def option_label(option: TypedName, lang: str) -> str:
    """Return the label of an option in the form for a new table; its name if it has no label.

    >>> option_label(TypedName("shaker", "texas42"), "zh"), option_label(TypedName("packs"), "zh")
    ('“首局洗牌人”', 'packs')
    """
    words = merged(lang)
    for key in (f"{option.of}.{option}", f"option.{option.of}.{option}", f"option.{option}"):
        if PAGE + key in words:
            return f"“{words[PAGE + key]}”"
    return str(option)


@cache
def merged(lang: str) -> Mapping[str, str]:
    """Return all texts of a language by key.

    >>> "ui.play" in merged("en"), "ui.play" in merged("zh")
    (True, True)
    """
    texts: dict[str, str] = {}
    for topic in topics(lang).values():
        texts |= topic
    return MappingProxyType(texts)


def topics(lang: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language, by file name and key.

    >>> "rules" in topics("zh"), "rules" in topics("en")
    (True, False)
    """
    folder = files("suitwise.table").joinpath("words", lang)
    paths = sorted(
        (path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda p: p.name
    )
    return {path.name.removesuffix(".json"): json.loads(path.read_text("utf-8")) for path in paths}


def page_words(lang: str) -> dict[str, str]:
    """Return the texts of the page in a language, with those that games of other packages bring.

    Of a game those count that are about it, as ``ui.game.hearts``, its title, or
    ``ui.option.hearts.points``.

    >>> page_words("zh")["ui.play"]
    '出牌'
    """
    own = {key: text for key, text in merged(lang).items() if key.startswith(PAGE)}
    for entry in entries():
        if entry.words:
            about = re.compile(
                rf"ui\.(game|about|option|line|played)\.{re.escape(entry.name)}(\.|$)"
            )
            brought = entry.loaded(entry.words).get(lang, {})  # type: ignore[arg-type]
            own |= {key: text for key, text in brought.items() if about.match(key)}
    return own
