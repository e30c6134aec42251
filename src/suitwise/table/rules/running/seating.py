"""Seats: taken, left and covered; connections and readiness."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.table.rules.house import (
    Chair,
    bot_name,
    digest,
    seat_with,
    why_no_player,
    why_no_token,
)
from suitwise.table.rules.running import proposals, turns
from suitwise.table.rules.running.state import BETWEEN, ENDED, MADE, PAUSED, READY, Standing
from suitwise.table.rules.running.transaction import Change

BEFORE = (MADE, READY)
"""The stages before the game."""


# --- Connections ----------------------------------------------------------------------------------


def connected(change: Change[Any], seat: int) -> None:
    """Note that a socket of a seat has opened; its person decides again."""
    table = change.table
    chair = table.chairs[seat]
    change.chair(seat, sockets=chair.sockets + 1, away_since=None)
    if chair.control == "cover" and chair.token:
        uncover(change, seat)
    if table.stage == PAUSED and not table.needs_ready:
        turns.resume(change)


def disconnected(change: Change[Any], seat: int) -> None:
    """Note that a socket of a seat has closed."""
    left = max(0, change.table.chairs[seat].sockets - 1)
    change.chair(seat, sockets=left, away_since=None if left else change.now)
    if not left:
        go_on_without(change)


def go_on_without(change: Change[Any]) -> None:
    """See what the absence of somebody ends: a wait, or the game for now."""
    if not change.table.here:
        _drop_proposal(change)
    turns.pause_if_empty(change)
    see_ready(change)


def _drop_proposal(change: Change[Any]) -> None:
    if change.table.proposal is not None:
        proposals.fall(change, None)


# --- Readiness ------------------------------------------------------------------------------------


def see_ready(change: Change[Any]) -> None:
    """Go on where all that have to be ready are."""
    table = change.table
    if table.stage == READY and _all_ready(table, table.deciding):
        turns.begin(change)
    elif table.here and _all_ready(table, table.here):
        if table.stage == BETWEEN:
            turns.begin_deal(change)
        elif table.stage == PAUSED and table.needs_ready:
            turns.resume(change)
    elif table.stage == BETWEEN and table.until is None:
        _begin_wait(change)


def _begin_wait(change: Change[Any]) -> None:
    """Let somebody who is ready for the next deal wait for the others so long and no longer.

    Where nobody is ready nobody is kept waiting: everybody may look at the last deal at leisure.
    """
    table = change.table
    if any(table.chairs[seat].ready for seat in table.here):
        change.put(until=change.now + table.pace.ready)


def _all_ready(table: Standing, seats: tuple[int, ...]) -> bool:
    return all(table.chairs[seat].ready for seat in seats)


def see_taken(change: Change[Any]) -> None:
    """Ask whether all are ready where all seats are taken, else wait for people."""
    table = change.table
    if table.stage in BEFORE:
        change.put(stage=MADE if table.open_seats else READY)


# --- Taking and leaving a seat --------------------------------------------------------------------


def sit(change: Change[Any], seat: int | None, name: str, token: str) -> int | Phrase:
    """Take a seat, the first that is open for None; return it, or why that can't be.

    Of whoever has a seat by that token already it is that one: the answer was lost.
    """
    table = change.table
    known = seat_with(table.chairs, digest(token))
    if known is not None:
        if table.chairs[known].left:
            uncover(change, known)
        return known
    fault = why_no_token(token)
    if fault is not None:
        return fault
    chosen = next(iter(table.open_seats), None) if seat is None else seat
    if chosen is None or chosen not in table.open_seats or table.stage == ENDED:
        return phrase("table.no-open-seat", "no such seat is open: take another, or look on")
    change.chair(
        chosen,
        control="human",
        name=_clean(name),
        player="",
        token=digest(token),
        away_since=change.now,
        ready=False,
        auto=False,
    )
    _forget(change, chosen)
    change.event("sit", chosen)
    change.tell(phrase("table.sits", "{who} sits down", who=Seat(chosen)), seat=chosen)
    change.moved()
    see_taken(change)
    return chosen


def _forget(change: Change[Any], seat: int) -> None:
    """Forget what the person before was answered and wanted."""
    answers = list(change.table.answers)
    answers[seat] = ()
    change.put(answers=tuple(answers))
    turns.set_intent(change, seat, None)


def _clean(name: str) -> str:
    return " ".join(name.split())


def rename(change: Change[Any], seat: int, name: str) -> None:
    """Give the person of a seat another name."""
    change.chair(seat, name=_clean(name))


def leave(change: Change[Any], seat: int) -> None:
    """Give up a seat: it is open again, and while the game goes on a bot plays for it.

    In a deal its hand is shown to nobody else: the seat opens when the deal is over, and until then
    whoever has left it may come back.
    """
    table = change.table
    change.event("leave", seat)
    change.tell(
        phrase("table.leaves", "{who} has left", who=table.chairs[seat].name or Seat(seat)),
        seat=seat,
    )
    covered = Chair("cover", player=STRONGEST)
    fresh = Chair() if table.stage in BEFORE else covered
    if table.is_in_deal:
        old = table.chairs[seat]
        is_away = {"name": old.name, "away_since": change.now} if old.token else {}
        fresh = replace(covered, token=old.token, left=True, **is_away)
        turns.set_intent(change, seat, None)
    else:
        _forget(change, seat)
    change.chair(seat, **{name: getattr(fresh, name) for name in fresh.__dataclass_fields__})
    change.moved()
    proposals.settle(change)
    see_taken(change)
    go_on_without(change)


# --- What the host may do -------------------------------------------------------------------------


def free(change: Change[Any], by: int, seat: int) -> Phrase | None:
    """Take a seat from somebody who is away, or before the game; return why that can't be."""
    fault = _why_no_host(change.table, by, seat) or _why_not_away(change, seat)
    if fault is None and change.table.chairs[seat].left:
        fault = phrase("table.opens-later", "this seat opens when the deal is over")
    if fault is None and not change.table.chairs[seat].is_taken:
        fault = phrase("table.is-open", "this seat is open")
    if fault is None:
        leave(change, seat)
    return fault


