"""The last tricks of a hand with hidden hands, as a game of its own: small enough to be solved.

All know which dominoes are left, what is trump, who leads, and what is still needed; nobody sees the
others' hands. Chance deals the dominoes, each deal as likely as any other; with the option ``hand`` one
seat's hand is fixed, and known to all. Four seats play one to four tricks, by the rules of ``position``.

What a solution means here. Two seats are partners, yet neither sees the other's hand, so a side is no
single player who remembers what he has seen, and the promise of counterfactual regret minimisation for
two players does not hold. It is run with four players of their own, of whom two are paid alike: each
one's regret goes to zero, so play over time comes to a coarse correlated equilibrium; the average
strategies taken alone need be none, nor the best that a pair could agree upon. What is measured is each
seat's gain by its best answer while the other three play on (``players.responses.gains``). Four
zeros say that nobody gains alone; that two partners could not gain by changing together they do not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.arguments import of_kind
from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.fields import Field
from suitwise.game import Facts, Game
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.observation import (
    field_of_declaration,
    field_of_dominoes,
    field_of_seats,
    fields_of_plays,
)
from suitwise.texas42.rules.dominoes import (
    N_DOMINOES,
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
    parse_dominoes,
)
from suitwise.texas42.rules.position import Hands, Position, distinct_mask, read_declaration
from suitwise.texas42.rules.suits import DECLARATION_TEXT
from suitwise.texas42.rules.tricks import SEATS, side

MOST_TRICKS = 4
_LONGEST_TEXT = 400


@dataclass(frozen=True)
class Endgame(Game[str]):
    """The last tricks: a play is a domino, an outcome of chance a domino and who gets it, ``6-4:2``.

    Args:
        declaration: what was declared; nello is played by all four here.
        leader: who leads.
        dominoes: those left, 4, 8, 12 or 16, between blanks.
        goal: the points that side 0 (seats 0 and 2) still needs: it wins 1 or loses 1. With 0 each side
            wins the points by which it takes more.
        seat: whose hand is fixed, where one is.
        hand: that hand, between blanks; without it all are dealt.

    Raises:
        NotationError: an option is not what it should be.

    >>> from suitwise.game import load
    >>> game = load("texas42_endgame(declaration=5,dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5)")
    >>> state = game.parse("6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5 5-5,3-2")
    >>> state.turn, state.moves(), state.view(2)
    (2, ('5-0',), '4-1,5-0 8 5-5,3-2')
    """

    declaration: str = "5"
    leader: int = 0
    dominoes: str = "0-0 1-1 4-2 6-2 4-4 5-5 6-5 6-6"
    goal: int = 0
    seat: int = 0
    hand: str = ""

    name: ClassVar[str] = "texas42_endgame"

    def __post_init__(self) -> None:
        """Write the dominoes in one order, and refuse what is no endgame."""
        for option in ("dominoes", "hand"):
            text = of_kind(getattr(self, option), str, option)
            if len(text) > _LONGEST_TEXT:
                raise NotationError(f"the option {option} of {self.name} is too long")
            bits = distinct_mask(parse_dominoes(text))
            object.__setattr__(self, option, format_dominoes(dominoes_of(bits), " "))
        read_declaration(self.declaration)
        for option in ("leader", "goal", "seat"):
            if type(getattr(self, option)) is not int:
                raise NotationError(f"the option {option} of {self.name} is a whole number")
        if self.leader not in SEATS or self.seat not in SEATS:
            raise NotationError("a seat is 0, 1, 2 or 3")
        self._refuse_dominoes()
        if not 0 <= self.goal <= self.points:
            raise NotationError(f"a goal is 0 to {self.points}, the points that are left")

    def _refuse_dominoes(self) -> None:
        if len(self.pack) % 4 or not 1 <= self.tricks <= MOST_TRICKS:
            raise NotationError(
                f"an endgame has 4, 8, 12 or 16 dominoes, as many a seat, not {len(self.pack)}"
            )
        hand = as_dominoes(self.hand)
        if hand and (len(hand) != self.tricks or not set(hand) <= set(self.pack)):
            raise NotationError(f"a hand is {self.tricks} of the dominoes left, or not given")

    @classmethod
    def of(cls, position: Position, goal: int = 0, seat: int | None = None) -> Endgame:
        """Return the endgame that starts at a position, its hands hidden again.

        Args:
            position: between tricks; its hands are dealt anew.
            goal: see above.
            seat: whose hand stays as it is, or None.

        Raises:
            IllegalPosition: a trick lies on the table, a seat sits out, or there is no such seat.
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
        return cls(
            DECLARATION_TEXT[position.declaration],
            position.leader,
            format_dominoes(dominoes_of(sum(position.hands)), " "),
            goal,
            seat or 0,
            format_dominoes(dominoes_of(held), " "),
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
        one, two, three, four = (hand if seat == self.seat else 0 for seat in SEATS)
        return one, two, three, four

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

    @property
    def facts(self) -> Facts:
        """Four seats; a move is one of 28 dominoes."""
        most = 1 if self.goal else self.points
        return Facts(
            len(SEATS),
            N_DOMINOES,
            len(self.to_deal) + len(self.pack),
            -most,
            most,
            chance=True,
            perfect_information=False,
            sides=tuple(map(side, SEATS)),
        )

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers mean that a seat observes (``EndgameState.observe``).

        >>> from suitwise.fields import width
        >>> width(Endgame().observation_fields())
        273
        """
        return (
            field_of_dominoes("dealt", "the seat was dealt it"),
            *fields_of_plays(),
            field_of_declaration(),
            field_of_seats("leader", "leads the trick"),
            Field("points", 2, "points taken by its own side and by the other", high=self.points),
            Field("given", 1, "how many dominoes are dealt", high=len(self.pack)),
        )

    def start(self) -> EndgameState:
        """Return the state before the deal."""
        return EndgameState(self, self.held)

    def parse(self, text: str) -> EndgameState:
        """Read a state: the hands as dealt, ``-`` for none, and what was played, in order."""
        words = text.split(" ")
        if len(text) > _LONGEST_TEXT or len(words) not in (4, 5):
            raise NotationError(
                f"{text[:24]!r} is no state of {self.name}: write four hands as dealt, then the plays"
            )
        one, two, three, four = (
            0 if word == "-" else distinct_mask(as_dominoes(word)) for word in words[:4]
        )
        state = self._dealt((one, two, three, four))
        for domino in as_dominoes(words[4]) if len(words) == 5 else ():
            try:
                state = state.after(str(domino))
            except IllegalMove as error:
                raise NotationError(f"no play of {self.name}: {error}") from None
        return state

    def _dealt(self, hands: Hands) -> EndgameState:
        """Return the state of a deal, whole or under way."""
        count = sum(hand.bit_count() for hand in hands) - sum(self.held).bit_count()
        given = mask_of(self.to_deal[: max(count, 0)])
        if (
            hands[0] | hands[1] | hands[2] | hands[3] != given | sum(self.held)
            or any(hand.bit_count() > self.tricks for hand in hands)
            or any(hand & held != held for hand, held in zip(hands, self.held, strict=True))
        ):
            raise NotationError(f"no deal of {self.name}: it deals {self.dominoes}, in that order")
        return EndgameState(self, hands).with_position()

    def move_number(self, move: str) -> int:
        """Return the number of a domino."""
        return int(Domino(move))

    def numbered_move(self, number: int) -> str:
        """Return the domino of a number."""
        return str(Domino(number))
