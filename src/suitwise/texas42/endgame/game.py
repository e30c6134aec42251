"""The last tricks of a hand as a game with hidden hands, small enough to be solved.

All seats know the dominoes left, the declaration, the leader and the points still needed; nobody sees
the other hands. Chance deals the dominoes uniformly; with the option ``hand`` one seat's hand is fixed
and public. Four seats play one to four tricks by the rules of ``rules.position``.

The text of a state is one line: the four hands as dealt, ``-`` for an empty one, and the plays in
order::

    6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5 5-5,3-2

A seat sees its own hand as dealt, the number of dominoes dealt, and the plays, ``-`` for none. As data
(``suitwise.sight``) this is:

* ``head``: the ``declaration``, the ``goal``, the ``points`` of the sides, and the number of
  dominoes ``undealt``.
* ``hand``: the dominoes ``dealt``.
* ``table``: the current ``trick`` and all dominoes ``played``, in order.

As numbers it is planes of dominoes and some counts.

The meaning of a solution: partners don't see each other's hands, so a side is not a single player with
perfect recall, and the two-player guarantee of counterfactual regret minimisation doesn't apply. It is
run with four players, of whom two share a payoff. Each player's regret goes to zero, so the play over
time approaches a coarse correlated equilibrium; the average strategies alone need not be an
equilibrium, nor the best that a pair could agree on. The measure is each seat's gain by its best
response while the other three play on (``players.mccfr.gains``). Four zeros mean that no seat gains
alone; two partners might still gain by changing together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, cast

from suitwise.arguments import of_kind
from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.fields import Field, in_parts
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS, seat_at, side
from suitwise.foundation.text.lines import split_parts
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.hidden_deals import deal_hidden
from suitwise.seeds import world_seed
from suitwise.sight import Sight
from suitwise.texas42 import view
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules import position as positions
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, N_DOMINOES, Domino, dominoes_of
from suitwise.texas42.rules.position import Hands, Position, as_hands, read_declaration, read_hand

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
            bits = positions.distinct_mask(dominoes.parse_dominoes(text))
            object.__setattr__(self, option, dominoes.format_dominoes(dominoes_of(bits), " "))
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
        hand = dominoes.as_dominoes(self.hand)
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
        return dominoes.as_dominoes(self.dominoes)

    @cached_property
    def declared(self) -> int:
        """The number of the declaration."""
        return read_declaration(self.declaration)

    @cached_property
    def held(self) -> Hands:
        """The hands before the deal: empty, except for the fixed hand if any."""
        hand = dominoes.mask_of(dominoes.as_dominoes(self.hand))
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


# --- States ---------------------------------------------------------------------------------------

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


# --- The game -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Endgame(EndgameVariant, Game[str]):
    """The endgame: a play is a domino, a chance outcome a domino and its seat, ``6-4:2``.

    Args:
        declaration: the declaration; nello is played by all four seats here.
        leader: the seat on lead.
        dominoes: the 4, 8, 12 or 16 dominoes left, separated by blanks.
        goal: the points that side 0 (seats 0 and 2) still needs to win 1, else it loses 1. With 0, each
            side wins the difference in points.
        seat: the seat whose hand is fixed, if any.
        hand: that hand, separated by blanks; without it all hands are dealt.

    Raises:
        NotationError: an option is invalid.

    >>> from suitwise.game import load
    >>> game = load("texas42_endgame(declaration=5,dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5)")
    >>> state = game.parse("6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5 5-5,3-2")
    >>> state.turn, state.moves(), state.view(2)
    (2, ('5-0',), '4-1,5-0 8 5-5,3-2')
    """

    @classmethod
    def of(cls, position: Position, goal: int = 0, seat: int | None = None) -> Endgame:
        """Return the endgame that starts at a position, with hidden hands.

        Args:
            position: a position between tricks; its hands are dealt anew.
            goal: see above.
            seat: the seat whose hand is fixed, or None.

        Raises:
            IllegalPosition: a trick is on the table, a seat sits out, or there is no such seat.
            NotationError: more than four tricks are left, or none.

        >>> str(Endgame.of(Position.parse("4 2 4-1 5-5 6-5 6-6"), seat=2).start())
        '- - 6-5 -'
        """
        of_kind(position, Position, "position")
        if position.trick or position.out in SEATS:
            raise IllegalPosition("an endgame begins between tricks, and all four seats play")
        if seat is not None and seat not in SEATS:
            raise IllegalPosition("a seat is 0, 1, 2 or 3")
        held = 0 if seat is None else position.hands[seat]
        left, hand = (
            dominoes.format_dominoes(dominoes_of(bits), " ") for bits in (sum(position.hands), held)
        )
        declaration = DECLARATION_TEXT[position.declaration]
        return cls(declaration, position.leader, left, goal, seat or 0, hand)

    @cached_property
    def facts(self) -> Facts:
        """Four seats; a move is one of 28 dominoes."""
        most = 1 if self.goal else self.points
        counts = len(SEATS), N_DOMINOES, len(self.to_deal) + len(self.pack)
        sides = tuple(map(side, SEATS))
        return Facts(*counts, -most, most, chance=True, perfect_information=False, sides=sides)

    def start(self) -> EndgameState:
        """Return the state before the deal."""
        return EndgameState(self, self.held)

    # --- Text -------------------------------------------------------------------------------------

    def parse(self, text: str) -> EndgameState:
        """Parse a state.

        Raises:
            NotationError: the text is not a state of this variant.
        """
        fault = (
            f"{text[:24]!r} is no state of {self.name}: write four hands as dealt, then the plays"
        )
        words = split_parts(text, LONGEST_TEXT, (4, 5), fault, " ")
        state = self._dealt(as_hands(map(read_hand, words[:4])))
        for domino in dominoes.as_dominoes(words[4]) if len(words) == 5 else ():
            try:
                state = state.after(str(domino))
            except IllegalMove as error:
                raise NotationError(f"no play of {self.name}: {error}") from None
        return state

    def _dealt(self, hands: Hands) -> EndgameState:
        """Return the state of a deal, complete or not."""
        count = sum(hand.bit_count() for hand in hands) - sum(self.held).bit_count()
        drawn = dominoes.mask_of(self.to_deal[: max(count, 0)])
        if (
            hands[0] | hands[1] | hands[2] | hands[3] != drawn | sum(self.held)
            or any(hand.bit_count() > self.tricks for hand in hands)
            or any(hand & held != held for hand, held in zip(hands, self.held, strict=True))
        ):
            raise NotationError(f"no deal of {self.name}: it deals {self.dominoes}, in that order")
        return EndgameState(self, hands).with_position()

    def text_of(self, state: EndgameState) -> str:
        """Return a state's line."""
        hands = " ".join(_hand_text(hand) for hand in state.dealt)
        return f"{hands} {dominoes.format_dominoes(state.plays)}" if state.plays else hands

    def view_of(self, state: EndgameState, seat: int) -> str:
        """Return the seat's hand as dealt, the number of dominoes dealt, and the plays."""
        plays = dominoes.format_dominoes(state.plays) or "-"
        return f"{_hand_text(state.dealt[seat])} {sum(state.dealt).bit_count()} {plays}"

    def refusal_of(self, state: EndgameState, move: str) -> str | None:
        """Return the rule that a play would break, or None."""
        if state.position is not None and state.is_play(move):
            return state.position.why_not(Domino(move))
        return super().refusal_of(state, move)

    # --- A seat's view as data and numbers --------------------------------------------------------

    def sight_of(self, state: EndgameState, seat: int | None) -> Sight:
        """Return the view of a seat as data, or the public view for None.

        During the deal the sizes of the other hands are hidden.
        """
        hands = state.dealt if state.position is None else state.position.hands
        is_dealt = state.position is not None
        return Sight(
            "deal" if not is_dealt else "play" if state.turn >= 0 else "end",
            tuple(view.texts(hand) if at == seat else None for at, hand in enumerate(hands)),
            tuple(
                hand.bit_count() if is_dealt or at == seat else None
                for at, hand in enumerate(hands)
            ),
            {
                "declaration": self.declaration,
                "goal": self.goal,
                "points": list(state.taken),
                "undealt": len(self.pack) - sum(state.dealt).bit_count(),
            },
            {} if seat is None else {"dealt": view.texts(state.dealt[seat])},
            {
                "trick": None if state.position is None else view.open_trick(state.position),
                "played": [str(Domino(domino)) for domino in state.plays],
            },
        )

    def observation_of(self, state: EndgameState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat, with seats counted from it.

        It holds its hand as dealt (28), the dominoes played by each seat (112), those on the table by
        each seat (112), the declaration (14), the leader of the trick (4), the sides' points, its own
        first (2), and the number of dominoes dealt.
        """
        seen = np.zeros(_OBSERVED, np.float32)
        seen[list(dominoes_of(state.dealt[seat]))] = 1
        table = state.position.trick if state.position else ()
        for number, (player, domino, _) in enumerate(state.played()):
            from_seat = (player - seat) & 3
            seen[N_DOMINOES * (1 + from_seat) + domino] = 1
            if number >= len(state.plays) - len(table):
                seen[N_DOMINOES * (5 + from_seat) + domino] = 1
        leader = state.position.leader if state.position else self.leader
        seen[_DECLARED + self.declared] = 1
        seen[_DECLARED + len(DECLARATION_TEXT) + ((leader - seat) & 3)] = 1
        own = side(seat)
        seen[-3:] = state.taken[own], state.taken[1 - own], sum(state.dealt).bit_count()
        return seen

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of a seat's observation, in order.

        >>> from suitwise.fields import width
        >>> width(Endgame().observation_fields())
        273
        """
        dealt = view.field_of_dominoes("dealt", "the seat was dealt it")
        return in_parts((dealt, *self._public_fields(view.AROUND)))

    def observation_of_all(self, state: EndgameState) -> NDArray[np.float32]:
        """Return the full state: all hands as dealt, then the rest of seat 0's observation."""
        seen = self.observation_of(state, 0)
        return np.concatenate([view.planes_of(state.dealt), seen[N_DOMINOES:]])

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of the observation of the full state, in order."""
        return (*view.fields_of_hands("dealt", "was dealt it"), *self._public_fields(view.SEATED))

    def _public_fields(self, around: Mapping[str, str]) -> Iterator[Field]:
        yield from view.fields_of_plays(around)
        yield view.field_of_declaration()
        yield view.field_of_seats("leader", "leads the trick", around)
        yield Field("points", 2, f"points taken by {view.sides_of(around)}", high=self.points)
        yield Field("given", 1, "how many dominoes are dealt", high=len(self.pack))

    def move_number(self, move: str) -> int:
        """Return the number of a domino."""
        return int(Domino(move))

    def numbered_move(self, number: int) -> str:
        """Return the domino of a number."""
        return str(Domino(number))

    # --- Worlds -----------------------------------------------------------------------------------

    def redealt(self, state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
        """Return a state with the hands that a seat can't see dealt anew, uniformly."""
        others = [other for other in self.dealt_seats if other != seat]
        kept = [state.dealt[at] if at not in others else 0 for at in SEATS]
        absent = [0, 0, 0, 0]
        for player, domino, suit in state.played():
            absent[player] |= absent_after(domino, suit, self.declared)
            kept[player] |= 1 << domino
        rooms = [self.tricks - hand.bit_count() for hand in kept]
        hands = deal_hidden(
            dominoes_of(sum(state.dealt) & ~sum(kept)),
            [room if seat in others else 0 for seat, room in enumerate(rooms)],
            lambda other, domino: not absent[other] >> domino & 1,
            world_seed(seed),
            stream,
        )
        kept = [hand | dominoes.mask_of(more) for hand, more in zip(kept, hands, strict=True)]
        world = replace(state, dealt=as_hands(kept), plays=(), position=None, taken=(0, 0))
        world = world.with_position()
        for domino in state.plays:
            world = world.after_play(Domino(domino))
        return world


_DECLARED = 9 * N_DOMINOES
"""The place of the declaration in an observation, after nine planes of dominoes."""
_OBSERVED = _DECLARED + len(DECLARATION_TEXT) + 7


def _hand_text(hand: int) -> str:
    return dominoes.format_dominoes(dominoes_of(hand)) or "-"
