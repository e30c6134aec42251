"""What a seat sees of Indian rummy: as arrays for learning, as data, as rows of events."""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.fields import Field, Happening, Telling, in_parts
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.rummy.indian.rules import HAND, IN_PLAY, STANDINGS, IndianMove, IndianVariant
from suitwise.rummy.indian.state import PHASES, IndianState
from suitwise.rummy.rules.cards import pile_data
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.state import NOBODY
from suitwise.rummy.view import Plane, TwoPackView
from suitwise.sight import Sight, card_texts


class IndianView(IndianVariant, TwoPackView[IndianMove]):
    """The part of the game ``Indian`` that shows a position to a seat."""

    most_held = HAND + 1

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of an observation, each with the number of parts that its unit has."""
        hidden = {f"hidden_{seat}": self.most_held for seat in range(self.seats)}
        parts = {"stock": 100, "turned_cards": 100, "drawn": self.draws}
        return in_parts(super().observation_fields(), **parts | hidden)

    @property
    def most_copies(self) -> float:
        """Two packs have two of each card, and as many jokers as the variant says."""
        return float(max(2, self.jokers))

    def _public_planes(self, state: IndianState) -> list[Plane]:
        pile = tuple(card for card, _ in state.pile)
        taken, wild = ((card,) if card >= 0 else () for card in (state.taken, state.wild))
        return [pile, pile[-1:], taken, wild, state.turned]

    def _public_fields(self) -> list[Field]:
        return [
            self._copies("pile", "on the pile"),
            Field("top", SIZE, "the top of the pile"),
            Field("just_taken", SIZE, "the card taken from the pile in this turn"),
            Field("wild", SIZE, "the card turned up, whose rank is wild"),
            self._copies("turned", "of the pile when it was last turned"),
        ]

    def _table_fields(self) -> list[Field]:
        packs = (104 + self.jokers) / 100
        return [
            Field("phase", len(PHASES), ", ".join(PHASES)),
            Field("stock", 1, "how many cards the stock has, of 100", high=packs),
            Field("turned_cards", 1, "how many cards were turned, of 100", high=packs),
            Field("drawn", 1, "how many turns have had their draw, of all there may be"),
        ]

    def _numbers_of_table(self, state: IndianState) -> list[float]:
        stock, turned = len(state.stock) / 100, len(state.turned) / 100
        phases = (float(state.phase == phase) for phase in PHASES)
        return [*phases, stock, turned, state.drawn / self.draws]

    def _numbers_of_seat(self, state: IndianState, owner: int) -> list[float]:
        standings = (float(state.standings[owner] == standing) for standing in STANDINGS)
        return [float(state.seat == owner), *standings]

    def _seat_fields(self, seat: int, name: str) -> list[Field]:
        how = f"how {name} stands: {', '.join(STANDINGS)}"
        return [
            Field(f"named_{seat}", 1, f"whether {name} is the seat that the phase is about"),
            Field(f"standing_{seat}", len(STANDINGS), how),
        ]

    def sight_of(self, state: IndianState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees.

        * ``head``: the card turned up, ``wild``, and the rank that it makes wild, ``wild_rank``; the
          number of ``draws`` so far and the limit, ``most_draws``; the ``outcome`` in words once a seat
          has won.
        * ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None
          for the first; the number of cards in the ``stock``; the card ``taken`` from the pile in this
          turn; the cards that lay in the pile when it was last ``turned`` over.
        * ``seats``: the ``standing`` of each, and the cards ``known`` to be in its hand.
        """
        is_turned_up = state.wild >= 0
        head = {
            "wild": str(Card(state.wild)) if is_turned_up else None,
            "wild_rank": state.rules.wild if is_turned_up else None,
            "draws": state.drawn,
            "most_draws": self.draws,
            "outcome": None if state.showdown is None else str(state.showdown),
        }
        table = {
            "pile": pile_data(state.pile),
            "stock": len(state.stock),
            "taken": None if state.taken < 0 else str(Card(state.taken)),
            "turned": card_texts(state.turned),
        }
        hands: list[list[str] | None] = []
        seats: list[dict[str, Any]] = []
        for owner, hand in enumerate(state.hands):
            hands.append(card_texts(hand) if owner == seat or state.is_shown(owner) else None)
            known = card_texts(state.known_to(seat, owner))
            seats.append({"standing": state.standings[owner], "known": known})
        sizes = tuple(map(len, state.hands))
        return Sight(state.phase, tuple(hands), sizes, head, table=table, seats=tuple(seats))

    @property
    def _telling(self) -> Telling:
        """The layout of rows; ``shown`` is a hand at the end or after a false declaration."""
        return Telling(self.seats, _KINDS, SIZE, int(self.most_copies))

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``.

        >>> from suitwise.fields import width
        >>> from suitwise.rummy.indian.game import Indian
        >>> width(Indian().told_fields())
        65
        """
        return self._telling.fields

    @property
    def most_told(self) -> int:
        """The most rows of ``told_of`` that a seat gets in a game.

        These are its hand, the wild card and the first card of the pile; a draw and a discard each
        turn; two rows for each seat that drops or declares falsely; a declaration, and all other hands.
        """
        return HAND + 2 + 2 * self.draws + 2 * self.seats + self.seats

    def told_of(
        self, state: IndianState, move: IndianMove, after: IndianState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat about a move."""
        happened = _happenings(state, move, after, seat)
        return self._telling.rows(
            seat,
            [(who, kind, [min(card, JOKER) for card in cards]) for who, kind, cards in happened],
        )


# --- The history as rows of events, one or more for each move -------------------------------------
#
# The move ``stock`` has no row: a draw is told by the chance move that follows it. The seat that draws
# learns the card, the others only that a card was drawn. Turning over the pile has no row either, since
# it follows from the number of draws.

_KINDS = ("dealt", "wild", "open", "stock", "pile", "drop", "card", "declare", "false", "shown")


def _happenings(
    state: IndianState, move: IndianMove, after: IndianState, seat: int
) -> list[Happening]:
    """Return the events of a move as a seat learns them: who, the kind of event, and its cards."""
    who, is_own, phase = state.seat, state.seat == seat, state.phase
    if phase == "deal":
        return [(seat, "dealt", (move.card,))] if is_own else []
    if phase in ("wild", "open"):
        return [(NOBODY, phase, (move.card,))]
    if phase == "stock":
        return [(who, "stock", (move.card,) if is_own else ())]
    if move.kind == "stock":
        return []
    if move.kind == "pile":
        return [(who, "pile", (state.pile[-1][0],))]
    if move.kind != "declare":
        return [(who, move.kind, (move.card,) if move.card >= 0 else ())]
    if after.standings[who] == "false":
        if is_own:
            return [(who, "false", (move.card,))]
        # The others see its hand, but not the card that it discarded face down.
        return [(who, "false", ()), (who, "shown", after.hands[who])]
    shown = (
        owner
        for owner, standing in enumerate(after.standings)
        if owner != seat and standing in IN_PLAY
    )
    return [
        (who, "declare", (move.card,)),
        *((owner, "shown", after.hands[owner]) for owner in shown),
    ]
