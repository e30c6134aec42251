"""What players share: the check of a state, the random stream of a decision, a move and its reason.

``Policy`` is what a player may be made of: it knows numbers alone.
"""

from __future__ import annotations

import hashlib
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase, signed
from suitwise.game import OVER, Chooser, Game, State

S = TypeVar("S", bound=State[Any])


def on_turn(state: State[Any], kind: type[S], game: str) -> S:
    """Return a state in which a player of a game can choose.

    Args:
        state: the state.
        kind: the class of the game's states.
        game: what the game is called.

    Raises:
        SuitwiseError: it is one of another game, or no seat is on turn.

    >>> from suitwise.game import load
    >>> from suitwise.testing import Kuhn
    >>> on_turn(load("gin").start(), type(Kuhn().start()), "Kuhn poker")
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a player of Kuhn poker was asked for a move of gin(knock=10,...
    """
    if not isinstance(state, kind):
        raise SuitwiseError(f"a player of {game} was asked for a move of {state.game}")
    if state.turn < 0:
        raise SuitwiseError(f"no seat is on turn: {str(state)[:60]}")
    return state


def stream_of(state: State[Any], purpose: bytes = b"") -> int:
    """Return the random stream of a decision: a hash of what the seat on turn sees, and of a purpose.

    >>> from suitwise.testing import Kuhn
    >>> stream_of(Kuhn().parse("KJ")) == stream_of(Kuhn().parse("KQ"))
    True
    """
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


class Policy(Protocol):
    """A trained policy, whatever has trained it: from what is seen and may be done to what is done.

    It is called with an observation, float32 (width,), and a mask, int8 (actions,), with a 1 for each
    legal action, and gives the number of one of these: a whole number or an array of one. Where many
    games are asked about at once both have a row for each, and it gives integers (n,).

    ``envs.policies.chooser_of`` makes a player of it, ``envs.mirrored.mirrored_score`` says what it is
    worth, ``tractor.PolicyPlayer`` seats one that has learnt the play of Tractor.

    >>> def first(seen, mask):  # of one game or of many
    ...     return mask.argmax(axis=-1)
    >>> from suitwise.envs.sight import chooser_of
    >>> from suitwise.game import load, play
    >>> hand = load("texas42(match=hand)")
    >>> play(hand.start(), chooser_of(first, hand), seed=3).returns
    (0.0, 0.0, 0.0, 0.0)
    """

    def __call__(
        self, observation: NDArray[np.float32], mask: NDArray[np.int8], /
    ) -> Any:  # a number, or an array of one for each row
        """Return the number of an action, or one for each row."""


class Advice(NamedTuple):
    """A move and the reason for it.

    Args:
        move: the move.
        why: the reason in a sentence, which says no more than the move was chosen by.
    """

    move: Any
    why: Phrase


@runtime_checkable
class Adviser(Protocol):
    """A player that says why."""

    def advice(self, state: Any) -> Advice:
        """Return the move that it makes in a state, with its reason."""


def advice_of(player: Any, state: Any, name: str = "that advises") -> Advice:
    """Return the move that a player would make in a state, and why, as far as it says so.

    Args:
        player: the player.
        state: a seat's turn.
        name: what the player is called where it gives no reasons.

    >>> from suitwise.testing import Kuhn
    >>> print(*advice_of(lambda state: "b", Kuhn().parse("KJ"), "bold"), sep=": ")
    b: the player bold would play it, but gives no reasons
    """
    if isinstance(player, Adviser):
        return player.advice(state)
    if len(state.moves()) == 1:
        return only_move(state)
    why = phrase(
        "any.no-reason", "the player {name} would play it, but gives no reasons", name=name
    )
    return Advice(player(state), why)


def only_move(state: Any) -> Advice:
    """Return the only legal move, with that as the reason."""
    only = phrase("any.only-move", "it is the only legal move")
    return Advice(next(iter(state.moves())), only)


# --- Mirrored deals -------------------------------------------------------------------------------
#
# What is one idea stands here: who sits where, a deal played to its end, and the interval. Others
# bring what they play by: policies on arrays (``envs.vector``), pieces of a duel a process
# (``benchmarks.duels``), rows of weights (the scripts in ``learn/``). The arena has a statistic of
# its own (``arena.statistics.samples``): it plays in more seatings than two, at tables without sides
# and with few deals, where Student's t is wider, and adds its deals up in whatever order they come.

