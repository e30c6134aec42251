"""Conversion between match records of Texas 42 and records of the game contract.

A match record (``record.match``) is what people write: tricks and results. A record of the contract is
the list of all moves, chance included, which the engine replays.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.arguments import of_kind
from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.game import Record, record_of
from suitwise.texas42.game import Texas42
from suitwise.texas42.moves import CALL, CLAIM, DECLARE, MOVES, NEXT, Move
from suitwise.texas42.record.judge import faults_of, is_move, totals_before
from suitwise.texas42.record.match import ClaimRecord, HandRecord, MatchRecord, hand_of
from suitwise.texas42.rules.auction import caller
from suitwise.texas42.rules.contracts import sits_out
from suitwise.texas42.rules.dominoes import ALL, HAND, dominoes_of
from suitwise.texas42.rules.position import Hands, as_hands
from suitwise.texas42.state import Texas42State


def match_of(record: Record) -> MatchRecord:
    """Return the match record of a game record; it has the hands with a declaration or thrown in.

    Raises:
        NotationError: the record is of another game, or can't be read.
        IllegalMove: a move is illegal.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42").start(), RandomPlayer(1), seed=2)
    >>> as_record(match_of(record)).returns == record.returns
    True
    """
    of_kind(record, Record, "record")
    hands: list[HandRecord] = []
    before = 0, 0
    state: object = None
    for state in record.states():
        if not isinstance(state, Texas42State):
            raise NotationError(f"{record.game[:40]!r} is not Texas 42")
        if not hands:
            before = state.totals
        if state.phase in ("end", "thrown"):
            hands.append(hand_of(state, len(hands) + 1))
    assert isinstance(state, Texas42State)
    if state.phase == "play":
        hands.append(hand_of(state, len(hands) + 1))
    game = state.game
    assert isinstance(game, Texas42)
    return MatchRecord(game, tuple(hands), before if any(before) else None)


def as_record(match: MatchRecord) -> Record:
    """Return the game record of a match, which replays through the engine.

    Raises:
        NotationError: a hand breaks a rule (the message gives the first fault), its deal or the calls
            before its bid are unknown, or it ends with a claim that is not a move of the game.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> as_record(match_of(record)).returns == record.returns
    True
    """
    of_kind(match, MatchRecord, "match")
    faults = faults_of(match)
    if faults:
        raise NotationError(f"{faults[0].rule}: {faults[0].reason}", line=faults[0].line or None)
    if not match.hands:
        raise NotationError("the record has no hands")
    start = Texas42State(match.game, match.hands[0].shaker, totals=totals_before(match))
    state = start
    moves: list[Move] = []
    for hand in match.hands:
        state = _played_on(state, hand, moves)
    return record_of(start, moves, state)


def _played_on(state: Texas42State, hand: HandRecord, moves: list[Move]) -> Texas42State:
    """Play a hand and append its moves to the list."""
    line = hand.lines[0] or None
    try:
        for number in [*([NEXT] if moves else []), *_moves(hand)]:
            state = state.after(MOVES[number])
            moves.append(MOVES[number])
        if hand.claim:
            state = _with_claim(state, hand, hand.claim)
            moves.append(MOVES[CLAIM])
    except IllegalMove as error:
        # Without a recorded auction, others may have bid first; other faults were reported before.
        more = "" if hand.has_auction else "; write the auction"
        raise NotationError(f"{error}{more}", line=line) from None
    return state


def _with_claim(state: Texas42State, hand: HandRecord, claim: ClaimRecord) -> Texas42State:
    """Return the state after a claim, if that is a legal move."""
    position = None if state.play is None else state.play.position
    if not state.variant.claims:
        why = "which is no move where claims=no is played"
    elif not is_move(claim, position):
        why = "and a claim that is a move is of the seat on turn, of all that is left"
    else:
        return state.after(MOVES[CLAIM])
    line = claim.line or hand.lines[0] or None
    raise NotationError(f"hand {hand.number} ends with a claim, {why}", line=line)


def _moves(hand: HandRecord) -> Iterator[int]:
    """Yield the numbers of a hand's moves, including the deal."""
    dealt = full_deal(hand)
    for place in range(len(SEATS)):
        yield from dominoes_of(dealt[caller(hand.shaker, place)])
    yield from (CALL + call for call in hand.calls)
    if hand.bidder != NOBODY:
        yield DECLARE + hand.declaration
    yield from (domino for _, domino in hand.plays)


def full_deal(hand: HandRecord) -> Hands:
    """Return the hands as dealt, from the record or from the plays.

    A seat that sits out was dealt the dominoes that the others did not play.

    Raises:
        NotationError: neither determines them.
    """
    dealt = list(hand.hands)
    out = sits_out(hand.bidder, hand.declaration) if hand.bidder != NOBODY else NOBODY
    if out != NOBODY and not dealt[out]:
        dealt[out] = ALL & ~sum(dealt)
    if [held.bit_count() for held in dealt] != [HAND] * len(SEATS):
        raise NotationError(
            f"hand {hand.number} is not played out and has no deal: write 'deal S0: 6-4 5-5 ...' "
            "for each seat",
            line=hand.lines[0] or None,
        )
    return as_hands(dealt)
