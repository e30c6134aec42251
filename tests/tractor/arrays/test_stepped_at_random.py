"""What a player at random draws from: the moves of a position, in the order of their lists."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from suitwise.cards import N_CARDS, Card
from suitwise.seeds import below
from suitwise.tractor import Bid, Pile, Trump, pile_of
from suitwise.tractor.arrays.packed import HANDS, MAIN, RANK, named_back, put, renamed
from suitwise.tractor.arrays.play import ALL_COLUMNS, BID, BIDDER, COPIES, forced_cards, part_forced
from suitwise.tractor.arrays.players import (
    choice_at,
    lead_at,
    number_of_choices,
    random_bid,
    random_reply,
)
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import NO_SUIT, as_trump, trump_of
from suitwise.tractor.rules.levels import good_bids
from suitwise.tractor.rules.pairs.legal_plays import Choices, Leads, LegalPlays, parts_by_suit
from suitwise.tractor.rules.profile import EVERY_LEVEL, STANDARD
from suitwise.tractor.rules.throws import (
    BEATEN,
    STANDS,
    throw_in_play,
)
from tests.tractor.follows import some_follows

BIDS = (
    None,
    Bid(0, Card("S2"), 1),
    Bid(1, Card("H2"), 1),
    Bid(2, Card("D2"), 1),
    Bid(1, Card("C2"), 2),
)


def some_pile(random: Random, size: int, among: int = (1 << N_CARDS) - 1) -> Pile:
    """Return some cards of two packs."""
    cards = [card for card in range(N_CARDS) if among >> card & 1] * 2
    return pile_of([Card(card) for card in random.sample(cards, min(size, len(cards)))])


def table(trump: Trump, *hands: Pile) -> list[int]:
    """Return a deal in which seat 0 is to lead, with these hands from seat 0 on."""
    record = [0] * ALL_COLUMNS
    record[MAIN], record[RANK] = trump.main_index, trump.rank_index
    for seat, hand in enumerate(hands):
        record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = named(trump, hand)
    return record


def named(trump: Trump, pile: Pile) -> tuple[int, int]:
    """Return a pile by its names of a round."""
    numbers = trump.main_index, trump.rank_index
    return renamed(pile.once, *numbers), renamed(pile.twice, *numbers)


def true(trump: Trump, once: int, twice: int) -> Pile:
    """Return a pile from its names of a round."""
    numbers = trump.main_index, trump.rank_index
    return Pile(named_back(once, *numbers), named_back(twice, *numbers))


def test_choices_of_cards_stand_in_the_order_of_the_list() -> None:
    random = Random(1)
    for _ in range(40):
        pile, size = some_pile(random, random.randint(1, 9), 0x3F), random.randint(1, 5)
        listed = Choices(pile, size)
        assert number_of_choices(pile.once, pile.twice, size) == len(listed)
        for place, choice in enumerate(listed):
            assert Pile(*choice_at(pile.once, pile.twice, size, place)) == choice


def test_leads_stand_in_the_order_of_the_list() -> None:
    random = Random(2)
    for _ in range(60):
        trump = trump_of(random.randrange(NO_SUIT + 1), random.randrange(13))
        hand = some_pile(random, random.randint(1, 25), random.getrandbits(N_CARDS))
        if not hand.once:
            continue
        leads, numbers = Leads(hand, trump), (trump.main_index, trump.rank_index)
        place = random.randrange(len(leads))
        once, twice, number = lead_at(hand.once, hand.twice, *numbers, place)
        assert (Pile(once, twice), number) == (leads.at(place), len(leads))


@pytest.mark.exhaustive
def test_replies_are_drawn_as_from_the_list(exhaustive: bool) -> None:
    """Of 150 hands that follow, 2,000 in full; of most of them pairs or tractors are owed."""
    owing = 0
    for seed, follow in enumerate(some_follows(2000 if exhaustive else 300)):
        if follow.profile != STANDARD:
            continue
        duty, trump = follow.duty, as_trump(follow.trump)
        record = table(trump, duty.lead, duty.hand)
        put(record, *named(trump, duty.lead))
        plays, used = LegalPlays(duty.demand), [[0] * 4]
        found = random_reply(record, 0, (seed, [[9] * 4], _Used(used)))
        place, index = below(len(plays), seed, 9, 0)
        assert (true(trump, *found), used[0][1]) == (plays.at(place), index)
        owing += duty.owed_pairs > 0
    assert owing > 30


class _Used(list[list[int]]):
    """Rows of numbers that are set as those of an array."""

    def __setitem__(self, place: object, number: object) -> None:
        assert isinstance(place, tuple)
        assert isinstance(number, int)
        row, column = place
        self[row][column] = number


def test_bids_are_drawn_as_from_the_list() -> None:
    random, bids = Random(3), Counter[str]()
    among = 1 | 1 << 13 | 1 << 26 | 1 << 39 | 0b11 << 52 | 0b111 << 5
    for seed in range(200):
        hand, standing = some_pile(random, random.randint(1, 12), among), random.choice(BIDS)
        legal = good_bids(1, hand, 0, [standing] if standing else [], STANDARD)
        record = table(trump_of(NO_SUIT, 0))
        record[HANDS + 2], record[HANDS + 3] = hand.once, hand.twice
        if standing:
            record[BIDDER], record[BID], record[COPIES] = standing
        bid = random_bid(record, 0, 1, 0, (seed, [[4] * 4], _Used([[0] * 4])))
        place, _ = below(1 + len(legal), seed, 4, 0)
        chosen = legal[place - 1] if place else None
        assert bid == (4 * chosen.card + chosen.copies if chosen else -1)
        bids[str(chosen)] += 1
    assert len(bids) > 8


def some_hands(random: Random) -> list[Pile]:
    """Return four hands of one suit and trumps, in which neighbours lie in pairs."""
    cards: list[list[Card]] = [[], [], [], []]
    for card in (*range(26), *range(48, N_CARDS)):
        if card % 13 % 2 == 0:
            seats = [random.randrange(4)] * 2
        if random.random() < 0.3:
            seats = [random.randrange(4), random.randrange(4)]
        for seat in seats:
            cards[seat].append(Card(card))
    return [pile_of(hand) for hand in cards]


def test_throws_stand_or_fail_as_the_rules_say() -> None:
    random, ends = Random(5), Counter[int]()
    for _ in range(500):
        trump, hands = trump_of(random.choice((1, 2, NO_SUIT)), 9), some_hands(random)
        leads = Leads(hands[0], trump)
        if not len(leads):
            continue
        lead = leads.at(random.randrange(len(leads)))
        suit = random.choice(parts_by_suit(hands[0], trump))
        tractors = [card for part in parts_of(suit, trump) if part.size > 2 for card in part.cards]
        if tractors and random.random() < 0.7:
            lead = pile_of(tractors)
        elif lead.twice and random.random() < 0.7:
            lead = Pile(lead.twice, lead.twice)
        record = table(trump, *hands)
        length, phi = part_forced(record, *named(trump, lead), BEATEN, EVERY_LEVEL)
        ruled = throw_in_play(trump, hands, lead, STANDARD)
        assert (length == STANDS) == ruled.stands
        ends[length] += 1
        if length != STANDS:
            part, level = forced_cards(record, *named(trump, lead), length, phi)
            links = [1 << card for card in range(N_CARDS) if level >> card & 1] or [0]
            found = {true(trump, part | one, part | one if length else 0) for one in links}
            assert found == set(ruled.forced)
    assert min(ends[length] for length in (0, 1, 2, STANDS)) > 3, ends
