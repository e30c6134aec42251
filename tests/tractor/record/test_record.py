"""Matches as text: written, read, replayed through the engine, and every wrong line found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from suitwise.cards import BLACK_JOKER, Card
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import MOST_CHARACTERS, match_texts
from suitwise.game import Record, load, play, record_of
from suitwise.players import RandomPlayer
from suitwise.tractor import (
    MatchRecord,
    Move,
    Pile,
    TractorState,
    as_record,
    match_of,
    pile_of,
    replayed,
)
from suitwise.tractor.moves import PASS
from suitwise.tractor.record.text import BidRecord, DealRecord, TrickRecord, read_match
from suitwise.tractor.record.writing import match_through

DEAL = """\
game tractor(profile=standard,match=match,levels=22,landlord=-1,first=0)
deal 1: levels 2 2, first 0
  draw 0: S3 S3 S4 S4 S5 S5 S6 S6 S7 S7 S8 S8 S9 S9 ST ST SJ SJ SQ SQ SK SK SA SA S2 [S2]
  draw 1: H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H8 H8 H9 H9 HT HT HJ HJ HQ HQ HK HK HA HA H2
  draw 2: D3 D3 D4 D4 D5 D5 D6 D6 D7 D7 D8 D8 D9 D9 DT DT DJ DJ DQ DQ DK DK DA DA D2
  draw 3: C3 C3 C4 C4 C5 C5 C6 C6 C7 C7 C8 C8 C9 C9 CT CT CJ CJ CQ CQ CK CK CA CA RJ
  trump: S2, landlord 0
  kitty: S2 H2 D2 C2 C2 BJ BJ RJ
  buried: S3 S3 S4 S4 S5 S5 S6 S6
  trick 1: 0:S2BJ>S2 1:H2 2:D2 3:RJ -> 3 +0
  trick 2: 3:C5C5C6C6 0:S7S7S8S8 1:H5H5H3H3 2:D3D3D4D4 -> 0 +20
