"""A state of the last tricks with hidden hands: the deal and the play."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import cast

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.seating import SEATS, seat_at, side
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.texas42.endgame.variant import EndgameVariant
from suitwise.texas42.rules.dominoes import N_DOMINOES, Domino, dominoes_of
from suitwise.texas42.rules.position import Hands, Position, as_hands

_PLAYS = frozenset(str(Domino(domino)) for domino in range(N_DOMINOES))
_DEALT = re.compile(r"([0-6][-:][0-6]):([0-3])")


@rule
def decided(one: int, two: int, goal: int, total: int) -> bool:
    """Tell whether the sides' points settle whether side 0 reaches its goal; never without one."""
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
        """Tell whether a domino is played where dominoes are; it need not be legal."""
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
