"""What a seat sees of gin rummy: as an array for learning, as data, as rows of events; and redeals.

An observation is planes of 52 cards followed by numbers; ``observation_fields`` describes it. Moves are
normally encoded by their number. If knocks declare melds, moves have no numbers, and ``encoded`` writes
them as arrays. The kernels that write an observation also serve the flat records (``gin.arrays``).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.fields import Field, Happening, Telling, deals_field, in_parts, places, width
from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game
from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.gin.rules.deadwood import BITS, bit_of, bits_of, card_at, cards_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import GinMove, Kind
from suitwise.rummy.gin.rules.showdown import melds_of
from suitwise.rummy.gin.state import NOBODY, PHASES, SHOWN, GinState
from suitwise.rummy.rules.cards import pile_data
from suitwise.seeds import world_seed
from suitwise.sight import Sight, card_texts

PLANES = 7
PLANE = 52
PHASE = PLANES * PLANE
"""The index of the one-hot phase."""
PHASES_SEEN = 10
"""The number of phases that have a place; that in which a defender is asked has a number of its own."""
NUMBERS = PHASE + PHASES_SEEN
SIZE = NUMBERS + 7
"""The length of an observation of a single deal; that of a match has one more number."""


@rule
def stock_after_deal(cards: int) -> int:
    """Return the number of cards of the stock after the deal of hands of so many cards."""
    return 51 - 2 * cards


class GinView(GinVariant, Game[GinMove]):
    """The part of the game ``Gin`` that shows a position to a seat."""

    def observation_of(self, state: GinState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat: SIZE numbers, one more in a match, and what clubs add.

        ``gin.arrays.observe`` writes the same for flat records; tests compare the two.
        """
        other = 1 - seat
        theirs, hidden = state.hands[other], state.hidden(seat)
        known, pile = state.known[seat], state.pile_bits()
        words = state.hands[seat], known, theirs & ~hidden, pile, state.laid[other]
        seen = np.zeros(SIZE + (self.to > 0) + self._club_size, np.float32)
        seen[:PHASE] = _planes((*words, *_top_and_taken(state)))
        write_numbers(
            seen,
            PHASES.index(state.phase) if state.phase in PHASES else PHASES_SEEN,
            state.seat == seat,
            state.dealer == seat,
            state.stock.bit_count(),
            hidden.bit_count(),
            state.totals[seat],
            state.totals[other],
            state.idle / self.idle,
            self.cards,
        )
        if self.to:
            seen[SIZE] = state.deals / self.most_deals
        if self._club_size:
            seen[-self._club_size :] = self._seen_of_club(state, seat)
        return seen

    @cached_property
    def _club_size(self) -> int:
        """The numbers that options of clubs add to an observation."""
        columns = _COLUMN_NUMBERS * (self.columns - 1) if self.to else 0
        return PLANE * self.keeps_upcard + (self.layoff == "ask") + columns

    def _seen_of_club(self, state: GinState, seat: int) -> NDArray[np.float32]:
        """Return the upcard, whether a defender is asked, and the further columns."""
        numbers: list[float] = []
        if self.keeps_upcard:
            numbers += [card == state.upcard for card in range(PLANE)]
        if self.layoff == "ask":
            numbers.append(state.phase == "show")
        for points, boxes in state.more:
            for side in (seat, 1 - seat):
                numbers += [points[side] / 100, boxes[side] > 0]
        return np.array(numbers, np.float32)

    def _club_fields(self, whose: tuple[str, str]) -> tuple[Field, ...]:
        """Return the fields of what options of clubs add.

        Args:
            whose: the names of the two seats.
        """
        fields: list[Field] = []
        if self.keeps_upcard:
            fields.append(Field("upcard", PLANE, "the card that was turned up"))
        if self.layoff == "ask":
            fields.append(Field("asked", 1, "whether a defender is to show and lay off"))
        for column in range(2, self.columns + 1) if self.to else ():
            for seat in whose:
                name, high = f"column_{column}_{seat}", self._highest_points
                fields += [
                    Field(f"{name}_points", 1, f"points in column {column}, of 100", high=high),
                    Field(f"{name}_in", 1, "whether they are in that column"),
                ]
        return tuple(fields)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of``.

        >>> from suitwise.fields import width
        >>> from suitwise.rummy.gin.game import Gin
        >>> width(Gin().observation_fields()) == SIZE
        True
        """
        points = self._highest_points
        fields = (
            Field("hand", PLANE, "a place for each card, 1 for those of one's own hand"),
            Field("taken", PLANE, "those of them that one took from the pile"),
            Field("shown", PLANE, "the cards of the other hand that one knows; after a knock all"),
            Field("pile", PLANE, "the cards of the pile"),
            Field("laid", PLANE, "those of them that the other seat laid there"),
            *_LAST_PLANES,
            Field("named", 1, "whether the phase is about oneself"),
            Field("dealer", 1, "whether one has dealt"),
            self._stock_field,
            Field(
                "hidden",
                1,
                f"how many cards of the other hand one does not know, of {self.cards}",
                high=(self.cards + 1) / self.cards,
            ),
            Field("points", 1, "one's points so far, of 100", high=points),
            Field("others_points", 1, "the other's points so far, of 100", high=points),
            *self._ending_fields(),
            *self._club_fields(("own", "other")),
        )
        parts = {"stock": stock_after_deal(self.cards), "hidden": self.cards}
        parts |= {"points": 100, "others_points": 100}
        return in_parts(fields, **parts, idle=self.idle, deals=self.most_deals)

    @property
    def _stock_field(self) -> Field:
        full = stock_after_deal(self.cards)
        return Field(
            "stock", 1, f"how many cards the stock has, as a part of {full}", high=52 / full
        )

    def observation_of_all(self, state: GinState) -> NDArray[np.float32]:
        """Return the whole position as an array, with nothing hidden."""
        words = *state.hands, *state.known, state.stock, state.pile_bits(), *state.laid[:2]
        numbers = [
            *(state.phase == phase for phase in PHASES),
            *(state.seat == seat for seat in (0, 1)),
            *(state.dealer == seat for seat in (0, 1)),
            state.stock.bit_count() / stock_after_deal(self.cards),
            *(total / 100 for total in state.totals),
            state.idle / self.idle,
            *([state.deals / self.most_deals] if self.to else []),
            *self._seen_of_club(state, 0),
        ]
        planes = _planes((*words, *_top_and_taken(state)))
        return np.concatenate([planes, np.array(numbers, np.float32)], dtype=np.float32)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``.

        >>> from suitwise.fields import width
        >>> from suitwise.rummy.gin.game import Gin
        >>> width(Gin().fields_of_all())
        538
        """
        taken = "those that seat {} took from the pile and holds"
        return (
            *(Field(f"hand_{seat}", PLANE, f"the cards of seat {seat}") for seat in (0, 1)),
            *(Field(f"taken_{seat}", PLANE, taken.format(seat)) for seat in (0, 1)),
            Field("in_stock", PLANE, "the cards of the stock, which are in no order"),
            Field("pile", PLANE, "the cards of the pile"),
            *(
                Field(f"laid_{seat}", PLANE, f"those that seat {seat} laid there")
                for seat in (0, 1)
            ),
            *_LAST_PLANES,
            Field("named", 2, "a place for the seat that the phase is about"),
            Field("dealer", 2, "a place for the seat that has dealt"),
            self._stock_field,
            Field("points", 2, "the points of each seat so far, of 100", high=self._highest_points),
            *self._ending_fields(),
            *self._club_fields(("seat_0", "seat_1")),
        )

    def _ending_fields(self) -> tuple[Field, ...]:
        idle = Field("idle", 1, f"the turns in a row without a card from the stock, of {self.idle}")
        return (idle, deals_field(self.most_deals)) if self.to else (idle,)

    @property
    def _highest_points(self) -> float:
        return (max(self.to - 1, 0) + self.most_of_deal) / 100

    def sight_of(self, state: GinState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees.

        * ``head``: the ``dealer``, the most deadwood to ``knock`` with, the points ``to`` which a match
          goes (0 for a single deal), the ``totals`` of the seats and the ``boxes`` that they have won,
          the number of ``deals`` of a match that are over; after a knock its ``outcome`` in words.
          If the variant does not forget it, the ``upcard``; in a match with several columns their
          ``sheet``.
        * ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None
          for the upcard; the number of cards in the ``stock``; the number of ``idle`` turns in a row;
          the card ``taken`` from the pile in this turn; after a knock the ``knocker``, its ``melds`` and
          the cards ``laid_off`` on them.
        * ``seats``: the cards ``known`` to be in a hand, because they were taken from the pile.
        """
        knock = state.showdown
        head: dict[str, Any] = {
            "dealer": state.dealer,
            "knock": state.most_to_knock,
            "to": self.to,
            "totals": list(state.totals),
            "boxes": list(state.boxes),
            "deals": state.deals,
            "outcome": None if knock is None else str(knock),
        }
        if self.keeps_upcard:
            head["upcard"] = None if state.upcard < 0 else str(Card(state.upcard))
        if state.more:
            head["sheet"] = [
                {"points": list(points), "boxes": list(boxes)} for points, boxes in state.sheet
            ]
        table = {
            "pile": pile_data(state.pile),
            "stock": state.stock.bit_count(),
            "idle": state.idle,
            "taken": None if state.taken < 0 else str(Card(state.taken)),
            "knocker": None if state.knocker < 0 else state.knocker,
            "melds": [] if state.knocker < 0 else list(map(str, melds_of(*state.spread))),
            "laid_off": [] if knock is None else _cards(knock.laid_off),
        }
        return Sight(
            state.phase,
            tuple(
                _cards(hand) if knock is not None or owner in (seat, state.knocker) else None
                for owner, hand in enumerate(state.hands)
            ),
            tuple(hand.bit_count() for hand in state.hands),
            head,
            table=table,
            seats=tuple({"known": _cards(known)} for known in state.known),
        )

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``."""
        return self._telling.fields

    @property
    def _telling(self) -> Telling:
        return TELLING_SHOWS if self.layoff == "ask" else TELLING

    def told_of(
        self, state: GinState, move: GinMove, after: GinState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat about a move.

        >>> from suitwise.rummy.gin.game import Gin
        >>> state, _ = Gin().start().rolled(seed=1, stream=0)
        >>> state.told("pass", 1)[0, :14].nonzero()[0].tolist()
        [1, 6]
        """
        return self._telling.rows(seat, happenings(state, move, after, seat))

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``; they include the melds if a move names them."""
        if self.layoff == "ask":
            return SHOW_FIELDS
        return MOVE_FIELDS if self.declare else super().move_fields()

    def encode_move(self, move: GinMove) -> NDArray[np.float32]:
        """Return a seat's move as a float32 array of ``move_fields``."""
        if self.layoff == "ask":
            return encoded(move, SHOW_FIELDS)
        return encoded(move) if self.declare else super().encode_move(move)

    def redealt(self, state: GinState, seat: int, seed: int, stream: int) -> GinState:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        Every hand of the other seat that includes its known cards is equally likely.
        """
        mine, other, hidden = state.hands[seat], state.hands[1 - seat], state.hidden(seat)
        unseen, sizes = cards_of(hidden | state.stock), [hidden.bit_count()]
        (new,) = deal_shuffled(unseen, sizes, world_seed(seed), stream)
        other = other & ~hidden | bits_of(new)
        return replace(state, hands=(mine, other) if seat == 0 else (other, mine))


def _top_and_taken(state: GinState) -> tuple[int, int]:
    """Return the top of the pile and the card just taken from it, 0 where there is none."""
    top = BITS[state.pile[-1][0]] if state.pile else 0
    return top, BITS[state.taken] if state.taken >= 0 else 0


def _planes(words: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return a plane of 52 numbers for each word of cards, one plane after another."""
    bits = np.unpackbits(np.array(words, "<u8").view(np.uint8), bitorder="little")
    return bits[_bits_of_planes(len(words))]


@cache
def _bits_of_planes(planes: int) -> NDArray[np.intp]:
    """Return the index of the bit in the words for each number of the planes."""
    bits = [64 * plane + bit_of(card) for plane in range(planes) for card in range(PLANE)]
    return np.array(bits, np.intp)


def _cards(hand: int) -> list[str]:
    return card_texts(cards_of(hand))


_LAST_PLANES = (
    Field("top", PLANE, "the top of the pile"),
    Field("just_taken", PLANE, "the card taken from the pile in this turn"),
    Field("phase", len(PHASES), ", ".join(PHASES)),
)
_COLUMN_NUMBERS = 4
"""The numbers of a further column: for each side its points, and whether it is in the column."""


# --- Kernels, shared with the flat records --------------------------------------------------------


@rule
def write_cards(numbers: Any, first: int, cards: int) -> None:
    """Write a 1 for each card into the plane that begins at ``first``."""
    while cards:
        numbers[first + card_at(lowest_bit(cards))] = 1
        cards &= cards - 1


@rule
def write_numbers(
    seen: Any,
    phase: int,
    is_mover: bool,
    is_dealer: bool,
    stock: int,
    hidden: int,
    points: int,
    other_points: int,
    idle: float,
    cards: int,
) -> None:
    """Write the numbers that follow the planes.

    Args:
        seen: the observation.
        phase: the index of the phase.
        is_mover: whether the phase is about this seat.
        is_dealer: whether this seat dealt.
        stock: the number of cards of the stock.
        hidden: the number of cards of the other hand that this seat does not know.
        points: this seat's points so far.
        other_points: the other seat's points so far.
        idle: the number of turns in a row without a card from the stock, divided by its limit.
        cards: the number of cards of a hand.
    """
    if phase < PHASES_SEEN:
        seen[PHASE + phase] = 1
    seen[NUMBERS] = is_mover
    seen[NUMBERS + 1] = is_dealer
    seen[NUMBERS + 2] = stock / stock_after_deal(cards)
    seen[NUMBERS + 3] = hidden / cards
    seen[NUMBERS + 4] = points / 100
    seen[NUMBERS + 5] = other_points / 100
    seen[NUMBERS + 6] = idle


# --- Moves as arrays ------------------------------------------------------------------------------

KINDS: tuple[Kind, ...] = ("stock", "pile", "pass", "card", "knock", "big")
MOVE_FIELDS = (
    Field("kind", len(KINDS), ", ".join(KINDS)),
    Field("card", 52, "a place for each card, 1 for the one that is discarded"),
    Field("sets", 52, "the cards of the sets that a knock declares"),
    Field("runs", 52, "the cards of its runs"),
)
"""The fields of an encoded move."""
SHOW_FIELDS = (
    Field("kind", len(KINDS) + 1, ", ".join((*KINDS, "show"))),
    *MOVE_FIELDS[1:],
    Field("laid_off", 52, "the cards that a defender lays off"),
)
"""The fields of an encoded move where the defender is asked."""


def encoded(move: GinMove, fields: tuple[Field, ...] = MOVE_FIELDS) -> NDArray[np.float32]:
    """Return a seat's move as an array of ``MOVE_FIELDS`` or ``SHOW_FIELDS``.

    Raises:
        SuitwiseError: it is a chance move.

    >>> int(encoded(GinMove.parse("knock:H7:H3H4H5,S3D3C3")).sum())
    8
    """
    if move.kind == "next":
        raise SuitwiseError(f"{move} is chance's: a seat's moves are described")
    features, place = np.zeros(width(fields), np.float32), places(fields)
    features[place["kind"]][len(KINDS) if move.kind == "show" else KINDS.index(move.kind)] = 1
    if move.card >= 0:
        features[place["card"]][move.card] = 1
    sets, runs = move.spread or (0, 0)
    for name, cards in (("sets", sets), ("runs", runs)):
        features[place[name]][[*cards_of(cards)]] = 1
    if move.layoffs:
        features[place["laid_off"]][[card for card, _ in move.layoffs]] = 1
    return features


# --- The history as rows of events, one or more for each move -------------------------------------
#
# The move ``stock`` has no row: a draw is told by the chance move that follows it. The seat that draws
# learns the card, the other one only that a card was drawn.

TELLING = Telling(
    2,
    (
        "dealt", "upcard", "stock", "pile", "pass", "card", "knock", "big", "sets", "runs",
        "shown", "next",
    ),
    52,
)  # fmt: skip
"""The kinds of rows; ``shown`` is the other hand at the end of a deal."""
TELLING_SHOWS = Telling(
    2,
    (
        "dealt", "upcard", "stock", "pile", "pass", "card", "knock", "big", "sets", "runs",
        "shown", "next", "show", "laid_off",
    ),
    52,
)  # fmt: skip
"""The kinds of rows where the defender is asked."""


def happenings(state: GinState, move: GinMove, after: GinState, seat: int) -> list[Happening]:
    """Return the events of a move as a seat learns them: who, the kind of event, and its cards."""
    if state.phase in ("deal", "stock"):
        return _chance_happenings(state, move, after, seat)
    if move.kind == "stock":
        return []
    if move.kind == "next":
        return [(NOBODY, "next", ())]
    cards = (state.pile[-1][0],) if move.kind == "pile" else (move.card,) if move.card >= 0 else ()
    happened: list[Happening] = [(state.seat, move.kind, cards)]
    if move.spread is not None:
        happened += [
            (state.seat, kind, cards_of(melds))
            for kind, melds in zip(("sets", "runs"), move.spread, strict=True)
        ]
    if move.layoffs:
        happened.append((state.seat, "laid_off", [card for card, _ in move.layoffs]))
    if after.phase in SHOWN or after.knocker == 1 - seat:
        happened.append((1 - seat, "shown", cards_of(after.hands[1 - seat])))
    return happened


def _chance_happenings(
    state: GinState, move: GinMove, after: GinState, seat: int
) -> list[Happening]:
    """Return the events of a card that is dealt or drawn."""
    if after.phase == "first":
        return [(NOBODY, "upcard", (move.card,))]
    is_own = state.seat == seat
    if state.phase == "deal":
        return [(seat, "dealt", (move.card,))] if is_own else []
    return [(state.seat, "stock", (move.card,) if is_own else ())]
