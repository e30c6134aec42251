"""Recorded hands held against the rules: reneges as the oracle finds them, and all other faults."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from suitwise.texas42.algebra import DECLARATION_TEXT
from suitwise.texas42.contracts import Contract
from suitwise.texas42.dominoes import dominoes_of
from suitwise.texas42.game import Texas42
from suitwise.texas42.position import SUIT_NAMES
from suitwise.texas42.record import HandRecord, MatchRecord, TrickRecord
from suitwise.texas42.replay import faults_of, renege_scores, reneges
from suitwise.texas42.tricks import seats_from, winning_place
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import (
    as_domino,
    as_oracle_contract,
    as_oracle_domino,
    as_oracle_hands,
    dealt,
    played_hands,
)
from tests.texas42.test_contracts import some_contract

PLAYED = MatchRecord.parse(played_hands(), Texas42(play_out=True))
HOUSE = Texas42(play_out=True, nello="any", plunge=True, splash=True, sevens=True, cap=7)


def carelessly_played(rng: Random, contract: Contract, *, tricks: int = 7) -> HandRecord:
    """Return a hand whose seats play what they like now and then."""
    hands = dealt(rng, contract.bidder, 4)
    held, leader, done = [*hands], contract.leader, []
    for _ in range(tricks):
        plays: list[tuple[int, int]] = []
        for seat in seats_from(leader, contract.out):
            legal = oracle.playable(
                map(as_oracle_domino, dominoes_of(held[seat])),
                as_oracle_domino(plays[0][1]) if plays else None,
                as_oracle_contract(contract).declaration,
            )
            any_of = [*dominoes_of(held[seat])] if rng.random() < 0.2 else [*map(as_domino, legal)]
            domino = int(rng.choice(any_of))
            held[seat] &= ~(1 << domino)
            plays.append((seat, domino))
        leader = plays[winning_place([d for _, d in plays], contract.declaration)][0]
        done.append(TrickRecord(tuple(plays)))
    calls = tuple(contract.call if (1 + at) % 4 == contract.bidder else 0 for at in range(4))
    return HandRecord(1, 0, calls, contract.declaration, hands, tuple(done))


@pytest.mark.parametrize("with_deal", [True, False])
def test_reneges_are_those_the_oracle_finds(with_deal: bool, exhaustive: bool) -> None:
    rng = Random(13)
    found = 0
    for _ in range(2000 if exhaustive else 120):
        contract = some_contract(rng)
        hand = carelessly_played(rng, contract, tricks=rng.randrange(1, 8))
        hand = hand if with_deal else replace(hand, dealt=None)
        slow = oracle.reneges(
            as_oracle_contract(contract).declaration,
            [[(s, as_oracle_domino(d)) for s, d in trick.plays] for trick in hand.tricks],
            as_oracle_hands(hand.dealt) if hand.dealt else None,
        )
        faults = reneges(MatchRecord(HOUSE, (hand,)))
        assert [
            (one.trick, one.seat, as_oracle_domino(one.domino), {*map(as_oracle_domino, one.legal)})
            for one in faults
        ] == [(one.trick, one.seat, one.played, set(one.legal)) for one in slow]
        if slow:
            found += 1
            score = oracle.score_renege(as_oracle_contract(contract), slow[0].seat)
            assert renege_scores(HOUSE, hand) == score
        else:
            assert renege_scores(HOUSE, hand) is None
    assert found > 40


def changed(old: str, new: str) -> list[str]:
    """Return the faults of the first recorded hands with one change."""
    text = "\n".join(played_hands().splitlines()[:19])
    assert old in text
    match = MatchRecord.parse(text.replace(old, new, 1), PLAYED.game)
    return [str(fault) for fault in faults_of(match)]


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        (
            "S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11",
            "S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S3 +11",
            [
                "line 3: winner: S2 wins the trick with 6-6, not S3",
                "line 4: turn: S2 plays, but it is the turn of S3",
            ],
        ),
        ("S0:6-1 -> S2 +11", "S0:6-1 -> S2 +10", ["line 3: points: it is worth 11, not 10"]),
        (
            "S2:5-5 S3:5-4 S0:5-0 S1:6-5",
            "S2:5-5 S0:5-0 S3:5-4 S1:6-5",
            ["line 4: turn: S0 plays, but it is the turn of S3"],
        ),
        (
            "S1:5-3 S2:4-3 S3:4-0 S0:1-0",
            "S1:5-3 S2:4-3 S3:4-0 S0:6-1",
            ["line 6: holding: S0 plays 6-1, which was played to trick 1"],
        ),
        (
            "set (1 mark to T0); marks T0 1 - 0 T1",
            "made (1 mark to T1); marks T0 1 - 0 T1",
            [
                "line 10: result: it is: declaring T1 15 points -> set (1 mark to T0); "
                "marks T0 1 - 0 T1"
            ],
        ),
        (
            "marks T0 2 - 0 T1",
            "marks T0 3 - 0 T1",
            [
                "line 19: result: it is: declaring T0 41 points -> made (1 mark to T0); "
                "marks T0 2 - 0 T1"
            ],
        ),
        (
            "S2:2-2 S3:2-0 S0:3-2 S1:4-2 -> S2 +6",
            "S2:2-2 S3:2-0 S0:3-2 -> S2 +6",
            [
                "line 14: trick: 3 dominoes are played to a trick of 4",
                "line 19: result: the hand is not over",
            ],
        ),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, faults: list[str]) -> None:
    assert changed(old, new) == faults


def test_a_renege_names_what_should_have_been_played() -> None:
    # Seat 0's 6-1 and 1-0 change places: sixes are led, and it still holds one.
    text = "\n".join(played_hands().splitlines()[:10])
    text = text.replace("S0:1-0", "S0:?").replace("S0:6-1", "S0:1-0").replace("S0:?", "S0:6-1")
    fault = faults_of(MatchRecord.parse(text))[0]
    assert str(fault) == "line 3: renege: S0 plays 1-0 to sixes and must follow suit: 6-1"
    assert (fault.trick, fault.seat, [str(domino) for domino in fault.legal]) == (1, 0, ["6-1"])


def test_the_deal_shows_a_renege_that_the_plays_alone_hide() -> None:
    text = """\