"""
"""A deal with a suit for each seat, broken off after two tricks."""


@cache
def match(profile: str, levels: str = "JQ") -> Record:
    """Return a match between random players that begins high, to be short."""
    game = load(f"tractor(profile={profile},levels={levels},landlord=1)")
    return play(game.start(), RandomPlayer(3), seed=len(profile))


@cache
def deal(profile: str = "standard", seed: int = 2) -> Record:
    return play(
        load(f"tractor(profile={profile},match=deal)").start(), RandomPlayer(seed), seed=seed
    )


def states(record: Record) -> Iterator[TractorState]:
    for state in record.states():
        assert isinstance(state, TractorState)
        yield state


def fault(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        list(replayed(MatchRecord.parse(text)))
    return caught.value


# --- There and back -------------------------------------------------------------------------------

PROFILES = [
    "standard",
    "judge",
    "rbtying",
    "jerryyyu",
    "duan",
    "standard(penalty=10,forced=lowest)",
]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_deal_goes_to_text_and_back_move_for_move(profile: str) -> None:
    record = deal(profile)
    written = match_of(record)
    read = MatchRecord.parse(str(written))
    assert read == written
    assert str(read) == str(written)
    assert as_record(read) == record


def test_a_whole_match_goes_to_text_and_back_move_for_move() -> None:
    record = match("duan")
    read = MatchRecord.parse(str(match_of(record)))
    assert len(read.deals) > 1
    assert as_record(read) == record


def test_a_match_may_begin_with_any_deal() -> None:
    record = match_of(match("duan"))
    later = MatchRecord(record.game, record.deals[-2:])
    assert as_record(MatchRecord.parse(str(later))).returns == match("duan").returns


def test_a_match_broken_off_anywhere_is_written_and_read() -> None:
    gone = list(states(deal()))
    for end in range(3, len(gone), 19):
        written = match_through(gone[: end + 1])
        assert MatchRecord.parse(str(written)) == written
        replay = as_record(written)
        assert match_of(replay) == written
        if gone[end].phase not in ("draw", "bid"):
            assert replay.moves == deal().moves[:end]


def test_a_throw_whose_leader_has_still_to_choose_is_written_with_nothing_behind() -> None:
    waiting = DEAL[: DEAL.index("  trick 1")] + "  trick 1: 0:D2H2>\n"
    [state] = replayed(MatchRecord.parse(waiting))
    assert state.phase == "forced"
    assert str(match_of(as_record(MatchRecord.parse(waiting)))).endswith("  trick 1: 0:H2D2>\n")
    for card in ("D2", "H2"):
        chosen = waiting.replace(">", f">{card} 1:H2 2:D2 3:RJ -> 3 +0")
        [state] = replayed(MatchRecord.parse(chosen))
        assert str(state.tricks[0].plays[0]) == card
    assert "leads H2 or D2" in fault(waiting.replace(">", ">S2")).reason


def test_bids_stand_behind_the_card_they_were_made_with_or_after_the_draw() -> None:
    start = load("tractor(match=deal)").start()
    state, moves = start, []
    draws = [Random(4).sample([str(Move(m.pile)) for m in start.moves() for _ in "12"], 100)][0]
    assert isinstance(state, TractorState)
    bids = 0
    while state.phase in ("draw", "bid"):
        if state.phase == "draw":
            move = Move.parse(draws[state.cards_drawn])
        else:
            better = [move for move in state.moves() if move != PASS]
            move = better[-1] if better and (state.asked or state.cards_drawn < 50) else PASS
            bids += move != PASS
        moves.append(move)
        state = state.after(move)
    record = record_of(start, moves, state)
    written = match_of(record)
    assert len(written.deals[0].bids) == bids > 1
    assert {bid.after == 0 for bid in written.deals[0].bids} == {True, False}
    assert as_record(MatchRecord.parse(str(written))).moves[: len(moves)] == record.moves


# --- Seats turned, suits renamed ------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_turning_the_table_and_renaming_the_suits_changes_no_ruling(profile: str) -> None:
    rng = Random(profile)
    for seed in (5, 6):
        before = match_of(deal(profile, seed))
        turn, names = rng.randrange(4), rng.sample(range(4), 4)
        [there] = replayed(MatchRecord.parse(str(before)))
        [here] = replayed(turned(before, turn, names))
        assert here.outcome is not None
        assert there.outcome is not None
        assert here.points == there.points
        assert here.outcome.next_landlord == (there.outcome.next_landlord + turn) % 4
        assert here.outcome.ranks == there.outcome.ranks[:: -1 if turn % 2 else 1]


def turned(match: MatchRecord, turn: int, names: list[int]) -> MatchRecord:
    """Return a match of one deal with every seat so many further on, and suits renamed."""

    def card(old: int) -> Card:
        return Card(old if old >= BLACK_JOKER else 13 * names[old // 13] + old % 13)

    def pile(old: Pile) -> Pile:
        return pile_of(map(card, old.cards))

    [deal] = match.deals
    tricks = [
        TrickRecord(
            (trick.leader + turn) % 4,
            tuple(map(pile, trick.plays)),
            trick.tried and pile(trick.tried),
            trick.result and ((trick.result[0] + turn) % 4, trick.result[1]),
        )
        for trick in deal.tricks
    ]
    bids = [BidRecord((b.seat + turn) % 4, pile(b.cards), b.after) for b in deal.bids]
    return MatchRecord(
        replace(match.game, first=(match.game.first + turn) % 4),
        (
            DealRecord(
                1,
                draws=tuple(tuple(map(card, deal.draws[(s - turn) % 4])) for s in range(4)),
                bids=tuple(bids),
                turned=tuple(map(card, deal.turned)),
                buried=deal.buried and pile(deal.buried),
                tricks=tuple(tricks),
            ),
        ),
    )


# --- Written by hand ------------------------------------------------------------------------------


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    text = str(match_of(deal()))
    short = re.sub(r"deal 1:.*", "deal 1", text)
    short = re.sub(r"  (trump|kitty|result):.*\n| -> . \+\d+", "", short)
    assert len(short) < len(text) - 300
    assert as_record(MatchRecord.parse(short)) == as_record(MatchRecord.parse(text))


def test_cards_may_stand_in_any_order_where_the_bids_come_after() -> None:
    text = DEAL.replace(" [S2]", "").replace("  trump", "  bids: 0:S2 2:D2 3:RJRJ\n  trump")
    assert fault(text).reason == "D2: S2 of seat 0 stands, and only two cards overturn it"
    right = DEAL.replace(" [S2]", "").replace("  trump", "  bids: 0:S2\n  trump")
    [state] = replayed(MatchRecord.parse(right))
    assert str(state.trump) == "S2"
    turned = re.sub(
        r"(draw \d: )(.*)", lambda line: line[1] + " ".join(reversed(line[2].split())), right
    )
    [other] = replayed(MatchRecord.parse(turned))
    assert other.drawn == state.drawn
    assert other.bids == state.bids


def test_comments_blank_lines_and_indents_say_nothing() -> None:
    text = str(match_of(deal()))
    loose = "# a deal\n\n" + text.replace("\n  ", "  # said\n\n\t")
    assert MatchRecord.parse(loose) == MatchRecord.parse(text)


def test_cards_may_be_written_in_any_form_of_the_house() -> None:
    text = DEAL.replace("DT DT", "D10 D10").replace("CA CA", "C1♣1").replace("H3 H3", "h3h3")
    assert MatchRecord.parse(text) == MatchRecord.parse(DEAL)


def test_a_file_may_hold_several_matches() -> None:
    texts = [str(match_of(deal(seed=seed))) for seed in (1, 2)]
    found = list(match_texts(("# two\n" + "".join(texts)).split("\n")))
    assert [str(MatchRecord.parse(text)) for _, text in found] == texts
    assert [before for before, _ in found] == [1, 1 + texts[0].count("\n")]
    assert list(match_texts(["", "# none"])) == []


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("levels 2 2", "levels 2 3", 2, "only the first deal has no landlord"),
        ("levels 2 2, first 0", "first 1", 2, "seat 0 draws first: write first 0"),
        ("S2 [S2]", "S3 [S3]", 3, "S3: both copies have been drawn"),
        ("S2 [S2]", "S2 [S2S2]", 3, "S2S2: seat 0 has drawn one S2"),
        ("S2 [S2]", "S2 [SA]", 3, "a bid shows cards of the current rank 2"),
        ("HA H2\n", "HA H2 [H2]\n", 4, "S2 of seat 0 stands, and only two cards overturn it"),
        ("CA RJ", "CA", 6, "the draw is not whole: seat 3 draws card 25 next"),
        ("trump: S2", "trump: H2", 7, "trump is S2, landlord 0"),
        ("S2, landlord 0", "S2, landlord 1", 7, "trump is S2, landlord 0"),
        ("kitty: S2", "kitty: S3", 8, "the kitty is S2"),
        ("buried: S3 S3", "buried: S3 H3", 9, "seat 0 holds no H3"),
        ("buried: S3 S3", "buried: S3", 9, "8 cards are buried, not 7"),
        ("  buried: S3 S3 S4 S4 S5 S5 S6 S6\n", "", 9, "trick 1: seat 0 is to bury"),
        ("1: 0:S2BJ>S2 1:H2 2:D2 3:RJ", "1: 1:H2", 10, "seat 0 leads, not seat 1"),
        ("S2BJ>S2", "S2BJ>BJ", 10, "S2BJ: S2 stays of the throw"),
        ("S2BJ>S2 1", "S2BJ 1", 10, "S2BJ: the throw fails, write S2BJ> and what stayed"),
        ("S2BJ>S2", "S2S2BJBJ>S2S2", 10, "S2S2BJBJ: the throw does not fail, write it without >"),
        ("0:S2BJ>S2", "0:S2H3>S2", 10, "S2H3: seat 0 holds no H3"),
        ("3:RJ -> 3 +0", "3:C3 -> 0 +0", 10, "C3: follow trumps"),
        ("-> 3 +0", "-> 0 +0", 10, "seat 3 wins the trick and 0 points"),
        (" 3:RJ -> 3 +0", "", 11, "the trick before is not whole: seat 3 is to play"),
        ("H5H5H3H3", "H5H5H3", 11, "H3H5H5: .* not 3"),
        ("H5H5H3H3", "D5D5D6D6", 11, "D5D5D6D6: .* no D5"),
        ("-> 0 +20", "-> 0 +25", 11, "seat 0 wins the trick and 20 points"),
        (" 2:D3D3D4D4", "", 11, "the trick is not whole, nobody has won it"),
        ("-> 0 +20", "-> 0 +20\n  result: 0 points", 12, "not played out: seat 0 is to play"),
        ("-> 0 +20", "-> 0 +20\ndeal 2", 12, "not played out: seat 0 is to play"),
    ],
)
def test_a_wrong_line_is_named_with_the_card_and_the_rule(
    old: str, new: str, line: int, reason: str
) -> None:
    assert [state.phase for state in replayed(MatchRecord.parse(DEAL))] == ["play"]
    found = fault(DEAL.replace(old, new, 1))
    assert re.search(reason, found.reason), found
    assert found.line == line


def test_a_bid_after_the_draw_must_be_held_and_asked_for() -> None:
    text = DEAL.replace("  trump", "  bids: 1:H2H2\n  trump")
    assert fault(text).reason == "H2H2: seat 1 has drawn one H2"
    over = DEAL.replace("CA CA RJ", "CA RJ RJ [RJRJ]").replace("  trump", "  bids: 1:H2\n  trump")
    found = fault(over)
    assert found.reason == "H2: seat 1 is not asked, the bidding is over"
    assert found.line == 7


@pytest.mark.parametrize("profile", ["standard", "duan"])
def test_every_false_word_of_a_result_is_found(profile: str) -> None:
    result = match_of(deal(profile)).deals[0].result
    before, _, _ = str(match_of(deal(profile))).rpartition("result: ")
    for said in result.split(", "):
        found = fault(f"{before}result: {said} 1")
        assert found.reason == f"'{said} 1' is not so: {result}"
        assert found.line == before.count("\n") + 1


def test_a_part_of_a_result_stands_there_once() -> None:
    text = str(match_of(deal()))
    points = text.rpartition("result: ")[2].split(",")[0]
    found = fault(text.replace(f"result: {points}", f"result: {points}, {points}"))
    assert found.reason == f"'{points}' stands there twice"
    assert found.line == text.count("\n")


@pytest.mark.parametrize(
    ("part", "wrong", "reason"),
    [
        (r"levels (\S) \S", r"levels \1 2", "the levels are {levels}"),
        (r"levels \S", "levels 2", "the levels are {levels}"),
        (r"landlord \d", "landlord {other}", "the landlord is seat {landlord}"),
        (
            r"landlord \d",
            "first {landlord}",
            "seat {landlord} draws first: write landlord {landlord}",
        ),
    ],
)
def test_the_head_of_a_later_deal_says_what_the_deal_before_has_led_to(
    part: str, wrong: str, reason: str
) -> None:
    text = str(match_of(match("duan")))
    for line, head in enumerate(text.splitlines(), 1):
        if not head.startswith("deal ") or head.startswith("deal 1:"):
            continue
        landlord = int(head[-1])
        facts = {
            "landlord": landlord,
            "other": landlord ^ 2,
            "levels": head.split(": levels ")[1][:3],
        }
        found = fault(text.replace(head, re.sub(part, wrong.format(**facts), head)))
        assert (found.line, found.reason) == (line, reason.format(**facts))


def test_after_a_match_is_won_nobody_deals_on() -> None:
    text = str(match_of(match("duan")))
    number = len(MatchRecord.parse(text).deals) + 1
    found = fault(f"{text}deal {number}\n")
    assert found.reason == "the game was over after the deal before"
    assert found.line == len(text.splitlines()) + 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("deal 1", 1, "a match begins with a line 'game tractor'"),
        ("game stacks", 1, "stacks is not Tractor"),
        ("game tractor(profile=nobody)", 1, "is no profile"),
        ("game tractor\ndraw 0: S2", 2, "a deal begins with"),
        ("game tractor\ndeal 1\ndeal 3", 3, "deal 2 is next, not 3"),
        ("game tractor\ndeal 1: first 0, first 1", 2, "first stands in the head twice"),
        ("game tractor\ndeal 1: landlord 3, landlord 3", 2, "landlord stands in the head twice"),
        ("game tractor\ndeal 1: levels 3 3, levels 2 2", 2, "levels stands in the head twice"),
        ("game tractor\ndeal 1: level 2", 2, "'level 2': write it as 'deal 2: levels 4 2"),
        ("game tractor\ndeal 1\nfold", 3, "a line begins with one of deal, draw"),
        ("game tractor\ndeal 1\ndraw 4: S2", 3, "write it as 'draw 0: S3 H2"),
        ("game tractor\ndeal 1\ndraw 0: S2 S0", 3, "no card at 'S0'"),
        ("game tractor\ndeal 1\ndraw 0: JK", 3, "JK is no card of Tractor"),
        ("game tractor\ndeal 1\ndraw 0: [S2] S2", 3, "write it as"),
        ("game tractor\ndeal 1\ndraw 0: S2 [S2] [S2]", 3, "a bid stands in brackets"),
        ("game tractor\ndeal 1\ndraw 0: S2\ndraw 0: S3", 4, "stands there already"),
        ("game tractor\ndeal 1\ndraw 0: " + "S2" * 26, 3, "a seat draws 25 cards, not 26"),
        ("game tractor\ndeal 1\nkitty: S2\nbids: 0:S2", 4, "'bids' stands there after 'kitty'"),
        ("game tractor\ndeal 1\nkitty: S2\nkitty: S2", 4, "'kitty' stands there after 'kitty'"),
        ("game tractor\ndeal 1\nkitty: S2S2S2", 3, "S2 appears 3 times"),
        ("game tractor\ndeal 1\ntrump: X2, landlord 0", 3, "the main suit is one of"),
        ("game tractor\ndeal 1\ntrick 2: 0:S2", 3, "trick 1 is next, not 2"),
        ("game tractor\ndeal 1\ntrick 1: 0:S2 2:S2", 3, "a trick goes round the table"),
        ("game tractor\ndeal 1\ntrick 1: 0:S2S3> 1:S2", 3, "what stayed of a throw"),
        ("game tractor\ndeal 1\ntrick 1: 0:>S2 1:S2", 3, "there are no cards"),
        ("game tractor\ndeal 1\ndraw 0: " + "S2 " * 700, 3, "a line has at most 2,000"),
        ("game tractor", 1, "the match has no deals"),
        ("game tractor\ndeal 1\ndeal 2", 3, "not played out: seat 0 draws card 1 next"),
        ("", None, "a match begins with a line 'game tractor'"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(
    text: str, line: int | None, reason: str
) -> None:
    found = fault(text)
    assert reason in found.reason
    assert found.line == line


def test_what_is_longer_than_any_match_is_not_read() -> None:
    with pytest.raises(NotationError, match="at most 4,000,000") as caught:
        list(match_texts(["game tractor", "deal 1", " " * MOST_CHARACTERS]))
    assert caught.value.line == 3


def test_lines_are_counted_from_where_the_match_is_from() -> None:
    with pytest.raises(NotationError) as caught:
        read_match("game tractor\nfold", lines_before=40)
    assert caught.value.line == 42


@pytest.mark.parametrize(
    "line",
    [
        "draw 0: " + "S2 [S2] " * 240,
        "draw 0: " + "[" * 1900,
        "bids: " + "0:S2 " * 390,
        "trick 1: " + "0:" * 900,
        "trick 1: 0:" + "S2>" * 600,
        "result: " + "x" * 1900,
        "deal 1: " + "levels 2 2, " * 150,
    ],
)
def test_hostile_lines_are_answered_at_once(line: str) -> None:
    with pytest.raises(SuitwiseError):
        list(replayed(MatchRecord.parse(f"game tractor\ndeal 1\n{line}")))


def test_a_record_of_the_middle_of_a_deal_is_refused() -> None:
    gone = list(states(deal()))
    with pytest.raises(NotationError, match="before its first card is drawn"):
        match_through(gone[5:])
    with pytest.raises(NotationError, match="one state at least"):
        match_through([])
    with pytest.raises(NotationError, match="states of Tractor"):
        match_through([load("stacks").start()])
