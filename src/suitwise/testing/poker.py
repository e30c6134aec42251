"""Kuhn poker and Leduc poker, small games with known values, for testing solvers.

Kuhn poker also shows on a page how to implement ``suitwise.game``. There are three cards, J Q K; two
seats ante 1 and get a card each; there is one bet of 1. See H. W. Kuhn, "A simplified two-person poker",
Contributions to the Theory of Games I (1950). The value of the game for the first seat is -1/18.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from suitwise.arguments import whole
from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State, register
from suitwise.seeds import below

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


CARDS = "JQK"
_ENDS = ("pp", "pbp", "pbb", "bp", "bb")


def _require_seat(seat: int) -> None:
    if seat not in (0, 1):
        whole(seat, "a seat", 0, 1)  # raises


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
        """Two seats, two different moves, at most five moves including the deal."""
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
        """Return the move with a number."""
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
        """Chance until two cards are dealt; then the seats in turn."""
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
        """Return the winnings of each seat, 0 before the end."""
        if self.turn != OVER:
            return (0.0, 0.0)
        if self.bets[-1] == "p" and "b" in self.bets:  # a seat folded
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
        """Return the seat's card, the number of cards dealt and the bets; both cards at a showdown."""
        _require_seat(seat)
        own = self.dealt[seat] if len(self.dealt) > seat else "-"
        if self.turn == OVER and self.bets[-1] == self.bets[-2]:
            return str(self)
        return f"{own}/{len(self.dealt)}:{self.bets}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return the seat's card (3), the other's if shown (3), the bets (6), the cards dealt (1)."""
        import numpy as np

        _require_seat(seat)
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
        """Return this state with the hidden card of the other seat drawn anew."""
        if self.view(seat) == str(self) or len(self.dealt) <= 1 - seat:
            return self
        own = self.dealt[seat] if len(self.dealt) > seat else ""
        hidden = [card for card in CARDS if card != own]
        place, _ = below(len(hidden), seed, stream, 0)
        other = hidden[place]
        dealt = own + other if seat == 0 else other + own
        return KuhnState(dealt[: len(self.dealt)], self.bets)


# --- Leduc poker ----------------------------------------------------------------------------------
#
# There are six cards, two each of J Q K. Two seats ante 1 and get a card each. Bets are 2 in the first
# round. Then a card is turned up, and bets are 4. A round has at most two raises, including the bet. A
# card that pairs the open card wins, otherwise the higher card. See F. Southey and others, "Bayes'
# Bluff: Opponent Modelling in Poker", UAI 2005. The value for the first seat is -0.085606424078,
# computed by OpenSpiel's sequence-form linear program (``algorithms/ortools/sequence_form_lp_test.cc``).
#
# Suits affect only the odds. So cards are represented by their ranks, and the weight of an outcome of
# chance is the number of cards of that rank that are left.

RANKS = "JQK"
COPIES = 2
BETS = "fcr"
"""Fold; check or call; bet or raise."""
MOST_RAISES = 2
ANTE = 1
STAKES = (2, 4)
"""The size of a raise in each round."""
_MOST_PAID = ANTE + MOST_RAISES * sum(STAKES)
_LONGEST_ROUND = MOST_RAISES + 2
_LONGEST = 3 + 2 * _LONGEST_ROUND


@register
@dataclass(frozen=True)
class Leduc(Game[str]):
    """Leduc poker; moves are ``f`` fold, ``c`` check or call, ``r`` bet or raise, and cards.

    >>> state = Leduc().parse("KJcc")
    >>> state.turn == CHANCE, state.moves(), [state.weight(card) for card in state.moves()]
    (True, ('J', 'Q', 'K'), [1, 2, 1])
    """

    name: ClassVar[str] = "leduc"

    @property
    def facts(self) -> Facts:
        """Two seats, three different moves, at most eleven moves including the cards."""
        return Facts(
            2, len(BETS), _LONGEST, -_MOST_PAID, _MOST_PAID, chance=True, perfect_information=False
        )

    def start(self) -> LeducState:
        """Return the state before the deal."""
        return LeducState("")

    def parse(self, text: str) -> LeducState:
        """Read a state: all cards and bets in order: ``-``, ``K``, ``KJ``, ``KJcrcQ``."""
        state = self.start()
        if not text or len(text) > _LONGEST:
            raise _no_state(text)
        for move in "" if text == "-" else text:
            if move not in state.moves():
                raise _no_state(text)
            state = state.after(move)
        return state

    def move_number(self, move: str) -> int:
        """Number fold 0, check or call 1, bet or raise 2."""
        return BETS.index(move)

    def numbered_move(self, number: int) -> str:
        """Return the move with a number."""
        return BETS[number]


def _no_state(text: str) -> NotationError:
    return NotationError(f"{text[:24]!r} is no state of Leduc poker: write KJcrcQ")


