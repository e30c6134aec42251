"""Proposals to the other seats (take back, pause, end, swap), and claims of the remaining tricks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import CHANCE, OVER
from suitwise.table.rules.running import state, turns
from suitwise.table.rules.running.state import Proposal, TableState
from suitwise.table.rules.running.transaction import Change
from suitwise.table.rules.running.turns import finish, forfeit

TEXTS = {
    "takeback": phrase("table.proposes-takeback", "take back the last move"),
    "pause": phrase("table.proposes-pause", "pause the game"),
    "end": phrase("table.proposes-end", "end the game"),
}
"""The text of each kind of proposal but of a change of seats, which names with whom."""
PAUSE = phrase("table.paused", "paused until all are ready")
ENDED = phrase("table.ended", "all agreed to end the game")
CLOSED = phrase("table.closed", "whoever runs the server has ended the game")
_KNOWN = phrase("table.known", "no longer possible: something hidden has been shown since")
_ENOUGH = phrase("table.back-enough", "too much was taken back at this table: play on")
MOST_PLIES = 20_000
"""After this many moves, including those taken back, a table allows no more take-backs."""
_NOTHING = phrase("table.nothing-to-take-back", "you have decided nothing yet in this deal")
STAGES = {
    "takeback": (state.PLAYING,),
    "claim": (state.PLAYING,),
    "pause": (state.PLAYING, state.BETWEEN),
    "end": (state.PLAYING, state.BETWEEN),
    "swap": (state.MADE, state.READY),
}
"""The stages in which each kind can be proposed."""
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
    """Make a proposal or a claim; return why it is refused, if it is."""
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
    text = _text_of(what, p)
    proposal = Proposal(number, seat, what, text, p, yes, change.now, until)
    change.put(proposal=proposal, proposals=number + 1)
    change.position_changed()
    change.tell(
        phrase("table.proposes", "{who} proposes: {what}", who=Seat(seat), what=text),
        seat=seat,
    )
    change.add_event("propose", seat, k=number, what=what, p=p)
    _agree_if_all(change)
    return None


def _text_of(what: str, p: dict[str, Any]) -> Phrase:
    """Return the text of a proposal; a change of seats names with whom."""
    if what == "swap":
        return phrase("table.proposes-swap", "change seats with {seat}", seat=Seat(p["with"]))
    return TEXTS[what]


def why_not(table: TableState, seat: int, what: str, p: dict[str, Any]) -> Phrase | None:
    """Return why a seat can't propose something now; None if it can."""
    fault = _why_not_now(table, what) or _why_rejected(table, seat, what)
    if fault is not None:
        return fault
    if what == "takeback":
        return _why_no_takeback(table, (seat,))[seat]
    if what == "swap":
        return _why_no_swap(table, seat, p)
    if what == "claim":
        return _why_no_claim(table, seat, p)
    return None


def why_no_takebacks(table: TableState) -> list[Phrase | None]:
    """Return for each seat why it can't propose a take-back now; None if it can."""
    seats = range(len(table.chairs))
    fault = _why_not_now(table, "takeback")
    if fault is not None:
        return [fault] * len(seats)
    reasons = _why_no_takeback(table, seats)
    return [_why_rejected(table, seat, "takeback") or reasons[seat] for seat in seats]


def _why_not_now(table: TableState, what: str) -> Phrase | None:
    if table.proposal is not None:
        return phrase("table.one-proposal", "another proposal is open: wait until it is answered")
    if table.stage not in STAGES[what]:
        return phrase("table.not-in-stage", "this is proposed {when}, not now", when=WHEN[what])
    return None


def _why_rejected(table: TableState, seat: int, what: str) -> Phrase | None:
    if (seat, what, table.ply) in table.fallen:
        return phrase("table.has-fallen", "this was proposed here already, and not agreed to")
    return None


def _why_no_swap(table: TableState, seat: int, p: dict[str, Any]) -> Phrase | None:
    other = p.get("with")
    if type(other) is int and 0 <= other < len(table.chairs) and other != seat:
        return None
    return phrase("table.swap-with", "name the seat to change with, another than your own")


