"""The fixed tasks of the exploitability benchmark: endgames of 42 with hidden hands.

The endgames are random, drawn from the seed 42, and selected for being hard to learn. There were 150
endgames of two dominoes a hand with one hand known, and 30 with all hands hidden. The tasks are among
those where the exploitability left after 30 iterations of CFR+ is largest, relative to that of the
uniform strategy. The task with three dominoes was the smallest of six. The number in a name is that of
the draw. A task never changes; a new one gets a new name.

Building a game tree visits millions of positions. ``EndgameWalk`` represents them by two integers
without the checks of ordinary states. It plays by the rules of ``arrays.packed``, deals all hands in one
turn of chance, and has the same views as the game's states; tests compare the two trees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.game import CHANCE, OVER, load
from suitwise.research.game_tree import GameTree
from suitwise.texas42.arrays import packed
from suitwise.texas42.endgame.game import Endgame, decided, outcome
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.position import Hands, as_hands


@dataclass(frozen=True, slots=True)
class Task:
    """An endgame to be learned.

    Args:
        name: the name of the task.
        text: the variant, for ``suitwise.load``.
        budgets: the numbers of visited decisions after which a strategy is measured, ascending.
        seeds: the seeds for sampling learners.

    >>> TASKS[0].game.tricks, TASKS[0].tree().decisions
    (2, 990)
    """

    name: str
    text: str
    budgets: tuple[int, ...]
    seeds: tuple[int, ...]

    @property
    def game(self) -> Endgame:
        """The endgame."""
        game = load(self.text)
        assert isinstance(game, Endgame)
        return game

    def tree(self) -> GameTree:
        """Build the tree of the endgame."""
        game = self.game
        return GameTree.of(game, EndgameWalk(game))


def _task(
    name: str, options: str, budgets: tuple[int, ...], seeds: tuple[int, ...] = (1, 2, 3)
) -> Task:
    return Task(name, f"texas42_endgame({options})", budgets, seeds)


_TWO = 10_000, 100_000, 1_000_000
_HIDDEN = 100_000, 1_000_000
TASKS = (
    _task(
        "two-104",
        "declaration=6,leader=0,dominoes=1-0 3-1 3-3 4-4 5-0 5-3 6-2 6-5,goal=0,seat=0,hand=4-4 5-3",
        _TWO,
    ),
    _task(
        "two-66",
        "declaration=3,leader=0,dominoes=2-0 2-1 3-2 5-3 5-4 6-0 6-5 6-6,goal=0,seat=2,hand=2-1 5-3",
        _TWO,
    ),
    _task(
        "two-39",
        "declaration=4,leader=0,dominoes=2-2 4-0 4-1 4-3 4-4 5-1 5-2 5-5,goal=9,seat=3,hand=4-1 4-3",
        _TWO,
    ),
    _task(
        "two-108",
        "declaration=3,leader=0,dominoes=1-1 2-1 2-2 3-2 4-3 5-0 5-5 6-4,goal=16,seat=0,hand=1-1 6-4",
        _TWO,
    ),
    _task(
        "hidden-3",
        "declaration=3,leader=0,dominoes=0-0 3-1 3-2 4-1 4-3 5-5 6-0 6-4,goal=0,seat=0,hand=",
        _HIDDEN,
    ),
    _task(
        "hidden-6",
        "declaration=6,leader=0,dominoes=1-0 2-2 3-1 3-2 3-3 4-0 6-0 6-1,goal=4,seat=0,hand=",
        _HIDDEN,
    ),
    _task(
        "three-5",
        "declaration=5,leader=0,dominoes=0-0 1-0 1-1 2-2 3-0 3-2 5-0 6-1 6-2 6-3 6-4 6-6,goal=12,"
        "seat=1,hand=1-1 3-0 6-4",
        (1_000_000, 10_000_000),
        (1,),
    ),
)
"""The tasks, the smallest first."""


def chosen(names: str) -> tuple[Task, ...]:
    """Return the tasks with the given names, separated by commas; all tasks for an empty text.

    Raises:
        SuitwiseError: there is no such task.

    >>> [task.name for task in chosen("hidden-3,two-66")]
    ['two-66', 'hidden-3']
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    known = {task.name for task in TASKS}
    if not wanted <= known:
        names = ", ".join(task.name for task in TASKS)
        raise SuitwiseError(f"there is no task {min(wanted - known)}; the tasks are {names}")
    return tuple(task for task in TASKS if not wanted or task.name in wanted)


# --- The walk -------------------------------------------------------------------------------------


_NAMES = tuple(str(dominoes.Domino(domino)) for domino in range(dominoes.N_DOMINOES))
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}


