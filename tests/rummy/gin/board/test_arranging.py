"""A hand of gin on the board: melds, discards and draws as ``rummy`` and the command give them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from suitwise import rummy
from suitwise.errors import SuitwiseError
from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.players.board import answered, board_of
from suitwise.rummy.gin.board import of_state
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.rules.rules import GIN
from suitwise.rummy.solve.arrangement import unseen
from tests.commands import asked, printed

ELEVEN = [
    "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK C7",
    "S7 H7 D7 H8 H9 DA D2 D3 CK CQ SJ",
    "HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ",
]


@pytest.mark.parametrize("hand", ELEVEN)
def test_discards_are_ranked_as_the_command_ranks_them(hand: str) -> None:
    told = asked("arrange", 0, "gin", hand=hand)
    found = rummy.discards(rummy.Hand.of(hand, GIN))
    assert [(row.move, row.value) for row in told.rows] == [
        (str(one.card), one.points) for one in found
    ]
    listed = printed(told).split("\n\n")[1].splitlines()[1:]
    assert [line.split()[0] for line in listed] == [row.move for row in told.rows]
    assert re.search(rf"\b{found[0].points}\b", told.verdict) or found[0].points == 0


@pytest.mark.parametrize("hand", ELEVEN)
def test_the_groups_are_the_hand_and_leave_the_least(hand: str) -> None:
    ten = " ".join(hand.split()[:10])
    told = asked("arrange", 0, "gin", hand=ten)
    cards = " ".join(cards for cards, _ in told.groups).split()
    assert sorted(cards) == sorted(ten.split())
    least = rummy.arrange(rummy.Hand.of(ten, GIN)).points
    assert f"{least}" in told.verdict or not least
    assert any(str(name) == f"deadwood: {least}" for _, name in told.groups) or not least


def test_the_draws_that_improve_ten_cards_are_those_of_the_advice() -> None:
    hand = "H3 H4 H6 S9 D9 C8 S2 S3 S5 SK"
    told = asked("arrange", 0, "gin", hand=hand, seen="H5")
    outlook = rummy.look_ahead(rummy.Hand.of(hand, GIN), "H5")
    assert [row.move for row in told.rows] == [str(draw.card) for draw in outlook.improving[:16]]
    assert told.lines[0].startswith(f"{outlook.outs} of 41 unseen cards improve it")


def test_all_discards_after_a_draw_that_leave_as_little_are_named() -> None:
    hand = "H3 H4 H6 S9 D9 S2 S3 SQ SK DK"
    numbers = set()
    for row in asked("arrange", 0, "gin", hand=hand).rows:
        after = re.fullmatch(r"(\d+) points after discarding (.*); \d unseen", str(row.text))
        assert after is not None, row
        found = rummy.discards(rummy.Hand.of(f"{hand} {row.move}", GIN))
        assert int(after[1]) == found[0].points
        named = after[2].replace(", ", " or ").split(" or ")
        assert named == [str(one.card) for one in found if one.points == found[0].points]
        numbers.add(len(named))
    assert len(numbers) > 1


def test_arrangements_that_are_as_good_are_told() -> None:
    told = asked("arrange", 0, "gin", hand="H3 H4 H5 S5 D5 S4 D4")
    melds = [line for line in told.lines if line.startswith("as good: ")]
    assert len(melds) == len(list(rummy.best(rummy.Hand.of("H3 H4 H5 S5 D5 S4 D4", GIN)))) - 1


def test_whether_one_may_knock_goes_by_the_house() -> None:
    assert asked("arrange", 0, "gin").verdict.startswith("discard SK and knock with 7 now")
    assert asked("arrange", 0, "gin", knock="5").verdict.startswith("discard a card")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"hand": "H3 H3"}, "hand: H3 appears 2 times, but one deck holds 1"),
        ({"hand": "JK"}, "hand: JK: gin rummy has no jokers"),
        ({"hand": "H" * 4000}, "hand: no card at 'HHHH"),
        ({"hand": "H3" * 4}, "hand: H3 appears 4 times, but one deck holds 1"),
        ({"hand": " ".join(ELEVEN[2:]) + " HQ"}, "hand: a hand has 1 to 11 cards, not 12"),
        ({"seen": "H3"}, "seen: more copies of H3 are in the hand and seen than there are"),
        ({"knock": "99"}, "knock is a number from 0 to 98"),
        ({"knock": "٣"}, "knock is a number from 0 to 98"),
    ],
)
def test_hands_that_are_none_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("arrange", 0, "gin", **fields)
    assert str(refused.value).startswith(why)


def test_what_lies_open_or_is_known_to_be_held_is_no_card_to_hope_for() -> None:
    kinds = set()
    state: Any
    for state in play(Gin().start(), RandomPlayer(1), seed=1).states():
        for seat in (0, 1):
            opened = of_state(state, seat)
            if state.turn < 0 or opened is None:
                continue
            hand = rummy.Hand.of(opened[1]["hand"], GIN)
            left = sum(unseen(hand, opened[1].get("seen", "")).values())
            is_top_free = state.phase in ("first", "second", "draw")
            other = 1 - seat
            hidden = (state.hands[other] & ~state.known[other]).bit_count()
            assert left == state.stock.bit_count() + hidden + is_top_free
            kinds.add((is_top_free, state.known[other] > 0))
    assert len(kinds) == 4


def test_a_state_opens_on_the_board() -> None:
    state = Gin(knock=7).start().rolled(3, 0)[0]
    opened = of_state(state, 1)
    board = board_of("gin")
    assert opened is not None
    assert board is not None
    assert opened[1]["knock"] == "7"
    told = answered(board, *opened)
    assert len(" ".join(cards for cards, _ in told.groups).split()) == 10
