"""The switches of a house: their text, their bounds, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import RANKS, Card, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.game import CHANCE
from suitwise.seeds import SeededSource
from suitwise.tractor import Bid, Profile, Throw, Trump, duty_of, pile_of, throw_of, winner_at_table
from suitwise.tractor.game import Tractor
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.rules.levels import (
    NOBODY,
    good_bids,
    kitty_bonus,
    landlord_after,
    named_by_kitty,
    outcome_of,
)
from suitwise.tractor.rules.profile import (
    BOUNDS,
    NAMED,
    OPTIONS,
    STANDARD,
    as_profile,
    words_of_two_packs,
)
from suitwise.tractor.rules.tables import Sides, Table
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rulings import answer
from suitwise.tractor.variant import TractorVariant

profiles = st.builds(
    Profile,
    **{name: st.sampled_from(words) for name, words in OPTIONS.items()},
    **{name: st.integers(*bounds) for name, bounds in BOUNDS.items()},
    defend=st.text(RANKS, max_size=5),
)

# --- Text -----------------------------------------------------------------------------------------


@given(profiles)
def test_the_text_of_a_profile_reads_back(profile: Profile) -> None:
    assert Profile.parse(str(profile)) == profile
    assert Profile.parse(f"  {str(profile).replace(',', ' , ').replace('=', ' = ')} ") == profile


@pytest.mark.parametrize("name", NAMED)
def test_a_named_profile_prints_as_its_name(name: str) -> None:
    assert str(NAMED[name]) == name
    assert as_profile(name) == NAMED[name]


def test_the_standard_profile_is_what_nothing_said_means() -> None:
    assert Profile() == STANDARD == as_profile(STANDARD)


def test_a_profile_prints_as_the_named_one_that_it_is_nearest_to() -> None:
    same = "standard(nobody=first,forced=first,over=every,against=taken,fit=cards)"
    assert str(Profile.parse(same)) == "rbtying"
    assert str(Profile.parse("judge(penalty=10)")) == "judge(penalty=10)"
    assert str(Profile.parse("standard(over=every,penalty=10)")) == (
        "standard(penalty=10,over=every)"
    )


def test_the_ranks_to_defend_come_in_their_order() -> None:
    assert Profile(defend="AJA").defend == "JA"
    assert Profile.parse("standard(defend=AJ)") == Profile(defend="JA")
    assert Profile.parse("standard(defend=)").defend == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("whist", "'whist' is no profile: write standard, judge, rbtying, jerryyyu or duan"),
        ("", "'' is no profile"),
        ("standard(", "'standard(' is no profile"),
        ("x" * 1000, f"'{'x' * 24}' is no profile"),
        ("standard(over=all)", "over is largest, honour, every, length or top, not 'all'"),
        ("standard(over)", "over is largest, honour, every, length or top, not ''"),
        ("standard(duty=most)", "duty is best, pairs, suit or none, not 'most'"),
        ("standard(jokers=1)", "jokers is yes, no, packs or packs1, not '1'"),
        ("standard(penalty=much)", "penalty is a number from 0 to 200, not 'much'"),
        ("standard(penalty=201)", "penalty is a number from 0 to 200, not 201"),
        ("standard(penalty=-1)", "penalty is a number from 0 to 200, not -1"),
        ("standard(penalty=99999999)", "penalty is a number from 0 to 200, not '99999999'"),
        ("standard(kitty_factor=x)", "kitty_factor is a number from 0 to 1000, not 'x'"),
        ("standard(defend=10)", "defend is ranks of 2 3 4 5 6 7 8 9 T J Q K A, as JA, not '10'"),
        ("standard(packs=3)", "a profile has no switch 'packs'; its switches: chain, duty, forced"),
        ("standard(over=top,over=top)", "the switch over is given twice"),
        ("standard(over=\x1b[1m)", "over is largest, honour, every, length or top, not '\\x1b[1m'"),
    ],
)
def test_what_is_no_profile_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as fault:
        Profile.parse(text)
    assert str(fault.value).startswith(reason)
    assert str(fault.value).isprintable()
    assert len(str(fault.value)) < 400


@pytest.mark.parametrize(
    "switches",
    [{"over": None}, {"over": ["top"]}, {"penalty": "10"}, {"penalty": True}, {"penalty": 1.0},
     {"defend": None}, {"defend": 14}, {"jokers": True}, {"chain": ""}],
)  # fmt: skip
def test_switches_of_another_kind_are_refused(switches: dict[str, Any]) -> None:
    with pytest.raises(NotationError, match=f"^{next(iter(switches))} is "):
        Profile(**switches)


# --- What each switch changes ---------------------------------------------------------------------


def _throw(house: Profile) -> Throw:
    hands = [pile_of("HAHQHQ"), pile_of("HKHK"), EMPTY, EMPTY]
    return throw_of("S2", hands, hands[0], house)


def _forced(house: Profile) -> list[str]:
    throws = (
        ("S2", "HAHQHQ", "HKHK", ""),
        ("S4", "D3D3DK", "D7D7DQ", "DA"),
        ("S2", "H3H3H5H5HQ", "HAHKHK", ""),
    )
    return [
        str(throw_of(trump, [pile_of(hand) for hand in (lead, *others, "")], lead, house))
        for trump, lead, *others in throws
    ]


def _legal(house: Profile) -> int:
    return duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJS3", house).n_legal


def _winners(house: Profile) -> list[int]:
    tricks = {
        "SK": ("C4C6", "S2S3", "S3S4", "S2BJ"),
        "H2": ("SASKSK", "HTH4H4", "H9H5H5"),
        "S2": ("C4C6", "S3SA", "S4SA"),
    }
    return [
        winner_at_table(trump, list(map(pile_of, plays)), house).winner
        for trump, plays in tricks.items()
    ]


def _taken(house: Profile) -> int:
    plays = ["H9H9HQHK", "S7S7C5C5", "D7D7CJCQ"]
    return winner_at_table("C7", plays, house).winner


def _reinforced(house: Profile) -> list[str]:
    bids = [Bid(0, Card("C2"), 1)]
    return [str(bid) for bid in good_bids(0, pile_of("C2C2H2H2"), 0, bids, house)]


def _overturned(house: Profile) -> list[str]:
    bids = [Bid(1, Card("C2"), 2)]
    return [str(bid) for bid in good_bids(0, pile_of("H2H2RJRJ"), 0, bids, house)]


def _named(house: Profile) -> list[int | None]:
    kitties = ("RJ HA D2 S3 S4 S5 S6 S7", "HA D2 S3 S4 S5 S6 S7 S8")
    return [named_by_kitty(parse_cards(kitty), 0, house) for kitty in kitties]


ANSWERS: dict[str, Callable[[Profile], Any]] = {
    "chain": lambda house: duty_of("S2", "S3S3S4S4", "C2C2S2S2S6S6", house).n_legal,
    "duty": _legal,
    "forced": _forced,
    "penalty": lambda house: _throw(house).penalty,
    "over": _winners,
    "against": _taken,
    "kitty": lambda house: kitty_bonus(10, 4, 5, True, house),
    "kitty_factor": lambda house: kitty_bonus(10, 4, 4, True, replace(house, kitty="fixed")),
    "defend": lambda house: outcome_of((11, 5), 0, 0, house).ranks,
    "reinforce": _reinforced,
    "overturn": _overturned,
    "jokers": _overturned,
    "nobody": _named,
}
"""With two packs: an answer that depends on each switch."""
VALUES: dict[str, tuple[Any, ...]] = {
    **OPTIONS,
    "penalty": (0, 10, 20),
    "kitty_factor": (0, 2, 3),
    "defend": ("", "A"),
    "tractor_width": (2, 3, 4),
    "tractor_length": (2, 3, 4),
    "kitty_cards": (0, 7, 8),
    "step": (20, 5, 100),
    "adjust": (0, -30, 10),
    "turnover": (2, 1, 3),
    "dead": (1, 0, 2),
}
"""Some values of each switch; of one for other tables the usual value first."""


def _of_two_packs(name: str) -> tuple[Any, ...]:
    """Return the values of a switch with two packs."""
    if name in OPTIONS:
        return words_of_two_packs(name)
    return VALUES[name] if name in ANSWERS else (getattr(STANDARD, name),)


# --- What each switch changes at other tables -----------------------------------------------------


def _sizes(cards: str) -> Callable[[Profile], list[int]]:
    """Return a question: the sizes of the parts of a lead."""

    def cut(house: Profile) -> list[int]:
        parts = WideLead.by_default(pile_of(cards), Trump("S", "2"), house).parts
        return [part.size for part in parts]

    return cut


def _count(lead: str, hand: str, **more: Any) -> Callable[[Profile], int]:
    """Return a question: the number of plays that follow, with four packs."""
    return lambda house: duty_of("S2", lead, hand, replace(house, **more), packs=4).n_legal


def _takes_parts(house: Profile) -> bool:
    question = {"kind": "kitty", "trump": "S2", "lead": "H3H3H3+H4H4", "buried_points": 10}
    try:
        return "answer" in answer({**question, "switches": {"cutting": house.cutting}})
    except IllegalPosition:
        return False


def _bombs(house: Profile) -> list[bool]:
    hands = ("H6H6H6H6H7H7", "H6H7H8H9S5S5S5S5", "D3S5S5S5S5")
    return [
        duty_of("S2", "H3H3H4H4", hand, house, packs=4).why_not(bomb) is None
        for hand, bomb in zip(hands, ("H6H6H6H6", "S5S5S5S5", "S5S5S5S5"), strict=True)
    ]


def _bids(seat: int, hand: str, *made: str) -> Callable[[Profile], list[str]]:
    """Return a question: the bids of a seat after those of the seats from 0 on, with three packs."""
    before = [(by, pile_of(bid)) for by, bid in enumerate(made)]
    return lambda house: [
        str(bid) for bid in Table(3, 6, house).bids("2", pile_of(hand), seat, before)
    ]


def _several(*questions: Callable[[Profile], Any]) -> Callable[[Profile], list[Any]]:
    return lambda house: [ask(house) for ask in questions]


def _called(house: Profile) -> list[bool]:
    cards, trump = ("S3", "HA", "HK", "H3"), Trump("S", "7")
    return [Table(3, 6, house).why_no_call(Card(card), 1, trump) is None for card in cards]


def _joined(house: Profile) -> list[int | None]:
    sides = Sides(0, [(Card(card), 1) for card in ("HA", "HK", "HQ")], house.joins)
    for seat, card in ((1, "HA"), (1, "HK"), (0, "HQ"), (2, "HQ")):
        sides.play(seat, [Card(card)])
    return sides.filled


def _result(points: int) -> Callable[[Profile], tuple[bool, int, int]]:
    """Return a question: the result of a deal of two packs, the landlord's side too small."""
    return lambda house: Table(2, 5, house).result(points, is_smaller=True)


