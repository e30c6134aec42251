"""An endgame to be walked through as a whole: the game on two integers, without the checks of states.

A tree of a game (``players.trees``) asks millions of positions for their moves. What stands here plays
by the rules of ``arrays.packed``, deals a whole hand to each seat at one turn of chance, and shows what
the game's own states show; the tests hold the two trees against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations

from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.game import CHANCE, OVER
from suitwise.texas42.arrays.packed import (
    dealt,
    held_by,
    legal_of,
    placed_of,
    played,
    points_of,
    turn_of,
)
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.state import decided, outcome
from suitwise.texas42.rules.dominoes import (
    ALL,
    N_DOMINOES,
    Domino,
    dominoes_of,
    format_dominoes,
    mask_of,
)
from suitwise.texas42.rules.position import Hands, as_hands

_NAMES = tuple(str(Domino(domino)) for domino in range(N_DOMINOES))
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}


class EndgameWalk:
    """A state of an endgame on its way through all of them.

    Args:
        game: the endgame.
        hands: the hands as dealt, None before the deal.
        position: the position's two integers (``arrays.packed``).
        plays: what was played, in order, as text.

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
        """Chance deals; then who is to play, until all is played or the goal is decided."""

    def moves(self) -> tuple[str, ...]:
        """Return the dominoes that may be played, or the deals as the text of a state."""
        if self.hands is None:
            return tuple(" ".join(map(_text, hands)) for hands in deals(self.game))
        return _names(legal_of(*self._position))

    def weight(self, move: str) -> int:
        """Return 1: every deal is as likely."""
        return 1

    def after(self, move: str) -> EndgameWalk:
        """Return the state after a deal or a play; the last trick, all of it forced, is played, too."""
        if self.hands is None:
            return self._begun(move)
        where, rest = played(*self._position, _NUMBERS[move])
        if (rest & ALL).bit_count() == len(SEATS) and not placed_of(rest):
            for _ in SEATS:
                held = held_by(where, rest, turn_of(where, rest))
                where, rest = played(where, rest, lowest_bit(held))
        plays = f"{self._plays},{move}" if self._plays else move
        return EndgameWalk(self.game, self.hands, (where, rest), plays)

    def _begun(self, deal: str) -> EndgameWalk:
        masks = [mask_of(_NUMBERS[name] for name in hand.split(",")) for hand in deal.split()]
        lower, upper = masks[1] | masks[3], masks[2] | masks[3]
        leader = self.game.leader
        where, rest = dealt(lower, upper, self.game.declared, leader, side(leader), NOBODY)
        # Nobody sits out and nothing is on the table: ``rest`` is what is held.
        return EndgameWalk(self.game, as_hands(masks), (where, rest & sum(masks)))

    def view(self, seat: int) -> str:
        """Return what a seat sees."""
        assert self.hands is not None
        return f"{_text(self.hands[seat])} {len(self.game.pack)} {self._plays or '-'}"

    def returns(self) -> tuple[float, ...]:
        """Return what each seat got."""
        _, rest = self._position
        got = float(outcome(points_of(rest, 0), points_of(rest, 1), self.game.goal))
        return (got, 0.0 - got, got, 0.0 - got)

    def __str__(self) -> str:
        assert self.hands is not None
        text = " ".join(map(_text, self.hands))
        return f"{text} {self._plays}" if self._plays else text


def _turn(game: Endgame, where: int, rest: int) -> int:
    points = points_of(rest, 0), points_of(rest, 1)
    if rest & ALL == 0 or decided(*points, game.goal, game.points):
        return OVER
    return turn_of(where, rest)


@cache
def _names(bits: int) -> tuple[str, ...]:
    """Return the names of dominoes; as many sets are met as there are hands."""
    return tuple(map(str, dominoes_of(bits)))


@cache
def _text(hand: int) -> str:
    return format_dominoes(dominoes_of(hand))


def deals(game: Endgame) -> Iterator[Hands]:
    """Yield all deals of an endgame.

    >>> sum(1 for _ in deals(Endgame()))
    2520
    """
    yield from _dealt(game, list(game.held), game.dealt_seats, mask_of(game.to_deal))


def _dealt(game: Endgame, hands: list[int], seats: Collection[int], left: int) -> Iterator[Hands]:
    if not seats:
        yield as_hands(hands)
        return
    seat, *others = seats
    for hand in combinations(dominoes_of(left), game.tricks):
        hands[seat] = mask_of(hand)
        yield from _dealt(game, hands, others, left & ~hands[seat])
