"""Hidden cards dealt anew: held against all deals written out, and the compiled counts against these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition
from suitwise.game import CHANCE, OVER, draw
from suitwise.hidden_deals import count_deals, deal_hidden, deal_shuffled
from suitwise.seeds import below, below_any
from suitwise.texas42 import Knowledge, Move, Texas42, count_worlds, dominoes_of, knowledge_of
from suitwise.texas42.state import Texas42State
from suitwise.tractor.hidden.worlds import ASIDE, list_options
from suitwise.tractor.hidden.worlds import count_deals as count_tractor

Deal = tuple[frozenset[int], ...]


def every_deal(rooms: tuple[int, ...], lacks: tuple[int, ...]) -> set[Deal]:
    """Return all deals of cards 0, 1, …, by trying every order of them."""
    found = set()
    for order in permutations(range(sum(rooms))):
        cards = iter(order)
        hands = tuple(frozenset(next(cards) for _ in range(room)) for room in rooms)
        if not any(
            lack >> card & 1 for hand, lack in zip(hands, lacks, strict=True) for card in hand
        ):
            found.add(hands)
    return found


def held(lacks: tuple[int, ...]) -> Callable[[int, int], bool]:
    return lambda seat, card: not lacks[seat] >> card & 1


ROOMS = st.tuples(*[st.integers(0, 2)] * 3)
LACKS = st.tuples(*[st.integers(0, 63)] * 3)


@given(ROOMS, LACKS, st.integers(0, 1000))
def test_deals_are_counted_and_drawn_as_they_are_written_out(
    rooms: tuple[int, ...], lacks: tuple[int, ...], stream: int
) -> None:
    deals = every_deal(rooms, lacks)
    cards = range(sum(rooms))
    assert count_deals(cards, rooms, held(lacks)) == len(deals)
    if not deals:
        with pytest.raises(IllegalPosition, match="no deal of the hidden cards agrees"):
            deal_hidden(cards, rooms, held(lacks), 7, stream)
        return
    assert tuple(map(frozenset, deal_hidden(cards, rooms, held(lacks), 7, stream))) in deals


def test_every_deal_is_as_likely_as_any_other() -> None:
    rooms, lacks = (2, 1, 2), (0b00011, 0b00100, 0)
    deals = every_deal(rooms, lacks)
    found = Counter(
        tuple(map(frozenset, deal_hidden(range(5), rooms, held(lacks), 7, stream)))
        for stream in range(200 * len(deals))
    )
    assert set(found) == deals
    assert sum((times - 200) ** 2 / 200 for times in found.values()) < 3 * len(deals)


def test_a_pack_of_52_is_dealt_to_its_seats_with_a_void() -> None:
    rooms = (0, 13, 13, 13)

    def may_hold(seat: int, card: int) -> bool:
        return seat != 2 or card % 4 != 1

    hands = deal_hidden(range(39), rooms, may_hold, 7, 3)
    assert sorted(card for hand in hands for card in hand) == list(range(39))
    assert [len(hand) for hand in hands] == [*rooms]
    assert all(card % 4 != 1 for card in hands[2])
    assert (
        0 < count_deals(range(39), rooms, may_hold) < count_deals(range(39), rooms, lambda *_: True)
    )


def test_a_deal_under_way_counts_each_way_to_fill_the_room_left() -> None:
    found = Counter(
        str(deal_hidden([0], (1, 3), lambda *_: True, 7, stream)) for stream in range(4000)
    )
    assert abs(found["[[0], []]"] - 1000) < 120


def test_cards_that_do_not_fill_the_room_are_not_counted() -> None:
    with pytest.raises(IllegalPosition, match="2 cards don't fill 3 places"):
        count_deals("AB", (1, 2), lambda *_: True)


def test_cards_left_over_lie_nowhere() -> None:
    hands = deal_shuffled(range(10), (2, 3), seed=1, stream=0)
    assert [len(hand) for hand in hands] == [2, 3]
    assert len({card for hand in hands for card in hand}) == 5


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 10**20])
def test_numbers_below_more_than_a_word_holds_are_uniform(n: int) -> None:
    found = [below_any(n, 5, stream, 0)[0] for stream in range(3000)]
    assert all(0 <= number < n for number in found)
    thirds = Counter(number * 3 // n for number in found)
    assert all(abs(thirds[third] - 1000) < 130 for third in range(3))


# --- The compiled counts --------------------------------------------------------------------------


def known_hands(count: int) -> Iterator[Knowledge]:
    """Yield what seats know in hands of Texas 42 that are played at random."""
    for stream in range(count):
        state, index = Texas42(match="hand").start(), 0
        while state.turn != OVER:
            if state.play is not None and len(state.play.dominoes) >= 3 * stream % 26:
                yield knowledge_of(state, stream % 4)
                break
            move, index = any_move(state, stream, index)
            state = state.after(move)


def any_move(state: Texas42State, stream: int, index: int) -> tuple[Move, int]:
    if state.turn == CHANCE:
        return draw(state, 11, stream, index)
    moves = list(state.moves())
    place, index = below(len(moves), 11, stream, index)
    return moves[place], index


def test_the_counts_of_texas_42_are_these() -> None:
    """The compiled count of worlds, where nobody has shown doubles, is that of single cards."""
    tried = 0
    for known in known_hands(40):
        if not any(known.doubles_left):
            tried += 1
            assert count_worlds(known) == count_of(known)
    assert tried > 10


def count_of(known: Knowledge) -> int:
    may_hold = known.may_hold
    return count_deals(
        dominoes_of(known.unseen),
        known.places,
        lambda seat, domino: bool(may_hold[seat] >> domino & 1),
    )


@given(st.tuples(*[st.integers(0, 2)] * 4), st.tuples(*[st.integers(0, 63)] * 3))
def test_the_counts_of_tractor_are_these_with_each_copy_a_card(
    rooms: tuple[int, ...], lacks: tuple[int, ...]
) -> None:
    """A card that is free twice counts as two cards, told apart: every deal of both is counted."""
    size = sum(rooms)
    pairs = size // 2
    once, twice = (1 << size - pairs) - 1, (1 << pairs) - 1
    masks = np.array([once, twice, 0, 0, 0, *lacks, 0, 0, 0, 0, 0, 0], np.int64)
    cards, options = np.zeros((54, 3), np.int64), np.zeros((54, 10, 5), np.int64)
    count = list_options(masks, -1, cards, options)
    order = [0, 1, 2, ASIDE]
    counts = np.zeros((count + 1, *(room + 1 for room in rooms[:3])), np.int64)
    table = cards[:count], options[:count], rooms, order, counts, np.zeros(count, np.int64)
    copies = [*range(size - pairs), *range(pairs)]
    expected = count_deals(
        range(size), rooms, lambda seat, at: seat == ASIDE or not lacks[seat] >> copies[at] & 1
    )
    assert count_tractor(table, (0, 0, 0)) == expected
