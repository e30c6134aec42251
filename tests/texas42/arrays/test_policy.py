"""The rule-based play: the maxims of club players, one by one."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import NOBODY
from suitwise.texas42 import Domino, mask_of, parse_dominoes
from suitwise.texas42.arrays import policy
from suitwise.texas42.arrays.packed import legal_of, packed
from suitwise.texas42.rules.contracts import STRAIGHT
from suitwise.texas42.rules.dominoes import ALL, DOUBLES, NOTRUMP, table_with
from suitwise.texas42.rules.position import read_declaration
from tests.texas42.arrays.test_packed import some_positions


def dominoes(text: str) -> int:
    return mask_of(parse_dominoes(text))


def table_of(text: str) -> tuple[int, int]:
    played = parse_dominoes(text)
    return table_with(played), len(played)


def choice(
    declaration: str,
    hand: str,
    trick: str = "",
    gone: str = "",
    *,
    need: int = 30,
    theirs: int = 13,
    seat: int = 0,
    out: int = NOBODY,
) -> str:
    """Return what is played; ``gone`` are the dominoes of earlier tricks."""
    table, placed = table_of(trick)
    unseen = ALL & ~(dominoes(hand) | dominoes(trick) | dominoes(gone))
    number = read_declaration(declaration)
    chosen = policy.choose_play(
        seat, dominoes(hand), number, table, placed, out, need, theirs, unseen, unseen, unseen
    )
    return str(Domino(chosen))


FIVES = "5-0 5-1 5-2 5-3 5-4 5-5 6-5"


def test_trumps_are_led_from_the_top_while_the_others_have_some() -> None:
    assert choice("5", "5-5 6-5 5-4 6-6 4-4 3-1 1-0") == "5-5"
    assert choice("5", "6-5 5-3 5-2 6-6 4-4 3-1", gone="5-5 5-0 2-2 2-1") == "6-5"


def test_when_the_trumps_are_out_doubles_walk_and_offs_wait() -> None:
    gone = "5-0 5-1 5-2 5-3 5-5 6-5 2-2 2-1"
    assert choice("5", "5-4 6-6 3-1 1-0 2-0", gone=gone) == "6-6"
    assert choice("5", "5-4 4-4 6-4 3-1", gone=f"{gone} 6-0 3-0 1-1 3-3") == "4-4"


# When three dominoes lie on the table the first and the third are the others', the second the partner's;
# when two do, the first is the partner's; when one does it is one of the others'.


def test_the_partners_sure_trick_gets_count() -> None:
    assert choice("5", "6-4 2-1 3-0", "5-5 3-1") == "6-4"
    assert choice("5", "4-1 2-1 3-0", "6-1 6-6 6-2") == "4-1"
    assert choice("notrump", "3-2 2-1 4-2", "2-0 2-2 6-2") == "3-2"


def test_the_others_trick_gets_none() -> None:
    assert choice("5", "6-4 6-1", "6-6") == "6-1"
    assert choice("5", "6-4 2-1 3-0", "5-5 4-4 5-1") != "6-4"
    assert choice("5", "3-2 2-0", "2-2 2-1 4-2") == "2-0"


def test_one_cuts_as_low_as_will_do() -> None:
    assert choice("5", "5-1 5-4 3-0", "6-6 6-3 6-4") == "5-1"
    assert choice("5", "5-1 5-4 6-5 3-0", "6-6 6-4 5-2") == "5-4"


def test_no_trump_is_wasted_over_the_partner() -> None:
    assert choice("5", "5-4 3-1 2-0", "6-2 6-6 6-1") in ("3-1", "2-0")


def test_the_last_to_play_takes_a_rich_trick_with_the_least_that_wins() -> None:
    assert choice("notrump", "6-5 6-2 1-0", "6-4 6-1 6-0") == "6-5"
    assert choice("notrump", "6-6 6-5 1-0", "6-4 6-1 6-0") == "6-5"


def test_the_trick_that_sets_is_taken() -> None:
    # A trump that walks is worth more than a poor trick, unless this trick sets a bid of marks.
    hand, trick, gone = "5-4 3-0", "6-1 2-0 2-1", "5-5 6-5 5-0 1-1"
    assert choice("5", hand, trick, gone, need=13, theirs=30) == "3-0"
    assert choice("5", hand, trick, gone, need=1, theirs=42) == "5-4"


def test_a_chance_to_beat_counts_higher_ones_and_cuts() -> None:
    unseen = ALL & ~dominoes("6-6 5-5")
    assert policy.can_beat(27, 6, 8, unseen) == 0  # in follow-me nothing beats the 6-6
    assert 0 < policy.can_beat(27, 6, 5, unseen) < 32
    assert (
        policy.can_beat(27, 6, 5, unseen & dominoes(FIVES)) > 50
    )  # a void in sixes that may hold fives
    assert policy.can_beat(20, 7, 5, unseen) == 0
    assert policy.walks(27, 8, unseen, unseen) == 64
    assert (
        policy.walks(24, 8, unseen, unseen) < policy.walks(25, 8, unseen, unseen) < 64
    )  # 6-3, 6-4


def test_the_bidder_of_nello_loses_with_what_is_hard_to_lose_with() -> None:
    # Seat 2 sits out: seat 0 has bid.
    assert choice("nello-high", "6-4 6-0 5-1", "6-5 1-0", out=2) == "6-4"
    assert choice("nello-high", "6-6 4-1 0-0", "5-4 5-3", out=2) in ("6-6", "0-0")
    assert choice("nello-high", "6-6 6-5 1-0", out=2) == "1-0"


def test_the_others_keep_below_the_bidder_and_shed_when_he_is_safe() -> None:
    # Seat 3 sits out, so seat 1 has bid; seat 0 is right of him, seat 2 left.
    assert choice("nello-high", "6-5 6-0 3-2", "6-4", seat=2, out=3) == "6-0"
    assert choice("nello-high", "6-5 6-1 3-2", "6-0 6-4", seat=0, out=3) == "6-5"
    assert choice("nello-high", "6-5 4-1 1-0", seat=0, out=3) == "1-0"


@pytest.mark.exhaustive
def test_what_is_played_is_legal(exhaustive: bool) -> None:
    random = Random(4)
    for position in some_positions(6, 60 if exhaustive else 4):
        where, rest = packed(position)
        domino = policy.policy_domino(where, rest, random.choice([0, 30, 35, 42]), 0, 0)
        assert legal_of(where, rest) >> domino & 1


def test_machines_choose_alike() -> None:
    random = Random(5)
    for position in some_positions(8, 6):
        unseen = ALL & ~position.hands[position.turn]
        arguments = (
            position.turn,
            position.hands[position.turn],
            position.declaration,
            table_with(position.trick),
            len(position.trick),
            position.out,
            random.randint(-3, 42),
            random.randint(-3, 42),
            *(unseen & random.getrandbits(28) for _ in range(3)),
        )
        assert machine(policy.choose_play)(*arguments) == policy.choose_play(*arguments)


# --- Rules of thumb for calls: what makes a hand better makes it worth more -----------------------


def hand_of(text: str) -> int:
    return mask_of(parse_dominoes(text))


def test_higher_trumps_catch_lower_ones() -> None:
    assert policy.caught(hand_of("5-5 6-5 5-4"), 5) == 0
    assert policy.caught(hand_of("6-5 5-4 5-3"), 5) == 1
    assert policy.caught(hand_of("5-2 5-1 5-0"), 5) == 3
    assert policy.caught(hand_of("6-6 5-5 0-0"), DOUBLES) == 1
    assert policy.caught(hand_of("6-6 5-5"), NOTRUMP) == 0


def test_a_better_hand_is_worth_more() -> None:
    hands = (
        *("5-1 3-2 6-1 4-2 3-1 4-0 6-0", "5-4 5-3 6-1 4-2 3-1 2-0 6-0"),
        *("5-5 5-4 5-3 4-2 3-1 2-0 6-0", "5-5 6-5 5-4 5-3 3-1 2-0 6-0"),
        *("5-5 6-5 5-4 5-3 6-6 2-0 6-0", "5-5 6-5 5-4 5-3 6-6 4-4 6-4"),
    )
    values = [policy.worth(hand_of(hand), 5) for hand in hands]
    assert values == sorted(set(values))
    assert policy.limit_of(values[0]) == 0
    assert policy.limit_of(values[-1]) == 42


def test_the_longest_trumps_are_declared_and_doubles_where_they_are_many() -> None:
    assert policy.best_declaration(hand_of("5-5 6-5 5-4 5-3 4-4 2-0 3-1"), STRAIGHT) == 5
    assert policy.best_declaration(hand_of("6-6 5-5 4-4 3-3 2-2 6-5 1-0"), STRAIGHT) == DOUBLES
    assert policy.best_declaration(hand_of("5-5 6-5 5-4 5-3 6-6 2-0 6-0"), 1 << NOTRUMP) == NOTRUMP


def test_one_calls_no_more_than_is_enough_and_than_the_hand_is_good_for() -> None:
    good = hand_of("5-5 6-5 5-4 5-3 6-6 4-4 6-4")
    assert [policy.call_on(good, standing) for standing in (0, 29, 30, 40, 41, 42)] == [
        30, 30, 31, 41, 42, 0,
    ]  # fmt: skip
    assert policy.call_on(hand_of("5-2 5-1 6-1 4-2 3-1 4-0 6-0"), 0) == 0
    assert list(policy.LIMITS) == sorted(policy.LIMITS)
    assert policy.limit_of(29 * policy.THIRDS - 1) == 0 < policy.limit_of(29 * policy.THIRDS)


def test_machines_reckon_alike() -> None:
    random = Random(3)
    for _ in range(200):
        hand = mask_of(random.sample(range(28), 7))
        assert machine(policy.call_on)(hand, 0) == policy.call_on(hand, 0)
        assert machine(policy.best_declaration)(hand, STRAIGHT) == policy.best_declaration(
            hand, STRAIGHT
        )
