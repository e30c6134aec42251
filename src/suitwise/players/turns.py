"""Shared parts of players: checks, random streams, moves with reasons, policies, mirrored deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase, signed
from suitwise.game import OVER, Chooser, Game, State

S = TypeVar("S", bound=State[Any])


def on_turn(state: State[Any], kind: type[S], game: str) -> S:
    """Check that a player of a game can choose in a state, and return the state.

    Args:
        state: the state.
        kind: the class of the game's states.
        game: the name of the game, for errors.

    Raises:
        SuitwiseError: it is a state of another game, or no seat is on turn.

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
    """Return the random stream of a decision: a hash of the view of the seat on turn, and of a purpose.

    >>> from suitwise.testing import Kuhn
    >>> stream_of(Kuhn().parse("KJ")) == stream_of(Kuhn().parse("KQ"))
    True
    """
    view = state.view(state.turn).encode()
    return int.from_bytes(hashlib.blake2b(view, digest_size=7, person=purpose).digest(), "little")


class Policy(Protocol):
    """A trained policy: a function from observation and mask to an action, trained by any library.

    Its arguments are an observation, float32 (width,), and a mask, int8 (actions,), with a 1 for each
    legal action. It returns a legal action, as a whole number or an array of one. For many games at once
    the arguments have a row for each game, and it returns integers (n,).

    ``envs.sight.chooser_of`` turns a policy into a player, ``envs.vector.mirrored_score`` measures it,
    and ``tractor.PolicyPlayer`` plays whole deals by a policy for the play of Tractor.

    >>> def first(seen, mask):  # for one game or for many
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
        """Return an action, or one for each row."""


class Advice(NamedTuple):
    """A move and the reason for it.

    Args:
        move: the move.
        why: the reason in a sentence: the rule or the figures by which the move was really chosen.
    """

    move: Any
    why: Phrase


@runtime_checkable
class Adviser(Protocol):
    """A player that gives reasons for its moves."""

    def advice(self, state: Any) -> Advice:
        """Return the player's move in a state, with the reason."""


def advice_of(player: Any, state: Any, name: str = "that advises") -> Advice:
    """Return a player's move in a state with the reason, or a placeholder if it gives no reasons.

    Args:
        player: the player.
        state: a state in which a seat is on turn.
        name: the player's name for the placeholder.

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


def weighed(why: Phrase, figure: Phrase | None) -> Phrase:
    """Return a reason with the figure behind it, if there is one.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> weighed(phrase("x.why", "the ace is out"), phrase("x.lead", "about 3 points better"))
    'the ace is out (about 3 points better)'
    """
    if figure is None:
        return why
    return phrase("any.weighed", "{why} ({figure})", why=why, figure=figure)


def parted(why: Phrase) -> tuple[Phrase, Phrase | None]:
    """Return a reason, and the figure behind it or None, which a page may show apart.

    >>> parted(weighed(phrase("x.why", "the ace is out"), phrase("x.lead", "3 points")))
    ('the ace is out', '3 points')
    >>> parted(phrase("x.why", "the ace is out"))
    ('the ace is out', None)
    """
    if why.code == "any.weighed":
        return why.params["why"], why.params["figure"]
    return why, None


def only_move(state: Any) -> Advice:
    """Return the only legal move, with its being the only one as the reason."""
    only = phrase("any.only-move", "it is the only legal move")
    return Advice(next(iter(state.moves())), only)


# --- Mirrored deals -------------------------------------------------------------------------------
#
# Two players play every deal twice, once on each side, so that the luck of the deal cancels. The parts
# here (seating, playing a deal, the interval) are also used for policies on arrays (``envs.vector``), by
# ``benchmarks.duels`` in several processes, and by the scripts in ``learn/``. The arena has its own
# statistics (``arena.statistics``), for more seatings than two, games without sides, few deals
# (Student's t) and results in any order.

_STANDARD_ERRORS = 1.96


@dataclass(frozen=True, slots=True)
class Margin:
    """The margin of one player over another on mirrored deals.

    Args:
        mean: the first player's mean return a game.
        error: half the width of its 95 % interval.
        deals: the number of deals, each played twice.

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
        """Return the margin from a sample per deal, the mean return of its two games.

        >>> print(Margin.of([1.0, 0.0]))
        +0.50 ± 0.98 a game on 2 mirrored deals
        """
        from statistics import fmean, stdev  # which import fractions and random; play needs none

        error = _STANDARD_ERRORS * stdev(samples) / math.sqrt(len(samples))
        return cls(fmean(samples), error, len(samples))

    @classmethod
    def of_sides(cls, one: Sequence[float], other: Sequence[float]) -> Margin:
        """Return the margin from the first player's returns on each side.

        Args:
            one: its return in each deal on one side.
            other: its return in the same deals on the other side.

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
    """Let two players play every deal twice, once on each side, and return the margin of the first.

    The two games of a deal are one sample. Both have the same deal, since chance draws the same cards as
    long as the same cards are left.

    Args:
        game: a game of two sides, such as two seats or two partnerships.
        first: the player that is measured; it plays all seats of its side.
        second: its opponent.
        deals: the number of deals, at least 2.
        seed: 64-bit seed of chance; deal n uses stream n.

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
    for deal in range(deals):  # the order of games matters to players with a running random stream
        for side in (0, 1):
            end = end_of(game, (first, second), side, seed, deal)
            got[side].append(end.returns()[seats[side]])
    return Margin.of_sides(*got)


def sides_of(game: Game[Any], deals: int) -> tuple[int, ...]:
    """Return the side, 0 or 1, of each seat of a game for mirrored deals.

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
    """Play a deal and return its final state.

    Args:
        game: a game of two sides.
        players: the two players.
        side: the side of the first player.
        seed: 64-bit seed of chance.
        deal: the number of the deal, which is its random stream.
    """
    sides = game.facts.side_of
    state, index = game.start().rolled(seed, deal)
    while state.turn != OVER:
        move = players[sides[state.turn] ^ side](state)
        state, index = state.after(move).rolled(seed, deal, index)
    return state
