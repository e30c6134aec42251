"""Who wins a trick (docs/tractor.md, Who wins)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import format_cards, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Match, NoMatch, TrickRuling, Trump, judge_trick, phi
from tests.tractor.positions import Play, slow_honours, some_trick


def winner(trump: str, *plays: str) -> int:
    """Return the place 0..3 of the winner."""
    return judge_trick(trump, plays).winner


# --- Anchors and what follows from them -----------------------------------------------------------


def test_rank_cards_of_three_suits_are_equal_and_the_leader_wins() -> None:
    assert winner("S5", "H5", "C5", "D5", "S2") == 0


def test_the_rank_card_of_the_main_suit_beats_the_others() -> None:
    assert winner("S5", "H2", "H5", "C5", "S5") == 3


def test_a_throw_is_won_by_the_higher_pair_in_it() -> None:
    ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    assert (ruling.winner, ruling.honours) == (1, (12, 19, 15, 0))


@pytest.mark.parametrize(
    ("trump", "plays", "winning"),
    [
        ("S2", ["HT", "HJ", "DA", "H3"], 1),
        ("S2", ["HT", "DA", "CA", "DK"], 0),
        ("S2", ["HA", "S3", "HA", "S4"], 3),
        ("S2", ["HA", "S3", "H2", "S2"], 3),
        ("S2", ["HA", "BJ", "RJ", "S2"], 2),
        ("O2", ["HA", "SA", "D2", "BJ"], 3),
        ("O2", ["H2", "S2", "D2", "C2"], 0),
        ("O2", ["BJ", "H2", "RJ", "BJ"], 2),
        ("S2", ["HKHK", "HAHQ", "HAHJ", "S3S4"], 0),
        ("S2", ["HKHK", "HAHA", "S3S3", "BJRJ"], 2),
        ("S2", ["H3H3H4H4", "H5H5H6H6", "S3S3S4S4", "HAHAHQHQ"], 2),
        ("S2", ["H3H3H4H4", "HAHAHQHQ", "RJRJS2S2", "H5H5H6H6"], 3),
        ("S2", ["H3H3H4H4", "SASAC2C2", "D2D2S2S2", "BJBJRJRJ"], 3),
    ],
)
def test_the_highest_play_in_shape_wins(trump: str, plays: list[str], winning: int) -> None:
    assert winner(trump, *plays) == winning


def test_among_equals_the_earlier_play_wins() -> None:
    assert winner("S2", "HA", "HA", "DA", "CA") == 0
    assert winner("S2", "HK", "HA", "HA", "D3") == 1
    assert winner("S2", "HK", "D2", "C2", "H2") == 1
    assert winner("S2", "HKHKHQ", "D2D2RJ", "C2C2BJ", "H2H2S3") == 1
    assert winner("O2", "C2C2", "D2D2", "S2S2", "H2H2") == 0


def test_plain_cards_of_another_suit_never_win() -> None:
    ruling = judge_trick("S2", ["H3", "DA", "CA", "DK"])
    assert (ruling.winner, ruling.honours) == (0, (1, 0, 0, 0))


def test_a_throw_of_singles_is_ruffed_by_its_highest_trump() -> None:
    assert judge_trick("S2", ["HAHK", "S3RJ", "SAS2", "D3D4"]).honours == (12, 28, 26, 0)


def test_the_singles_of_a_throw_with_a_pair_do_not_count() -> None:
    ruling = judge_trick("S2", ["HKHKHA", "S3S3RJ", "S4S4S5", "D3D4D5"])
    assert (ruling.winner, ruling.honours) == (2, (11, 13, 14, 0))


def test_a_throw_of_two_pairs_counts_its_higher_pair() -> None:
    assert judge_trick("S2", ["H3H3HAHA", "S3S3SASA", "D3D4D5D6", "S4S4SKSK"]).honours == (
        (12, 24, 0, 23)
    )


def test_the_lead_may_be_trump() -> None:
    ruling = judge_trick("S2", ["S3", "HA", "SA", "H2"])
    assert (ruling.led, ruling.winner, ruling.honours) == ("trump", 3, (13, 0, 24, 25))


@pytest.mark.parametrize(
    ("lead", "trump", "led"),
    [
        ("SA", "H2", "spades"),
        ("HA", "S2", "hearts"),
        ("DA", "O2", "diamonds"),
        ("CA", "S2", "clubs"),
        ("C2", "S2", "trump"),
        ("RJ", "O2", "trump"),
        ("S3", "S2", "trump"),
    ],
)
def test_the_led_partition_has_a_name(lead: str, trump: str, led: str) -> None:
    assert judge_trick(trump, [lead, "D3", "D4", "D5"]).led == led


@pytest.mark.parametrize(
    ("plays", "points"),
    [
        (["H5", "HT", "HK", "H3"], 25),
        (["HA", "H3", "H4", "H6"], 0),
        (["H5H5", "HTHT", "HKHK", "DKDT"], 70),
        (["RJ", "BJ", "S5", "DT"], 15),
    ],
)
def test_fives_tens_and_kings_are_points(plays: list[str], points: int) -> None:
    assert judge_trick("S2", plays).points == points


def test_a_ruling_says_how_it_was_found() -> None:
    ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S6S7S8", "D3D4D5D6"])
    assert ruling.trump == Trump("S", "2")
    assert ruling.plays[1] == parse_cards("S3S3S9S9")
    assert [str(block) for block in ruling.lead] == ["HAHA", "HK", "HQ"]
    first, second, third = ruling.readings
    assert isinstance(first, Match)
    assert str(first) == "S9S9 S3 S3"
    assert str(second) == "the lead has 1 pair, the reply 0"
    assert str(third) == "the reply is all diamonds, not all hearts or all trump"


# --- What is no trick -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        (["HA", "H3", "H4"], "a trick has four plays, not 3"),
        (["HA", "H3", "H4", "H5", "H6"], "a trick has four plays, not 5"),
        ([], "a trick has four plays, not 0"),
        (["HA", "H3", "H4H5", "H6"], "play 3, H4H5, has 2 cards, the lead 1"),
        (["HAHA", "H3H3", "H4H4", "H6"], "play 4, H6, has 1 cards, the lead 2"),
        (["HAD3", "H3H3", "H4H4", "H6H6"], "HAD3 is of several partitions under trump S2"),
        (["HA", "HA", "H4", "HA"], "HA appears 3 times"),
        (["HAHAHA", "H3H3H4", "H4H5H5", "H6H6H7"], "HA appears 3 times"),
        (["", "", "", ""], "a play has 1 to 25 cards, not 0"),
    ],
)
def test_what_is_no_trick_is_refused(plays: list[str], reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        judge_trick("S2", plays)


def test_text_that_is_no_card_is_refused() -> None:
    with pytest.raises(NotationError):
        judge_trick("S2", ["HA", "H3", "H4", "H"])
    with pytest.raises(NotationError):
        judge_trick("Z2", ["HA", "H3", "H4", "H5"])


# --- Against the slow definition, and what must not matter ----------------------------------------


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, tuple[Play, ...]]:
    """Draw a trump configuration and four plays."""
    return some_trick(draw(st.randoms(use_true_random=False)))


def outcome(ruling: TrickRuling) -> tuple[int, tuple[int, ...], int]:
    """Return what no renaming may change."""
    return ruling.winner, ruling.honours, ruling.points


@pytest.mark.exhaustive
def test_rulings_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    # 50,000 random tricks; by default the first 1,500.
    rng = Random(4)
    won = [0] * 4
    for _ in range(50_000 if exhaustive else 1_500):
        trump, plays = some_trick(rng)
        ruling = judge_trick(trump, plays)
        assert (ruling.winner, list(ruling.honours)) == slow_honours(trump, plays), (trump, plays)
        won[ruling.winner] += 1
    assert min(won) > sum(won) / 10  # the sample is not all one player's


@given(tricks(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_in_a_play_does_not_matter(
    trick: tuple[str, tuple[Play, ...]], rng: Random
) -> None:
    trump, plays = trick
    mixed = [rng.sample(play, len(play)) for play in plays]
    assert outcome(judge_trick(trump, mixed)) == outcome(judge_trick(trump, plays))


@given(tricks(), st.permutations("SHDC"))
def test_the_names_of_the_suits_do_not_matter(
    trick: tuple[str, tuple[Play, ...]], names: list[str]
) -> None:
    trump, plays = trick
    rename = str.maketrans("SHDC", "".join(names))
    renamed = [format_cards(play).translate(rename) for play in plays]
    other = judge_trick(trump[0].translate(rename) + trump[1], renamed)
    assert outcome(other) == outcome(judge_trick(trump, plays))


@given(tricks())
def test_the_winner_is_the_first_of_the_highest(trick: tuple[str, tuple[Play, ...]]) -> None:
    ruling = judge_trick(*trick)
    assert all(honour < max(ruling.honours) for honour in ruling.honours[: ruling.winner])
    assert ruling.honours[ruling.winner] == max(ruling.honours) > 0
    assert ruling.honours[0] == ruling.lead[0].phi
    for reading, honour in zip(ruling.readings, ruling.honours[1:], strict=True):
        assert (honour == 0) == isinstance(reading, NoMatch)


@given(tricks(), st.permutations([1, 2, 3]))
def test_replies_in_another_order_have_the_same_honours(
    trick: tuple[str, tuple[Play, ...]], order: list[int]
) -> None:
    trump, plays = trick
    before = judge_trick(trump, plays)
    after = judge_trick(trump, [plays[0], *(plays[i] for i in order)])
    assert after.honours == (before.honours[0], *(before.honours[i] for i in order))
    if before.winner == 0:
        assert after.winner == 0


@given(tricks())
def test_the_points_of_a_trick_are_its_fives_tens_and_kings(
    trick: tuple[str, tuple[Play, ...]],
) -> None:
    trump, plays = trick
    worth = {"5": 5, "T": 10, "K": 10}
    cards = [card for play in plays for card in play]
    assert judge_trick(trump, plays).points == sum(worth.get(card.rank, 0) for card in cards)


@given(tricks())
def test_no_honour_exceeds_the_highest_card_of_its_play(
    trick: tuple[str, tuple[Play, ...]],
) -> None:
    trump, plays = trick
    for play, honour in zip(plays, judge_trick(trump, plays).honours, strict=True):
        assert honour <= max(phi(card, trump) for card in play)
