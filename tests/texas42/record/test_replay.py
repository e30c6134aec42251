"""Recorded hands held against the rules: reneges as the oracle finds them, and all other faults."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from suitwise.errors import NotationError
from suitwise.foundation.seating import seats_from
from suitwise.texas42 import (
    N42PA,
    ClaimRecord,
    Contract,
    HandRecord,
    MatchRecord,
    Texas42,
    as_record,
    dominoes_of,
    faults_of,
    renege_scores,
    reneges,
)
from suitwise.texas42.record.judge import judge, totals_before
from suitwise.texas42.record.match import TrickRecord
from suitwise.texas42.rules.contracts import MADE, SET, Play, is_nello
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, SUIT_NAMES, winning_place
from suitwise.texas42.rules.position import Hands
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import (
    as_domino,
    as_oracle_contract,
    as_oracle_domino,
    as_oracle_hands,
    dealt,
    played_hands,
)
from tests.texas42.rules.test_contracts import some_contract

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
        ("S1:3-3 -> S1 +1", "S1:3-3 -> S1 +6", ["line 5: points: it is worth 1, not 6"]),
        (
            "hand 1: shaker S1",
            "hand 2: shaker S2",
            [
                "line 11: number: hand 1 is next, not 2",
                "line 11: shaker: it is the shake of S1, not of S2",
            ],
        ),
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


# --- What a renege costs --------------------------------------------------------------------------

BEGUN = """\
hand 1: shaker S3, bidder S1, bid 30, declaration 6
  deal S0: 6-6 6-5 5-5 4-4 3-3 2-2 1-1
  deal S1: 6-4 6-3 6-2 6-1 6-0 0-0 1-0
  deal S2: 5-4 5-3 5-2 5-1 5-0 4-3 4-2
  deal S3: 4-1 4-0 3-2 3-1 3-0 2-1 2-0
  trick 1: S1:6-1 S2:4-2 S3:2-0 S0:6-6 -> S0 +1
  trick 2: S0:5-5 S1:1-0 S2:5-4 S3:2-1 -> S0 +11
"""
"""Two tricks of a bid that one point more will set."""
SETS = "  trick 3: S0:6-5 S1:6-4 S2:5-3 S3:3-0 -> S0 +11\n"
RENEGE = "  trick 3: S0:6-5 S1:0-0\n"
DEFENDER = """\
  trick 1: S1:6-1 S2:4-2 S3:2-0 S0:1-1 -> S1 +1
  trick 2: S1:6-2 S2:4-3 S3:2-1 S0:6-6 -> S0 +1
  trick 3: S0:5-5 S1:1-0 S2:5-4 S3:3-1 -> S0 +11
  trick 4: S0:6-5 S1:6-4 S2:5-3 S3:3-0 -> S0 +11
