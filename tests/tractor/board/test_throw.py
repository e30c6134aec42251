"""What the board says of a throw is what the rules say: against known hands, and against the unseen."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.tractor import is_safe, pile_of, throw_of
from suitwise.tractor.seats import DECK
from tests.tractor.board.asked import asked

HANDS = {"next": "HAHAH6H7H8", "partner": "H3H4H5H9HT", "before": "C3C4C5C6C7"}


@pytest.mark.parametrize("house", ["standard", "duan", "judge", "rbtying"])
@pytest.mark.parametrize("thrown", ["HKHKHQHQHJ", "HKHK", "HKHQ"])
def test_a_throw_against_known_hands_is_ruled_on_as_at_the_table(house: str, thrown: str) -> None:
    told = asked("throw", throw=thrown, own="", house=house, **HANDS)
    ruling = throw_of("S2", [thrown, *HANDS.values()], thrown, house)
    assert told.verdict == str(ruling)
    beaten = {str(part) for part, _ in ruling.beaten}
    assert {row.move for row in told.rows if row.text != "nobody beats it"} == beaten


@pytest.mark.parametrize(
    ("thrown", "own"),
    [("HAHAHK", ""), ("HAHAHT", ""), ("HAHAHT", "HK HK HQ HQ HJ HJ"), ("HQHQHK", "HA HA")],
)
def test_a_throw_against_the_unseen_is_certain_where_the_rules_say_so(
    thrown: str, own: str
) -> None:
    told = asked("throw", throw=thrown, own=own)
    unseen = DECK.minus(pile_of(thrown)).minus(pile_of(own))
    assert told.verdict.startswith("it is certain to stand") == is_safe("S2", thrown, [unseen])


def test_the_option_of_the_house_is_named() -> None:
    for house, line in (
        ("standard", "a failed throw leads its smallest part that somebody beats (forced=beaten)"),
        ("judge", "no throw fails in this house (forced=never)"),
        (
            "rbtying",
            "a failed throw leads the smallest part that is beaten by the first seat which beats any "
            "(forced=first)",
        ),
        ("duan", "a failed throw leads its largest part that somebody beats (forced=largest)"),
    ):
        assert line in asked("throw", house=house).lines
    lines = asked("throw", switches="forced=lowest,penalty=10").lines
    assert "a failed throw leads its smallest part (forced=lowest)" in lines
    assert "a failed throw costs 10 points (penalty=10)" in lines


def test_one_block_is_no_throw() -> None:
    told = asked("throw", throw="H9H9", own="")
    assert told.verdict == "it stands"
    assert "what is one block is no throw and always stands" in told.lines


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"throw": "HAS3"}, "throw: S3HA is of several partitions under trump S2"),
        ({"throw": "HAHK", "own": "HAHA"}, "HA appears 3 times, but 2 packs hold 2"),
        ({"next": "HAHAHA"}, "next: HA appears 3 times, but 2 packs hold 2"),
        ({"own": "🂡"}, "own: no card at '🂡'"),
    ],
)
def test_cards_that_cannot_lie_so_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("throw", **fields)
    assert str(refused.value).startswith(why)
