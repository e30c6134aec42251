"""Who wins a trick at the table, by the rule of the house (docs/tractor.md, Who wins)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import (
    Pile,
    Profile,
    TableTrick,
    Trump,
    judge_trick,
    phi,
    pile_of,
    winner_at_table,
)
from suitwise.tractor.rules.blocks import only_block, parts_of
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import as_profile
from tests.tractor.positions import Play, some_trick
from tests.tractor.situations import Case, answer, card, pile, situations, trump_of
from tests.tractor.table_tricks import (
    options_of,
    piles,
    renamed,
    slow_winner,
    some_profile,
    some_table_trick,
)


def ruling(*plays: str, trump: str = "S2", profile: str = "standard") -> TableTrick:
    """Rule on some plays."""
    return winner_at_table(trump, [pile_of(play) for play in plays], profile)


def winner(*plays: str, trump: str = "S2", profile: str = "standard") -> int:
    """Return the place 0..3 of the winner."""
    return ruling(*plays, trump=trump, profile=profile).winner


def by(over: str) -> str:
    """Return a house that compares throws in this way."""
    return f"standard(over={over})"


# --- Leads of one block ---------------------------------------------------------------------------


@pytest.mark.parametrize("over", ["largest", "honour", "every", "length", "top"])
def test_leads_of_one_block_are_won_alike_in_every_house(over: str) -> None:
    house = by(over)
    assert winner("H5", "C5", "D5", "S2", trump="S5", profile=house) == 0
    assert winner("HA", "S3", "H2", "S2", profile=house) == 3
    assert winner("HKHK", "HAHQ", "S3S4", "S3S3", profile=house) == 3
    assert winner("H3H3H4H4", "H5H5H6H6", "S3S3S4S4", "HAHAHQHQ", profile=house) == 2
    assert winner("H3H3H4H4", "SASAC2C2", "D2D2S2S2", "BJBJRJRJ", profile=house) == 3


@pytest.mark.parametrize("profile", ["standard", "jerryyyu", "judge"])
def test_a_reply_of_more_pairs_than_were_led_is_compared_by_its_best_cutting(profile: str) -> None:
    """Where ``jerryyyu``'s engine takes the lowest pair, S4S4, and the second hand wins."""
    plays = ("H7H8HTHQHQ", "S8S9STSTSA", "S4S4S7DJDJ")
    won = [winner(*plays[:n], trump="SJ", profile=profile) for n in (1, 2, 3)]
    assert won == [0, 1, 2]
    found = ruling(*plays, trump="SJ", profile=profile).why[2]
    assert found.startswith("DJDJ S7 S4 S4 is higher in its ")
    assert winner(plays[0], plays[2], plays[1], trump="SJ", profile=profile) == 1


def test_equals_do_not_beat() -> None:
    assert winner("HK", "D2", "C2", "H2") == 1
    assert winner("HKHK", "HAHA", "DADA", "CACA") == 1
    assert winner("C2C2", "D2D2", "S2S2", "H2H2", trump="O2") == 0


def test_rank_cards_and_jokers_are_no_tractor_where_the_house_says_so() -> None:
    plays = ("H3H3H4H4", "SASAC2C2", "SKSKSASA")
    assert winner(*plays) == 1
    assert winner(*plays, profile="standard(chain=suits)") == 2
    assert winner("BJBJRJRJ", "H3H4H5H6") == 0
    assert len(ruling("BJBJRJRJ", profile="standard(chain=suits)").lead) == 2


def test_three_equal_cards_serve_as_a_pair_and_a_single() -> None:
    assert winner("H3H3H4", "S5S5S5", "S6S6S7") == 2
    assert winner("H3H3H4", "S5S5S5", "S7S8S9") == 1


# --- Throws ---------------------------------------------------------------------------------------


def test_the_cutting_that_wins_is_found() -> None:
    assert winner("D8D8DJDQ", "C5C5CAS2", "S3S3C7C8", "C6C6C2C2", trump="C2") == 3


def test_the_largest_parts_are_compared_each_with_each() -> None:
    plays = ("C4C6", "S2S3", "S3S4", "S2BJ")  # 4 3 beats 3 2; a joker and a 2 do not
    assert winner(*plays, trump="SK") == 2
    assert winner(*plays, trump="SK", profile=by("every")) == 2
    assert winner(*plays, trump="SK", profile=by("honour")) == 3
    assert winner(*plays, trump="SK", profile=by("top")) == 3


