"""The views of a table: for each seat, for spectators, and for spectators one deal late."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import OVER, TURN_TEXT
from suitwise.players.face_values import ended
from suitwise.table.rules.chance import commitment
from suitwise.table.rules.messages import Line
from suitwise.table.rules.running.handlers import has_hints, is_for_ready
from suitwise.table.rules.running.proposals import why_no_takebacks
from suitwise.table.rules.running.proposals import why_not as why_no_proposal
from suitwise.table.rules.running.seating import frees_at
from suitwise.table.rules.running.state import BETWEEN, ENDED, Forfeit, TableState
from suitwise.table.rules.running.timers import clock_ends, covers_at, own_time_ends
from suitwise.table.rules.running.turns import delayed_state

Parts = dict[str, Any]


class Audience(NamedTuple):
    """Everybody who is shown the same view."""

    seat: int | None = None
    kind: Literal["seat", "public", "delayed"] = "public"


class Common(NamedTuple):
    """The parts of a view that all audiences share."""

    table: Parts
    people: list[Parts]
    game: Parts
    takebacks: list[Phrase | None]
    """For each seat why it can't take back; None if it can."""


def parts(table: TableState, audience: Audience, common: Common | None = None) -> Parts:
    """Return the view of an audience.

    Args:
        table: the table.
        audience: the audience.
        common: the shared parts, if computed already.
    """
    common = common_of(table) if common is None else common
    return {
        **_of_game(table, audience, common.game),
        **common.table,
        "people": _seen_by(common.people, audience.seat),
        "can": _can(table, audience.seat, common.takebacks),
    }


def common_of(table: TableState, before: Common | None = None) -> Common:
    """Return the parts of the view that all audiences share.

    Args:
        table: the table.
        before: the shared parts of the previous view. Equal parts are returned as the same objects, so
            that nobody has to compare them again.
    """
    table_parts = {
        "life": _life(table),
        "proposal": _proposal(table),
        "clock": _clock(table),
        "proof": proof(table),
    }
    people = [_person(table, seat) for seat in range(len(table.chairs))]
    after = Common(table_parts, people, _common(table), why_no_takebacks(table))
    if before is None:
        return after
    return Common(
        _same_fields(before.table, after.table),
        _same_items(before.people, after.people),
        _same_fields(before.game, after.game),
        after.takebacks,
    )


def _common(table: TableState) -> Parts:
    """Return the game's parts that all audiences share, between deals with the end of the last one."""
    common = table.face.common(table.state)
    if table.stage != BETWEEN or table.last_made is None:
        return common
    return table.face.concluded(*table.last_made, table.state, common)


def _same_fields(before: Parts, after: Parts) -> Parts:
    return {name: _same(before.get(name), part) for name, part in after.items()}


def _same_items(before: list[Any], after: list[Any]) -> list[Any]:
    if len(before) != len(after):
        return after
    return [old if old == new else new for old, new in zip(before, after, strict=True)]


def _same(before: Any, after: Any) -> Any:
    """Return ``before`` if the two are equal; of a list of the same length, do so for each item."""
    if before == after:
        return before
    if isinstance(before, list) and isinstance(after, list):
        return _same_items(before, after)
    return after


# --- The game's parts -----------------------------------------------------------------------------


def _of_game(table: TableState, audience: Audience, common: Parts) -> Parts:
    """Return the game's parts of the view, with bids intended, forfeits and refutations of the table."""
    if audience.kind != "delayed":
        shown = table.face.parts(table.state, audience.seat, common)
        seat = audience.seat
        if shown.get("bar") is not None and seat is not None:
            shown["bar"] = {**shown["bar"], "intent": table.intents[seat]}
        forfeit = table.forfeited
        if forfeit is not None:
            text, *others = forfeit.said
            verdict = table.face.verdict_of_forfeit(table.state, forfeit.score, seat)
            shown["over"] = {
                **ended(text, others, is_match=table.stage == ENDED),
                "headline": verdict._asdict(),
            }
            shown |= _lost_match(shown, forfeit) if table.stage == ENDED else {}
        if shown.get("over") is not None and table.refuted:
            refuted = [text for _, text in table.refuted]
            shown["over"] = {**shown["over"], "lines": [*shown["over"]["lines"], *refuted]}
        return shown
    return _all_hands(table, delayed_state(table))


def _lost_match(shown: Parts, forfeit: Forfeit) -> Parts:
    """Return the changed parts of the last position when a forfeit has ended the whole game."""
    head = shown["head"]
    scores = [sum(pair) for pair in zip(head["scores"], forfeit.score, strict=True)]
    return {"head": {**head, "scores": scores, "turn": TURN_TEXT[OVER]}, "ask": None}


