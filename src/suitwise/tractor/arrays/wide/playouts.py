"""Many wide tables in arrays: positions, plays, random plays, and playouts for a player that searches.

Source: docs/tractor-many.md, In arrays.

A row of an array is a table (``layout``). A position begins at a lead. The plays of the current trick
are then put on all tables of an array at once, because worlds that differ only in the hands share them.

>>> from random import Random
>>> from suitwise.tractor.rules.deck import Trump, pile_of
>>> from suitwise.tractor.rules.tables import Table
>>> cards = [card for card in range(54) for _ in range(3)]
>>> Random(1).shuffle(cards)
>>> hands = [pile_of(cards[26 * seat : 26 * seat + 26]) for seat in range(6)]
>>> one = position(Table(3, 6), Trump("S", "2"), 0, hands, pile_of(cards[156:]))
>>> results = play_out(one.repeat(4, axis=0), seed=7)
>>> results.points.shape, results.sides.tolist()
((4,), [21, 21, 21, 21])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeAlias

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, rule
from suitwise.foundation.arrays.cost_dispatch import quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import POLICIES, cores, on_threads, row_ranges
from suitwise.seeds import as_seed
from suitwise.stepping.loop import opened
from suitwise.tractor.arrays.packed import renamed
from suitwise.tractor.arrays.wide import layout, replies
from suitwise.tractor.arrays.wide.layout import Masks, block_of, hand_of, more, pile_at, points_of
from suitwise.tractor.arrays.wide.policy import play_by_rules
from suitwise.tractor.arrays.wide.replies import is_legal, random_lead, random_reply
from suitwise.tractor.arrays.wide.tricks import name_block, note_outcome, put
from suitwise.tractor.rules.deck import EMPTY, Pile, Trump
from suitwise.tractor.rules.levels import KITTY_CODE
from suitwise.tractor.rules.profile import DUTIES, OPTIONS
from suitwise.tractor.rules.tables import Sides, Table
from suitwise.tractor.rules.wide.contest import OVER
from suitwise.tractor.rules.wide.parts import Parts, cards_of

Tables: TypeAlias = "NDArray[np.int64]"
"""Tables, one a row (``layout``)."""
PIECE = 64
"""The number of tables that a thread takes at a time."""
EVERY_SEAT = (1 << layout.MOST_SEATS) - 1
_PLAYS = 54 * 4
"""More plays than a deal has."""
_PLAIN_S = 6e-5
"""The seconds that plain Python takes for a play, roughly."""

# The orders of ``advance_row``: a play to put first, the number of further plays, the seats that play by
# rule, one bit each, and the seed of the random plays.
_PLAY, _NUMBER, _BY_RULE, _SEED = 0, 4, 5, 6


# --- Kernels for a row ----------------------------------------------------------------------------


@rule
def advance_row(row: int, setup: Any, tables: Any) -> None:
    """Put a given play on a table, if there is one and it is legal; then let the seats play on.

    Args:
        row: the row.
        setup: a desk, and the orders.
        tables: the tables.
    """
    desk, orders = setup
    record = tables[row]
    play = pile_at(orders, _PLAY)
    if play[0]:
        record[layout.REFUSED] = int(not is_legal(record, desk, play))
        if record[layout.REFUSED] == 0:
            put(record, desk, play)
    if item_at(orders, _NUMBER):
        record[layout.STREAM] = opened(item_at(orders, _SEED), row)
    for _ in range(item_at(orders, _NUMBER)):
        if record[layout.LEFT] == 0:
            break
        if item_at(orders, _BY_RULE) >> record[layout.TURN] & 1:
            play, width = play_by_rules(record, desk)
        else:
            play, width = play_randomly(record, desk)
        if width:
            name_block(record, width, count_bits(play[0]))
        put(record, desk, play)
    note_outcome(record)


@rule
def play_randomly(record: Any, desk: Any) -> tuple[Masks, int]:
    """Return a random play for the seat on turn; and the width of its block if it leads, else 0."""
    hand, stream = hand_of(record, record[layout.TURN]), item_at(record, layout.STREAM)
    if record[layout.PLACED]:
        play, record[layout.STREAM] = random_reply(record, desk, hand, stream)
        return play, 0
    block, width, record[layout.STREAM] = random_lead(record, hand, stream)
    return block_of(block, width), width


# --- Positions ------------------------------------------------------------------------------------


def position(
    table: Table,
    trump: Trump,
    landlord: int,
    hands: Sequence[Pile],
    buried: Pile = EMPTY,
    *,
    leader: int | None = None,
    sides: Sides | None = None,
    points: Sequence[int] = (),
    fines: Sequence[int] = (),
) -> Tables:
    """Return a table before a lead, as an array of one row.

    Args:
        table: the number of packs and seats, and the house.
        trump: the trump configuration.
        landlord: the landlord's seat.
        hands: the hand of each seat.
        buried: the buried cards.
        leader: the seat that leads; the landlord if not given.
        sides: the calls of Finding Friends so far; not given if seats of one parity are a side.
        points: the points that each seat has taken so far.
        fines: the penalties of each seat's failed throws so far.

    Raises:
        IllegalPosition: there is not one hand for each seat, or the hands are not equal.

    >>> hands = [Pile(1 << card) for card in (1, 14, 27, 40)]  # S3 H3 D3 C3
    >>> position(Table(1, 4), Trump("S", "2"), 0, hands).shape
    (1, 172)
    """
    if len(hands) != table.seats or len({hand.size for hand in hands}) != 1:
        raise IllegalPosition("each seat has a hand, and before a lead all are equal")
    one = np.zeros((1, layout.COLUMNS), np.int64)
    row, first = one[0], landlord if leader is None else leader
    row[layout.SEATS], row[layout.MAIN] = table.seats, trump.main_index
    row[layout.RANK], row[layout.LANDLORD] = trump.rank_index, landlord
    row[layout.LEADER] = row[layout.TURN] = row[layout.WINNER] = first
    row[layout.BOMB] = -1
    row[layout.HOUSE : layout.GROUPS] = _house(table, trump)
    if sides is not None:
        row[layout.FRIENDS] = 1
        _write_calls(row, sides, trump)
    row[layout.POINTS : layout.POINTS + len(points)] = points
    row[layout.FINES : layout.FINES + len(fines)] = fines
    row[layout.LEFT] = sum(hand.size for hand in hands)
    masks = np.array([[hand.masks for hand in hands]], np.int64)
    return worlds(one, masks, np.array([buried.masks], np.int64))


def _house(table: Table, trump: Trump) -> list[int]:
    """Return the rules of a house in the order of the columns from ``HOUSE`` on."""
    house = table.profile
    return [
        house.chain_mask(trump.main_index),
        DUTIES[house.duty],
        int(house.fit == "cards"),
        int(house.tractors_for == "tractors"),
        house.tractor_width,
        house.tractor_length,
        int(house.protect == "longer"),
        OVER[house.over],
        OPTIONS["bombs"].index(house.bombs),
        KITTY_CODE[house.kitty],
        house.kitty_factor,
        OPTIONS["joins"].index(house.joins),
        table.step,
        house.turnover,
        house.dead,
        int(house.truncate == "yes"),
        int(house.bonus == "yes"),
    ]


def _write_calls(row: NDArray[np.int64], sides: Sides, trump: Trump) -> None:
    """Write the calls in the order of cards and copies, the cards renamed."""
    calls = sorted((int(card), number, at) for at, (card, number) in enumerate(sides.calls))
    row[layout.CALLS] = len(calls)
    for to, (card, number, at) in enumerate(calls):
        mask = renamed(1 << card, trump.main_index, trump.rank_index)
        row[layout.CALLED + to], row[layout.COPY + to] = highest_bit(mask), number
        seat = sides.filled[at]
        row[layout.FILLED + to] = -1 if seat is None else seat
        row[layout.SEEN + to] = sides.seen[sides.calls[at][0]]


def worlds(one: Tables, hands: NDArray[np.int64], buried: NDArray[np.int64]) -> Tables:
    """Return the same table with other hands and other buried cards, a row for each.

    Args:
        one: the table before a lead, array (1, ``COLUMNS``).
        hands: array (n, seats, 4), the masks of the hands by true names.
        buried: array (n, 4), the masks of the buried cards.

    >>> hands = [Pile(1 << card) for card in (1, 14, 27, 40)]
    >>> one = position(Table(1, 4), Trump("S", "2"), 0, hands)
    >>> masks = np.array([[hand.masks for hand in hands[::-1]]] * 3)
    >>> worlds(one, masks, np.zeros((3, 4), np.int64)).shape
    (3, 172)
    """
    row, rename = one[0], _renaming(one[0])
    number, seats, _ = hands.shape
    tables = np.repeat(one, number, axis=0)
    held, unplayed = rename(hands), tuple(rename(buried).T)
    tables[:, layout.HANDS : layout.HANDS + 4 * seats] = held.reshape(number, -1)
    for seat in range(seats):
        unplayed = more(unplayed, tuple(held[:, seat].T))  # the same rule, on columns of masks
    tables[:, layout.UNPLAYED : layout.UNPLAYED + 4] = np.stack(unplayed, axis=1)
    tables[:, layout.BURIED] = [points_of(masks, int(row[layout.RANK])) for masks in rename(buried)]
    return tables


def _renaming(row: NDArray[np.int64]) -> Callable[[Any], Any]:
    """Return the renaming of a table's cards, for masks and for arrays of them."""
    main, cr = int(row[layout.MAIN]), int(row[layout.RANK])
    rename: Any = renamed
    return lambda masks: rename(masks, main, cr)


