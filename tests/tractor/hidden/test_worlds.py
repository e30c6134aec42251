"""The tables that deal free cards, against counting the deals of labelled copies one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import RANKS, full_deck
from suitwise.fields import places
from suitwise.foundation.arrays.compiled import machine
from suitwise.seeds import below_many
from suitwise.tractor import (
    Duty,
    Move,
    Pile,
    Profile,
    Tractor,
    TractorState,
    Trump,
    pile_of,
    throw_of,
)
from suitwise.tractor.hidden.knowledge import choose_kitty, count_deals, deal_cards
from suitwise.tractor.hidden.redealing import all_follow, first_beaten, many_worlds, sampled
from suitwise.tractor.moves import CLAIM
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, together
from suitwise.tractor.rules.pairs.legal_plays import Leads, choice, number_of_choices
from suitwise.tractor.rules.pairs.owed import led_form, led_partition
from suitwise.tractor.umpire import umpire_of
from suitwise.tractor.view.sight import telling_of
from tests.tractor.labelled_deals import Case, copies_in
from tests.tractor.players.test_rule_based import positions
from tests.tractor.table_deals import a_deal
from tests.tractor.table_tricks import some_throw_of_high_singles

NO_EVENT = np.zeros(3, np.int64)
"""Nothing must come true."""
UNLIKELY = 5.0
"""So many standard deviations are no accident."""


@pytest.mark.exhaustive
def test_the_table_deals_as_labelled_copies_do(exhaustive: bool) -> None:
    """25 cases of 2 to 5 cards, in full 400, 1000 deals each."""
    for seed in range(400 if exhaustive else 25):
        case, each = Case(seed), 1000
        likely = case.worlds()
        table = case.table()
        whole = machine(count_deals)(table, NO_EVENT)
        total = sum(likely.values())
        assert whole > 0
        assert total % whole == 0  # a card without a choice counts once instead of twice
        found, index = Counter[tuple[tuple[int, ...], ...]](), 0
        for _ in range(each):
            hands = np.zeros((5, 2), np.int64)
            dealt, index = machine(deal_cards)(table, NO_EVENT, table[4][:0], hands, 3, seed, index)
            assert dealt
            found[
                tuple(tuple(copies_in(row, card) for row in hands[1:]) for card in case.kinds)
            ] += 1
        assert set(found) <= set(likely)
        for world, ways in likely.items():
            mean = each * ways / total
            assert abs(found[world] - mean) < UNLIKELY * sqrt(mean) + 3


@given(st.integers(1, 1 << 62), st.integers(0, 1000))
def test_numbers_of_many_bits_are_below_their_bound(n: int, stream: int) -> None:
    number, index = below_many(n, 5, stream, 0)
    assert 0 <= number < n
    assert index % 2 == 0
    assert machine(below_many)(n, 5, stream, 0) == (number, index)


def test_numbers_of_many_bits_are_uniform() -> None:
    found = Counter(below_many(7, 5, 0, 2 * k)[0] for k in range(7000))
    assert all(abs(found[number] - 1000) < UNLIKELY * sqrt(1000) for number in range(7))


def test_the_kitty_is_any_of_the_landlords_cards() -> None:
    """Of 12 cards, two of them alike, one turned up: the rest of the kitty is any 7 of the others."""
    each, found = 1500, Counter[int]()
    index = 0
    for _ in range(each):
        pool, kitty = np.array([0b11111111110, 0b10]), np.array([1, 0])
        index = machine(choose_kitty)(pool, kitty, 5, 0, index)
        assert sum(map(int.bit_count, kitty.tolist())) == 8
        assert sum(map(int.bit_count, pool.tolist())) == 4
        assert kitty[0] & 1
        found.update(card for card in range(11) for plane in kitty.tolist() if plane >> card & 1)
    likely = each * 7 / 11
    for card in range(2, 11):
        assert abs(found[card] - likely) < UNLIKELY * sqrt(each * 7 / 11 * 4 / 11)
    assert abs(found[1] - 2 * likely) < UNLIKELY * sqrt(2 * each * 7 / 11 * 4 / 11)


def test_of_a_hand_of_pairs_the_kitty_takes_one_card_after_the_other() -> None:
    pairs, index = (0b11111111, 0b11111111), 0
    for _ in range(200):
        pool, kitty = np.array(pairs), np.array([0, 0])
        index = machine(choose_kitty)(pool, kitty, 6, 0, index)
        assert sum(map(int.bit_count, kitty.tolist())) == 8
        assert together(*pool.tolist(), *kitty.tolist()) == pairs


# --- Many worlds at once --------------------------------------------------------------------------


def test_the_first_world_is_the_one_that_is_sampled_alone_and_the_others_differ() -> None:
    for state in list(positions(Tractor(match="deal"), 3))[60::23]:
        if state.phase == "end":
            continue
        worlds = many_worlds(state, state.turn, 5, 7, 11)
        alone, _, _ = sampled(state, state.turn, 7, 11)
        assert (worlds[0] == alone).all()
        different = len({world.tobytes() for world in worlds})
        assert different > 1 or len(state.tricks) > 15
        for world in worlds:
            assert Pile(*map(int, world[0])) == state.held[state.turn]
            assert sum(Pile(*map(int, row)).size for row in world) == 108 - sum(
                pile.size for pile in state.played
            )


# --- Plays held against hands ---------------------------------------------------------------------


HOUSES = (Profile(), Profile(chain="suits"), Profile(duty="pairs"), Profile(duty="suit"))
FORCED = (*HOUSES[:2], Profile(forced="first"), Profile(forced="largest", chain="suits"))


def dealt(rng: Random) -> tuple[Trump, list[Pile]]:
    """Return a trump and four hands of up to 25 cards, of few suits so that pairs abound."""
    trump = Trump(rng.choice("SHDCO"), rng.choice(RANKS))
    deck = [card for card in full_deck() * 2 if card < 54]
    rng.shuffle(deck)
    size = rng.randint(4, 25)
    return trump, [pile_of(deck[at * size : at * size + size]) for at in range(4)]


def rows_of(hands: list[Pile]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array([pile.masks[:2] for pile in (*hands, EMPTY)], np.int64)


def some_lead(rng: Random, trump: Trump, hand: Pile) -> Pile:
    leads = Leads(hand, trump)
    return leads[rng.randrange(len(leads))]


def test_a_play_follows_as_the_duty_says() -> None:
    """Of 500 plays of hands in which some of the cards have been played since."""
    rng, found = Random(1), Counter[bool]()
    for _ in range(500):
        trump, hands = dealt(rng)
        lead = some_lead(rng, trump, hands[0])
        house, hand = rng.choice(HOUSES), hands[1]
        play = choice(hand, lead.size, rng.randrange(number_of_choices(hand, lead.size)))
        if rng.random() < 0.6:
            plays = Duty(trump, lead, hand, house).plays
            play = plays[rng.randrange(len(plays))]
        legal = Duty(trump, lead, hand, house).why_not(play) is None
        main, cr = trump.main_index, trump.rank_index
        chain, led = house.chain_mask(main), led_partition(lead, trump)
        form = led_form(lead.twice, led, main, cr, chain)
        row = np.array([[1, *play.masks[:2], *play.masks[:2], led, lead.size, *form]], np.int64)
        now = rows_of([EMPTY, hand.minus(play), EMPTY, EMPTY])
        assert machine(all_follow)(now, row, main, cr, chain, house.duty_code) == legal
        found[legal] += 1
    assert min(found.values()) > 50


def test_the_first_part_that_is_beaten_is_the_part_that_is_forced() -> None:
    """Of 1000 throws, the leader any of the seats, some cards played since; where the first seat decides
    it is now and then another part than the first that is beaten."""
    rng, found, other = Random(2), Counter[bool](), 0
    for number in range(1000):
        leader, house = number % 4, rng.choice(FORCED)
        if number % 2:
            trump, hands = dealt(rng)
            lead = some_lead(rng, trump, hands[leader])
        else:
            named, plays, cards = some_throw_of_high_singles(rng)
            trump, lead, hands = Trump.parse(named), pile_of(cards), list(map(pile_of, plays))
            hands = hands[-leader:] + hands[:-leader]
        ruling = throw_of(trump, hands[leader:] + hands[:leader], lead, house)
        main = trump.main_index
        sign = -1 if house.forced == "largest" else 1
        blocks = sorted(
            parts_of(lead, trump, house.chain_mask(main)),
            key=lambda block: (sign * block.size, block.phi),
        )
        if len(blocks) == 1:
            continue
        since = [
            choice(hand, some, rng.randrange(number_of_choices(hand, some)))
            for hand in hands
            for some in [rng.randint(0, hand.size)]
        ]
        parts = np.array([(block.size // 2, block.phi) for block in blocks], np.int64)
        head = [leader, led_partition(lead, trump), 0, len(parts), 0]
        masks = (mask for pile in since for mask in pile.masks[:2])
        throw = np.array([*head, *masks, house.forced == "first"], np.int64)
        now = rows_of([hand.minus(gone) for hand, gone in zip(hands, since, strict=True)])
        place = machine(first_beaten)(
            now, throw, parts, main, trump.rank_index, house.chain_mask(main)
        )
        assert (place == len(parts)) == ruling.stands
        if not ruling.stands:
            forced = parts_of(ruling.forced[0], trump)[0]
            assert (forced.size, forced.phi) == (blocks[place].size, blocks[place].phi)
            first = min(part for part, block in enumerate(blocks) if block in dict(ruling.beaten))
            other += place != first
        found[ruling.stands] += 1
    assert min(found.values()) > 10
    assert other > 5


# --- What seats of Tractor are told of a hand laid down -------------------------------------------


def on_lead() -> TractorState:
    """Return a position in which the seat on lead may lay down its hand."""
    house = Tractor("standard", "deal", claims=True)
    states = (house.parse(str(state)) for state in a_deal(4)[-60:])
    return next(state for state in states if state.may_claim)


@pytest.mark.parametrize("seat", range(4))
def test_a_claim_tells_the_four_hands_from_the_claimant_s_on_and_then_the_burial(seat: int) -> None:
    state = on_lead()
    at = places(state.game.told_fields())
    rows = state.told(CLAIM, seat)
    for place, row in enumerate(rows[:4]):
        who = (state.turn + place) % 4
        assert row[at["who"]].argmax() == (who - seat) % 4
        assert row[at["cards"]].nonzero()[0].tolist() == sorted(set(state.held[who].cards))
        assert row[at["cards"]].sum() == state.held[who].size
    assert len(rows) == 4 + (not state.sees_kitty(seat))


@pytest.mark.parametrize("seat", range(4))
def test_worlds_that_a_claim_tells_apart_are_told_apart_and_no_others(seat: int) -> None:
    state = on_lead()
    told = {state.after(CLAIM).view(seat): state.told(CLAIM, seat).tobytes()}
    for world in (state.resample(seat, seed=1, stream=number) for number in range(12)):
        rows = world.told(CLAIM, seat).tobytes()
        assert told.setdefault(world.after(CLAIM).view(seat), rows) == rows
    assert len(set(told.values())) == len(told) > 1


@pytest.mark.parametrize(
    "profile", ["standard", "standard(forced=first)", "standard(forced=lowest)"]
)
def test_a_throw_that_fails_tells_what_was_shown_and_what_is_led_and_others_tell_plays(
    profile: str,
) -> None:
    seen: Counter[str] = Counter()
    for before, after in pairwise(a_deal(0, profile)):
        if before.phase not in ("play", "forced"):
            continue
        number = len(before.tricks) - 1
        trick = after.tricks[number]
        if before.phase == "forced":
            told = [("forced", trick.plays[-1])]
        elif before.tricks[number].plays or trick.tried is None:
            told = [("play", trick.plays[-1])]
        else:
            told = [("throw", trick.tried), *(("forced", play) for play in trick.plays)]
        seen[" ".join(kind for kind, _ in told)] += 1
        at, seat = places(before.game.told_fields()), number % 4
        rows = before.told(Move(told[0][1]), seat)
        rows = rows[: len(told)]  # the end tells what was buried, and what comes next
        kinds = [telling_of(umpire_of(Tractor())).kinds[row[at["what"]].argmax()] for row in rows]
        assert kinds == [kind for kind, _ in told]
        for row, (_, pile) in zip(rows, told, strict=True):
            assert row[at["who"]].argmax() == (before.turn - seat) % 4
            assert row[at["cards"]].nonzero()[0].tolist() == sorted(set(pile.cards))
    assert seen["play"] > 60
    assert seen["throw forced"] + seen["throw"] > 3
