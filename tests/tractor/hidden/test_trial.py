"""Plays held against hands: the rules on masks say what ``Duty`` and ``throw_of`` say."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

from suitwise.cards import RANKS, full_deck
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import Duty, Pile, Profile, Trump, pile_of, throw_of
from suitwise.tractor.hidden.redealing import all_follow, first_beaten
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.following.legal_plays import Leads, choice, number_of_choices
from suitwise.tractor.rules.owed import led_form
from suitwise.tractor.rules.piles import EMPTY
from suitwise.tractor.rules.throws import led_partition
from tests.tractor.table_tricks import some_throw_of_high_singles

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