# --- Plays ----------------------------------------------------------------------------------------


def lead(tables: Tables, parts: Parts, threads: int = 1) -> NDArray[np.bool_]:
    """Put a lead on those tables where the seat on turn holds it; it must be the same seat on all.

    Args:
        tables: the tables; they are changed.
        parts: its parts, the largest first. If a throw fails, give the part that is forced instead.
        threads: the number of threads, 0 for one per core.

    Returns:
        For each table whether it has taken the lead.

    >>> from suitwise.tractor.rules.wide.parts import Cutter
    >>> house, trump = Table(1, 4), Trump("S", "2")
    >>> hands = [Pile(1 << card) for card in (1, 14, 27, 40)]
    >>> parts = Cutter(trump, house.profile).named("S3")
    >>> [lead(position(house, trump, leader, hands), parts).tolist() for leader in (0, 1)]
    [[True], [False]]
    """
    sizes = [(part.width, part.length) for part in parts]
    groups = list(dict.fromkeys(sizes))
    tables[:, layout.GROUPS] = len(groups)
    for at, size in enumerate(groups):
        tables[:, layout.WIDTHS + at], tables[:, layout.LENGTHS + at] = size
        tables[:, layout.NUMBERS + at] = sizes.count(size)
    return follow(tables, cards_of(parts), threads)


