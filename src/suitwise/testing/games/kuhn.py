"""Kuhn poker: the smallest game with chance, hidden cards and several seats, as an example.

Three cards, J Q K; two seats ante 1 and get a card each; one bet of 1. H. W. Kuhn, "A simplified
two-person poker", Contributions to the Theory of Games I (1950). The value of the game for the first
seat is -1/18. It shows in a page how a game fulfils ``suitwise.game``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State, register
from suitwise.seeds import below

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CARDS = "JQK"
_ENDS = ("pp", "pbp", "pbb", "bp", "bb")


@register
@dataclass(frozen=True)
class Kuhn(Game[str]):
    """Kuhn poker; moves are ``p`` pass and ``b`` bet, outcomes of chance the cards J, Q, K.

    >>> state = Kuhn().parse("KJ:pb")
    >>> state.turn, state.view(0), state.after("b").returns()
    (0, 'K/2:pb', (2.0, -2.0))
    """

    name: ClassVar[str] = "kuhn"

    @property
    def facts(self) -> Facts:
        """Two seats, two moves, five moves at most with the deal."""
        return Facts(2, 2, 5, -2, 2, chance=True, perfect_information=False)

    def start(self) -> KuhnState:
        """Return the state before the deal."""
        return KuhnState("", "")

    def parse(self, text: str) -> KuhnState:
        """Read a state: the cards dealt, then the bets: ``-``, ``K``, ``KJ``, ``KJ:pb``."""
        dealt, _, bets = text.partition(":")
        dealt = "" if dealt == "-" else dealt
        state = KuhnState(dealt, bets)
        deals = len(dealt) <= 2 and len(set(dealt)) == len(dealt) and set(dealt) <= set(CARDS)
        lines = any(end.startswith(bets) for end in _ENDS) and (len(dealt) == 2 or not bets)
        if not (deals and lines and str(state) == text):
            raise NotationError(f"{text[:24]!r} is no state of Kuhn poker: write KJ:pb")
        return state

    def move_number(self, move: str) -> int:
        """Number pass 0 and bet 1."""
        return "pb".index(move)

    def numbered_move(self, number: int) -> str:
        """Return the move of a number."""
        return "pb"[number]


@dataclass(frozen=True, slots=True)
class KuhnState(State[str]):
    """The cards dealt and the bets made."""

    dealt: str
    bets: str
    move_kinds = (str,)

    @property
    def game(self) -> Kuhn:
        """The one variant."""
        return Kuhn()

    @property
    def turn(self) -> int:
        """Chance deals two cards; then the seats take turns."""
        if len(self.dealt) < 2:
            return CHANCE
        return OVER if self.bets in _ENDS else len(self.bets) % 2

    def moves(self) -> Collection[str]:
        """Return the cards left to deal, or pass and bet."""
        if self.turn == CHANCE:
            return tuple(card for card in CARDS if card not in self.dealt)
        return () if self.turn == OVER else ("p", "b")

    def followed_by(self, move: str) -> KuhnState:
        """Return the state after a card or a bet."""
        if self.turn == CHANCE:
            return KuhnState(self.dealt + move, self.bets)
        return KuhnState(self.dealt, self.bets + move)

    def returns(self) -> tuple[float, ...]:
        """Return what each seat has won; nothing before the end."""
        if self.turn != OVER:
            return (0.0, 0.0)
        if self.bets[-1] == "p" and "b" in self.bets:  # the last bet was not met
            won = 1.0 if len(self.bets) % 2 == 0 else -1.0
        else:
            stake = 2.0 if "b" in self.bets else 1.0
            higher = CARDS.index(self.dealt[0]) > CARDS.index(self.dealt[1])
            won = stake if higher else -stake
        return (won, -won)

    def __str__(self) -> str:
        return (self.dealt or "-") + (f":{self.bets}" if self.bets else "")

    def parse_move(self, text: str) -> str:
        """Read ``p``, ``b`` or a card."""
        if text not in ("p", "b", *CARDS):
            raise NotationError(f"{text[:24]!r} is no move: write p or b")
        return text

    def view(self, seat: int) -> str:
        """Return one's own card, or how many are dealt, and the bets; both cards at a showdown."""
        own = self.dealt[seat] if len(self.dealt) > seat else "-"
        if self.turn == OVER and self.bets[-1] == self.bets[-2]:
            return str(self)
        return f"{own}/{len(self.dealt)}:{self.bets}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return one's card (3), the other's if shown (3), each bet as pass and bet (6), dealt (1)."""
        import numpy as np

        seen = np.zeros(13, np.float32)
        if len(self.dealt) > seat:
            seen[CARDS.index(self.dealt[seat])] = 1
        if self.view(seat) == str(self) and len(self.dealt) == 2:
            seen[3 + CARDS.index(self.dealt[1 - seat])] = 1
        for i, bet in enumerate(self.bets):
            seen[6 + 2 * i + "pb".index(bet)] = 1
        seen[12] = len(self.dealt)
        return seen

    def resample(self, seat: int, seed: int, stream: int) -> KuhnState:
        """Return this state with the cards that a seat can't see drawn anew."""
        if self.view(seat) == str(self) or len(self.dealt) <= 1 - seat:
            return self
        own = self.dealt[seat] if len(self.dealt) > seat else ""
        hidden = [card for card in CARDS if card != own]
        place, _ = below(len(hidden), seed, stream, 0)
        other = hidden[place]
        dealt = own + other if seat == 0 else other + own
        return KuhnState(dealt[: len(self.dealt)], self.bets)
