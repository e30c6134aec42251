"""The Monte Carlo player of rami: it draws, lays and discards by expected points.

The other hands and the stock are hidden, and all ways to deal the unseen cards are taken to be equally
likely (``hidden``). All candidate moves of a decision are played out in the same sampled worlds by
compiled playouts (``playouts``). Low scores are good in rami, so the value of a world is the sum of the
other seats' scores, each minus the own one. The score of a match is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from suitwise.foundation.arrays.compiled import over_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.values import Clock
from suitwise.game import State
from suitwise.players.search import Batch, ByPoints, ByWorlds, Ints, Race, batches, race
from suitwise.players.turns import Advice, on_turn, stream_of, weighed
from suitwise.rummy.rami.arrays.cards import MULTISET
from suitwise.rummy.rami.arrays.record import COLUMNS, options_of, write_cards, write_state
from suitwise.rummy.rami.hidden import redealt_for
from suitwise.rummy.rami.players.playouts import is_known, roll_row
from suitwise.rummy.rami.players.rule_based import (
    RamiPlayer,
    advised,
    discards_by_worth,
    layings_by_worth,
)
from suitwise.rummy.rami.rules.moves import CARD_MOVES, RamiMove
from suitwise.rummy.rami.state import RamiState
from suitwise.seeds import world_seed
from suitwise.stepping.loop import opened

SURE = 1.0
"""The lead in standard errors that a move must have over that of the rule-based player to replace it."""
DISCARDS, LAYINGS = 5, 3
"""The most discards and the most moves to the table that are candidates."""


@dataclass(frozen=True, slots=True)
class MonteCarloRami(ByPoints):
    """Makes the move with the highest expected value; the same view always gets the same move.

    In houses for which there are no compiled playouts (``is_known``) it plays like ``RamiPlayer``.

    The options are those of ``ByPoints``.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("romme", deals=1).start().rolled(seed=1, stream=0)
    >>> str(MonteCarloRami(worlds=8)(state)) in map(str, state.moves())
    True
    """

    worlds: int = 100

    def __call__(self, state: State[Any]) -> RamiMove:
        """Return a move; the state is one of rami in which a seat is on turn."""
        here = on_turn(state, RamiState, "rami")
        return here.step_to(self._decide(here)[0])

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        here = on_turn(state, RamiState, "rami")
        move, result = self._decide(here)
        advice = advised(here, here.step_to(move))
        if result is None:
            return advice
        return Advice(advice.move, weighed(advice.why, result.lead_in_points))

    def _decide(self, state: RamiState) -> tuple[RamiMove, Race | None]:
        """Return a whole move and the race that chose it, or None if there was no choice to make."""
        clock = Clock(self.seconds)
        moves = tuple(candidates(state))
        if len(moves) == 1 or not is_known(state.variant):
            return moves[0], None
        rolls = Rolls(_unstaged(state), moves, self.seed)
        batch_sizes = clock.lots(self.worlds)
        worlds = batches(rolls.batch, batch_sizes, stream_of(state))
        result = race(worlds, len(moves), sure=SURE)
        return moves[result.best], result


def _unstaged(state: RamiState) -> RamiState:
    """Return the same state in a game without staged turns, where no first melds are chosen yet."""
    if not state.variant.staged:
        return state
    return replace(state, variant=replace(state.variant, staged=False), chosen=())


def candidates(state: RamiState) -> Iterator[RamiMove]:
    """Yield the whole moves to compare, first that of the rule-based player.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.rummy.rami.game import Rami
    >>> hands = "HQ C2 C3 D4 D8 SK / S2 H5 D7 D9 CT"
    >>> state = Rami(deals=1).parse(
    ...     f"play 8 high 60 | {hands} | yes yes | HTHJ[HQ]/S9H9C9 | D5 | - / - | - | 0 0")
    >>> print(*candidates(state))
    take:HQ@1 HQ SK D8 D4 C3
    """
    if state.phase == "draw":
        first = RamiPlayer()(state)
        yield from dict.fromkeys((first, *state.moves()))
        return
    layings = layings_by_worth(state)[:LAYINGS]
    discards = [CARD_MOVES[card] for card in discards_by_worth(state)]
    found = dict.fromkeys([*layings, *discards[:DISCARDS]])
    yield from found or state.whole_moves


# --- Worlds ---------------------------------------------------------------------------------------


class Rolls:
    """Plays out the moves of a seat to the end of the deal, in worlds that it can't tell apart.

    Args:
        state: a position in which a seat is on turn.
        moves: whole moves.
        seed: 64-bit seed of the worlds.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("romme", deals=1).start().rolled(seed=1, stream=0)
    >>> Rolls(state, tuple(candidates(state)), seed=5).leads(3, 0).shape
    (3, 5)
    """

    def __init__(self, state: RamiState, moves: Sequence[RamiMove], seed: int) -> None:
        self.state, self.seed = state, seed
        self.options = np.array(options_of(state.variant), np.int64)
        self.after = np.zeros((len(moves), COLUMNS), np.int64)
        for record, move in zip(self.after, moves, strict=True):
            write_state(record, state.followed_by(move))
        # A draw from an empty stock turns the pile over into a stock whose cards are known, whatever the
        # others hold. So after that move the stock is not the sampled one of the world.
        is_sampled = [bool(state.stock) or move.kind != "stock" for move in moves]
        self.has_stock = np.array(is_sampled, np.int64)

    def batch(self, count: int, stream: int) -> Batch:
        """Return a batch of worlds for ``players.search.race``."""
        worlds, streams = self._worlds(count, stream)

        def roll(first: int, last: int, active: Ints) -> NDArray[np.int64]:
            return self._rolled(worlds[first:last], streams[first:last], active)

        return Batch(np.ones(count, np.int64), roll)

    def leads(self, count: int, stream: int) -> NDArray[np.int64]:
        """Return the value of each move in each world: the sum of the others' leads in points."""
        worlds, streams = self._worlds(count, stream)
        return self._rolled(worlds, streams, np.arange(len(self.after)))

    def _rolled(self, worlds: Ints, streams: Ints, active: Ints) -> NDArray[np.int64]:
        leads = np.zeros((len(worlds), len(self.after)), np.int64)
        workspace = np.zeros((len(worlds), COLUMNS), np.int64)
        seat = self.state.turn
        given = (self.after, worlds, streams, active, self.options, seat, self.has_stock, workspace)
        over_rows(roll_row)(given, leads, 0, len(worlds))
        return leads

    def _worlds(self, count: int, stream: int) -> tuple[Ints, Ints]:
        """Return the hands and the stock of sampled worlds, and the random streams of their playouts."""
        state, seats = self.state, self.state.variant.seats
        worlds = np.zeros((count, MULTISET * (seats + 1)), np.int64)
        streams = np.zeros(count, np.int64)
        for number in range(count):
            world = redealt_for(state, state.turn, self.seed, stream + number)
            for owner, cards in enumerate((*world.hands, world.stock)):
                write_cards(worlds[number], MULTISET * owner, cards)
            streams[number] = opened(world_seed(self.seed), stream + number)
        return worlds, streams


# --- The player by name ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling(ByWorlds):
    """The player by name."""

    player: ClassVar[Any] = MonteCarloRami
    worlds: int = 100
