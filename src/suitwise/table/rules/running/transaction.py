"""A change of a table in the making: the table so far, rows to be written, lines told; and talk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Generic, TypeVar

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.table.rules import messages
from suitwise.table.rules.house import Chair, House
from suitwise.table.rules.running.state import (
    BETWEEN,
    PAUSED,
    PLAYING,
    Answers,
    Entry,
    Played,
    Standing,
)

T = TypeVar("T", bound=Standing)

LEFT = "left"
"""The controller in the row of a chair whose person left during the deal under way."""
WATCHERS = -1
"""Those without a seat, among those to whom a line is told."""

Keys = Callable[[], bytes]


class TakesLong(Exception):
    """A change that was to be made at once, and may take long: nothing of it has happened."""


class Change(Generic[T]):
    """A change in the making.

    Args:
        table: the table before.
        now: the time.
        keys: gives a fresh key of 32 bytes.
        at_once: whether it is made where others wait for it, and so may not take long.
    """

    def __init__(self, table: T, now: int, keys: Keys, at_once: bool = False) -> None:
        self.before = self.table = table
        self.now, self.keys = now, keys
        self.rows: list[messages.Row] = []
        self._at_once = at_once
        self._is_seen = False

    @property
    def v(self) -> int:
        """The version after the change."""
        return self.before.v + 1

    def may_take_long(self) -> None:
        """Note that what is to be worked out next may take long.

        Raises:
            TakesLong: the change is to be made at once.
        """
        if self._at_once:
            raise TakesLong

    def put(self, **fields: Any) -> None:
        """Give parts of the table other values."""
        self._is_seen = True
        self.put_unseen(**fields)

    def put_unseen(self, **fields: Any) -> None:
        """Give parts of the table other values that nobody sees."""
        # As dataclasses.replace does, which takes ten times as long for so many fields.
        table = object.__new__(type(self.table))
        vars(table).update(vars(self.table), **fields)
        self.table = table

    def moved(self) -> None:
        """Note that the position has changed: what was thought of the one before is worth nothing."""
        self.put(held=None, pv=self.v)

    def chair(self, seat: int, **fields: Any) -> None:
        """Change a chair; who it belongs to and who decides is kept in the file."""
        old = self.table.chairs[seat]
        new = replace(old, **fields)
        chairs = list(self.table.chairs)
        chairs[seat] = new
        self.put(chairs=tuple(chairs))
        if _kept_of(old) != _kept_of(new):
            self.rows.append(seat_row(self.table.code, seat, new))

    # --- The story --------------------------------------------------------------------------------

    def tell(
        self,
        text: Phrase,
        to: frozenset[int] | None = None,
        seat: int | None = None,
        but: int | None = None,
    ) -> None:
        """Tell a line about a seat to seats and ``WATCHERS``, to everybody for None ``but`` one seat."""
        table = self.table
        seats = range(len(table.counts))
        public = len(table.counts) - 1
        told = [
            at != but if to is None else (WATCHERS if at == public else at) in to for at in seats
        ]
        counts = tuple(count + is_told for count, is_told in zip(table.counts, told, strict=True))
        numbers = tuple(
            count if is_told else None for count, is_told in zip(counts, told, strict=True)
        )
        self.put(story=table.story.told(Entry(numbers, text, seat)), counts=counts, n=table.n + 1)

    def tell_refuted(self) -> None:
        """Tell what refutes the false claims of a deal, now that it is over."""
        if self.table.stage != BETWEEN:  # else all have heard it
            for seat, text in self.table.refuted:
                self.tell(text, seat=seat)

    # --- Rows -------------------------------------------------------------------------------------

    def event(self, kind: str, seat: int | None, **body: Any) -> None:
        """Keep what has happened, in which deal and before which move.

        A move that is taken back leaves its ply to whatever comes next, which may be in another deal.
        """
        table = self.table
        text = json.dumps({"ply": table.ply, "deal": table.deal, **body}, ensure_ascii=False)
        self.rows.append(
            messages.EventRow(table.code, table.events, self.v, kind, seat, text, self.now)
        )
        self.put(events=table.events + 1)

    def keep_move(self, played: Played, req: str | None) -> None:
        """Keep a move that the deal's key does not make again."""
        table, text = self.table, str(played.move)
        self.rows.append(
            messages.MoveRow(
                table.code, played.ply, table.deal, played.seat, text, played.by, req, self.now
            )
        )

    def keep_deal(self, opened: int | None = None) -> None:
        """Keep the deal that begins, or that its key is open."""
        table = self.table
        begin = table.plays[0].ply if table.plays else table.ply
        self.rows.append(
            messages.DealRow(table.code, table.deal, str(table.states[0]), table.key, opened, begin)
        )

    def keep_answer(self, seat: int, req: str, reply: messages.Reply) -> None:
        """Keep the answer to a command with an id: in the file where the command changed something."""
        answers = list(self.table.answers)
        answers[seat] = Answers.of(answers[seat]).kept(req, reply)
        if self.rows:
            self.rows.append(messages.AnswerRow(self.table.code, seat, req, messages.kept(reply)))
        self.put_unseen(answers=tuple(answers))

    def finished(self) -> T:
        """Return the table after the change."""
        if self._is_seen:
            self.put(v=self.v, at=self.now)
        if self.rows:
            self.rows.append(table_row(self.table, self.now))
        return self.table


