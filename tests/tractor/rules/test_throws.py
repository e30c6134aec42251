"""Throws held against the other hands (docs/tractor.md, Leading)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from suitwise.cards import CardsLike, full_deck
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import (
    Profile,
    Throw,
    Trump,
    duty_of,
    is_safe,
    pile_of,
    throw_of,
)
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.throws import (
    beats,
    forced_order,
)
from tests.tractor.follows import texts
from tests.tractor.positions import Play
from tests.tractor.situations import Case, answer, card, pile, situations, trump_of
from tests.tractor.table_tricks import (
    options_of,
    piles,
    renamed,
    slow_throw,
    some_profile,
    some_throw,
    some_throw_of_high_singles,
)


def throw(
    lead: str, *others: str, trump: str = "S2", profile: str = "standard", packs: int = 2
) -> Throw:
    """Hold a lead of all the leader's cards against some hands."""
    hands = [pile_of(hand) for hand in (lead, *others)] + [EMPTY] * (3 - len(others))
    return throw_of(trump, hands, hands[0], profile, packs=packs)


def forced(lead: str, *others: str, **more: Any) -> list[str]:
    """Return what may be led of a throw that fails; nothing if it stands."""
    return [str(part) for part in throw(lead, *others, **more).forced]


@pytest.mark.parametrize(
    ("hands", "packs", "reason"),
    [
        (["HAHK", "HA", "HA", ""], 2, "HA appears 3 times, but 2 packs hold 2"),
        (["HAHK", "HAHA", "HA", ""], 3, "HA appears 4 times, but 3 packs hold 3"),
        (["HAHK", full_deck()[:26], "", ""], 2, "a hand has at most 25 cards, not 26"),
    ],
)
def test_a_throw_is_not_held_against_hands_that_no_packs_hold(
    hands: list[CardsLike], packs: int, reason: str
) -> None:
    with pytest.raises(IllegalPosition, match=f"^{reason}$"):
        throw_of("S2", hands, "HAHK", packs=packs)


# --- What beats a part ----------------------------------------------------------------------------


def test_a_lead_of_one_block_stands_whatever_the_others_hold() -> None:
    for lead in ("H3", "H3H3", "H3H3H4H4", "SASAC2C2S2S2"):
        assert throw(lead, "HAHAHKHKHQHQ", "RJRJBJBJ").stands


def test_a_throw_of_the_highest_cards_stands() -> None:
    assert throw("HAHAHK", "H3H4H5", "HKHQ", "RJRJBJ").stands


def test_the_partner_stops_a_throw_too() -> None:
    found = throw("HQHK", "H3H4", "HAHA", "H5H6")
    assert (found.stands, [str(part) for part in found.forced], found.by) == (False, ["HQ"], 2)
    assert str(found) == "it fails: the partner beats HQ, and HQ is led"


@pytest.mark.parametrize(
    ("lead", "held", "is_beaten"),
    [
        ("HQ", "HQ", False),
        ("HQ", "HK", True),
        ("HQHQ", "HQHQ", False),
        ("HQHQ", "HKHK", True),
        ("HQHQHKHK", "HQHQHKHK", False),
        ("HQHQHKHK", "HKHKHAHA", True),
        ("H2", "D2", False),
        ("H2", "S2", True),
    ],
)
def test_a_block_like_a_part_beats_it_where_it_is_higher_and_not_where_it_is_the_same(
    lead: str, held: str, is_beaten: bool
) -> None:
    """The level cards of two plain suits are the same."""
    trump, chain = Trump("S", "2"), -1
    (part,) = parts_of(pile_of(lead), trump, chain)
    partition = led_partition(pile_of(lead), trump)
    assert beats(pile_of(held), part, partition, trump, chain) == is_beaten


def test_a_trump_beats_no_part_of_a_plain_throw() -> None:
    assert throw("HAHAHK", "RJRJBJBJ", "S2S2SASA").stands


def test_a_single_may_come_out_of_a_pair_and_a_block_out_of_a_longer_one() -> None:
    assert forced("HJHJHQ", "HKHK") == ["HQ"]
    assert forced("H3H3H4H4HAHA", "H5H5H6H6H7H7") == ["H3H3H4H4"]


def test_a_pair_does_not_beat_a_tractor_nor_two_singles_a_pair() -> None:
    assert forced("HKHKHQHQHJ", "HAHA") == ["HJ"]
    assert throw("HQHQHA", "HKHJ", "HKHT").stands
    assert throw("HQHQHJHJHA", "HKHK", "HT").stands


