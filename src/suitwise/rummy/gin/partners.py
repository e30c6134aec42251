"""Gin for four as partners: two deals at a time, a game of its own.

Seats 0 and 2 play against 1 and 3 (docs/rummy.md, Gin as clubs play it). In a *round* each seat plays a
deal against one opponent, seat 0 against 1 and 2 against 3, in the next round 0 against 3 and 2 against
1, and so on. The two deals are moved by turns, a move in each; when one has ended the other goes on. If
both go to one side it scores their sum; else the side with more scores the difference.

Ours: the sides take turns to deal, and a round that a side wins counts one box. Nobody sees the cards of
the other deal, but everybody sees there what lies where: who draws from where, how many cards are in the
hands and known to be in them, and who laid each card of the pile. What a deal came to is told when it
ends, and its cards are put away.

A position is the deal that is to be moved, the number of earlier rounds, the score sheet, and both deals
as positions of gin, or what they came to, as side and points::

    at 0 rounds 0 | 0-0 0-0 & draw 0 dealer 1 | SA S2 … & over 1 25
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, NamedTuple, TypeAlias

from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.fields import Field, in_parts, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import matched
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import changing
from suitwise.game import CHANCE, OVER, Facts, Game, Refusal, State, refusal
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.rules.deadwood import bits_of, cards_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import NEXT, GinMove
from suitwise.rummy.gin.sheet import Column, finals, of_partners, with_win
from suitwise.rummy.gin.state import (
    NOBODY,
    GinState,
    why_no_chance_move,
    why_not_by_rule,
    why_not_in_phase,
)
from suitwise.seeds import SeededSource, Source, world_seed
from suitwise.sight import Sight

SEATS = 4


class Ended(NamedTuple):
    """What a deal came to: the side that scores, -1 if it is void, and its points."""

    side: int
    points: int

    def __str__(self) -> str:
        return f"over {self.side} {self.points}" if self.side >= 0 else "over"


Part: TypeAlias = GinState | Ended
"""A deal of a round."""


def place_of(seat: int, rounds: int) -> tuple[int, int]:
    """Return the deal in which a seat plays, and its seat there.

    Args:
        seat: the seat.
        rounds: the number of earlier rounds.

    >>> [place_of(seat, 0) for seat in range(4)], [place_of(seat, 1) for seat in range(4)]
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 1), (1, 0), (1, 1), (0, 0)])
    """
    swapped = rounds % 2
    number = seat // 2 if seat % 2 == 0 or not swapped else 1 - seat // 2
    return number, seat % 2 ^ swapped


def seat_at(number: int, inner: int, rounds: int) -> int:
    """Return the seat that plays at a seat of a deal, the inverse of ``place_of``."""
    return next(seat for seat in range(SEATS) if place_of(seat, rounds) == (number, inner))


@dataclass(frozen=True, slots=True)
class PartnersState(State[GinMove]):
    """A position of gin for partners.

    Args:
        variant: the variant.
        deals: the two deals, or what they came to.
        at: the deal that is to be moved.
        rounds: the number of earlier rounds.
        sheet: the columns of the score sheet.

    >>> state, _ = Partners(to=125).start().rolled(seed=1, stream=0)
    >>> state.turn, state.after("pass").turn
    (0, 2)
    """

    variant: Partners
    deals: tuple[Part, Part]
    at: int = 0
    rounds: int = 0
    sheet: tuple[Column, ...] = (Column(),)

    @property
    def game(self) -> Partners:
        """The variant."""
        return self.variant

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, draws from a stock, and begins the next round."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return CHANCE if self.variant.to and not self.is_decided else OVER
        return part.turn if part.turn < 0 else seat_at(self.at, part.turn, self.rounds)

    @property
    def is_between(self) -> bool:
        """True if both deals of a round have ended."""
        return all(isinstance(part, Ended) for part in self.deals)

    @property
    def is_decided(self) -> bool:
        """True if a match is over: all columns are closed, or the last round has ended."""
        to = self.variant.to
        if not to:
            return False
        is_last = self.is_between and self.rounds + 1 >= self.variant.most_deals
        return is_last or all(column.is_closed(to) for column in self.sheet)

    def moves(self) -> Collection[GinMove]:
        """Return the legal moves of the seat on turn, or the possible chance moves."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return (NEXT,) if self.turn == CHANCE else ()
        return part.moves()

    move_kinds = (GinMove,)

    def chance_move(self, source: Source) -> GinMove:
        """Draw a card of a stock without listing the others."""
        part = self.deals[self.at]
        return NEXT if isinstance(part, Ended) else part.chance_move(source)

    def parse_move(self, text: str) -> GinMove:
        """Parse a move, as in the deal that is to be moved."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return GinMove.parse(text, self.variant.aces)
        return part.parse_move(text)

    def followed_by(self, move: GinMove) -> PartnersState:
        """Return the state after a legal move or a chance move."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return _change(self, deals=self.variant.new_deals, at=0, rounds=self.rounds + 1)
        moved = part.followed_by(move)
        part = self._ended(moved) if moved.is_dealt_out else moved
        deals = (part, self.deals[1]) if self.at == 0 else (self.deals[0], part)
        if all(isinstance(part, Ended) for part in deals):
            return self._scored(deals)
        other, draws = 1 - self.at, not isinstance(part, Ended) and part.turn == CHANCE
        stays = draws and move.kind != "pass"  # who draws after two passes does so in the next move
        at = self.at if stays or isinstance(deals[other], Ended) else other
        return _change(self, deals=deals, at=at)

    def _ended(self, deal: GinState) -> Ended:
        winner, points = (NOBODY, 0) if deal.showdown is None else deal.showdown.score
        return Ended(winner ^ self.rounds % 2, points) if winner >= 0 else Ended(NOBODY, 0)

    def _scored(self, deals: tuple[Part, Part]) -> PartnersState:
        ended = [part for part in deals if isinstance(part, Ended) and part.side >= 0]
        sides = of_partners(ended)
        sheet = self.sheet
        if any(sides):
            sheet = with_win(sheet, int(sides[1] > 0), max(sides), 1, self.variant.to)
        return _change(self, deals=deals, sheet=sheet)

    def returns(self) -> tuple[float, ...]:
        """Return the lead of each seat's side in points, with all bonuses once a match is decided."""
        final = self.is_decided
        each = [finals(self.variant, column) if final else column.points for column in self.sheet]
        lead = sum(mine - other for mine, other in each)
        return (float(lead), float(-lead)) * 2


