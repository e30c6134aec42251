"""An endgame to be walked through as a whole: the game on two integers, without the checks of states.

A tree of a game (``players.trees``) asks millions of positions for their moves. What stands here plays
by the rules of ``arrays.packed``, deals a whole hand to each seat at one turn of chance, and shows what
the game's own states show; the tests hold the two trees against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from suitwise.foundation.seating import NOBODY, side
from suitwise.game import CHANCE, OVER
from suitwise.texas42.arrays.packed import dealt, legal_of, played, points_of, turn_of
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


@dataclass(frozen=True, slots=True)
class EndgameWalk:
    """A state of an endgame on its way through all of them.

    Args:
        game: the endgame.
        hands: the hands as dealt, None before the deal.
        where: half of the position (``arrays.packed``).
        rest: the other half.
        plays: what was played, in order.

    >>> walk = EndgameWalk(Endgame(hand="4-4 5-5"))
    >>> walk.turn, len(walk.moves())
    (-1, 90)
    >>> begun = walk.after(walk.moves()[0])
    >>> begun.turn, begun.moves(), begun.after("4-4").view(1)
    (0, ('4-4', '5-5'), '0-0,1-1 8 4-4')
    """

    game: Endgame
    hands: Hands | None = None
    where: int = 0
    rest: int = 0
    plays: tuple[int, ...] = ()

    @property
    def turn(self) -> int:
        """Chance deals; then who is to play, until all is played or the goal is decided."""
        if self.hands is None:
            return CHANCE
        points = points_of(self.rest, 0), points_of(self.rest, 1)
        if self.rest & ALL == 0 or decided(*points, self.game.goal, self.game.points):
            return OVER
        return turn_of(self.where, self.rest)

    def moves(self) -> tuple[str, ...]:
        """Return the dominoes that may be played, or the deals as the text of a state."""
        if self.hands is None:
            return tuple(" ".join(map(_text, hands)) for hands in deals(self.game))
        return tuple(_NAMES[domino] for domino in dominoes_of(legal_of(self.where, self.rest)))

    def weight(self, move: str) -> int:
        """Return 1: every deal is as likely."""
        return 1

    def after(self, move: str) -> EndgameWalk:
        """Return the state after a domino was played, or after a deal."""
        if self.hands is None:
            masks = [mask_of(_NUMBERS[name] for name in hand.split(",")) for hand in move.split()]
            return self._begun(as_hands(masks))
        domino = _NUMBERS[move]
        where, rest = played(self.where, self.rest, domino)
        return EndgameWalk(self.game, self.hands, where, rest, (*self.plays, domino))

    def _begun(self, hands: Hands) -> EndgameWalk:
        lower, upper = hands[1] | hands[3], hands[2] | hands[3]
        leader = self.game.leader
        where, rest = dealt(lower, upper, self.game.declared, leader, side(leader), NOBODY)
        # Nobody sits out and nothing is on the table: ``rest`` is what is held.
        return replace(self, hands=hands, where=where, rest=rest & mask_of(self.game.pack))

    def view(self, seat: int) -> str:
        """Return what a seat sees."""
        assert self.hands is not None
        return f"{_text(self.hands[seat])} {len(self.game.pack)} {format_dominoes(self.plays)or'-'}"

    def returns(self) -> tuple[float, ...]:
        """Return what each seat got."""
        one, two = points_of(self.rest, 0), points_of(self.rest, 1)
        got = float(outcome(one, two, self.game.goal))
        return (got, 0.0 - got, got, 0.0 - got)

    def __str__(self) -> str:
        assert self.hands is not None
        text = " ".join(map(_text, self.hands))
        return f"{text} {format_dominoes(self.plays)}" if self.plays else text


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
