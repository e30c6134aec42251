"""Records of matches, replayed to check every line.

A record becomes moves, one after the other; a move that the state refuses is an error in its line. The
redundant parts (trump, kitty, winners, results) are compared with the state. No rule of the game is
repeated here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import at_line
from suitwise.foundation.text.phrases import counted
from suitwise.game import OVER, Record, record_of
from suitwise.tractor.moves import CLAIM, NEXT, PASS, Move
from suitwise.tractor.record import text
from suitwise.tractor.record.text import BidRecord, DealRecord, MatchRecord, TrickRecord
from suitwise.tractor.rules.deck import CARD_PILES, Pile
from suitwise.tractor.rules.levels import NOBODY
from suitwise.tractor.state import TractorState


def replayed(match: MatchRecord) -> Iterator[TractorState]:
    """Replay a match: yield the state at the end of each deal, or where the record breaks off.

    Raises:
        NotationError: a line breaks a rule or is wrong, with the line and the reason; every deal
            before it is yielded.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor import match_of
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
    """Convert the record of a match to a record of the contract (a list of moves).

    Raises:
        NotationError: a line breaks a rule or is wrong, with the line and the reason.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.tractor import match_of
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
    """A replay in progress.

    Args:
        match: the match; its first deal gives the starting position.

    Raises:
        NotationError: it has no deals, or an impossible starting position.
    """

    def __init__(self, match: MatchRecord) -> None:
        if not match.deals:
            raise NotationError("the match has no deals", line=match.line or None)
        self.start = self.state = _start(match)
        self.moves: list[Move] = []
        self._begun = False

    def deal(self, deal: DealRecord) -> None:
        """Replay the next deal of the match.

        Raises:
            NotationError: a line of it breaks a rule or is wrong.
        """
        if self._begun:
            self._next(deal)
        self._begun = True
        _check_head(self.state, deal)
        if _DrawAndBids(self, deal).replay():
            self._kitty(deal)
            self._calls(deal)
            for number, trick in enumerate(deal.tricks, 1):
                self._trick(number, trick)
            if deal.claim is not None:
                self._claim(deal.claim, deal.lines.get("claim", 0))
        _check_result(self.state, deal)

    def step(self, move: Move, line: int) -> None:
        """Make a move; errors carry its line."""
        with at_line(line):
            self.state = self.state.after(move)
        self.moves.append(move)

    def _next(self, deal: DealRecord) -> None:
        """Go on from a finished deal to the next."""
        line = deal.lines.get("deal", 0)
        if self.state.turn == OVER:
            raise _error("the game was over after the deal before", line)
        if self.state.phase not in ("end", "redeal"):
            raise _error(f"the deal before is not played out: {what_next(self.state)}", line)
        self.step(NEXT, line)

    def _kitty(self, deal: DealRecord) -> None:
        """Turn up cards of the kitty, check trump and kitty, and bury."""
        for card in deal.turned:
            line = deal.lines.get("turned", 0)
            if self.state.phase != "turn":
                raise _error(f"{card}: no card is turned up, {what_next(self.state)}", line)
            self.step(Move(Pile(1 << card)), line)
        _check_trump(self.state, deal)
        if deal.kitty not in (None, self.state.kitty):
            raise _error(f"the kitty is {self.state.kitty}", deal.lines.get("kitty", 0))
        if deal.buried is not None:
            self._burials(deal, deal.buried)

    def _burials(self, deal: DealRecord, first: Pile) -> None:
        """Bury, and let others bid for the buried cards; who is not named passes."""
        line = deal.lines.get("buried", 0)
        self._expect("bury", "buried", line)
        self.step(Move(first), line)
        for bid, buried in ((steal.bid, steal.buried) for steal in deal.steals):
            while self.state.phase == "steal" and self.state.turn != bid.seat:
                self.step(PASS, line)
            self._expect("steal", str(bid), line)
            self.step(Move(bid.cards), line)
            if buried is not None:
                self.step(Move(buried), line)
        while self.state.phase == "steal" and deal.is_played:
            self.step(PASS, line)

    def _calls(self, deal: DealRecord) -> None:
        line = deal.lines.get("calls", 0)
        for card, copy in deal.calls:
            self._expect("call", f"{card}#{copy}", line)
            self.step(Move(CARD_PILES[card], copy=copy), line)

    def _trick(self, number: int, trick: TrickRecord) -> None:
        """Play a trick, and check its result."""
        self._expect("play", f"trick {number}", trick.line)
        if len(self.state.tricks) != number or self.state.tricks[-1].plays:
            raise _error(f"the trick before is not whole: {what_next(self.state)}", trick.line)
        if self.state.turn != trick.leader:
            raise _error(f"seat {self.state.turn} leads, not seat {trick.leader}", trick.line)
        if trick.uncut is not None:
            self._lay_down(trick, trick.uncut)
        else:
            self._lead(number, trick)
        for play in trick.plays[1:]:
            self.step(Move(play), trick.line)
        _check_trick(self.state, number, trick)

    def _lead(self, number: int, trick: TrickRecord) -> None:
        """Lead to a trick; check whether a throw fails, and the part that is led then."""
        lead = trick.tried or trick.plays[0]
        self._lay_down(trick, lead)
        if self.state.phase == "cut":
            default = next(iter(self.state.moves()))
            self.step(Move.cut(trick.parts) if trick.parts else default, trick.line)
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

    def _lay_down(self, trick: TrickRecord, lead: Pile) -> None:
        """Lay down the cards of a lead, whose parts are named only where there is a choice."""
        self.step(Move(lead), trick.line)
        if (trick.parts or trick.uncut) and self.state.phase != "cut":
            raise _error(f"{lead}: here is nothing to cut", trick.line)

    def _claim(self, seat: int, line: int) -> None:
        """Make a claim."""
        self._expect("play", "claim", line)
        if self.state.turn != seat:
            raise _error(f"seat {self.state.turn} is on turn, not seat {seat}", line)
        self.step(CLAIM, line)

    def _expect(self, phase: str, what: str, line: int) -> None:
        if self.state.phase != phase:
            raise _error(f"{what}: {what_next(self.state)}", line)


class _DrawAndBids:
    """Replays the draw and the bidding of a deal."""

    def __init__(self, replay: _Replay, deal: DealRecord) -> None:
        self._replay = replay
        self._deal = deal
        self._cards = [deque(drawn) for drawn in deal.draws]
        self._during_draw = {
            (bid.seat, bid.after): bid for bid in deal.bids if bid.after != text.CLOSING
        }
        self._closing = deque(bid for bid in deal.bids if bid.after == text.CLOSING)

    def replay(self) -> bool:
        """Draw and bid; tell whether the bidding has ended, false if the record breaks off before."""
        while self._state.phase in ("draw", "bid"):
            if not (self._draw() if self._state.phase == "draw" else self._bid()):
                self._refuse_more()
                return False
        for bid in (*self._during_draw.values(), *self._closing):
            raise _error(
                f"{bid.cards}: seat {bid.seat} is not asked, the bidding is over", bid.line
            )
        return True

    @property
    def _state(self) -> TractorState:
        return self._replay.state

    def _draw(self) -> bool:
        """Draw the next card; tell whether the record has one."""
        seat = self._state.drawer
        if not self._cards[seat]:
            return False
        card = self._cards[seat].popleft()
        self._replay.step(Move(Pile(1 << card)), self._deal.lines.get(f"draw {seat}", 0))
        return True

    def _bid(self) -> bool:
        """Bid or pass; false if the record has nothing more."""
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
        """Return the bid that the record has at this point, or None."""
        if self._state.asked == 0:
            placed = self._during_draw.pop((seat, self._state.drawn[seat].size), None)
            if placed is not None:
                return placed
        all_drawn = self._state.cards_drawn == self._state.cards_to_draw
        if all_drawn and self._closing and self._closing[0].seat == seat:
            return self._closing.popleft()
        return None

    def _has_more(self) -> bool:
        return bool(any(self._cards) or self._during_draw or self._closing or self._deal.goes_on)

    def _refuse_more(self) -> None:
        """Raise if the record goes on although cards are missing."""
        if self._has_more():
            what, lines = what_next(self._state), self._deal.lines
            raise _error(f"the draw is not whole: {what}", lines.get("draw", lines.get("deal", 0)))


# --- Starting position and checks -----------------------------------------------------------------


def _start(match: MatchRecord) -> TractorState:
    """Return the starting position of the first deal."""
    deal, start = match.deals[0], match.game.start()
    levels = start.levels if deal.levels is None else deal.levels
    if deal.landlord is not None:
        landlord = deal.landlord
    else:
        landlord = start.landlord if deal.first is None else NOBODY
    begun = TractorState(match.game, levels, landlord, redeals=deal.redealt)
    with at_line(deal.lines.get("deal", 0)):
        state = match.game.parse(str(begun))
    assert isinstance(state, TractorState)
    return state


def _check_head(state: TractorState, deal: DealRecord) -> None:
    line = deal.lines.get("deal", 0)
    if deal.levels not in (None, state.levels):
        raise _error(f"the levels are {text.ranks_text(state.levels)}", line)
    if deal.first is not None and (state.landlord != NOBODY or deal.first != state.first):
        by = "landlord" if state.landlord != NOBODY else "first"
        raise _error(f"seat {state.first} draws first: write {by} {state.first}", line)
    if deal.landlord not in (None, state.landlord):
        raise _error(f"the landlord is seat {state.landlord}", line)
    if deal.redealt not in (0, state.redeals):
        raise _error(f"{counted(state.redeals, 'deal')} before it were void", line)


def _check_trump(state: TractorState, deal: DealRecord) -> None:
    if deal.trump is None:
        return
    line = deal.lines.get("trump", 0)
    if state.phase in ("turn", "redeal"):
        raise _error(f"nobody has bid: {what_next(state)}", line)
    if deal.trump != (str(state.trump), state.current_landlord):
        raise _error(f"trump is {state.trump}, landlord {state.current_landlord}", line)


def _check_trick(state: TractorState, number: int, trick: TrickRecord) -> None:
    if trick.result is None:
        return
    table = state.tricks[number - 1]
    if not table.is_whole:
        raise _error("the trick is not whole, nobody has won it", trick.line)
    winner, points = state.winner_of(table), table.points
    if trick.result != (winner, points):
        raise _error(f"seat {winner} wins the trick and {points} points", trick.line)


def _check_result(state: TractorState, deal: DealRecord) -> None:
    if not deal.result:
        return
    line, outcome = deal.lines.get("result", 0), state.outcome
    if outcome is None and state.phase != "redeal":
        raise _error(f"the deal is not played out: {what_next(state)}", line)
    clauses = (text.VOID,) if outcome is None else outcome.clauses
    for clause in deal.result.split(", "):
        if clause not in clauses:
            raise _error(f"{clause[:40]!r} is not so: {outcome or text.VOID}", line)


def what_next(state: TractorState) -> str:
    """Say what comes next in a state, for records that break off there.

    >>> from suitwise.tractor.game import Tractor
    >>> what_next(Tractor().start())
    'seat 0 draws card 1 next'
    """
    seat, seats = f"seat {state.turn}", state.umpire.seats
    return {
        "draw": f"seat {state.drawer} draws card {state.cards_drawn // seats + 1} next",
        "bid": f"{seat} is to bid or to pass",
        "turn": "a card of the kitty is to be turned up",
        "redeal": "the deal is void, and dealt anew",
        "bury": f"{seat} is to bury",
        "steal": f"{seat} is to bid for the buried cards or to pass",
        "call": f"{seat} is to call a card",
        "cut": f"{seat} is to say how the lead is cut",
        "play": f"{seat} is to play",
        "forced": f"{seat} is to choose what stays of the throw",
        "end": "the deal is over",
    }[state.phase]


def _error(reason: str, line: int) -> NotationError:
    return NotationError(reason, line=line or None)