"""
"""The same deal with a renege of the other side in trick 1, which nobody noticed."""
DEALT = "".join(BEGUN.splitlines(keepends=True)[:5])
THROWN = "hand 2: shaker S0, thrown in\n"
POINTS = Texas42(match="points")


def told(text: str, game: Texas42 = N42PA) -> list[str]:
    return [str(fault) for fault in faults_of(MatchRecord.parse(text, game))]


def result(text: str) -> str:
    return f"  result: {text}\n"


def test_a_hand_is_over_with_the_renege_and_its_stake_goes_to_the_other_side() -> None:
    renege = "line 8: renege: S1 plays 0-0 to trumps and must follow suit: 6-0,6-2,6-3,6-4"
    assert told(BEGUN + RENEGE) == [renege]
    right = "reneged by S1 (1 mark to T0); marks T0 3 - 2 T1"
    assert told(BEGUN + RENEGE + result(right)) == [renege]
    for wrong in (
        "declaring T1 0 points -> set (1 mark to T0); marks T0 3 - 2 T1",
        "reneged by S0 (1 mark to T1); marks T0 2 - 3 T1",
        "false claim by S1 (1 mark to T0); marks T0 3 - 2 T1",
        "reneged by S1 (1 mark to T0); marks T0 4 - 2 T1",
    ):
        assert told(f"score T0 2 - 2 T1\n{BEGUN}{RENEGE}{result(wrong)}")[1:] == [
            f"line 10: result: it is: {right}"
        ]


def test_a_renege_costs_the_hand_though_it_is_played_on() -> None:
    renege = "line 6: renege: S0 plays 1-1 to trumps and must follow suit: 6-5,6-6"
    assert told(DEALT + DEFENDER) == [renege]
    said = "declaring T1 1 points -> set (1 mark to T0); marks T0 1 - 0 T1"
    assert told(DEALT + DEFENDER + result(said)) == [
        renege,
        "line 10: result: it is: reneged by S0 (1 mark to T1); marks T0 0 - 1 T1",
    ]


def test_the_score_goes_on_from_what_a_renege_has_cost() -> None:
    text = "score T0 0 - 0 T1\n" + DEALT + DEFENDER + THROWN
    assert len(told(text + result("thrown in; marks T0 0 - 1 T1"))) == 1
    assert told(text + result("thrown in; marks T0 1 - 0 T1"))[1:] == [
        "line 12: result: it is: thrown in; marks T0 0 - 1 T1"
    ]


def test_a_renege_is_scored_in_points_where_points_are_played_for() -> None:
    (declarer,) = MatchRecord.parse(BEGUN + RENEGE).hands
    (defender,) = MatchRecord.parse(DEALT + DEFENDER).hands
    (nobody,) = MatchRecord.parse(BEGUN + SETS).hands
    hands = (declarer, defender, nobody)
    assert [renege_scores(N42PA, hand) for hand in hands] == [(1, 0), (0, 1), None]
    assert [renege_scores(POINTS, hand) for hand in hands] == [(42 + 30, 0), (0, 42), None]
    said = result("reneged by S0 (42 points to T1); points T0 0 - 42 T1")
    assert len(told(DEALT + DEFENDER + said, POINTS)) == 1


def test_a_hand_may_end_within_a_trick_at_a_renege_alone() -> None:
    cut = BEGUN + "  trick 3: S0:6-5 S1:6-4\n"
    assert told(cut) == []
    said = result("declaring T1 0 points -> set (1 mark to T0); marks T0 1 - 0 T1")
    assert told(cut + said) == [
        "line 8: trick: 2 dominoes are played to a trick of 4",
        "line 9: result: the hand is not over",
    ]


# --- How hands follow each other ------------------------------------------------------------------


def test_no_hand_follows_one_that_is_not_over() -> None:
    assert told(BEGUN + THROWN) == ["line 8: end: hand 1 was not over before this hand"]
    with pytest.raises(NotationError, match="line 8: end: hand 1 was not over"):
        as_record(MatchRecord.parse(BEGUN + THROWN))
    assert told(BEGUN + SETS + THROWN) == []
    assert len(told(BEGUN + RENEGE + THROWN)) == 1


def test_no_hand_follows_the_end_of_a_match_which_is_named_once() -> None:
    said = result("declaring T1 0 points -> set (1 mark to T0); marks T0 7 - 3 T1")
    more = THROWN + "hand 3: shaker S1, thrown in\n"
    assert told(BEGUN + SETS + said) == []
    assert told(BEGUN + SETS + said + more) == ["line 10: end: the match was over before this hand"]
    assert told(BEGUN + SETS + THROWN, Texas42(match="hand")) == [
        "line 9: end: the match was over before this hand"
    ]


def test_a_record_does_not_begin_with_a_match_that_is_decided() -> None:
    def scored(score: str, game: Texas42 = N42PA) -> list[str]:
        said = f"declaring T1 0 points -> set (1 mark to T0); marks {score}"
        return told(BEGUN + SETS + result(said), game)

    assert scored("T0 7 - 6 T1") == []
    reason = "line 1: score: the record begins with {}: a match of marks goes to 7"
    assert scored("T0 8 - 0 T1") == [reason.format("7-0")]
    assert scored("T0 3 - 7 T1") == [reason.format("2-7")]
    assert scored("T0 1 - 0 T1", Texas42(match="hand")) == []
    assert scored("T0 3 - 2 T1", Texas42(match="hand")) == [
        "line 1: score: the record begins with 2-2: before a single hand the sides have scored 0-0"
    ]


def test_the_first_result_there_is_tells_the_score_before_all_hands() -> None:
    def before(score: str) -> tuple[int, int]:
        said = result(f"thrown in; marks {score}") if score else ""
        return totals_before(MatchRecord.parse(BEGUN + SETS + THROWN + said))

    assert (before("T0 4 - 3 T1"), before("")) == ((3, 3), (0, 0))
    assert before("T0 0 - 3 T1") == (0, 0)  # which can't be: side 0 has a mark


# --- What the auction tells -----------------------------------------------------------------------


def test_a_head_alone_is_no_auction_to_be_judged() -> None:
    head = "hand 1: shaker S0, bidder S{}, bid {}, declaration 5\n"
    for bid in ("30", "2m", "3m", "4m", "5m"):
        assert told(head.format(2, bid)) == []
    assert told(head.format(2, "6m")) == [
        "line 1: auction: S2 calls 6m: no more than 5 marks are bid"
    ]
    assert told(head.format(1, "3m")) == [
        "line 1: auction: S1 calls 3m: as the first bid the next mark call is 1m or 2m"
    ]
    passes = "auction: S1:pass S2:3m S3:pass S0:pass\n"
    assert told(head.format(2, "3m") + passes)[0].startswith("line 2: auction: S2 calls 3m")
    assert told("hand 1: shaker S0, thrown in") == []
    assert told("hand 1: shaker S0, thrown in", Texas42(forced=True)) == [
        "line 1: auction: S0 calls pass: all others have passed, and the shaker must bid"
    ]


def test_without_a_deal_a_seat_holds_the_doubles_it_plays_and_at_most_those_not_seen() -> None:
    # Seat 2 plays 6-6 and 5-5 at once and no double more; of the others five are seen by and by.
    hand = played_hands().splitlines()[1:9]
    hand[0] = hand[0].replace("bidder S1, bid P(30)", "bidder S2, bid plunge4")
    game = Texas42(plunge=True, play_out=True)

    def auction_faults(tricks: int) -> list[str]:
        return [line for line in told("\n".join(hand[: 1 + tricks]), game) if "auction" in line]

    assert [len(auction_faults(tricks)) for tricks in range(8)] == [0, 0, 0, 0, 0, 0, 1, 1]
    assert auction_faults(7) == [
        "line 1: auction: S2 calls plunge4: a plunge needs 4 doubles, and the seat holds 2"
    ]


def test_a_double_seen_elsewhere_is_none_that_a_seat_keeps() -> None:
    text = (
        "hand 1: shaker S0, bidder S2, bid plunge4, declaration notrump\n"
        "  trick 1: S0:0-0 S1:1-1 S2:3-0 S3:2-2\n  trick 2: S0:3-3 S1:4-4 S2:4-3 S3:5-5\n"
    )
    assert told(text, Texas42(plunge=True))[0] == (
        "line 1: auction: S2 calls plunge4: a plunge needs 4 doubles, and the seat holds 1"
    )


# --- Claims ---------------------------------------------------------------------------------------


def claimed(claim: str, said: str, game: Texas42 = N42PA, tricks: str = "") -> list[str]:
    """Return the faults of the hand that ends with a claim and has this result."""
    text = f"score T0 0 - 0 T1\n{BEGUN}{tricks}  {claim}\n{result(said) if said else ''}"
    return told(text, game)


def test_a_claim_that_stands_ends_the_hand_and_leaves_the_rest_to_the_other_side() -> None:
    said = "declaring T1 29 points -> set (1 mark to T0); marks T0 1 - 0 T1"
    assert claimed("claim S0 1 tricks", said) == []
    assert claimed("claim S0 1 points", said) == []
    assert claimed("claim S0 1 points", "") == []
    wrong = "declaring T1 30 points -> made (1 mark to T1); marks T0 0 - 1 T1"
    assert claimed("claim S0 1 points", wrong) == [f"line 10: result: it is: {said}"]
    # Seat 1 has the last three trumps and 0-0: all that is left, where a hand is played out.
    rest = "declaring T1 19 points -> set (1 mark to T0); marks T0 1 - 0 T1"
    assert claimed("claim S1", rest, Texas42(play_out=True), SETS) == []
    assert claimed("claim S1 4 tricks", rest, Texas42(play_out=True), SETS) == []
    assert claimed("claim S1 19 points", rest, Texas42(play_out=True), SETS) == []
    points = "declaring T1 19 points -> set (53 points to T0); points T0 53 - 0 T1"
    assert claimed("claim S1", points, POINTS, SETS) == []


def test_a_claim_that_does_not_stand_costs_the_hand_as_a_renege_does() -> None:
    for claim, shown, line in (
        ("claim S0", "all that is left", "1-1 0-0 5-1 3-1 2-2 6-0 5-2 3-2"),
        (
            "claim S0 2 tricks",
            "2 tricks",
            "1-1 6-0 5-1 3-1 0-0 5-0 3-0 2-2 6-2 4-3 3-2 6-5 3-3 6-3 5-3 4-0 6-4 5-2 4-1 4-4",
        ),
        (
            "claim S0 11 points",
            "11 points",
            "1-1 0-0 5-1 3-1 2-2 6-0 5-2 3-2 6-2 4-3 3-0 6-5 3-3 6-3 5-3 4-0 6-4 5-0 4-1 4-4",
        ),
    ):
        said = "false claim by S0 (1 mark to T1); marks T0 0 - 1 T1"
        why = f"some legal play of the others refutes it (from S0 on {line}), so it costs the hand"
        assert claimed(claim, said) == [f"line 9: claim: S0 claims {shown}: {why}"]
    said = "false claim by S1 (1 mark to T0); marks T0 1 - 0 T1"
    assert len(claimed("claim S1", said)) == 1
    assert claimed("claim S1", "declaring T1 30 points -> made (1 mark to T1); marks T0 0 - 1 T1")[
        1:
    ] == [f"line 10: result: it is: {said}"]
    assert claimed("claim S1 6 tricks", "") == [
        "line 9: claim: S1 claims 6 tricks: only 5 are left"
    ]
    assert claimed("claim S1 31 points", "")[0].endswith("31 points: only 30 are left")
    # Of the 30 points left, in points: all not taken yet, and the bid.
    points = "false claim by S1 (72 points to T0); points T0 72 - 0 T1"
    assert len(claimed("claim S1", points, POINTS)) == 1


def test_marks_are_made_by_a_claim_of_all_and_set_by_a_claim_of_less() -> None:
    text = (
        "hand 1: shaker S3, bidder S1, bid 2m, declaration 6\n"
        "  deal S0: 5-5 4-4 3-3 2-2 1-1 0-0 5-4\n  deal S1: 6-6 6-5 6-4 6-3 6-2 6-1 6-0\n"
        "  deal S2: 5-3 5-2 5-1 5-0 4-3 4-2 4-1\n  deal S3: 4-0 3-2 3-1 3-0 2-1 2-0 1-0\n"
        "  trick 1: S1:6-6 S2:5-3 S3:4-0 S0:5-5\n  trick 2: S1:6-5 S2:5-2 S3:3-2 S0:4-4\n"
        "  trick 3: S1:6-4 S2:5-1 S3:3-1 S0:3-3\n  trick 4: S1:6-3 S2:5-0 S3:3-0 S0:2-2\n"
    )
    for claim in ("claim S1", "claim S3", "claim S1 3 tricks", "claim S1 8 points"):
        said = "declaring T1 42 points -> made (2 marks to T1); marks T0 0 - 2 T1"
        assert told(f"{text}{claim}\n{result(said)}") == []
    for claim, points in (("claim S1 2 tricks", 36), ("claim S3 5 points", 39)):
        said = f"declaring T1 {points} points -> set (2 marks to T0); marks T0 2 - 0 T1"
        assert told(f"{text}{claim}\n{result(said)}") == []
    assert told(f"{text}claim S0 1 tricks")[0].startswith("line 10: claim: S0 claims 1 trick: some")
    with pytest.raises(NotationError, match="line 10: hand 1 ends with a claim, which is no move"):
        as_record(MatchRecord.parse(f"{text}claim S1"))


def test_a_claim_after_the_hand_is_a_fault_and_one_without_a_deal_is_taken_as_it_was() -> None:
    assert claimed("claim S0", "", tricks=SETS) == [
        "line 10: end: the hand was set before this claim"
    ]
    assert len(claimed("claim S0", "", tricks=RENEGE)) == 1  # the renege alone
    text = "".join(line for line in BEGUN.splitlines(keepends=True) if "deal" not in line)
    said = "declaring T1 0 points -> set (1 mark to T0); marks T0 1 - 0 T1"
    assert told(f"{text}  claim S0\n{result(said)}") == []


def test_claims_are_ruled_as_the_oracle_rules_them(exhaustive: bool) -> None:
    rng = Random(17)
    verdicts: Counter[tuple[bool, bool, bool]] = Counter()
    for number in range(2000 if exhaustive else 240):
        contract = some_contract(rng)
        while is_nello(contract.declaration) != bool(number % 2):
            contract = some_contract(rng)
        slow, hand = _broken_off(rng, contract, tricks=rng.choice((5, 6)))
        seats = [seat for seat in range(4) if seat != contract.out]
        seat = rng.choice([contract.bidder, *seats])
        nello = is_nello(contract.declaration)
        if nello:
            want: oracle.Result = "made" if seat == contract.bidder else "set"
            stands = oracle.forces(slow, want, {seat})
        else:
            stands = oracle.claim_stands(slow.position, seat)
        hand = replace(hand, claim=ClaimRecord(seat))
        faults = faults_of(MatchRecord(HOUSE, (hand,)))
        ruled = [fault.rule for fault in faults if fault.rule != "auction"]
        assert ruled == ([] if stands else ["claim"])
        if nello:  # who is right takes the contract
            is_made = (seat == contract.bidder) == stands
            assert judge(HOUSE, hand).outcome == (MADE if is_made else SET)
        verdicts[nello, seat == contract.bidder, stands] += 1
    assert len(verdicts) == 8
    assert min(verdicts.values()) > 2


def _broken_off(rng: Random, contract: Contract, tricks: int) -> tuple[oracle.Standing, HandRecord]:
    """Return a hand of so many tricks played by the rules; of nello one that is not set yet."""
    nello = is_nello(contract.declaration)
    while True:
        hands = dealt(rng, contract.bidder, 4)
        play = contract.start(hands)
        slow = oracle.Standing(
            as_oracle_contract(contract),
            oracle.start(as_oracle_contract(contract), as_oracle_hands(hands)),
        )
        while len(play.tricks) < tricks and not (nello and play.result):
            domino = rng.choice(dominoes_of(play.position.legal()))
            play, slow = play.after(domino), oracle.go_on(slow, as_oracle_domino(domino))
        if not (nello and play.result):
            return slow, _recorded(contract, hands, play)


def _recorded(contract: Contract, hands: Hands, play: Play) -> HandRecord:
    calls = tuple(contract.call if (1 + at) % 4 == contract.bidder else 0 for at in range(4))
    tricks = tuple(
        TrickRecord(
            tuple(zip(seats_from(one.leader, contract.out), map(int, one.dominoes), strict=True))
        )
        for one in play.tricks
    )
    return HandRecord(1, 0, calls, contract.declaration, hands, tricks)
