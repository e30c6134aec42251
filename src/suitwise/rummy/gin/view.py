"""The view of a seat of gin rummy: observation arrays, data, rows of moves, redealt hands.

The observation is a set of card planes followed by numbers; ``fields_of`` is its table. Moves have an
encoding of their own if knocks declare melds, since these moves have no numbers. The kernels that write
an observation are shared with the flat records of ``gin.arrays``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.fields import Field, Happening, Telling, deals_field, in_parts, places, width
from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.gin.moves import GinMove, Kind
from suitwise.rummy.gin.rules import BITS, bit_of, bits_of, card_at, cards_of, melds_of
from suitwise.rummy.gin.state import NOBODY, PHASES, SHOWN, GinState
from suitwise.rummy.gin.variant import GinVariant
from suitwise.rummy.pile import pile_data
from suitwise.seeds import world_seed
from suitwise.sight import Sight, card_texts

PLANES = 7
PLANE = 52
PHASE = PLANES * PLANE
"""The index of the one-hot phase."""
NUMBERS = PHASE + 10
SIZE = NUMBERS + 7
"""The length of the observation of a single deal; that of a match is longer by one."""
STOCK = 31
"""The number of cards of the stock after the deal."""


@cache
def _bits_of_planes(planes: int) -> NDArray[np.intp]:
    """Return for each number of the planes the index of its bit in the words."""
    bits = [64 * plane + bit_of(card) for plane in range(planes) for card in range(PLANE)]
    return np.array(bits, np.intp)


def observation(state: GinState, seat: int) -> NDArray[np.float32]:
    """Return the observation of a seat, SIZE numbers and in a match one more (``fields_of``).

    ``gin.arrays.observe`` writes the same for flat records; tests compare the two.
    """
    other = 1 - seat
    theirs, hidden = state.hands[other], state.hidden(seat)
    words = (
        state.hands[seat],
        state.known[seat],
        theirs & ~hidden,
        state.pile_bits(),
        state.laid[other],
        BITS[state.pile[-1][0]] if state.pile else 0,
        BITS[state.taken] if state.taken >= 0 else 0,
    )
    variant = state.variant
    seen = np.zeros(SIZE + (variant.to > 0), np.float32)
    bits = np.unpackbits(np.array(words, "<u8").view(np.uint8), bitorder="little")
    seen[:PHASE] = bits[_bits_of_planes(PLANES)]
    write_numbers(
        seen,
        PHASES.index(state.phase),
        state.seat == seat,
        state.dealer == seat,
        state.stock.bit_count(),
        hidden.bit_count(),
        state.totals[seat],
        state.totals[other],
        state.idle / variant.idle,
    )
    if variant.to:
        seen[SIZE] = state.deals / variant.most_deals
    return seen


_ALL_PLANES = 10


def observation_of_all(state: GinState) -> NDArray[np.float32]:
    """Return the observation with nothing hidden; ``fields_of_all`` is its table."""
    words = (
        *state.hands,
        *state.known,
        state.stock,
        state.pile_bits(),
        *state.laid[:2],
        BITS[state.pile[-1][0]] if state.pile else 0,
        BITS[state.taken] if state.taken >= 0 else 0,
    )
    bits = np.unpackbits(np.array(words, "<u8").view(np.uint8), bitorder="little")
    numbers = np.array(
        [
            *(state.phase == phase for phase in PHASES),
            *(state.seat == seat for seat in (0, 1)),
            *(state.dealer == seat for seat in (0, 1)),
            state.stock.bit_count() / STOCK,
            *(total / 100 for total in state.totals),
            state.idle / state.variant.idle,
            *([state.deals / state.variant.most_deals] if state.variant.to else []),
        ],
        np.float32,
    )
    return np.concatenate([bits[_bits_of_planes(_ALL_PLANES)], numbers], dtype=np.float32)


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
    named: bool,
    dealt: bool,
    stock: int,
    hidden: int,
    points: int,
    others: int,
    idle: float,
) -> None:
    """Write the numbers that follow the planes.

    Args:
        seen: the array.
        phase: the index of the phase.
        named: whether the phase is about this seat.
        dealt: whether this seat has dealt.
        stock: the number of cards of the stock.
        hidden: the number of unknown cards of the other hand.
        points: this seat's points so far.
        others: the other seat's points so far.
        idle: the number of turns in a row without a card from the stock, divided by its limit.
    """
    seen[PHASE + phase] = 1
    seen[NUMBERS] = named
    seen[NUMBERS + 1] = dealt
    seen[NUMBERS + 2] = stock / STOCK
    seen[NUMBERS + 3] = hidden / 10
    seen[NUMBERS + 4] = points / 100
    seen[NUMBERS + 5] = others / 100
    seen[NUMBERS + 6] = idle


def fields_of(variant: GinVariant) -> tuple[Field, ...]:
    """Return the fields of an observation.

    >>> from suitwise.fields import width
    >>> from suitwise.rummy.gin.game import Gin
    >>> width(fields_of(Gin())) == SIZE
    True
    """
    points = _most_points(variant)
    fields = (
        Field("hand", PLANE, "a place for each card, 1 for those of one's own hand"),
        Field("taken", PLANE, "those of them that one took from the pile"),
        Field("shown", PLANE, "the cards of the other hand that one knows; after a knock all"),
        Field("pile", PLANE, "the cards of the pile"),
        Field("laid", PLANE, "those of them that the other seat laid there"),
        Field("top", PLANE, "the top of the pile"),
        Field("just_taken", PLANE, "the card taken from the pile in this turn"),
        _PHASE_FIELD,
        Field("named", 1, "whether the phase is about oneself"),
        Field("dealer", 1, "whether one has dealt"),
        _STOCK_FIELD,
        Field("hidden", 1, "how many cards of the other hand one does not know, of 10", high=1.1),
        Field("points", 1, "one's points so far, of 100", high=points),
        Field("others_points", 1, "the other's points so far, of 100", high=points),
        *_ending_fields(variant),
    )
    parts = {"stock": STOCK, "hidden": 10, "points": 100, "others_points": 100}
    return in_parts(fields, **parts, idle=variant.idle, deals=variant.most_deals)


def _ending_fields(variant: GinVariant) -> tuple[Field, ...]:
    meaning = f"the turns in a row without a card from the stock, of {variant.idle}"
    idle = Field("idle", 1, meaning)
    return (idle, deals_field(variant.most_deals)) if variant.to else (idle,)


_PHASE_FIELD = Field("phase", len(PHASES), ", ".join(PHASES))
_STOCK_FIELD = Field("stock", 1, "how many cards the stock has, as a part of 31", high=52 / STOCK)


def _most_points(variant: GinVariant) -> float:
    return (max(variant.to - 1, 0) + variant.most_of_deal) / 100


def fields_of_all(variant: GinVariant) -> tuple[Field, ...]:
    """Return the fields of an observation with nothing hidden.

    >>> from suitwise.fields import width
    >>> from suitwise.rummy.gin.game import Gin
    >>> width(fields_of_all(Gin()))
    538
    """
    return (
        *(Field(f"hand_{seat}", PLANE, f"the cards of seat {seat}") for seat in (0, 1)),
        *(
            Field(f"taken_{seat}", PLANE, f"those that seat {seat} took from the pile and holds")
            for seat in (0, 1)
        ),
        Field("in_stock", PLANE, "the cards of the stock, which are in no order"),
        Field("pile", PLANE, "the cards of the pile"),
        *(Field(f"laid_{seat}", PLANE, f"those that seat {seat} laid there") for seat in (0, 1)),
        Field("top", PLANE, "the top of the pile"),
        Field("just_taken", PLANE, "the card taken from the pile in this turn"),
        _PHASE_FIELD,
        Field("named", 2, "a place for the seat that the phase is about"),
        Field("dealer", 2, "a place for the seat that has dealt"),
        _STOCK_FIELD,
        Field("points", 2, "the points of each seat so far, of 100", high=_most_points(variant)),
        *_ending_fields(variant),
    )


# --- Moves as arrays ------------------------------------------------------------------------------

KINDS: tuple[Kind, ...] = ("stock", "pile", "pass", "card", "knock", "big")
MOVE_FIELDS = (
    Field("kind", len(KINDS), ", ".join(KINDS)),
    Field("card", 52, "a place for each card, 1 for the one that is discarded"),
    Field("sets", 52, "the cards of the sets that a knock declares"),
    Field("runs", 52, "the cards of its runs"),
)
"""The fields of an encoded move."""
_PLACES = places(MOVE_FIELDS)


def encoded(move: GinMove) -> NDArray[np.float32]:
    """Return a seat's move as an array.

    Raises:
        SuitwiseError: it is a chance move.

    >>> int(encoded(GinMove.parse("knock:H7:H3H4H5,S3D3C3")).sum())
    8
    """
    if move.kind == "next":
        raise SuitwiseError(f"{move} is chance's: a seat's moves are described")
    features = np.zeros(width(MOVE_FIELDS), np.float32)
    features[_PLACES["kind"]][KINDS.index(move.kind)] = 1
    if move.card >= 0:
        features[_PLACES["card"]][move.card] = 1
    sets, runs = move.spread or (0, 0)
    for name, cards in (("sets", sets), ("runs", runs)):
        features[_PLACES[name]][[*cards_of(cards)]] = 1
    return features


# --- The position as data (``suitwise.sight``) ----------------------------------------------------
#
# * ``head``: the ``dealer``, the most deadwood to ``knock`` with, the points ``to`` which a match
#   goes (0 for a single deal), the ``totals`` of the seats and the ``boxes`` that they have won, the
#   number of ``deals`` of a match that are over; after a knock its ``outcome`` in words.
# * ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None for
#   the upcard; the number of cards in the ``stock``; the number of ``idle`` turns in a row; the card
#   ``taken`` from the pile in this turn; after a knock the ``knocker``, its ``melds`` and the cards
#   ``laid_off`` on them.
# * ``seats``: the cards ``known`` to be in a hand, because they were taken from the pile.


def sight(state: GinState, seat: int | None) -> Sight:
    """Return the data that a seat sees, or for None the data that everybody sees."""
    shown = state.showdown is not None
    return Sight(
        state.phase,
        tuple(_cards(hand) if shown or at == seat else None for at, hand in enumerate(state.hands)),
        tuple(hand.bit_count() for hand in state.hands),
        _head(state),
        table=_table(state),
        seats=tuple({"known": _cards(known)} for known in state.known),
    )


def _cards(hand: int) -> list[str]:
    return card_texts(cards_of(hand))


def _head(state: GinState) -> dict[str, Any]:
    return {
        "dealer": state.dealer,
        "knock": state.variant.knock,
        "to": state.variant.to,
        "totals": list(state.totals),
        "boxes": list(state.boxes),
        "deals": state.deals,
        "outcome": None if state.showdown is None else str(state.showdown),
    }


def _table(state: GinState) -> dict[str, Any]:
    table = {
        "pile": pile_data(state.pile),
        "stock": state.stock.bit_count(),
        "idle": state.idle,
        "taken": None if state.taken < 0 else str(Card(state.taken)),
        "knocker": None,
        "melds": [],
        "laid_off": [],
    }
    if state.showdown is None:
        return table
    return table | {
        "knocker": state.showdown.knocker,
        "melds": list(map(str, melds_of(*state.spread))),
        "laid_off": _cards(state.showdown.laid_off),
    }


# --- The history as rows, one or more for each move -----------------------------------------------
#
# A draw is reported with the chance move that follows it, so the move ``stock`` has no row. The seat
# that draws sees the card, the other one only that a card was drawn.

TELLING = Telling(
    2,
    (
        "dealt", "upcard", "stock", "pile", "pass", "card", "knock", "big", "sets", "runs",
        "shown", "next",
    ),
    52,
)  # fmt: skip
"""The kinds of rows; ``shown`` is the other hand at the end of a deal."""


def told(state: GinState, move: GinMove, after: GinState, seat: int) -> NDArray[np.float32]:
    """Return the rows that describe a move to a seat.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(seed=1, stream=0)
    >>> told(state, GinMove("pass"), state.after("pass"), 1)[0, :14].nonzero()[0].tolist()
    [1, 6]
    """
    return TELLING.rows(seat, _happenings(state, move, after, seat))


def _happenings(state: GinState, move: GinMove, after: GinState, seat: int) -> list[Happening]:
    who = state.seat
    if state.phase in ("deal", "stock"):
        return _given(state, move, after, seat)
    if move.kind == "stock":
        return []
    if move.kind == "next":
        return [(NOBODY, "next", ())]
    cards = (state.pile[-1][0],) if move.kind == "pile" else (move.card,) if move.card >= 0 else ()
    happened: list[Happening] = [(who, move.kind, cards)]
    if move.spread is not None:
        happened += [
            (who, kind, cards_of(melds))
            for kind, melds in zip(("sets", "runs"), move.spread, strict=True)
        ]
    if after.phase in SHOWN:
        happened.append((1 - seat, "shown", cards_of(after.hands[1 - seat])))
    return happened


def _given(state: GinState, move: GinMove, after: GinState, seat: int) -> list[Happening]:
    """Return the events that describe a dealt or drawn card to a seat."""
    if after.phase == "first":
        return [(NOBODY, "upcard", (move.card,))]
    is_own = state.seat == seat
    if state.phase == "deal":
        return [(seat, "dealt", (move.card,))] if is_own else []
    return [(state.seat, "stock", (move.card,) if is_own else ())]


# --- Redealing the hidden cards -------------------------------------------------------------------


def redealt(hand: int, hidden: int, stock: int, seed: int, stream: int) -> int:
    """Return a hand with its unknown cards dealt anew from these and the stock, uniformly.

    Args:
        hand: the hand.
        hidden: the unknown cards of the hand.
        stock: the cards of the stock.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(0b1110, 0b0100, 0, 7, 0) == 0b1110
    True
    """
    rooms = [hidden.bit_count()]
    (drawn,) = deal_shuffled(cards_of(hidden | stock), rooms, world_seed(seed), stream)
    return hand & ~hidden | bits_of(drawn)
