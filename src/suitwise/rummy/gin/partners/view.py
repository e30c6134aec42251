"""The view of a seat in gin for partners: its own deal, and of the other one only the places of cards.

Nobody sees the cards of the other deal. But everybody sees who draws from which pile, how many cards its
hands have, how many of them are known, and its result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from functools import cached_property
from typing import Any

from suitwise.cards import Card
from suitwise.fields import Field, Happening, Telling, in_parts, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.values import changing
from suitwise.game import OVER, Game
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.partners.state import SEATS, Ended, Part, PartnersState, place_of, seat_at
from suitwise.rummy.gin.rules.deadwood import BITS, bits_of, cards_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import NOBODY, GinState
from suitwise.rummy.gin.view import TELLING_SHOWS, happenings
from suitwise.seeds import SeededSource, Source, world_seed
from suitwise.sight import Sight


class PartnersView(GinVariant, Game[GinMove]):
    """The part of the game ``Partners`` that shows a position to a seat."""

    @cached_property
    def deal_game(self) -> Gin:
        """The variant of each of the two deals."""
        same = {option.name: getattr(self, option.name) for option in fields(GinVariant)}
        return Gin(**(same | {"to": 0, "deals": 0, "columns": 1}))

    # --- What a seat sees -------------------------------------------------------------------------

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of``: those of the own deal, and of the round.

        >>> from suitwise.rummy.gin.partners.game import Partners
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
        for number in range(1, (self.columns if self.to else 1) + 1):
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
        """Return the observation of a seat: that of its own deal, and the state of the round."""
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

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``: those of events, and the result of a deal.

        >>> from suitwise.rummy.gin.partners.game import Partners
        >>> width(Partners().told_fields())
        73
        """
        most = self.most_of_deal / 100
        points = Field("points", 1, "what a deal came to for the own side, of 100", -most, most)
        return (*_TELLING.fields, *in_parts((points,), points=100))

    def told_of(
        self, state: PartnersState, move: GinMove, after: PartnersState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat about a move; of the other deal no card, but its result.

        >>> from suitwise.rummy.gin.partners.game import Partners
        >>> state, _ = Partners().start().rolled(seed=1, stream=0)
        >>> [int(state.told("pile", seat)[:, 18:70].sum()) for seat in range(4)]
        [1, 1, 0, 0]
        """
        part, ended = state.deals[state.at], after.deals[state.at]
        if isinstance(part, Ended):
            return self._rows(seat, [(NOBODY, "next", ())])
        if isinstance(ended, Ended):
            winner = next((one for one in (seat, _left_of(seat)) if one % 2 == ended.side), NOBODY)
            return self._rows(seat, [(winner, "over", ())], _result(ended, seat % 2)[1])
        number, inner = place_of(seat, state.rounds)
        happened: Iterable[Happening] = (
            happenings(part, move, part.followed_by(move), inner)
            if number == state.at
            else _face_down_happenings(part, move)
        )
        told = [
            (seat_at(state.at, who, state.rounds) if who >= 0 else who, kind, cards)
            for who, kind, cards in happened
        ]
        return self._rows(seat, told)

    def _rows(self, seat: int, told: list[Happening], points: float = 0.0) -> NDArray[np.float32]:
        """Return rows of events, with the result of a deal in the last one."""
        rows = _TELLING.rows(seat, told)
        came = np.zeros((len(rows), 1), np.float32)
        came[-1:] = points
        return np.concatenate([rows, came], axis=1)

    def sight_of(self, state: PartnersState, seat: int | None) -> Sight:
        """Return the data that a seat sees: that of its own deal, and the state of the round.

        * ``head``: the number of the deal with the next move, ``at``; the number of earlier ``rounds``;
          the ``sheet``; in ``came`` the result of each deal as text, None before its end; the head of
          the own deal, with the points ``to`` which the match goes; the ``totals`` of each seat's side.
        * ``table``: that of the own deal, empty after its end.
        """
        head = {
            "to": self.to,
            "totals": [state.sheet[0].points[each % 2] for each in range(SEATS)],
            "at": state.at,
            "rounds": state.rounds,
            "sheet": [{"points": [*points], "boxes": [*boxes]} for points, boxes in state.sheet],
            "came": [str(part) if isinstance(part, Ended) else None for part in state.deals],
        }
        hands = [self._hand(state, each) for each in range(SEATS)]
        counts = [None if hand is None else hand.bit_count() for hand in hands]
        held: list[list[str] | None] = [None] * SEATS
        own: Part = Ended(NOBODY, 0)
        if seat is not None:
            number, inner = place_of(seat, state.rounds)
            own = state.deals[number]
        if isinstance(own, Ended):
            if seat is not None:
                held[seat], counts[seat] = [], 0
            phase = "over" if state.turn == OVER else "play"
            return Sight(phase, tuple(held), tuple(counts), head, table=_BARE)
        sight = self.deal_game.sight_of(own, inner)
        seats = [seat_at(number, place, state.rounds) for place in (0, 1)]
        for place, cards in zip(seats, sight.held, strict=True):
            held[place] = cards
        own_head = {
            name: sight.head[name] for name in ("knock", "outcome", "upcard") if name in sight.head
        }
        own_head["dealer"] = seats[own.dealer]
        pile = [one | {"seat": at_seat(seats, one["seat"])} for one in sight.table["pile"]]
        table = {**sight.table, "pile": pile, "knocker": at_seat(seats, sight.table["knocker"])}
        return Sight(sight.phase, tuple(held), tuple(counts), {**own_head, **head}, table=table)

    def _hand(self, state: PartnersState, seat: int) -> int | None:
        """Return the cards of a seat; None if its deal has ended."""
        number, inner = place_of(seat, state.rounds)
        part = state.deals[number]
        return None if isinstance(part, Ended) else part.hands[inner]

    def redealt(self, state: PartnersState, seat: int, seed: int, stream: int) -> PartnersState:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        In the own deal these are the unknown cards of the opponent's hand. In the other deal they are
        all cards, which are replaced in place; while a defender shows there, only suits are exchanged,
        a choice of this package.
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


_change = changing(PartnersState)


_BARE: dict[str, Any] = {
    "pile": [],
    "stock": None,
    "idle": 0,
    "taken": None,
    "knocker": None,
    "melds": [],
    "laid_off": [],
}
"""The table of a deal that the viewer does not see."""


def at_seat(seats: list[int], place: int | None) -> int | None:
    """Return the seat at a place of a deal; None for none.

    >>> at_seat([2, 1], 0), at_seat([2, 1], None)
    (2, None)
    """
    return None if place is None else seats[place]


_TELLING = Telling(SEATS, (*TELLING_SHOWS.kinds, "known", "over"), 52)
"""The kinds of rows: those of gin; in the other deal that a discard was ``known``; that a deal is
``over``, with a seat of the side that scores, and no more, since its cards are put away."""


def _left_of(seat: int) -> int:
    return (seat + 1) % SEATS


def _face_down_happenings(deal: GinState, move: GinMove) -> Iterator[Happening]:
    """Yield what everybody sees of a move: seat, action, and whether a discard was a known card."""
    if deal.phase == "stock":
        yield deal.seat, "stock", ()
    elif deal.phase == "deal":
        if deal.hands[deal.dealer].bit_count() == deal.variant.cards:
            yield NOBODY, "upcard", ()
    elif move.kind != "stock":
        yield deal.seat, move.kind, ()
    if deal.phase == "discard" and move.card >= 0 and deal.known[deal.seat] & BITS[move.card]:
        yield deal.seat, "known", ()


def _result(part: Part, side: int) -> tuple[float, float]:
    """Return whether a deal has ended, and its points for a side in hundreds."""
    if not isinstance(part, Ended):
        return 0.0, 0.0
    return 1.0, (part.points if part.side == side else -part.points) / 100


def _with_other_cards(deal: GinState, seed: int, stream: int) -> GinState:
    """Return a deal in which each card is replaced by another one."""
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
