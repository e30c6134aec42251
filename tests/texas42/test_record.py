"""Hands and matches as text: read, written, replayed through the engine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition, NotationError
from suitwise.game import load, play
from suitwise.players import RandomPlayer
from suitwise.texas42.game import Texas42
from suitwise.texas42.record import HandRecord, MatchRecord, hand_of
from suitwise.texas42.record_game import as_record, match_of
from suitwise.texas42.replay import faults_of
from suitwise.texas42.state import Texas42State
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import DATA, as_domino, played_hands

PLAYED = MatchRecord.parse(played_hands(), Texas42(play_out=True))

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


def test_hands_played_elsewhere_replay_exactly() -> None:
    recorded = oracle.read_played((DATA / "played_hands.txt").read_text("ascii"))
    assert faults_of(PLAYED) == []
    record = as_record(PLAYED)
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
    assert [hand.result for hand in match_of(as_record(PLAYED)).hands] == [
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
    match = match_of(record)
    assert MatchRecord.parse(str(match)) == match
    assert faults_of(match) == []
    again = as_record(match)
    assert again.returns == record.returns
    assert match_of(again) == match


def test_a_hand_is_written_as_people_write_it() -> None:
    (hand,) = MatchRecord.parse(HAND).hands
    sorted_deal = str(hand).replace("1-1 2-2 3-3 4-4 5-5 6-5 6-6", "6-6 6-5 5-5 4-4 3-3 2-2 1-1")
    assert sorted_deal.splitlines()[-3:] == HAND.splitlines()[-3:]
    assert sorted_deal.splitlines()[:2] == HAND.splitlines()[:2]
    assert (hand.bidder, hand.call, len(hand.plays)) == (1, 2, 4)


def test_a_hand_broken_off_is_written_as_far_as_it_went() -> None:
    record = as_record(MatchRecord.parse(HAND))
    for state in record.states():
        assert isinstance(state, Texas42State)
        if state.phase != "play":
            continue
        hand = hand_of(state, 1)
        again = MatchRecord.parse(str(hand), state.variant)
        assert again.hands == (hand,)
        assert faults_of(again) == []


def test_a_hand_without_a_deal_can_be_judged_but_not_replayed() -> None:
    short = "\n".join(line for line in HAND.splitlines() if "deal" not in line)
    match = MatchRecord.parse(short)
    assert faults_of(match) == []
    with pytest.raises(NotationError, match="line 1: hand 1 is not played out and has no deal"):
        as_record(match)


def test_whoever_sits_out_of_nello_was_dealt_the_rest() -> None:
    variant = load("texas42(match=hand,nello=own,play_out=yes)")
    state = variant.parse(
        "shaker 0 | 0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
        "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5 "
        "| 1m pass pass pass | nello | - | 0-0"
    )
    while state.turn >= 0:
        state = state.after(next(iter(state.moves())))
    assert isinstance(state, Texas42State)
    match = MatchRecord(state.variant, (hand_of(state),))
    short = "\n".join(line for line in str(match).splitlines() if "deal" not in line)
    again = as_record(MatchRecord.parse(short))
    assert again.moves == as_record(match).moves


def test_nothing_is_recorded_before_a_declaration() -> None:
    with pytest.raises(IllegalPosition, match="begins with what was declared"):
        hand_of(Texas42().start())


def test_hands_of_a_match_follow_each_other() -> None:
    hands = PLAYED.hands
    moved = MatchRecord(PLAYED.game, (hands[0], hands[2]))
    with pytest.raises(NotationError, match="line 20: shaker: it is the shake of S1, not of S2"):
        as_record(moved)
    with pytest.raises(NotationError, match="the match is over"):
        as_record(MatchRecord(Texas42(play_out=True, marks=1), hands[:2]))
    with pytest.raises(NotationError, match="the record has no hands"):
        as_record(MatchRecord(PLAYED.game, ()))


def test_a_record_of_another_game_is_refused() -> None:
    other = play(load("stacks(stacks=2,height=2)").start(), RandomPlayer(1), seed=1)
    with pytest.raises(NotationError, match="is not Texas 42"):
        match_of(other)


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
        MatchRecord.parse(HAND.replace(old, new, 1))


def test_a_hand_thrown_in_has_no_tricks() -> None:
    text = "hand 1: shaker S0, thrown in\n  auction: S1:pass S2:pass S3:pass S0:pass\n"
    (hand,) = MatchRecord.parse(text).hands
    assert hand == HandRecord(1, 0, (0, 0, 0, 0))
    assert str(hand) == text
    with pytest.raises(NotationError, match="line 3: a hand that is thrown in has no tricks"):
        MatchRecord.parse(text + "trick 1: S1:6-6 S2:6-5")
    with pytest.raises(NotationError, match=f"at most {10**6} characters"):
        MatchRecord.parse(" " * (10**6 + 1))


WORDS = st.sampled_from([*HAND.replace("\n", " \n ").split(" "), "\n", "thrown in", "\x00"])


@given(st.text(max_size=200) | st.lists(WORDS, max_size=60).map(" ".join))
def test_any_text_is_read_or_refused_with_its_line(text: str) -> None:
    try:
        match = MatchRecord.parse(text)
    except NotationError:
        return
    assert MatchRecord.parse(str(match)) == match
    assert isinstance(faults_of(match), list)


@given(st.lists(st.tuples(st.integers(0, 300), st.sampled_from("0123456S -:\n,>+")), max_size=4))
def test_a_mistyped_hand_is_judged_or_refused(slips: list[tuple[int, str]]) -> None:
    text = HAND
    for place, slip in slips:
        text = text[:place] + slip + text[place + 1 :]
    try:
        match = MatchRecord.parse(text)
        faults_of(match)
        as_record(match)
    except NotationError:
        return
