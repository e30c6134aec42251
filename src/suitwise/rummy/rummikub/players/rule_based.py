"""The rule-based players of Rummikub, with their reasons: greedy, joker-keeping and waiting.

They use only what their seat sees: its rack, the table, and the number of tiles of the other seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from operator import sub
from typing import Any

from suitwise.arguments import whole
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.rummikub import moves
from suitwise.rummy.rummikub.moves import RummikubMove, laying
from suitwise.rummy.rummikub.rules.tiles import JOKER, Tiles, counts_of
from suitwise.rummy.rummikub.solve.turns import Turn, best_turn, can
from suitwise.rummy.rummikub.state import RummikubState


def best_of(state: RummikubState, rack: Tiles) -> Turn | None:
    """Return the turn of the seat that plays the most of these tiles; None if it can play none."""
    house, opened = state.variant.house, state.opened[state.seat]
    return best_turn(state.table, rack, "tiles", house, opened=opened)


def move_of(state: RummikubState, turn: Turn | None) -> RummikubMove:
    """Return the move that makes a turn; in a staged game, the next move towards it.

    In a staged game the tiles chosen so far may not belong to the turn, for example if another player
    chose them. Then any legal move is returned.

    Args:
        state: the position.
        turn: the turn; None to play no tile.
    """
    if turn is None and not state.chosen:
        return state.without_tiles
    if turn is not None and not state.variant.staged:
        return laying(turn.table)
    if turn is not None and state.phase == "play":
        left = tuple(map(sub, turn.played.counts, counts_of(state.chosen)))
        least = state.chosen[-1] if state.chosen else 0
        if min(left) >= 0 and not any(left[:least]):
            kinds = Tiles(left).kinds
            return moves.TILE_MOVES[kinds[0]] if kinds else moves.DONE
    legal = tuple(state.moves())
    return moves.DONE if moves.DONE in legal else legal[0]


def reason(state: RummikubState, turn: Turn | None) -> Phrase:
    """Return the reason for playing a turn, or for playing no tile."""
    if turn is None:
        if any(state.pool):
            return phrase("rummikub.why.draw", "nothing is laid for now, so a tile is drawn")
        return phrase("rummikub.why.pass", "no tile is played, and the pool is empty")
    return phrase(
        "rummikub.why.lay",
        "{n} of {held} tiles are played, {points} points",
        n=turn.tiles,
        held=len(state.rack),
        points=turn.points,
    )


class TurnPlayer(ABC):
    """A player that chooses a turn, and then makes the moves that lead to it."""

    __slots__ = ()

    @abstractmethod
    def turn(self, state: RummikubState) -> Turn | None:
        """Return the turn that the player chooses; None if it plays no tile."""

    def why(self, state: RummikubState, turn: Turn | None) -> Phrase:
        """Return the reason for a turn."""
        return reason(state, turn)

    def __call__(self, state: State[Any]) -> RummikubMove:
        """Return a move; the state is one of Rummikub in which a seat is on turn."""
        here = on_turn(state, RummikubState, "Rummikub")
        return move_of(here, self.turn(here))

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        here = on_turn(state, RummikubState, "Rummikub")
        turn = self.turn(here)
        return Advice(move_of(here, turn), self.why(here, turn))


@dataclass(frozen=True, slots=True)
class GreedyRummikubPlayer(TurnPlayer):
    """Plays as many tiles as it can; among such turns, the one with the most points.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> sum(play(Rummikub().start(), GreedyRummikubPlayer(), seed=1).returns)
    0.0
    """

    def turn(self, state: RummikubState) -> Turn | None:
        """Return the turn that plays the most tiles; None if it can play none."""
        return best_of(state, state.rack)


@dataclass(frozen=True, slots=True)
class RummikubPlayer(TurnPlayer):
    """Plays all it can, but keeps its jokers until it goes out or another seat is about to.

    A joker fits wherever a tile is missing, so it helps to get rid of the last tiles of a rack; once on
    the table, it helps the other seats, too. But it costs 30 points if another seat goes out first. If
    the player can't open without a joker, it opens with one.

    Args:
        near: another seat is about to go out if it has at most this number of tiles.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> sum(play(Rummikub().start(), RummikubPlayer(), seed=1).returns)
    0.0
    """

    near: int = 2

    def __post_init__(self) -> None:
        """Check that the option is in range."""
        whole(self.near, "near", 0, 106)

    def turn(self, state: RummikubState) -> Turn | None:
        """Return the turn that the player chooses; None if it plays no tile."""
        best = best_of(state, state.rack)
        if best is None or not best.played.counts[JOKER] or best.tiles == len(state.rack):
            return best
        others = (sum(rack) for seat, rack in enumerate(state.racks) if seat != state.seat)
        if min(others) <= self.near:
            return best
        without = best_of(state, Tiles((*state.rack.counts[:JOKER], 0)))
        return without if without or state.opened[state.seat] else best

    def why(self, state: RummikubState, turn: Turn | None) -> Phrase:
        """Return the reason for a turn."""
        if turn is None and best_of(state, state.rack) is not None:
            return phrase("rummikub.why.keep", "the joker is kept for the turn that goes out")
        return reason(state, turn)


@dataclass(frozen=True, slots=True)
class WaitingRummikubPlayer(TurnPlayer):
    """Plays nothing until it can play all its tiles at once, or until the pool is nearly empty.

    Tiles on the table serve all seats, while those on a rack serve only their owner; and the more tiles
    a rack has, the more of them fit together. Meanwhile, seats that play all they can are left with
    tiles that fit nowhere. When the pool is nearly empty, the player plays all it can, including jokers.

    Args:
        last: the player stops waiting when the pool has at most this number of tiles.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> sum(play(Rummikub().start(), WaitingRummikubPlayer(), seed=1).returns)
    0.0
    """

    last: int = 2

    def __post_init__(self) -> None:
        """Check that the option is in range."""
        whole(self.last, "last", 0, 106)

    def turn(self, state: RummikubState) -> Turn | None:
        """Return the turn that the player chooses; None if it plays no tile."""
        if sum(state.pool) <= self.last:
            return best_of(state, state.rack)
        house, opened = state.variant.house, state.opened[state.seat]
        return can(state.table, state.rack, house, opened=opened)

    def why(self, state: RummikubState, turn: Turn | None) -> Phrase:
        """Return the reason for a turn."""
        if turn is None and sum(state.pool) > self.last:
            return phrase("rummikub.why.wait", "tiles are kept until all can be played at once")
        return reason(state, turn)
