"""Texas 42 at the terminal: the display for a seat, and hints with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.game import CHANCE, OVER
from suitwise.players.host import Host, verdict
from suitwise.texas42.game import N42PA, Texas42
from suitwise.texas42.moves import CLAIM, Move
from suitwise.texas42.picture import (
    declaration_name,
    hand_picture,
    position_picture,
    trick_lines,
)
from suitwise.texas42.record.hand import result_text
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, PASS, calls_text
from suitwise.texas42.rules.dominoes import (
    DECLARATION_TEXT,
    SEVENS,
    dominoes_of,
    format_dominoes,
    mask_of,
)
from suitwise.texas42.solve.solver import claim_of, refutation
from suitwise.texas42.state import Texas42State


def _monte_carlo() -> Callable[[Texas42State], Move]:
    """Return the Monte Carlo player, imported only when it is needed."""
    from suitwise.texas42.players.monte_carlo import MonteCarlo

    return MonteCarlo(threads=0)


@dataclass(frozen=True)
class Texas42Host(Host):
    """The terminal host of Texas 42, which shows the game to a seat.

    Args:
        player: the player of the other seats.
        game: the variant, for the help on its moves.

    >>> state, _ = Texas42().start().rolled(3, 0)
    >>> print(Texas42Host().score(state))
    marks: seats 0 and 2 have 0, seats 1 and 3 have 0; the match goes to 7
    """

    player: Callable[[Texas42State], Move] = field(default_factory=_monte_carlo)
    game: Texas42 = N42PA

    size: ClassVar[tuple[int, int]] = 72, 24

    @property
    def help(self) -> str:
        """The help on the moves, in a few lines."""
        return "\n".join(f"{move:<15}{meaning}" for move, meaning in _moves_of(self.game))

    def score(self, state: Texas42State) -> str:
        """Return the score of the sides."""
        game, (first, second) = state.variant, state.scores
        text = f"{game.unit}: seats 0 and 2 have {first}, seats 1 and 3 have {second}"
        return f"{text}; the match goes to {game.target}" if game.target else text

    # --- Display ----------------------------------------------------------------------------------

    def table(self, state: Texas42State, seat: int) -> Iterator[str]:
        """Yield the trick on the table, the seat's dominoes, and its task."""
        if state.turn == OVER:
            yield self.result(state, seat)
            return
        if state.play is not None:
            first, second = state.play.points
            yield f"{_contract_text(state)}; seats 0 and 2 took {first}, seats 1 and 3 {second}"
            if state.play.position.trick:
                yield position_picture(state.play.position, seat, self.look.name)
        elif state.calls:
            yield f"calls {_calls(state)}"
        yield hand_picture(dominoes_of(state.hands[seat]), self.look.width)
        yield f"to {_to_do(state)}" if state.turn == seat else f"seat {state.turn} is to move"

    def result(self, state: Texas42State, seat: int) -> str:
        """Return a seat's result in a finished game, and the final score."""
        return f"{verdict(state, seat)}; {self.score(state)}"

    def tricks(self, state: Texas42State) -> Iterator[str]:
        """Yield the complete tricks of the hand, a line each."""
        if state.play is not None:
            yield from trick_lines(state.play.tricks, state.play.position.out)

    def events(
        self, before: Texas42State, move: Move, after: Texas42State, seat: int
    ) -> Iterator[str]:
        """Yield the lines that tell a seat about a move."""
        if before.turn == CHANCE:
            if before.phase != "deal":
                yield f"\nseat {after.shaker} shakes"
            return
        if before.turn != seat:
            yield f"seat {before.turn} {_done(move)}"
        yield from _trick_text(before, move)

    def outcome(self, before: Texas42State, after: Texas42State) -> Iterator[str]:
        """Yield the lines on the result of the contract, and the score."""
        if before.turn == CHANCE:
            return
        if after.phase == "thrown":
            yield "all have passed: the hand is thrown in"
        elif after.phase == "end":
            yield result_text(after)