def _phase_after_burial(house: Profile) -> str:
    state, source = Tractor(str(house), "deal", packs=1).start(), SeededSource(3, 0)
    while state.phase != "bury":
        move = state.chance_move(source) if state.turn == CHANCE else next(iter(state.moves()))
        state = state.followed_by(move)
    return state.followed_by(next(iter(state.moves()))).phase


TWO_BIDS = (Bid(1, Card("H2"), 1), Bid(2, Card("S2"), 2))

ANSWERS_AT_OTHER_TABLES: dict[str, Callable[[Profile], Any]] = {
    "tractor_width": _sizes("H3H3H4H4 H6H6H6H7H7H7 H9H9H9H9HTHTHTHT"),
    "tractor_length": _sizes("H3H3H4H4 H6H6H7H7H8H8 HTHTHJHJHQHQHKHK"),
    "cutting": _takes_parts,
    "fit": _count("H3H3H3H4H4H4", "H6H6H7H7H9H9HJ"),
    "tractors_for": _count("H3H3H3H3", "H6H6H7H7H9H9HJ", fit="cards"),
    "protect": _count("H3H3", "H6H6H6H7"),
    "bombs": _bombs,
    "reinforce": _several(
        _bids(0, "C2C2C2H2H2H2", "C2", "D2D2"), _bids(1, "D2D2D2H2H2H2", "C2", "D2D2")
    ),
    "overturn": _several(_bids(1, "S2S2BJBJ", "H2H2"), _bids(1, "S2", "H2")),
    "jokers": _bids(0, "BJBJBJRJRJRJ"),
    "kitty_cards": lambda house: Table(3, 4, house).kitty,
    "remove": lambda house: Table(3, 4, replace(house, kitty_cards=8)).removed("2"),
    "calls": _called,
    "joins": _joined,
    "bonus": _result(40),
    "step": _result(150),
    "adjust": _result(145),
    "turnover": _result(100),
    "dead": _result(150),
    "truncate": _result(0),
    "landlord": lambda house: landlord_after(TWO_BIDS, NOBODY, 0, house.landlord),
    "steal": _phase_after_burial,
}
"""With other numbers of packs or seats: an answer that depends on each switch."""
SAME_WITH_TWO_PACKS = {"fit", "tractors_for", "protect"}
"""Switches that may be set with two packs, where they change nothing."""


