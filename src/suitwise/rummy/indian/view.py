"""What a seat sees of Indian rummy: as arrays for learning, as data, as rows of events; and redeals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from suitwise.cards import Card
from suitwise.fields import Field, Happening, Telling, in_parts
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game
from suitwise.rummy.hidden import redealt
from suitwise.rummy.indian.rules import HAND, IN_PLAY, STANDINGS, IndianMove, IndianVariant
from suitwise.rummy.indian.state import NOBODY, PHASES, IndianState
from suitwise.rummy.rules.cards import Cards, without
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.rules.pile import pile_data
from suitwise.sight import Sight, card_texts


class IndianView(IndianVariant, Game[IndianMove]):
    """The part of the game ``Indian`` that shows a position to a seat."""

    def observation_of(self, state: IndianState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat.

        With n seats it has (6 + 2 n) * 53 + 12 + 7 n numbers.
        """
        planes = [state.hands[seat], *_public_planes(state)]
        numbers = self._numbers_of_table(state)
        for owner in [*range(seat, self.seats), *range(seat)]:
            hidden = state.hidden(seat, owner)
            seen = without(state.hands[owner], hidden)
            planes += [state.known[owner] if owner == seat else seen, _laid(state, owner)]
            numbers += [*_numbers_of_seat(state, owner), len(hidden) / 14]
        return _array(planes, numbers)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of an observation; seats are numbered from one's own, in order of play.

        >>> from suitwise.rummy.indian.game import Indian
        >>> print(*(field.name for field in Indian().observation_fields()[:7]))
        hand pile top just_taken wild turned known_0
        """
        seats, many = range(self.seats), self._most_copies
        planes = [Field("hand", SIZE, f"{_COPIES}in one's own hand", high=many)]
        planes += self._public_fields()
        numbers = self._table_fields()
        for seat in seats:
            name = f"seat +{seat}" if seat else "one"
            hand = f"the hand of {name}, all where it is shown" if seat else "one's own hand"
            planes += [
                Field(f"known_{seat}", SIZE, f"{_COPIES}known to be in {hand}", high=many),
                _laid_field(seat, name, many),
            ]
            held = f"how many cards {name} holds that one can't see, of 14"
            numbers += [
                Field(f"named_{seat}", 1, f"whether {name} is the seat that the phase is about"),
                _standing_field(seat, name),
                Field(f"hidden_{seat}", 1, held),
            ]
        parts = {"stock": 100, "turned_cards": 100, "drawn": self.draws}
        return in_parts((*planes, *numbers), **parts | {f"hidden_{seat}": 14 for seat in seats})

    def observation_of_all(self, state: IndianState) -> NDArray[np.float32]:
        """Return the whole position as an array, with nothing hidden.

        With n seats it has (6 + 3 n) * 53 + 12 + 6 n numbers.
        """
        planes, numbers = [*_public_planes(state), state.stock], self._numbers_of_table(state)
        for owner in range(self.seats):
            planes += [state.hands[owner], state.known[owner], _laid(state, owner)]
            numbers += _numbers_of_seat(state, owner)
        return _array(planes, numbers)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``; seats have their own numbers.

        >>> from suitwise.rummy.indian.game import Indian
        >>> print(*(field.name for field in Indian().fields_of_all()[:9]))
        pile top just_taken wild turned in_stock hand_0 known_0 laid_0
        """
        many = self._most_copies
        in_stock = f"{_COPIES}in the stock, which is in no order"
        planes = [*self._public_fields(), Field("in_stock", SIZE, in_stock, high=many)]
        numbers = self._table_fields()
        for seat in range(self.seats):
            name = f"seat {seat}"
            known = f"{_COPIES}that all others know {name} to hold"
            planes += [
                Field(f"hand_{seat}", SIZE, f"{_COPIES}in the hand of {name}", high=many),
                Field(f"known_{seat}", SIZE, known, high=many),
                _laid_field(seat, name, many),
            ]
            numbers += [
                Field(f"named_{seat}", 1, f"whether {name} is the one that the phase is about"),
                _standing_field(seat, name),
            ]
        return (*planes, *numbers)

    @property
    def _most_copies(self) -> float:
        return float(max(2, self.jokers))

    def _public_fields(self) -> list[Field]:
        many = self._most_copies
        return [
            Field("pile", SIZE, f"{_COPIES}on the pile", high=many),
            Field("top", SIZE, "the top of the pile"),
            Field("just_taken", SIZE, "the card taken from the pile in this turn"),
            Field("wild", SIZE, "the card turned up, whose rank is wild"),
            Field("turned", SIZE, f"{_COPIES}of the pile when it was last turned", high=many),
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
            known = known_to_all(state, owner) if seat is None else state.known[owner]
            seats.append({"standing": state.standings[owner], "known": card_texts(known)})
        sizes = tuple(map(len, state.hands))
        return Sight(state.phase, tuple(hands), sizes, head, table=table, seats=tuple(seats))

    @property
    def _telling(self) -> Telling:
        """The layout of rows; ``shown`` is a hand at the end or after a false declaration."""
        return Telling(self.seats, _KINDS, SIZE, max(2, self.jokers))

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

    def redealt(self, state: IndianState, seat: int, seed: int, stream: int) -> IndianState:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        Each seat keeps its known cards. Once the pile was turned over, the stock consists only of cards
        that lay in it.
        """
        hidden = tuple(state.hidden(seat, owner) for owner in range(self.seats))
        hands = redealt(state.hands, hidden, state.stock, state.turned, seed, stream)
        return replace(state, hands=hands)


# --- Planes, numbers and fields -------------------------------------------------------------------

_COPIES = "copies of each card, jokers last, "


def _laid_field(seat: int, name: str, many: float) -> Field:
    return Field(f"laid_{seat}", SIZE, f"{_COPIES}of the pile that {name} laid there", high=many)


def _standing_field(seat: int, name: str) -> Field:
    meaning = f"how {name} stands: {', '.join(STANDINGS)}"
    return Field(f"standing_{seat}", len(STANDINGS), meaning)


def _array(planes: Sequence[Cards], numbers: Sequence[float]) -> NDArray[np.float32]:
    """Return planes with the number of copies of each card, followed by other numbers."""
    copies = [
        SIZE * plane + min(card, JOKER) for plane, cards in enumerate(planes) for card in cards
    ]
    counts = np.bincount(np.array(copies, np.intp), minlength=SIZE * len(planes))
    return np.concatenate([counts, numbers], dtype=np.float32, casting="same_kind")


def _public_planes(state: IndianState) -> list[Cards]:
    pile = tuple(card for card, _ in state.pile)
    taken, wild = ((card,) if card >= 0 else () for card in (state.taken, state.wild))
    return [pile, pile[-1:], taken, wild, state.turned]


def _laid(state: IndianState, owner: int) -> Cards:
    return tuple(card for card, seat in state.pile if seat == owner)


def _numbers_of_seat(state: IndianState, owner: int) -> list[float]:
    standings = (float(state.standings[owner] == standing) for standing in STANDINGS)
    return [float(state.seat == owner), *standings]


def known_to_all(state: IndianState, owner: int) -> Cards:
    """Return the cards of a hand that a spectator knows.

    With two seats each can deduce the other's hand once the stock has run out. A spectator can't.
    """
    return () if state.turned and state.variant.seats == 2 else state.known[owner]


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
        # Nobody else sees the card that it discarded face down.
        return [(who, "false", (move.card,))] if is_own else [
            (who, "false", ()),
            (who, "shown", after.hands[who]),
        ]  # fmt: skip
    shown = (
        owner
        for owner, standing in enumerate(after.standings)
        if owner != seat and standing in IN_PLAY
    )
    return [
        (who, "declare", (move.card,)),
        *((owner, "shown", after.hands[owner]) for owner in shown),
    ]
