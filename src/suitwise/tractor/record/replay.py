"""Recorded deals and matches through the engine: their faults, and to and from the contract.

No rule is stated here: a record becomes moves one after the other, and a move that the state refuses is
an error of its line. Then the trump, the kitty, the tricks and the results in the record are compared
with the state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import cast

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS, seat_at
from suitwise.foundation.text.lines import at_line
from suitwise.game import OVER, Record, record_of
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import CLAIM, HAND, NEXT, PASS, Move, Trick
from suitwise.tractor.record.match import CLOSING, BidRecord, DealRecord, MatchRecord, TrickRecord
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState

# --- Writes deals and matches as records (``match``) from the states of a game --------------------


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


# --- Recorded deals and matches through the engine: their faults, and to and from the contract ----


def replayed(match: MatchRecord) -> Iterator[TractorState]:
    """Replay a match: yield the state at the end of each deal, or where the record breaks off.

    Raises:
        NotationError: a line breaks a rule or is not true, with the line and the reason; every
            deal before it is yielded.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record.replay import match_of
    >>> match = match_of(play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=1))
    >>> [(state.returns(), what_next(state)) for state in replayed(match)]
    [((1.0, -1.0, 1.0, -1.0), 'the deal is over')]
    """
    of_kind(match, MatchRecord, "match")
    replay = _Replay(match)
    for deal in match.deals:
        replay.deal(deal)
        yield replay.state


def as_record(match: MatchRecord) -> Record:
    """Return a match as a record of the contract, which has every move.

    Raises:
        NotationError: a line breaks a rule or is not true, with the line and the reason.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor.record.replay import match_of
    >>> record = play(load("tractor(match=deal)").start(), RandomPlayer(1), seed=1)
    >>> as_record(match_of(record)) == record
    True
    """
    of_kind(match, MatchRecord, "match")
    replay = _Replay(match)
    for deal in match.deals:
        replay.deal(deal)
    return record_of(replay.start, replay.moves, replay.state)


class _Replay:
    """A match on its way through the engine.

    Args:
        match: the match; its first deal says where it starts.

    Raises:
        NotationError: it has no deals, or can't start there.
    """

    def __init__(self, match: MatchRecord) -> None:
        if not match.deals:
            raise NotationError("the match has no deals", line=match.line or None)
        self.start = self.state = _start(match)
        self.moves: list[Move] = []
        self._begun = False

    def deal(self, deal: DealRecord) -> None:
        """Replay a deal; it is the match's next.

        Raises:
            NotationError: a line of it breaks a rule or is not true.
        """
        if self._begun:
            self._next(deal)
        self._begun = True
        _check_head(self.state, deal)
        if _DrawAndBids(self, deal).replay():
            self._kitty(deal)
            for number, trick in enumerate(deal.tricks, 1):
                self._trick(number, trick)
            if deal.claim is not None:
                self._claim(deal.claim, deal.lines.get("claim", 0))
        _check_result(self.state, deal)

    def step(self, move: Move, line: int) -> None:
        """Make a move that stands on a line."""
        with at_line(line):
            self.state = self.state.after(move)
        self.moves.append(move)

    def _next(self, deal: DealRecord) -> None:
        """Go on to a deal after the first."""
        line = deal.lines.get("deal", 0)
        if self.state.turn == OVER:
            raise _error("the game was over after the deal before", line)
        if self.state.phase != "end":
            raise _error(f"the deal before is not played out: {what_next(self.state)}", line)
        self.step(NEXT, line)

    def _kitty(self, deal: DealRecord) -> None:
        """Turn up cards of the kitty, look at it, and bury."""
        for card in deal.turned:
            line = deal.lines.get("turned", 0)
            if self.state.phase != "turn":
                raise _error(f"{card}: no card is turned up, {what_next(self.state)}", line)
            self.step(Move(Pile(1 << card)), line)
        _check_trump(self.state, deal)
        if deal.kitty not in (None, self.state.kitty):
            raise _error(f"the kitty is {self.state.kitty}", deal.lines.get("kitty", 0))
        if deal.buried is not None:
            self._expect("bury", "buried", deal.lines.get("buried", 0))
            self.step(Move(deal.buried), deal.lines.get("buried", 0))

    def _trick(self, number: int, trick: TrickRecord) -> None:
        """Play a trick, and hold what the record says of it against the state."""
        self._expect("play", f"trick {number}", trick.line)
        if len(self.state.tricks) != number or self.state.tricks[-1].plays:
            raise _error(f"the trick before is not whole: {what_next(self.state)}", trick.line)
        if self.state.turn != trick.leader:
            raise _error(f"seat {self.state.turn} leads, not seat {trick.leader}", trick.line)
        self._lead(number, trick)
        for play in trick.plays[1:]:
            self.step(Move(play), trick.line)
        _check_trick(self.state, number, trick)

    def _lead(self, number: int, trick: TrickRecord) -> None:
        """Lead to a trick: a lead that stands, or a throw that fails and what stayed of it."""
        lead = trick.tried or trick.plays[0]
        self.step(Move(lead), trick.line)
        table = self.state.tricks[number - 1]
        if trick.tried is None:
            if table.tried is not None:
                raise _error(f"{lead}: the throw fails, write {lead}> and what stayed", trick.line)
            return
        if table.tried is None:
            raise _error(f"{lead}: the throw does not fail, write it without >", trick.line)
        if self.state.phase == "forced":
            if trick.plays:
                self.step(Move(trick.plays[0]), trick.line)
        elif trick.plays[:1] != table.plays:
            raise _error(f"{lead}: {table.plays[0]} stays of the throw", trick.line)

    def _claim(self, seat: int, line: int) -> None:
        """Lay down a hand instead of leading to the next trick."""
        self._expect("play", "claim", line)
        if self.state.turn != seat:
            raise _error(f"seat {self.state.turn} is on turn, not seat {seat}", line)
        self.step(CLAIM, line)

    def _expect(self, phase: str, what: str, line: int) -> None:
        if self.state.phase != phase:
            raise _error(f"{what}: {what_next(self.state)}", line)


class _DrawAndBids:
    """The draw of a deal, and the bids made meanwhile and after."""

    def __init__(self, replay: _Replay, deal: DealRecord) -> None:
        self._replay = replay
        self._deal = deal
        self._cards = [deque(drawn) for drawn in deal.draws]
        self._placed = {(bid.seat, bid.after): bid for bid in deal.bids if bid.after != CLOSING}
        self._closing = deque(bid for bid in deal.bids if bid.after == CLOSING)

    def replay(self) -> bool:
        """Draw and bid; return whether the bidding has ended, or the record breaks off before."""
        while self._state.phase in ("draw", "bid"):
            if not (self._draw() if self._state.phase == "draw" else self._bid()):
                self._refuse_more()
                return False
        for bid in (*self._placed.values(), *self._closing):
            raise _error(
                f"{bid.cards}: seat {bid.seat} is not asked, the bidding is over", bid.line
            )
        return True

    @property
    def _state(self) -> TractorState:
        return self._replay.state

    def _draw(self) -> bool:
        """Draw a card, if the record has it."""
        seat = self._state.drawer
        if not self._cards[seat]:
            return False
        card = self._cards[seat].popleft()
        self._replay.step(Move(Pile(1 << card)), self._deal.lines.get(f"draw {seat}", 0))
        return True

    def _bid(self) -> bool:
        """Bid or pass; nobody passes where the record has nothing more."""
        seat = self._state.turn
        bid = self._next_bid(seat)
        if bid is not None:
            self._replay.step(Move(bid.cards), bid.line)
            return True
        if not self._has_more():
            return False
        self._replay.step(PASS, 0)
        return True

    def _next_bid(self, seat: int) -> BidRecord | None:
        """Return the bid that the record has at this place."""
        if self._state.asked == 0:
            placed = self._placed.pop((seat, self._state.drawn[seat].size), None)
            if placed is not None:
                return placed
        whole = self._state.cards_drawn == HAND * len(SEATS)
        if whole and self._closing and self._closing[0].seat == seat:
            return self._closing.popleft()
        return None

    def _has_more(self) -> bool:
        return bool(any(self._cards) or self._placed or self._closing or self._deal.goes_on)

    def _refuse_more(self) -> None:
        """Refuse a record that goes on though cards are missing."""
        if self._has_more():
            what, lines = what_next(self._state), self._deal.lines
            raise _error(f"the draw is not whole: {what}", lines.get("draw", lines.get("deal", 0)))


# --- The start, and the checks -----------------------------------------------------------------


def _start(match: MatchRecord) -> TractorState:
    """Return the state that the first deal begins with."""
    deal, start = match.deals[0], match.game.start()
    levels = start.levels if deal.levels is None else deal.levels
    if deal.landlord is not None:
        landlord = deal.landlord
    else:
        landlord = start.landlord if deal.first is None else NOBODY
    with at_line(deal.lines.get("deal", 0)):
        state = match.game.parse(str(TractorState(match.game, levels, landlord)))
    assert isinstance(state, TractorState)
    return state


def _check_head(state: TractorState, deal: DealRecord) -> None:
    line = deal.lines.get("deal", 0)
    if deal.levels not in (None, state.levels):
        one, other = (RANKS[level] for level in state.levels)
        raise _error(f"the levels are {one} {other}", line)
    if deal.first is not None and (state.landlord != NOBODY or deal.first != state.first):
        by = "landlord" if state.landlord != NOBODY else "first"
        raise _error(f"seat {state.first} draws first: write {by} {state.first}", line)
    if deal.landlord not in (None, state.landlord):
        raise _error(f"the landlord is seat {state.landlord}", line)


def _check_trump(state: TractorState, deal: DealRecord) -> None:
    if deal.trump is None:
        return
    line = deal.lines.get("trump", 0)
    if state.phase == "turn":
        raise _error(f"nobody has bid: {what_next(state)}", line)
    if deal.trump != (str(state.trump), state.current_landlord):
        raise _error(f"trump is {state.trump}, landlord {state.current_landlord}", line)


def _check_trick(state: TractorState, number: int, trick: TrickRecord) -> None:
    if trick.result is None:
        return
    table = state.tricks[number - 1]
    if len(table.plays) < len(SEATS):
        raise _error("the trick is not whole, nobody has won it", trick.line)
    winner, points = trick_result(state, table)
    if trick.result != (winner, points):
        raise _error(f"seat {winner} wins the trick and {points} points", trick.line)


def _check_result(state: TractorState, deal: DealRecord) -> None:
    if not deal.result:
        return
    line, outcome = deal.lines.get("result", 0), state.outcome
    if outcome is None:
        raise _error(f"the deal is not played out: {what_next(state)}", line)
    for said in deal.result.split(", "):
        if said not in outcome.clauses:
            raise _error(f"{said[:40]!r} is not so: {outcome}", line)


def what_next(state: TractorState) -> str:
    """Say what comes next in a state, as where a record breaks off.

    >>> from suitwise.tractor.game import Tractor
    >>> what_next(Tractor().start())
    'seat 0 draws card 1 next'
    """
    seat = f"seat {state.turn}"
    return {
        "draw": f"seat {state.drawer} draws card {state.cards_drawn // 4 + 1} next",
        "bid": f"{seat} is to bid or to pass",
        "turn": "a card of the kitty is to be turned up",
        "bury": f"{seat} is to bury",
        "play": f"{seat} is to play",
        "forced": f"{seat} is to choose what stays of the throw",
        "end": "the deal is over",
    }[state.phase]


def _error(reason: str, line: int) -> NotationError:
    return NotationError(reason, line=line or None)