def test_every_switch_is_asked_about() -> None:
    names = {field.name for field in fields(Profile)}
    assert set(VALUES) == names
    assert set(ANSWERS) | set(ANSWERS_AT_OTHER_TABLES) == names


@pytest.mark.parametrize("name", list(ANSWERS))
def test_every_value_of_a_switch_makes_a_difference(name: str) -> None:
    values = _of_two_packs(name)
    answers = [ANSWERS[name](replace(STANDARD, **{name: value})) for value in values]
    assert all(answers.count(one) == 1 for one in answers), answers


@pytest.mark.parametrize("name", list(ANSWERS_AT_OTHER_TABLES))
def test_every_value_of_a_switch_makes_a_difference_at_other_tables(name: str) -> None:
    ask = ANSWERS_AT_OTHER_TABLES[name]
    answers = [ask(replace(STANDARD, **{name: value})) for value in VALUES[name]]
    assert all(answers.count(one) == 1 for one in answers), answers


@pytest.mark.parametrize("name", list(VALUES))
def test_the_game_with_two_packs_refuses_what_has_a_meaning_at_other_tables_only(name: str) -> None:
    usual = _of_two_packs(name)
    assert len(usual) > 1 or name not in {*ANSWERS, *SAME_WITH_TWO_PACKS}
    for value in VALUES[name]:
        house = replace(STANDARD, **{name: value})
        if value in usual:
            assert TractorVariant(profile=str(house)).profile == str(house)
        else:
            with pytest.raises(NotationError, match=f"^{name}={value} is a rule of tables with "):
                TractorVariant(profile=str(house))


