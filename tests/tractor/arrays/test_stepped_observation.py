"""What a seat sees of a round stepped in arrays: nothing hidden, every number within its bounds."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

from suitwise.fields import bounds, places, width
from suitwise.game import OVER
from suitwise.tractor import Pile
from suitwise.tractor.arrays.conversion import FIELDS, SEEN
from suitwise.tractor.arrays.packed import BURIED, HANDS, LANDLORD
from suitwise.tractor.arrays.play import ROUND, ROUND_END, turn
from tests.tractor.stepped_rounds import OPTIONS, Record, allowed_in, seen_by, walked


def test_hidden_cards_change_neither_what_a_seat_sees_nor_what_it_may_do() -> None:
    random, changed = Random(2), 0
    for number in range(60):
        record = walked(number, number % 99)
        me = turn(record, OPTIONS)
        if me == OVER:
            continue
        other = with_other_cards(record, me, random)
        changed += not np.array_equal(record, other)
        assert seen_by(record, me).tobytes() == seen_by(other, me).tobytes()
        assert allowed_in(record) == allowed_in(other)
    assert changed > 40


def with_other_cards(record: Record, me: int, random: Random) -> Record:
    """Deal the cards that a seat can't see anew to where it can't see them."""
    game = record[ROUND:ROUND_END]
    hidden = [HANDS + 2 * seat for seat in range(4) if seat != me]
    if me != game[LANDLORD]:
        hidden.append(BURIED)
    piles = [Pile(int(game[at]), int(game[at + 1])) for at in hidden]
    cards = [card for pile in piles for card in pile.cards]
    random.shuffle(cards)
    found = record.copy()
    for at, pile in zip(hidden, piles, strict=True):
        copies = Counter(cards.pop() for _ in range(pile.size))
        found[ROUND + at] = sum(1 << card for card in copies)
        found[ROUND + at + 1] = sum(1 << card for card, n in copies.items() if n == 2)
    return found


def test_the_kitty_is_the_landlords_until_the_round_is_over() -> None:
    place = places(FIELDS)["buried"]
    for number in (1, 2):
        for plays in (0, 30, 100):
            record = walked(number, plays)
            game, over = record[ROUND:], turn(record, OPTIONS) == OVER
            shown = [seen_by(record, seat)[place].sum() for seat in range(4)]
            assert shown == [4 if over or seat == game[LANDLORD] else 0 for seat in range(4)]
        assert over


def test_numbers_seen_are_within_their_bounds_and_cards_are_whole() -> None:
    low, high = bounds(FIELDS)
    planes = 54 * 10
    for number in range(40):
        record = walked(number, 2 * number + number // 4, policy=number % 2)
        for seat in range(4):
            seen = seen_by(record, seat)
            assert (low <= seen).all()
            assert (seen <= high).all()
            assert set(seen[:planes].tolist()) <= {0, 0.5, 1}


def test_the_table_of_the_fields_has_600_numbers() -> None:
    assert width(FIELDS) == SEEN == 600
    assert [name for name, place in places(FIELDS).items() if place.stop == 540] == ["buried"]
