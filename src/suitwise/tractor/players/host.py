"""Tractor at the terminal: what a seat is shown and told, hints with their reasons.

Cards are typed in any form of ``suitwise.cards``. While the cards are drawn a seat is asked to bid only
where it has something new to say; elsewhere it passes without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import Seat
from suitwise.game import CHANCE, OVER
from suitwise.players.host import Host, verdict
from suitwise.tractor.moves import CLAIM, HAND, PASS, Move
from suitwise.tractor.picture import (
    hand_picture,
    levels_text,
    seat_name,
    trick_picture,
    trump_text,
)
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.levels import KITTY, TAKEN_OVER, points_of
from suitwise.tractor.solve.solver import claim_refuted
from suitwise.tractor.state import TractorState

_LISTED = 8
"""The most moves that are listed; of more only the number is said."""


@dataclass(frozen=True)
class TractorHost(Host):
    """Shows Tractor to a seat; the other seats have a player.

    Args:
        player: who plays the other seats.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> print(TractorHost().score(state))
    levels: seats 0 and 2 at 2, seats 1 and 3 at 2
    """

    player: Callable[[TractorState], Move] = field(default_factory=TractorPlayer)

    help: ClassVar[str] = """\
H2, H2H2     bid cards of the current rank, BJBJ or RJRJ (no main suit); or pass
S3S4…        bury: eight cards
HKHAHA       lead or follow: cards in any order, also as ha ha hk or A♥ A♥ K♥"""
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 84, 15

    def unasked(self, state: TractorState, last: TractorState | None) -> Move | None:
        """Pass for the player who has no bid, or none that is new since it was last asked."""
        if state.phase != "bid":
            return None
        bids = set(state.moves())
        if bids == {PASS}:
            return PASS
        if last is None or last.phase != "bid" or last.cards_drawn > state.cards_drawn:
            return None
        is_last_call = last.cards_drawn < 4 * HAND == state.cards_drawn
        return None if is_last_call or not bids <= set(last.moves()) else PASS

    def score(self, state: TractorState) -> str:
        """Return the levels, and in a deal under way the attackers' points."""
        text = f"levels: {levels_text(state.levels)}"
        if state.buried is None or state.phase == "end":
            return text
        first, second = _attackers(state)
        return f"{text}; seats {first} and {second} attack and have {state.taken} points"

    # --- What a seat sees -------------------------------------------------------------------------

    def table(self, state: TractorState, seat: int) -> Iterator[str]:
        """Yield the trick on the table, the seat's hand, and what the seat on turn is to do."""
        if state.turn == OVER:
            yield self.result(state, seat)
            return
        yield _head(state, seat)
        if state.tricks and state.tricks[-1].plays:
            table = state.tricks[-1]
            winner, name = state.ruling(table).winner, self.look.name
            yield trick_picture(table.leader, table.plays, winner, seat, name)
        chain = state.profile.chain_mask(state.trump.main_index)
        if state.held[seat].once:
            yield hand_picture(state.held[seat], state.trump, chain)
        yield _to_do(state, seat)

    def result(self, state: TractorState, seat: int) -> str:
        """Return who has won a game that is over, and its last score."""
        return f"{verdict(state, seat)}: {state.outcome}"

    def tricks(self, state: TractorState) -> Iterator[str]:
        """Yield the whole tricks of the deal, a line each."""
        for number, table in enumerate(state.tricks, 1):
            if table.is_whole:
                plays = (
                    f"{Seat((table.leader + at) % 4)} {play}" for at, play in enumerate(table.plays)
                )
                winner, points = Seat(state.winner_of(table)), table.points or "no"
                yield f"{number}. {', '.join(plays)}: {winner} took {points} points"

    def events(
        self, before: TractorState, move: Move, after: TractorState, seat: int
    ) -> Iterator[str]:
        """Yield what a seat sees of a move in lines."""
        if before.turn == CHANCE:
            if before.phase == "turn":
                yield f"nobody has bid; {move} of the kitty is turned up"
            elif before.phase == "end":
                landlord = f"seat {after.current_landlord} is landlord"
                yield f"\na new deal: {levels_text(after.levels)}, {landlord}"
        else:
            yield from _done(before, move, after, seat)
        if after.phase == "bury" and not before.is_auction_over:
            yield from _named(after, seat)
        if move == CLAIM:
            yield from _claim_text(before, seat)
        elif before.phase in ("play", "forced"):
            yield from _trick_text(before, after, seat)

    def outcome(self, before: TractorState, after: TractorState) -> Iterator[str]:
        """Yield the kitty, and what the deal means."""
        if after.phase == "end" and before.phase != "end":
            yield from _deal_text(after)


def _attackers(state: TractorState) -> tuple[int, int]:
    side = 1 - (state.current_landlord & 1)
    return side, side + 2


