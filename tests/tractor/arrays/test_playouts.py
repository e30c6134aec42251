"""Random play: what is led and followed comes equally often, and is what the rules allow."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from suitwise.stepping.loop import drawn, moved, opened, under
from suitwise.tractor.arrays.packed import (
    ACE,
    CLUBS,
    PARTITION,
    PARTITIONS,
    SUIT_MASK,
    choose,
    follow_randomly,
    lead_randomly,
    number_of_tractors,
    some_bits,
    tractor_numbered,
)
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS
from suitwise.tractor.rules.pairs.owed import led_form
from suitwise.tractor.rules.profile import BEST, EVERY_LEVEL
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.rounds import FORMS, chi_square, masks, of_masks, random_cards

FAR = 4.5
"""So many standard deviations an even choice hardly ever shows."""


def test_a_number_drawn_is_that_of_the_stream_and_each_comes_equally_often() -> None:
    stream, counts = opened(1, 1), Counter[int]()
    for _ in range(7_000):
        following = moved(stream)
        number, stream = drawn(7, stream)
        assert (number, stream) == (under(7, following), following)
        counts[number] += 1
    assert all(abs(n - 1_000) < 150 for n in counts.values())


def test_a_number_that_would_make_some_more_likely_is_drawn_again() -> None:
    n = (1 << 31) - 1
    stream, again = opened(2, 2), 0
    for _ in range(50):
        before = stream
        number, stream = drawn(n, stream)
        again += stream != moved(before)
        assert 0 <= number < n
    assert again < 5  # a remainder of 2 in 2**32: next to never
    n = 3 << 29  # a remainder of one in four
    again = 0
    for _ in range(400):
        before = stream
        _, stream = drawn(n, stream)
        again += stream != moved(before)
    assert 60 < again < 145


@pytest.mark.parametrize(
    ("cards", "count", "least"),
    [
        *(("S2S2S3S3S4S5S6", 3, 0), ("S2S2S3S3S4S5S6", 4, 1), ("S2S2S3S3S4S4S5", 4, 2)),
        *(("S2S2S3S3S4S4", 5, 0), ("S2S3S4S5S6", 2, 0), ("S2S2S3", 3, 1), ("S2S2S3", 0, 0)),
    ],
)
def test_every_choice_of_cards_comes_equally_often(cards: str, count: int, least: int) -> None:
    once, twice = masks(cards)
    wanted = {
        chosen
        for chosen in oracle.choices(of_masks(once, twice), count)
        if len(oracle.pairs_of(chosen)) >= least
    }
    found: Counter[oracle.Cards] = Counter()
    stream = opened(3, count)
    for _ in range(120 * len(wanted)):
        chosen, doubles, stream = choose(once, twice, count, least, stream)
        found[of_masks(chosen, doubles)] += 1
    assert set(found) == {tuple(sorted(choice)) for choice in wanted}
    assert len(wanted) == 1 or chi_square(found, len(wanted)) < FAR


def test_some_bits_are_as_many_as_asked_for() -> None:
    stream = opened(4, 0)
    for count in range(9):
        chosen, stream = some_bits(0b1011_0111_0101_1 << 20, count, stream)
        assert chosen.bit_count() == count
        assert chosen & ~(0b1011_0111_0101_1 << 20) == 0


# --- Leading --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [CLUBS, 4])
def test_the_tractors_of_a_hand_are_those_of_the_oracle(form: int) -> None:
    random = Random(form)
    trump, seen = FORMS[form], 0
    for _ in range(400):
        _, twice = random_cards(
            random, 40, random.choice([(1 << 54) - 1, 0xFFF << 42 | 1 << 38 | 4096])
        )
        cards = of_masks(twice, twice)
        wanted = {
            tuple(sorted(found))
            for kind in "SHDCT"
            for found in oracle.tractors(oracle.of_partition(cards, kind, trump), trump)
        }
        number = number_of_tractors(twice, form)
        found = [tractor_numbered(twice, form, place) for place in range(number)]
        assert {of_masks(cards, cards) for cards in found} == wanted
        assert number == len(wanted)
        seen += number
    assert seen > 500


@pytest.mark.parametrize("hand", ["H2H2H3H3H4S2", "CKCKHAHADADACACARJ", "S7", "H2H2H3H3H4H4H6H6"])
def test_each_single_pair_and_tractor_is_led_equally_often(hand: str) -> None:
    once, twice = masks(hand)
    cards, trump = of_masks(once, twice), FORMS[CLUBS]
    wanted = {
        tuple(sorted(block))
        for kind in "SHDCT"
        for size in range(1, 9)
        for block in oracle.blocks(oracle.of_partition(cards, kind, trump), size, trump)
    }
    found: Counter[oracle.Cards] = Counter()
    stream = opened(5, 5)
    for _ in range(150 * len(wanted)):
        lead, doubles, stream = lead_randomly(once, twice, CLUBS, stream)
        found[of_masks(lead, doubles)] += 1
    assert set(found) == wanted
    assert len(wanted) == 1 or chi_square(found, len(wanted)) < FAR


# --- Following ------------------------------------------------------------------------------------


def follows(
    form: int, lead: tuple[int, int], hand: tuple[int, int], times: int
) -> Counter[oracle.Cards]:
    """Return how often each play is chosen."""
    led = PARTITION[54 * (form - CLUBS) + (lead[0] & -lead[0]).bit_length() - 1]
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    pairs, tractors = led_form(lead[1], led, form, ACE, EVERY_LEVEL)
    size = lead[0].bit_count() + lead[1].bit_count()
    found: Counter[oracle.Cards] = Counter()
    stream = opened(6, times)
    for _ in range(times):
        asked = (led, size, pairs, tractors, form, ACE, EVERY_LEVEL, BEST)
        once, twice, stream = follow_randomly(*hand, suit, asked, stream)
        found[of_masks(once, twice)] += 1
    return found


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        ("HK", "H2H2H3H7S4"),
        ("HK", "S2S2S3CARJ"),
        ("HKHK", "H2H3H4S2S3"),
        ("HKHK", "H2H2H4H4H5S3"),
        ("HKHK", "H2S2S3S3CA"),
        ("HKHK", "S2S2S3S3CA"),
        ("HKHKHQHQ", "H2H2H4H4H6H7H8"),
        ("HKHKHQHQ", "H2H2H3H3H5H5H8"),
        ("HKHKHQHQ", "H2H2H4H5H6H7H8"),
        ("HKHKHQHQHJHJ", "H2H2H3H3H5H5H6H6H8"),
        ("HKHKHQHQHJHJ", "H2H2H3H3H4H4H5H5H8"),
        ("HKHKHQHQ", "H2H2H4S5S5S6"),
        ("C2C2C3C3", "CKCKHAHADADACACA"),
        ("C2C2C3C3", "CKCKHAHADADAC7C7C8"),
    ],
)
def test_each_legal_play_comes_equally_often(lead: str, hand: str) -> None:
    trump = FORMS[CLUBS]
    cards = of_masks(*masks(hand))
    wanted = {
        tuple(sorted(play)) for play in oracle.legal_plays(of_masks(*masks(lead)), cards, trump)
    }
    found = follows(CLUBS, masks(lead), masks(hand), 150 * len(wanted))
    assert set(found) == wanted
    assert len(wanted) == 1 or chi_square(found, len(wanted)) < FAR


@pytest.mark.parametrize("seed", range(10))
def test_each_legal_play_without_a_main_suit_comes_equally_often(seed: int) -> None:
    random, trump = Random(seed), FORMS[NO_SUIT]
    partition = random.choice([0, 1, 2, 3, TRUMPS])
    among = SUIT_MASK[PARTITIONS * (NO_SUIT - CLUBS) + partition]
    wanted: set[oracle.Cards] = set()
    while not 1 < len(wanted) < 80:
        twice = random_cards(random, 16, among)[1]
        tractors = number_of_tractors(twice, NO_SUIT)
        if tractors == 0:
            continue
        lead = tractor_numbered(twice, NO_SUIT, random.randrange(tractors))
        hand = random_cards(random, 9, (among | random.getrandbits(54)) & ~lead)
        if hand[0].bit_count() + hand[1].bit_count() >= 2 * lead.bit_count():
            plays = oracle.legal_plays(of_masks(lead, lead), of_masks(*hand), trump)
            wanted = {tuple(sorted(play)) for play in plays}
    found = follows(NO_SUIT, (lead, lead), hand, 150 * len(wanted))
    assert set(found) == wanted
    assert chi_square(found, len(wanted)) < FAR


@pytest.mark.exhaustive
def test_what_is_played_to_random_leads_is_legal(exhaustive: bool) -> None:
    random = Random(7)
    for _ in range(4_000 if exhaustive else 150):
        form = random.choice([CLUBS, 4])
        trump, partition = FORMS[form], random.choice([0, 1, 2, 4])
        among = SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
        once, twice = random_cards(random, 22, among)
        leads = number_of_tractors(twice, form)
        lead = (
            tractor_numbered(twice, form, random.randrange(leads)) if leads else twice & -twice
        ) or once & -once
        doubles = lead & twice
        hand = random_cards(random, random.randint(8, 14), among | random.getrandbits(54))
        size = lead.bit_count() + doubles.bit_count()
        if hand[0].bit_count() + hand[1].bit_count() < size or lead & hand[1] | doubles & hand[0]:
            continue
        for play in follows(form, (lead, doubles), hand, 5):
            ruling = oracle.rule(of_masks(lead, doubles), of_masks(*hand), play, trump)
            assert ruling.legal, (lead, hand, play, ruling)