_STANDARD_ERRORS = 1.96


@dataclass(frozen=True, slots=True)
class Margin:
    """How much one player gets more than another.

    Args:
        mean: its return a game, sides exchanged.
        error: half the width of the 95 % interval about it.
        deals: how many deals, each played twice.

    >>> margin = Margin(mean=0.25, error=0.1, deals=400)
    >>> print(margin)
    +0.25 ± 0.10 a game on 400 mirrored deals
    >>> margin.low > 0  # the first is the better player
    True
    """

    mean: float
    error: float
    deals: int

    @classmethod
    def of(cls, samples: Sequence[float]) -> Margin:
        """Return the margin on some deals, each the mean of its two games.

        >>> print(Margin.of([1.0, 0.0]))
        +0.50 ± 0.98 a game on 2 mirrored deals
        """
        error = _STANDARD_ERRORS * statistics.stdev(samples) / math.sqrt(len(samples))
        return cls(statistics.fmean(samples), error, len(samples))

    @classmethod
    def of_sides(cls, one: Sequence[float], other: Sequence[float]) -> Margin:
        """Return the margin on some deals, given what the first player got on each side.

        Args:
            one: its return in each deal when it had one side.
            other: its return in the same deals when it had the other.

        >>> print(Margin.of_sides([1, 1], [-1, 1]))
        +0.50 ± 0.98 a game on 2 mirrored deals
        """
        return cls.of([(here + there) / 2 for here, there in zip(one, other, strict=True)])

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.error

    def __str__(self) -> str:
        return f"{signed(self.mean, 2)} ± {self.error:.2f} a game on {self.deals} mirrored deals"


def mirrored(game: Game[Any], first: Chooser, second: Chooser, deals: int, seed: int = 0) -> Margin:
    """Let two players play every deal twice, once on each side, and average what the first gets.

    The two games of a deal are one sample of the interval. Chance draws the same cards as long as
    the same cards are left, so a deal is the same in both.

    Args:
        game: a game of two sides: two seats, or partners.
        first: the player that is measured; it has all seats of its side.
        second: the other.
        deals: how many deals, at least 2.
        seed: 64-bit seed of chance; deal n takes its stream n.

    Raises:
        SuitwiseError: the game has not two sides, or there are too few deals.

    >>> from suitwise.players import RandomPlayer
    >>> from suitwise.testing import Kuhn
    >>> print(mirrored(Kuhn(), RandomPlayer(1), lambda state: "b", 20).deals)
    20
    """
    sides = sides_of(game, deals)
    seats = sides.index(0), sides.index(1)
    got: tuple[list[float], list[float]] = [], []
    for deal in range(deals):  # both games of a deal at once: players may go on with what they draw
        for side in (0, 1):
            end = end_of(game, (first, second), side, seed, deal)
            got[side].append(end.returns()[seats[side]])
    return Margin.of_sides(*got)


def sides_of(game: Game[Any], deals: int) -> tuple[int, ...]:
    """Return the side of each seat, 0 or 1, of a game that is to be played on mirrored deals.

    Raises:
        SuitwiseError: the game has not two sides, or there are too few deals.
    """
    sides = game.facts.side_of
    if set(sides) != {0, 1} or deals < 2:
        raise SuitwiseError(
            f"mirrored deals are two or more of a game of two sides, not {deals} of {game}"
        )
    return sides


def end_of(
    game: Game[Any], players: tuple[Chooser, Chooser], side: int, seed: int, deal: int
) -> State[Any]:
    """Play a deal; return how it ends.

    Args:
        game: a game of two sides.
        players: the two players.
        side: the side that the first has, all of its seats.
        seed: 64-bit seed of chance.
        deal: the number of the deal, its stream of chance.
    """
    sides = game.facts.side_of
    state, index = game.start().rolled(seed, deal)
    while state.turn != OVER:
        move = players[sides[state.turn] ^ side](state)
        state, index = state.after(move).rolled(seed, deal, index)
    return state