_change = changing(PartnersState)


@dataclass(frozen=True)
class Partners(GinVariant, Game[GinMove]):
    """Gin rummy for four as partners; the options are those of ``Gin``, for both deals of a round.

    Raises:
        NotationError: an option has a value that it can't have.

    >>> Partners(to=125).facts.sides
    (0, 1, 0, 1)
    """

    name: ClassVar[str] = "gin_partners"

    @cached_property
    def deal_game(self) -> Gin:
        """The variant of each of the two deals."""
        same = {option.name: getattr(self, option.name) for option in fields(GinVariant)}
        return Gin(**(same | {"to": 0, "deals": 0, "columns": 1}))

    @property
    def new_deals(self) -> tuple[GinState, GinState]:
        """The two deals before the cards are dealt."""
        return self.deal_game.start(), self.deal_game.start()

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
        return PartnersState(self, self.new_deals, sheet=sheet)

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
        """Return the position as a seat sees it: of the other deal only what lies where."""
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

    # --- What a seat sees -------------------------------------------------------------------------

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of``: those of the own deal, and of the round.

        >>> state = Partners().start()
        >>> width(Partners().observation_fields()) == state.observe(3).size
        True
        """
        most = self.most_of_deal / 100
        own = tuple(self.deal_game.observation_fields())
        fields = [
            Field("own_next", 1, "whether the own deal is to be moved"),
            Field("own_over", 1, "whether the own deal has ended"),
            Field("own_result", 1, "what it came to for the own side, of 100", -most, most),
            Field("other_over", 1, "whether the other deal has ended"),
            Field("other_result", 1, "what it came to for the own side, of 100", -most, most),
            Field("other_pile", 1, "the cards of the other deal's pile, of 52"),
        ]
        high = (max(self.to - 1, 0) + 2 * self.most_of_deal) / 100
        for number in range(1, len(self.start().sheet) + 1):
            for side in ("own", "others"):
                fields += [
                    Field(
                        f"{side}_sheet_{number}", 1, f"points in column {number}, of 100", high=high
                    ),
                    Field(f"{side}_in_{number}", 1, "whether that side is in that column"),
                ]
        rounds = Field("rounds", 1, f"how many rounds are over, of {self.most_deals}")
        parts = {field.name: 100 for field in fields if field.meaning.endswith("of 100")}
        parts |= {"other_pile": 52, "rounds": self.most_deals}
        return (*own, *in_parts((*fields, rounds), **parts))

    def observation_of(self, state: PartnersState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat: of its own deal, and what the round has come to."""
        number, inner = place_of(seat, state.rounds)
        own, other, side = state.deals[number], state.deals[1 - number], seat % 2
        size = width(self.deal_game.observation_fields())
        seen = np.zeros(size, np.float32) if isinstance(own, Ended) else own.observe(inner)
        pile = 0 if isinstance(other, Ended) else len(other.pile)
        numbers: list[float] = [state.at == number, *_result(own, side), *_result(other, side)]
        numbers.append(pile / 52)
        for points, boxes in state.sheet:
            for each in (side, 1 - side):
                numbers += [points[each] / 100, boxes[each] > 0]
        numbers.append(state.rounds / self.most_deals)
        return np.concatenate([seen, np.array(numbers, np.float32)], dtype=np.float32)

    def sight_of(self, state: PartnersState, seat: int | None) -> Sight:
        """Return the data that a seat sees: of its own deal, and what the round has come to.

        * ``head``: the deal to be moved, ``at``; the number of earlier ``rounds``; the ``sheet``; for
          each deal what it ``came`` to, as text, None while it is played; the head of the own deal.
        * ``table``: that of the own deal.
        """
        head = {
            "at": state.at,
            "rounds": state.rounds,
            "sheet": [{"points": [*points], "boxes": [*boxes]} for points, boxes in state.sheet],
            "came": [str(part) if isinstance(part, Ended) else None for part in state.deals],
        }
        hands = [self._hand(state, each) for each in range(SEATS)]
        counts = tuple(None if hand is None else hand.bit_count() for hand in hands)
        held: list[list[str] | None] = [None] * SEATS
        own: Part = Ended(NOBODY, 0)
        if seat is not None:
            number, inner = place_of(seat, state.rounds)
            own = state.deals[number]
        if isinstance(own, Ended):
            return Sight("over" if state.turn == OVER else "play", tuple(held), counts, head)
        sight = self.deal_game.sight_of(own, inner)
        for place, cards in enumerate(sight.held):
            held[seat_at(number, place, state.rounds)] = cards
        return Sight(sight.phase, tuple(held), counts, {**sight.head, **head}, table=sight.table)

    def _hand(self, state: PartnersState, seat: int) -> int | None:
        """Return the cards of a seat, None if its deal has ended."""
        number, inner = place_of(seat, state.rounds)
        part = state.deals[number]
        return None if isinstance(part, Ended) else part.hands[inner]

    def redealt(self, state: PartnersState, seat: int, seed: int, stream: int) -> PartnersState:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        In its own deal these are the unknown cards of the other hand, in the other deal all cards, which
        keep their places. While a defender shows there, suits alone change places (ours).
        """
        number, inner = place_of(seat, state.rounds)
        parts = tuple(
            part
            if isinstance(part, Ended)
            else self.deal_game.redealt(part, inner, seed, stream)
            if at == number
            else _with_other_cards(part, seed, stream)
            for at, part in enumerate(state.deals)
        )
        return _change(state, deals=parts)


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
    """Return what everybody sees of a deal: what lies where, and no card."""
    took = " took" if deal.taken >= 0 else ""
    pile = " ".join("." if seat < 0 else str(seat) for _, seat in deal.pile) or "-"
    hands = "-".join(str(hand.bit_count()) for hand in deal.hands)
    known = "-".join(str(hand.bit_count()) for hand in deal.known)
    return f"{deal.phase} {deal.seat}{took} idle {deal.idle} | {hands} | {pile} | {known}"


def _fault(state: PartnersState) -> str | None:
    """Return why a position can't occur, None if it can."""
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