def test_every_part_must_be_higher_only_where_the_house_says_so() -> None:
    plays = ("SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5")
    assert winner(*plays, trump="H2") == 2
    assert winner(*plays, trump="H2", profile=by("honour")) == 2
    assert winner(*plays, trump="H2", profile=by("every")) == 1
    assert winner(*plays, trump="H2", profile=by("top")) == 2
    assert winner("SASKSK", "HTH4H4", "H9H3H3", trump="H2", profile=by("top")) == 1


def test_the_cutting_that_took_the_trick_is_to_be_beaten_where_the_house_says_so() -> None:
    """Two tricks in which rbtying's engine names another winner than those that ask all cuttings."""
    tricks = {
        "C7": ("H9H9HQHK", "S7S7C5C5", "D7D7CJCQ", "CACABJBJ"),
        "S6": ("D2D7DQDQ", "S9S9H6H6", "SKSKBJBJ", "S6S6SJD6"),
    }
    houses = ("rbtying(against=all)", "rbtying")
    found = [[winner(*tricks[t], trump=t, profile=house) + 1 for t in tricks] for house in houses]
    assert found == [[2, 2], [4, 3]]


def test_a_play_takes_the_trick_with_its_higher_cards_in_the_smaller_parts() -> None:
    house = "standard(against=taken,over=every)"
    told = ruling("H9H9HQHK", "S3S3SASA", "S4S4SKSK", profile=house)
    assert told.why[1] == "S3S3 SA SA is higher in every part than H9H9 HK HQ"
    assert told.winner == 1
    lead, run = "H9H9HTHTHKHK", "S3S3S4S4S5S5"
    told = ruling(lead, run, "S4S4S5S5S6S6", profile=house)
    assert told.why[1] == "S4S4S3S3 S5S5 is higher in every part than HTHTH9H9 HKHK"
    assert told.why[2] == "S5S5S4S4 S6S6 is higher in every part than S4S4S3S3 S5S5"
    assert winner(lead, run, "S3S3S5S5S6S6", profile=house) == 1, "a pair of 3 is no higher than 5"
    told = ruling("H3H3H4H4H5H5H7H7H8H8", "S3S3S4S4S5S5S6S6S7S7", profile=house)
    assert told.why[1].startswith("S5S5S4S4S3S3 S7S7S6S6 is higher in every part"), "the shorter"


def test_by_length_the_first_part_that_is_not_equal_decides_and_single_cards_only_alone() -> None:
    house = by("length")
    assert winner("HAHK", "S4SA", "S5SA", "S3BJ", profile=house) == 3
    assert winner("HAHK", "S4SA", "S5SA", "S6SA", profile=house) == 3
    assert winner("HAHK", "S5SA", "S5SA", "S4SA", profile=house) == 1
    assert winner("HAHAHK", "S4S4S3", "C4C4C7", "S4S4BJ", profile=house) == 1
    lead = "HAHAHKHKHTHT"  # a tractor and a pair: the tractors are equal, the pair decides
    assert winner(lead, "S4S4S5S5S9S9", "S6S6S7S7S3S3", profile=house) == 2
    assert winner("D5D5D6D6D9D9", "S4S4S5S5S9S9", "S4S4S5S5SJSJ", profile=house) == 2
    assert winner("D5D5D6D6D9D9", "S4S4S5S5S9S9", "S4S4S5S5S9S9", profile=house) == 1


def test_a_pair_is_taken_apart_where_that_makes_a_part_higher() -> None:
    # Led a pair and two singles: 4 4 K K is 4 4 and K K taken apart, and beats 3 3 Q J part by part.
    plays = ("HAHAHKHQ", "S3S3SQSJ", "S4S4SKSK")
    assert winner(*plays, profile=by("every")) == 2


def test_two_tractors_are_each_compared() -> None:
    lead, low = "HAHAHKHKHJHJHTHT", "S3S3S4S4S8S8S9S9"
    assert winner(lead, low, "S4S4S5S5S9S9STST") == 2
    assert winner(lead, low, "S3S3S4S4STSTSJSJ") == 1
    assert winner(lead, low, "S3S3S4S4STSTSJSJ", profile=by("honour")) == 2


def test_a_reply_that_does_not_fit_the_shape_never_wins() -> None:
    assert winner("HAHAHK", "SASKSQ", "S3S3S4") == 2
    assert winner("HAHAHKHKHJ", "SASASQSQSJ", "S3S3S4S4S5") == 2
    assert winner("HAHK", "SADA", "S3S4") == 2


def test_the_largest_block_multiplies_the_kitty() -> None:
    assert [ruling(lead).largest for lead in ("HA", "HAHK", "HAHAHK", "HAHAHKHKHQHQHT")] == [
        1,
        1,
        2,
        6,
    ]


