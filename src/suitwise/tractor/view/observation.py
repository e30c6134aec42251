"""Positions and moves of Tractor as arrays for learning.

The layout of an observation is a table of fields, which ``fields_of`` returns and
``suitwise.fields.markdown`` writes. Seats are counted from the observer in the order of play, so "each
seat" begins with the observer. Fields come in three kinds:

* A *plane* has one number per card: the copies there are, as a fraction of those in the packs.
* A *place* is one-hot, or all zeros if there is nothing to show.
* All other fields are fractions or 0 and 1.

The observation leaves out the order of plays in earlier tricks. It contains the voids that plays prove;
``tractor.hidden.knowledge.knowledge_of(state, seat)`` finds what else they prove.

Moves are too many to be numbered: a throw may be any cards of a suit, a burial any eight of 33. So
``encoded`` describes a move by its cards and a few sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from suitwise.cards import BLACK_JOKER, N_CARDS, RANKS
from suitwise.fields import Field, deals_field, in_parts, places, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.tractor.hidden.knowledge import shown_by, turned_up
from suitwise.tractor.moves import PASS, Move, points_in_pile
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.deck import EMPTY, Pile, bits, only_partition
from suitwise.tractor.rules.levels import ALL_POINTS, NOBODY, PACKS, kitty_bonus
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import MOST_REDEALS, Umpire, umpire_of
from suitwise.tractor.variant import TractorVariant

_PARTITIONS = 5
PHASES = ("draw", "bid", "turn", "bury", "play", "forced", "end")
MORE_PHASES = ("redeal", "steal", "call", "cut")
"""The phases that only tables with more packs or players have; they come behind the others."""
_TEN = 10
"""The points of a ten or king: the most that a card counts."""
_POINTS = "points"


# --- The layout of an observation -----------------------------------------------------------------


class Layout:
    """The fields of observations at a table, and where each begins.

    Args:
        umpire: the table's umpire.
    """

    def __init__(self, umpire: Umpire) -> None:
        self.umpire = umpire
        self.seats, self.packs = umpire.seats, umpire.packs
        self.is_classic = type(umpire) is Umpire
        self.phases = PHASES if self.is_classic else (*PHASES, *MORE_PHASES)
        self.points = ALL_POINTS * self.packs // PACKS
        self.table = (*self._common(), *(() if self.is_classic else self._of_tables()))
        self.slices: Mapping[str, slice] = places(self.table)
        self.size = width(self.table)
        self.start = {name: place.start for name, place in self.slices.items()}
        self.bytes = self.size // 8 + 1
        self.denominators = self._denominators()
        self.shares = np.arange(self.packs + 1, dtype=np.float32) * np.float32(1 / self.packs)
        """What an entry of a plane is for each number of copies."""

    def _common(self) -> Iterator[Field]:
        """Yield the fields of every table."""
        n, packs, umpire = self.seats, self.packs, self.umpire
        yield Field("hand", N_CARDS, "plane: one's own hand")
        for name, what in (
            ("played", "what it has played in this deal"),
            ("table", "what it has played to the open trick"),
            ("bid", "the cards that it has shown for bids"),
            ("thrown", "what it has shown in throws that failed"),
        ):
            yield Field(name, n * N_CARDS, f"a plane for each seat: {what}")
        tried = "the failed throw whose part is to be chosen"
        yield Field(
            "tried",
            N_CARDS,
            f"plane: {tried}{'' if self.is_classic else ', or the lead to be cut'}",
        )
        yield Field("turned", N_CARDS, "plane: the cards turned up from the kitty")
        knows = "the landlord" if self.is_classic else "who buried it"
        yield Field(
            "buried", N_CARDS, f"plane: what is buried, to {knows}; to all once the deal is over"
        )
        yield Field("phase", len(self.phases), f"place: {', '.join(self.phases)}")
        yield Field("turn", n, "place: the seat on turn; none at chance's turn")
        yield Field("landlord", n, "place: the landlord, or who would be it now")
        yield Field("given", 1, "1 if the landlord was given before the deal")
        yield Field("leader", n, "place: who leads the open trick")
        yield Field("led", _PARTITIONS, "place: the led partition, S H D C and trump")
        yield Field("size", 1, f"how many cards were led, of {umpire.hand}")
        yield Field("main", 5, "place: the main suit S H D C or none, once it is named")
        yield Field("rank", 13, "place: the current rank, 2 to A")
        if self.is_classic:
            yield Field(
                "levels", 2, "the levels of one's own side and of the other, 2 is 0 and A is 1"
            )
        else:
            yield Field("levels", n, "the level of each seat, 2 is 0 and A is 1")
        yield Field("bidder", n, "place: the seat whose bid stands")
        yield Field("shown", 6, "place: the standing bid's suit, black joker or red joker")
        yield Field("copies", 1, f"how many cards it shows, of {packs}")
        since = (
            f"how many seats have been asked since the last card was drawn, of {self._most_asked}"
        )
        yield Field("asked", 1, since)
        yield Field("silence", 1, f"how many of them have passed since the last bid, of {n}")
        most = umpire.hand + umpire.kitty
        yield Field("sizes", n, f"for each seat how many cards it holds, of {most}")
        yield Field("left", 1, f"how many cards are not drawn, of {packs * N_CARDS}")
        voids = "for each seat the five partitions, 1 where it has shown to have none"
        yield Field("voids", _PARTITIONS * n, voids)
        yield Field("tricks", 1, f"how many tricks are over, of {umpire.hand}")
        outside = "with the kitty or penalties outside 0 to 1"
        yield Field(_POINTS, 1, f"the attackers' points, of {self.points}: {outside}")

    def _of_tables(self) -> Iterator[Field]:
        """Yield the fields that only other tables than that of four with two packs have."""
        n = self.seats
        yield Field("widths", N_CARDS, "the widths of the lead's named parts by card, as in a move")
        yield Field("removed", N_CARDS, "plane: the cards taken out of the packs")
        copies = self.packs * N_CARDS
        yield Field("called", copies, "a plane for each copy, first to last: 1 if it is called")
        yield Field("filled", copies, "the same: 1 if the call is filled")
        yield Field("side", n, "for each seat 1 if it is on the landlord's side as far as is known")
        yield Field("won", n, f"the points of the tricks that each seat has won, of {self.points}")
        yield Field("burier", n, "place: who buries, or has buried last")
        yield Field("redeals", 1, f"how many deals before were void, of {MOST_REDEALS}")

    def plane(self, name: str, who: int, seat: int) -> int:
        """Return the index at which the plane of seat ``who`` begins in an observation of ``seat``."""
        start: int = self.start[name]
        return start + N_CARDS * ((who - seat) % self.seats)

    @property
    def _most_asked(self) -> int:
        """The most times that seats are asked after the last card: all pass, and again after a bid."""
        return self.seats * (self.umpire.most_bids + 1)

    def _denominators(self) -> dict[str, int]:
        """Return the denominator of each field that holds fractions."""
        umpire = self.umpire
        planes = (
            "hand",
            "played",
            "table",
            "bid",
            "thrown",
            "tried",
            "turned",
            "buried",
            "removed",
        )
        of = dict.fromkeys((*planes, "copies"), self.packs) | {
            "size": umpire.hand,
            "levels": len(RANKS) - 1,
            "asked": self._most_asked,
            "silence": self.seats,
            "sizes": umpire.hand + umpire.kitty,
            "left": self.packs * N_CARDS,
            "tricks": umpire.hand,
            _POINTS: self.points,
            "widths": _SQUARE,
            "won": self.points,
            "redeals": MOST_REDEALS,
        }
        return {name: number for name, number in of.items() if name in self.slices}


_SQUARE = 16
"""The square of the widest block's width."""


