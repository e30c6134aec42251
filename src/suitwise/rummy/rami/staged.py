"""Rami in steps with numbers, as agents that learn play it (the rules page, Agents; ``rules.numbers``).

An opening is chosen meld by meld, in ascending order, and ends with ``done``; every other move is one
step. A number that several melds of the table would take is the first of them. Where what is owed can be
laid only by melds without a number, those with more jokers, ``done`` lays them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from suitwise.cards import ANY_JOKER
from suitwise.errors import IllegalMove
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.rules.numbers import (
    ACTIONS,
    ADDS,
    DISCARDS,
    DONE,
    END,
    JOKER_TO_RUN,
    JOKER_TO_SET,
    MELDS,
    PILE,
    PLACES,
    STOCK,
    TAKES,
    TAKES_OF_SET,
    TO_SET,
    number_of_meld,
    numbered_melds,
)
from suitwise.rummy.rami.solve import next_melds
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.hand import JOKER
from suitwise.rummy.rules.melds import Run

_WORDS = {"stock": STOCK, "pile": PILE, "end": END}


@dataclass(frozen=True)
class Staged:
    """A position in which a seat is on turn, with the melds of an opening chosen so far.

    Args:
        state: the position.
        chosen: the melds chosen.

    >>> from suitwise.rummy.rami.game import Rami
    >>> hands = "S2 S4 S9 H7 HT HJ HQ D2 D4 D9 C3 C5 C6 C9 / S3 S5 S7 SK H2 H4 H5 D3 D6 D7 CT CJ CK"
    >>> state = Rami(deals=1).parse(f"play 2 | {hands} | no no | - | D5 | - / - | - | 0 0")
    >>> step = Staged(state)
    >>> first = [number for number in step.legal if number >= MELDS]
    >>> step = step.after(first[0])
    >>> step.chosen, len(step.legal)
    (('HTHJHQ',), 1)
    >>> str(step.after(step.legal[0]).after(DONE).state)[:34]
    'play 2 high 57 sec first | S2 S4 H'
    """

    state: RamiState
    chosen: tuple[str, ...] = ()

    @cached_property
    def _moves(self) -> dict[int, RamiMove | tuple[str, ...]]:
        """The move of each legal number, or the melds chosen after it."""
        moves = list(self.state.moves())
        found: dict[int, RamiMove | tuple[str, ...]] = {}
        if not self.chosen:
            for move in moves:
                number = number_of(self.state, move)
                if number is not None:
                    found.setdefault(number, move)
        numbers = number_of_meld()
        opens = [
            move for move in moves if move.kind == "open" and all(m in numbers for m in move.melds)
        ]
        further, is_whole = next_melds(opens, self.chosen)
        found |= {MELDS + numbers[meld]: (*self.chosen, meld) for meld in further}
        if self.chosen and is_whole:
            found[DONE] = RamiMove("open", self.chosen)
        if not found and moves:
            found[DONE] = moves[0]
        return found

    @property
    def legal(self) -> list[int]:
        """The legal numbers in ascending order; none where chance moves or the game is over."""
        return sorted(self._moves) if self.state.turn >= 0 else []

    @property
    def mask(self) -> NDArray[np.int8]:
        """A 1 for each legal number."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[self.legal] = 1
        return mask

    def after(self, number: int) -> Staged:
        """Return what follows a number.

        Raises:
            IllegalMove: the number is not legal here.
        """
        if number not in self.legal:
            raise IllegalMove(f"the number {number} is not legal here")
        step = self._moves[number]
        if isinstance(step, tuple):
            return Staged(self.state, step)
        return Staged(self.state.followed_by(step))


def number_of(state: RamiState, move: RamiMove) -> int | None:
    """Return the number of a move that is one step; None for an opening and melds without a number.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state = Rami(deals=1).start()
    >>> number_of(state, RamiMove.parse("lay:SAS2S3")), number_of(state, RamiMove.parse("JK"))
    (57, 56)
    """
    if move.kind in _WORDS:
        return _WORDS[move.kind]
    if move.kind == "card":
        return DISCARDS + min(move.cards[0], JOKER)
    if move.kind == "lay":
        number = number_of_meld().get(move.melds[0])
        return None if number is None else MELDS + number
    if not move.at:
        return None
    meld = state.table[move.at - 1]
    card, is_run = move.cards[0], isinstance(meld, Run)
    if move.kind == "take":
        return (TAKES if is_run else TAKES_OF_SET) + card
    if card != ANY_JOKER:
        return (ADDS if is_run else TO_SET) + card
    if not isinstance(meld, Run):
        return JOKER_TO_SET + meld.rank - 1
    longer = state.as_turn.longer(move)[0]
    assert isinstance(longer, Run)
    rank = longer.low if longer.low < meld.low else longer.high
    return JOKER_TO_RUN + meld.suit * PLACES + rank - 1


__all__ = ["ACTIONS", "Staged", "number_of", "numbered_melds"]
