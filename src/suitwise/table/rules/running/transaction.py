"""A change of a table in progress: the new state, the rows to save and the lines told; and chat."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Generic, TypeVar

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.table.rules import messages
from suitwise.table.rules.house import Chair, House
from suitwise.table.rules.running import state
from suitwise.table.rules.running.history import Answers

T = TypeVar("T", bound=state.TableState)

LEFT = "left"
"""The controller in the row of a seat whose person left during the deal under way."""
WATCHERS = -1
"""Stands for the spectators among the seats that a line is told to."""

Keys = Callable[[], bytes]
"""Returns a fresh random key."""


class TakesLong(Exception):
    """Raised if a change would take too long to be made at once; nothing has happened then."""


class Change(Generic[T]):
    """A change in progress; ``table`` is the new state so far.

    Args:
        table: the table before the change.
        now: the time.
        keys: returns a fresh key of 32 bytes.
        at_once: whether long computations are forbidden, because others wait.
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
        """Declare that the next computation may take long.

        Raises:
            TakesLong: long computations are forbidden.
        """
        if self._at_once:
            raise TakesLong

    def put(self, **fields: Any) -> None:
        """Set fields of the table."""
        self._is_seen = True
        self.put_unseen(**fields)

    def put_unseen(self, **fields: Any) -> None:
        """Set fields of the table that no view shows; this does not make a new version."""
        # Like dataclasses.replace, which takes ten times as long for so many fields.
        table = object.__new__(type(self.table))
        vars(table).update(vars(self.table), **fields)
        self.table = table

    def position_changed(self) -> None:
        """Note that the position has changed, which discards any decision held or requested."""
        self.put(held=None, pv=self.v)

    def update_chair(self, seat: int, **fields: Any) -> None:
        """Set fields of a chair; save its row if its owner or controller has changed."""
        old = self.table.chairs[seat]
        new = replace(old, **fields)
        chairs = list(self.table.chairs)
        chairs[seat] = new
        self.put(chairs=tuple(chairs))
        if _saved_fields(old) != _saved_fields(new):
            self.rows.append(seat_row(self.table.code, seat, new))

    # --- Lines ------------------------------------------------------------------------------------

    def tell(
        self,
        text: Phrase,
        to: frozenset[int] | None = None,
        seat: int | None = None,
        but: int | None = None,
    ) -> None:
        """Tell a line about a seat.

        ``to`` are the seats that hear it, and ``WATCHERS``; None means everybody except the seat
        ``but``.
        """
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
        self.put(
            story=table.story.with_line(state.LineEntry(numbers, text, seat)),
            counts=counts,
            n=table.n + 1,
        )

    def tell_refuted(self) -> None:
        """Tell the refutations of false claims, now that the deal is over."""
        if self.table.stage != state.BETWEEN:  # between deals they have been told already
            for seat, text in self.table.refuted:
                self.tell(text, seat=seat)

    # --- Rows -------------------------------------------------------------------------------------

    def add_event(self, kind: str, seat: int | None, **body: Any) -> None:
        """Save an event with the deal and the next move's number.

        The deal is needed because after a take-back the same number may occur in two deals.
        """
        table = self.table
        text = json.dumps({"ply": table.ply, "deal": table.deal, **body}, ensure_ascii=False)
        self.rows.append(
            messages.EventRow(table.code, table.events, self.v, kind, seat, text, self.now)
        )
        self.put(events=table.events + 1)

    def save_move(self, played: state.PlayedMove, req: str | None) -> None:
        """Save a move that the deal's key does not reproduce."""
        table, text = self.table, str(played.move)
        self.rows.append(
            messages.MoveRow(
                table.code, played.ply, table.deal, played.seat, text, played.by, req, self.now
            )
        )

    def save_deal(self, opened: int | None = None) -> None:
        """Save the new deal, or its revealed key."""
        table = self.table
        begin = table.plays[0].ply if table.plays else table.ply
        self.rows.append(
            messages.DealRow(table.code, table.deal, str(table.states[0]), table.key, opened, begin)
        )

    def save_answer(self, seat: int, req: str, reply: messages.Reply) -> None:
        """Remember the answer to a command, and save it if the command changed something."""
        answers = list(self.table.answers)
        answers[seat] = Answers.of(answers[seat]).with_answer(req, reply)
        if self.rows:
            self.rows.append(
                messages.AnswerRow(self.table.code, seat, req, messages.answer_json(reply))
            )
        self.put_unseen(answers=tuple(answers))

    def finish(self) -> T:
        """Return the table after the change."""
        if self._is_seen:
            self.put(v=self.v, at=self.now)
        if self.rows:
            self.rows.append(table_row(self.table, self.now))
        return self.table