def test_the_cards_of_two_seats_are_never_put_together() -> None:
    assert throw("HJHJHTHTHA", "HKHK", "HQHQ").stands
    assert not throw("HJHJHTHTHA", "HKHKHQHQ").stands


def test_equal_cards_do_not_beat() -> None:
    assert throw("HKHA", "HAHK").stands is False  # the ace beats the king
    assert throw("HAHKHK", "HA").stands
    assert throw("D2C2S2", "H2H2").stands
    assert throw("RJBJ", "RJ", "BJ").stands is False


def test_rank_cards_and_jokers_join_tractors_where_the_house_says_so() -> None:
    lead, other = "SKSKSASARJ", "C2C2S2S2"
    assert forced(lead, other) == ["SKSKSASA"]
    assert throw(lead, other, profile="standard(chain=suits)").stands


# --- What is forced -------------------------------------------------------------------------------


def test_of_the_parts_that_are_beaten_the_fewest_cards_are_forced_then_the_lowest() -> None:
    assert forced("H3H3H5", "HAHA") == ["H5"]
    assert forced("H3H3H5H5HA", "HKHK") == ["H3H3"]
    assert forced("H7H5H3", "H4", "H6", "H8") == ["H3"]
    assert throw("H7H5H3", "H4", "H6", "H8").by == 1


def test_by_option_the_lowest_part_is_forced_though_nobody_beats_it() -> None:
    lead, other = "HAHQHQ", "HKHK"
    assert forced(lead, other) == ["HQHQ"]
    found = throw(lead, other, profile="standard(forced=lowest)")
    assert ([str(part) for part in found.forced], found.by) == (["HA"], 0)
    assert str(found) == "it fails: the next seat beats HQHQ, and HA is led"


def test_by_option_the_first_seat_that_beats_a_part_decides_and_its_smallest_is_forced() -> None:
    """The position in which rbtying's engine leads another part than those that ask all seats."""
    lead, seats = "D3D3DK", ("D2D8DQ", "D2D7D7DJDJ", "D4D5DA")
    assert forced(lead, *seats, trump="S4") == ["DK"]
    assert forced(lead, *seats, trump="S4", profile="rbtying") == ["D3D3"]
    assert throw(lead, *seats, trump="S4", profile="rbtying").by == 2
    assert forced(lead, "D2D8DQ", "D4D5DA", "D7D7", trump="S4", profile="rbtying") == ["DK"]
    assert forced(lead, "DAD5D7D7", "DA", trump="S4", profile="rbtying") == ["DK"]


def test_by_option_the_largest_part_that_is_beaten_is_forced() -> None:
    """The throws of the tests of Duan Xiugang's server, ranks 2 to A written there as 0 to 12."""
    duan = {"profile": "duan", "trump": "S2"}
    assert forced("H6H6H7H7HA", "H9H9HTHT", **duan) == ["H6H6H7H7"]
    assert forced("HAH9H9", "HTHT", **duan) == ["H9H9"]
    assert forced("HKHQHQ", "HTHTHA", **duan) == ["HK"]
    assert forced("HAHKHQ", "HK", **duan) == ["HQ"]
    assert forced("H3H3H5H5HQ", "HAHKHK", **duan) == ["H3H3"]
    assert forced("H3H3H5H5HQ", "HAHKHK", profile="standard") == ["HQ"]


def test_the_size_of_the_parts_decides_what_is_forced_before_their_height() -> None:
    for lead, smallest, largest in (
        ("H3H5H9H9", "H3 H5 H9H9", "H9H9 H3 H5"),
        ("H3H3H5H9", "H5 H9 H3H3", "H3H3 H5 H9"),
    ):
        parts = parts_of(pile_of(lead), Trump("S", "2"), -1)
        by_house = {"beaten": smallest, "first": smallest, "largest": largest, "lowest": smallest}
        for forced, order in by_house.items():
            assert " ".join(map(str, forced_order(parts, Profile(forced=forced)))) == order


def test_by_option_no_throw_fails() -> None:
    assert throw("H3H4", "HAHA", profile="standard(forced=never)").stands
    assert throw("H3H4", "HAHA", profile="judge").stands


def test_the_leader_chooses_among_rank_cards_of_one_height() -> None:
    assert forced("H2D2", "S2") == ["H2", "D2"]
    assert forced("H2H2D2D2", "S2S2") == ["H2H2", "D2D2"]
    assert forced("SASAH2H2C2C2RJ", "S2S2BJBJ") == ["H2H2", "C2C2"]
    assert forced("H2H2D2D2", "BJBJ", trump="O2") == ["H2H2", "D2D2"]