# --- Views ----------------------------------------------------------------------------------------


def _result(part: Part, side: int) -> tuple[float, float]:
    """Return whether a deal has ended, and what it came to for a side, of 100."""
    if not isinstance(part, Ended):
        return 0.0, 0.0
    return 1.0, (part.points if part.side == side else -part.points) / 100


def _with_other_cards(deal: GinState, seed: int, stream: int) -> GinState:
    """Return a deal in which each card is another one, in the same place."""
    source = SeededSource(world_seed(seed), stream, _FIRST_INDEX)
    if deal.phase == "show":
        suits = _shuffled(range(4), source)
        cards = [13 * suits[card // 13] + card % 13 for card in range(52)]
    else:
        cards = _shuffled(range(52), source)

    def word(bits: int) -> int:
        return bits_of(cards[card] for card in cards_of(bits))

    def of(card: int) -> int:
        return Card(cards[card]) if card >= 0 else card

    return GinState(
        deal.variant,
        deal.phase,
        deal.seat,
        deal.dealer,
        (word(deal.hands[0]), word(deal.hands[1])),
        tuple((of(card), seat) for card, seat in deal.pile),
        (word(deal.known[0]), word(deal.known[1])),
        of(deal.taken),
        (word(deal.spread[0]), word(deal.spread[1])),
        idle=deal.idle,
        upcard=of(deal.upcard),
    )


_FIRST_INDEX = 1 << 20
"""The index in the stream of a world from which the other deal's cards are drawn."""


def _shuffled(numbers: Collection[int], source: Source) -> list[int]:
    order = list(numbers)
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
