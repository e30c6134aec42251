"""The endgame of Texas 42: its validated options, and the states of its deal and play.

The rules are those of ``rules.position``; ``endgame.game`` defines the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, cast

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.seating import SEATS, seat_at, side
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.texas42.rules.dominoes import (
    N_DOMINOES,
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
    parse_dominoes,
)
from suitwise.texas42.rules.position import (
    Hands,
    Position,
    as_hands,
    distinct_mask,
    read_declaration,
)

MOST_TRICKS = 4
LONGEST_TEXT = 400
"""An upper bound on the length of any option or state."""


@dataclass(frozen=True)
class EndgameVariant:
    """The options of ``Endgame``, which explains each of them.

    Raises:
        NotationError: an option is invalid.

    >>> variant = EndgameVariant(dominoes="5-5 6-4 6-6 0-0")
    >>> variant.tricks, variant.points
    (1, 21)
    """

    declaration: str = "5"
    leader: int = 0
    dominoes: str = "0-0 1-1 4-2 6-2 4-4 5-5 6-5 6-6"
    goal: int = 0
    seat: int = 0
    hand: str = ""

    name: ClassVar[str] = "texas42_endgame"

    def __post_init__(self) -> None:
        """Put the dominoes in canonical order and validate the options."""
        for option in ("dominoes", "hand"):
            text = of_kind(getattr(self, option), str, option)
            if len(text) > LONGEST_TEXT:
                raise NotationError(
                    phrase(
                        "options.too-long",
                        "the option {option} of {name} is too long",
                        option=TypedName(option, self.name),
                        name=self.name,
                    )
                )
            bits = distinct_mask(parse_dominoes(text))
            object.__setattr__(self, option, format_dominoes(dominoes_of(bits), " "))
        read_declaration(self.declaration)
        for option in ("leader", "goal", "seat"):
            if type(getattr(self, option)) is not int:
                raise NotationError(
                    phrase(
                        "options.is-whole",
                        "the option {option} of {name} is a whole number",
                        option=TypedName(option, self.name),
                        name=self.name,
                    )
                )
        if self.leader not in SEATS or self.seat not in SEATS:
            raise NotationError(phrase("texas42.seat-is", "a seat is 0, 1, 2 or 3"))
        self._refuse_dominoes()
        if not 0 <= self.goal <= self.points:
            raise NotationError(
                phrase(
                    "texas42.goal-is",
                    "a goal is 0 to {points}, the points that are left",
                    points=self.points,
                )
            )

    def _refuse_dominoes(self) -> None:
        if len(self.pack) % 4 or not 1 <= self.tricks <= MOST_TRICKS:
            raise NotationError(
                phrase(
                    "texas42.endgame-of",
                    "an endgame has 4, 8, 12 or 16 dominoes, as many a seat, not {n}",
                    n=len(self.pack),
                )
            )
        hand = as_dominoes(self.hand)
        if hand and (len(hand) != self.tricks or not set(hand) <= set(self.pack)):
            raise NotationError(
                phrase(
                    "texas42.hand-is",
                    "a hand is {n} of the dominoes left, or not given",
                    n=self.tricks,
                )
            )

    @cached_property
    def pack(self) -> tuple[Domino, ...]:
        """The dominoes left, in ascending order."""
        return as_dominoes(self.dominoes)

    @cached_property
    def declared(self) -> int:
        """The number of the declaration."""
        return read_declaration(self.declaration)

    @cached_property
    def held(self) -> Hands:
        """The hands before the deal: empty, except for the fixed hand if any."""
        hand = mask_of(as_dominoes(self.hand))
        return as_hands(hand if seat == self.seat else 0 for seat in SEATS)

    @cached_property
    def to_deal(self) -> tuple[Domino, ...]:
        """The dominoes that chance deals, in that order."""
        return tuple(domino for domino in self.pack if not sum(self.held) >> domino & 1)

    @property
    def dealt_seats(self) -> tuple[int, ...]:
        """The seats that chance deals to."""
        return tuple(seat for seat in SEATS if not self.held[seat])

    @property
    def tricks(self) -> int:
        """The number of tricks left."""
        return len(self.pack) // 4

    @cached_property
    def points(self) -> int:
        """The points that are left."""
        return self.tricks + sum(domino.count for domino in self.pack)


# --- A state --------------------------------------------------------------------------------------


_PLAYS = frozenset(str(Domino(domino)) for domino in range(N_DOMINOES))
_DEALT = re.compile(r"([0-6][-:][0-6]):([0-3])")


@rule
def decided(one: int, two: int, goal: int, total: int) -> bool:
    """Return whether the points so far decide if side 0 reaches its goal; False without a goal."""
    return goal > 0 and (one >= goal or two > total - goal)


@rule
def outcome(one: int, two: int, goal: int) -> int:
    """Return the payoff of side 0 for the points of the two sides; see ``Endgame.goal``."""
    if goal == 0:
        return one - two
    return 1 if one >= goal else -1


@dataclass(frozen=True, slots=True)
class EndgameState(State[str]):
    """A state: the hands as dealt and the plays, from which the rest follows.

    Args:
        variant: the game.
        dealt: the dominoes that each seat has been dealt.
        plays: the plays, in order.
        position: the position of the play, once all is dealt.
        taken: the points of the two sides.
    """

    variant: EndgameVariant
    dealt: Hands
    plays: tuple[int, ...] = ()
    position: Position | None = field(default=None, compare=False)
    taken: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def game(self) -> Game[str]:
        """The variant as the game that it is."""
        return cast("Game[str]", self.variant)

    @property
    def turn(self) -> int:
        """Chance during the deal, then the seat to play, until the end or until the goal is decided."""
        if self.position is None:
            return CHANCE
        game = self.variant
        if self.position.over or decided(*self.taken, game.goal, game.points):
            return OVER
        return self.position.turn

    @property
    def _given(self) -> int:
        """The number of dominoes dealt by chance."""
        return sum(self.dealt).bit_count() - sum(self.variant.held).bit_count()

    def moves(self) -> Collection[str]:
        """Return the legal plays, or the chance outcomes for the next domino."""
        if self.position is None:
            domino = self.variant.to_deal[self._given]
            return tuple(f"{domino}:{seat}" for seat in SEATS if self._places(seat))
        if self.turn == OVER:
            return ()
        return tuple(map(str, dominoes_of(self.position.legal())))

    def _places(self, seat: int) -> int:
        return self.variant.tricks - self.dealt[seat].bit_count()

    def weight(self, move: str) -> int:
        """Return the number of open places of the seat, which makes all deals equally likely."""
        return self._places(int(move[-1]))

    move_kinds = (str,)

    def followed_by(self, move: str) -> EndgameState:
        """Return the state after a domino was dealt or played."""
        return self.after_play(Domino(move)) if self.is_play(move) else self._after_deal(move)

    def is_play(self, move: str) -> bool:
        """Return whether a move is the play of a domino at a seat's turn, legal or not."""
        return self.turn >= 0 and ":" not in move

    def _after_deal(self, move: str) -> EndgameState:
        domino, seat = move.split(":")
        hands = list(self.dealt)
        hands[int(seat)] |= 1 << Domino(domino)
        return replace(self, dealt=as_hands(hands)).with_position()

    def with_position(self) -> EndgameState:
        """Return this state with the play begun if the deal is complete."""
        game = self.variant
        if self._given < len(game.to_deal):
            return self
        return replace(self, position=Position(game.declared, self.dealt, game.leader))

    def after_play(self, domino: Domino) -> EndgameState:
        """Return the state after a domino was played."""
        assert self.position is not None
        position, done = self.position.with_play(self.position.checked(domino))
        one, two = self.taken
        if done is not None:
            one += 0 if side(done.winner) else done.points
            two += done.points if side(done.winner) else 0
        return EndgameState(self.variant, self.dealt, (*self.plays, domino), position, (one, two))

    def returns(self) -> tuple[float, ...]:
        """Return the payoff of each seat, equal for partners; with a goal, 0 before the end."""
        goal = self.variant.goal
        got = float(outcome(*self.taken, goal)) if goal == 0 or self.turn == OVER else 0.0
        return (got, 0.0 - got, got, 0.0 - got)

    def parse_move(self, text: str) -> str:
        """Parse a domino, or a domino and a seat."""
        if text in _PLAYS:
            return text
        dealt = _DEALT.fullmatch(text)
        return f"{Domino(dealt[1])}:{dealt[2]}" if dealt else str(Domino(text))

    def played(self) -> list[tuple[int, int, int]]:
        """Return the seat, the domino and the suit led (-1 for a lead) of each play."""
        played: list[tuple[int, int, int]] = []
        if not self.plays:
            return played
        position = Position(self.variant.declared, self.dealt, self.variant.leader)
        for domino in self.plays:
            seat = seat_at(position.leader, len(position.trick), position.out)
            played.append((seat, domino, position.suit))
            position = position.after(domino)
        return played