# --- Answers --------------------------------------------------------------------------------------


def answer(change: Change[Any], seat: int, k: int, yes: bool) -> Phrase | None:
    """Answer a proposal; return why the answer is refused, if it is."""
    proposal = change.table.proposal
    if proposal is None or proposal.k != k:
        return phrase("table.no-proposal", "this proposal is not open any more")
    if not yes:
        reject(change, seat)
        return None
    change.put(proposal=replace(proposal, yes=proposal.yes | {seat}))
    change.add_event("answer", seat, k=k, yes=True)
    _agree_if_all(change)
    return None


def reject(change: Change[Any], seat: int | None) -> None:
    """Close a proposal without agreement.

    ``seat`` is the seat that says no; None if time ran out or the proposer has left.
    """
    proposal = change.table.proposal
    if seat is None:
        text = phrase("table.falls", "not agreed to: {what}", what=proposal.text)
    else:
        text = phrase("table.says-no", "{who} does not agree", who=Seat(seat))
    change.tell(text, seat=seat)
    change.add_event("fall", seat, k=proposal.k)
    fallen = change.table.fallen | {(proposal.by, proposal.what, change.table.ply)}
    change.put(fallen=fallen)
    _close(change)
    turns.advance(change)


def recheck(change: Change[Any]) -> None:
    """After somebody has left, close the open proposal if that decides it.

    All others may agree now, or the proposer may be gone.
    """
    proposal = change.table.proposal
    if proposal is None:
        return
    if not change.table.chairs[proposal.by].is_persons:
        reject(change, None)
    else:
        _agree_if_all(change)


def waits_for(table: TableState) -> frozenset[int]:
    """Return the seats whose answer the open proposal waits for: people for whom no bot decides."""
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
    """Close a proposal; no clock counts the time while it was open."""
    turns.postpone(change, change.now - change.table.proposal.opened)
    change.put(proposal=None)
    change.position_changed()


# --- Accepted proposals ---------------------------------------------------------------------------


def _pause(change: Change[Any], proposal: Proposal) -> None:
    change.add_event("pause", proposal.by)
    turns.pause(change, PAUSE, needs_ready=True)


def _end(change: Change[Any], proposal: Proposal) -> None:
    change.put(why=ENDED)
    change.add_event("end", proposal.by)
    change.tell(ENDED)
    finish(change)


def close(change: Change[Any]) -> None:
    """End the game that goes on, as whoever runs the server wants; do nothing where none does."""
    if change.table.stage not in (state.PLAYING, state.PAUSED, state.BETWEEN):
        return
    change.put(proposal=None, why=CLOSED)
    change.add_event("end", None)
    change.tell(CLOSED)
    finish(change)


def _swap(change: Change[Any], proposal: Proposal) -> None:
    one, other = proposal.by, proposal.p["with"]
    chairs, answers = change.table.chairs, list(change.table.answers)
    answers[one], answers[other] = answers[other], answers[one]
    change.put(answers=tuple(answers))
    change.update_chair(one, **vars(chairs[other]))
    change.update_chair(other, **vars(chairs[one]))
    change.tell(
        phrase("table.swapped", "{one} and {other} changed seats", one=Seat(one), other=Seat(other))
    )


# --- Taking back ----------------------------------------------------------------------------------


def takeback_place(table: TableState, seat: int) -> int | None:
    """Return the place in the deal of a seat's own last decision; None if it has made none."""
    return next((at for at, played in table.own_decisions if played.seat == seat), None)


def _why_no_takeback(table: TableState, seats: Collection[int]) -> dict[int, Phrase | None]:
    """Return for some seats why their last decision can't be taken back; None if it can."""
    if table.ply >= MOST_PLIES:
        return dict.fromkeys(seats, _ENOUGH)
    places = _last_decisions(table, seats)
    reasons: dict[int, Phrase | None] = {
        seat: None if seat in places else _NOTHING for seat in seats
    }
    if places and not table.house.practice:
        since = _after_last_reveal(table, min(places.values()))
        reasons |= {seat: _KNOWN for seat, place in places.items() if place < since}
    return reasons