def cover(change: Change[Any], by: int, seat: int, player: str) -> Phrase | None:
    """Have a bot play for a seat that is open or whose person is away; return why that can't be."""
    table = change.table
    player = player or STRONGEST
    fault = (
        _why_no_host(table, by, seat)
        or _why_not_away(change, seat)
        or why_no_player(table.game, player)
    )
    if fault is None and table.chairs[seat].control == "bot" and table.stage not in BEFORE:
        fault = phrase("table.has-bot", "a bot plays here already")
    if fault is not None:
        return fault
    if table.chairs[seat].token:
        put_cover(change, seat, player)
        see_ready(change)
    else:
        change.chair(seat, control="bot", name=bot_name(seat), player=player, left=False)
        change.moved()
        see_taken(change)
    return None


def _why_no_host(table: Standing, by: int, seat: int) -> Phrase | None:
    if by != table.host:
        return phrase("table.host-only", "only the host of the table can do this")
    if not 0 <= seat < len(table.chairs) or seat == by:
        return phrase("table.other-seat", "name another seat")
    if table.stage not in BEFORE and table.chairs[seat].is_here:
        return phrase("table.is-here", "{who} is here", who=Seat(seat))
    return None


def _why_not_away(change: Change[Any], seat: int) -> Phrase | None:
    """Return why a person who is away in the game has all that is theirs for a while yet."""
    table, at = change.table, frees_at(change.table, seat)
    if at is None or change.now >= at:
        return None
    return phrase(
        "table.in-grace",
        "{who} has {n} seconds to come back: wait for so long",
        who=Seat(seat),
        n=-(-table.pace.grace // 1000),
    )


def frees_at(table: Standing, seat: int) -> int | None:
    """Return from when the host may free the seat of a person who is away, or have a bot play there.

    It is 0 where that is from the start, before the game; None where the person is here or has left.
    """
    chair = table.chairs[seat]
    if chair.away_since is None or not chair.is_persons:
        return None
    return 0 if table.stage in BEFORE else chair.away_since + table.pace.grace


# --- Covering -------------------------------------------------------------------------------------


def put_cover(change: Change[Any], seat: int, player: str) -> None:
    """Have a bot decide for a person who is away."""
    change.chair(seat, control="cover", player=player)
    change.event("cover", seat, player=player)
    change.tell(phrase("table.covers", "{who} is away: a bot plays on", who=Seat(seat)), seat=seat)
    change.put(held=None)
    proposals.settle(change)


def uncover(change: Change[Any], seat: int) -> None:
    """Give a person who is back the decisions again."""
    change.chair(seat, control="human", player="", left=False)
    change.event("back", seat)
    change.tell(phrase("table.back", "{who} is back", who=Seat(seat)), seat=seat)
    change.put(held=None)
