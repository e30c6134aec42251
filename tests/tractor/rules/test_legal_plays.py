"""All plays that follow a lead: their number, their list, their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import format_cards, full_deck, parse_cards
from suitwise.tractor import Profile, duty_of, pile_of
from suitwise.tractor.rules.deck import as_trump
from suitwise.tractor.rules.pairs.legal_plays import choices, number_of_choices, parts_by_suit
from tests.bounded import bounded
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import Follow, some_follow, some_follows, texts

FREE = Profile(duty="none")


def listed(lead: str, hand: str, trump: str = "S2") -> list[str]:
    return [str(play) for play in duty_of(trump, lead, hand).plays]


# --- Worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "parts"),
    [
        ("S2", "H3 D3 C3 S3RJ"),
        ("H2", "S3 D3 C3 H3RJ"),
        ("D2", "S3 H3 C3 D3RJ"),
        ("C2", "S3 H3 D3 C3RJ"),
        ("O2", "S3 H3 D3 C3 RJ"),
    ],
)
def test_a_lead_is_of_one_of_the_plain_suits_or_of_the_trumps(trump: str, parts: str) -> None:
    found = parts_by_suit(pile_of("S3H3D3C3RJ"), as_trump(trump))
    assert " ".join(map(str, found)) == parts


def test_a_void_hand_plays_anything() -> None:
    assert listed("S3", "C2H5D9C2", "H2") == ["H5", "D9", "C2"]
    assert listed("S3S4", "H5D9C3C3", "H2") == ["H5D9", "H5C3", "D9C3", "C3C3"]


def test_a_short_suit_goes_whole_and_the_rest_is_free() -> None:
    assert listed("H3H3H4H4", "H6HJHJC5C5S3") == ["S3H6HJHJ", "H6HJHJC5"]


def test_the_tractor_owed_may_be_taken_anywhere_out_of_a_longer_one() -> None:
    assert listed("H3H3H4H4", "H6H6H7H7H8H8HJ") == ["H6H6H7H7", "H7H7H8H8"]


def test_what_is_left_beside_the_owed_cards_is_any_card_of_the_suit() -> None:
    assert listed("H3H3H4", "H6H6H8HJ") == ["H6H6H8", "H6H6HJ"]
    assert listed("H3H3H4H9", "H6H6H8H8HJ") == ["H6H6H8H8", "H6H6H8HJ", "H6H8H8HJ"]


def test_rank_cards_of_one_level_link_one_at_a_time() -> None:
    # The tractors of two pairs: A–C2, A–D2, C2–S2, D2–S2.
    assert len(listed("S3S3S4S4", "SASAC2C2D2D2S2S2SK")) == 4
    # Two at once, by the two pairs of rank cards; or all four pairs in a row of three and one more.
    assert listed("S3S3S4S4S6S6S7S7", "SASAC2C2D2D2S2S2SK") == ["S2S2SASAD2D2C2C2"]


def test_the_list_is_a_sequence() -> None:
    plays = duty_of("S2", "HAHK", "H3H3H4H5").plays
    every = list(plays)
    assert [plays[place] for place in range(len(plays))] == every
    assert [*plays[1:3], plays[-1]] == [*every[1:3], every[-1]]
    assert list(reversed(plays)) == every[::-1]
    assert [pile_of(text) in plays for text in ("H3H4", "H3H6", "H3")] == [True, False, False]
    with pytest.raises(IndexError):
        plays[len(every)]


# --- Against the slow definition ------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_plays_and_their_number_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    # 20,000 leads and hands under --exhaustive, with up to 14 cards of the led partition.
    rng = Random(20)
    for _ in range(20_000 if exhaustive else 250):
        follow = some_follow(rng)
        duty = follow.duty
        found = list(duty.plays)
        assert sorted(map(texts, found)) == sorted(oracle.legal_plays(*follow.asked)), follow
        assert duty.n_legal == len(duty.plays) == len(found), follow


def test_the_positions_tried_are_rich() -> None:
    owed = Counter(follow.duty.profile_owed for follow in some_follows(300))
    assert sum(number for lengths, number in owed.items() if lengths[:1] >= (2,)) > 50
    assert sum(number for lengths, number in owed.items() if lengths[1:2] >= (2,)) > 2
    assert any(
        _rank_pairs(follow) > 1 and follow.duty.owed_tractors for follow in some_follows(300)
    )


def _rank_pairs(follow: Follow) -> int:
    held = Counter(card for card in follow.hand if card.rank == follow.trump[1])
    return sum(copies > 1 for copies in held.values())


# --- The list agrees with itself ------------------------------------------------------------------

positions = st.integers(0, 2**32).map(lambda seed: some_follow(Random(seed), most=11))


@given(positions)
def test_every_play_is_at_its_place_once(follow: Follow) -> None:
    plays = follow.duty.plays
    every = list(plays)
    assert len(set(every)) == len(every) == len(plays)
    for place in {0, len(every) // 3, len(every) // 2, len(every) - 1} - {-1}:
        assert plays[place] == every[place]


@given(positions)
def test_what_is_listed_is_what_is_legal(follow: Follow) -> None:
    duty = follow.duty
    every = set(duty.plays)
    if number_of_choices(duty.hand, duty.size) <= 500:
        assert {play for play in choices(duty.hand, duty.size) if play in duty.plays} == every
    assert all(play in duty.plays for play in list(every)[:50])


@given(positions)
def test_the_more_a_house_asks_the_fewer_plays_there_are(follow: Follow) -> None:
    numbers = [
        replace(follow.duty, profile=Profile(duty=duty)).n_legal
        for duty in ("best", "pairs", "suit", "none")
    ]
    assert numbers == sorted(numbers)


# --- Large hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand"), [((2, 2), (7,)), ((3, 2), (9,)), ((2, 2), (5, 3)), ((3,), (11,))]
)
def test_a_hand_of_many_pairs_is_counted_as_the_subsets_of_its_pairs(
    lead: tuple[int, ...], hand: tuple[int, ...]
) -> None:
    held = pile_of(runs(*hand))
    led = runs(*lead, start=sum(hand) + len(hand) - 1)
    duty = duty_of("S2", led, held)
    wanted = sum(1 for play in choices(held, pile_of(led).size) if duty.why_not(play) is None)
    assert duty.n_legal == wanted == sum(1 for _ in duty.plays)


def runs(*lengths: int, start: int = 0) -> str:
    """Return runs of pairs of trumps, the lowest first, a gap between them."""
    steps, text = parse_cards("S3S4S5S6S7S8S9STSJSQSKSAH2S2BJRJ"), ""
    for length in lengths:
        text += format_cards(card for card in steps[start : start + length] for _ in range(2))
        start += length + 1
    return text


def test_millions_of_plays_are_counted_and_found_at_once() -> None:
    hand = pile_of(full_deck()[1:26])
    plays = duty_of("C2", "D3D4D5D6D7D8D9DTDJDQDKDA", hand, FREE).plays
    assert len(plays) == number_of_choices(hand, 12) == 5_200_300
    with bounded():
        assert plays[5_200_299] in plays
        assert plays[2_600_000].size == 12
        assert len(list(islice(plays, 100))) == 100
