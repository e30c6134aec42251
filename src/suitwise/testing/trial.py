"""A game on trial: random play by seed, and how a check says that a promise is broken.

Every check of the suite takes a ``Trial``, plays its games, and raises ``ContractBroken``, and never
anything else, with a sentence that names the variant, the position and the promise. Nothing knows any
particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, wraps
from itertools import islice
from typing import Any, TypeVar

from suitwise.catalogue import Entry, find
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, move_at
from suitwise.seeds import below

# --- Samples --------------------------------------------------------------------------------------
#
# Moves may be many thousands and texts go wrong in endless ways; these choose some of them, the same
# each time.

MOST_LISTED = 64
"""The most legal moves a check looks at."""
STATES_MISREAD = 20
"""The texts of how many states are mistyped."""
STATES_SAMPLED = 16
"""From about how many states of a game worlds are sampled: there may be many, and many seats."""
_PLACES_MISTYPED = 8
"""At about how many places a text is mistyped."""

_T = TypeVar("_T")


def some(moves: Collection[Any]) -> list[Any]:
    """Return the moves that are listed first."""
    return list(islice(iter(moves), MOST_LISTED))


def same_moves(mine: Collection[Any], other: Collection[Any]) -> bool:
    """Return whether two collections agree, as far as examined; long ones in any order."""
    if len(mine) <= MOST_LISTED:
        return len(mine) == len(other) and set(some(mine)) == set(some(other))
    looked_at = (*some(mine), *some(other))
    return len(mine) == len(other) and all(move in mine and move in other for move in looked_at)


def spread(items: list[_T], count: int, turn: int = 0) -> list[_T]:
    """Return about ``count`` items, from all over a list; another turn takes others.

    >>> spread(list(range(10)), 3), spread(list(range(10)), 3, turn=1), spread([1, 2], 3)
    ([0, 3, 6, 9], [1, 4, 7], [1, 2])
    """
    step = max(1, len(items) // count)
    return items[turn % step :: step]


def mistyped(text: str) -> Iterator[str]:
    """Yield texts one slip away: a character lost, doubled or replaced; something at the end."""
    for i in spread(list(range(len(text))), _PLACES_MISTYPED):
        yield text[:i] + text[i + 1 :]
        yield text[:i] + text[i] + text[i:]
        for slip in "\x00 -9\u00b2":
            yield text[:i] + slip + text[i + 1 :]
    yield from (text + end for end in ("\n", " x", "\x00", ":", ",", "9" * 30))


# --- A game on trial ------------------------------------------------------------------------------

CUT_OFF = 2000
"""The moves after which a game without a bound is cut off."""
MOST_WEIGHT = 1 << 31
"""``suitwise.seeds.below`` is uniform up to here."""


class ContractBroken(AssertionError):
    """A game does not keep a promise of the contract.

    >>> from suitwise.testing import Kuhn, check_game
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """


SlowMoves = Callable[[State[Any]], Collection[Any]]
"""The legal moves by a slow definition of one's own."""
SlowReturns = Callable[[Record], Sequence[float]]
"""Returns by a slow definition, from the record of a finished game."""