hand 1: shaker S0, bidder S1, bid 30, declaration 3
  deal S0: 6-1 5-0 6-3 1-0 5-1 2-0 4-2
  deal S1: 6-0 6-5 3-3 5-3 3-2 0-0 2-1
  deal S2: 6-6 5-5 3-0 4-3 6-2 5-2 4-1
  deal S3: 6-4 5-4 3-1 4-0 1-1 4-4 2-2
  trick 1: S1:6-0 S2:6-6 S3:6-4 S0:1-0 -> S2 +11
"""
    (fault,) = faults_of(MatchRecord.parse(text))
    assert fault.reason == "S0 plays 1-0 to sixes and must follow suit: 6-1"
    hidden = "\n".join(line for line in text.splitlines() if "deal" not in line)
    assert faults_of(MatchRecord.parse(hidden)) == []
    wrong = text.replace("S0:1-0 ->", "S0:4-4 ->")
    (fault,) = faults_of(MatchRecord.parse(wrong))
    assert fault.reason == "S0 plays 4-4, but holds 1-0,2-0,4-2,5-0,5-1,6-1,6-3"


def test_calls_and_declarations_are_judged_by_the_house() -> None:
    text = "hand 1: shaker S0, bidder S2, bid plunge4, declaration 5\n"
    assert [str(fault) for fault in faults_of(MatchRecord.parse(text))] == [
        "line 1: auction: S2 calls plunge4: a plunge is not played here"
    ]
    assert faults_of(MatchRecord.parse(text, HOUSE)) == []
    text = "hand 1: shaker S0, bidder S2, bid 1m, declaration sevens\n"
    assert [fault.rule for fault in faults_of(MatchRecord.parse(text))] == ["declaration"]
    rising = (
        "hand 1: shaker S0, bidder S3, bid 30, declaration 5\n"
        "auction: S1:31 S2:pass S3:30 S0:pass\n"
    )
    (fault,) = faults_of(MatchRecord.parse(rising))
    assert (fault.line, fault.reason) == (2, "S3 calls 30: a bid must exceed 31")


def test_what_is_played_after_a_hand_is_decided_is_named_once() -> None:
    match = MatchRecord.parse(played_hands())
    ends = [fault for fault in faults_of(match) if fault.rule == "end"]
    assert len(ends) <= 13
    assert str(ends[0]) == "line 5: end: the hand was set before this trick"


def test_a_renege_names_the_suit_in_the_words_of_the_declaration() -> None:
    rng = Random(3)
    suits: dict[str, set[str]] = {}
    for _ in range(400):
        contract = some_contract(rng)
        for fault in reneges(MatchRecord(HOUSE, (carelessly_played(rng, contract),))):
            found = re.search(r"(to \w+|the nearest to seven)", fault.reason)
            assert found is not None
            suits.setdefault(DECLARATION_TEXT[contract.declaration], set()).add(found[1])
    assert suits["sevens"] == {"the nearest to seven"}
    assert "to trumps" in suits["doubles"]
    assert "to doubles" in suits["nello"]
    assert suits["notrump"] <= {f"to {name}" for name in SUIT_NAMES}
