"""A state of the last tricks with hidden hands: the deal, the play, and what each seat sees of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from suitwise.compiled import rule
from suitwise.game import CHANCE, OVER, State
from suitwise.seeds import below, world_seed
from suitwise.texas42.hidden.knowledge import absent_after
from suitwise.texas42.rules.dominoes import N_DOMINOES, Domino, dominoes_of, format_dominoes
from suitwise.texas42.rules.position import Hands, Position
from suitwise.texas42.rules.suits import DECLARATION_TEXT
from suitwise.texas42.rules.tricks import SEATS, seat_at, side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.sight import Sight
    from suitwise.texas42.endgame.game import Endgame

_PLAYS = frozenset(str(Domino(domino)) for domino in range(N_DOMINOES))
_DEALT = re.compile(r"([0-6]-[0-6]):([0-3])")
_DECLARED = 9 * N_DOMINOES
_SEEN = _DECLARED + len(DECLARATION_TEXT) + 7


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

    variant: Endgame
    dealt: Hands
    plays: tuple[int, ...] = ()
    position: Position | None = field(default=None, compare=False)
    taken: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def game(self) -> Endgame:
        """The variant."""
        return self.variant

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

    def refusal(self, move: str) -> str | None:
        """Return why a move is not legal: the rule that a play would break."""
        if self.position is not None and self._is_play(move):
            return self.position.why_not(Domino(move))
        return None if move in self.moves() else f"{move} is not legal here"

    def followed_by(self, move: str) -> EndgameState:
        """Return the state after a domino was dealt or played."""
        return self._after_play(Domino(move)) if self._is_play(move) else self._after_deal(move)

    def _is_play(self, move: str) -> bool:
        """Tell whether a domino is played where dominoes are; it need not be legal."""
        return self.turn >= 0 and ":" not in move

    def _after_deal(self, move: str) -> EndgameState:
        domino, seat = move.split(":")
        hands = list(self.dealt)
        hands[int(seat)] |= 1 << Domino(domino)
        return replace(self, dealt=_as_hands(hands)).with_position()

    def with_position(self) -> EndgameState:
        """Return this state with the play begun if all is dealt."""
        game = self.variant
        if self._given < len(game.to_deal):
            return self
        return replace(self, position=Position(game.declared, self.dealt, game.leader))

    def _after_play(self, domino: Domino) -> EndgameState:
        assert self.position is not None
        done = self.position.trick_with(domino)
        one, two = self.taken
        if done is not None:
            one += 0 if side(done.winner) else done.points
            two += done.points if side(done.winner) else 0
        return EndgameState(
            self.variant,
            self.dealt,
            (*self.plays, domino),
            self.position.after(domino),
            (one, two),
        )

    def returns(self) -> tuple[float, ...]:
        """Return what each seat has got, partners alike; with a goal nothing before the end."""
        goal = self.variant.goal
        got = float(outcome(*self.taken, goal)) if goal == 0 or self.turn == OVER else 0.0
        return (got, 0.0 - got, got, 0.0 - got)

    # --- Text -------------------------------------------------------------------------------------

    def __str__(self) -> str:
        hands = " ".join(_hand_text(hand) for hand in self.dealt)
        return f"{hands} {format_dominoes(self.plays)}" if self.plays else hands

    def parse_move(self, text: str) -> str:
        """Read a domino, or a domino and a seat."""
        if text in _PLAYS:
            return text
        dealt = _DEALT.fullmatch(text)
        return f"{Domino(dealt[1])}:{dealt[2]}" if dealt else str(Domino(text))

    # --- What a seat sees -------------------------------------------------------------------------

    def view(self, seat: int) -> str:
        """Return one's hand as dealt, how many dominoes are dealt, and what was played."""
        plays = format_dominoes(self.plays) or "-"
        return f"{_hand_text(self.dealt[seat])} {sum(self.dealt).bit_count()} {plays}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees, seats counted from it on.

        Its hand as dealt (28), the dominoes played by each seat (112), those on the table by each seat
        (112), the declaration (14), who leads or led the trick (4), the sides' points, its own first
        (2), and how many dominoes are dealt.
        """
        import numpy as np

        seen = np.zeros(_SEEN, np.float32)
        seen[list(dominoes_of(self.dealt[seat]))] = 1
        table = self.position.trick if self.position else ()
        for number, (player, domino, _) in enumerate(self._played()):
            from_seat = (player - seat) & 3
            seen[N_DOMINOES * (1 + from_seat) + domino] = 1
            if number >= len(self.plays) - len(table):
                seen[N_DOMINOES * (5 + from_seat) + domino] = 1
        leader = self.position.leader if self.position else self.variant.leader
        seen[_DECLARED + self.variant.declared] = 1
        seen[_DECLARED + len(DECLARATION_TEXT) + ((leader - seat) & 3)] = 1
        own = side(seat)
        seen[-3:] = self.taken[own], self.taken[1 - own], sum(self.dealt).bit_count()
        return seen

    def _played(self) -> list[tuple[int, int, int]]:
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

    def sight(self, seat: int | None) -> Sight:
        """Return the game's own part of what a seat sees, or for None of what everybody sees."""
        from suitwise.texas42.seen import endgame_sight

        return endgame_sight(self, seat)

    def resample(self, seat: int, seed: int, stream: int) -> EndgameState:
        """Return this state with the hands that a seat can't see dealt anew, every way alike."""
        others = [other for other in self.variant.dealt_seats if other != seat]
        kept = [self.dealt[at] if at not in others else 0 for at in SEATS]
        absent = [0, 0, 0, 0]
        for player, domino, suit in self._played():
            absent[player] |= absent_after(domino, suit, self.variant.declared)
            kept[player] |= 1 << domino
        hidden = dominoes_of(sum(self.dealt) & ~sum(kept))
        places = [self.variant.tricks - hand.bit_count() for hand in kept]
        holders = tuple(
            tuple(other for other in others if not absent[other] >> domino & 1) for domino in hidden
        )
        for other, domino in zip(
            _filled(holders, places, world_seed(seed), stream), hidden, strict=True
        ):
            kept[other] |= 1 << domino
        world = replace(self, dealt=_as_hands(kept), plays=(), position=None, taken=(0, 0))
        world = world.with_position()
        for domino in self.plays:
            world = world._after_play(Domino(domino))
        return world