def _last_decisions(table: TableState, seats: Collection[int]) -> dict[int, int]:
    """Return the place of each seat's own last decision, if it has made one."""
    places: dict[int, int] = {}
    for place, played in table.own_decisions:
        if played.seat in seats:
            places.setdefault(played.seat, place)
            if len(places) == len(seats):
                break
    return places


def _after_last_reveal(table: TableState, first: int) -> int:
    """Return the place after the last move, from ``first`` on, that revealed hidden information.

    The game is asked once about each move; ``table.learnt`` caches its answers.
    """
    states: Sequence[Any] = ()
    for place in range(len(table.plays) - 1, first - 1, -1):
        played, cached = table.plays[place], table.learnt.get(place)
        # The entry may be for another move at this place: one taken back, or one that was never saved.
        if cached is None or cached[0] is not played:
            states = states or table.states[first:]
            before, after = states[place - first], states[place - first + 1]
            reveals = played.seat == CHANCE or table.face.is_new_knowledge(
                before, played.move, after
            )
            cached = table.learnt[place] = played, reveals
        if cached[1]:
            return place + 1
    return first


def _take_back(change: Change[Any], proposal: Proposal) -> None:
    place = takeback_place(change.table, proposal.by)
    assert place is not None, "the proposal was refused if there was nothing to take back"
    moves = [str(played.move) for played in change.table.plays[place:]]
    change.add_event("takeback", proposal.by, keep=place, moves=moves)
    rewind(change, place)
    tell_takeback(change, proposal.by)


def tell_takeback(change: Change[Any], seat: int) -> None:
    """Tell everybody about a take-back, without the decision itself, which may have been hidden."""
    change.tell(
        phrase("table.taken-back", "{who} takes back the last decision", who=Seat(seat)), seat=seat
    )


def rewind(change: Change[Any], place: int) -> None:
    """Return to the position before a move; chance will then draw the same outcomes again."""
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
    change.position_changed()


# --- Claims ---------------------------------------------------------------------------------------


def _why_no_claim(table: TableState, seat: int, p: dict[str, Any]) -> Phrase | None:
    if not table.face.claims:
        return phrase("table.no-claims", "nothing is claimed in this game")
    if seat in table.claimed:
        return phrase("table.claimed", "you have made a false claim in this deal: play on")
    if p:
        return phrase("table.claim-all", "claim all that is left, or play on")
    return None


def _claim(change: Change[Any], seat: int, p: dict[str, Any]) -> Phrase | None:
    """Rule on a claim: play a true one out; tell everybody about a false one."""
    change.may_take_long()
    table = change.table
    ruled = table.face.claim(table.state, seat, p)
    if not ruled.stands and ruled.line is None:  # no refuting line: the claim can't be made at all
        reason: Phrase = ruled.text
        return reason
    change.add_event("claim", seat, p=p, stands=ruled.stands)
    change.tell(ruled.text, seat=seat)
    if ruled.stands:
        _play_out(change, seat)
    else:
        refute(change, seat, ruled.line)
        if table.house.claims == "penalty":
            forfeit(change, seat, table.face.forfeited(table.state, seat))
    return None


def refute(change: Change[Any], seat: int, line: Phrase) -> None:
    """Note a seat's false claim, and the refutation to tell after the deal."""
    table = change.table
    text = phrase("table.refuted", "the claim of {who}: {line}", who=Seat(seat), line=line)
    change.put(claimed=table.claimed | {seat}, refuted=(*table.refuted, (seat, text)))


def _play_out(change: Change[Any], seat: int) -> None:
    """Play the rest of a claimed deal."""
    deal = change.table.deal
    while (table := change.table).deal == deal and table.state.turn not in (CHANCE, OVER):
        turns.play(change, table.face.claimed_move(table.state, seat), "claim")
    turns.advance(change)


AGREED = {"takeback": _take_back, "pause": _pause, "end": _end, "swap": _swap}
"""The function that carries out each kind of accepted proposal."""
