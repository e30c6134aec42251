"""Seats: connections, readiness, taking and leaving a seat, and covering for absent people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.table.rules import house
from suitwise.table.rules.running import proposals, turns
from suitwise.table.rules.running.state import BETWEEN, ENDED, MADE, PAUSED, READY, TableState
from suitwise.table.rules.running.transaction import Change

HOST_ONLY = phrase("table.host-only", "only the host of the table can do this")
BEFORE = (MADE, READY)
"""The stages before the game."""


# --- Connections ----------------------------------------------------------------------------------


def connected(change: Change[Any], seat: int) -> None:
    """Note that a socket of a seat has opened; its person decides again."""
    table = change.table
    chair = table.chairs[seat]
    change.update_chair(seat, sockets=chair.sockets + 1, away_since=None)
    if chair.control == "cover" and chair.token:
        uncover(change, seat)
    if table.stage == PAUSED and not table.needs_ready:
        turns.resume(change)


def disconnected(change: Change[Any], seat: int) -> None:
    """Note that a socket of a seat has closed."""
    sockets = max(0, change.table.chairs[seat].sockets - 1)
    change.update_chair(seat, sockets=sockets, away_since=None if sockets else change.now)
    if not sockets:
        after_departure(change)


def after_departure(change: Change[Any]) -> None:
    """Adjust the table to a person's absence: close proposals, pause, or stop waiting."""
    if not change.table.here:
        _drop_proposal(change)
    turns.pause_if_empty(change)
    check_ready(change)


def _drop_proposal(change: Change[Any]) -> None:
    if change.table.proposal is not None:
        proposals.reject(change, None)


# --- Readiness ------------------------------------------------------------------------------------


def check_ready(change: Change[Any]) -> None:
    """Continue if everybody who has to be ready is."""
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
    """Set how long somebody who is ready for the next deal waits for the others.

    While nobody is ready there is no limit: people may look at the last deal as long as they like.
    """
    table = change.table
    if any(table.chairs[seat].ready for seat in table.here):
        change.put(until=change.now + table.pace.ready)


def _all_ready(table: TableState, seats: tuple[int, ...]) -> bool:
    return all(table.chairs[seat].ready for seat in seats)


def check_seats_taken(change: Change[Any]) -> None:
    """Before the game: wait for people while seats are open, otherwise ask whether all are ready."""
    table = change.table
    if table.stage in BEFORE:
        change.put(stage=MADE if table.open_seats else READY)


# --- Taking and leaving a seat --------------------------------------------------------------------


def sit(change: Change[Any], seat: int | None, name: str, token: str) -> int | Phrase:
    """Take a seat, for None the first open one; return it, or a phrase with the reason for a refusal.

    If the token already has a seat, that is returned: the earlier reply was lost.
    """
    table = change.table
    own_seat = house.seat_with(table.chairs, house.digest(token))
    if own_seat is not None:
        if table.chairs[own_seat].left:
            uncover(change, own_seat)
        return own_seat
    fault = house.why_no_token(token)
    if fault is not None:
        return fault
    chosen = next(iter(table.open_seats), None) if seat is None else seat
    if chosen is None or chosen not in table.open_seats or table.stage == ENDED:
        return phrase("table.no-open-seat", "no such seat is open: take another, or look on")
    change.update_chair(
        chosen,
        control="human",
        name=_clean(name),
        player="",
        token=house.digest(token),
        away_since=change.now,
        ready=False,
        auto=False,
    )
    _forget(change, chosen)
    change.add_event("sit", chosen)
    change.tell(phrase("table.sits", "{who} sits down", who=Seat(chosen)), seat=chosen)
    change.position_changed()
    check_seats_taken(change)
    return chosen


def _forget(change: Change[Any], seat: int) -> None:
    """Forget the answers and the intended bid of the seat's previous person."""
    answers = list(change.table.answers)
    answers[seat] = ()
    change.put(answers=tuple(answers))
    turns.set_intent(change, seat, None)


def _clean(name: str) -> str:
    return " ".join(name.split())


def rename(change: Change[Any], seat: int, name: str) -> None:
    """Change the name of a seat's person."""
    change.update_chair(seat, name=_clean(name))