class EndgameWalk:
    """A fast state of an endgame, for building its tree.

    Args:
        game: the endgame.
        hands: the hands as dealt; None before the deal.
        position: the two integers of the position (``arrays.packed``).
        plays: the plays so far as text, in order.

    >>> walk = EndgameWalk(Endgame(hand="4-4 5-5"))
    >>> walk.turn, len(walk.moves())
    (-1, 90)
    >>> begun = walk.after(walk.moves()[0])
    >>> begun.turn, begun.moves(), begun.after("4-4").view(1)
    (0, ('4-4', '5-5'), '0-0,1-1 8 4-4')
    """

    __slots__ = ("_plays", "_position", "game", "hands", "turn")

    def __init__(
        self,
        game: Endgame,
        hands: Hands | None = None,
        position: tuple[int, int] = (0, 0),
        plays: str = "",
    ) -> None:
        self.game, self.hands, self._position, self._plays = game, hands, position, plays
        self.turn = CHANCE if hands is None else _turn(game, *position)
        """``CHANCE`` before the deal, then the seat on turn, ``OVER`` once the outcome is decided."""

    def moves(self) -> tuple[str, ...]:
        """Return the legal plays, or before the deal all deals, as texts."""
        if self.hands is None:
            return tuple(" ".join(map(_text, hands)) for hands in deals(self.game))
        return _names(packed.legal_of(*self._position))

    def weight(self, move: str) -> int:
        """Return 1, since all deals are equally likely."""
        return 1

    def after(self, move: str) -> EndgameWalk:
        """Return the state after a deal or a play; the last trick is forced and played at once."""
        if self.hands is None:
            return self._begun(move)
        where, rest = packed.played(*self._position, _NUMBERS[move])
        if (rest & dominoes.ALL).bit_count() == len(SEATS) and not packed.placed_of(rest):
            for _ in SEATS:
                held = packed.held_by(where, rest, packed.turn_of(where, rest))
                where, rest = packed.played(where, rest, lowest_bit(held))
        plays = f"{self._plays},{move}" if self._plays else move
        return EndgameWalk(self.game, self.hands, (where, rest), plays)

    def _begun(self, deal: str) -> EndgameWalk:
        masks = [
            dominoes.mask_of(_NUMBERS[name] for name in hand.split(",")) for hand in deal.split()
        ]
        lower, upper = masks[1] | masks[3], masks[2] | masks[3]
        leader = self.game.leader
        where, rest = packed.dealt(lower, upper, self.game.declared, leader, side(leader), NOBODY)
        # Only the dealt dominoes are held, not all 28: keep their bits. Nobody sits out, and the table
        # is empty, so ``rest`` has no other bits.
        return EndgameWalk(self.game, as_hands(masks), (where, rest & sum(masks)))

    def view(self, seat: int) -> str:
        """Return the view of a seat: its dealt hand, the number of dominoes in play, the plays."""
        assert self.hands is not None
        return f"{_text(self.hands[seat])} {len(self.game.pack)} {self._plays or '-'}"

    def returns(self) -> tuple[float, ...]:
        """Return the return of each seat."""
        _, rest = self._position
        score = float(outcome(packed.points_of(rest, 0), packed.points_of(rest, 1), self.game.goal))
        return (score, 0.0 - score, score, 0.0 - score)

    def __str__(self) -> str:
        assert self.hands is not None
        text = " ".join(map(_text, self.hands))
        return f"{text} {self._plays}" if self._plays else text


def _turn(game: Endgame, where: int, rest: int) -> int:
    points = packed.points_of(rest, 0), packed.points_of(rest, 1)
    if rest & dominoes.ALL == 0 or decided(*points, game.goal, game.points):
        return OVER
    return packed.turn_of(where, rest)


@cache
def _names(bits: int) -> tuple[str, ...]:
    """Return the names of a set of dominoes; cached, since few different sets occur."""
    return tuple(map(str, dominoes.dominoes_of(bits)))


@cache
def _text(hand: int) -> str:
    return dominoes.format_dominoes(dominoes.dominoes_of(hand))


def deals(game: Endgame) -> Iterator[Hands]:
    """Yield all deals of an endgame.

    >>> sum(1 for _ in deals(Endgame()))
    2520
    """
    yield from _dealt(game, list(game.held), game.dealt_seats, dominoes.mask_of(game.to_deal))


def _dealt(game: Endgame, hands: list[int], seats: Collection[int], left: int) -> Iterator[Hands]:
    if not seats:
        yield as_hands(hands)
        return
    seat, *others = seats
    for hand in combinations(dominoes.dominoes_of(left), game.tricks):
        hands[seat] = dominoes.mask_of(hand)
        yield from _dealt(game, hands, others, left & ~hands[seat])
