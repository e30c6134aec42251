"""Writes deals and matches as records (``match``) from the states of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS, seat_at
from suitwise.game import Record
from suitwise.tractor.game import Tractor
from suitwise.tractor.record.deal import CLOSING, BidRecord, DealRecord, TrickRecord
from suitwise.tractor.record.match import MatchRecord
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.seats import Trick
from suitwise.tractor.state import TractorState


def match_of(record: Record) -> MatchRecord:
    """Return the match of a record of the contract.

    Raises:
        NotationError: the record is of another game, can't be read, or begins in the middle of a deal.
        IllegalMove: a move is not legal.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record.replay import as_record
    >>> record = play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=2)
    >>> as_record(match_of(record)) == record
    True
    """
    of_kind(record, Record, "record")
    return match_through(record.states())


def match_through(states: Iterable[object]) -> MatchRecord:
    """Return the match that has gone through these states, every one from the first to the last.

    Raises:
        NotationError: they are of another game, or begin in the middle of a deal.
    """
    deals: list[DealRecord] = []
    writer: _DealWriter | None = None
    for state in states:
        if not isinstance(state, TractorState):
            raise NotationError("a match of Tractor has states of Tractor")
        if writer is None or writer.state.phase == "end":
            deals += [] if writer is None else [writer.deal(len(deals) + 1)]
            writer = _DealWriter(state)
        else:
            writer.went_to(state)
    if writer is None:
        raise NotationError("a match has one state at least")
    last = writer.deal(len(deals) + 1)
    return MatchRecord(cast("Tractor", writer.state.game), (*deals, last))


def trick_result(state: TractorState, trick: Trick) -> tuple[int, int]:
    """Return who has won a whole trick, and its points."""
    winner = seat_at(trick.leader, state.ruling(trick).winner, NOBODY)
    return winner, trick.points


class _DealWriter:
    """A deal on its way, of which the order of the cards drawn and of the bids must be kept.

    Args:
        state: its first state.

    Raises:
        NotationError: cards have been drawn already, and nobody knows in which order.
    """

    def __init__(self, state: TractorState) -> None:
        if state.cards_drawn:
            raise NotationError("the record of a deal begins before its first card is drawn")
        self.state = self._start = state
        self._draws: list[list[Card]] = [[] for _ in SEATS]
        self._bids: list[BidRecord] = []

    def went_to(self, state: TractorState) -> None:
        """Go on to the next state."""
        before, self.state = self.state, state
        if before.phase == "draw":
            seat = before.drawer
            self._draws[seat] += state.drawn[seat].minus(before.drawn[seat]).cards
        elif len(state.bids) > len(before.bids):
            seat = before.turn
            after = before.drawn[seat].size if before.asked == 0 else CLOSING
            self._bids.append(BidRecord(seat, state.bids[-1].pile, after))

    def deal(self, number: int) -> DealRecord:
        """Return the record of the deal as far as it has come."""
        state, start = self.state, self._start
        is_given, is_named = start.landlord != NOBODY, state.is_auction_over
        return DealRecord(
            number,
            start.levels,
            start.landlord if is_given else None,
            None if is_given else start.first,
            tuple(map(tuple, self._draws)),
            tuple(sorted(self._bids, key=_place)),
            tuple(map(Card, state.turned)),
            (str(state.trump), state.current_landlord) if is_named else None,
            state.kitty if is_named else None,
            state.buried,
            tuple(_trick_record(state, t) for t in state.tricks if t.plays or t.tried is not None),
            str(state.outcome or ""),
            claim=None if state.claim is None else state.claim.seat,
        )


def _place(bid: BidRecord) -> tuple[bool, int, int]:
    """Return where a bid stands in a record; those of the closing round keep their order."""
    return (True, 0, 0) if bid.after == CLOSING else (False, bid.seat, bid.after)


def _trick_record(state: TractorState, trick: Trick) -> TrickRecord:
    result = trick_result(state, trick) if trick.is_whole else None
    return TrickRecord(trick.leader, trick.plays, trick.tried, result)