@lru_cache(maxsize=1 << 7)
def layout_of(umpire: Umpire) -> Layout:
    """Return the layout of a table's observations."""
    return Layout(umpire)


def fields_of(variant: TractorVariant) -> tuple[Field, ...]:
    """Return the fields of ``observation``; the bounds of the points depend on the profile.

    For example, ``judge`` doubles the buried points for each card of the largest block last led.

    >>> from suitwise.tractor.game import Tractor
    >>> [fields_of(Tractor(house, "deal"))[-1].range for house in ("standard", "judge")]
    ['0 to 19.8', '0 to 6710887']
    """
    layout = layout_of(umpire_of(variant))
    low, high = (points / layout.points for points in bounds_of_points(variant))
    fields = [
        replace(field, low=low, high=high) if field.name == _POINTS else field
        for field in layout.table
    ]
    match = () if variant.match == "deal" else (deals_field(variant.most_deals),)
    return in_parts((*fields, *match), **layout.denominators, deals=variant.most_deals)


def bounds_of_points(variant: TractorVariant) -> tuple[int, int]:
    """Return the lower and upper bound of the attackers' points.

    >>> from suitwise.tractor.game import Tractor
    >>> bounds_of_points(Tractor("standard(penalty=10)"))
    (-240, 4200)
    """
    # The attackers get most if all points are theirs, either in tricks or in the kitty with a bonus.
    umpire, profile = umpire_of(variant), variant.rules
    every = ALL_POINTS * umpire.packs // PACKS
    buried = min(every, _TEN * umpire.kitty)
    bonus = kitty_bonus(buried, _largest_block(umpire), umpire.hand, True, profile)
    # Each throw that fails leads a trick, but never the last one, since it has at least two cards.
    penalties = (umpire.hand - 1) * profile.penalty  # all for one side
    return -penalties, max(every, every - buried + bonus) + penalties