@dataclass(frozen=True)
class Trial:
    """A game on trial.

    Args:
        game: the variant.
        games: how many random games to play.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.
        slow_returns: what the seats get by a slow definition, compared where given.
        moved: called after every random move, for those who show that work goes on.

    >>> from suitwise.testing import Kuhn, fault_of
    >>> from suitwise.testing.facts import check_facts
    >>> trial = Trial(Kuhn(), games=2, seed=1)
    >>> print(fault_of(check_facts, trial))
    None
    >>> [str(states[-1]) for states, moves in trial.plays()]
    ['KQ:bb', 'JQ:pp']
    """

    game: Game[Any]
    games: int = 20
    seed: int = 0
    slow_moves: SlowMoves | None = field(default=None, compare=False)
    slow_returns: SlowReturns | None = field(default=None, compare=False)
    moved: Callable[[], object] = field(default=lambda: None, compare=False)

    def require(self, holds: bool, fault: str) -> None:
        """Raise ``ContractBroken`` unless a promise holds."""
        if not holds:
            raise self.broken(fault)

    def broken(self, fault: str) -> ContractBroken:
        """Return the error that says how this variant breaks its contract."""
        try:
            return ContractBroken(f"{self.game}: {fault}")
        except Exception:  # a game that can't say its own text
            return ContractBroken(f"{type(self.game).__name__}: {fault}")

    def plays(self) -> Iterator[tuple[list[State[Any]], list[Any]]]:
        """Yield random games: their states from the start on, and their moves."""
        for number in range(self.games):
            yield self.play_on(self.game.start(), number)

    def states(self) -> Iterator[State[Any]]:
        """Yield every state of every random game."""
        for states, _ in self.plays():
            yield from states

    def play_on(self, state: State[Any], number: int) -> tuple[list[State[Any]], list[Any]]:
        """Play a random game on from a state to its end: its states and its moves."""
        steps = list(self.steps(state, number))
        return [state for state, _ in steps], [move for _, move in steps[:-1]]

    def steps(
        self, state: State[Any], number: int, choose: Callable[[State[Any]], Any] | None = None
    ) -> Iterator[tuple[State[Any], Any]]:
        """Play a game on from a state: yield each state with its move, the last with None.

        Seats move at random, or as they are told.

        A game without an end is broken off, and so is one with no move before its end: the checks
        whose promises these are say so.
        """
        bound = self.game.facts.longest_game
        most = CUT_OFF if bound is None else bound + 1  # one too many shows a broken bound
        index = 0
        for _ in range(most):
            if choose is not None and state.turn >= 0 and len(state.moves()) > 0:
                move = choose(state)
            else:
                move, index = self._some_move(state, number, index)
            if move is None:
                break
            yield state, move
            state = self._after(state, move)
            self.moved()
        yield state, None

    def _some_move(self, state: State[Any], number: int, index: int) -> tuple[Any, int]:
        legal = state.moves() if state.turn != OVER else ()
        if len(legal) == 0:
            return None, index
        if state.turn == CHANCE and can_draw([state.weight(move) for move in legal]):
            return draw(state, self.seed, number, index)
        place, index = below(min(len(legal), 1 << 31), self.seed, number, index)
        try:
            return move_at(legal, place), index
        except IndexError:  # it counts more than it lists, which a check of its own finds
            return next(iter(legal), None), index

    def _after(self, state: State[Any], move: Any) -> State[Any]:
        try:
            return state.after(move)
        except SuitwiseError as error:
            raise self.broken(f"{shown(state)} refuses the legal {move}: {error}") from error

    def tried(self, what: str, call: Callable[[], _T]) -> _T:
        """Return what a call returns; an error of whatever kind breaks the contract."""
        try:
            return call()
        except ContractBroken:
            raise
        except Exception as error:
            raise self.broken(f"{what} raises {type(error).__name__}: {error}") from error


Check = Callable[[Trial], None]
"""One promise held against a game on trial."""


def promise(check: Check) -> Check:
    """Let a check raise nothing but ``ContractBroken``: a game that breaks down keeps no promise."""

    @wraps(check)
    def kept(trial: Trial) -> None:
        trial.tried(f"the check {name_of(check)!r}", partial(check, trial))

    return kept


def name_of(check: Check) -> str:
    """Return a check's short name.

    >>> from suitwise.testing.values import check_seeds
    >>> name_of(check_seeds)
    'seeds'
    """
    return check.__name__.removeprefix("check_")


def shown(state: State[Any]) -> str:
    """Return a state's text as a sentence quotes it."""
    text = str(state)
    return f"'{text if len(text) <= 100 else text[:97] + '...'}'"


def differences(found: Collection[str], right: Collection[str]) -> str:
    """Return in words which of some texts are too many, and which are missing."""
    more, fewer = sorted({*found} - {*right}), sorted({*right} - {*found})
    return f"besides: {' '.join(more[:5]) or 'nothing'}; not: {' '.join(fewer[:5]) or 'nothing'}"


def is_weight(weight: object) -> bool:
    """Return whether an outcome of chance can weigh so much."""
    return isinstance(weight, int) and weight > 0


def can_draw(weights: list[int]) -> bool:
    """Return whether an outcome can be drawn by these weights."""
    return all(map(is_weight, weights)) and sum(weights) <= MOST_WEIGHT


# --- The entry of a game on trial, as the catalogue has it ----------------------------------------


def entry_of(game: Game[Any]) -> Entry:
    """Return a game's entry; of a game that the catalogue does not know, one without any parts.

    >>> from suitwise.testing import Kuhn
    >>> entry_of(Kuhn()).name
    'kuhn'
    """
    known = find(game.name)
    if known is None or type(game) is not known.loaded(known.game):
        return Entry(game.name, type(game))
    return known
