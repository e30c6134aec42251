"""Deals: what they hold, that a number names one for good, verdicts and difficulty as wanted."""

from __future__ import annotations

from collections import Counter

import pytest

from suitwise.errors import IllegalPosition
from suitwise.game import load, roll
from suitwise.stacks import Size, deal, find
from suitwise.stacks.deals.deals import Dealer
from tests.oracles import stacks_oracle as oracle

SIZES = [Size(2, 3), Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3, suits=3), Size(3, 3, suits=4)]


@pytest.mark.parametrize("size", [*SIZES, Size(1, 1), Size(7, 9), Size(5, 1), Size(2, 30, 11)])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_deal_has_every_stack_full_and_every_suit_present(size: Size, compiled: bool) -> None:
    dealer = Dealer(size, seed=3, compiled=compiled)
    for number in range(5):
        layout = dealer.deal(number)
        assert [len(stack) for stack in layout.stacks] == [size.height] * size.stacks
        suits = Counter(suit for stack in layout.stacks for _, suit in stack)
        assert sorted(suits) == list(range(1, size.kinds + 1))
        cards = {card for stack in layout.stacks for card in stack}
        assert cards == {(v, s) for s, count in suits.items() for v in range(1, count + 1)}


@pytest.mark.parametrize("variant", [(3, 3, 3), (4, 2, 5), (2, 7, 2), (6, 5, 4)])
def test_the_even_deck_is_dealt_as_the_game_deals_it(variant: tuple[int, int, int]) -> None:
    stacks, height, suits = variant
    game = load(f"stacks(stacks={stacks},height={height},suits={suits},singles=0)")
    for number in range(6):
        state, _ = roll(game.start(), 5, number)
        dealt = deal(stacks, height, suits, seed=5, number=number, deck="even")
        assert str(dealt) == str(state)


def test_machine_code_and_plain_python_deal_alike_whatever_the_seed() -> None:
    for seed in (0, 7, 2**63, 2**64 - 1):
        plain, machine = (Dealer(Size(4, 5), seed, compiled=way) for way in (False, True))
        for number in (0, 1, 2**40):
            assert plain.deal(number) == machine.deal(number)
        assert plain.count_winnable(0, 50) == machine.count_winnable(0, 50)


def test_every_way_to_cut_a_deck_is_equally_likely() -> None:
    dealer = Dealer(Size(1, 5, suits=3), seed=1)
    cuts: Counter[tuple[int, ...]] = Counter()
    for number in range(1200):
        suits = Counter(suit for _, suit in dealer.deal(number).stacks[0])
        cuts[suits[1], suits[2], suits[3]] += 1
    assert len(cuts) == 6
    assert all(150 < count < 250 for count in cuts.values()), cuts


@pytest.mark.parametrize("size", SIZES)
def test_the_winnable_deals_counted_are_those_that_search_wins(size: Size) -> None:
    dealer = Dealer(size, seed=11)
    won = [oracle.winnable(dealer.deal(number).stacks) for number in range(60)]
    assert dealer.count_winnable(0, 60) == sum(won)
    assert dealer.count_winnable(20, 25) == sum(won[20:45])
    for verdict in (True, False):
        first = won.index(verdict, 9) if verdict in won[9:] else None
        assert dealer.next_deal(9, 51, winnable=verdict) == first


@pytest.mark.parametrize(
    "size",
    [Size(4, 3, 3), Size(4, 1), Size(2, 3, 3), Size(1, 2), Size(3, 2, deck="even")],
)
def test_where_a_verdict_never_occurs_it_never_does(size: Size) -> None:
    never = size.never()
    assert never is not None
    won = Dealer(size, seed=2).count_winnable(0, 200)
    assert won == (0 if never == "winnable" else 200)
    with pytest.raises(IllegalPosition):
        find(size, verdict=never)


@pytest.mark.parametrize(
    "size", [(0, 3, None), (3, 0, None), (2, 2, 5), (2, 2, 0), (10**4, 200, 1)]
)
def test_a_deal_that_cannot_be_is_refused(size: tuple[int, int, int | None]) -> None:
    with pytest.raises(IllegalPosition):
        deal(*size)


@pytest.mark.parametrize("compiled", [False, True])
def test_deals_are_numbered_up_to_the_last_stream_and_not_beyond(compiled: bool) -> None:
    dealer, last = Dealer(Size(3, 3), compiled=compiled), 2**63 - 1
    assert dealer.deal(last) == deal(3, 3, number=last)
    assert dealer.count_winnable(last, 50) == dealer.count_winnable(last, 1)
    for number in (-1, 2**63, 2**64, 10**23, -(10**5000)):
        for asked in (dealer.deal, lambda n: dealer.next_deal(n, 9, True)):
            with pytest.raises(IllegalPosition, match="numbered from 0 to"):
                asked(number)


def test_a_size_beyond_all_measure_is_refused_in_a_short_sentence() -> None:
    huge = 10**4299
    for size in ((huge, huge, None), (huge, 1, None), (2, 2, huge)):
        with pytest.raises(IllegalPosition) as refused:
            Size(*size)
        assert len(str(refused.value)) < 80