def _saved_fields(chair: Chair) -> tuple[Any, ...]:
    return chair.control, chair.name, chair.player, chair.token, chair.left


def seat_row(code: str, seat: int, chair: Chair) -> messages.SeatRow:
    """Return the row of a seat."""
    control = LEFT if chair.left else chair.control
    return messages.SeatRow(code, seat, chair.name, control, chair.player, chair.token or None)


@cache
def _house_text(house: House) -> str:
    return json.dumps(house.kept_json())


def table_row(table: state.TableState, now: int) -> messages.TableRow:
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
"""The most chat lines in a window of milliseconds, and the most fixed phrases."""
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
"""The fixed phrases of the chat, by number."""
_TOO_MUCH = phrase("table.too-much-talk", "at most {n} lines in 10 seconds", n=MOST)
_TOO_MANY_PHRASES = phrase(
    "table.too-many-phrases", "at most {n} fixed phrases in 10 seconds", n=MOST
)


def say(change: Change[Any], seat: int | None, text: Phrase | str) -> Phrase | None:
    """Say something to everybody; return why it is refused, if it is.

    While a deal is played, seats do not see what spectators say.
    """
    table = change.table
    if not isinstance(text, Phrase) and not table.house.chat:
        return phrase("table.no-chat", "nothing is written at this table: use the fixed phrases")
    speaker = WATCHERS if seat is None else seat
    is_fixed = isinstance(text, Phrase)
    recent = tuple(message for message in table.talk if message[-1] > change.now - WINDOW)
    if sum(message[:2] == (speaker, is_fixed) for message in recent) >= MOST:
        return _TOO_MANY_PHRASES if is_fixed else _TOO_MUCH
    change.put(talk=(*recent, (speaker, is_fixed, change.now)))
    change.add_event("chat", seat, text=text if not isinstance(text, Phrase) else FIXED.index(text))
    tell(change, seat, text)
    return None


REPORTED = 10
"""The most lines of talk that a report shows."""


def report(change: Change[Any], seat: int) -> Phrase | None:
    """Show the talk that a seat was told lately to whoever runs the server; return why not, if so."""
    table, reporter = change.table, WATCHERS - 1 - seat
    recent = tuple(message for message in table.talk if message[-1] > change.now - WINDOW)
    if any(who == reporter for who, _, _ in recent):
        return phrase("table.reported-already", "you have reported this a moment ago")
    said = (
        [line.seat, str(line.text.params["text"])]
        for line in reversed(table.story)
        if line.text.code == "table.chat" and line.numbers[seat] is not None
    )
    lines = [*islice(said, REPORTED)][::-1]
    if not lines:
        return phrase("table.nothing-said", "nothing has been said here")
    change.put(talk=(*recent, (reporter, True, change.now)))
    change.add_event("report", seat, lines=lines)
    reported = phrase("table.reported", "whoever runs the server can read what was said lately")
    change.tell(reported, frozenset({seat}))
    return None


def announce(change: Change[Any], text: str) -> None:
    """Tell everybody what whoever runs the server has to say."""
    change.add_event("announce", None, text=text)
    tell_announced(change, text)


def tell_announced(change: Change[Any], text: str) -> None:
    """Tell an announcement to everybody."""
    change.tell(phrase("table.announced", "from whoever runs the server: {text}", text=text))


def tell(change: Change[Any], seat: int | None, text: Phrase | str) -> None:
    """Tell a chat line to everybody who may see it."""
    name = phrase("table.watcher", "somebody who looks on") if seat is None else Seat(seat)
    is_for_watchers = seat is None and change.table.stage in (state.PLAYING, state.PAUSED)
    to = frozenset({WATCHERS}) if is_for_watchers else None
    change.tell(phrase("table.chat", "{who}: {text}", who=name, text=text), to, seat)