def _largest_block(umpire: Umpire) -> int:
    """Return the number of cards in the largest possible block."""
    if type(umpire) is Umpire:
        return PACKS * MOST_PAIRS
    return umpire.hand


# --- An observation -------------------------------------------------------------------------------


def observation(state: TractorState, seat: int) -> NDArray[np.float32]:
    """Return a seat's observation: 1166 numbers for four with two packs, in a match one more.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> seen, at = observation(state, 0), layout_of(state.umpire).slices
    >>> seen.shape, float(seen[at["hand"]].sum()), seen[at["phase"]].tolist()
    ((1166,), 0.5, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """
    # Entries of planes are sums of bits, one for each copy. So they are collected in one integer for
    # each pack, with one bit per entry, which are unpacked together; an entry of 1 has its bit in all.
    layout = layout_of(state.umpire)
    copies = [_ones(state, seat, layout)] * layout.packs
    for start, pile in _planes(state, seat, layout):
        for copy, mask in enumerate(pile.masks):
            if mask:
                copies[copy] |= mask << start
    packed = b"".join(ones.to_bytes(layout.bytes, "little") for ones in copies)
    unpacked = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    bits_of = unpacked.reshape(layout.packs, -1)[:, : layout.size]
    counts = bits_of[0]
    for more in bits_of[1:]:
        counts = counts + more
    seen: NDArray[np.float32] = layout.shares.take(counts)
    for name, numbers in _fractions(state, seat, layout):
        seen[layout.start[name] : layout.start[name] + len(numbers)] = numbers
    if state.variant.match == "deal":
        return seen
    return np.append(seen, np.float32(state.deals / state.variant.most_deals))


def fields_of_all(variant: TractorVariant) -> tuple[Field, ...]:
    """Return the fields of ``observation_of_all``; "each seat" begins with seat 0.

    >>> from suitwise.tractor.game import Tractor
    >>> width(fields_of_all(Tractor(match="deal")))
    1382
    """
    new_meanings = {"buried": "plane: what is buried"}
    if variant.is_classic:
        new_meanings["levels"] = "the levels of seats 0 and 2 and of the others, 2 is 0 and A is 1"
    return (
        Field("hand", variant.players * N_CARDS, "a plane for each seat: its hand"),
        Field(
            "undrawn", N_CARDS, "plane: what nobody has drawn; at last the kitty, as it was dealt"
        ),
        *(
            replace(field, meaning=new_meanings.get(field.name, field.meaning))
            for field in fields_of(variant)[1:]
        ),
    )


def observation_of_all(state: TractorState) -> NDArray[np.float32]:
    """Return an observation with nothing hidden: 1382 numbers, seats counted from seat 0.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> undrawn = places(fields_of_all(state.variant))["undrawn"]
    >>> float(observation_of_all(state)[undrawn].sum())  # 107 cards are not drawn yet, half for each
    53.5
    """
    layout = layout_of(state.umpire)
    planes = np.zeros((layout.seats + 1, N_CARDS), np.float32)
    for plane, pile in zip(planes, (*state.held, state.undrawn), strict=True):
        _write(plane, pile, layout.packs)
    seen = observation(state, 0)
    if state.buried is not None:
        _write(seen[layout.slices["buried"]], state.buried, layout.packs)
    return np.concatenate([planes.ravel(), seen[N_CARDS:]])


