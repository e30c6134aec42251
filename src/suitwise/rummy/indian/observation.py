"""The observation of a seat of Indian rummy, an array: planes of the cards and some numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suitwise.fields import Field, in_parts
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.indian.rules.cards import Cards, without
from suitwise.rummy.indian.rules.standings import STANDINGS
from suitwise.rummy.indian.state import PHASES, IndianState
from suitwise.rummy.indian.variant import IndianVariant
from suitwise.rummy.rules.hand import JOKERS, SIZE


def observation(state: IndianState, seat: int) -> NDArray[np.float32]:
    """Return what a seat of n sees, (6 + 2 n) * 53 + 12 + 7 n numbers (``fields_of``)."""
    seats = [(seat + step) % state.variant.seats for step in range(state.variant.seats)]
    numbers = _numbers_of_table(state)
    for owner in seats:
        numbers += _numbers_of_seat(state, owner)
        numbers += [len(state.hidden(seat, owner)) / 14]
    return _array([state.hands[seat], *_planes(state, seat, seats)], numbers)


def observation_of_all(state: IndianState) -> NDArray[np.float32]:
    """Return the position with nothing hidden, (6 + 3 n) * 53 + 12 + 6 n numbers (``fields_of_all``)."""
    seats, numbers = range(state.variant.seats), _numbers_of_table(state)
    for owner in seats:
        numbers += _numbers_of_seat(state, owner)
    planes = [*_public_planes(state), state.stock]
    for owner in seats:
        planes += [state.hands[owner], state.known[owner], _laid(state, owner)]
    return _array(planes, numbers)


def _array(planes: Sequence[Iterable[int]], numbers: Sequence[float]) -> NDArray[np.float32]:
    """Return the copies of each card on some planes, and then some numbers."""
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
    """Return what the numbers mean; seats are counted on from one's own, in the order of play.

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
    """Return what the numbers mean of a position with nothing hidden; seats have their own numbers.

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