@dataclass(frozen=True, slots=True)
class LeducState(State[str]):
    """All cards and bets in order: two cards, bets, the open card, bets."""

    past: str
    move_kinds = (str,)

    @property
    def game(self) -> Leduc:
        """The one variant."""
        return Leduc()

    @property
    def cards(self) -> str:
        """The cards dealt so far: the first seat's, the second seat's, the open one."""
        return "".join(move for move in self.past if move in RANKS)

    @property
    def rounds(self) -> tuple[str, ...]:
        """The bets of each round that has begun."""
        bets = self.past[2:]
        end = next((i for i, move in enumerate(bets) if move in RANKS), len(bets))
        return (bets,) if end == len(bets) else (bets[:end], bets[end + 1 :])

    @property
    def turn(self) -> int:
        """Chance for two cards and, between the rounds, the open card; otherwise the seats in turn."""
        if len(self.past) < 2:
            return CHANCE
        rounds = self.rounds
        if rounds[-1].endswith("f"):
            return OVER
        if _settled(rounds[-1]):
            return OVER if len(rounds) == 2 else CHANCE
        return len(rounds[-1]) % 2

    def moves(self) -> Collection[str]:
        """Return the ranks left to deal, or the legal bets."""
        turn = self.turn
        if turn == CHANCE:
            return tuple(card for card in RANKS if self.weight(card))
        if turn == OVER:
            return ()
        raises = self.rounds[-1].count("r")
        return ("f" if raises else "") + "c" + ("r" if raises < MOST_RAISES else "")

    def weight(self, move: str) -> int:
        """Return the number of cards of a rank that are left."""
        return COPIES - self.cards.count(move)

    def followed_by(self, move: str) -> LeducState:
        """Return the state after a card or a bet."""
        return LeducState(self.past + move)

    @property
    def paid(self) -> tuple[int, int]:
        """The chips that each seat has put in."""
        paid = [ANTE, ANTE]
        for bets, stake in zip(self.rounds, STAKES, strict=False):
            for i, bet in enumerate(bets):
                if bet != "f":  # a check is a call of 0
                    paid[i % 2] = paid[1 - i % 2] + (stake if bet == "r" else 0)
        return paid[0], paid[1]

    def returns(self) -> tuple[float, ...]:
        """Return the winnings of each seat, 0 before the end."""
        if self.turn != OVER:
            return (0.0, 0.0)
        first, second = self.paid
        if self._folded:
            won = float(second if first > second else -first)
        else:
            mine, other, opened = tuple(self.cards)
            one, two = _strength(mine, opened), _strength(other, opened)
            won = float(first * ((one > two) - (one < two)))
        return (won, -won)

    @property
    def _folded(self) -> bool:
        return self.past.endswith("f")

    def __str__(self) -> str:
        return self.past or "-"

    def parse_move(self, text: str) -> str:
        """Read ``f``, ``c``, ``r`` or a card."""
        if text not in (*BETS, *RANKS):
            raise NotationError(f"{text[:24]!r} is no move: write f, c or r")
        return text

    def view(self, seat: int) -> str:
        """Return the state's text with ``?`` for the other seat's card, except at a showdown."""
        _require_seat(seat)
        hidden = 1 - seat
        if self._shown or len(self.past) <= hidden:
            return str(self)
        return f"{self.past[:hidden]}?{self.past[hidden + 1 :]}"

    @property
    def _shown(self) -> bool:
        return self.turn == OVER and not self._folded

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return the cards seen (own, the other's, open; 3 each), the bets (24), cards dealt (1)."""
        import numpy as np

        _require_seat(seat)
        seen = np.zeros(34, np.float32)
        for place, card in enumerate(self.cards):
            if place in (seat, 2) or self._shown:
                seen[3 * (place if place == 2 else place ^ seat) + RANKS.index(card)] = 1
        for number, bets in enumerate(self.rounds):
            for i, bet in enumerate(bets):
                seen[9 + 3 * (_LONGEST_ROUND * number + i) + BETS.index(bet)] = 1
        seen[33] = len(self.cards)
        return seen

    def resample(self, seat: int, seed: int, stream: int) -> LeducState:
        """Return this state with the hidden card of the other seat drawn anew."""
        _require_seat(seat)
        hidden = 1 - seat
        if self._shown or len(self.past) <= hidden:
            return self
        seen = self.cards[:hidden] + self.cards[hidden + 1 :]
        left = [card for card in RANKS for _ in range(COPIES - seen.count(card))]
        place, _ = below(len(left), seed, stream, 0)
        return LeducState(f"{self.past[:hidden]}{left[place]}{self.past[hidden + 1 :]}")


def _settled(bets: str) -> bool:
    """Return whether a round has ended without a fold: the last bet was called, or both checked."""
    return len(bets) >= 2 and bets.endswith("c")


def _strength(card: str, opened: str) -> int:
    return len(RANKS) if card == opened else RANKS.index(card)
