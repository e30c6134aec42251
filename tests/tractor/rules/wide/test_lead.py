"""Leads of any width as people ask about them: refusals, throws at large tables, bombs, named parts."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor.rules.deck import Trump, pile_of
from suitwise.tractor.rules.duty import duty_of
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import (
    throw_of,
)
from suitwise.tractor.rules.wide.lead import WideDuty, WideLead
from suitwise.tractor.rules.winning import (
    winner_at_table,
)

S2 = Trump("S", "2")


def why(lead: str, hand: str, play: str, **switches: object) -> str | None:
    """Return why a play out of a hand does not follow, with four packs."""
    profile = Profile(**switches)  # type: ignore[arg-type]
    return duty_of(S2, lead, hand, profile, packs=4).why_not(play)


@pytest.mark.parametrize(
    ("lead", "hand", "plays"),
    [
        ("H3H3", "H7H7H7H9", ["H7H7"]),
        ("H3H3H3", "H7H7H9HT", ["H7H7H9", "H7H7HT"]),
        ("H3H3H3H3", "H7H7H7H9HT", ["H7H7H7H9", "H7H7H7HT"]),
        ("H3H3H3H3", "H7H7H8H8HTHJ", ["H7H7H8H8"]),
        ("H3H3H3H4H4H4", "H7H7H8H8H9H9HTHT", ["H7H7H8H8HTHT", "H7H7H8H8H9H9", "H7H7H9H9HTHT"]),
        ("H3H3H4H4", "H6H6H6H6H9HT", ["H6H6H6H6"]),
        ("H3H3H4H4", "H7H7H7H8H8H8HT", ["H7H7H8H8"]),
        ("H3H3+H5H5", "H7H7H7H7HT", ["H7H7H7H7"]),
    ],
)
def test_the_table_of_what_is_owed(lead: str, hand: str, plays: list[str]) -> None:
    duty = WideDuty(WideLead.of(lead, S2), pile_of(hand))
    owed = {pile_of(play) for play in plays}
    assert owed <= set(duty.plays)
    if lead != "H3H3H3H4H4H4":
        assert owed == set(duty.plays)


def test_a_refusal_names_what_is_owed_and_given_and_a_play_that_would_do() -> None:
    assert why("H3H3H3", "H7H7H7H8", "H7H7H8") == (
        "follow blocks: a triple is owed, the play gives a pair; H7H7H7 would do"
    )
    assert why("H3H3H3+H9H9", "H7H7H7H8H8HT", "H7H7H8H8HT") == (
        "follow blocks: a triple and a pair are owed, the play gives 2 pairs; H7H7H7H8H8 would do"
    )
    assert why("H3H3H3H4H4H4", "H6H6H6H7H7H7H9", "H6H6H6H7H7H9") is not None
    assert why("H3H3H3", "H7H7H7H8", "H7H7H8", duty="suit") is None


def test_selections_of_a_table_where_cards_are_clicked_one_by_one() -> None:
    duty = duty_of(S2, "H3H3H3", "H7H7H7H8H8H8H9HTS4", packs=3)
    assert isinstance(duty, WideDuty)
    assert str(duty.open("")) == "H7H7H7H8H8H8"
    assert str(duty.open("H8")) == "H8H8"
    assert not duty.meets("H9")
    assert not duty.meets("S4")
    assert not duty.open("H9").once


def test_a_throw_at_a_table_of_six_tells_who_beats_a_part() -> None:
    hands = ["HQHK", "H3H4", "H3H3", "H5H6", "H5H6", "HAHA"]
    assert str(throw_of("S2", hands, "HQHK", packs=3)) == (
        "it fails: the seat 5 after the leader beats HQ, and HQ is led"
    )
    with pytest.raises(IllegalPosition, match="against 3 to 7 hands, not 8"):
        throw_of("S2", [*hands, "", "", ""], "HQHK", packs=3)


def test_of_equal_parts_of_rank_cards_the_leader_chooses() -> None:
    hands = ["C2C2D2D2", "RJRJ", "", ""]
    throw = throw_of("H2", hands, "C2C2D2D2", packs=3)
    assert sorted(map(str, throw.forced)) == ["C2C2", "D2D2"]


def test_a_bomb_wins_and_a_higher_one_beats_it() -> None:
    plays = ["HAHAHKHK", "C3C3C3C3", "D4D4D4D4", "S3S3S4S4"]
    ruling = winner_at_table("S2", plays, Profile(bombs="free"), packs=4)
    assert ruling.winner == 2
    assert [str(reason) for reason in ruling.why[1:]] == [
        "C3C3C3C3 is a bomb and beats HAHAHKHK",
        "D4D4D4D4 is a bomb and beats C3C3C3C3",
        "S3S3S4S4 does not beat the bomb D4D4D4D4",
    ]
    assert winner_at_table("S2", plays, packs=4).winner == 3


def test_a_triple_is_beaten_by_a_triple_and_four_equal_cards_are_no_tractor() -> None:
    assert winner_at_table("S2", ["HKHKHK", "HAHAHA", "S3S3S3", "SASAS4"], packs=3).winner == 2
    assert winner_at_table("S2", ["HQHQHKHK", "HAHAHAHA", "S3S3S3S3"], packs=4).winner == 0


def test_why_a_reply_of_the_right_suit_does_not_win() -> None:
    plays = ["HAHAHA", "S3S3S4", "HKHKHK", "C3C3C3"]
    assert [str(reason) for reason in winner_at_table("S2", plays, packs=3).why[1:]] == [
        "S3S3S4 can't be cut into blocks like the lead's",
        "HKHKHK is not higher than HAHAHA",
        "the reply is all clubs, not all hearts or all trump",
    ]


@pytest.mark.parametrize("house", ["judge", "jerryyyu", "duan", "standard(duty=pairs)"])
def test_houses_for_four_with_two_packs_rule_at_no_other_table(house: str) -> None:
    with pytest.raises(NotationError, match=r"is a house for four with two packs$"):
        duty_of(S2, "H3H3", "H7H7H8", house, packs=3)
    with pytest.raises(NotationError, match=r"is a house for four with two packs$"):
        winner_at_table(S2, ["H3H3", "H7H7"], house, packs=3)
    with pytest.raises(NotationError, match=r"is a house for four with two packs$"):
        throw_of(S2, ["H3H4", "", "", ""], "H3H4", house, packs=3)


def test_switches_of_other_tables_are_refused_with_two_packs() -> None:
    with pytest.raises(NotationError, match=r"^tractor_width=3 is a rule of tables with other"):
        duty_of(S2, "H3H3", "H7H7H8", "standard(tractor_width=3)")
    with pytest.raises(NotationError, match=r"^bombs=free is a rule of tables with other"):
        winner_at_table(S2, ["H3H3", "H7H7"], "standard(bombs=free)")
