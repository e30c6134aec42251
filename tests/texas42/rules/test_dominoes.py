"""The algebra of suits: every theorem of the seed, or its failure, by exhaustion."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.texas42 import Domino, as_dominoes, dominoes_of, mask_of
from suitwise.texas42.rules.dominoes import (
    ALL,
    CALLED_SUIT,
    COUNT,
    DECLARATION_NAMES,
    DECLARATION_TEXT,
    DECLARATIONS,
    DOUBLES,
    FOLLOWS,
    HIGH,
    LED,
    LOW,
    N_DOMINOES,
    NELLO,
    NELLO_HIGH,
    NOTRUMP,
    PIPS,
    SEVENS,
    SUIT_NAMES,
    SUITS,
    TAU,
    beats,
    called,
    domino_on,
    doubles,
    effective_suit,
    follows,
    lead_suit,
    legal_plays,
    natural_suit,
    power,
    rank,
    suit_name,
    table_with,
    tier,
    transport,
    transported,
    trick_points,
    trick_rank,
    winner_so_far,
    winning_place,
)
from tests.oracles import texas42_oracle as oracle
from tests.texas42.positions import FOUR_SEATS, pair

EVERY = range(N_DOMINOES)
TEN = (*PIPS, DOUBLES, NELLO, NOTRUMP)
NAMES = {name: name for name in DECLARATION_TEXT} | {"nello": "nello-own"}


def theirs(declaration: int) -> str:
    """Return a declaration as the oracle names it."""
    return NAMES[DECLARATION_TEXT[declaration]]


# --- §2 to §6 -------------------------------------------------------------------------------------


def test_the_natural_suits_cover_the_set_as_the_seed_says() -> None:
    assert [natural_suit(pip).bit_count() for pip in PIPS] == [7] * 7
    for domino in EVERY:
        suits = [pip for pip in PIPS if natural_suit(pip) >> domino & 1]
        assert len(suits) == (1 if Domino(domino).is_double else 2)
    for one, other in combinations(PIPS, 2):
        common = dominoes_of(natural_suit(one) & natural_suit(other))
        assert [str(domino) for domino in common] == [f"{other}-{one}"]


def test_ten_declarations_have_nine_called_sets_and_nine_powers_but_ten_pairs_of_them() -> None:
    assert len({called(declaration) for declaration in TEN}) == 9
    assert len({power(declaration) for declaration in TEN}) == 9
    assert len({(called(declaration), power(declaration)) for declaration in TEN}) == 10


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_a_domino_is_in_one_effective_suit_or_two_so_the_suits_are_no_partition(
    declaration: int,
) -> None:
    for domino in EVERY:
        suits = sum(effective_suit(suit, declaration) >> domino & 1 for suit in SUITS)
        single = called(declaration) >> domino & 1 or doubles() >> domino & 1
        assert suits == (1 if single else 2)


def test_the_seeds_second_form_of_following_fails_for_the_called_suit_alone() -> None:
    for declaration in DECLARATIONS:
        for suit in SUITS:
            for domino in EVERY:
                uncalled = not called(declaration) >> domino & 1
                printed = suit in pair(domino) and uncalled
                if suit != CALLED_SUIT:
                    assert printed == follows(domino, suit, declaration)
    assert follows(25, CALLED_SUIT, 6)
    assert CALLED_SUIT not in pair(25)


def test_without_power_it_is_tier_2_that_is_empty() -> None:
    for declaration in (NOTRUMP, NELLO, NELLO_HIGH):
        tiers = {tier(domino, suit, declaration) for domino in EVERY for suit in SUITS}
        assert tiers == {0, 1}


# --- §8 to §10 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_following_and_leading_are_what_the_words_of_the_game_say(declaration: int) -> None:
    name = theirs(declaration)
    for led in EVERY:
        suit = lead_suit(led, declaration)
        assert suit == oracle.lead_suit(pair(led), name) == LED[declaration * N_DOMINOES + led]
        for domino in EVERY:
            expected = oracle.follows(pair(domino), suit, name)
            assert follows(domino, suit, declaration) == expected
            assert bool(FOLLOWS[declaration * 8 + suit] >> domino & 1) == expected


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_every_trick_has_one_winner(declaration: int) -> None:
    """28 leads and all sets of three others: 81,900 tricks a declaration, 819,000 for the ten."""
    tricks = 0
    for led in EVERY:
        at = (declaration * 8 + lead_suit(led, declaration)) * N_DOMINOES
        ranks = TAU[at : at + N_DOMINOES]
        others = [ranks[domino] for domino in EVERY if domino != led]
        in_play = [r for r in others if r]
        # A slough never wins, so it is enough that no two dominoes in play are equal.
        assert ranks[led] > 0
        assert len({*in_play, ranks[led]}) == len(in_play) + 1
        for three in combinations(others, 3):
            four = (ranks[led], *three)
            assert four.count(max(four)) == 1
            tricks += 1
    assert tricks == 81_900


@pytest.mark.parametrize("declaration", [*range(NELLO, NELLO + 4)])
def test_every_trick_of_three_seats_has_one_winner_in_nello(declaration: int) -> None:
    tricks = 0
    for led in EVERY:
        suit = lead_suit(led, declaration)
        for one, other in combinations([domino for domino in EVERY if domino != led], 2):
            ranks = [trick_rank(domino, suit, declaration) for domino in (led, one, other)]
            assert ranks.count(max(ranks)) == 1
            tricks += 1
    assert tricks == 9_828


def test_the_seeds_fourteen_for_every_double_of_nello_ties_tricks() -> None:
    def printed(domino: int, suit: int) -> int:
        if not follows(domino, suit, NELLO):
            return 0
        return 16 + (14 if HIGH[domino] == LOW[domino] else HIGH[domino] + LOW[domino])

    ties = {2: 0, 3: 0}
    for led in EVERY:
        suit = lead_suit(led, NELLO)
        others = [printed(domino, suit) for domino in EVERY if domino != led]
        for size in ties:
            for rest in combinations(others, size):
                ranks = (printed(led, suit), *rest)
                ties[size] += ranks.count(max(ranks)) > 1
    assert ties == {3: 11_165, 2: 987}


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_what_beats_a_lead_is_what_the_words_of_the_game_say(declaration: int) -> None:
    name = theirs(declaration)
    for led in EVERY:
        suit = lead_suit(led, declaration)
        for domino in EVERY:
            if domino != led:
                winner = oracle.winning([pair(led), pair(domino)], name)
                assert beats(domino, led, suit, declaration) == (winner == 1)


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_legal_plays_follow_if_they_can(declaration: int) -> None:
    name = theirs(declaration)
    for start in range(0, N_DOMINOES - 7, 3):
        for step in (1, 3):
            hand = list(range(start, N_DOMINOES, step))[:7]
            bits = sum(1 << domino for domino in hand)
            for led in set(EVERY).difference(hand):
                expected = oracle.playable(frozenset(map(pair, hand)), pair(led), name)
                found = legal_plays(bits, lead_suit(led, declaration), declaration)
                assert {pair(domino) for domino in dominoes_of(found)} == set(expected)


def test_the_tables_are_of_a_few_kilobytes() -> None:
    assert len(TAU) == (13 + 1) * 8 * 28 == 2_912 + 224  # the last row is that of sevens
    assert 0 <= min(TAU) < max(TAU) < 64
    assert len(FOLLOWS) == 14 * 8
    assert len(LED) == 14 * 28
    assert 10 * 8 * 28 == 2_240  # the seed's 2,016 are those of nine declarations


def test_nello_and_no_trump_differ_in_rank_though_neither_has_power() -> None:
    assert power(NELLO) == power(NOTRUMP) == 0
    assert rank(27, NELLO) != rank(27, NOTRUMP)


# --- §11 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pip", PIPS)
def test_the_transport_to_the_sixes_keeps_suits_and_winners_but_not_count(pip: int) -> None:
    pips = transport(pip)
    assert sorted(pips) == list(PIPS)
    moved = [transported(domino, pips) for domino in EVERY]
    for led in EVERY:
        suit, there = lead_suit(led, pip), lead_suit(moved[led], 6)
        assert there == (CALLED_SUIT if suit == CALLED_SUIT else pips[suit])
        ranks = [trick_rank(domino, suit, pip) for domino in EVERY]
        others = [trick_rank(moved[domino], there, 6) for domino in EVERY]
        for one, other in combinations(EVERY, 2):
            assert (ranks[one] > ranks[other]) == (others[one] > others[other])
    kept = all(COUNT[domino] == COUNT[moved[domino]] for domino in EVERY)
    assert kept == (pip == 6)


def test_a_map_that_does_not_keep_the_order_of_the_other_pips_keeps_suits_alone() -> None:
    keeping = 0
    following = [[follows(domino, suit, 6) for suit in SUITS] for domino in EVERY]
    ranks = [trick_rank(domino, 7, 6) for domino in EVERY]
    for pips in permutations(PIPS):
        if pips[6] != 6:
            continue
        moved = [transported(domino, pips) for domino in EVERY]
        assert all(
            following[domino][suit]
            == following[moved[domino]][pips[suit] if suit < 7 else CALLED_SUIT]
            for domino in EVERY
            for suit in SUITS
            if suit != 6
        )
        keeping += all(
            (ranks[one] > ranks[other]) == (ranks[moved[one]] > ranks[moved[other]])
            for one, other in combinations(EVERY, 2)
        )
    assert keeping == 1  # of 720 maps that leave the sixes trump, the one that moves nothing


def test_every_domino_is_called_by_its_pips() -> None:
    assert ALL.bit_count() == 28
    for pip in PIPS:
        assert called(pip) == natural_suit(pip)


# --- Sevens ---------------------------------------------------------------------------------------


def test_in_sevens_the_nearest_must_be_played_and_the_first_of_the_nearest_wins() -> None:
    six_ace, five_two, double_six, blank = map(int, as_dominoes("6-1 5-2 6-6 0-0"))
    hand = mask_of([six_ace, five_two, double_six, blank])
    assert legal_plays(hand, -1, SEVENS) == mask_of([six_ace, five_two])
    assert legal_plays(mask_of([double_six, blank]), 3, SEVENS) == mask_of([double_six])
    assert beats(six_ace, double_six, 6, SEVENS)
    assert not beats(five_two, six_ace, 6, SEVENS)
    assert not beats(six_ace, five_two, 6, SEVENS)


def test_sevens_agrees_with_the_oracle_on_every_pair_of_dominoes() -> None:
    for one, other in permutations(EVERY, 2):
        wins = oracle.winning([pair(one), pair(other)], "sevens") == 1
        assert beats(other, one, 0, SEVENS) == wins
        legal = oracle.playable({pair(one), pair(other)}, None, "sevens")
        assert legal_plays(mask_of([one, other]), -1, SEVENS) == mask_of(
            [d for d in (one, other) if pair(d) in legal]
        )


# --- The rules of one trick: who wins so far and what it is worth, as the oracle says -------------


@pytest.mark.parametrize("declaration", FOUR_SEATS)
def test_the_winner_so_far_and_the_points_are_the_oracles(declaration: int) -> None:
    random = Random(declaration)
    for number in range(200):
        dominoes = random.sample(range(N_DOMINOES), 1 + number % 4)
        pairs = tuple(map(pair, dominoes))
        place = oracle.winning(pairs, oracle.DECLARATIONS[declaration])
        assert winning_place(dominoes, declaration) == place
        assert trick_points(dominoes) == oracle.trick_points(pairs)
        table, placed = table_with(dominoes), len(dominoes)
        assert [domino_on(table, at) for at in range(placed)] == dominoes
        so_far = place, oracle.trick_points(pairs)
        assert winner_so_far(table, placed, declaration) == so_far
        assert machine(winner_so_far)(table, placed, declaration) == so_far


def test_what_is_not_played_yet_wins_nothing_and_is_worth_nothing() -> None:
    table = table_with([24, 27, 15])
    found = [winner_so_far(table, placed, 5) for placed in (1, 2, 3)]
    assert found == [(0, 1), (1, 1), (2, 6)]


# --- The words for suits and declarations are the notation's, but for the pips --------------------


def test_declarations_but_the_pips_are_named_as_they_are_written() -> None:
    assert DECLARATION_NAMES[DOUBLES:] == DECLARATION_TEXT[DOUBLES:]
    assert DECLARATION_NAMES[:DOUBLES] == SUIT_NAMES


def test_each_declaration_has_a_code_of_its_own() -> None:
    codes = [name.code for name in DECLARATION_NAMES]
    assert len(set(codes)) == len(codes) == len(DECLARATION_TEXT)


def test_the_called_suit_is_the_trumps_or_in_nello_the_doubles() -> None:
    assert [suit_name(suit, 5) for suit in SUITS] == [*SUIT_NAMES, "trumps"]
    assert suit_name(CALLED_SUIT, NELLO) == "doubles"
