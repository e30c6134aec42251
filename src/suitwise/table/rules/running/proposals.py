"""What a seat proposes to the others: to take back, to pause, to end, to change seats; and claims."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import CHANCE, OVER
from suitwise.table.rules.running import turns
from suitwise.table.rules.running.state import BETWEEN, MADE, PLAYING, READY, Proposal, Standing
from suitwise.table.rules.running.transaction import Change
from suitwise.table.rules.running.turns import finish, forfeit

TEXTS = {
    "takeback": phrase("table.proposes-takeback", "take back the last move"),
    "pause": phrase("table.proposes-pause", "pause the game"),
    "end": phrase("table.proposes-end", "end the game"),
    "swap": phrase("table.proposes-swap", "change seats"),
}
"""What is proposed."""
PAUSE = phrase("table.paused", "paused until all are ready")
ENDED = phrase("table.ended", "all agreed to end the game")
_KNOWN = phrase("table.known", "something hidden has been shown since: it stands")
_ENOUGH = phrase("table.back-enough", "too much was taken back at this table: play on")
MOST_PLIES = 20_000
"""After so many moves, those that were taken back among them, no more is taken back at a table."""
_NOTHING = phrase("table.nothing-to-take-back", "you have decided nothing yet in this deal")
STAGES = {
    "takeback": (PLAYING,),
    "claim": (PLAYING,),
    "pause": (PLAYING, BETWEEN),
    "end": (PLAYING, BETWEEN),
    "swap": (MADE, READY),
}
"""When it can be proposed."""
_IN_DEAL = phrase("table.in-deal", "while a deal is played")
_IN_GAME = phrase("table.in-game", "while the game goes on")
WHEN = {
    "takeback": _IN_DEAL,
    "claim": _IN_DEAL,
    "pause": _IN_GAME,
    "end": _IN_GAME,
    "swap": phrase("table.before-game", "before the game"),
}
"""The same in words."""


# --- Proposing ------------------------------------------------------------------------------------


def propose(change: Change[Any], seat: int, what: str, p: dict[str, Any]) -> Phrase | None:
    """Make a proposal, or a claim; return why it can't be made."""
    fault = why_not(change.table, seat, what, p)
    if fault is not None:
        return fault
    if what == "claim":
        return _claim(change, seat, p)
    table = change.table
    until = change.now + table.pace.proposal if table.pace.proposal else None
    number = table.proposals
    yes = frozenset({seat})
    p = {"with": p["with"]} if what == "swap" else {}
    proposal = Proposal(number, seat, what, TEXTS[what], p, yes, change.now, until)
    change.put(proposal=proposal, proposals=number + 1)
    change.moved()
    change.tell(
        phrase("table.proposes", "{who} proposes: {what}", who=Seat(seat), what=TEXTS[what]),
        seat=seat,
    )
    change.event("propose", seat, k=number, what=what, p=p)
    _agree_if_all(change)
    return None


def why_not(table: Standing, seat: int, what: str, p: dict[str, Any]) -> Phrase | None:
    """Return why a seat can't propose something now, None if it can."""
    fault = _why_not_now(table, what) or _why_fallen(table, seat, what)
    if fault is not None:
        return fault
    if what == "takeback":
        return _takebacks(table, (seat,))[seat]
    if what == "swap":
        return _why_no_swap(table, seat, p)
    if what == "claim":
        return _why_no_claim(table, seat, p)
    return None


def why_no_takebacks(table: Standing) -> list[Phrase | None]:
    """Return for each seat why it can't propose to take back now, None where it can."""
    seats = range(len(table.chairs))
    fault = _why_not_now(table, "takeback")
    if fault is not None:
        return [fault] * len(seats)
    found = _takebacks(table, seats)
    return [_why_fallen(table, seat, "takeback") or found[seat] for seat in seats]


def _why_not_now(table: Standing, what: str) -> Phrase | None:
    if table.proposal is not None:
        return phrase("table.one-proposal", "another proposal is open: answer it first")
    if table.stage not in STAGES[what]:
        return phrase("table.not-in-stage", "this is proposed {when}, not now", when=WHEN[what])
    return None


def _why_fallen(table: Standing, seat: int, what: str) -> Phrase | None:
    if (seat, what, table.ply) in table.fallen:
        return phrase("table.has-fallen", "this was proposed here already, and not agreed to")
    return None