def _all_hands(table: TableState, state: Any) -> Parts:
    """Return the public view of a state, plus all hands."""
    shown = _common(table) if state is table.state else table.face.parts(state, None)
    seats = [
        {**one, "held": table.face.parts(state, at)["hand"]["held"]}
        for at, one in enumerate(shown["seats"])
    ]
    return {**shown, "seats": seats}


# --- The table's parts ----------------------------------------------------------------------------


def _person(table: TableState, seat: int) -> Parts:
    chair = table.chairs[seat]
    return {
        "seat": seat,
        "name": chair.shown_name,
        "control": chair.control,
        "player": chair.player,
        "here": chair.is_here or chair.control == "bot",
        "ready": chair.ready,
        "auto": chair.auto,
        "covers_at": covers_at(table, seat) if not table.is_rhythmic else None,
        "frees_at": frees_at(table, seat),
        "you": False,
    }


def _seen_by(people: list[Parts], seat: int | None) -> list[Parts]:
    if seat is None:
        return people
    return [*people[:seat], {**people[seat], "you": True}, *people[seat + 1 :]]


def _life(table: TableState) -> Parts:
    return {
        "stage": table.stage,
        "deal": table.deal + 1,
        "reason": table.why,
        "until": _until(table),
        "needs_ready": is_for_ready(table),
    }


def _until(table: TableState) -> int | None:
    """Return when a wait ends: the one for the next deal, or the one for the last bids."""
    if table.stage == BETWEEN:
        return table.until
    return table.tick_at if table.is_rhythmic and table.face.is_last_bids(table.state) else None


def _proposal(table: TableState) -> Parts | None:
    proposal = table.proposal
    if proposal is None:
        return None
    return {
        "k": proposal.k,
        "by": proposal.by,
        "what": proposal.what,
        "text": proposal.text,
        "yes": sorted(proposal.yes),
        "no": [],
        "until": proposal.until,
    }


def _can(table: TableState, seat: int | None, takebacks: list[Phrase | None]) -> Parts:
    is_seated = seat is not None
    no_takeback = None if seat is None else takebacks[seat]
    return {
        "hint": is_seated and has_hints(table) and table.turn == seat,
        "takeback": is_seated and no_takeback is None,
        "no_takeback": no_takeback,
        "claim": seat is not None and _may_claim(table, seat),
        "chat": table.house.chat,
        "pause": seat is not None and why_no_proposal(table, seat, "pause", {}) is None,
        "sit": [] if is_seated else list(table.open_seats),
    }


def _may_claim(table: TableState, seat: int) -> bool:
    is_open = why_no_proposal(table, seat, "claim", {}) is None
    return is_open and table.face.may_claim(table.state, seat)


def _clock(table: TableState) -> Parts | None:
    ends = clock_ends(table)
    if ends is None:
        return None
    clock = {"seat": table.turn, "left_ms": max(0, ends - table.at), "until": ends}
    return {**clock, "own_until": own_time_ends(table)} if table.pace.bank else clock


def proof(table: TableState) -> Parts:
    """Return the hash of this deal's key, and the keys of the finished deals."""
    opened = [_opened(one.deal, one.key) for one in table.past]
    return {"commit": commitment(table.key), "opened": opened}


@lru_cache(maxsize=1 << 12)  # part of every view, and constant
def _opened(deal: int, key: bytes) -> Parts:
    return {"deal": deal, "key": key.hex()}


# --- Lines ----------------------------------------------------------------------------------------

GAP = phrase("table.gap", "earlier lines are left out")
"""The line told first if the client's last line is not remembered any more."""


def lines(table: TableState, audience: Audience, since: int) -> list[Line]:
    """Return the lines told to an audience after the line with number ``since``.

    If some of them are not remembered any more, or there is no such line, all remembered lines are
    returned after a line that says so.
    """
    last = told_to(table, audience)
    if since == last:
        return []
    new_lines: list[Line] = []
    for line in _backwards(table, audience, last):
        if line.n <= since:
            break
        new_lines.append(line)
        if line.n == since + 1:
            return new_lines[::-1]
    remembered = list(_backwards(table, audience, last))[::-1]
    first = remembered[0].n if remembered else last + 1
    return [Line(first - 1, GAP, None), *remembered]


def told_to(table: TableState, audience: Audience) -> int:
    """Return the number of lines told to an audience."""
    if audience.kind == "delayed":
        return table.before_deal
    return table.counts[-1 if audience.seat is None else audience.seat]


def _backwards(table: TableState, audience: Audience, last: int) -> Iterator[Line]:
    """Yield the remembered lines of an audience up to a number, latest first."""
    place = -1 if audience.seat is None else audience.seat
    for entry in reversed(table.story):
        number = entry.numbers[place]
        if number is not None and number <= last:
            yield Line(number, entry.text, entry.seat)
