"""Gin for four as partners: two deals at a time, a game of its own.

Seats 0 and 2 play against 1 and 3 (docs/rummy.md, Gin as clubs play it). In a *round* each seat plays a
deal against one opponent: seat 0 against 1 and 2 against 3, in the next round 0 against 3 and 2 against
1, and so on. Moves are made in the two deals alternately; when one has ended, the other goes on. If one
side wins both deals, it scores the sum of their points; otherwise the side with more points scores the
difference.

Decisions of this package: the sides take turns to deal, and a won round counts as one box. Nobody sees
the cards of the other deal, but everybody sees the places of cards: who draws from which pile, how many
cards each hand has and how many of them are known, and who laid each card of the pile. The result of a
deal is announced when it ends, and its cards are put away.

A position consists of the deal with the next move, the number of earlier rounds, the score sheet, and
both deals as positions of gin, or their results as side and points::

    at 0 rounds 0 | 0-0 0-0 & draw 0 dealer 1 | SA S2 … & over 1 25
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import matched
from suitwise.foundation.text.phrases import phrase
from suitwise.game import Facts, Refusal, refusal
from suitwise.rummy.gin.partners.state import SEATS, Ended, Part, PartnersState, place_of
from suitwise.rummy.gin.partners.view import PartnersView
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.sheet import Column
from suitwise.rummy.gin.state import (
    NOBODY,
    GinState,
    why_no_chance_move,
    why_not_by_rule,
    why_not_in_phase,
)


@dataclass(frozen=True)
class Partners(PartnersView):
    """Gin rummy for four as partners; the options are those of ``Gin``, for both deals of a round.

    Raises:
        NotationError: an option has a value that it can't have.

    >>> Partners(to=125).facts.sides
    (0, 1, 0, 1)
    """

    name: ClassVar[str] = "gin_partners"

    @cached_property
    def facts(self) -> Facts:
        """Four seats on two sides; moves have the numbers of ``Gin``."""
        deal = self.deal_game.facts
        assert deal.longest_game is not None
        most = 2 * self.most_of_deal
        if self.to:
            points = (self.to - 1 + most) * (2 if self.shutout == "points" else 1)
            game = self.game * (2 if self.shutout == "game" else 1)
            column = points + game + self.to * self.box
            most = self.columns * column * (2 if self.shutout == "all" else 1)
        return Facts(
            seats=SEATS,
            distinct_moves=deal.distinct_moves,
            longest_game=self.most_deals * (2 * deal.longest_game + 1) - 1,
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1),
        )

    def start(self) -> PartnersState:
        """Return the state before the first round."""
        sheet = (Column(),) * (self.columns if self.to else 1)
        undealt = self.deal_game.start()
        return PartnersState(self, (undealt, undealt), sheet=sheet)

    # --- Text -------------------------------------------------------------------------------------

    def parse(self, text: str) -> PartnersState:
        """Parse a position.

        Raises:
            NotationError: the text is not a position.

        >>> state = Partners().start().after("H7")
        >>> Partners().parse(str(state)) == state
        True
        """
        parts = text.split(" & ") if len(text) <= _LONGEST else []
        if len(parts) != 3:
            raise NotationError(
                "a position of gin for partners has three parts: write what str() of one prints"
            )
        head, first, second = parts
        place, _, sheet = head.partition(" | ")
        found = matched(_PLACE, place, ": write the deal to be moved, as at 0 rounds 2", 40)
        state = PartnersState(
            self,
            (self._part(first), self._part(second)),
            int(found[1]),
            int(found[2]),
            self._sheet(sheet),
        )
        fault = _fault(state)
        if fault:
            raise NotationError(f"{place}: {fault}")
        return state

    def _part(self, text: str) -> Part:
        if not text.startswith("over"):
            return self.deal_game.parse(text)
        found = matched(_ENDED, text, ": write over 0 25, or over for a void deal", 40)
        return Ended(int(found[1]), int(found[2])) if found[1] else Ended(NOBODY, 0)

    def _sheet(self, text: str) -> tuple[Column, ...]:
        columns = []
        for part in text.split(" / "):
            found = matched(_COLUMN, part, ": write points and boxes of both sides, as 0-0 0-0", 40)
            one, two, three, four = map(int, found.groups())
            columns.append(Column((one, two), (three, four)))
        if len(columns) != len(self.start().sheet):
            raise NotationError(f"the score sheet has {len(self.start().sheet)} columns")
        return tuple(columns)

    def text_of(self, state: PartnersState) -> str:
        """Return a position as one line."""
        return " & ".join((_head(state), *map(str, state.deals)))

    def view_of(self, state: PartnersState, seat: int) -> str:
        """Return the position as a seat sees it; of the other deal it has only the places of cards."""
        number, inner = place_of(seat, state.rounds)
        texts = [
            str(part)
            if isinstance(part, Ended)
            else part.view(inner)
            if at == number
            else _face_down(part)
            for at, part in enumerate(state.deals)
        ]
        return " & ".join((_head(state), *texts))

    def refusal_of(self, state: PartnersState, move: GinMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        part = state.deals[state.at]
        if isinstance(part, Ended):
            return refusal(state, move, _why_no_round, _why_no_round, _why_no_round)
        return refusal(
            state,
            move,
            lambda _, move: why_no_chance_move(part, move),
            lambda _, move: why_not_in_phase(part, move),
            lambda _, move: why_not_by_rule(part, move),
        )

    # --- Numbers of moves, and moves as arrays ----------------------------------------------------

    def move_number(self, move: GinMove) -> int:
        """Return the number of a move, as in ``Gin``."""
        return move.number

    def numbered_move(self, number: int) -> GinMove:
        """Return the move of a number."""
        return GinMove.numbered(number)

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``, as in ``Gin``."""
        return self.deal_game.move_fields()

    def encode_move(self, move: GinMove) -> NDArray[np.float32]:
        """Return a seat's move as a float32 array of ``move_fields``."""
        return self.deal_game.encode_move(move)