def leave(change: Change[Any], seat: int) -> None:
    """Give up a seat; during the game a bot plays for it.

    During a deal nobody else may see the seat's hand: the seat opens after the deal, and until then
    whoever has left may come back.
    """
    table = change.table
    change.add_event("leave", seat)
    change.tell(
        phrase("table.leaves", "{who} has left", who=table.chairs[seat].name or Seat(seat)),
        seat=seat,
    )
    cover_chair = house.Chair("cover", player=STRONGEST)
    new_chair = house.Chair() if table.stage in BEFORE else cover_chair
    if table.is_in_deal:
        old = table.chairs[seat]
        is_away = {"name": old.name, "away_since": change.now} if old.token else {}
        new_chair = replace(cover_chair, token=old.token, left=True, **is_away)
        turns.set_intent(change, seat, None)
    else:
        _forget(change, seat)
    change.update_chair(seat, **vars(new_chair))
    change.position_changed()
    proposals.recheck(change)
    check_seats_taken(change)
    after_departure(change)


# --- The host's commands --------------------------------------------------------------------------


def free(change: Change[Any], by: int, seat: int) -> Phrase | None:
    """Free the seat of a person who is away, or of anybody before the game; return why it is refused."""
    fault = _why_no_host(change.table, by, seat) or _why_not_away(change, seat)
    if fault is None and change.table.chairs[seat].left:
        fault = phrase("table.opens-later", "this seat opens when the deal is over")
    if fault is None and not change.table.chairs[seat].is_taken:
        fault = phrase("table.is-open", "this seat is open")
    if fault is None:
        leave(change, seat)
    return fault


def cover(change: Change[Any], by: int, seat: int, player: str) -> Phrase | None:
    """Put a bot on a seat that is open or whose person is away; return why it is refused."""
    table = change.table
    player = player or STRONGEST
    fault = (
        _why_no_host(table, by, seat)
        or _why_not_away(change, seat)
        or house.why_no_player(table.game, player)
    )
    if fault is None and table.chairs[seat].control == "bot" and table.stage not in BEFORE:
        fault = phrase("table.has-bot", "a bot plays here already")
    if fault is not None:
        return fault
    if table.chairs[seat].token:
        put_cover(change, seat, player)
        check_ready(change)
    else:
        change.update_chair(
            seat, control="bot", name=str(house.bot_name(seat)), player=player, left=False
        )
        change.position_changed()
        check_seats_taken(change)
    return None


def _why_no_host(table: TableState, by: int, seat: int) -> Phrase | None:
    if by != table.host:
        return HOST_ONLY
    if not 0 <= seat < len(table.chairs) or seat == by:
        return phrase("table.other-seat", "name another seat")
    if table.stage not in BEFORE and table.chairs[seat].is_here:
        return phrase("table.is-here", "{who} is here", who=Seat(seat))
    return None


def _why_not_away(change: Change[Any], seat: int) -> Phrase | None:
    """Return why the seat of an absent person is still protected; None if it is not."""
    table, at = change.table, frees_at(change.table, seat)
    if at is None or change.now >= at:
        return None
    return phrase(
        "table.in-grace",
        "{who} has {n} seconds to come back: wait for so long",
        who=Seat(seat),
        n=-(-table.pace.grace // 1000),
    )


def frees_at(table: TableState, seat: int) -> int | None:
    """Return when the host may free the seat of an absent person, or put a bot on it.

    It is 0 before the game: at any time. It is None if the person is here or has left.
    """
    chair = table.chairs[seat]
    if chair.away_since is None or not chair.is_persons:
        return None
    return 0 if table.stage in BEFORE else chair.away_since + table.pace.grace


# --- Covering -------------------------------------------------------------------------------------


def put_cover(change: Change[Any], seat: int, player: str) -> None:
    """Let a bot decide for a person who is away."""
    change.update_chair(seat, control="cover", player=player)
    change.add_event("cover", seat, player=player)
    change.tell(phrase("table.covers", "{who} is away: a bot plays on", who=Seat(seat)), seat=seat)
    change.put(held=None)
    proposals.recheck(change)


def uncover(change: Change[Any], seat: int) -> None:
    """Let a person who is back decide again."""
    change.update_chair(seat, control="human", player="", left=False)
    change.add_event("back", seat)
    change.tell(phrase("table.back", "{who} is back", who=Seat(seat)), seat=seat)
    change.put(held=None)