def test_a_failed_throw_costs_what_the_house_says() -> None:
    assert throw("HQHK", "HA").penalty == 0
    assert throw("HQHK", "HA", profile="standard(penalty=10)").penalty == 10
    assert throw("HQHA", "HK", profile="standard(penalty=10)").penalty == 10
    assert throw("HAHK", "HQ", profile="standard(penalty=10)").penalty == 0


@pytest.mark.parametrize("lead", ["HKHKHK", "HKHKHKHA", "H2H2H2D2"])
def test_two_packs_hold_no_three_equal_cards_to_lead(lead: str) -> None:
    with pytest.raises(IllegalPosition, match=f"^{lead[:2]} appears 3 times, but 2 packs hold 2$"):
        throw(lead, "HQHQ")
    with pytest.raises(IllegalPosition, match=f"^{lead[:2]} appears 3 times, but 2 packs hold 2$"):
        duty_of("S2", lead, "H5H6H7H8")


def test_a_throw_with_a_triple_is_safe_if_no_seat_can_beat_a_part() -> None:
    assert is_safe("S2", "HKHKHK", ["HAHAHA"])
    assert is_safe("S2", "HKHKHKHJHJ", ["HAHT"])
    assert not is_safe("S2", "HKHKHKHJHJ", ["HAHA"])


def test_with_three_packs_a_triple_is_one_block_and_a_pair_may_come_out_of_it() -> None:
    assert throw("HKHKHK", "HAHAHA", packs=3).stands
    assert forced("HKHKHKH9H9", "HAHA", packs=3) == ["H9H9"]
    assert forced("HKHKHKHA", "HAHA", packs=3) == []
    assert forced("HKHKHKHJ", "HAHAHA", packs=3) == ["HJ"]
    assert forced("HKHKHQ", "HAHAHA", packs=3) == ["HQ"]
    assert forced("HKHKHA", "HAHAC3", packs=3) == ["HKHK"]


# --- What is certain ------------------------------------------------------------------------------


def test_a_throw_is_safe_if_no_unseen_card_beats_a_part() -> None:
    unseen = pile_of("HQHQHJHJ S3")
    assert is_safe("S2", pile_of("HAHAHK"), [unseen])
    assert not is_safe("S2", pile_of("HAHAHT"), [unseen])
    assert not is_safe("S2", pile_of("HAHAHTHT"), [unseen])
    assert is_safe("S2", pile_of("HT"), [unseen])


def test_what_is_known_of_each_seat_makes_more_throws_safe() -> None:
    lead = pile_of("HTHTH9H9HA")
    assert not is_safe("S2", lead, [pile_of("HKHKHQHQ")])
    assert is_safe("S2", lead, [pile_of("HKHK"), pile_of("HQHQ"), EMPTY])


@st.composite
def throws(draw: st.DrawFn) -> tuple[str, tuple[Play, ...], Play]:
    """Draw a trump configuration, four hands and a lead."""
    rng = draw(st.randoms(use_true_random=False))
    return some_throw(rng)


@given(throws(), st.randoms(use_true_random=False))
def test_a_safe_throw_stands_however_the_unseen_cards_lie(
    given_throw: tuple[str, tuple[Play, ...], Play], rng: Random
) -> None:
    trump, hands, lead = given_throw
    profile, unseen = some_profile(rng), [card for hand in hands[1:] for card in hand]
    known = is_safe(trump, pile_of(lead), [pile_of(unseen)], profile)
    rng.shuffle(unseen)
    dealt = [pile_of(hands[0]), *(pile_of(unseen[seat::3]) for seat in range(3))]
    stands = throw_of(trump, dealt, pile_of(lead), profile).stands
    assert stands or not known
    assert stands == is_safe(trump, pile_of(lead), dealt[1:], profile)


# --- Against the slow definition, and what must not matter ----------------------------------------


def outcome(found: Throw) -> tuple[bool, int, int, list[int]]:
    """Return what no renaming may change."""
    return found.stands, found.by, found.penalty, [part.size for part in found.forced]


@pytest.mark.exhaustive
def test_throws_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    # 30,000 random throws under random houses; by default the first 150.
    rng = Random(6)
    stood, count = 0, 30_000 if exhaustive else 150
    for _ in range(count):
        trump, hands, lead = some_throw(rng)
        profile = some_profile(rng)
        found = throw_of(trump, piles(hands), pile_of(lead), profile)
        slow = slow_throw(trump, hands, lead, options_of(profile))
        told = (trump, hands, lead, str(profile))
        assert (found.stands, found.penalty) == (slow.stands, slow.penalty), told
        assert found.by == max(slow.forced_by - 1, 0), told
        assert {texts(part) for part in found.forced} == set(map(texts_of, slow.forced)), told
        stood += found.stands
    assert 0.3 < stood / count < 0.7