def _why_no_swap(table: Standing, seat: int, p: dict[str, Any]) -> Phrase | None:
    other = p.get("with")
    if type(other) is int and 0 <= other < len(table.chairs) and other != seat:
        return None
    return phrase("table.swap-with", "name the seat to change with, another than your own")


# --- Answers --------------------------------------------------------------------------------------


def answer(change: Change[Any], seat: int, k: int, yes: bool) -> Phrase | None:
    """Answer a proposal; return why that can't be done."""
    proposal = change.table.proposal
    if proposal is None or proposal.k != k:
        return phrase("table.no-proposal", "this proposal is not open any more")
    if not yes:
        fall(change, seat)
        return None
    change.put(proposal=replace(proposal, yes=proposal.yes | {seat}))
    change.event("answer", seat, k=k, yes=True)
    _agree_if_all(change)
    return None


def fall(change: Change[Any], seat: int | None) -> None:
    """Let a proposal fall: a seat says no, for None nobody answered in time, or its maker has left."""
    proposal = change.table.proposal
    if seat is None:
        text = phrase("table.falls", "not agreed to: {what}", what=proposal.text)
    else:
        text = phrase("table.says-no", "{who} does not agree", who=Seat(seat))
    change.tell(text, seat=seat)
    change.event("fall", seat, k=proposal.k)
    fallen = change.table.fallen | {(proposal.by, proposal.what, change.table.ply)}
    change.put(fallen=fallen)
    _close(change)
    turns.advance(change)


def settle(change: Change[Any]) -> None:
    """See whether those who are left agree to the open proposal, or its maker has left."""
    proposal = change.table.proposal
    if proposal is None:
        return
    if not change.table.chairs[proposal.by].is_persons:
        fall(change, None)
    else:
        _agree_if_all(change)


def waits_for(table: Standing) -> frozenset[int]:
    """Return the seats whose answer an open proposal waits for: people for whom no bot decides."""
    proposal = table.proposal
    if proposal is None:
        return frozenset()
    return frozenset(table.deciding) - proposal.yes


def _agree_if_all(change: Change[Any]) -> None:
    proposal = change.table.proposal
    if proposal is None or waits_for(change.table):
        return
    _close(change)
    AGREED[proposal.what](change, proposal)
    turns.advance(change)


def _close(change: Change[Any]) -> None:
    """Close a proposal; the time in which it was open counts for nobody."""
    turns.shift(change, change.now - change.table.proposal.opened)
    change.put(proposal=None)
    change.moved()


# --- What was agreed to ---------------------------------------------------------------------------


def _pause(change: Change[Any], proposal: Proposal) -> None:
    change.event("pause", proposal.by)
    turns.pause(change, PAUSE, needs_ready=True)


def _end(change: Change[Any], proposal: Proposal) -> None:
    change.put(why=ENDED)
    change.event("end", proposal.by)
    change.tell(ENDED)
    finish(change)


def _swap(change: Change[Any], proposal: Proposal) -> None:
    one, other = proposal.by, proposal.p["with"]
    chairs, answers = change.table.chairs, list(change.table.answers)
    answers[one], answers[other] = answers[other], answers[one]
    change.put(answers=tuple(answers))
    for at, chair in ((one, chairs[other]), (other, chairs[one])):
        change.chair(at, **{name: getattr(chair, name) for name in chair.__dataclass_fields__})
    change.tell(
        phrase("table.swapped", "{one} and {other} changed seats", one=Seat(one), other=Seat(other))
    )


# --- Taking back ----------------------------------------------------------------------------------


def takeback_place(table: Standing, seat: int) -> int | None:
    """Return the place in the deal of a seat's own last decision, None where it has made none."""
    return next((at for at, played in table.own_decisions if played.seat == seat), None)


def _takebacks(table: Standing, seats: Collection[int]) -> dict[int, Phrase | None]:
    """Return for each of some seats why its last decision stands, None where it can be taken back."""
    if table.ply >= MOST_PLIES:
        return dict.fromkeys(seats, _ENOUGH)
    places = _last_decisions(table, seats)
    found: dict[int, Phrase | None] = {seat: None if seat in places else _NOTHING for seat in seats}
    if places and not table.house.practice:
        since = _known_since(table, min(places.values()))
        found |= {seat: _KNOWN for seat, place in places.items() if place < since}
    return found


