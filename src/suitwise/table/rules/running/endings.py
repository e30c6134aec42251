"""How a deal and the game end: played out, forfeited by a false claim, or by agreement."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from suitwise.game import State
from suitwise.players.face_values import Forfeited
from suitwise.table.rules.days.deals import daily_of, key_of
from suitwise.table.rules.messages import plain_phrase, read_phrase
from suitwise.table.rules.rows import EventRow
from suitwise.table.rules.running import standing as stages
from suitwise.table.rules.running.change import Change
from suitwise.table.rules.running.standing import (
    USUAL,
    Forfeit,
    Past,
    Played,
    Standing,
    StoodIn,
)


def forfeit(change: Change[Any], seat: int, lost: Forfeited) -> None:
    """End a hand that a seat's false claim has cost its side."""
    table = change.table
    returns = tuple(map(float, table.state.returns()))
    said = [plain_phrase(one) for one in lost.said]
    change.event("forfeit", seat, score=lost.score, returns=returns, said=said)
    one = Forfeit(table.deal, seat, lost.score, returns, lost.said)
    change.put(forfeits=(*table.forfeits, one))
    for line in lost.said:
        change.tell(line, seat=seat)
    if lost.after is None:
        change.put(why=lost.said[0])
        finish(change)
    else:
        end_deal(change, lost.after)


def end_deal(change: Change[Any], after: State[Any] | None = None) -> None:
    """Open the key of a deal that is over, and hold the hash of the next.

    Args:
        change: the change.
        after: where the next deal starts; None where the last one has ended.
    """
    change.tell_refuted()
    table = change.table
    change.keep_deal(opened=change.now)
    unready(change)
    _open_left(change)
    change.put(
        stage=stages.BETWEEN,
        until=None if table.pace.ready else change.now,
        tick_at=None,
        deal=table.deal + 1,
        key=_next_key(change),
        place=0,
        past=(*table.past, past_of(table)),
        shown=tuple(table.states) if table.house.watch == "delayed" else (),
        states=(table.state if after is None else after,),
        plays=(),
        claimed=frozenset(),
        fallen=frozenset(),
        before_deal=table.counts[-1],
    )
    change.moved()
    change.keep_deal()


def _next_key(change: Change[Any]) -> bytes:
    """Return the key of the next deal: a fresh one, or the public one of a day's deals."""
    table = change.table
    if not table.house.daily:
        return change.keys()
    first = daily_of(table.house.daily, table.variant).number
    return key_of(table.house.daily, table.game.name, first + table.deal + 1)


def finish(change: Change[Any]) -> None:
    """End the game, whether or not it has been played out."""
    change.tell_refuted()
    change.keep_deal(opened=change.now)
    _open_left(change)
    table = change.table
    change.put(
        stage=stages.OVER,
        until=None,
        tick_at=None,
        past=(*table.past, past_of(table)),
        before_deal=table.counts[-1],
    )
    change.moved()


def past_of(table: Standing) -> Past:
    """Return the deal under way as one that is over."""
    moves = tuple(str(played.move) for played in table.plays)
    stood_in = stood_in_of(table.plays)
    return Past(table.deal, table.key, str(table.states[0]), moves, stood_in=stood_in)


def stood_in_of(plays: Sequence[Played]) -> tuple[StoodIn, ...]:
    """Return which of a deal's moves were decided in place of a seat's own person or bot."""
    placed = enumerate(plays)
    return tuple(StoodIn(at, one.seat, one.by) for at, one in placed if one.by not in USUAL)


def _open_left(change: Change[Any]) -> None:
    """Open the seats that were left in a deal, now that its hands are no secret any more."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.left:
            change.chair(seat, name="", token=b"", away_since=None, left=False)


def unready(change: Change[Any]) -> None:
    """Let nobody be ready any more."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.ready:
            change.chair(seat, ready=False)


# --- Forfeits in the file ----------------------------------------------------------------------------


def forfeits_of(events: Iterable[EventRow]) -> tuple[Forfeit, ...]:
    """Return the hands that were forfeited, as the rows of a table say."""
    lost = sorted((one for one in events if one.kind == "forfeit"), key=attrgetter("n"))
    return tuple(_forfeit(one, json.loads(one.body)) for one in lost)


def _forfeit(event: EventRow, body: dict[str, Any]) -> Forfeit:
    said = tuple(map(read_phrase, body["said"]))
    score, returns = tuple(body["score"]), tuple(body["returns"])
    return Forfeit(body["deal"], event.seat or 0, score, returns, said)


def late_state(table: Standing) -> Any:
    """Return what is shown one deal late: the deal before, as far as this one has come."""
    if table.stage == stages.OVER:
        return table.state
    if not table.shown:
        return table.game.start()
    if table.stage == stages.BETWEEN:
        return table.shown[-1]
    return table.shown[min(len(table.plays), len(table.shown) - 1)]