def test_whose_beaten_part_is_forced_is_as_the_slow_definition_has_it() -> None:
    """300 throws whose large parts are low and whose small parts are high, in the houses that differ."""
    rng, houses = Random(7), ("beaten", "first", "largest", "lowest")
    seen = set()
    for _ in range(300):
        trump, hands, lead = some_throw_of_high_singles(rng)
        answers = []
        for forced in houses:
            profile = Profile(forced=forced)
            found = throw_of(trump, piles(hands), pile_of(lead), profile)
            slow = slow_throw(trump, hands, lead, options_of(profile))
            assert (found.stands, found.by) == (slow.stands, max(slow.forced_by - 1, 0))
            assert {texts(part) for part in found.forced} == set(map(texts_of, slow.forced))
            answers.append(found.forced)
        seen |= {
            (a, b)
            for a in houses
            for b in houses
            if answers[houses.index(a)] != answers[houses.index(b)]
        }
    assert len(seen) == 12, "no two houses are always the same"


def texts_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards))


@given(throws(), st.randoms(use_true_random=False))
def test_the_names_of_the_suits_do_not_matter(
    given_throw: tuple[str, tuple[Play, ...], Play], rng: Random
) -> None:
    trump, hands, lead = given_throw
    profile = some_profile(rng)
    found = throw_of(trump, piles(hands), pile_of(lead), profile)
    other, moved = renamed(rng, trump, (*hands, lead))
    again = throw_of(other, piles(moved[:4]), pile_of(moved[4]), profile)
    assert outcome(again) == outcome(found)


@given(throws(), st.randoms(use_true_random=False))
def test_the_seats_of_the_other_three_do_not_matter_where_all_are_asked(
    given_throw: tuple[str, tuple[Play, ...], Play], rng: Random
) -> None:
    trump, hands, lead = given_throw
    profile, seats = some_profile(rng), rng.sample((1, 2, 3), 3)
    assume(profile.forced != "first")
    found = throw_of(trump, piles(hands), pile_of(lead), profile)
    moved = piles([hands[0], *(hands[seat] for seat in seats)])
    again = throw_of(trump, moved, pile_of(lead), profile)
    assert (again.stands, again.forced) == (found.stands, found.forced)
    beaten = [(part, {seats[at - 1] for at in by}) for part, by in again.beaten]
    assert beaten == [(part, set(by)) for part, by in found.beaten]


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "lead", "reason"),
    [
        (["HAD3", "", "", ""], "HAD3", "HAD3 is of several partitions under trump S2: what is led"),
        (["HAS3", "", "", ""], "HAS3", "S3HA is of several partitions"),
        (["HA", "", "", ""], "HAHA", "the leader does not hold HAHA"),
        (["HA", "", "", ""], "", "a lead has at least one card"),
        (["HA", "", ""], "HA", "a throw is held against three hands, not 2"),
    ],
)
def test_what_can_not_be_led_is_refused(hands: list[str], lead: str, reason: str) -> None:
    with pytest.raises(IllegalPosition) as fault:
        throw_of("S2", [pile_of(hand) for hand in hands], pile_of(lead))
    assert str(fault.value).startswith(reason)


def test_what_is_no_trump_or_no_house_is_refused() -> None:
    hands = [pile_of("HA"), EMPTY, EMPTY, EMPTY]
    with pytest.raises(NotationError):
        throw_of("Z2", hands, hands[0])
    with pytest.raises(NotationError):
        throw_of("S2", hands, hands[0], "whist")


# --- Published situations -------------------------------------------------------------------------


@situations("trick")
def test_a_published_throw(case: Case) -> None:
    hands, right = [pile(hand) for hand in case["hands"]], answer(case)
    found = throw_of(trump_of(case), hands, pile(case["plays"][0]))
    assert found.stands is (right.get("forced") is None)
    if right.get("forced"):
        assert pile_of([card(text) for text in right["forced"]]) in found.forced
        assert found.by + 1 == right["forced_by"]


@situations("lead")
def test_a_published_lead(case: Case) -> None:
    assert not answer(case)["legal"]
    with pytest.raises(IllegalPosition):
        led_partition(pile(case["lead"]), Trump.parse(trump_of(case)))