def _last_decisions(table: Standing, seats: Collection[int]) -> dict[int, int]:
    """Return the places of the seats' own last decisions, of those that have made one."""
    places: dict[int, int] = {}
    for place, played in table.own_decisions:
        if played.seat in seats:
            places.setdefault(played.seat, place)
            if len(places) == len(seats):
                break
    return places


def _known_since(table: Standing, first: int) -> int:
    """Return the place after the last move, of those from a place on, that has shown something.

    The game is asked once about each move.
    """
    states: Sequence[Any] = ()
    for place in range(len(table.plays) - 1, first - 1, -1):
        played, known = table.plays[place], table.learnt.get(place)
        # Another move may have stood in its place: taken back since, or of a change that was not kept.
        if known is None or known[0] is not played:
            states = states or table.states[first:]
            before, after = states[place - first], states[place - first + 1]
            shows = played.seat == CHANCE or table.face.is_new_knowledge(before, played.move, after)
            known = table.learnt[place] = played, shows
        if known[1]:
            return place + 1
    return first


def _take_back(change: Change[Any], proposal: Proposal) -> None:
    place = takeback_place(change.table, proposal.by)
    assert place is not None, "what can be taken back was looked at when it was proposed"
    moves = [str(played.move) for played in change.table.plays[place:]]
    change.event("takeback", proposal.by, keep=place, moves=moves)
    cut(change, place)
    tell_takeback(change, proposal.by)


def tell_takeback(change: Change[Any], seat: int) -> None:
    """Tell all that a seat takes back its decision, which may have been a hidden one."""
    change.tell(
        phrase("table.taken-back", "{who} takes back the last decision", who=Seat(seat)), seat=seat
    )


def cut(change: Change[Any], place: int) -> None:
    """Go back in the deal to before a move; chance goes back as far, and draws the same again."""
    table = change.table
    change.put(
        states=table.states[: place + 1],
        place=table.plays[place].place,
        plays=table.plays[:place],
        intents=(None,) * len(table.chairs),
        tick_at=None,
        since=change.now,
        earliest=change.now + table.pace.bot,
        is_late=False,
    )
    change.moved()


# --- Claims ---------------------------------------------------------------------------------------


def _why_no_claim(table: Standing, seat: int, p: dict[str, Any]) -> Phrase | None:
    if not table.face.claims:
        return phrase("table.no-claims", "nothing is claimed in this game")
    if seat in table.claimed:
        return phrase("table.claimed", "you have made a false claim in this deal: play on")
    if p:
        return phrase("table.claim-all", "claim all that is left, or play on")
    return None


def _claim(change: Change[Any], seat: int, p: dict[str, Any]) -> Phrase | None:
    """Rule on a claim; one that stands is played out, one that does not is told to all."""
    change.may_take_long()
    table = change.table
    ruled = table.face.claim(table.state, seat, p)
    if not ruled.stands and ruled.line is None:  # nothing refutes it: it can't be made at all
        no: Phrase = ruled.text
        return no
    change.event("claim", seat, p=p, stands=ruled.stands)
    change.tell(ruled.text, seat=seat)
    if ruled.stands:
        _play_out(change, seat)
    else:
        refute(change, seat, ruled.line)
        if table.house.claims == "penalty":
            forfeit(change, seat, table.face.forfeited(table.state, seat))
    return None


def refute(change: Change[Any], seat: int, line: Phrase) -> None:
    """Note that a seat has made a false claim, and what is told of it when the deal is over."""
    table = change.table
    text = phrase("table.refuted", "the claim of {who}: {line}", who=Seat(seat), line=line)
    change.put(claimed=table.claimed | {seat}, refuted=(*table.refuted, (seat, text)))


def _play_out(change: Change[Any], seat: int) -> None:
    """Play the rest of a deal that was claimed."""
    deal = change.table.deal
    while (table := change.table).deal == deal and table.state.turn not in (CHANCE, OVER):
        turns.play(change, table.face.claimed_move(table.state, seat), "claim")
    turns.advance(change)


AGREED = {"takeback": _take_back, "pause": _pause, "end": _end, "swap": _swap}
"""What is done when all agree."""