def _write(plane: NDArray[np.float32], pile: Pile, packs: int) -> None:
    """Write a pile to a plane of zeros."""
    for copies, mask in enumerate(pile.masks[:packs], 1):
        plane[list(bits(mask))] = copies / packs


# --- Parts of an observation ----------------------------------------------------------------------


def _planes(state: TractorState, seat: int, layout: Layout) -> Iterator[tuple[int, Pile]]:
    """Yield the visible piles, each with the index at which its plane begins."""
    start = layout.start
    yield start["hand"], state.held[seat]
    if state.phase == "forced":
        yield start["tried"], state.tricks[-1].tried or EMPTY
    elif state.phase == "cut":
        yield start["tried"], state.tricks[-1].uncut or EMPTY
    if state.turned:
        yield start["turned"], turned_up(state)
    if state.buried is not None and state.sees_kitty(seat):
        yield start["buried"], state.buried
    if not layout.is_classic:
        yield start["removed"], state.removed
    for bidder in {bid.seat for bid in state.all_bids}:
        yield layout.plane("bid", bidder, seat), shown_by(state, bidder)
    if not state.tricks:
        return
    for who, pile in enumerate(state.played):
        yield layout.plane("played", who, seat), pile
    trick = state.tricks[-1]  # the open trick, or the last of the deal
    for turn, play in enumerate(trick.plays):
        yield layout.plane("table", trick.leader + turn, seat), play
    for who, pile in enumerate(_thrown(state)):
        yield layout.plane("thrown", who, seat), pile


def _thrown(state: TractorState) -> list[Pile]:
    """Return the cards that each seat has shown in throws that failed."""
    thrown = [EMPTY] * state.umpire.seats
    for trick in state.tricks:
        if trick.tried is not None:
            thrown[trick.leader] |= trick.tried
    return thrown


def _ones(state: TractorState, seat: int, layout: Layout) -> int:
    """Return a bit mask of the entries outside the planes that are 1."""
    start, seats = layout.start, layout.seats
    ones: int = 1 << (start["phase"] + layout.phases.index(state.phase))
    ones |= 1 << (start["rank"] + state.rank)
    trick, bid = state.tricks[-1] if state.tricks else None, state.standing
    seats_shown = [("turn", state.turn), ("landlord", state.current_landlord)]
    if trick is not None:
        seats_shown.append(("leader", trick.leader))
        led = only_partition(_lead(state), state.trump)
        if led is not None:
            ones |= 1 << (start["led"] + led)
    if bid is not None:
        seats_shown.append(("bidder", bid.seat))
        # A suit 0..3, the black joker 4 or the red joker 5.
        shown = bid.main if bid.card < BLACK_JOKER else 4 + bid.card - BLACK_JOKER
        ones |= 1 << (start["shown"] + shown)
    if not layout.is_classic:
        seats_shown.append(("burier", state.burier))
        ones |= _ones_of_sides(state, seat, layout)
    for name, who in seats_shown:
        if who >= 0:
            ones |= 1 << (start[name] + (who - seat) % seats)
    if state.landlord != NOBODY:
        ones |= 1 << start["given"]
    if state.is_named:
        ones |= 1 << (start["main"] + state.trump.main_index)
    for who, void in enumerate(state.voids):
        ones |= void << (start["voids"] + _PARTITIONS * ((who - seat) % seats))
    return ones


def _ones_of_sides(state: TractorState, seat: int, layout: Layout) -> int:
    """Return a bit mask of the calls made and filled, and of the seats on the landlord's side."""
    ones = 0
    for (card, copy), filled in zip(state.calls, state.sides.filled, strict=False):
        at = N_CARDS * (copy - 1) + card
        ones |= 1 << (layout.start["called"] + at)
        if filled is not None:
            ones |= 1 << (layout.start["filled"] + at)
    if state.is_auction_over:
        for who in state.sides.members:
            ones |= 1 << (layout.start["side"] + (who - seat) % layout.seats)
    return ones


