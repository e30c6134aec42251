"""A position of the play: what it refuses, what may be played, its text; against the oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from suitwise.errors import IllegalMove, IllegalPosition, NotationError
from suitwise.foundation.seating import NOBODY
from suitwise.texas42 import Position, as_dominoes, dominoes_of, mask_of
from suitwise.texas42.rules.dominoes import NELLO, SEVENS, suit_name
from suitwise.texas42.rules.position import Hands
from tests.oracles import texas42_oracle as oracle
from tests.texas42.positions import FOUR_SEATS, THREE_SEATS, from_pair, random_position, theirs

RIGHT: dict[str, Any] = {"declaration": 5, "hands": (1, 2, 4, 8), "leader": 0}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"declaration": 14}, "a declaration is a number from 0 to 13"),
        ({"declaration": -1}, "a declaration is a number"),
        ({"declaration": 5.0}, "a declaration is a number"),
        ({"declaration": True}, "a declaration is a number"),
        ({"declaration": "5"}, "a declaration is a number"),
        ({"leader": 4}, "a seat is 0, 1, 2 or 3"),
        ({"leader": True}, "a seat is 0, 1, 2 or 3"),
        ({"leader": 1.0}, "a seat is 0, 1, 2 or 3"),
        ({"out": 4}, "a seat is 0, 1, 2 or 3"),
        ({"out": -2}, "a seat is 0, 1, 2 or 3"),
        ({"out": False}, "a seat is 0, 1, 2 or 3"),
        ({"hands": (1 << 40, 1, 2, 4)}, "a position has four hands, each a set of 28 bits"),
        ({"hands": (1 << 28, 1, 2, 4)}, "a position has four hands"),
        ({"hands": (-(1 << 27), 1, 2, 4)}, "a position has four hands"),
        ({"hands": (1.0, 2, 4, 8)}, "a position has four hands"),
        ({"hands": (True, 2, 4, 8)}, "a position has four hands"),
        ({"hands": (1, 2, 4)}, "a position has four hands"),
        ({"hands": (0, 2, 4, 8), "trick": (28,)}, "a domino on the table is a number from 0 to 27"),
        ({"hands": (0, 2, 4, 8), "trick": (-1,)}, "a domino on the table"),
        ({"hands": (0, 2, 4, 8), "trick": (0.0,)}, "a domino on the table"),
    ],
)
def test_what_is_no_number_of_its_kind_is_refused(change: dict[str, Any], reason: str) -> None:
    assert Position(**RIGHT).turn == 0
    with pytest.raises(IllegalPosition, match=reason):
        Position(**(RIGHT | change))


@pytest.mark.parametrize(
    "change", [{"hands": [1, 2, 4, 8]}, {"trick": [0]}, {"hands": None}], ids=str
)
def test_hands_and_trick_are_tuples_as_a_position_is_compared_by_them(
    change: dict[str, Any],
) -> None:
    (name,) = change
    with pytest.raises(TypeError, match=f"{name}: a tuple is expected"):
        Position(**(RIGHT | change))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5 0 6-4 6-4 4-1 1-1", "6-4 stands there twice"),
        ("5 0 - 6-6 4-1 1-1 trick=6-6", "6-6 stands there twice"),
        ("5 0 - - 4-1 1-1 trick=6-6,6-6", "6-6 stands there twice"),
        ("5 0 6-4,5-0 6-6 4-1 1-1", "hands of 2, 1, 1, 1 dominoes and 0 on the table"),
        ("5 0 6-4 6-6 4-1 1-1 trick=5-5", "hands of 1, 1, 1, 1 dominoes and 1 on the table"),
        ("5 0 - - - - trick=5-5,5-0,5-1,5-2", "the trick on the table is whole"),
        ("nello 0 - - 6-6 - trick=5-5,5-4,5-3 out=2", "the trick on the table is whole"),
        ("nello 2 6-4 6-6 4-1 1-1 out=2", "seat 2 sits out and cannot lead"),
        ("5 0 6-4 6-6 4-1 1-1 out=2", "seat 2 sits out, which is done in nello alone"),
        ("sevens 0 6-4 6-6 4-1 1-1 out=2", "which is done in nello alone"),
        ("nello 0 6-4,5-0 6-6,5-1 4-1 1-1,5-2 out=2", r"sits out with a hand of 1: .* 2 to 7"),
        ("nello 0 - 6-6 - 1-1 trick=6-5 out=2", r"sits out with a hand of 0: .* 1 to 7"),
        ("nello 0 6-4 6-6 0-0,1-0,2-0,3-0,4-0,5-0,6-0,4-1 1-1 out=2", "sits out with a hand of 8"),
        (
            "5 0 6-4 5-1 4-1,5-0 1-1,6-5 trick=5-5,3-2",
            "3-2 lies on the table, and seat 1 had to play 5-1",
        ),
        (
            "sevens 0 6-4 4-3 4-1,5-0 1-1,6-5 trick=0-0,6-6",
            "0-0 lies on the table, and seat 0 had to play 6-4",
        ),
        (
            "nello-high 0 6-4 6-6 3-3,4-4 1-1,2-2 trick=6-5,0-0 out=2",
            "0-0 lies on the table, and seat 1 had to play 6-6",
        ),
    ],
)
def test_what_no_play_leads_to_is_refused(text: str, reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        Position.parse(text)


def test_whoever_sits_out_holds_all_that_it_was_dealt() -> None:
    for out in ("3-2,3-3", "3-2,3-3,4-4", "3-2,3-3,4-4,0-0,1-0,2-0,3-0"):
        position = Position.parse(f"nello 0 6-4,5-0 6-6,5-1 {out} 1-1,5-2 out=2")
        assert position.after("5-0").after("5-1").after("5-2").hands[2] == position.hands[2]


def test_a_trick_on_the_table_is_taken_exactly_if_every_domino_of_it_could_be_played() -> None:
    rng = Random(31)
    verdicts = set()
    for _ in range(1500):
        declaration = rng.choice(FOUR_SEATS)
        pack = rng.sample(range(28), 12)
        hands = [pack[seat * 3 : seat * 3 + 3] for seat in range(4)]
        names = oracle.DECLARATIONS[declaration]
        leader, may_be = rng.randrange(4), True
        trick: list[int] = []
        for place in range(rng.randrange(1, 4)):
            hand = hands[(leader + place) % 4]
            led = _pair(trick[0]) if trick else None
            legal = {from_pair(d) for d in oracle.playable(map(_pair, hand), led, names)}
            trick.append(hand.pop())
            may_be &= trick[-1] in legal
        masks: Hands = tuple(map(mask_of, hands))  # type: ignore[assignment]
        verdicts.add((may_be, _is_taken(declaration, masks, leader, trick)))
    assert verdicts == {(True, True), (False, False)}


def _pair(domino: int) -> oracle.Domino:
    return next(pair for pair in oracle.ALL if from_pair(pair) == domino)


def _is_taken(declaration: int, hands: Hands, leader: int, trick: list[int]) -> bool:
    try:
        Position(declaration, hands, leader, tuple(trick))
    except IllegalPosition:
        return False
    return True


@pytest.mark.parametrize("three", [False, True])
def test_every_position_of_a_hand_is_taken_and_reads_back(three: bool) -> None:
    rng = Random(8)
    for declaration in THREE_SEATS if three else FOUR_SEATS:
        position = random_position(rng, 5, declaration, three=three)
        while not position.over:
            assert Position.parse(str(position)) == position
            legal = {from_pair(domino) for domino in oracle.legal(theirs(position))}
            assert {*dominoes_of(position.legal())} == legal
            for domino in range(28):
                assert (position.why_not(domino) is None) == (domino in legal)
            position = position.after(rng.choice([*legal]))
        assert position.legal() == 0
        assert position.why_not(0) == "0-0: the hand has been played"


def test_a_refused_play_names_the_rule() -> None:
    for text, domino, reason in (
        ("5 0 6-4 6-6 4-1 1-1", "6-6", "6-6: seat 0 does not hold it, but 6-4"),
        ("5 0 4-0 5-1,6-6 4-1,1-0 1-1,2-0 trick=5-5", "6-6", "seat 1 must play a trump: 5-1"),
        ("doubles 0 4-0 6-6,6-5 4-1,1-0 1-1,2-0 trick=5-5", "6-5", "must play a trump: 6-6"),
        ("5 0 4-0 6-2,1-1 4-1,1-0 3-3,2-0 trick=6-0", "1-1", "the suit led, sixes: 6-2"),
        ("nello 0 4-0 6-6,6-5 4-1,1-0 1-1,2-0 trick=5-5", "6-5", "the suit led, doubles: 6-6"),
        ("sevens 0 6-4,4-3 6-6,1-0 4-1,2-0 1-1,3-0", "6-4", "must play the nearest to seven: 4-3"),
    ):
        position = Position.parse(text)
        with pytest.raises(IllegalMove, match=reason):
            position.after(domino)
    for wrong in (-1, 28, 10**5000):
        with pytest.raises(NotationError, match="a domino is an integer from 0 to 27"):
            position.why_not(wrong)
        with pytest.raises(NotationError):
            position.after(wrong)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5 0 6-4 6-6 4-1", "a declaration, a leader and four hands"),
        ("7 0 6-4 6-6 4-1 1-1", "'7' is no declaration"),
        ("5 4 6-4 6-6 4-1 1-1", "'4' is no seat"),
        ("5 0 6-4 6-6 4-1 1-1 trick=5-5 trick=5-4", "stands there twice"),
        ("nello 0 6-4 6-6 4-1 1-1 out=2 out=2", "stands there twice"),
        ("5 0 6-4 6-6 4-1 1-1 table=5-5", "write out=SEAT or trick=DOMINOES"),
        ("5 0 6-4 6-6 4-1 1-1 out=x", "'x' is no seat"),
        ("5 0 6-4,6-4 6-6 4-1 1-1", "6-4 stands there twice"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Position.parse(text)


def test_points_left_are_those_of_who_plays() -> None:
    four = Position.parse("5 0 6-4 3-2 5-5 0-0")
    assert (four.points_left, four.tricks_left) == (26, 1)
    three = Position(NELLO, four.hands, 0, out=2)
    assert (three.points_left, three.out) == (16, 2)
    assert four.out == NOBODY
    taken, tricks = four.line(as_dominoes("6-4 3-2 5-5 0-0"))
    assert taken.over
    assert [(trick.winner, trick.points) for trick in tricks] == [(2, 26)]


def test_suits_have_the_names_of_the_field() -> None:
    names = [suit_name(suit, 5) for suit in range(8)]
    assert names == ["blanks", "aces", "deuces", "treys", "fours", "fives", "sixes", "trumps"]
    assert [suit_name(7, declaration) for declaration in (7, NELLO)] == ["trumps", "doubles"]
    assert Position(SEVENS, (1, 2, 4, 8), 0).suit == -1
