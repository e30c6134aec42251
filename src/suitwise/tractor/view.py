"""A seat's view of Tractor in three forms: an observation array, plain data, and a history in rows.

Observations are for learning. Their layout is the table ``_TABLE``, which ``fields_of`` returns and
``suitwise.fields.markdown`` writes. Seats are counted from the observer in the order of play, so "each
seat" begins with the observer. Fields come in three kinds:

* A *plane* has one number per card: 0, 0.5 or 1 for no, one or two copies.
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
from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RANKS
from suitwise.fields import Field, Happening, Telling, deals_field, in_parts, places, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS
from suitwise.sight import Own, Sight, card_texts, with_own
from suitwise.tractor.hidden.knowledge import shown_by, turned_up
from suitwise.tractor.moves import CLAIM, HAND, PASS, Move, Trick
from suitwise.tractor.rules import levels
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.deck import EMPTY, MOST_CARDS, Pile, bits, only_partition
from suitwise.tractor.rules.levels import ALL_POINTS, KITTY, MOST_BIDS, NOBODY, kitty_bonus
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.state import TractorState
from suitwise.tractor.variant import TractorVariant

_PARTITIONS = 5
PHASES = ("draw", "bid", "turn", "bury", "play", "forced", "end")
_LARGEST_BLOCK = 2 * MOST_PAIRS
"""The number of cards in the largest possible block."""
_MOST_POINTS_BURIED = 10 * KITTY
"""The most points that can be buried: all cards are tens and kings."""
_MOST_FAILED_THROWS = HAND - 1
"""The most throws that can fail in a deal. Each leads a trick, but never the last one, since its leader
has at least two cards."""
_MOST_ASKED = MOST_BIDS * len(SEATS) + len(SEATS)
"""The most times that seats are asked after the last card: up to three passes before each bid, and four
passes at the end."""

_POINTS = "points"
_TABLE = (
    Field("hand", N_CARDS, "plane: one's own hand"),
    Field("played", 4 * N_CARDS, "a plane for each seat: what it has played in this deal"),
    Field("table", 4 * N_CARDS, "a plane for each seat: what it has played to the open trick"),
    Field("bid", 4 * N_CARDS, "a plane for each seat: the cards that it has shown for bids"),
    Field("thrown", 4 * N_CARDS, "a plane for each seat: what it has shown in throws that failed"),
    Field("tried", N_CARDS, "plane: the failed throw whose part is to be chosen"),
    Field("turned", N_CARDS, "plane: the cards turned up from the kitty"),
    Field(
        "buried", N_CARDS, "plane: what is buried, to the landlord; to all once the deal is over"
    ),
    Field("phase", len(PHASES), f"place: {', '.join(PHASES)}"),
    Field("turn", 4, "place: the seat on turn; none at chance's turn"),
    Field("landlord", 4, "place: the landlord, or who would be it now"),
    Field("given", 1, "1 if the landlord was given before the deal"),
    Field("leader", 4, "place: who leads the open trick"),
    Field("led", 5, "place: the led partition, S H D C and trump"),
    Field("size", 1, "how many cards were led, of 25"),
    Field("main", 5, "place: the main suit S H D C or none, once it is named"),
    Field("rank", 13, "place: the current rank, 2 to A"),
    Field("levels", 2, "the levels of one's own side and of the other, 2 is 0 and A is 1"),
    Field("bidder", 4, "place: the seat whose bid stands"),
    Field("shown", 6, "place: the standing bid's suit, black joker or red joker"),
    Field("copies", 1, "how many cards it shows, of 2"),
    Field("asked", 1, "how many seats have been asked since the last card was drawn, of 20"),
    Field("silence", 1, "how many of them have passed since the last bid, of 4"),
    Field("sizes", 4, "for each seat how many cards it holds, of 33"),
    Field("left", 1, "how many cards are not drawn, of 108"),
    Field("voids", 20, "for each seat the five partitions, 1 where it has shown to have none"),
    Field("tricks", 1, "how many tricks are over, of 25"),
    Field(_POINTS, 1, "the attackers' points, of 200: with the kitty or penalties outside 0 to 1"),
)
_PLANES = ("hand", "played", "table", "bid", "thrown", "tried", "turned", "buried")
_DENOMINATORS = dict.fromkeys((*_PLANES, "copies"), 2) | {
    "size": MOST_CARDS,
    "levels": len(RANKS) - 1,
    "asked": _MOST_ASKED,
    "silence": len(SEATS),
    "sizes": HAND + KITTY,
    "left": 2 * N_CARDS,
    "tricks": HAND,
    _POINTS: ALL_POINTS,
}
"""The denominator of each field that holds fractions."""
FIELDS: Mapping[str, slice] = places(_TABLE)
"""The slice of the array for each field."""
SIZE = width(_TABLE)


def fields_of(variant: TractorVariant) -> tuple[Field, ...]:
    """Return the fields of ``observation``; the bounds of the points depend on the profile.

    For example, ``judge`` doubles the buried points for each card of the largest block last led.

    >>> from suitwise.tractor.game import Tractor
    >>> [fields_of(Tractor(house, "deal"))[-1].range for house in ("standard", "judge")]
    ['0 to 19.8', '0 to 6710887']
    """
    low, high = bounds_of_points(variant.rules)
    points = replace(_TABLE[-1], low=low / ALL_POINTS, high=high / ALL_POINTS)
    match = () if variant.match == "deal" else (deals_field(variant.most_deals),)
    return in_parts((*_TABLE[:-1], points, *match), **_DENOMINATORS, deals=variant.most_deals)


def bounds_of_points(profile: Profile) -> tuple[int, int]:
    """Return the lower and upper bound of the attackers' points under a profile.

    >>> bounds_of_points(Profile.parse("standard(penalty=10)"))
    (-240, 4200)
    """
    # The attackers get most if all points are theirs, either in tricks or in the kitty with a bonus.
    bonus = kitty_bonus(_MOST_POINTS_BURIED, _LARGEST_BLOCK, HAND, True, profile)
    penalties = _MOST_FAILED_THROWS * profile.penalty  # all for one side
    return -penalties, max(ALL_POINTS, ALL_POINTS - _MOST_POINTS_BURIED + bonus) + penalties


def observation(state: TractorState, seat: int) -> NDArray[np.float32]:
    """Return a seat's observation: 1166 numbers in the layout of ``_TABLE``, in a match one more.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> seen = observation(state, 0)
    >>> seen.shape, float(seen[FIELDS["hand"]].sum()), seen[FIELDS["phase"]].tolist()
    ((1166,), 0.5, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """
    # Entries that are 0, 0.5 or 1 are half a sum of two bits. So they are collected in two integers with
    # one bit per entry, which are unpacked together: in a plane, ``once`` has the cards present and
    # ``twice`` those with two copies; any other entry that is 1 has its bit in both.
    once = twice = _ones(state, seat)
    for start, pile in _planes(state, seat):
        once |= pile.once << start
        twice |= pile.twice << start
    packed = once.to_bytes(_BYTES, "little") + twice.to_bytes(_BYTES, "little")
    unpacked = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little").reshape(2, -1)
    seen = (unpacked[0, :SIZE] + unpacked[1, :SIZE]) * np.float32(0.5)
    for name, numbers in _fractions(state, seat):
        seen[_START[name] : _START[name] + len(numbers)] = numbers
    if state.variant.match == "deal":
        return seen
    return np.append(seen, np.float32(state.deals / state.variant.most_deals))


def fields_of_all(variant: TractorVariant) -> tuple[Field, ...]:
    """Return the fields of ``observation_of_all``; "each seat" begins with seat 0.

    >>> from suitwise.tractor.game import Tractor
    >>> width(fields_of_all(Tractor(match="deal")))
    1382
    """
    new_meanings = {
        "buried": "plane: what is buried",
        "levels": "the levels of seats 0 and 2 and of the others, 2 is 0 and A is 1",
    }
    return (
        Field("hand", 4 * N_CARDS, "a plane for each seat: its hand"),
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
    planes = np.zeros((5, N_CARDS), np.float32)
    for plane, pile in zip(planes, (*state.held, state.undrawn), strict=True):
        _write(plane, pile)
    seen = observation(state, 0)
    if state.buried is not None:
        _write(seen[FIELDS["buried"]], state.buried)
    return np.concatenate([planes.ravel(), seen[N_CARDS:]])


def _write(plane: NDArray[np.float32], pile: Pile) -> None:
    """Write a pile to a plane of zeros."""
    once, twice = pile.masks[:2]
    plane[list(bits(once))] = 0.5
    plane[list(bits(twice))] = 1


_START: dict[str, int] = {name: place.start for name, place in FIELDS.items()}
"""The index at which each field begins."""
_BYTES = SIZE // 8 + 1
"""The bytes for one bit per number."""


# --- Parts of an observation ----------------------------------------------------------------------


def _planes(state: TractorState, seat: int) -> Iterator[tuple[int, Pile]]:
    """Yield the visible piles, each with the index at which its plane begins."""
    yield _START["hand"], state.held[seat]
    if state.phase == "forced":
        yield _START["tried"], state.tricks[-1].tried or EMPTY
    if state.turned:
        yield _START["turned"], turned_up(state)
    if state.buried is not None and state.sees_kitty(seat):
        yield _START["buried"], state.buried
    for bidder in {bid.seat for bid in state.bids}:
        yield _plane_of("bid", bidder, seat), shown_by(state, bidder)
    if not state.tricks:
        return
    for who, pile in enumerate(state.played):
        yield _plane_of("played", who, seat), pile
    trick = state.tricks[-1]  # the open trick, or the last of the deal
    for turn, play in enumerate(trick.plays):
        yield _plane_of("table", trick.leader + turn, seat), play
    for who, pile in enumerate(_thrown(state)):
        yield _plane_of("thrown", who, seat), pile


def _plane_of(name: str, who: int, seat: int) -> int:
    """Return the index at which the plane of seat ``who`` begins in an observation of ``seat``."""
    return _START[name] + N_CARDS * ((who - seat) % 4)


def _thrown(state: TractorState) -> list[Pile]:
    """Return the cards that each seat has shown in throws that failed."""
    thrown = [EMPTY] * len(SEATS)
    for trick in state.tricks:
        if trick.tried is not None:
            thrown[trick.leader] |= trick.tried
    return thrown


def _ones(state: TractorState, seat: int) -> int:
    """Return a bit mask of the entries outside the planes that are 1."""
    start = _START
    ones = (1 << (start["phase"] + PHASES.index(state.phase))) | (1 << (start["rank"] + state.rank))
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
    for name, who in seats_shown:
        if who >= 0:
            ones |= 1 << (start[name] + (who - seat) % 4)
    if state.landlord != NOBODY:
        ones |= 1 << start["given"]
    if state.is_named:
        ones |= 1 << (start["main"] + state.trump.main_index)
    for who, void in enumerate(state.voids):
        ones |= void << (start["voids"] + _PARTITIONS * ((who - seat) % 4))
    return ones


def _fractions(state: TractorState, seat: int) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the fields that hold fractions, each with its numbers; fields left out are 0."""
    of = _DENOMINATORS
    if state.standing is not None:
        yield "copies", (state.standing.copies / of["copies"],)
    if state.phase in ("draw", "bid"):
        yield "asked", (state.asked / of["asked"],)
        yield "silence", (state.silence / of["silence"],)
    own_side, other_side = seat % 2, 1 - seat % 2
    yield "levels", (state.levels[own_side] / of["levels"], state.levels[other_side] / of["levels"])
    yield "sizes", [state.held[(seat + turn) % 4].size / of["sizes"] for turn in SEATS]
    yield "left", (1 - state.cards_drawn / of["left"],)
    if state.tricks:
        is_open = not state.tricks[-1].is_whole
        yield "size", (_lead(state).size / of["size"],)
        yield "tricks", ((len(state.tricks) - is_open) / of["tricks"],)
        yield _POINTS, (state.points / of[_POINTS],)


def _lead(state: TractorState) -> Pile:
    """Return the lead of the open trick; the whole throw while its forced part is to be chosen."""
    if not state.tricks:
        return EMPTY
    trick = state.tricks[-1]
    return trick.plays[0] if trick.plays else trick.tried or EMPTY


# --- Moves as arrays ------------------------------------------------------------------------------

MOVE_FIELDS = (
    Field("cards", N_CARDS, "plane: the cards that the move shows, 0.5 for each copy"),
    Field("pass", 1, "1 for a pass"),
    Field("size", 1, "how many cards it shows, of 25"),
    Field("pairs", 1, "how many pairs they hold, of 12"),
    Field("points", 1, "their points, of 200"),
)
"""The fields of an encoded move."""
_MOVE_SIZE = width(MOVE_FIELDS)
_MOVE_NUMBERS = places(MOVE_FIELDS)["pass"].start  # the fields from here on have one number each


def encoded(move: Move) -> NDArray[np.float32]:
    """Encode a move as float32 (58,). A claim is all zeros. Two moves of a seat have different codes.

    >>> plane = encoded(Move.parse("S2S2S4"))
    >>> plane[:3].tolist(), encoded(PASS)[54:].tolist()
    ([1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0])
    """
    features = np.zeros(_MOVE_SIZE, np.float32)
    _write(features, move.pile)
    once, twice = move.pile.masks[:2]
    features[_MOVE_NUMBERS:] = (
        move == PASS,
        move.pile.size / MOST_CARDS,
        twice.bit_count() / MOST_PAIRS,
        levels.points_of(once, twice) / ALL_POINTS,
    )
    return features


# --- The view as plain data -----------------------------------------------------------------------
#
# The keys under each part of the view (``sight.PARTS``):
#
# * ``head``: ``levels`` (the ranks of the sides), ``deals`` (the number of deals of the match that are
#   over), ``landlord``, ``named`` (whether a suit is named), ``trump`` as ``H2``, ``bids`` in order,
#   ``asked`` (the number of seats asked since the last card was drawn), ``undrawn`` (the number of cards
#   not drawn), ``turned`` (cards turned up from the kitty), ``points`` (the attackers'), ``outcome``
#   (the result of a finished deal in words).
# * ``hand``: ``drawn`` (the cards drawn); for the landlord also ``kitty`` (the cards taken up).
# * ``table``: ``trick`` (the open one), ``last`` (the last complete one), ``tricks`` (the number of
#   complete ones), ``buried`` (if visible).
# * ``ask``: ``size`` of a play or burial, and ``owed``, the blocks owed.
#
# After a claim all hands are visible.


def sight(state: TractorState, seat: int | None) -> Sight:
    """Return a seat's view, or for None the public view."""
    public = everybody(state)
    return public if seat is None else with_own(public, seat, own(state, seat))


def everybody(state: TractorState) -> Sight:
    """Return the public view."""
    return Sight(
        state.phase,
        tuple(_cards(hand) if state.is_laid_open else None for hand in state.held),
        tuple(hand.size for hand in state.held),
        _head(state),
        table=_table(state),
    )


def own(state: TractorState, seat: int) -> Own:
    """Return the part of a seat's view that is not public."""
    return Own(
        _cards(state.held[seat]),
        _hand(state, seat),
        {"buried": _buried(state)} if state.sees_kitty(seat) else {},
        _ask(state) if seat == state.turn else {},
    )


def _cards(pile: Pile) -> list[str]:
    return list(_texts(pile))


@lru_cache(maxsize=1 << 11)  # for the hands and plays of all tables; a move changes few of them
def _texts(pile: Pile) -> tuple[str, ...]:
    return tuple(card_texts(pile.cards))


def _head(state: TractorState) -> dict[str, Any]:
    is_known = state.landlord != NOBODY or state.is_named
    return {
        "levels": [RANKS[level] for level in state.levels],
        "deals": state.deals,
        "landlord": state.current_landlord if is_known else None,
        "named": state.is_named,
        "trump": str(state.trump),
        "bids": [{"seat": bid.seat, "cards": _cards(bid.pile)} for bid in state.bids],
        "asked": state.asked,
        "undrawn": state.undrawn.size,
        "turned": card_texts(state.turned),
        "points": state.points,
        "outcome": None if state.outcome is None else str(state.outcome),
    }


def _hand(state: TractorState, seat: int) -> dict[str, Any]:
    drawn = {"drawn": _cards(state.drawn[seat])}
    return {**drawn, "kitty": _cards(state.kitty)} if state.took_kitty(seat) else drawn


def _table(state: TractorState) -> dict[str, Any]:
    tricks = state.tricks
    is_open = bool(tricks) and not tricks[-1].is_whole
    whole = tricks[:-1] if is_open else tricks
    return {
        "trick": _trick(state, tricks[-1]) if is_open else None,
        "last": _trick(state, whole[-1]) if whole else None,
        "tricks": len(whole),
        "buried": _buried(state) if state.sees_kitty(None) else None,
    }


def _buried(state: TractorState) -> list[str] | None:
    return None if state.buried is None else _cards(state.buried)


def _trick(state: TractorState, trick: Trick) -> dict[str, Any]:
    """Return a trick with its winner so far and its points."""
    plays = [
        {"seat": (trick.leader + turn) % len(SEATS), "cards": _cards(play)}
        for turn, play in enumerate(trick.plays)
    ]
    return {
        "leader": trick.leader,
        "plays": plays,
        "tried": None if trick.tried is None else _cards(trick.tried),
        "best": state.winner_of(trick) if plays else None,
        "points": trick.points,
    }


def _ask(state: TractorState) -> dict[str, Any]:
    if state.phase == "bury":
        return {"size": KITTY}
    duty = state.duty
    return {} if duty is None else {"size": duty.size, "owed": list(map(str, duty.owed))}


# --- The view as a history: rows that tell a seat of each move ------------------------------------
#
# Draws and passes of other seats have no rows: a seat can count its own draws, and a seat that does not
# bid has passed. The burial is shown to the others when the deal is over.

TELLING = Telling(
    len(SEATS),
    ("drawn", "bid", "turned", "kitty", "buried", "play", "throw", "forced", "shown", "next"),
    N_CARDS,
    copies=2,
)
"""The layout of a row. The kind ``throw`` is a throw that fails, ``forced`` the part of it that is led.
``shown`` is the burial at the end of the deal, and after a claim each hand, the claimant's first."""


MOST_ROWS = (
    HAND  # drawn
    + MOST_BIDS
    + KITTY  # turned up
    + 1  # taken up
    + 1  # buried
    + len(SEATS) * HAND  # played
    + HAND  # a second row for each throw that fails
    + 1  # shown
)
"""The most rows in a deal. A claim's four rows replace at least four plays."""


def told(state: TractorState, move: Move, after: TractorState, seat: int) -> NDArray[np.float32]:
    """Return the rows that tell a seat of a move.

    >>> from suitwise.tractor.game import Tractor
    >>> start = Tractor(match="deal").start()
    >>> [told(start, start.parse_move("S4"), start.after("S4"), seat).shape for seat in (0, 1)]
    [(1, 68), (0, 68)]
    """
    return TELLING.rows(seat, _happenings(state, move, after, seat))


def _happenings(state: TractorState, move: Move, after: TractorState, seat: int) -> list[Happening]:
    """Return the events of a move that a seat learns of."""
    phase, cards = state.phase, move.pile.cards
    happened: list[Happening] = []
    if phase == "draw" and state.drawer == seat:
        happened.append((seat, "drawn", cards))
    elif phase == "bid" and cards:
        happened.append((state.turn, "bid", cards))
    elif phase == "turn":
        happened.append((NOBODY, "turned", cards))
    elif phase == "bury" and state.turn == seat:
        happened.append((seat, "buried", cards))
    elif move == CLAIM:
        claimant_first = ((state.turn + turn) % len(SEATS) for turn in SEATS)
        happened += [(who, "shown", state.held[who].cards) for who in claimant_first]
    elif phase in ("play", "forced"):
        happened += _of_play(state, move, after)
    elif phase == "end":
        happened.append((NOBODY, "next", ()))
    if after.took_kitty(seat) and not state.took_kitty(seat):
        happened.append((seat, "kitty", after.kitty.cards))
    if after.phase == "end" and not state.sees_kitty(seat) and after.buried is not None:
        happened.append((after.current_landlord, "shown", after.buried.cards))
    return happened


def _of_play(state: TractorState, move: Move, after: TractorState) -> list[Happening]:
    """Return the events of a play: one, or for a failed throw two, the throw and the part that is led.

    If the leader has yet to choose that part, the throw alone is the event.
    """
    who, cards = state.turn, move.pile.cards
    if state.phase == "forced":
        return [(who, "forced", cards)]
    trick: Trick = after.tricks[len(state.tricks) - 1]
    if state.tricks[-1].plays or trick.tried is None:  # a reply, or a lead that stands
        return [(who, "play", cards)]
    led = [(who, "forced", trick.plays[0].cards)] if trick.plays else []
    return [(who, "throw", cards), *led]