def test_the_chain_of_the_suits_ends_at_their_highest_card() -> None:
    suits = Profile(chain="suits")
    assert suits.chain_mask(0).bit_length() - 1 == 24
    assert suits.chain_mask(4).bit_length() - 1 == 12
    assert STANDARD.chain_mask(0) == STANDARD.chain_mask(4) == (1 << 29) - 1


# --- Named houses ---------------------------------------------------------------------------------


def test_the_judge_sees_no_illegal_play_and_lets_every_throw_stand() -> None:
    judge = NAMED["judge"]
    assert _throw(judge).stands
    assert duty_of("S2", "H3H3", "H6H6S3S4", judge).why_not("S3S4") is None
    assert kitty_bonus(10, 4, 4, True, judge) == 160
    assert outcome_of((12, 5), 1, 120, judge).ranks == (13, 5)  # past A wins


def test_rbtying_compares_every_part_and_turns_up_one_card() -> None:
    house = NAMED["rbtying"]
    plays = [pile_of(play) for play in ("SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5")]
    assert winner_at_table("H2", plays, house).winner == 1
    assert named_by_kitty(parse_cards("HA"), 0, house) == 1
    assert (house.forced, house.penalty, house.kitty, house.defend) == ("first", 0, "twice", "A")


def test_jerryyyu_lets_a_seat_bid_another_suit_and_asks_for_pairs_alone() -> None:
    house = NAMED["jerryyyu"]
    assert _reinforced(house) == ["H2H2", "C2C2"]
    assert kitty_bonus(10, 2, 3, True, house) == 60
    assert named_by_kitty(parse_cards("RJ HA"), 0, house) == 1
    assert duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ", house).why_not("H6H6H9H9") is None


def test_duan_multiplies_the_kitty_by_powers_of_two_and_plays_on_without_trumps() -> None:
    house = NAMED["duan"]
    assert [kitty_bonus(10, cards, 5, True, house) for cards in (1, 2, 4)] == [20, 40, 160]
    assert named_by_kitty([], 0, house) == 4
    assert outcome_of((8, 5), 0, 0, house).ranks == (9, 5)  # no side goes past J unless it defends
