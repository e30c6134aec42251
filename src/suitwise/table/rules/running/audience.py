"""Views of a table: of a seat, of spectators, of spectators one deal late."""

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
from suitwise.table.rules.running.state import BETWEEN, ENDED, Forfeit, Standing
from suitwise.table.rules.running.timers import clock_ends, covers_at, own_time_ends
from suitwise.table.rules.running.turns import late_state

Parts = dict[str, Any]


class Audience(NamedTuple):
    """Somebody who is shown a table."""

    seat: int | None = None
    kind: Literal["seat", "public", "delayed"] = "public"


class Common(NamedTuple):
    """The parts of a view that all audiences share."""

    table: Parts
    people: list[Parts]
    game: Parts
    takebacks: list[Phrase | None]
    """For each seat why it can take nothing back, None where it can."""


def parts(table: Standing, audience: Audience, common: Common | None = None) -> Parts:
    """Return all that is shown to somebody.

    Args:
        table: the table.
        audience: who is shown it.
        common: what all are shown of it, where that is known already.
    """
    known = common_of(table) if common is None else common
    return {
        **_of_game(table, audience, known.game),
        **known.table,
        "people": _seen_by(known.people, audience.seat),
        "can": _can(table, audience.seat, known.takebacks),
    }


def common_of(table: Standing, before: Common | None = None) -> Common:
    """Return what all are shown of a table.

    Args:
        table: the table.
        before: what they were shown before; what is like it stays the same object, so that nobody
            has to compare the two again.
    """
    shown = {
        "life": _life(table),
        "proposal": _proposal(table),
        "clock": _clock(table),
        "proof": proof(table),
    }
    people = [_person(table, seat) for seat in range(len(table.chairs))]
    found = Common(shown, people, table.face.common(table.state), why_no_takebacks(table))
    return found if before is None else _as_before(before, found)


def _as_before(before: Common, after: Common) -> Common:
    return Common(
        _same_fields(before.table, after.table),
        _same_items(before.people, after.people),
        _same_fields(before.game, after.game),
        after.takebacks,
    )


def _same_fields(before: Parts, after: Parts) -> Parts:
    return {name: _same(before.get(name), part) for name, part in after.items()}


def _same_items(before: list[Any], after: list[Any]) -> list[Any]:
    if len(before) != len(after):
        return after
    return [old if old == new else new for old, new in zip(before, after, strict=True)]


def _same(before: Any, after: Any) -> Any:
    """Return a part, or of a list the items, as the object before where it is like that."""
    if before == after:
        return before
    if isinstance(before, list) and isinstance(after, list):
        return _same_items(before, after)
    return after


# --- The game's parts -----------------------------------------------------------------------------


def _of_game(table: Standing, audience: Audience, common: Parts) -> Parts:
    if audience.kind != "delayed":
        shown = table.face.parts(table.state, audience.seat, common)
        seat = audience.seat
        if shown.get("bar") is not None and seat is not None:
            shown["bar"] = {**shown["bar"], "intent": table.intents[seat]}
        lost = table.forfeited
        if lost is not None:
            text, *others = lost.said
            shown["over"] = ended(text, others, is_match=table.stage == ENDED)
            shown |= _lost_match(shown, lost) if table.stage == ENDED else {}
        if shown.get("over") is not None and table.refuted:
            refuted = [text for _, text in table.refuted]
            shown["over"] = {**shown["over"], "lines": [*shown["over"]["lines"], *refuted]}
        return shown
    return _all_hands(table, late_state(table))


def _lost_match(shown: Parts, lost: Forfeit) -> Parts:
    """Return what a forfeit makes of a game's last position, in which a seat was on turn."""
    head = shown["head"]
    scores = [sum(pair) for pair in zip(head["scores"], lost.score, strict=True)]
    return {"head": {**head, "scores": scores, "turn": TURN_TEXT[OVER]}, "ask": None}


def _all_hands(table: Standing, state: Any) -> Parts:
    """Return what everybody sees, and all hands."""
    shown = table.face.parts(state, None)
    seats = [
        {**one, "held": table.face.parts(state, at)["hand"]["held"]}
        for at, one in enumerate(shown["seats"])
    ]
    return {**shown, "seats": seats}


# --- The table's parts ----------------------------------------------------------------------------


def _person(table: Standing, seat: int) -> Parts:
    chair = table.chairs[seat]
    return {
        "seat": seat,
        "name": chair.name,
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


def _life(table: Standing) -> Parts:
    return {
        "stage": table.stage,
        "deal": table.deal + 1,
        "reason": table.why,
        "until": _until(table),
        "needs_ready": is_for_ready(table),
    }


def _until(table: Standing) -> int | None:
    """Return until when the table waits for all: for the next deal, or for the last bids."""
    if table.stage == BETWEEN:
        return table.until
    return table.tick_at if table.is_rhythmic and table.face.is_last_bids(table.state) else None


def _proposal(table: Standing) -> Parts | None:
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


def _can(table: Standing, seat: int | None, takebacks: list[Phrase | None]) -> Parts:
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


def _may_claim(table: Standing, seat: int) -> bool:
    is_open = why_no_proposal(table, seat, "claim", {}) is None
    return is_open and table.face.may_claim(table.state, seat)


def _clock(table: Standing) -> Parts | None:
    ends = clock_ends(table)
    if ends is None:
        return None
    clock = {"seat": table.turn, "left_ms": max(0, ends - table.at), "until": ends}
    return {**clock, "own_until": own_time_ends(table)} if table.pace.bank else clock


def proof(table: Standing) -> Parts:
    """Return the hash of this deal's key, and the keys of the deals that are over."""
    opened = [_opened(one.deal, one.key) for one in table.past]
    return {"commit": commitment(table.key), "opened": opened}


@lru_cache(maxsize=1 << 12)  # they are shown with every change, and never change again
def _opened(deal: int, key: bytes) -> Parts:
    return {"deal": deal, "key": key.hex()}


# --- The story ------------------------------------------------------------------------------------

GAP = phrase("table.gap", "earlier lines are left out")
"""Told first where a client's last line is not known any more."""


def lines(table: Standing, audience: Audience, since: int) -> list[Line]:
    """Return the lines told to somebody after the one of a number.

    Where not all of them are kept, or there is no such line, the first says that there is a gap, and
    all that are kept follow.
    """
    last = told_to(table, audience)
    if since == last:
        return []
    fresh: list[Line] = []
    for line in _backwards(table, audience, last):
        if line.n <= since:
            break
        fresh.append(line)
        if line.n == since + 1:
            return fresh[::-1]
    kept = list(_backwards(table, audience, last))[::-1]
    first = kept[0].n if kept else last + 1
    return [Line(first - 1, GAP, None), *kept]


def told_to(table: Standing, audience: Audience) -> int:
    """Return how many lines somebody has been told."""
    if audience.kind == "delayed":
        return table.before_deal
    return table.counts[-1 if audience.seat is None else audience.seat]


def _backwards(table: Standing, audience: Audience, last: int) -> Iterator[Line]:
    """Yield the lines that somebody was told up to a number and that are kept, the last first."""
    place = -1 if audience.seat is None else audience.seat
    for entry in reversed(table.story):
        number = entry.numbers[place]
        if number is not None and number <= last:
            yield Line(number, entry.text, entry.seat)
