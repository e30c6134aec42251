"""The numbered actions of a round: one number and one text for each, whatever is trump."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from suitwise.cards import N_CARDS, SUITS, Card
from suitwise.seeds import below
from suitwise.tractor import Bid, Pile, Trump, pile_of
from suitwise.tractor.arrays.packed import HANDS, MAIN, RANK, form_of, named_back, put, renamed
from suitwise.tractor.arrays.playouts import number_of_tractors, tractor_numbered
from suitwise.tractor.arrays.stepped import actions, at_random
from suitwise.tractor.arrays.stepped.record import (
    ALL_COLUMNS,
    BID,
    BIDDER,
    COPIES,
    forced_cards,
    part_forced,
)
from suitwise.tractor.rules.auction import good_bids
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.following.legal_plays import Choices, Leads, LegalPlays, parts_by_suit
from suitwise.tractor.rules.order import NO_SUIT, as_trump, trump_of
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import bits
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.throws import BEATEN, STANDS, throw_in_play
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import some_follows
from tests.tractor.rounds import ALL_TRUMPS, random_cards, texts


def tractors_under(trump: Trump) -> dict[int, int]:
    """Return the renamed cards of all tractors that there are under a trump, by their numbers."""
    masks = {
        number: actions.tractor_of(number, trump.main_index, trump.rank_index)
        for number in range(actions.TRACTORS_THERE_ARE)
    }
    return {number: cards for number, cards in masks.items() if cards}


def test_every_action_has_a_text_of_its_own() -> None:
    named = [actions.text_of(action) for action in range(actions.ACTIONS)]
    assert len(set(named)) == actions.ACTIONS == 600
    assert (actions.PAIR, actions.TRACTOR, actions.REPLY) == (54, 108, 591)
    assert named[: actions.TRACTOR] == [str(Card(card)) * n for n in (1, 2) for card in range(54)]
    assert named[actions.REPLY : actions.THROW] == ["duck", "feed", "cheapest", "highest"]
    assert named[actions.THROW :] == [f"throw of {name}" for name in ("S", "H", "D", "C", "trumps")]


@pytest.mark.parametrize("main", [*range(5)])
def test_every_tractor_has_one_number_whatever_is_trump(main: int) -> None:
    """What can be led from random pairs, under the 13 trumps of a main suit."""
    random, seen = Random(main), set()
    for trump in ALL_TRUMPS[13 * main : 13 * main + 13]:
        numbered = tractors_under(trump)
        assert len(set(numbered.values())) == len(numbered)
        for _ in range(30):
            _, twice = random_cards(random, 45)
            form = form_of(main)
            led = {tractor_numbered(twice, form, n) for n in range(number_of_tractors(twice, form))}
            assert {cards for cards in numbered.values() if cards & ~twice == 0} == led
            seen |= led
    assert len(seen) > 100


def test_a_text_says_which_cards_they_are() -> None:
    """Every number under every trump: the lowest or the highest card, the length, the rank card."""
    said: set[int] = set()
    for trump in ALL_TRUMPS:
        for number, cards in tractors_under(trump).items():
            pile = Pile(named_back(cards, trump.main_index, trump.rank_index))
            check_text(actions.text_of(actions.TRACTOR + number), pile, trump)
            said.add(number)
    assert said == set(range(actions.TRACTORS_THERE_ARE))


def check_text(text: str, pile: Pile, trump: Trump) -> None:
    found = re.fullmatch(
        r"tractor of (\d+) pairs (from|up to) (.+?)(?: with the rank card of ([SHDC]))?", text
    )
    assert found
    assert pile.size == int(found[1])
    order = sorted(bits(pile.once), key=lambda card: oracle.phi(str(Card(card)), by_oracle(trump)))
    end = Card(order[0 if found[2] == "from" else -1])
    main_card = trump.main + trump.rank
    if found[2] == "from":
        assert str(end) == found[3]
        assert len({card // 13 for card in order}) == 1
        return
    names = {"the main rank card": main_card}
    names |= {f"the rank card of {suit}": suit + trump.rank for suit in SUITS}
    assert str(end) == names.get(found[3], found[3])
    others = {str(Card(c))[0] for c in order if c < 52 and c % 13 == trump.rank_index}
    linked = others - {trump.main}
    link = found[4] or (
        found[3][-1] if found[3] in names and found[3] != "the main rank card" else ""
    )
    assert linked == ({link} if link else set())


def by_oracle(trump: Trump) -> oracle.Trump:
    return oracle.Trump(trump.main, trump.rank)


def test_tractors_are_tractors_by_the_oracle() -> None:
    """Ten under each of 65 trumps."""
    random = Random(3)
    for trump in ALL_TRUMPS:
        numbered = tractors_under(trump)
        for number in random.sample(sorted(numbered), 10):
            mask = named_back(numbered[number], trump.main_index, trump.rank_index)
            lengths = oracle.lead_lengths(texts(Pile(mask, mask)), by_oracle(trump))
            assert lengths == (mask.bit_count(),)


def test_without_a_main_suit_only_rank_cards_and_jokers_are_trumps() -> None:
    tops = [number for number in tractors_under(Trump("O", "5")) if number >= 308]
    assert Trump("O", "5").main_index == NO_SUIT
    assert {actions.text_of(actions.TRACTOR + number) for number in tops} == {
        *(f"tractor of 2 pairs up to BJ with the rank card of {suit}" for suit in SUITS),
        *(f"tractor of 3 pairs up to RJ with the rank card of {suit}" for suit in SUITS),
        "tractor of 2 pairs up to RJ",
    }


# --- What a player at random draws from -----------------------------------------------------------


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
        assert at_random.number_of_choices(pile.once, pile.twice, size) == len(listed)
        for place, choice in enumerate(listed):
            assert Pile(*at_random.choice_at(pile.once, pile.twice, size, place)) == choice


def test_leads_stand_in_the_order_of_the_list() -> None:
    random = Random(2)
    for _ in range(60):
        trump = trump_of(random.randrange(NO_SUIT + 1), random.randrange(13))
        hand = some_pile(random, random.randint(1, 25), random.getrandbits(N_CARDS))
        if not hand.once:
            continue
        leads, numbers = Leads(hand, trump), (trump.main_index, trump.rank_index)
        place = random.randrange(len(leads))
        once, twice, number = at_random.lead_at(hand.once, hand.twice, *numbers, place)
        assert (Pile(once, twice), number) == (leads.at(place), len(leads))


@pytest.mark.exhaustive
def test_replies_are_drawn_as_from_the_list(exhaustive: bool) -> None:
    """Of 150 hands that follow, 2,000 in full; of most of them pairs or tractors are owed."""
    owing = 0
    for seed, follow in enumerate(some_follows(2000 if exhaustive else 300)):
        if follow.packs > 2 or follow.profile != STANDARD:
            continue
        duty, trump = follow.duty, as_trump(follow.trump)
        record = table(trump, duty.lead, duty.hand)
        put(record, *named(trump, duty.lead))
        plays, used = LegalPlays(duty.demand), [[0] * 4]
        found = at_random.any_reply(record, 0, (seed, [[9] * 4], _Used(used)))
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
        bid = at_random.any_bid(record, 0, 1, 0, (seed, [[4] * 4], _Used([[0] * 4])))
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
