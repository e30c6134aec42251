"""A ``Trial`` of a game: it plays random games for the checks, and reports faults.

Every check takes a ``Trial`` and looks at its games. If the game breaks a promise of the contract, the
check raises ``ContractBroken`` with a sentence that names the variant, the position and the fault. It
raises nothing else. No check knows any particular game.
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

# --- Choosing what to look at ---------------------------------------------------------------------
#
# A position may have thousands of moves, and a text can be mistyped in endless ways. These functions
# choose some of them, always the same.

MOST_LISTED = 64
"""The most legal moves that a check looks at."""
STATES_MISREAD = 20
"""The approximate number of states whose texts are mistyped."""
STATES_SAMPLED = 16
"""The approximate number of states per game from which worlds are sampled."""
_PLACES_MISTYPED = 8
"""The approximate number of places at which a text is mistyped."""

_T = TypeVar("_T")


def some(moves: Collection[Any]) -> list[Any]:
    """Return the first ``MOST_LISTED`` moves of a collection."""
    return list(islice(iter(moves), MOST_LISTED))


def same_moves(mine: Collection[Any], other: Collection[Any]) -> bool:
    """Return whether two collections of moves are equal; of long ones only some moves are compared."""
    if len(mine) <= MOST_LISTED:
        return len(mine) == len(other) and set(some(mine)) == set(some(other))
    examined = (*some(mine), *some(other))
    return len(mine) == len(other) and all(move in mine and move in other for move in examined)


def spread(items: list[_T], count: int, turn: int = 0) -> list[_T]:
    """Return about ``count`` items spread evenly over a list; ``turn`` shifts the choice.

    >>> spread(list(range(10)), 3), spread(list(range(10)), 3, turn=1), spread([1, 2], 3)
    ([0, 3, 6, 9], [1, 4, 7], [1, 2])
    """
    step = max(1, len(items) // count)
    return items[turn % step :: step]


def mistyped(text: str) -> Iterator[str]:
    """Yield mistyped versions of a text: a character missing, doubled or replaced, or text appended."""
    for i in spread(list(range(len(text))), _PLACES_MISTYPED):
        yield text[:i] + text[i + 1 :]
        yield text[:i] + text[i] + text[i:]
        for slip in "\x00 -9\u00b2":
            yield text[:i] + slip + text[i + 1 :]
    yield from (text + end for end in ("\n", " x", "\x00", ":", ",", "9" * 30))


# --- Random games ---------------------------------------------------------------------------------

CUT_OFF = 2000
"""The number of moves after which a game without a declared bound is cut off."""
MOST_WEIGHT = 1 << 31
"""The largest sum of weights for which ``suitwise.seeds.below`` is uniform."""


class ContractBroken(AssertionError):
    """The error raised if a game breaks a promise of the contract.

    >>> from suitwise.testing import Kuhn, check_game
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """


SlowMoves = Callable[[State[Any]], Collection[Any]]
"""A slow, simple function that returns the legal moves of a state."""
SlowReturns = Callable[[Record], Sequence[float]]
"""A slow, simple function that returns the returns of a finished game, from its record."""


@dataclass(frozen=True)
class Trial:
    """A game to be checked, with the random games to check it on.

    Args:
        game: the variant.
        games: the number of random games.
        seed: the seed of the random games.
        slow_moves: a slow, simple function that lists the legal moves, to compare with.
        slow_returns: a slow, simple function that computes returns, to compare with.
        moved: called after every random move, to show progress.

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
        """Raise ``ContractBroken`` unless a condition holds."""
        if not holds:
            raise self.broken(fault)

    def broken(self, fault: str) -> ContractBroken:
        """Return an error that describes a fault of this variant."""
        try:
            return ContractBroken(f"{self.game}: {fault}")
        except Exception:  # writing the game's text may fail too
            return ContractBroken(f"{type(self.game).__name__}: {fault}")

    def plays(self) -> Iterator[tuple[list[State[Any]], list[Any]]]:
        """Yield the states of each random game, from the start on, and its moves."""
        for number in range(self.games):
            yield self.play_on(self.game.start(), number)

    def states(self) -> Iterator[State[Any]]:
        """Yield every state of every random game."""
        for states, _ in self.plays():
            yield from states

    def play_on(self, state: State[Any], number: int) -> tuple[list[State[Any]], list[Any]]:
        """Play on at random from a state to the end; return the states and the moves."""
        steps = list(self.steps(state, number))
        return [state for state, _ in steps], [move for _, move in steps[:-1]]

    def steps(
        self, state: State[Any], number: int, choose: Callable[[State[Any]], Any] | None = None
    ) -> Iterator[tuple[State[Any], Any]]:
        """Play on from a state; yield each state with its move, and the last state with None.

        Seats move at random or by ``choose``. The game is cut off if it does not end or has no legal
        moves before its end; other checks report these faults.
        """
        bound = self.game.facts.longest_game
        most = CUT_OFF if bound is None else bound + 1  # one move more reveals a wrong bound
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
        except IndexError:  # the length is wrong, which another check reports
            return next(iter(legal), None), index

    def _after(self, state: State[Any], move: Any) -> State[Any]:
        try:
            return state.after(move)
        except SuitwiseError as error:
            raise self.broken(f"{shown(state)} refuses the legal {move}: {error}") from error

    def tried(self, what: str, call: Callable[[], _T]) -> _T:
        """Call a function and return its result; any error of its becomes ``ContractBroken``."""
        try:
            return call()
        except ContractBroken:
            raise
        except Exception as error:
            raise self.broken(f"{what} raises {type(error).__name__}: {error}") from error


Check = Callable[[Trial], None]
"""A function that tests one promise of the contract."""


def promise(check: Check) -> Check:
    """Decorate a check so that all errors, even those of a crashing game, become ``ContractBroken``."""

    @wraps(check)
    def guarded(trial: Trial) -> None:
        trial.tried(f"the check {name_of(check)!r}", partial(check, trial))

    return guarded


def name_of(check: Check) -> str:
    """Return a check's short name.

    >>> from suitwise.testing.values import check_seeds
    >>> name_of(check_seeds)
    'seeds'
    """
    return check.__name__.removeprefix("check_")


_last: tuple[object, str] = (None, "")
"""The state that was shown last: a check says again and again where it is, though nothing is wrong."""


def shown(state: State[Any]) -> str:
    """Return a state's text in quotes, shortened, for use in a message."""
    global _last
    known, text = _last
    if known is not state:
        whole = str(state)
        text = f"'{whole if len(whole) <= 100 else whole[:97] + '...'}'"
        _last = state, text
    return text


def differences(found: Collection[str], right: Collection[str]) -> str:
    """Return in words which texts are superfluous and which are missing."""
    more, fewer = sorted({*found} - {*right}), sorted({*right} - {*found})
    return f"besides: {' '.join(more[:5]) or 'nothing'}; not: {' '.join(fewer[:5]) or 'nothing'}"


def is_weight(weight: object) -> bool:
    """Return whether a value is a valid weight of an outcome of chance."""
    return isinstance(weight, int) and weight > 0


def can_draw(weights: list[int]) -> bool:
    """Return whether an outcome can be drawn exactly with these weights."""
    return all(map(is_weight, weights)) and sum(weights) <= MOST_WEIGHT


def entry_of(game: Game[Any]) -> Entry:
    """Return a game's entry in the catalogue, or an empty entry if it is not registered.

    >>> from suitwise.testing import Kuhn
    >>> entry_of(Kuhn()).name
    'kuhn'
    """
    known = find(game.name)
    if known is None or type(game) is not known.loaded(known.game):
        return Entry(game.name, type(game))
    return known