def _fractions(
    state: TractorState, seat: int, layout: Layout
) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the fields that hold fractions, each with its numbers; fields left out are 0."""
    of, seats = layout.denominators, range(layout.seats)
    if state.standing is not None:
        yield "copies", (state.standing.copies / of["copies"],)
    if state.phase in ("draw", "bid", "steal"):
        yield "asked", (state.asked / of["asked"],)
        yield "silence", (state.silence / of["silence"],)
    if layout.is_classic:
        yield "levels", [state.levels[(seat + side) % 2] / of["levels"] for side in range(2)]
    else:
        yield from _fractions_of_tables(state, seat, layout)
    yield "sizes", [state.held[(seat + turn) % layout.seats].size / of["sizes"] for turn in seats]
    yield "left", (1 - state.cards_drawn / of["left"],)
    if state.tricks:
        is_open = not state.tricks[-1].is_whole
        yield "size", (_lead(state).size / of["size"],)
        yield "tricks", ((len(state.tricks) - is_open) / of["tricks"],)
        yield _POINTS, (state.points / of[_POINTS],)


def _fractions_of_tables(
    state: TractorState, seat: int, layout: Layout
) -> Iterator[tuple[str, Sequence[float]]]:
    of = layout.denominators
    in_turn = [(seat + turn) % layout.seats for turn in range(layout.seats)]
    yield "levels", [state.levels[who] / of["levels"] for who in in_turn]
    yield "won", [state.won[who] / of["won"] for who in in_turn]
    yield "redeals", (state.redeals / of["redeals"],)
    if state.tricks and state.tricks[-1].named:
        yield "widths", _widths(state.tricks[-1].named)


def _widths(parts: Sequence[Pile]) -> list[float]:
    """Return for each card the sum of the squares of the widths of its parts, as a fraction of 16."""
    squares = [0.0] * N_CARDS
    for part in parts:
        for card in part.kinds:
            squares[card] += part.copies(card) ** 2 / _SQUARE
    return squares


def _lead(state: TractorState) -> Pile:
    """Return the lead of the open trick; before it stands on the table, the cards laid down."""
    if not state.tricks:
        return EMPTY
    trick = state.tricks[-1]
    return trick.plays[0] if trick.plays else trick.tried or trick.uncut or EMPTY


# --- Moves as arrays ------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 7)
def move_fields(umpire: Umpire) -> tuple[Field, ...]:
    """Return the fields of an encoded move."""
    packs, every = umpire.packs, ALL_POINTS * umpire.packs // PACKS
    share = "0.5" if packs == PACKS else f"1/{packs}"
    pairs = MOST_PAIRS if type(umpire) is Umpire else umpire.hand // 2
    fields = (
        Field("cards", N_CARDS, f"plane: the cards that the move shows, {share} for each copy"),
        Field("pass", 1, "1 for a pass"),
        Field("size", 1, f"how many cards it shows, of {umpire.hand}"),
        Field("pairs", 1, f"how many pairs they hold, of {pairs}"),
        Field("points", 1, f"their points, of {every}"),
    )
    if type(umpire) is Umpire:
        return fields
    return (
        *fields,
        Field("copy", 1, f"which copy of its card it calls, of {packs}"),
        Field(
            "widths", N_CARDS, "for each card the squares of the widths of its parts, summed, of 16"
        ),
    )


def encoded(umpire: Umpire, move: Move) -> NDArray[np.float32]:
    """Encode a move as float32, (58,) for four with two packs. A claim is all zeros.

    Two moves of a seat have different codes.

    >>> four = umpire_of(TractorVariant())
    >>> plane = encoded(four, Move.parse("S2S2S4"))
    >>> plane[:3].tolist(), encoded(four, PASS)[54:].tolist()
    ([1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0])
    """
    fields = move_fields(umpire)
    at = places(fields)
    features = np.zeros(width(fields), np.float32)
    _write(features, move.pile, umpire.packs)
    pairs = MOST_PAIRS if type(umpire) is Umpire else umpire.hand // 2
    features[at["pass"].start : at["points"].stop] = (
        move == PASS,
        move.pile.size / umpire.hand,
        (move.pile.twice.bit_count() + move.pile.fourfold.bit_count()) / pairs,
        points_in_pile(move.pile) / (ALL_POINTS * umpire.packs // PACKS),
    )
    if move.copy:
        features[at["copy"]] = move.copy / umpire.packs
    if move.parts:
        features[at["widths"]] = _widths(move.parts)
    return features