def follow(tables: Tables, cards: Pile, threads: int = 1) -> NDArray[np.bool_]:
    """Put a reply on those tables where it is legal; the others stay as they are.

    Args:
        tables: the tables, on which the same seat is on turn; they are changed.
        cards: the cards.
        threads: the number of threads, 0 for one per core.

    Returns:
        For each table whether it has taken the reply.

    >>> tables = position(
    ...     Table(1, 4), Trump("S", "2"), 0, [Pile(3 << card) for card in (1, 14, 27, 40)]
    ... )
    >>> advance(tables, 1, seed=1)
    >>> follow(tables, Pile(1 << 15)).tolist(), follow(tables, Pile(1 << 15)).tolist()
    ([True], [False])
    """
    _advance(tables, [*map(_renaming(tables[0]), cards.masks)], 0, 0, 0, threads)
    taken: NDArray[np.bool_] = tables[:, layout.REFUSED] == 0
    return taken


def advance(tables: Tables, plays: int, seed: int, by_rule: int = 0, threads: int = 1) -> None:
    """Make plays on all tables, at most to the end of the deal.

    Args:
        tables: the tables; they are changed.
        plays: the number of plays.
        seed: the seed of the random plays; row n takes stream n of it.
        by_rule: the seats that play by rule, one bit each; the others play at random.
        threads: the number of threads, 0 for one per core.

    >>> hands = [Pile(1 << card) for card in (1, 14, 27, 40)]
    >>> tables = position(Table(1, 4), Trump("S", "2"), 0, hands)
    >>> advance(tables, 3, seed=1)
    >>> int(tables[0, layout.LEFT])
    1
    """
    _advance(tables, [0] * 4, plays, by_rule, as_seed(seed), threads)