def _kept_of(chair: Chair) -> tuple[Any, ...]:
    return chair.control, chair.name, chair.player, chair.token, chair.left


def seat_row(code: str, seat: int, chair: Chair) -> messages.SeatRow:
    """Return the row of a chair."""
    control = LEFT if chair.left else chair.control
    return messages.SeatRow(code, seat, chair.name, control, chair.player, chair.token or None)


@cache
def _house_text(house: House) -> str:
    return json.dumps(house.as_json())


def table_row(table: Standing, now: int) -> messages.TableRow:
    """Return the row of a table."""
    return messages.TableRow(
        table.code,
        table.variant,
        _house_text(table.house),
        table.stage,
        table.v,
        table.made_at,
        now,
        table.n,
    )


# --- Chat -----------------------------------------------------------------------------------------

MOST, WINDOW = 5, 10_000
"""The most lines in a window of milliseconds; as many fixed phrases, too."""
FIXED = (
    phrase("table.fixed-hello", "hello"),
    phrase("table.fixed-good-luck", "good luck"),
    phrase("table.fixed-well-played", "well played"),
    phrase("table.fixed-nice-try", "nice try"),
    phrase("table.fixed-thanks", "thank you"),
    phrase("table.fixed-sorry", "sorry"),
    phrase("table.fixed-moment", "one moment, please"),
    phrase("table.fixed-your-turn", "it is your turn"),
    phrase("table.fixed-again", "another game?"),
    phrase("table.fixed-bye", "goodbye"),
)
"""Phrases that may always be said, by number."""
_TOO_MUCH = phrase("table.too-much-talk", "at most {n} lines in 10 seconds", n=MOST)
_TOO_MANY_PHRASES = phrase(
    "table.too-many-phrases", "at most {n} fixed phrases in 10 seconds", n=MOST
)


def say(change: Change[Any], seat: int | None, text: Phrase | str) -> Phrase | None:
    """Say something to all; return why that can't be.

    What those who look on say is not shown to seats while a deal is played.
    """
    table = change.table
    if not isinstance(text, Phrase) and not table.house.chat:
        return phrase("table.no-chat", "nothing is written at this table: use the fixed phrases")
    who = WATCHERS if seat is None else seat
    is_fixed = isinstance(text, Phrase)
    recent = tuple(said for said in table.talk if said[-1] > change.now - WINDOW)
    if sum(said[:2] == (who, is_fixed) for said in recent) >= MOST:
        return _TOO_MANY_PHRASES if is_fixed else _TOO_MUCH
    change.put(talk=(*recent, (who, is_fixed, change.now)))
    change.event("chat", seat, text=text if not isinstance(text, Phrase) else FIXED.index(text))
    tell(change, seat, text)
    return None


def tell(change: Change[Any], seat: int | None, text: Phrase | str) -> None:
    """Tell all who may hear it what somebody says."""
    name = phrase("table.watcher", "somebody who looks on") if seat is None else Seat(seat)
    is_apart = seat is None and change.table.stage in (PLAYING, PAUSED)
    to = frozenset({WATCHERS}) if is_apart else None
    change.tell(phrase("table.chat", "{who}: {text}", who=name, text=text), to, seat)