# --- Texts ----------------------------------------------------------------------------------------

_LONGEST = 1200
"""The most characters of a position."""
_PLACE = re.compile(r"at ([01]) rounds (0|[1-9][0-9]{0,5})")
_ENDED = re.compile(r"over(?: ([01]) (0|[1-9][0-9]{0,5}))?")
_COLUMN = re.compile(r"([0-9]{1,5})-([0-9]{1,5}) ([0-9]{1,5})-([0-9]{1,5})")


def _head(state: PartnersState) -> str:
    sheet = " / ".join(f"{one}-{two} {won}-{lost}" for (one, two), (won, lost) in state.sheet)
    return f"at {state.at} rounds {state.rounds} | {sheet}"


def _face_down(deal: GinState) -> str:
    """Return what everybody sees of a deal: the places of its cards, but no card."""
    took = " took" if deal.taken >= 0 else ""
    pile = " ".join("." if seat < 0 else str(seat) for _, seat in deal.pile) or "-"
    hands = "-".join(str(hand.bit_count()) for hand in deal.hands)
    known = "-".join(str(hand.bit_count()) for hand in deal.known)
    return f"{deal.phase} {deal.seat}{took} idle {deal.idle} | {hands} | {pile} | {known}"


def _fault(state: PartnersState) -> str | None:
    """Return the reason why a position can't occur; None if it can."""
    first, second = state.deals
    if isinstance(state.deals[state.at], Ended) and not state.is_between:
        return "the deal that goes on is to be moved"
    if any(isinstance(part, GinState) and part.is_dealt_out for part in state.deals):
        return "of a deal that has ended only what it came to is kept"
    is_dealt = [
        not (isinstance(part, GinState) and part.phase == "deal") for part in (first, second)
    ]
    if is_dealt[1] and not is_dealt[0]:
        return "the first deal is dealt first"
    if not all(is_dealt) and state.at != is_dealt.index(False):
        return "first the cards are dealt"
    variant = state.variant
    most, ended = variant.most_of_deal, [part for part in state.deals if isinstance(part, Ended)]
    if any(part.points > most for part in ended) or state.rounds >= variant.most_deals:
        return "a deal or a match can't have come to this"
    if not variant.to and not state.is_between and any(map(any, state.sheet[0])):
        return "a single round begins without points"
    if any(
        not boxes <= points <= 2 * most * boxes
        for column in state.sheet
        for points, boxes in zip(*column, strict=True)
    ):
        return "the points and the boxes are not of one match"
    if variant.to and not state.is_between and all(c.is_closed(variant.to) for c in state.sheet):
        return "the match is over"
    return None


def _why_no_round(state: PartnersState, move: GinMove) -> Refusal | None:
    if move.kind == "next":
        return None
    return phrase("gin.round-over", "the round is over: next deals again")
