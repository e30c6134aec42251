"""Matches at tables with more packs, players or friends as text: written, read, and replayed."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from random import Random

import pytest
from click.testing import CliRunner

from suitwise.cli import commands
from suitwise.errors import NotationError, SuitwiseError
from suitwise.tractor import MatchRecord, TractorState, as_record, match_of, replayed
from suitwise.tractor.record.writing import match_through
from tests.tractor.many_deals import TABLES, played_game

BOMBS, SEVEN, ONE = (
    "3 packs, 4 players, bombs and steals",
    "3 packs, 7 with friends",
    "1 pack, 4 players",
)
"""Tables of which a game has bids for the buried cards, calls, parts that are named, and void deals."""
FRIENDS = "tractor(match=deal,players=5,teams=friends)"
STEALS = "tractor(match=deal,players=6,packs=3,profile=standard(steal=yes,nobody=redeal))"


@lru_cache(maxsize=16)
def states(table: str, seed: int = 1) -> list[TractorState]:
    return played_game(table, seed)


def written(table: str, seed: int = 1) -> str:
    return str(match_through(states(table, seed)))


def fault(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        list(replayed(MatchRecord.parse(text)))
    return caught.value


def changed(text: str, old: str, new: str) -> tuple[str, int]:
    """Return a text with the first match of a pattern replaced, and the line of it."""
    found = re.search(old, text)
    assert found, old
    return f"{text[: found.start()]}{found.expand(new)}{text[found.end() :]}", text.count(
        "\n", 0, found.start()
    ) + 1


# --- There and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_a_match_goes_to_text_and_back_move_for_move(table: str) -> None:
    gone = states(table)
    text = written(table)
    read = MatchRecord.parse(text)
    assert str(read) == text
    assert read == match_through(gone)
    record = as_record(read)
    assert match_of(record) == read
    again = list(record.states())
    assert again == gone
    *_, last = replayed(read)
    assert last == gone[-1]


def test_each_seat_has_its_levels_draws_and_tricks() -> None:
    deal = MatchRecord.parse(written(SEVEN)).deals[1]
    assert deal.levels is not None
    assert len(deal.levels) == len(deal.draws) == 7
    assert {len(trick.plays) for trick in deal.tricks} == {7}


def test_what_a_record_can_say_is_said_by_some() -> None:
    texts = [written(table) for table in (BOMBS, SEVEN)] + [written(ONE, 8)]
    for part in (
        r"buried: [^:]+ \d:\w+ \w\w ",
        r"calls: \w\w#\d",
        r" \d:[\w+]+\+\w+ ",
        r"redealt 5",
    ):
        assert any(re.search(part, text) for text in texts), part
    assert any(re.search(r" \d:[\w+]+\+\w+>\w+ ", text) for text in texts)


@pytest.mark.parametrize("table", [BOMBS, SEVEN])
def test_a_match_broken_off_anywhere_is_written_and_read(table: str) -> None:
    gone = states(table)
    ends: dict[str, list[int]] = {}
    for at, state in enumerate(gone):
        ends.setdefault(state.phase, []).append(at)
    rng = Random(table)
    for end in (rng.choice(found) for phase, found in ends.items() if phase not in ("draw", "bid")):
        text = str(match_through(gone[: end + 1]))
        read = MatchRecord.parse(text)
        assert str(read) == text
        replay = list(as_record(read).states())
        assert replay == gone[: len(replay)]
        waits = gone[len(replay) - 1 : end + 1]  # passes are not written
        assert len(replay) == end + 1 or {state.phase for state in waits} == {"steal"}


def test_void_deals_are_deals_of_the_record() -> None:
    deals = MatchRecord.parse(written(ONE, 8)).deals
    assert [deal.result == "nobody has bid" for deal in deals] == [True] * 5 + [False]
    assert [deal.redealt for deal in deals] == [0, 1, 2, 3, 4, 5]
    text = str(MatchRecord(match_through(states(ONE, 8)).game, deals[3:]))
    *_, last = replayed(MatchRecord.parse(text))
    assert last == states(ONE, 8)[-1]


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    text = written(BOMBS)
    short = re.sub(r"(deal \d):.*", r"\1", text)
    short = re.sub(r"  (trump|kitty):.*\n| -> . \+\d+|, (levels|next) .*", "", short)
    assert len(short) < len(text) - 500
    assert as_record(MatchRecord.parse(short)) == as_record(MatchRecord.parse(text))


def test_a_comment_may_stand_behind_calls() -> None:
    text = re.sub("(calls: .*)", r"\1 # of the landlord", written(SEVEN))
    assert MatchRecord.parse(text) == MatchRecord.parse(written(SEVEN))
    text = re.sub("(calls: .*)", r"\1# none", written(SEVEN))
    assert MatchRecord.parse(text) == MatchRecord.parse(written(SEVEN))


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "old", "new", "reason"),
    [
        (BOMBS, r"levels (.) . . .", r"levels \1 9 \1 9", "levels|landlord"),
        (BOMBS, r"buried: \w\w", "buried: ", "cards are buried, not"),
        (BOMBS, r"(buried: [^:]+) \d:\w+", r"\1 0:D2D2D2D2", "4 times|appears"),
        (BOMBS, r"(buried: [^:]+) (\d):\w+", r"\1 \2:SA", "current rank|holds|drawn"),
        (BOMBS, r"(buried: [^:]+) (\d:\w+) [^:]+ (\d:)", r"\1 \2 \3", "stands what is buried"),
        (BOMBS, r"(\d:SKSKSK)\+SASA\+SQ", r"\1+SA+SASQ", "is cut into"),
        (BOMBS, r"(\d:SKSKSK)\+SASA\+SQ", r"\1SASASQ", "wins the trick|follow|fails|must"),
        (SEVEN, r"calls: (\w\w)#\d", r"calls: \1#4", "no copy 4"),
        (SEVEN, r"calls: (\S+)", r"calls: \1 \1", "seat . is to play"),
        (SEVEN, r"  calls: .*\n", "", "trick 1: seat . is to call a card"),
        (SEVEN, r"(calls: \S+).*", r"\1 DA#3 DK#3 DQ#3 DJ#3 DT#3 D9#3", "DA#3|D.#3|call"),
        (SEVEN, r">HJHJ", ">HQHQ", "stays of the throw"),
        (SEVEN, r">HJHJ", "", "write|fails"),
        (SEVEN, r"trick 1: (\d):(\w+)", r"trick 1: \1:\2?", "write it as|nothing to cut|no card"),
        (SEVEN, r"trick 1: \d", "trick 1: 7", "write it as 'trick 1: 2:HAHAHK>HK 3:H5 .* -> 4"),
        (SEVEN, r"next landlord \d", "next landlord 9", "'next landlord 9' is not so"),
        (ONE, r"landlord \d", "landlord 4", "write it as 'trump"),
    ],
)
def test_a_wrong_line_is_named_with_the_rule(table: str, old: str, new: str, reason: str) -> None:
    text, line = changed(written(table), old, new)
    found = fault(text)
    assert re.search(reason, found.reason), found
    assert found.line is not None
    assert abs(found.line - line) <= 1 + ("calls: " in old and not new)


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        (
            f"{FRIENDS}\ndeal 1: levels 2 2",
            2,
            "'levels 2 2': write it as 'deal 2: levels 4 2 4 2 4",
        ),
        (f"{FRIENDS}\ndeal 1: first 5", 2, "'first 5': write it as"),
        (f"{FRIENDS}\ndeal 1: redealt 1", 2, "'redealt 1': write it as"),
        (f"{FRIENDS}\ndeal 1\nclaim: 0", 3, "a line begins with one of deal, draw"),
        (f"{FRIENDS}\ndeal 1\ndraw 5: S2", 3, "write it as"),
        (f"{FRIENDS}\ndeal 1\ndraw 0: " + "S2" * 21, 3, "a seat draws 20 cards, not 21"),
        (f"{FRIENDS}\ndeal 1\ncalls: HA", 3, "write it as 'calls: HA#2 CQ#1'"),
        (f"{FRIENDS}\ndeal 1\ncalls: HA#", 3, "write it as 'calls: HA#2 CQ#1'"),
        (f"{FRIENDS}\ndeal 1\ncalls: XX#1", 3, "is no move"),
        (f"{FRIENDS}\ndeal 1\nburied: S2 0:S2S2 S3", 3, "no card"),
        (f"{FRIENDS}\ndeal 1\ntrick 1: 0:S2 1:S3 2:S4 3:S5 4:S6 0:S7", 3, "a trick is five plays"),
        (f"{FRIENDS}\ndeal 1\ntrick 1: 0:S2 2:S3", 3, "2, 3, 4, 0, 1 where seat 2 leads"),
        (f"{FRIENDS}\ndeal 1\ntrick 1: 0:S2+S2+S2", 3, "S2"),
        (f"{FRIENDS}\ndeal 1\ntrick 1: 0:+S2", 3, "there are no cards"),
        (f"{STEALS}\ndeal 1: redealt 6", 2, "write it as"),
        (f"{STEALS}\ndeal 1: redealt 1, redealt 1", 2, "redealt stands in the head twice"),
        (f"{STEALS}\ndeal 1\ncalls: HA#2", 3, "a line begins with one of deal"),
        (f"{STEALS}\ndeal 1\nburied: 2:S2S2 S3", 3, "there are no cards"),
        (f"{STEALS}\ndeal 1\nburied: S3 6:S2S2", 3, "no card"),
        (f"{STEALS}\ndeal 1\nresult: nobody has bid", 2, "the draw is not whole"),
        ("tractor(players=5)\ndeal 1", 1, "teams=friends"),
        ("tractor(players=9)\ndeal 1", 1, "players is a number from 4 to 8"),
        ("tractor(players=6,profile=duan)\ndeal 1", 1, "is a house for four"),
    ],
)
def test_what_is_no_record_of_the_table_is_refused_with_its_line(
    lines: str, line: int, reason: str
) -> None:
    found = fault(f"game {lines}")
    assert reason in found.reason
    assert found.line == line


@pytest.mark.parametrize(
    "line",
    [
        "calls: " + "HA#1 " * 900,
        "calls: " + "HA#" * 900,
        "calls: " + "#1 " * 900,
        "buried: " + "S2 " * 1000,
        "buried: " + "0:S2S2 S3 " * 500,
        "trick 1: 0:" + "S2+" * 900,
        "trick 1: 0:" + "S2+" * 30 + ">S2" * 100,
        "trick 1: 0:" + "?" * 900,
        "bids: " + "0:S2 " * 1000,
        "deal 2: " + "redealt 1, " * 150,
    ],
)
@pytest.mark.parametrize("game", [FRIENDS, STEALS])
def test_hostile_lines_are_answered_at_once(game: str, line: str) -> None:
    with pytest.raises(SuitwiseError) as caught:
        list(replayed(MatchRecord.parse(f"game {game}\ndeal 1\n{line}")))
    assert len(str(caught.value).splitlines()) == 1


# --- The command line -----------------------------------------------------------------------------


def told(text: str, *options: str) -> str:
    run = CliRunner().invoke(commands, ["tractor", "replay", *options, "-"], input=text)
    assert run.exit_code == 0, run.output
    return run.output


def test_the_command_replays_matches_of_every_table() -> None:
    text = written(ONE, 8) + written(SEVEN)
    output = told(text)
    assert output.count("nobody has bid") == 5
    assert "2 deals, every line is right" in output
    assert told(text, "--text") == text
    for line, table, seed in zip(
        told(text, "--json").splitlines(), (ONE, SEVEN), (8, 1), strict=True
    ):
        plain, last = json.loads(line), states(table, seed)[-1]
        assert plain["text"] == written(table, seed)
        deal = plain["deals"][-1]
        assert last.outcome is not None
        assert (deal["points"], deal["side"]) == (last.points, list(last.sides.members))
        assert plain["winners"] == list(last.outcome.winners)
