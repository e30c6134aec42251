"""What a table answers and what it keeps in the file, as dataclasses.

The server renders phrases in the language of each socket. Answers to commands with an ``id`` are kept
as JSON and read back, phrases and all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Seat, Side
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


# --- What a table keeps in the file: a dataclass for the rows of each of its tables ---------------
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
    """What else happened, by ``tab`` and ``n``; ``body`` is JSON and names the ``ply`` that follows."""

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


PASSING = (
    *("answer", "back", "begin", "chat", "cover", "erred", "fall"),
    *("late", "leave", "pause", "propose", "resume", "sit"),
)
"""The kinds of events of which the last alone are kept: no deal is played otherwise without the rest."""
MOST_PASSING, MOST_ANSWERS = 200, 256
"""How many events of such a kind are kept of a table, and how many answers of a seat."""
MOST_ROWS = 100_000
"""How many moves and other events a table may have; one with more is not read."""

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
