"""The view of a seat of Indian rummy: observation arrays, data, rows of moves, redealt hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from suitwise.cards import Card
from suitwise.fields import Field, Happening, Telling, in_parts
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.rules import HAND, IN_PLAY, STANDINGS, Cards, in_order, without
from suitwise.rummy.indian.state import NOBODY, PHASES, IndianState
from suitwise.rummy.indian.variant import IndianVariant
from suitwise.rummy.pile import pile_data
from suitwise.rummy.rules.hand import JOKERS, SIZE
from suitwise.seeds import below, world_seed
from suitwise.sight import Sight, card_texts


def observation(state: IndianState, seat: int) -> NDArray[np.float32]:
    """Return the observation of a seat (``fields_of``).

    With n seats it has (6 + 2 n) * 53 + 12 + 7 n numbers.
    """
    seats = [(seat + step) % state.variant.seats for step in range(state.variant.seats)]
    numbers = _numbers_of_table(state)
    for owner in seats:
        numbers += _numbers_of_seat(state, owner)
        numbers += [len(state.hidden(seat, owner)) / 14]
    return _array([state.hands[seat], *_planes(state, seat, seats)], numbers)


def observation_of_all(state: IndianState) -> NDArray[np.float32]:
    """Return the observation with nothing hidden (``fields_of_all``).

    With n seats it has (6 + 3 n) * 53 + 12 + 6 n numbers.
    """
    seats, numbers = range(state.variant.seats), _numbers_of_table(state)
    for owner in seats:
        numbers += _numbers_of_seat(state, owner)
    planes = [*_public_planes(state), state.stock]
    for owner in seats:
        planes += [state.hands[owner], state.known[owner], _laid(state, owner)]
    return _array(planes, numbers)


def _array(planes: Sequence[Iterable[int]], numbers: Sequence[float]) -> NDArray[np.float32]:
    """Return planes with the number of copies of each card, followed by other numbers."""
    copies = [
        SIZE * plane + min(card, JOKERS) for plane, cards in enumerate(planes) for card in cards
    ]
    counts = np.bincount(np.array(copies, np.intp), minlength=SIZE * len(planes))
    return np.concatenate([counts, numbers], dtype=np.float32, casting="same_kind")


def _numbers_of_table(state: IndianState) -> list[float]:
    numbers = [float(state.phase == phase) for phase in PHASES]
    return [
        *numbers, len(state.stock) / 100, len(state.turned) / 100,
        state.drawn / state.variant.draws,
    ]  # fmt: skip


def _numbers_of_seat(state: IndianState, owner: int) -> list[float]:
    standings = (float(state.standings[owner] == standing) for standing in STANDINGS)
    return [float(state.seat == owner), *standings]


def fields_of(variant: IndianVariant) -> tuple[Field, ...]:
    """Return the fields of an observation; seats are numbered from one's own, in the order of play.

    >>> from suitwise.rummy.indian.game import Indian
    >>> print(*(field.name for field in fields_of(Indian())[:7]))
    hand pile top just_taken wild turned known_0
    """
    seats = range(variant.seats)
    hidden = {f"hidden_{seat}": 14 for seat in seats}
    return in_parts(
        (*_plane_fields(variant.jokers, seats), *_table_fields(variant), *_seat_fields(seats)),
        **{"stock": 100, "turned_cards": 100, "drawn": variant.draws} | hidden,
    )


def fields_of_all(variant: IndianVariant) -> tuple[Field, ...]:
    """Return the fields of an observation with nothing hidden; seats have their own numbers.

    >>> from suitwise.rummy.indian.game import Indian
    >>> print(*(field.name for field in fields_of_all(Indian())[:9]))
    pile top just_taken wild turned in_stock hand_0 known_0 laid_0
    """
    seats = range(variant.seats)
    return (*_planes_of_all(variant.jokers, seats), *_table_fields(variant), *_standings(seats))


_COPIES = "copies of each card, jokers last, "


def _many(jokers: int) -> float:
    return float(max(2, jokers))


def _plane_fields(jokers: int, seats: range) -> Iterator[Field]:
    many = _many(jokers)
    yield Field("hand", SIZE, f"{_COPIES}in one's own hand", high=many)
    yield from _public_fields(many)
    for seat in seats:
        hand = f"the hand of {_named(seat)}, all where it is shown" if seat else "one's own hand"
        yield Field(f"known_{seat}", SIZE, f"{_COPIES}known to be in {hand}", high=many)
        laid = f"{_COPIES}of the pile that {_named(seat)} laid there"
        yield Field(f"laid_{seat}", SIZE, laid, high=many)


def _planes_of_all(jokers: int, seats: range) -> Iterator[Field]:
    many = _many(jokers)
    yield from _public_fields(many)
    yield Field("in_stock", SIZE, f"{_COPIES}in the stock, which is in no order", high=many)
    for seat in seats:
        yield Field(f"hand_{seat}", SIZE, f"{_COPIES}in the hand of seat {seat}", high=many)
        known = f"{_COPIES}that all others know seat {seat} to hold"
        yield Field(f"known_{seat}", SIZE, known, high=many)
        laid = f"{_COPIES}of the pile that seat {seat} laid there"
        yield Field(f"laid_{seat}", SIZE, laid, high=many)


def _public_fields(many: float) -> Iterator[Field]:
    yield Field("pile", SIZE, f"{_COPIES}on the pile", high=many)
    yield Field("top", SIZE, "the top of the pile")
    yield Field("just_taken", SIZE, "the card taken from the pile in this turn")
    yield Field("wild", SIZE, "the card turned up, whose rank is wild")
    yield Field("turned", SIZE, f"{_COPIES}of the pile when it was last turned", high=many)


def _table_fields(variant: IndianVariant) -> Iterator[Field]:
    packs = (104 + variant.jokers) / 100
    yield Field("phase", len(PHASES), ", ".join(PHASES))
    yield Field("stock", 1, "how many cards the stock has, of 100", high=packs)
    yield Field("turned_cards", 1, "how many cards were turned, of 100", high=packs)
    yield Field("drawn", 1, "how many turns have had their draw, of all there may be")


def _seat_fields(seats: range) -> Iterator[Field]:
    for seat in seats:
        name = _named(seat)
        yield Field(f"named_{seat}", 1, f"whether {name} is the seat that the phase is about")
        stands = f"how {name} stands: {', '.join(STANDINGS)}"
        yield Field(f"standing_{seat}", len(STANDINGS), stands)
        yield Field(f"hidden_{seat}", 1, f"how many cards {name} holds that one can't see, of 14")


def _standings(seats: range) -> Iterator[Field]:
    for seat in seats:
        yield Field(f"named_{seat}", 1, f"whether seat {seat} is the one that the phase is about")
        stands = f"how seat {seat} stands: {', '.join(STANDINGS)}"
        yield Field(f"standing_{seat}", len(STANDINGS), stands)


def _named(seat: int) -> str:
    return f"seat +{seat}" if seat else "one"


def _planes(state: IndianState, seat: int, seats: list[int]) -> Iterator[Iterable[int]]:
    yield from _public_planes(state)
    for owner in seats:
        yield state.known[owner] if owner == seat else _seen(state, seat, owner)
        yield _laid(state, owner)


def _public_planes(state: IndianState) -> Iterator[Iterable[int]]:
    yield (card for card, _ in state.pile)
    yield (card for card, _ in state.pile[-1:])
    yield _if_any(state.taken)
    yield _if_any(state.wild)
    yield state.turned


def _laid(state: IndianState, owner: int) -> Iterable[int]:
    return [card for card, seat in state.pile if seat == owner]


def _seen(state: IndianState, seat: int, owner: int) -> Cards:
    return without(state.hands[owner], state.hidden(seat, owner))


def _if_any(card: int) -> Cards:
    return (card,) if card >= 0 else ()


# --- The position as data (``suitwise.sight``) ----------------------------------------------------
#
# * ``head``: the card turned up, ``wild``, and the rank that it makes wild, ``wild_rank``; the number
#   of ``draws`` so far and the limit, ``most_draws``; the ``outcome`` in words once a seat has won.
# * ``table``: the ``pile`` from the bottom up, each ``card`` with the ``seat`` that laid it, None
#   for the first; the number of cards in the ``stock``; the card ``taken`` from the pile in this
#   turn; the cards that lay in the pile when it was last ``turned`` over.
# * ``seats``: the ``standing`` of each, and the cards ``known`` to be in its hand.


def sight(state: IndianState, seat: int | None) -> Sight:
    """Return the data that a seat sees, or for None the data that everybody sees."""
    return Sight(
        state.phase,
        tuple(_held(state, owner, seat) for owner in range(state.variant.seats)),
        tuple(map(len, state.hands)),
        _head(state),
        table=_table(state),
        seats=tuple(_seat(state, owner, seat) for owner in range(state.variant.seats)),
    )


def _held(state: IndianState, owner: int, seat: int | None) -> list[str] | None:
    seen = owner == seat or state.is_shown(owner)
    return card_texts(state.hands[owner]) if seen else None


def _head(state: IndianState) -> dict[str, Any]:
    is_turned_up = state.wild >= 0
    return {
        "wild": str(Card(state.wild)) if is_turned_up else None,
        "wild_rank": state.rules.wild if is_turned_up else None,
        "draws": state.drawn,
        "most_draws": state.variant.draws,
        "outcome": None if state.showdown is None else str(state.showdown),
    }


def _table(state: IndianState) -> dict[str, Any]:
    return {
        "pile": pile_data(state.pile),
        "stock": len(state.stock),
        "taken": None if state.taken < 0 else str(Card(state.taken)),
        "turned": card_texts(state.turned),
    }


def _seat(state: IndianState, owner: int, seat: int | None) -> dict[str, Any]:
    known = state.known[owner] if seat is not None else known_to_all(state, owner)
    return {"standing": state.standings[owner], "known": card_texts(known)}


def known_to_all(state: IndianState, owner: int) -> Cards:
    """Return the cards of a hand that a spectator knows.

    With two seats each can deduce the other's hand once the stock has run out, a spectator can't.
    """
    return () if state.turned and state.variant.seats == 2 else state.known[owner]


# --- The history as rows, one or more for each move -----------------------------------------------
#
# A draw is reported with the chance move that follows it, so the move ``stock`` has no row. The seat
# that draws sees the card, the others only that a card was drawn. Turning over the pile has no row, as
# it follows from the number of draws.

_KINDS = ("dealt", "wild", "open", "stock", "pile", "drop", "card", "declare", "false", "shown")


def telling_of(variant: IndianVariant) -> Telling:
    """Return the layout of rows; ``shown`` is a hand at the end or after a false declaration."""
    return Telling(variant.seats, _KINDS, SIZE, max(2, variant.jokers))


def told_fields(variant: IndianVariant) -> tuple[Field, ...]:
    """Return the fields of a row.

    >>> from suitwise.fields import width
    >>> from suitwise.rummy.indian.game import Indian
    >>> width(told_fields(Indian()))
    65
    """
    return telling_of(variant).fields


def most_rows(variant: IndianVariant) -> int:
    """Return the most rows that a seat is given in a game.

    These are its hand, the wild card and the first card of the pile; a draw and a discard each turn; two
    rows for each seat that drops or declares falsely; a declaration, and all other hands.
    """
    return HAND + 2 + 2 * variant.draws + 2 * variant.seats + variant.seats


def told(
    state: IndianState, move: IndianMove, after: IndianState, seat: int
) -> NDArray[np.float32]:
    """Return the rows that describe a move to a seat."""
    happened = _happenings(state, move, after, seat)
    placed = [(who, kind, [min(card, JOKERS) for card in cards]) for who, kind, cards in happened]
    return telling_of(state.variant).rows(seat, placed)


def _happenings(
    state: IndianState, move: IndianMove, after: IndianState, seat: int
) -> list[Happening]:
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


# --- Redealing the hidden cards -------------------------------------------------------------------


def redealt(
    hands: tuple[Cards, ...],
    hidden: tuple[Cards, ...],
    stock: Cards,
    turned: Cards,
    seed: int,
    stream: int,
) -> tuple[Cards, ...]:
    """Return hands with the cards that a seat can't see dealt anew, uniformly.

    Args:
        hands: the cards of every seat.
        hidden: the cards of every seat that the observing seat does not know.
        stock: the cards of the stock.
        turned: the cards of the pile when it was last turned over; if any, the stock has no others.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(((1, 2), (3, 4)), ((), (4,)), (), (), 7, 0)
    ((1, 2), (3, 4))
    """
    seed = world_seed(seed)
    unseen = Counter(stock) + Counter(card for cards in hidden for card in cards)
    drawable = unseen & Counter(turned) if turned else unseen
    held = [*in_order((unseen - drawable).elements())]
    free = sum(map(len, hidden)) - len(held)
    held += _picked([*in_order(drawable.elements())], free, seed, 2 * stream)
    drawn = deal_shuffled(held, map(len, hidden), seed, 2 * stream + 1)
    return tuple(
        in_order([*without(cards, unknown), *more])
        for cards, unknown, more in zip(hands, hidden, drawn, strict=True)
    )


def _picked(cards: list[int], count: int, seed: int, stream: int) -> list[int]:
    """Return a uniform sample of ``count`` of some cards."""
    index = 0
    for at in range(count):
        step, index = below(len(cards) - at, seed, stream, index)
        cards[at], cards[at + step] = cards[at + step], cards[at]
    return cards[:count]
