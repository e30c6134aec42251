"""What a seat of Texas 42 is asked: its task in a sentence, its calls in groups, its hand in order."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.texas42.face.names import call_named
from suitwise.texas42.moves import CLAIM
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS
from suitwise.texas42.rules.contracts import Contract
from suitwise.texas42.rules.dominoes import (
    DOMINOES,
    HIGH,
    LOW,
    Domino,
    dominoes_of,
    format_dominoes,
)
from suitwise.texas42.rules.suits import (
    CALLED_SUIT,
    FOLLOWS,
    NOTRUMP,
    SEVENS,
    distance,
    rank_in,
)
from suitwise.texas42.rules.words import suit_name
from suitwise.texas42.state import Texas42State


def task(state: Texas42State) -> Phrase:
    """Return what the seat on turn is to do."""
    if state.phase == "call":
        return _to_call(state)
    if state.phase == "declare":
        return _to_declare(state)
    return _to_play(state)


def _to_call(state: Texas42State) -> Phrase:
    if state.standing != PASS:
        bid, seat = call_named(state.standing), Seat(state.bidder)
        return phrase(
            "texas42.ask.outbid", "bid more or pass: {seat} bid {bid}", seat=seat, bid=bid
        )
    if any(move.call == PASS for move in state.moves()):
        return phrase("texas42.ask.bid", "bid or pass: nobody has bid yet")
    return phrase("texas42.ask.forced", "bid: all others have passed, so you must")


def _to_declare(state: Texas42State) -> Phrase:
    bid = call_named(state.standing)
    if state.turn != state.bidder:
        seat = Seat(state.bidder)
        return phrase(
            "texas42.ask.declare-for", "declare for your partner {seat}: {bid}", seat=seat, bid=bid
        )
    return phrase("texas42.ask.declare", "declare: you won the bidding with {bid}", bid=bid)


def _to_play(state: Texas42State) -> Phrase:
    assert state.play is not None
    position = state.play.position
    legal = dominoes_of(position.legal())
    held = format_dominoes(legal, " ")
    if position.declaration == SEVENS:
        return phrase("texas42.ask.nearest", "play the nearest to seven: {held}", held=held)
    if not position.trick:
        return phrase("texas42.ask.lead", "lead any domino")
    suit, declaration = position.suit, position.declaration
    name = suit_name(suit, declaration)
    if FOLLOWS[declaration * 8 + suit] >> legal[0] & 1:
        return phrase("texas42.ask.follow", "follow {suit}: you hold {held}", suit=name, held=held)
    return phrase("texas42.ask.free", "you have no {suit}: play any domino", suit=name)


# --- Calls and declarations in groups -------------------------------------------------------------


def groups(state: Texas42State) -> list[dict[str, Any]]:
    """Return the legal calls, or declarations, in groups; while dominoes are played the claim alone.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42().start().rolled(3, 0)
    >>> [(group["key"], len(group["moves"])) for group in groups(state)]
    [('pass', 1), ('points', 12), ('marks', 2)]
    """
    if state.phase == "call":
        grouped = [(_kind_of_call(move.call), str(move)) for move in state.moves()]
    elif state.phase == "declare":
        grouped = [(_kind_of_declaration(move.declaration), str(move)) for move in state.moves()]
    else:
        grouped = [("claim", str(move)) for move in state.moves() if move == CLAIM]
    moves: dict[str, list[str]] = {}
    for kind, text in grouped:
        moves.setdefault(kind, []).append(text)
    return [{"key": key, "name": _GROUPS[key], "moves": found} for key, found in moves.items()]


_GROUPS = {
    "pass": phrase("texas42.group.pass", "pass"),
    "points": phrase("texas42.group.points", "points"),
    "marks": phrase("texas42.group.marks", "marks"),
    "doubles": phrase("texas42.group.doubles", "plunge and splash"),
    "suits": phrase("texas42.group.suits", "trumps"),
    "special": phrase("texas42.group.special", "special contracts"),
    "claim": phrase("texas42.group.claim", "lay down your hand"),
}


def _kind_of_call(call: int) -> str:
    if call == PASS:
        return "pass"
    if call < FIRST_MARK:
        return "points"
    return "marks" if call < FIRST_PLUNGE else "doubles"


def _kind_of_declaration(declaration: int) -> str:
    return "suits" if declaration <= NOTRUMP else "special"


# --- The hand in order ----------------------------------------------------------------------------


def sorted_hand(hand: int, contract: Contract | None) -> tuple[Domino, ...]:
    """Return a hand as it is held: trumps first, then the suits from the sixes down, doubles first.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, format_dominoes, mask_of
    >>> hand = mask_of(as_dominoes("5-5 5-1 6-5 6-6 6-2 2-2"))
    >>> format_dominoes(sorted_hand(hand, Contract(0, 1, 5)), " ")
    '5-5 6-5 5-1 6-6 6-2 2-2'
    """
    return _sorted(hand, NOTRUMP if contract is None else contract.declaration)


@lru_cache(maxsize=4096)  # hands of all tables: of four only one changes at a time
def _sorted(hand: int, declaration: int) -> tuple[Domino, ...]:
    def place(domino: Domino) -> tuple[int, ...]:
        if declaration == SEVENS:
            return (distance(domino), -domino)
        if FOLLOWS[declaration * 8 + CALLED_SUIT] >> domino & 1:
            return (0, -rank_in(domino, CALLED_SUIT, declaration))
        return (1, -HIGH[domino], HIGH[domino] != LOW[domino], -LOW[domino])

    return tuple(sorted((DOMINOES[one] for one in dominoes_of(hand)), key=place))


def seat_note(state: Texas42State, seat: int) -> Phrase | None:
    """Return a short note on a seat: its call, the contract, that it sits out."""
    contract = state.contract
    if contract is None:
        calls = dict(_calls(state))
        return call_named(calls[seat]) if seat in calls else None
    if contract.out == seat != NOBODY:
        return phrase("texas42.note.out", "sits out")
    if seat == contract.bidder:
        return phrase("texas42.note.bid", "bid {bid}", bid=call_named(contract.call))
    return None


def _calls(state: Texas42State) -> list[tuple[int, int]]:
    return [((state.shaker + 1 + made) % 4, call) for made, call in enumerate(state.calls)]