# --- Wording --------------------------------------------------------------------------------------


def _moves_of(game: Texas42) -> Iterator[tuple[str, str]]:
    """Yield the kinds of moves of a variant, each with its meaning."""
    yield "pass, 31, 1m", "call: points from 30 to 41, or marks"
    if game.plunge:
        yield "plunge4", "call: 4 doubles, 4 marks or more; your partner declares and leads"
    if game.splash:
        yield "splash2", "call: 3 doubles, 2 or 3 marks; your partner declares and leads"
    yield "5, doubles", "declare a pip, doubles or notrump, where you won the auction"
    names = [DECLARATION_TEXT[one] for one in dominoes_of(game.specials & ~(1 << SEVENS))]
    for name in names:
        yield name, f"declare after marks: lose all tricks; {_NELLO_DOUBLES[name]}"
    if game.specials >> SEVENS & 1:
        yield "sevens", "declare after marks: the nearest to seven must be played and wins"
    yield "6-4", "play a domino; or in words, six-four"
    if game.claims:
        yield (
            "claim",
            "lay down your hand: all that is left is yours, or a false claim costs the hand",
        )


_NELLO_DOUBLES = {
    "nello": "doubles a suit",
    "nello-inverted": "doubles a suit, 0-0 high",
    "nello-high": "doubles high in suit",
    "nello-low": "doubles low in suit",
}


def _done(move: Move) -> str:
    """Return a move in words, for the other seats."""
    if move.call == PASS:
        return "passes"
    if move.call > PASS:
        return f"bids {move}"
    if move.declaration >= 0:
        return f"declares {declaration_name(move.declaration)}"
    return "lays down its hand and claims the rest" if move == CLAIM else f"plays {move}"


def _trick_text(before: Texas42State, move: Move) -> Iterator[str]:
    """Yield the line on the trick that a play completes, or on a false claim."""
    if before.phase != "play":
        return
    assert before.play is not None
    if move == CLAIM:
        position = before.play.position
        claim = claim_of(position, before.turn)
        if not claim.holds(position):
            line = format_dominoes(refutation(position, claim), " ")
            yield f"the claim is false: it fails if, from seat {before.turn} on, {line} are played"
        return
    done = before.play.position.trick_with(move)
    if done is not None:
        taken = format_dominoes(done.dominoes, " ")
        points = f"{done.points} point{'s' * (done.points != 1)}"
        yield f"seat {done.winner} takes {taken}, {points}"


def _contract_text(state: Texas42State) -> str:
    contract = state.contract
    assert contract is not None
    text = f"seat {contract.bidder} bid {CALL_TEXT[contract.call]}"
    text += f", {declaration_name(contract.declaration)} declared"
    return text if contract.out == NOBODY else f"{text}, seat {contract.out} sits out"


def _calls(state: Texas42State) -> str:
    seats = ((state.shaker + 1 + at) % 4 for at in SEATS)
    return ", ".join(
        f"seat {seat}: {CALL_TEXT[call]}" for seat, call in zip(seats, state.calls, strict=False)
    )


def _to_do(state: Texas42State) -> str:
    if state.phase == "call":
        return f"call: {_callable(state)}"
    if state.phase == "declare":
        return f"declare: {' '.join(map(str, state.moves()))}"
    return f"play: {' '.join(map(str, state.moves()))}"


def _callable(state: Texas42State) -> str:
    """Return the legal calls as text, with the points as one range."""
    calls = [move.call for move in state.moves()]
    points = [call for call in calls if PASS < call < FIRST_MARK]
    named = [*calls_text(mask_of(call for call in calls if call not in points))]
    if points:
        low, high = CALL_TEXT[points[0]], CALL_TEXT[points[-1]]
        named.append(low if low == high else f"{low} to {high}")
    return ", ".join(named)
