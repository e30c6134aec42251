"""Hands and matches as text: read, written, replayed through the engine."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from suitwise import texas42
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import load, play, record_of
from suitwise.players import RandomPlayer
from suitwise.texas42.record.match import TrickRecord, played_text, thrown_in_text
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import MADE, SET
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import DATA, as_domino, played_hands

PLAYED = texas42.MatchRecord.parse(played_hands(), texas42.Texas42(play_out=True))

HAND = """\
hand 1: shaker S3, bidder S1, bid 31, declaration 6
  deal S0: 6-6 6-5 5-5 4-4 3-3 2-2 1-1
  deal S1: 6-4 6-3 6-2 6-1 6-0 0-0 1-0
  deal S2: 5-4 5-3 5-2 5-1 5-0 4-3 4-2
  deal S3: 4-1 4-0 3-2 3-1 3-0 2-1 2-0
  auction: S0:30 S1:31 S2:pass S3:pass
  trick 1: S1:6-4 S2:5-4 S3:4-1 S0:6-6 -> S0 +16
  result: declaring T1 0 points -> set (1 mark to T0); marks T0 1 - 0 T1
"""

AT = (
    "shaker 3 | 1-1,2-2,3-3,4-4,5-5,6-5,6-6 0-0,1-0,6-0,6-1,6-2,6-3,6-4 "
    "4-2,4-3,5-0,5-1,5-2,5-3,5-4 2-0,2-1,3-0,3-1,3-2,4-0,4-1 | 30 31 pass pass | 6 | - | 3-2"
)
"""The same hand before its first lead, in a match that stands 3-2."""


def test_hands_played_elsewhere_replay_exactly() -> None:
    recorded = oracle.read_played((DATA / "played_hands.txt").read_text("ascii"))
    assert texas42.faults_of(PLAYED) == []
    record = texas42.as_record(PLAYED)
    ends = [
        state
        for state in record.states()
        if isinstance(state, Texas42State) and state.phase == "end"
    ]
    assert len(ends) == len(recorded) == 13
    for state, slow in zip(ends, recorded, strict=True):
        assert state.play is not None
        tricks = state.play.tricks
        assert tuple(trick.winner for trick in tricks) == slow.winners
        assert tuple(trick.points for trick in tricks) == slow.points
        played = [domino for trick in slow.tricks for _, domino in trick]
        assert list(state.play.dominoes) == list(map(as_domino, played))
        assert state.play.points[slow.declaring] == slow.took
        assert state.scores == slow.marks
    assert record.returns == (1, -1, 1, -1)


def test_the_result_of_every_hand_played_elsewhere_is_written_as_it_was_read() -> None:
    assert [hand.result for hand in texas42.match_of(texas42.as_record(PLAYED)).hands] == [
        hand.result for hand in PLAYED.hands
    ]


@pytest.mark.parametrize(
    "variant",
    [
        "texas42(forced=yes)",
        "texas42(nello=any,plunge=yes,splash=yes,sevens=yes,shaker=-1)",
        "texas42(match=points,sevens=yes,nello=own,cap=2)",
        "texas42(match=hand,play_out=yes)",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_reads_back_and_replays(variant: str, seed: int) -> None:
    record = play(load(variant).start(), RandomPlayer(seed), seed=seed)
    match = texas42.match_of(record)
    assert texas42.MatchRecord.parse(str(match)) == match
    colons = re.sub("([0-6])-([0-6])(?=[ ,\n])", r"\1:\2", str(match))
    assert texas42.MatchRecord.parse(colons) == match
    assert texas42.faults_of(match) == []
    again = texas42.as_record(match)
    assert again.returns == record.returns
    assert texas42.match_of(again) == match


def test_a_hand_is_written_as_people_write_it() -> None:
    (hand,) = texas42.MatchRecord.parse(HAND).hands
    sorted_deal = str(hand).replace("1-1 2-2 3-3 4-4 5-5 6-5 6-6", "6-6 6-5 5-5 4-4 3-3 2-2 1-1")
    assert sorted_deal.splitlines()[-3:] == HAND.splitlines()[-3:]
    assert sorted_deal.splitlines()[:2] == HAND.splitlines()[:2]
    assert (hand.bidder, hand.call, len(hand.plays)) == (1, 2, 4)


def test_a_hand_broken_off_is_written_as_far_as_it_went() -> None:
    match = texas42.MatchRecord.parse(HAND)
    for state in texas42.as_record(match).states():
        assert isinstance(state, Texas42State)
        if state.phase != "play":
            continue
        hand = texas42.hand_of(state, 1)
        again = texas42.MatchRecord.parse(str(hand), match.game)
        assert again.hands == (hand,)
        assert texas42.faults_of(again) == []


def test_a_hand_without_a_deal_can_be_judged_but_not_replayed() -> None:
    short = "\n".join(line for line in HAND.splitlines() if "deal" not in line)
    match = texas42.MatchRecord.parse(short)
    assert texas42.faults_of(match) == []
    with pytest.raises(NotationError, match="line 1: hand 1 is not played out and has no deal"):
        texas42.as_record(match)


def test_whoever_sits_out_of_nello_was_dealt_the_rest() -> None:
    variant = texas42.Texas42(match="hand", nello="own", play_out=True)
    state = variant.parse(
        "shaker 0 | 0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
        "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5 "
        "| 1m pass pass pass | nello | - | 0-0"
    )
    while state.turn >= 0:
        state = state.after(next(iter(state.moves())))
    match = texas42.MatchRecord(variant, (texas42.hand_of(state),))
    short = "\n".join(line for line in str(match).splitlines() if "deal" not in line)
    again = texas42.as_record(texas42.MatchRecord.parse(short))
    assert again.moves == texas42.as_record(match).moves


def test_nothing_is_recorded_before_a_declaration() -> None:
    with pytest.raises(IllegalPosition, match="begins with what was declared"):
        texas42.hand_of(texas42.Texas42().start())


def test_hands_of_a_match_follow_each_other() -> None:
    hands = PLAYED.hands
    moved = texas42.MatchRecord(PLAYED.game, (hands[0], hands[2]))
    with pytest.raises(NotationError, match="line 20: number: hand 1 is next, not 2"):
        texas42.as_record(moved)
    with pytest.raises(NotationError, match="line 11: end: the match was over before this hand"):
        texas42.as_record(texas42.MatchRecord(texas42.Texas42(play_out=True, marks=1), hands[:2]))
    with pytest.raises(NotationError, match="the record has no hands"):
        texas42.as_record(texas42.MatchRecord(PLAYED.game, ()))


def test_a_record_of_another_game_is_refused() -> None:
    other = play(load("stacks(stacks=2,height=2)").start(), RandomPlayer(1), seed=1)
    with pytest.raises(NotationError, match="is not Texas 42"):
        texas42.match_of(other)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("hand 1", "game gin\nhand 1", "line 1: gin is not Texas 42"),
        ("hand 1", "game texas42(cap=9)\nhand 1", "line 1: cap is a number from 1 to 7"),
        ("hand 1: shaker S3,", "hand 1: shaker S4,", "line 1: .*write it as 'hand 1: shaker S0"),
        ("bid 31", "bid 29", "line 1: '29' is no call"),
        ("bid 31", "bid pass", "line 1: a contract has a bidder"),
        ("declaration 6", "declaration nello", "line 1: nello can't be declared after 31"),
        ("declaration 6", "declaration 7", "line 1: .*write it as"),
        ("6-6 6-5", "6-5", "line 2: a seat is dealt 7 dominoes, not 6"),
        ("deal S0: 6-6", "deal S0: 6-4", "line 3: 6-4 is dealt twice"),
        ("deal S1", "deal S0", "line 3: S0 is dealt to twice"),
        ("S0:30 S1:31", "S1:31 S0:30", "line 6: all four call once"),
        ("S1:31", "S1:32", "line 6: the last call that is no pass is the bid of the head"),
        ("trick 1", "trick 2", "line 7: trick 1 is next, not 2"),
        ("trick 1: S1:6-4", "trick 1: S1:6-7", "line 7: .*write it as 'trick 1"),
        (
            "  trick 1",
            "  result: thrown in; marks T0 0 - 0 T1\n  trick 1",
            "line 8: 'trick' stands",
        ),
        ("  trick", "  trek", "line 7: .*a line begins with one of hand, deal, auction, trick"),
        ("hand 1:", "deal S0: 6-6\nhand 1:", "line 1: a record begins with 'hand 1"),
        ("(1 mark", "[1 mark", "line 8: .*write it as 'result"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, reason: str) -> None:
    assert old in HAND
    with pytest.raises(NotationError, match=reason):
        texas42.MatchRecord.parse(HAND.replace(old, new, 1))


def test_a_hand_thrown_in_has_no_tricks() -> None:
    text = "hand 1: shaker S0, thrown in\n  auction: S1:pass S2:pass S3:pass S0:pass\n"
    (hand,) = texas42.MatchRecord.parse(text).hands
    assert hand == texas42.HandRecord(1, 0, (0, 0, 0, 0))
    assert str(hand) == text
    (hand,) = texas42.MatchRecord.parse(text.splitlines()[0]).hands
    assert hand == texas42.HandRecord(1, 0, (0, 0, 0, 0), has_auction=False)
    assert str(hand) == text.splitlines(keepends=True)[0]
    with pytest.raises(NotationError, match="line 3: a hand that is thrown in has no tricks"):
        texas42.MatchRecord.parse(text + "trick 1: S1:6-6 S2:6-5")
    with pytest.raises(NotationError, match="line 3: a hand that is thrown in has no claim"):
        texas42.MatchRecord.parse(text + "claim S1")


def test_a_long_match_reads_back_and_a_text_beyond_all_bounds_does_not() -> None:
    text = "hand 1: shaker S0, thrown in\n" * 35_000
    assert len(text) > 10**6
    assert len(texas42.MatchRecord.parse(text).hands) == 35_000
    with pytest.raises(NotationError, match=f"at most {4 * 10**6} characters"):
        texas42.MatchRecord.parse(" " * (4 * 10**6 + 1))


# --- The score before the first hand --------------------------------------------------------------


def test_a_match_begins_with_the_score_that_its_first_result_tells() -> None:
    text = HAND.replace("T0 1 - 0 T1", "T0 3 - 2 T1")
    record = texas42.as_record(texas42.MatchRecord.parse(text))
    states = [state for state in record.states() if isinstance(state, Texas42State)]
    assert (states[0].totals, states[-1].scores) == ((2, 2), (3, 2))
    short = "\n".join(line for line in text.splitlines() if "result" not in line)
    assert texas42.as_record(texas42.MatchRecord.parse("score T0 2 - 2 T1\n" + short)) == record


def test_a_hand_broken_off_keeps_the_score_before_it() -> None:
    start = texas42.N42PA.parse(AT)
    state = start.after("6-4")
    match = texas42.match_of(record_of(start, [texas42.Move("6-4")], state))
    assert match.before == (3, 2)
    assert "\nscore T0 3 - 2 T1\nhand 1: " in str(match)
    assert texas42.MatchRecord.parse(str(match)) == match
    again = [*texas42.as_record(match).states()][-1]
    assert str(again) == str(state)
    zero = texas42.N42PA.parse(AT.removesuffix("3-2") + "0-0")
    assert texas42.match_of(record_of(zero, [], zero)).before is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("score 3-2", "line 1: 'score 3-2': write it as 'score T0 3 - 2 T1'"),
        ("score T0 3 - 2 T1\nscore T0 3 - 2 T1", "line 2: 'score T0 3 - 2 T1': a line begins with"),
        (
            "score T0 7 - 2 T1",
            "line 2: score: the record begins with 7-2: a match of marks goes to 7",
        ),
    ],
)
def test_a_score_that_cannot_be_is_refused(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        texas42.as_record(texas42.MatchRecord.parse(f"{line}\n{HAND}"))


# --- What has no text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: texas42.HandRecord(1, 0, (1, 0, 0, 0)),
        lambda: texas42.HandRecord(1, 0, (1, 0, 0, 0), 9),
        lambda: texas42.HandRecord(1, 0, (1, 0, 0), 5),
        lambda: texas42.HandRecord(1, 0, (99, 0, 0, 0), 5),
        lambda: texas42.HandRecord(1, 4, (1, 0, 0, 0), 5),
        lambda: texas42.HandRecord(1, 0, (0, 0, 0, 0), tricks=(TrickRecord(((1, 27),)),)),
        lambda: texas42.HandRecord(1, 0, (0, 0, 0, 0), claim=texas42.ClaimRecord(1)),
        lambda: TrickRecord(()),
        lambda: TrickRecord(((0, 1),), winner=1),
        lambda: TrickRecord(((0, 1),), points=1),
        lambda: TrickRecord(((9, 1),)),
        lambda: TrickRecord(((0, 1),), winner=9, points=1),
        lambda: TrickRecord(((0, 1),), winner=0, points=100),
        lambda: texas42.HandRecord(1, 0, (1, 0, 0, 0), 5, result="well played"),
        lambda: texas42.ClaimRecord(4),
        lambda: texas42.ClaimRecord(0, 43),
        lambda: texas42.ClaimRecord(0, -1),
        lambda: texas42.ClaimRecord(0, 1, "marks"),
    ],
)
def test_what_has_no_text_is_no_record(make: Callable[[], object]) -> None:
    with pytest.raises(IllegalPosition):
        make()
    with pytest.raises(NotationError, match="a domino is an integer from 0 to 27"):
        TrickRecord(((0, 28),))


# --- Texts of elsewhere, and texts with slips -----------------------------------------------------


def test_bids_and_pips_are_read_as_they_are_written_elsewhere() -> None:
    ours = "hand 1: shaker S0, bidder S1, bid 30, declaration 3"
    theirs = "hand 1: shaker S0, bidder S1, bid P(30), declaration P3"
    assert texas42.MatchRecord.parse(theirs) == texas42.MatchRecord.parse(ours)
    for wrong in ("bid P30", "bid P(29)", "bid P(3)", "bid (30)", "bid P(1m)", "bid P(30"):
        with pytest.raises(NotationError, match="line 1: "):
            texas42.MatchRecord.parse(ours.replace("bid 30", wrong))
    for wrong in ("P7", "Pdoubles", "P", "PP3"):
        with pytest.raises(NotationError, match="line 1: "):
            texas42.MatchRecord.parse(ours.replace("declaration 3", f"declaration {wrong}"))


def test_claims_are_read_as_they_are_written() -> None:
    for claim in ("claim S0", "claim S3 12 points", "claim S1 2 tricks", "claim S1 1 tricks"):
        (hand,) = texas42.MatchRecord.parse(HAND.replace("  result", f"  {claim}\n  result")).hands
        assert str(hand.claim) == claim
        assert f"\n  {claim}\n  result" in str(hand)
        assert texas42.MatchRecord.parse(str(hand)).hands == (hand,)
    (hand,) = texas42.MatchRecord.parse(f"{HAND.splitlines()[0]}\n claim S0 1 point").hands
    assert hand.claim == texas42.ClaimRecord(0, 1, "points")
    for wrong in ("claim", "claim S4", "claim S0 0 points", "claim S0 3", "claim S0 3 marks"):
        with pytest.raises(NotationError, match=r"line 2: .*write it as 'claim S0'"):
            texas42.MatchRecord.parse(f"{HAND.splitlines()[0]}\n{wrong}")
    with pytest.raises(NotationError, match="'trick' stands there after 'claim'"):
        texas42.MatchRecord.parse(HAND.replace("  trick", "  claim S0\n  trick"))


def test_a_claim_of_more_than_a_hand_is_worth_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match=r"^line 2: a claim is of at most 42"):
        texas42.MatchRecord.parse(f"{HAND.splitlines()[0]}\n claim S0 43 points")


# --- The results of hands as phrases --------------------------------------------------------------


MARKS = Texas42Variant()
POINTS = Texas42Variant(match="points")


def test_a_hand_made_says_who_took_what_and_how_the_match_stands() -> None:
    said = played_text(MARKS, texas42.Contract(1, call_of("2m"), 5), MADE, (0, 42), (3, 2))
    assert said == "declaring T1 42 points -> made (2 marks to T1); marks T0 3 - 2 T1"
    assert said.code == "texas42.result"
    assert [said.params[name].code for name in ("result", "totals")] == [
        "texas42.made",
        "texas42.marks",
    ]
    assert codes(said) == ["texas42.gets-marks"]


@pytest.mark.parametrize(
    ("game", "call", "result", "took", "expected"),
    [
        (MARKS, "30", SET, (10, 32), ["texas42.gets-mark"]),
        (POINTS, "30", MADE, (41, 1), ["texas42.gets-points", "texas42.gets-point"]),
    ],
)
def test_what_each_side_gets_is_a_phrase_of_its_own(
    game: Texas42Variant, call: str, result: int, took: tuple[int, int], expected: list[str]
) -> None:
    assert (
        codes(played_text(game, texas42.Contract(0, call_of(call), 5), result, took, (1, 2)))
        == expected
    )


def codes(said: Phrase) -> list[str]:
    """Return the codes of what the sides get."""
    return [got.code for got in said.params["gets"]]


def test_a_hand_thrown_in_says_how_the_match_stands() -> None:
    said = thrown_in_text(POINTS, (7, 0))
    assert (said, said.code) == ("thrown in; points T0 7 - 0 T1", "texas42.thrown-in")
    assert said.params["totals"].code == "texas42.points"
