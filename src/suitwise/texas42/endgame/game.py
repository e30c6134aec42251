"""The last tricks of a hand as a game with hidden hands, small enough to be solved.

All seats know the dominoes left, the declaration, the leader and the points still needed; nobody sees
the other hands. Chance deals the dominoes uniformly; with the option ``hand`` one seat's hand is fixed
and public. Four seats play one to four tricks by the rules of ``rules.position``.

The meaning of a solution: partners don't see each other's hands, so a side is not a single player with
perfect recall, and the two-player guarantee of counterfactual regret minimisation doesn't apply. It is
run with four players, of whom two share a payoff. Each player's regret goes to zero, so the play over
time approaches a coarse correlated equilibrium; the average strategies alone need not be an
equilibrium, nor the best that a pair could agree on. The measure is each seat's gain by its best
response while the other three play on (``players.responses.gains``). Four zeros mean that no seat gains
alone; two partners might still gain by changing together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from suitwise.arguments import of_kind
from suitwise.errors import IllegalPosition
from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
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
        """Return the seat's hand as dealt, the number of dominoes dealt, and the plays."""
        return view.view_of(state, seat)

    def refusal_of(self, state: EndgameState, move: str) -> str | None:
        """Return the rule that a play would break, or None."""
        if state.position is not None and state.is_play(move):
            return state.position.why_not(Domino(move))
        return super().refusal_of(state, move)

    def sight_of(self, state: EndgameState, seat: int | None) -> Sight:
        """Return the view of a seat as data, or the public view for None (``view``)."""
        return view.sight(state, seat)

    def redealt(self, state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
        """Return a state with the hands that a seat can't see dealt anew."""
        return redealt(state, seat, seed, stream)

    def observation_of(self, state: EndgameState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat (``view``)."""
        return view.observation(state, seat)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of a seat's observation (``view``)."""
        return view.observation_fields(self)

    def observation_of_all(self, state: EndgameState) -> NDArray[np.float32]:
        """Return the observation of the full state (``view``)."""
        return view.observation_of_all(state)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of the observation of the full state (``view``)."""
        return view.fields_of_all(self)

    def move_number(self, move: str) -> int:
        """Return the number of a domino."""
        return int(Domino(move))

    def numbered_move(self, number: int) -> str:
        """Return the domino of a number."""
        return str(Domino(number))


# --- Worlds ---------------------------------------------------------------------------------------


def redealt(state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
    """Return a state with the hands that a seat can't see dealt anew, uniformly."""
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
