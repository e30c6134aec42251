"""Throws of rounds stepped in arrays: who ruffs them takes the trick by the game's own rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from suitwise.foundation.arrays.compiled import fitted
from suitwise.tractor import Pile, Trump, pile_of, winner_at_table
from suitwise.tractor.arrays.packed import ACE, HANDS, LANDLORD, LEADER, MAIN, RANK, renamed
from suitwise.tractor.arrays.play import (
    ALL_COLUMNS,
    beats_tractors,
    cuts_higher,
    put_in_trick,
    sure_throw,
)
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, bits, partition_mask, trump_of


def some(random: Random, cards: int, pairs: int, size: int) -> Pile:
    """Return some cards of a partition, so many pairs of kinds among them where there are."""
    kinds = [*bits(cards)]
    random.shuffle(kinds)
    twice = kinds[:pairs]
    once = twice + kinds[pairs : pairs + size - 2 * pairs]
    return Pile(sum(1 << card for card in once), sum(1 << card for card in twice))


def won_by(trump: Trump, plays: list[Pile], put: Callable[..., None] = put_in_trick) -> int:
    """Return who wins a trick of seats that hold these cards alone, seat 0 leading."""
    record = [0] * ALL_COLUMNS
    record[MAIN], record[RANK] = numbers = trump.main_index, trump.rank_index
    named = [(renamed(play.once, *numbers), renamed(play.twice, *numbers)) for play in plays]
    for seat, (once, twice) in enumerate(named):
        record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = once, twice
    for play in named:
        put(record, *play)
    return record[LEADER]


@pytest.mark.exhaustive
def test_ruffs_take_a_throw_by_the_rule_of_the_house(exhaustive: bool) -> None:
    """Of 600 throws of a plain suit with three ruffs of any shape, 20,000 in full."""
    random, won, counts = Random(4), Counter[int](), 20_000 if exhaustive else 600
    for _ in range(counts):
        trump = trump_of(random.randrange(NO_SUIT + 1), random.randrange(13))
        numbers = trump.main_index, trump.rank_index
        suit = random.choice([at for at in range(NO_SUIT) if at != trump.main_index])
        pairs = random.choice((0, 0, 1, 2, 2))
        size = 2 * pairs + random.randrange(0 if pairs > 1 else 1, 4)
        size = max(size, 2)
        lead = some(random, partition_mask(suit, *numbers), pairs, size)
        parts = parts_of(lead, trump)
        if len(parts) < 2:
            continue
        trumps = partition_mask(TRUMPS, *numbers)
        ruffs = [some(random, trumps, random.choice((0, pairs, pairs)), size) for _ in range(3)]
        if any(ruff.size != size for ruff in ruffs):
            continue
        plays = [lead, *ruffs]
        winner = winner_at_table(trump, plays).winner
        assert won_by(trump, plays) == winner, (str(trump), [str(play) for play in plays])
        won[winner] += 1
    assert min(won.values()) > counts // 50
    assert len(won) == 4


def test_ruffs_take_two_tractors_of_one_length_where_they_are_cut_higher() -> None:
    random, won, put = (
        Random(6),
        Counter[int](),
        fitted(put_in_trick, {beats_tractors: cuts_higher}),
    )
    trump, kinds = Trump("S", "2"), 0b111111100000
    for _ in range(300):
        plays = [pile_of("H3H3H4H4H7H7H8H8"), *(some(random, kinds, 4, 8) for _ in range(3))]
        winner = winner_at_table(trump, plays).winner
        assert won_by(trump, plays, put) == winner, [str(play) for play in plays]
        won[winner] += 1
    assert min(won[seat] for seat in range(4)) > 10, won


def test_two_tractors_as_long_as_each_other_have_no_number_and_one_block_is_no_throw() -> None:
    def thrown(held: str, unseen: str = "") -> str:
        record, pile, others = [0] * ALL_COLUMNS, pile_of(held), pile_of(unseen or "S3")
        record[MAIN], record[RANK], record[LANDLORD] = NO_SUIT, ACE, 3
        record[HANDS], record[HANDS + 1] = pile.once, pile.twice
        record[HANDS + 2], record[HANDS + 3] = others.once, others.twice
        return str(Pile(*sure_throw(record, 1)))

    assert thrown("H3H3H4H4H7H7H8H8") == ""
    assert thrown("H3H3H4H4H7H7H8H8HTHT") == ""
    assert thrown("H3H3H4H4H7H7H8H8H9H9") == "H3H3H4H4H7H7H8H8H9H9"
    assert thrown("HKHK") == thrown("HQHQHKHK") == thrown("HK") == ""
    assert thrown("HKHKHQHJHJ", "HQHT") == "HJHJHQHKHK"
    assert thrown("HKHKHQHJHJ", "HQHQ") == "HQHKHK"
    assert thrown("HKHJ", "HQ") == ""