def test_a_trick_may_still_be_open() -> None:
    assert [winner(*("H3", "H5", "H4", "S3")[:plays]) for plays in range(1, 5)] == [0, 1, 1, 3]


# --- Why ------------------------------------------------------------------------------------------


def test_a_ruling_says_of_each_play_why_it_wins_or_not() -> None:
    assert ruling("HAHAHKHQ", "S3S3S9S9", "S5S6S7S8", "D3D4D5D6").why == (
        "HAHA HK HQ is led",
        "S3S3 S9 S9 is higher in its largest part than HAHA HK HQ",
        "the lead has 1 pair, the reply 0",
        "the reply is all diamonds, not all hearts or all trump",
    )
    assert ruling("H3H3H4H4", "S3S3S5S5", "S6S6S7S7", "S4S4S5S5").why == (
        "H4H4H3H3 is led",
        "the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: 1 + 1",
        "S7S7S6S6 is higher than H4H4H3H3",
        "S4S4S5S5 is not higher than S7S7S6S6",
    )


@pytest.mark.parametrize(
    ("over", "how"),
    [
        ("largest", "in its largest parts"),
        ("honour", "in its largest part"),
        ("every", "in every part"),
        ("length", "in the longest part that is not equal"),
        ("top", "in its top card"),
    ],
)
def test_the_reason_names_what_the_house_compares(over: str, how: str) -> None:
    told = ruling("HAHK", "S4S5", "S3S4", profile=by(over)).why
    assert told[1:] == (f"S5 S4 is higher {how} than HA HK", f"S3S4 is not higher {how} than S5 S4")


def test_a_chain_of_rank_cards_is_no_room_where_they_join_no_tractors() -> None:
    told = ruling("H3H3H4H4", "C2C2S2S2", profile="standard(chain=suits)").why
    assert told[1] == (
        "the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: none"
    )


# --- Against the slow definition, the judge, and what must not matter -----------------------------


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, tuple[Play, ...]]:
    """Draw a trump configuration and four plays."""
    rng = draw(st.randoms(use_true_random=False))
    return some_table_trick(rng)


@pytest.mark.exhaustive
def test_winners_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    # 30,000 random tricks under random houses; by default the first 300.
    count = 30_000 if exhaustive else 300
    rng = Random(7)
    won = [0] * 4
    for _ in range(count):
        trump, plays = some_table_trick(rng)
        profile = some_profile(rng)
        found = winner_at_table(trump, piles(plays), profile)
        slow = slow_winner(trump, plays, options_of(profile))
        assert found.winner == slow, (trump, plays, str(profile))
        won[slow] += 1
    assert min(won) > count / 12  # the sample is not all one player's


@pytest.mark.exhaustive
def test_the_judge_rules_as_the_house_of_that_name(exhaustive: bool) -> None:
    # 20,000 random tricks; by default the first 300.
    rng = Random(8)
    for _ in range(20_000 if exhaustive else 300):
        trump, plays = some_trick(rng)
        found = winner_at_table(trump, piles(plays), "judge")
        judged = judge_trick(trump, plays)
        assert found.winner == judged.winner, (trump, plays)
        assert [str(block) for block in found.lead] == [str(block) for block in judged.lead]


def test_of_a_lead_of_one_block_the_judge_and_the_standard_table_say_the_same_winner() -> None:
    rng, same = Random(31), 0
    for _ in range(300):
        trump, plays = some_trick(rng)
        judged = judge_trick(trump, plays)
        if len(judged.lead) == 1:
            assert winner_at_table(trump, piles(plays)).winner == judged.winner, (trump, plays)
            same += 1
    assert same > 30


@given(tricks(), st.randoms(use_true_random=False))
def test_the_names_of_the_suits_do_not_matter(
    trick: tuple[str, tuple[Play, ...]], rng: Random
) -> None:
    trump, plays = trick
    profile = some_profile(rng)
    other, moved = renamed(rng, trump, plays)
    found = winner_at_table(trump, piles(plays), profile)
    again = winner_at_table(other, piles(moved), profile)
    assert (again.winner, again.largest) == (found.winner, found.largest)


@given(tricks(), st.randoms(use_true_random=False))
def test_a_later_play_wins_or_changes_nothing(
    trick: tuple[str, tuple[Play, ...]], rng: Random
) -> None:
    trump, plays = trick
    profile = some_profile(rng)
    won = [winner_at_table(trump, piles(plays[:n]), profile).winner for n in range(1, 5)]
    assert all(after in (before, n) for n, (before, after) in enumerate(pairwise(won), 1))


