"""Records of matches, written from the states of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.game import Record
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Trick
from suitwise.tractor.record import text
from suitwise.tractor.record.text import BidRecord, DealRecord, MatchRecord, TrickRecord
from suitwise.tractor.rules.levels import NOBODY
from suitwise.tractor.state import TractorState


def match_of(record: Record) -> MatchRecord:
    """Convert a record of the contract (a list of moves) to the record of a match.

    Raises:
        NotationError: the record is of another game, can't be read, or begins in the middle of a deal.
        IllegalMove: a move is not legal.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor import as_record
    >>> record = play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=2)
    >>> as_record(match_of(record)) == record
    True
    """
    of_kind(record, Record, "record")
    return match_through(record.states())


def match_through(states: Iterable[object]) -> MatchRecord:
    """Return the record of a match from its complete sequence of states.

    Raises:
        NotationError: they are of another game, or begin in the middle of a deal.
    """
    deals: list[DealRecord] = []
    writer: _DealWriter | None = None
    for state in states:
        if not isinstance(state, TractorState):
            raise NotationError("a match of Tractor has states of Tractor")
        if writer is None or writer.state.phase in ("end", "redeal"):
            deals += [] if writer is None else [writer.deal(len(deals) + 1)]
            writer = _DealWriter(state)
        else:
            writer.advance(state)
    if writer is None:
        raise NotationError("a match has one state at least")
    last = writer.deal(len(deals) + 1)
    return MatchRecord(cast(Tractor, writer.state.game), (*deals, last))


class _DealWriter:
    """Follows the states of a deal to record the order of draws and bids, which a state forgets.

    Args:
        state: the first state of the deal.

    Raises:
        NotationError: cards have been drawn already, so their order is lost.
    """

    def __init__(self, state: TractorState) -> None:
        if state.cards_drawn:
            raise NotationError("the record of a deal begins before its first card is drawn")
        self.state = self._start = state
        self._draws: list[list[Card]] = [[] for _ in state.drawn]
        self._bids: list[BidRecord] = []
        self._trump: tuple[str, int] | None = None

    def advance(self, state: TractorState) -> None:
        """Record the step to the next state."""
        before, self.state = self.state, state
        if before.phase == "draw":
            seat = before.drawer
            self._draws[seat] += state.drawn[seat].minus(before.drawn[seat]).cards
        elif len(state.bids) > len(before.bids):
            seat = before.turn
            after = before.drawn[seat].size if before.asked == 0 else text.CLOSING
            self._bids.append(BidRecord(seat, state.bids[-1].pile, after))
        if self._trump is None and state.is_auction_over:
            self._trump = str(state.trump), state.current_landlord

    def deal(self, number: int) -> DealRecord:
        """Return the record of the deal so far."""
        state, start = self.state, self._start
        is_given = start.landlord != NOBODY
        burials = (*(steal.taken for steal in state.steals), state.buried)
        bids = (BidRecord(steal.bid.seat, steal.bid.pile) for steal in state.steals)
        tricks = (_trick_record(state, trick) for trick in state.tricks if trick != _open(trick))
        return DealRecord(
            number,
            start.levels,
            start.landlord if is_given else None,
            None if is_given else start.first,
            tuple(map(tuple, self._draws)),
            tuple(sorted(self._bids, key=_bid_order)),
            tuple(map(Card, state.turned)),
            self._trump,
            None if self._trump is None else state.kitty,
            burials[0],
            tuple(tricks),
            text.VOID if state.phase == "redeal" else str(state.outcome or ""),
            claim=None if state.claim is None else state.claim.seat,
            steals=tuple(map(text.StealRecord, bids, burials[1:])),
            calls=state.calls,
            redealt=start.redeals,
        )


def _bid_order(bid: BidRecord) -> tuple[bool, int, int]:
    """Return the sort key of a bid in a record; bids of the closing round keep their order."""
    return (True, 0, 0) if bid.after == text.CLOSING else (False, bid.seat, bid.after)


def _open(trick: Trick) -> Trick:
    """Return a trick before its lead."""
    return Trick(trick.leader, seats=trick.seats)


def _trick_record(state: TractorState, trick: Trick) -> TrickRecord:
    return TrickRecord(
        trick.leader,
        trick.plays,
        trick.tried,
        (state.winner_of(trick), trick.points) if trick.is_whole else None,
        parts=trick.parts,
        uncut=trick.uncut,
        seats=trick.seats,
    )
