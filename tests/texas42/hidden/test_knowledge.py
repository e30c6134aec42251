"""What a seat knows: what plays prove of the hands it does not see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from suitwise.errors import IllegalMove, IllegalPosition
from suitwise.texas42 import Knowledge, as_dominoes, every_world, mask_of
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules.dominoes import (
    ALL,
    DECLARATION_TEXT,
    HIGH,
    LOW,
    N_DOMINOES,
    NELLO,
    SEVENS,
)
from tests.oracles import texas42_oracle as oracle

HAND = mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0"))


def pair(domino: int) -> tuple[int, int]:
    return HIGH[domino], LOW[domino]


@pytest.mark.parametrize("declaration", range(SEVENS + 1))
def test_a_play_proves_absent_what_would_have_had_to_be_played(declaration: int) -> None:
    name = DECLARATION_TEXT[declaration]
    text = "nello-own" if name == "nello" else name
    for led in (None, 0, 2, 5, 13, 25, 27):
        suit = -1 if led is None else oracle.lead_suit(pair(led), text)
        for domino in range(N_DOMINOES):
            expected = mask_of(
                other
                for other in range(N_DOMINOES)
                if pair(domino)
                not in oracle.playable(
                    (pair(domino), pair(other)), None if led is None else pair(led), text
                )
            )
            assert absent_after(domino, suit, declaration) == expected


def test_in_sevens_a_seat_that_leads_holds_nothing_nearer() -> None:
    known = Knowledge(0, HAND, SEVENS, leader=1, plays=as_dominoes("3-3"))
    assert known.unseen & ~known.may_hold[1] == mask_of(as_dominoes("6-1 5-2 4-3")) & known.unseen


def test_who_follows_suit_proves_nothing() -> None:
    known = Knowledge(0, HAND, 5, leader=0, plays=as_dominoes("6-6 6-2 6-3 6-4"))
    assert known.may_hold == (known.left, *[known.unseen] * 3)
    assert known.places == (0, 6, 6, 6)
    assert known.turn == 0


def test_the_hand_that_sits_out_stays_hidden_and_whole() -> None:
    known = Knowledge(0, HAND, NELLO, leader=1, plays=as_dominoes("6-4 6-2"), out=3)
    assert known.places == (0, 6, 6, 7)
    assert known.turn == 0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seat": 4}, "a seat is 0, 1, 2 or 3"),
        ({"leader": -1}, "a seat is 0, 1, 2 or 3"),
        ({"declaration": 14}, "a declaration is 0 to 13, not 14"),
        ({"declaration": None, "plays": (0,)}, "nothing is played before a declaration"),
        ({"out": 0}, "a seat that does not lead"),
        ({"hand": HAND | 1 << 28}, "of dominoes that are in the pack"),
        ({"hand": -1}, "of dominoes that are in the pack"),
        ({"pack": ALL | 1 << 28}, "of dominoes that are in the pack"),
        ({"pack": -1}, "of dominoes that are in the pack"),
        ({"hand": 1}, "a hand of 1 dominoes is no quarter of a pack of 28"),
        ({"hand": ALL}, "a hand of 28 dominoes"),
        ({"doubles": (4, 0, 0, 0)}, "seat 0 was dealt 3 doubles, not 4 or more"),
        ({"doubles": (0, 0, 0, 8)}, "each from 0 to 7"),
        ({"plays": as_dominoes("5-5 5-5")}, "5-5 is played twice"),
        ({"plays": as_dominoes("5-1")}, "5-1: seat 0 does not hold it"),
        ({"plays": as_dominoes("5-5 5-4")}, "5-4: seat 1 does not hold it"),
        ({"plays": (27, 28)}, "28 is played, and no domino of the pack"),
        ({"plays": (27, -1)}, "-1 is played, and no domino of the pack"),
        ({"plays": tuple(range(28)) * 1000}, "28000 plays are more than there are dominoes"),
        ({"leader": 1, "plays": as_dominoes("5-1 5-0 5-2 6-6")}, "6-6: seat 0 had to play other"),
        (
            {"leader": 1, "plays": as_dominoes("5-1 5-0 6-2 5-5 3-0 0-0 2-0 5-2")},
            "5-2: seat 3 has shown before that it does not hold it",
        ),
    ],
)
def test_what_no_deal_leads_to_is_refused(wrong: dict[str, object], reason: str) -> None:
    right: dict[str, object] = {"seat": 0, "hand": HAND, "declaration": 5}
    with pytest.raises(IllegalPosition, match=reason):
        Knowledge(**(right | wrong))  # type: ignore[arg-type]


def test_before_a_declaration_a_world_is_no_position() -> None:
    known = Knowledge(0, HAND)
    with pytest.raises(IllegalPosition, match="nothing is declared yet"):
        known.position(next(every_world(known)))
    declared = replace(known, declaration=5)
    with pytest.raises(IllegalMove):
        declared.position(next(every_world(declared))).after("6-4")