def _head(state: TractorState, seat: int) -> str:
    """Return the state of the deal in a line."""
    if not state.is_auction_over:
        rank = state.trump.rank.replace("T", "10")
        drawn = f"{state.drawn[seat].size} of {HAND} cards drawn, {rank}s are bid"
        bid = state.standing
        if bid is None:
            return f"{drawn}; nobody has bid"
        whose = "your" if bid.seat == seat else f"seat {bid.seat}'s"
        return f"{drawn}; {whose} {bid} stands"
    text = f"{trump_text(state.trump)}; {_landlord_text(state, seat)}"
    if state.phase == "bury":
        return text
    attackers = "you attackers" if (state.current_landlord ^ seat) & 1 else "the attackers"
    return f"{text}; {attackers} have {state.taken} of {TAKEN_OVER} points"


def _landlord_text(state: TractorState, seat: int) -> str:
    landlord = state.current_landlord
    return f"{seat_name(landlord, seat)} {'are' if seat == landlord else 'is'} landlord"


def _to_do(state: TractorState, seat: int) -> str:
    """Say what the seat on turn is to do."""
    if state.turn != seat:
        return f"seat {state.turn} is to move" if state.turn != CHANCE else "cards are dealt"
    if state.phase == "bid":
        bids = [str(move) for move in state.moves() if move != PASS]
        return f"to bid: {', '.join(bids)}, or pass" if bids else "to pass: there is no bid to make"
    if state.phase == "bury":
        return f"to bury: {KITTY} cards"
    if state.phase == "forced":
        return f"the throw has failed; to lead: {' or '.join(map(str, state.moves()))}"
    duty = state.duty
    if duty is None:
        lead = "to lead: a single, a pair, a tractor, or a throw, all of one suit or trump"
        return f"{lead}; or claim the rest" if state.may_claim else lead
    plays = len(state.moves())
    if plays <= _LISTED:
        return f"to play: {' or '.join(map(str, state.moves()))}"
    return f"to play: {duty.size} card{'s' * (duty.size > 1)}, {plays:,} ways"


def _done(before: TractorState, move: Move, after: TractorState, seat: int) -> Iterator[str]:
    """Say what a seat is seen to do; plays are told when the trick is whole."""
    who, is_own = seat_name(before.turn, seat), before.turn == seat
    if before.phase == "bid" and move != PASS and not is_own:
        drawn = before.drawn[before.turn].size
        yield f"{who} bids {move}" + (f" with {drawn} of its cards drawn" if drawn < HAND else "")
    elif before.phase == "bury" and not is_own:
        yield f"{who} buries {KITTY} cards"
    elif before.phase == "play" and move != CLAIM and not before.tricks[-1].plays:
        yield from _failed(before, move, after, "your" if is_own else f"{who}'s")


def _failed(before: TractorState, move: Move, after: TractorState, whose: str) -> Iterator[str]:
    """Name the part of a failed throw that is led, and its penalty."""
    table = after.tricks[len(before.tricks) - 1]
    if table.tried is None:
        return
    stays = f"{table.plays[0]} is led" if table.plays else "its part is to be chosen"
    costs = before.profile.penalty
    yield f"{whose} throw {move} fails: {stays}" + (f", it costs {costs} points" if costs else "")


def _named(state: TractorState, seat: int) -> Iterator[str]:
    """Name the trump, the landlord, and to the landlord the cards of the kitty."""
    yield f"{trump_text(state.trump)}; {_landlord_text(state, seat)}"
    if seat == state.current_landlord:
        yield f"you take the kitty: {' '.join(map(str, state.kitty.cards))}"


def _trick_text(before: TractorState, after: TractorState, seat: int) -> Iterator[str]:
    """Tell a trick that has become whole, and who takes it."""
    table = after.tricks[len(before.tricks) - 1]
    if len(table.plays) < len(SEATS):
        return
    winner = (table.leader + after.ruling(table).winner) % 4
    plays = ", ".join(
        f"{seat_name((table.leader + place) % 4, seat)} {play}"
        for place, play in enumerate(table.plays)
    )
    who = "you take" if winner == seat else f"seat {winner} takes"
    yield f"{plays}: {who} {table.points or 'no'} points"


def _claim_text(before: TractorState, seat: int) -> Iterator[str]:
    """Tell a claim, and the plays that refute it if it is false."""
    claimant = before.turn
    who = "you lay down your hand and claim" if claimant == seat else f"seat {claimant} claims"
    line = claim_refuted(before, claimant)
    if line is None:
        yield f"{who} the rest, which comes true whatever the others play"
    else:
        plays = " ".join(map(str, line))
        yield f"{who} the rest; it fails if, from seat {claimant} on, {plays} are played"


def _deal_text(state: TractorState) -> Iterator[str]:
    """Tell the kitty and what the deal means."""
    assert state.buried is not None
    worth = points_of(state.buried.once, state.buried.twice)
    bonus = state.points - state.taken
    pays = f", which the last trick multiplies to {bonus}" if bonus else ""
    yield f"buried were {' '.join(map(str, state.buried.cards))}, {worth} points{pays}"
    yield f"the deal is over: {state.outcome}"
