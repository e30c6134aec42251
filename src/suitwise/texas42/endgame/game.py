"""The last tricks of a hand with hidden hands, as a game of its own: small enough to be solved.

All know which dominoes are left, what is trump, who leads, and what is still needed; nobody sees the
others' hands. Chance deals the dominoes, each deal as likely as any other; with the option ``hand`` one
seat's hand is fixed, and known to all. Four seats play one to four tricks, as ``position`` has it.

What a solution means here. Two seats are partners, yet neither sees the other's hand, so a side is no
single player who remembers what he has seen, and the promise of counterfactual regret minimisation for
two players does not hold. It is run with four players of their own, of whom two are paid alike: each
one's regret goes to zero, so play over time comes to a coarse correlated equilibrium; the average
strategies taken alone need be none, nor the best that a pair could agree upon. What is measured is each
seat's gain by its best answer while the other three play on (``players.responses.gains``). Four
zeros say that nobody gains alone; that two partners could not gain by changing together they do not say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.fields import Field
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import SEATS, side
from suitwise.game import Facts, Game
from suitwise.hidden_deals import deal_hidden
from suitwise.seeds import world_seed
from suitwise.sight import Sight
from suitwise.texas42.endgame import view
from suitwise.texas42.endgame.state import EndgameState, EndgameVariant
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules.dominoes import (
    DECLARATION_TEXT,
    N_DOMINOES,
    Domino,
    dominoes_of,
    format_dominoes,
    mask_of,
)
from suitwise.texas42.rules.position import Position, as_hands


@dataclass(frozen=True)
class Endgame(EndgameVariant, Game[str]):
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
        dominoes, hand = (
            format_dominoes(dominoes_of(bits), " ") for bits in (sum(position.hands), held)
        )
        declaration = DECLARATION_TEXT[position.declaration]
        return cls(declaration, position.leader, dominoes, goal, seat or 0, hand)

    @property
    def facts(self) -> Facts:
        """Four seats; a move is one of 28 dominoes."""
        most = 1 if self.goal else self.points
        counts = len(SEATS), N_DOMINOES, len(self.to_deal) + len(self.pack)
        sides = tuple(map(side, SEATS))
        return Facts(*counts, -most, most, chance=True, perfect_information=False, sides=sides)

    def start(self) -> EndgameState:
        """Return the state before the deal."""
        return EndgameState(self, self.held)

    def parse(self, text: str) -> EndgameState:
        """Read a state (``view``)."""
        return view.parse(self, text)

    def text_of(self, state: EndgameState) -> str:
        """Return a state's line (``view``)."""
        return view.text_of(state)

    def view_of(self, state: EndgameState, seat: int) -> str:
        """Return one's hand as dealt, how many dominoes are dealt, and what was played."""
        return view.view_of(state, seat)

    def refusal_of(self, state: EndgameState, move: str) -> str | None:
        """Return the rule that forbids a move: that which a play would break."""
        if state.position is not None and state.is_play(move):
            return state.position.why_not(Domino(move))
        return super().refusal_of(state, move)

    def sight_of(self, state: EndgameState, seat: int | None) -> Sight:
        """Return what a seat sees as data, or for None what everybody does (``view``)."""
        return view.sight(state, seat)

    def redealt(self, state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
        """Return a state with the hands that a seat can't see dealt anew."""
        return redealt(state, seat, seed, stream)

    def observation_of(self, state: EndgameState, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as numbers (``view``)."""
        return view.observation(state, seat)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the numbers mean that a seat observes (``view``)."""
        return view.observation_fields(self)

    def observation_of_all(self, state: EndgameState) -> NDArray[np.float32]:
        """Return the state with nothing hidden as numbers (``view``)."""
        return view.observation_of_all(state)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return what the numbers mean of a state with nothing hidden (``view``)."""
        return view.fields_of_all(self)

    def move_number(self, move: str) -> int:
        """Return the number of a domino."""
        return int(Domino(move))

    def numbered_move(self, number: int) -> str:
        """Return the domino of a number."""
        return str(Domino(number))


# --- Worlds ---------------------------------------------------------------------------------------


def redealt(state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
    """Return a state with the hands that a seat can't see dealt anew, every way alike."""
    others = [other for other in state.variant.dealt_seats if other != seat]
    kept = [state.dealt[at] if at not in others else 0 for at in SEATS]
    absent = [0, 0, 0, 0]
    for player, domino, suit in state.played():
        absent[player] |= absent_after(domino, suit, state.variant.declared)
        kept[player] |= 1 << domino
    rooms = [state.variant.tricks - hand.bit_count() for hand in kept]
    hands = deal_hidden(
        dominoes_of(sum(state.dealt) & ~sum(kept)),
        [room if seat in others else 0 for seat, room in enumerate(rooms)],
        lambda other, domino: not absent[other] >> domino & 1,
        world_seed(seed),
        stream,
    )
    kept = [hand | mask_of(more) for hand, more in zip(kept, hands, strict=True)]
    world = replace(state, dealt=as_hands(kept), plays=(), position=None, taken=(0, 0))
    world = world.with_position()
    for domino in state.plays:
        world = world.after_play(Domino(domino))
    return world
