"""A game of the plan as it was played, and its line of ``results.jsonl``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from suitwise.errors import NotationError
from suitwise.game import Record

_KEYS = ("match", "pairing", "deal", "seating", "seats", "returns", "game", "start", "moves")
_LATE, _FAULTS, _RETRIED, _FORFEIT = "late", "faults", "retried", "forfeit"
_NUMBERED = (_LATE, _FAULTS, _RETRIED)
MOST_LINE = 1 << 24
"""A line of the results has no more bytes than this: a game of about two million moves."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the plan and how it went.

    Args:
        match: the number of the match, from 0.
        pairing: the two players, by their places in the match.
        deal: the number of the deal, from 0.
        seating: the number of the seating, from 0.
        seats: for each seat the place of its player in the match.
        returns: what each seat got.
        record: the whole game.
        late: for each seat which of its decisions, from 0, came too late and were another's
            (``config.Limit``); nothing where none did.
        faults: for each seat at which of its decisions it failed (``config.Match.on_fault``); nothing
            where none did.
        forfeited: the seat that forfeited the game by its fault, None where the game was played out. The
            record then ends before the end of the game, with what the seats had got so far.
        retried: for each seat which of its decisions it made only when it was asked again; nothing
            where none was.

    >>> from suitwise.game import play
    >>> from suitwise.testing import Kuhn
    >>> record = play(Kuhn().start(), lambda state: "p", seed=1)
    >>> result = Result(0, (0, 1), 3, 0, seats=(0, 1), returns=record.returns, record=record)
    >>> result.deal, result.as_json()["returns"]
    (3, [1.0, -1.0])
    """

    match: int
    pairing: tuple[int, int]
    deal: int
    seating: int
    seats: tuple[int, ...]
    returns: tuple[float, ...]
    record: Record
    late: tuple[tuple[int, ...], ...] = ()
    faults: tuple[tuple[int, ...], ...] = ()
    forfeited: int | None = None
    retried: tuple[tuple[int, ...], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data: a line of ``results.jsonl``."""
        record = self.record
        place = self.match, list(self.pairing), self.deal, self.seating, list(self.seats)
        game = list(self.returns), record.game, record.start, list(record.moves)
        plain = dict(zip(_KEYS, (*place, *game), strict=True))
        for name in _NUMBERED:
            numbers: tuple[tuple[int, ...], ...] = getattr(self, name)
            plain |= {name: list(map(list, numbers))} if numbers else {}
        if self.forfeited is None:
            return plain
        return plain | {_FORFEIT: {"seat": self.forfeited, "stood": list(record.returns)}}

    @property
    def line(self) -> bytes:
        """The line of ``results.jsonl``."""
        return json.dumps(self.as_json(), separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_json(cls, plain: object) -> Result:
        """Read what ``as_json`` gave, after its way through JSON.

        Raises:
            NotationError: it is no result.

        >>> record = Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
        >>> result = Result(0, (0, 1), 5, 1, (1, 0), (1.0, -1.0), record)
        >>> Result.from_json(result.as_json()) == result
        True
        """
        if not (isinstance(plain, dict) and {*_KEYS} <= {*plain} <= {*_KEYS, *_NUMBERED, _FORFEIT}):
            raise NotationError(f"a result is an object with {', '.join(_KEYS)}")
        game = {name: plain[name] for name in ("game", "start", "moves", "returns")}
        record = Record.from_json(game)
        returns, forfeited = record.returns, None
        if _FORFEIT in plain:
            forfeited, record = _read_forfeit(plain[_FORFEIT], game)
        if not "".join((record.game, record.start, *record.moves)).isprintable():
            raise NotationError("a result's texts are printable")
        for name in ("match", "deal", "seating"):
            _require_whole(name, [plain[name]])
        for name in ("pairing", "seats"):
            _require_whole(name, plain[name])
        if len(plain["pairing"]) != 2 or len(plain["seats"]) != len(record.returns):
            raise NotationError("a result has two players, and a player and a return a seat")
        first, second = plain["pairing"]
        place = plain["match"], (first, second), plain["deal"], plain["seating"]
        late, faults, retried = (
            _read_numbers(name, plain[name], record) if name in plain else () for name in _NUMBERED
        )
        seats = tuple(plain["seats"])
        return cls(*place, seats, returns, record, late, faults, forfeited, retried)


def _require_whole(name: str, values: object) -> None:
    if not (isinstance(values, list) and all(type(one) is int and one >= 0 for one in values)):
        raise NotationError(f"the {name} of a result is in whole numbers from 0")


def _read_numbers(name: str, plain: object, record: Record) -> tuple[tuple[int, ...], ...]:
    if not isinstance(plain, list) or len(plain) != len(record.returns) or not any(plain):
        raise NotationError(f"{name} tells for each seat which of its decisions were")
    for numbers in plain:
        _require_whole(name, numbers)
        if numbers != sorted({*numbers}) or numbers[-1:] > [len(record.moves)]:
            raise NotationError(
                f"the decisions of {name} are told once each, in order, as far as there are"
            )
    return tuple(map(tuple, plain))


def _read_forfeit(plain: object, game: dict[str, Any]) -> tuple[int, Record]:
    """Return who forfeited a game, and its record as it was broken off."""
    if not (isinstance(plain, dict) and [*plain] == ["seat", "stood"]):
        raise NotationError("forfeit tells the seat, and what the seats had got by then")
    record, seat = Record.from_json(game | {"returns": plain["stood"]}), plain["seat"]
    if not (type(seat) is int and 0 <= seat < len(game["returns"]) == len(record.returns)):
        raise NotationError("a seat that forfeits is one of the game")
    return seat, record