def _advance(
    tables: Tables, play: Sequence[int], number: int, by_rule: int, seed: int, threads: int
) -> None:
    orders = np.array([*play, number, by_rule, seed], np.int64)
    plays = min(number, int(tables[:, layout.LEFT].max(initial=0))) + 1
    run = quickest_rows(advance_row, _PLAIN_S * plays * len(tables))
    desks: SimpleQueue[NDArray[np.int64]] = SimpleQueue()
    threads = cores(threads)
    for _ in range(threads):
        desks.put(new_desk())

    def work(rows: range) -> None:
        desk = desks.get()
        run((desk, orders), tables, rows.start, rows.stop)
        desks.put(desk)

    on_threads(work, row_ranges(len(tables), PIECE), threads)


def new_desk() -> NDArray[np.int64]:
    """Return a workspace for the rules of wide tables; each thread needs its own."""
    return np.zeros(replies.ROOM, np.int64)


# --- Playouts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """The results of deals so far.

    Args:
        points: int64 (n,), the attackers' points; at the end of a deal with those of the kitty.
        sides: int64 (n,), the seats on the landlord's side, one bit each.
        holds: bool (n,), whether the landlord's side holds.
        gains: int64 (n, 2), the levels that the landlord's side and the attackers rise.

    >>> hands = [Pile(1 << card) for card in (11, 24, 37, 50)]  # a king each
    >>> results = play_out(position(Table(1, 4), Trump("H", "2"), 0, hands), seed=1)
    >>> results.points.tolist(), results.holds.tolist(), results.gains.tolist()
    ([40], [False], [[0, 0]])
    """

    points: NDArray[np.int64]
    sides: NDArray[np.int64]
    holds: NDArray[np.bool_]
    gains: NDArray[np.int64]


def results_of(tables: Tables) -> Results:
    """Return the results so far of tables on which something has been played."""
    return Results(
        tables[:, layout.ATTACKERS].copy(),
        tables[:, layout.SIDE].copy(),
        tables[:, layout.HOLDS] == 1,
        tables[:, layout.OWN_RISE : layout.OTHER_RISE + 1].copy(),
    )


def play_out(tables: Tables, seed: int, policy: str = "rules", threads: int = 1) -> Results:
    """Play all tables to the end of the deal; return the results. The tables stay as they are.

    Args:
        tables: the tables.
        seed: the seed of the random plays; row n takes stream n of it.
        policy: how all seats play: by ``rules``, or at ``random``.
        threads: the number of threads, 0 for one per core.

    Raises:
        SuitwiseError: there is no such policy.

    >>> hands = [Pile(1 << card) for card in (11, 24, 37, 50)]
    >>> results = play_out(position(Table(1, 4), Trump("H", "2"), 0, hands), seed=1)
    >>> results.sides.tolist()  # seats 0 and 2
    [5]
    """
    if policy not in POLICIES:
        raise SuitwiseError(f"a policy is one of {', '.join(POLICIES)}, not {policy!r}")
    played = tables.copy()
    advance(played, _PLAYS, seed, EVERY_SEAT if policy == "rules" else 0, threads)
    return results_of(played)
