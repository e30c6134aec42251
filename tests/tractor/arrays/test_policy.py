"""The rule-based play: the habits of club players, one by one."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.tractor import Pile, Trump
from suitwise.tractor.arrays.batch import deal_rounds, step
from suitwise.tractor.arrays.estimates import (
    WEIGHTS,
    better_blocks,
    chance_of_none,
    chance_to_beat,
    worth_keeping,
)
from suitwise.tractor.arrays.packed import (
    COLUMNS,
    HANDS,
    LACKS,
    LANDLORD,
    LEADER,
    MAIN,
    PLAYED,
    RANK,
    STREAM,
    form_of,
    put,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.moves import DECK
from tests.tractor.rounds import masks, true_names, under

S2 = Trump("S", "2")


def choice(
    hand: str,
    *trick: str,
    gone: str = "",
    trump: Trump = S2,
    lacks: dict[int, str] | None = None,
    landlord: int = 1,
    seat: int = 0,
) -> str:
    """Return what a seat plays.

    Args:
        hand: its hand.
        trick: what lies on the table, the lead first.
        gone: the cards of earlier tricks, and those buried.
        trump: the trump configuration.
        lacks: the suits, letters or T for trumps, that seats after it have shown to be out of.
        landlord: the landlord.
        seat: the seat on turn.
    """
    record = [0] * COLUMNS
    record[MAIN], record[RANK], record[LANDLORD] = trump.main_index, trump.rank_index, landlord
    record[LEADER], record[STREAM] = (seat - len(trick)) % 4, 1
    for ahead, suits in (lacks or {}).items():
        for suit in suits:
            # The main suit and clubs have changed names.
            other = "SHDCT".index({trump.main: "C", "C": trump.main}.get(suit, suit))
            record[LACKS] |= 1 << 5 * ((seat + ahead) % 4) + other
    for play in trick:
        put(record, *under(trump, play))
    record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = under(trump, hand)
    unseen = DECK
    for cards in (hand, gone, *trick):
        unseen = unseen.minus(Pile(*masks(cards)))
    main, cr = trump.main_index, trump.rank_index
    once, twice = renamed(unseen.once, main, cr), renamed(unseen.twice, main, cr)
    return true_names(trump, *choose_play(record, once, twice))


# --- Leading --------------------------------------------------------------------------------------


def test_what_nobody_can_beat_is_led() -> None:
    assert choice("HA H4 H7 D5 D9 S3 S6 C8") == "HA"
    assert choice("HAHA H4 D5 D9 S3 S6 C8") == "HAHA"
    assert choice("HKHK HAHA H4 D5 D9 S3 S6 C8") == "HKHKHAHA"
    assert choice("HKHK H4 D5 D9 S3 S6 C8", gone="HA") == "HKHK"


def test_a_suit_of_which_an_opponent_is_out_waits() -> None:
    assert choice("HA H4 H7 D5 D9 DA S3 S6 C8", lacks={1: "H"}) == "DA"
    assert choice("HA H4 H7 D5 D9 S3 S6 C8", lacks={1: "H", 3: "H"}) != "HA"
    assert choice("HA H4 H7 D5 D9 DA S3 S6 C8", lacks={1: "DT"}) == "HA"


def test_without_a_winner_a_low_card_without_points_is_led() -> None:
    assert choice("H4 HK H9 D5 D8 S3 S6 C7 CT") in ("H4", "D8", "C7", "H9")


def test_trumps_are_kept_while_there_is_anything_else() -> None:
    assert choice("RJ SA H4 D8 SQ S3") in ("H4", "D8")


def test_a_lone_king_or_ten_is_not_led_into_higher_cards() -> None:
    hand = "S2S2S4S5S7S8SJSKSA H2 HT D2 DK C2 C5C6C6C7CJCK BJ RJ"
    assert choice(hand, landlord=0) == "S2S2"  # trumps first
    assert choice("HK H3 D5 D8 S3 S6 C7 CT", gone="HAHA") == "HK"  # nothing is higher


def test_points_are_not_led_where_an_opponent_may_ruff() -> None:
    assert choice("H5 SA S4 S6", lacks={3: "H"}) == "S4"


def test_who_holds_most_trumps_draws_the_others_and_leads_no_suit_to_be_ruffed() -> None:
    hand, gone = "S3 S7 C3C4C6C7C8C9CJCQCKCA H5 BJ RJ", "C5C5H5D5D5S5S5 C3C4C6C7C8C9"
    assert choice(hand, trump=Trump("C", "5"), lacks={1: "S"}, gone=gone, landlord=0) == "C3"


# --- Following ------------------------------------------------------------------------------------


def test_the_partners_sure_trick_gets_points() -> None:
    assert choice("HK H3 H9 D4", "H7", "HA", "H4") == "HK"  # the second to play is the partner
    assert choice("HT H3 D4", "H7", "HA", "H4") == "HT"
    assert choice("D5 D3 C4", "H6", "HA", "H4") == "D5"


def test_the_opponents_trick_gets_none() -> None:
    assert choice("HK H3 HT", "HA") == "H3"
    assert choice("HT H6 H5", "H9", "HQ", "HA") == "H6"
    assert choice("D5 DK C4", "HA", "H3", "H4") == "C4"


def test_the_last_to_play_takes_a_rich_trick_with_the_lowest_that_wins() -> None:
    assert choice("HA HQ H3", "HT", "H4", "HJ") == "HQ"
    assert choice("HK HQ H3", "HT", "H4", "HJ") == "HK"  # it brings its ten points home


def test_one_ruffs_for_points_and_not_for_nothing() -> None:
    hand = "S3 S8 D4 D9 C7"
    assert choice(hand, "HK", "HT", "HA") == "S3"
    assert choice(hand, "H3", "H4", "H6") in ("D4", "C7")
    assert choice("S3 S8 D4", "HK", "S6", "HA") == "D4"  # the partner has ruffed


def test_an_overruff_is_as_low_as_will_do() -> None:
    assert choice("S3 S8 SQ D4", "HK", "HT", "S6") == "S8"


def test_no_joker_is_burnt_on_a_trick_without_points() -> None:
    diamonds, hearts = Trump("D", "2"), "".join(f"H{rank}H{rank}" for rank in "3456789TJQKA")
    assert choice("D6 D8 S8 RJ", "C3", "D9", trump=diamonds, gone=hearts) == "S8"
    assert choice("D4 RJ S3", "H3", "S6") == "D4"
    assert choice("S3 S8 BJ D4", "H3", "H9", "H6") == "D4"


def test_tractors_are_kept_more_than_pairs() -> None:
    assert choice("H3H3 H4H4 H8H8", "HA") == "H8"


def test_pairs_are_kept_together() -> None:
    assert choice("H4H4 H6 H9", "HA") == "H6"
    assert choice("H3H3 H4H4 H7 H8", "HA") in ("H7", "H8")


def test_a_pair_that_is_owed_is_the_lowest_or_brings_the_partner_points() -> None:
    assert choice("H5H5 H7H7 HQ", "HAHA") == "H7H7"
    assert choice("HTHT H7H7 HQ", "H4H4", "HAHA", "H3H9") == "HTHT"
    assert choice("HQHQ H7H7 H8", "H9H9", "H3H4", "H6HK") == "HQHQ"


def test_a_tractor_that_is_owed_is_given() -> None:
    assert choice("H4H4 H5H5 H9 HJ HQ", "HKHKHAHA") == "H4H4H5H5"
    assert choice("H6H6H7H7H8H8 HQHQ", "H4H4H5H5", "HAHA H9H9", "H3HJHKHT") == "H6H6H7H7"


def test_a_throw_is_followed_and_ruffed_in_its_shape() -> None:
    assert choice("H4 H5 H6 H7", "HAHK") == "H4H6"
    found = choice("S3S3 S8 SQ D4 D5", "HKHK HA", "HTH4H5", "H5H6HT")
    assert found in ("S3S3S8", "S3S3SQ")


def test_the_highest_is_played_where_others_come_after() -> None:
    assert choice("HA HQ H3", "H4", "H9", "HK", gone="HA") == "HA"
    assert choice("HA HQ H3", "HK") == "HA"


# --- Whatever lies there --------------------------------------------------------------------------


def records(policies: tuple[str, str]) -> list[list[int]]:
    """Return rounds at some places of their play."""
    rounds = deal_rounds(30, 17, policies=policies)
    random = Random(2)
    found = []
    for _ in range(4):
        rounds = step(rounds, random.randint(3, 30), policies=policies)
        found += [row for row in rounds.tolist() if row[PLAYED] < 100]
    return found


def test_a_seat_looks_at_no_hand_but_its_own() -> None:
    for record in records(("rules", "random")):
        seat = turn_of(record)
        unseen = unseen_by(record, seat)
        chosen = choose_play(record, *unseen)
        for other in range(4):
            if other != seat:
                record[HANDS + 2 * other], record[HANDS + 2 * other + 1] = 0, 0
        assert choose_play(record, *unseen) == chosen


def test_the_numbers_of_the_seats_mean_nothing() -> None:
    for record in records(("rules", "rules"))[:40]:
        chosen = choose_play(record, *unseen_by(record, turn_of(record)))
        turned = list(record)
        for seat in range(4):
            to = HANDS + 2 * ((seat + 1) % 4)
            turned[to : to + 2] = record[HANDS + 2 * seat : HANDS + 2 * seat + 2]
        for column in (LANDLORD, LEADER, 29):
            turned[column] = (record[column] + 1) % 4
        shown = record[LACKS]
        turned[LACKS] = (shown << 5 | shown >> 15) & (1 << 20) - 1
        assert choose_play(turned, *unseen_by(turned, turn_of(turned))) == chosen


def test_machines_choose_alike() -> None:
    for record in records(("random", "rules"))[::9]:
        after = step([record], policies=("rules", "rules"))[0].tolist()
        put(record, *choose_play(record, *unseen_by(record, turn_of(record))))
        assert after == record


# --- What is reckoned -----------------------------------------------------------------------------


def test_better_blocks_are_of_the_same_kind_and_higher() -> None:
    once, twice = masks("H3H3H4H4H6H6H7")
    assert better_blocks(0, 3, 1, form_of(0), once, twice) == 2  # Φ of H5 is 3 here: H6 and H7
    assert better_blocks(1, 2, 1, form_of(0), once, twice) == 2
    assert better_blocks(2, 2, 1, form_of(0), once, twice) == 1
    assert better_blocks(2, 3, 1, form_of(0), once, twice) == 0


def test_the_more_is_unseen_the_likelier_a_seat_has_some() -> None:
    for length in range(3):
        chances = [chance_of_none(length, there) for there in range(20)]
        assert chances[0] == 64
        assert chances == sorted(chances, reverse=True)
    assert chance_of_none(0, 3) < chance_of_none(1, 3) < chance_of_none(2, 3)


@pytest.mark.parametrize(
    ("lacks", "certain"), [("H", False), ("HT", True), ("T", False), ("", False)]
)
def test_who_is_out_of_suit_and_trumps_beats_nothing(lacks: str, certain: bool) -> None:
    record = [0] * COLUMNS
    record[MAIN] = 3
    for suit in lacks:
        record[LACKS] |= 1 << 5 + "SHDCT".index(suit)
    chance = chance_to_beat(record, 1, 1, 0, 9, (1 << 54) - 1, 0)
    assert (chance == 0) == certain


def test_winners_and_high_trumps_are_worth_keeping() -> None:
    def kept(card: int, form: int, unseen: int) -> int:
        return worth_keeping(card, form, unseen, WEIGHTS)

    form, unseen = form_of(3), masks("HAHKHQ")[0]
    king, queen, ace = 13 + 11 - 1, 13 + 10 - 1, 13 + 12 - 1  # renamed, A is Φ 12 of twelve
    assert kept(ace, form, unseen & ~(1 << ace)) > kept(queen, form, unseen) + 1
    assert kept(queen, form, unseen) > kept(13, form, unseen)
    assert kept(king, form, 0) == kept(ace, form, 0)
    none = form_of(4)
    assert kept(53, none, 0) == kept(53, form, 0) > 2 * kept(39, form, 0)
    assert kept(12, none, 0) == kept(51, form, 0)  # rank cards, the next below
    assert kept(53, form, 0) > kept(39, form, 0) > kept(13, form, unseen)