def _hand_text(hand: int) -> str:
    return format_dominoes(dominoes_of(hand)) or "-"


def _as_hands(hands: Iterable[int]) -> Hands:
    one, two, three, four = hands
    return one, two, three, four


_Holders = tuple[tuple[int, ...], ...]


def _filled(holders: _Holders, places: list[int], seed: int, stream: int) -> Iterable[int]:
    """Yield the seat that each domino goes to, every way as likely as any other.

    Args:
        holders: for each domino in order the seats that may hold it.
        places: how many open places each seat has; used up.
        seed: 64-bit seed.
        stream: the stream.
    """
    index = 0
    for at, seats in enumerate(holders):
        ways = [_ways(holders[at:], tuple(places), seat) for seat in seats]
        ticket, index = below(sum(ways), seed, stream, index)
        seat = seats[sum(upto <= ticket for upto in accumulate(ways))]
        places[seat] -= 1
        yield seat


@lru_cache(maxsize=1 << 14)
def _ways(holders: _Holders, places: tuple[int, ...], to: int) -> int:
    """Return in how many ways open places are filled in order if the next domino goes to a seat.

    A place counts as a place of its own, so before the deal is whole each way to go on is counted.

    Args:
        holders: for each domino in order the seats that may hold it.
        places: how many open places each seat has.
        to: the seat that the first of them goes to.
    """
    left = tuple(number - (seat == to) for seat, number in enumerate(places))
    further = holders[1:]
    ahead = sum(_ways(further, left, seat) for seat in further[0]) if further else 1
    return places[to] * ahead if places[to] else 0
