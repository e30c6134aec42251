"""Endgames of 42: their options, checked, and a state of the deal and the play.

The rules are those of ``position``; ``game`` says what an endgame is.
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
"""More characters than any option or state has."""


@dataclass(frozen=True)
class EndgameVariant:
    """The options of ``Endgame``, which says what each of them means.

    Raises:
        NotationError: an option is not what it should be.

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
        """Write the dominoes in one order, and refuse options that make no endgame."""
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
        """What the seats hold before the deal: nothing, but for the hand that is fixed."""
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
        """How many tricks are left."""
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
    """Return whether the sides' points settle whether side 0 reaches its goal; never without one."""
    return goal > 0 and (one >= goal or two > total - goal)


@rule
def outcome(one: int, two: int, goal: int) -> int:
    """Return what side 0 gets when the sides have taken these points: see ``Endgame.goal``."""
    if goal == 0:
        return one - two
    return 1 if one >= goal else -1


@dataclass(frozen=True, slots=True)
class EndgameState(State[str]):
    """The hands as dealt and what was played; the rest follows from them.

    Args:
        variant: the game.
        dealt: what each seat has been dealt.
        plays: what was played, in order.
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
        """Chance deals; then who is to play, until all is played or the goal is decided."""
        if self.position is None:
            return CHANCE
        game = self.variant
        if self.position.over or decided(*self.taken, game.goal, game.points):
            return OVER
        return self.position.turn

    @property
    def _given(self) -> int:
        """How many dominoes have been dealt by chance."""
        return sum(self.dealt).bit_count() - sum(self.variant.held).bit_count()

    def moves(self) -> Collection[str]:
        """Return the dominoes that may be played, or who may be dealt the next one."""
        if self.position is None:
            domino = self.variant.to_deal[self._given]
            return tuple(f"{domino}:{seat}" for seat in SEATS if self._places(seat))
        if self.turn == OVER:
            return ()
        return tuple(map(str, dominoes_of(self.position.legal())))

    def _places(self, seat: int) -> int:
        return self.variant.tricks - self.dealt[seat].bit_count()

    def weight(self, move: str) -> int:
        """Return how many open places the seat has: so every deal is as likely."""
        return self._places(int(move[-1]))

    move_kinds = (str,)

    def followed_by(self, move: str) -> EndgameState:
        """Return the state after a domino was dealt or played."""
        return self.after_play(Domino(move)) if self.is_play(move) else self._after_deal(move)

    def is_play(self, move: str) -> bool:
        """Return whether a domino is played where dominoes are; it need not be legal."""
        return self.turn >= 0 and ":" not in move

    def _after_deal(self, move: str) -> EndgameState:
        domino, seat = move.split(":")
        hands = list(self.dealt)
        hands[int(seat)] |= 1 << Domino(domino)
        return replace(self, dealt=as_hands(hands)).with_position()

    def with_position(self) -> EndgameState:
        """Return this state with the play begun if all is dealt."""
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
        """Return what each seat has got, partners alike; with a goal nothing before the end."""
        goal = self.variant.goal
        got = float(outcome(*self.taken, goal)) if goal == 0 or self.turn == OVER else 0.0
        return (got, 0.0 - got, got, 0.0 - got)

    def parse_move(self, text: str) -> str:
        """Read a domino, or a domino and a seat."""
        if text in _PLAYS:
            return text
        dealt = _DEALT.fullmatch(text)
        return f"{Domino(dealt[1])}:{dealt[2]}" if dealt else str(Domino(text))

    def played(self) -> list[tuple[int, int, int]]:
        """Return who played each domino, and the suit that was led; -1 for a lead."""
        played: list[tuple[int, int, int]] = []
        if not self.plays:
            return played
        position = Position(self.variant.declared, self.dealt, self.variant.leader)
        for domino in self.plays:
            seat = seat_at(position.leader, len(position.trick), position.out)
            played.append((seat, domino, position.suit))
            position = position.after(domino)
        return played
