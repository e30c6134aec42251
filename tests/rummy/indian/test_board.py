"""A hand of Indian rummy on the board: declared or not, as ``rummy`` and the command say."""

from __future__ import annotations

from typing import Any

import pytest

from suitwise import rummy
from suitwise.errors import SuitwiseError
from suitwise.game import play
from suitwise.players.board import answered
from suitwise.players.named import named
from suitwise.rummy import Rules
from suitwise.rummy.indian.board import BOARD, of_state
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.solve.arrangement import unseen
from tests.commands import asked, printed

THIRTEEN = "H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA"


def held(hand: str, wild: str) -> rummy.Hand:
    return rummy.Hand.of(hand, Rules.parse(f"indian13(wild={wild})"))


@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        (f"{THIRTEEN} D4", "2"),
        (f"{THIRTEEN} D4", "7"),
        ("JK JK S7 H7 D7 C7 S7 H7 H3 H4 H6 D9 C9 S2", "7"),
    ],
)
def test_discards_are_ranked_as_the_command_ranks_them(hand: str, wild: str) -> None:
    told = asked("arrange", 0, "indian13", hand=hand, wild=wild)
    found = rummy.discards(held(hand, wild))
    assert [(row.move, row.value) for row in told.rows] == [
        (str(one.card), one.points) for one in found
    ]
    out = printed(told)
    listed = out.split("\n\n")[1].splitlines()[1:]
    assert [line.split()[0] for line in listed] == [row.move for row in told.rows]
    can = "yes, once one of these is discarded" in out
    assert told.verdict.startswith("you can declare with") == can


def test_a_hand_that_can_be_declared_is_and_one_that_lacks_something_says_what() -> None:
    whole = asked("arrange", 0, "indian13", hand=THIRTEEN, wild="2")
    assert whole.verdict.startswith("it can be declared: ")
    assert rummy.can_declare(held(THIRTEEN, "2"))
    for hand, why in (
        (THIRTEEN.replace("CA", "D4"), "it can't be declared: D4 is in no meld"),
        (
            "H3 D3 C3 S8 H8 D8 CJ HJ DJ SJ C5 C6 C7",
            "it can't be declared: C5 C6 C7 is the only run, and 2 are needed",
        ),
    ):
        assert asked("arrange", 0, "indian13", hand=hand, wild="2").verdict == why


def test_the_waits_are_the_draws_that_declare() -> None:
    hand = THIRTEEN.replace("CA", "D4")
    told = asked("arrange", 0, "indian13", hand=hand, wild="2")
    mine = held(hand, "2")
    waits = [card for card in unseen(mine) if rummy.declaring_discards(mine.plus(card))]
    line = next(line for line in told.lines if line.startswith("declares after drawing "))
    assert set(line.removeprefix("declares after drawing ").split()) == set(map(str, waits))


def test_groups_hold_the_hand_and_say_what_wild_cards_stand_for() -> None:
    told = asked("arrange", 0, "indian13", hand=THIRTEEN, wild="2")
    cards = " ".join(cards for cards, _ in told.groups).split()
    assert sorted(cards) == sorted(THIRTEEN.split())
    assert ("S7 S8 JK", "run; JK as S9") in told.groups


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"hand": "H3 H3 H3"}, "hand: H3 appears 3 times, but 2 decks hold 2"),
        ({"hand": "JK JK JK"}, "hand: the hand holds 3 jokers, but there are 2"),
        ({"hand": f"{THIRTEEN} D4 D5"}, "hand: a hand has 1 to 14 cards, not 15"),
        ({"hand": "JK" * 2000}, "hand: the hand holds 2000 jokers, but there are 2"),
        ({"wild": "1"}, "'1' is no choice of wild"),
        ({"jokers": "5"}, "jokers is a number from 0 to 4"),
        ({"hand": "6-4"}, "hand: no card at '6-4'"),
    ],
)
def test_hands_that_are_none_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("arrange", 0, "indian13", **fields)
    assert str(refused.value).startswith(why)


def test_what_lies_open_or_is_known_to_be_held_is_no_card_to_hope_for() -> None:
    kinds = set()
    state: Any
    player = named("rules", Indian()).seated(1, 0)
    for state in play(Indian().start(), player, seed=1).states():
        for seat in (0, 1):
            opened = of_state(state, seat)
            if state.turn < 0 or opened is None:
                continue
            hand = rummy.Hand.of(opened[1]["hand"], state.rules)
            left = sum(unseen(hand, opened[1].get("seen", "")).values())
            is_top_free = state.phase == "draw" and state.is_top_free
            other = 1 - seat
            hidden = len(state.hands[other]) - len(state.known[other])
            assert left == len(state.stock) + hidden + is_top_free
            kinds.add((is_top_free, bool(state.known[other])))
    assert len(kinds) == 4


def test_a_state_opens_on_the_board() -> None:
    state = Indian().start().rolled(3, 0)[0]
    for seat in (0, 1):
        opened = of_state(state, seat)
        assert opened is not None
        told = answered(BOARD, *opened)
        best = rummy.arrange(rummy.Hand.of(state.hands[seat], state.rules))
        left = [name for _, name in told.groups]
        assert any(
            f"{best.points} points" in name or f"counts {best.points}" in name for name in left
        )
    assert of_state(Indian().start(), 0) is None
