"""What people write to each other: lines, within limits, and fixed phrases in everybody's language."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.table.rules.running import standing as stages
from suitwise.table.rules.running.change import WATCHERS, Change

MOST, WINDOW = 5, 10_000
"""How many lines somebody may write in how many milliseconds, and as many fixed phrases say."""
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
"""What can always be said, by number."""
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
    is_apart = seat is None and change.table.stage in (stages.PLAYING, stages.PAUSED)
    to = frozenset({WATCHERS}) if is_apart else None
    change.tell(phrase("table.chat", "{who}: {text}", who=name, text=text), to, seat)