@given(tricks(), st.randoms(use_true_random=False))
def test_every_reason_agrees_with_the_ruling(
    trick: tuple[str, tuple[Play, ...]], rng: Random
) -> None:
    trump, plays = trick
    found = winner_at_table(trump, piles(plays), some_profile(rng))
    led, *others = found.why
    taking = [place for place, told in enumerate(others, 1) if " is higher" in told]
    assert led.endswith(" is led")
    assert found.winner == (taking[-1] if taking else 0)
    for place, told in enumerate(others, 1):
        if place in taking:
            cut = told.partition(" is higher")[0].split()
            assert pile_of("".join(cut)) == pile_of(plays[place])
            assert [len(block) // 2 for block in cut] == [block.size for block in found.lead]
            assert all(is_block(block, found) for block in cut)


def is_block(text: str, found: TableTrick) -> bool:
    """Tell whether cards are one block."""
    block, trump = pile_of(text), found.trump
    main, cr = trump.main_index, trump.rank_index
    chain = found.profile.chain_mask(main)
    return only_block(block.once, block.twice, led_partition(block, trump), main, cr, chain) >= 0


@pytest.mark.parametrize("over", ["largest", "honour", "every", "length", "top"])
def test_the_longest_throws_are_ruled_at_once(over: str) -> None:
    # Six tractors of two pairs against 12 pairs in a row: no way to lay them is tried twice.
    lead = "C2C2S2S2 BJBJRJRJ S3S3S4S4 S6S6S7S7 S9S9STST SQSQSKSK S5"
    reply = "S3S3S4S4S5S5S6S6S7S7S8S8S9S9STSTSJSJSQSQSKSKSASAC2"
    assert winner(lead, reply, reply, reply, profile=by(over)) == 0


@given(tricks(), st.sampled_from(["largest", "honour", "every", "length", "top"]))
def test_who_beats_all_cuttings_of_a_play_beats_the_one_that_took(
    given_trick: tuple[str, tuple[Play, ...]], over: str
) -> None:
    """Of three plays; and the first reply takes the trick from the lead alike, which has one cutting."""
    trump, plays = given_trick
    houses = [Profile(over=over, against=against) for against in ("all", "taken")]
    for count in (2, 3):
        hard, easy = (
            winner_at_table(trump, piles(plays[:count]), house).winner for house in houses
        )
        assert hard == easy or (count == 3 and hard < easy == 2)


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        ([], "a trick has one to eight plays, not 0"),
        (["HA"] * 9, "a trick has one to eight plays, not 9"),
        (["HA", "H3", "H4H5"], "play 3, H4H5, has 2 cards, the lead 1"),
        (["HAD3", "H3H3"], "HAD3 is of several partitions under trump S2: what is led is of one"),
        (["", ""], "a lead has at least one card"),
        (["S2S3S4S5S6S7S8S9STSJSQSKSABJ" * 2], "a hand has at most 25 cards, not 28"),
    ],
)
def test_what_is_no_trick_is_refused(plays: list[str], reason: str) -> None:
    with pytest.raises(IllegalPosition) as fault:
        ruling(*plays)
    assert str(fault.value) == reason


# --- Published situations -------------------------------------------------------------------------


@situations("trick")
def test_a_published_trick(case: Case) -> None:
    right = answer(case)
    if "winner" in right:
        found = winner_at_table(trump_of(case), [pile(play) for play in case["plays"]])
        assert found.winner + 1 == right["winner"]
        assert found.largest == right.get("largest_unit", found.largest)


def cut(cards: Pile, trump: str, profile: str = "standard") -> list[Pile]:
    """Return the parts of a lead."""
    whole = Trump.parse(trump)
    house: Profile = as_profile(profile)
    parts = parts_of(cards, whole, house.chain_mask(whole.main_index))
    return [pile_of(part.cards) for part in parts]


@situations("units")
def test_published_parts(case: Case) -> None:
    right = [sorted(map(str, map(pile, whole))) for whole in answer(case)["decompositions"]]
    assert sorted(map(str, cut(pile(case["cards"]), trump_of(case)))) in right


@situations("adjacent_above")
def test_published_neighbours(case: Case) -> None:
    if case["trump"]["rank"] is None:  # that engine's level after A, which we do not have
        with pytest.raises(NotationError):
            Trump.parse(trump_of(case))
        return
    trump, below, right = trump_of(case), card(case["card"]), answer(case)
    above = right["exact"] if "exact" in right else right["contains"]
    for text in above:
        assert phi(card(text), trump) == phi(below, trump) + 1
        assert len(cut(pile([case["card"], text] * 2), trump)) == 1
    assert above or phi(below, trump) in (12, 16, 28)
