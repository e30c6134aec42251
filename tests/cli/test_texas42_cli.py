"""``suitwise texas42 solve, bid, review`` from the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from suitwise.cli.games import texas42 as texas42_commands
from suitwise.foundation.text.phrases import tidied
from suitwise.game import load, play
from suitwise.texas42 import Position, bidding_table, match_of, solve, solve_moves, table
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.contracts import is_nello
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT
from tests.commands import answer_of, run_command
from tests.fresh import ROOT
from tests.texas42.games import played_hands
from tests.texas42.positions import random_position

COMMAND = [sys.executable, "-m", "suitwise", "texas42"]
DEAL = "5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"
HAND = "6-6 6-5 6-4 6-2 6-1 5-5 0-0"


run, here = partial(run_command, "texas42"), partial(answer_of, "texas42")


def refused(*arguments: str | Path) -> tuple[str, str]:
    """Return what a command prints before it is refused, and the one line it is refused with."""
    status, told, error = run(*arguments)
    assert (status, error.count("\n")) == (2, 1)
    return told, error.removeprefix("error: ").removesuffix("\n")


def written(folder: Path, text: str | bytes) -> Path:
    """Write an input down."""
    path = folder / "input.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


# --- solve ----------------------------------------------------------------------------------------


def test_a_process_answers_what_comes_before_a_fault() -> None:
    text = f"# two tricks\n{DEAL}  # fives\r\n\n{DEAL} 21\n{DEAL}\n"
    assert run("solve", text=text) == (
        2,
        "21\n",
        "error: <stdin>:4: a deal has six columns, a declaration, a leader and four hands, not 7; "
        "out=2 and trick=6-4,5-5 may follow\n",
    )
    assert run("solve", "--moves", text=f"{DEAL}") == (0, "21 5-5=21 6-4=21\n", "")
    assert run("solve") == (0, "", "")


def test_a_position_within_a_trick_is_solved_and_so_is_nello_with_a_seat_out(
    tmp_path: Path,
) -> None:
    """Of every declaration and of all sizes, nello half the time with four seats; as in Python."""
    rng = Random(8)
    deals = [
        random_position(rng, rng.randrange(1, 6), one, three=is_nello(one) and rng.random() < 0.5)
        for one in range(14)
        for _ in range(4)
    ]
    path = written(tmp_path, "\n".join(map(str, deals)))
    begun = sum(bool(deal.trick) for deal in deals)
    assert begun > 10
    assert sum(deal.out >= 0 for deal in deals) > 2
    values = here("solve", path).split()
    assert values == [str(solve(deal)) for deal in deals]
    for deal, value, line, told in zip(
        deals,
        values,
        here("solve", "--moves", path).splitlines(),
        here("solve", "--moves", "--json", path).splitlines(),
        strict=True,
    ):
        each = {str(domino): points for domino, points in solve_moves(deal).items()}
        assert line == " ".join([value, *(f"{d}={points}" for d, points in each.items())])
        unit = "points" if deal.out < 0 else "tricks"
        assert json.loads(told) == {unit: int(value), "moves": each}
    begun_deal = written(tmp_path, "5 0 - 6-6 4-1 1-1 trick=5-5")
    assert "input.txt:1: a table is of four hands" in refused("solve", "--table", begun_deal)[1]


def test_the_table_of_a_deal_is_printed_and_drawn(tmp_path: Path) -> None:
    path = written(tmp_path, f"{DEAL}\n{DEAL.replace('5 0', 'nello 3', 1)}")
    points = table(Position.parse(DEAL).hands)
    shown = here("solve", "--table", "--svg", tmp_path / "table.svg", path)
    assert shown.count("fives      21  21  21  16") == 2
    told = json.loads(here("solve", "--table", "--json", path).splitlines()[1])["points"]
    assert told == {DECLARATION_TEXT[one]: points[one].tolist() for one in range(10)}
    drawn = (tmp_path / "table.svg").read_text("utf-8")
    assert drawn.count('class="cell"') == 40
    ElementTree.fromstring(drawn)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("5 0 5-5 6-6 4-1", "six columns"),
        ("5 0 5-5 6-6 4-1 trick=1-1", "'trick=1-1' is no domino"),
        ("5 0 5-5 6-6 4-1 1-1 out=3", "seat 3 sits out"),
        ("nello 0 5-5 6-6 4-1 1-1 out=0", "seat 0 "),
        ("nello 0 5-5 6-6 4-1 1-1 out=5", "'5' is no seat"),
        ("5 0 5-5 6-6 4-1 1-1 trick=3-3 trick=3-3", "stands there twice"),
        ("5 0 - 6-6 4-1 1-1 trick=5-5,", "one comma stands between dominoes"),
        ("5 0 - 6-5,4-1 4-2,3-0 1-1,1-0 trick=5-5", "all who play hold as many"),
        ("5 0 - - 4-1 1-1 trick=5-5 way=6-6", "six columns"),
        ("5 0 5-5 6-6 4-1 5-5", "5-5 stands there twice"),
        ("7 0 5-5 6-6 4-1 1-1", "'7' is no declaration"),
        ("5 0 - - - -", "1 to 7 dominoes"),
        ("5 0 5-5,6-4, 6-6,3-2 4-1,5-0 1-1,6-5", "one comma stands between dominoes"),
        ("5 0 5-5\u00a0,6-4 6-6,3-2 4-1,5-0 1-1,6-5", "blanks or tabs stand"),
        ("5 0 ٣-٣ 6-6 4-1 1-1", "is no domino"),
        ("\x00\x1b[2J", "six columns"),
        ("5 0 " + "6-6," * 2000, "longer than 4,096 bytes"),
    ],
)
def test_what_is_no_deal_is_refused_with_its_line(tmp_path: Path, line: str, reason: str) -> None:
    path = written(tmp_path, f"{DEAL}\n{line}\n{DEAL}\n")
    answered, message = refused("solve", path)
    assert answered == "21\n"
    assert message.startswith(f"{path}:2: ")
    assert reason in message
    assert message.isprintable()


def test_questions_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, DEAL)
    assert "ask one" in refused("solve", "--moves", "--table", path)[1]
    assert "--table" in refused("solve", "--svg", tmp_path / "a.svg", path)[1]
    assert "No such file" in refused("solve", tmp_path / "none.txt")[1]


# --- bid ------------------------------------------------------------------------------------------


def test_a_bidding_table_is_printed_with_what_it_is(tmp_path: Path) -> None:
    shown = here("bid", HAND, "--worlds", "15", "--seed", "3", "--svg", tmp_path / "bid.svg")
    assert "in percent of 15 deals, seed 3" in shown
    assert "double-dummy estimate" in shown
    assert "no bound in either direction" in shown
    assert (
        "\nbid as high as 1m (42) with sixes or notrump, made in 15 of 15 deals, the highest bid "
        "that 70 % of them make; the cheapest bid that wins the auction is as good, for 30 to 42 stake "
        "one mark\n"
    ) in shown
    drawn = (tmp_path / "bid.svg").read_text("utf-8")
    assert drawn.count('class="cell"') == 9 * 13


def test_the_contracts_of_a_house_are_added_where_they_are_asked_for() -> None:
    hand, house = "0-0 1-1 2-2 3-3 4-4 5-5 6-6", "texas42(nello=high,sevens=yes,plunge=yes)"
    shown = here("bid", hand, "--worlds", "4", "--house", house)
    head, _, told = shown.partition("\nThe contracts of the house, in the same deals:\n\n")
    assert head == here("bid", hand, "--worlds", "4")
    assert [line.split()[0] for line in told.splitlines()] == ["nello-high", "sevens", "plunge"]
    assert "plunge             >47" in told
    found = json.loads(here("bid", hand, "--worlds", "4", "--json", "--house", house))
    assert found["house"]["plunge"] == {"make": 1.0, "error": 0.0}
    assert "house" not in json.loads(here("bid", hand, "--worlds", "1", "--json"))
    assert "adds no contract" in here("bid", hand, "--worlds", "1", "--house", "texas42")
    assert (
        refused("bid", hand, "--house", "tractor")[1]
        == "--house is a variant of texas42, not tractor"
    )
    assert "nello is" in refused("bid", hand, "--house", "texas42(nello=odd)")[1]


def test_the_table_is_that_of_the_package_however_many_deals_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(texas42_commands, "_AT_A_TIME", 8)
    told = json.loads(here("bid", HAND, "--worlds", "20", "--json", "--threads", "1"))
    found = bidding_table(HAND, 20)

    def figures(table: Any) -> dict[str, list[float]]:
        return {DECLARATION_TEXT[one]: [*map(tidied, table[one].tolist())] for one in range(9)}

    assert told["make"] == figures(found.make)
    assert told["error"] == figures(found.error)
    assert (told["bid"], told["declaration"], told["as_good"]) == (42, None, ["6", "notrump"])
    alone = json.loads(here("bid", "6-6 6-5 6-4 6-2 5-1 4-0 3-2", "--worlds", "20", "--json"))
    assert alone["as_good"] == [alone["declaration"]]
    assert "lower_bound" not in told


def test_the_lower_bound_stands_beside_it_where_asked() -> None:
    shown = here("bid", "0-0 1-0 2-1 3-2 4-2 5-3 6-3", "--worlds", "8", "--blind")
    assert shown.count("bid as high as 40 with treys, made in 6 of 8 deals") == 1
    assert shown.count("pass: no bid is made in 70 % of the deals\n") == 1
    assert "lower bound" in shown
    told = json.loads(here("bid", HAND, "--worlds", "8", "--blind", "--json"))
    for name, chances in told["lower_bound"].items():
        assert all(low <= high for low, high in zip(chances, told["make"][name], strict=True))


def test_one_deal_is_one_deal_and_makes_nothing_certain() -> None:
    shown = here("bid", HAND, "--worlds", "1")
    assert "in percent of 1 deal, seed 0" in shown
    assert "made in 1 of 1 deal," in shown
    assert {">5", "<95"} == {*shown.partition("mean")[0].split()} & {">5", "<95", "100±0", "0±0"}


def test_a_picture_that_cannot_be_written_costs_no_table(tmp_path: Path) -> None:
    for arguments in (
        ("bid", HAND, "--worlds", "2"),
        ("solve", "--table", written(tmp_path, DEAL)),
    ):
        told = here(*arguments)
        answered, message = refused(*arguments, "--svg", tmp_path / "none" / "a.svg")
        assert (answered, "No such file" in message) == (told, True)


def test_there_is_no_picture_of_no_deal(tmp_path: Path) -> None:
    path = written(tmp_path, "# nothing\n")
    answered, message = refused("solve", "--table", "--svg", tmp_path / "a.svg", path)
    assert (answered, message) == ("", f"{path}: there is no deal to draw")


def test_a_byte_order_mark_is_refused_in_the_first_line(tmp_path: Path) -> None:
    mark = "the input begins with a byte order mark; save it without one"
    path = written(tmp_path, "\ufeff" + DEAL)
    assert refused("solve", path) == ("", f"{path}:1: {mark}")
    written(tmp_path, "\ufeffhand 1: shaker S0, thrown in")
    assert refused("review", path) == ("", f"{path}:1: {mark}")


@pytest.mark.parametrize(
    "arguments",
    [
        *(("6-6",), (HAND + " 1-1",), ("6-6 6-6 6-4 6-2 6-1 5-5 0-0",)),
        *(("7-6 6-5 6-4 6-2 6-1 5-5 0-0",), ("\x1b[2J" * 999,), (HAND, "--worlds", "0")),
        *((HAND, "--worlds", "1000001"), (HAND, "--seed", "-1"), (HAND, "--threads", "1025")),
    ],
)
def test_what_is_no_hand_is_refused(arguments: tuple[str, ...]) -> None:
    assert refused("bid", *arguments)[0] == ""


# --- review ---------------------------------------------------------------------------------------


def test_hands_played_elsewhere_are_reviewed(tmp_path: Path) -> None:
    one = "hand 0" + played_hands().partition("hand 0")[2].partition("hand 1")[0]
    path = written(tmp_path, one)
    shown = here("review", "--game", "texas42(play_out=yes)", "--worlds", "5", path)
    assert shown.startswith(
        "0 faults by the rules\n\nNone of 5 decisions is shown to have cost anything.\n\n"
        "hand 0: S1 bids 30, treys declared; with best play T1 takes 42 points: it can be made\n"
    )
    assert re.search(r"\n +1  S1 6-0   28  3-3 +is set ! +\d+%", shown)
    turn = "turning point, trick 1: S1 gives the contract away with 6-0, not 2-1 or 3-3 or 6-5"
    assert turn in shown
    stopped = here("review", "--worlds", "0", path)
    assert stopped.startswith("line 4: end: the hand was set before this trick\n1 fault by")
    assert "%" not in stopped
    assert "P(make)" not in stopped


def test_the_course_of_the_hands_is_drawn_with_the_figures_that_json_has(tmp_path: Path) -> None:
    path, svg = ROOT / "examples" / "texas42_hand.txt", tmp_path / "went.svg"
    shown = here("review", "--worlds", "10", "--plot", svg, path)
    told = here("review", "--worlds", "10", "--json", path)
    plays = [one for one in json.loads(told)["plays"] if "chance" in one]
    root = ElementTree.parse(svg).getroot()
    words = next(node.text for node in root.iter() if node.tag.endswith("}description"))
    assert words is not None
    line = r"^trick (\d) +(\d)  plays (\d-\d) +([-+][0-9.]+) +(\d+) %"
    drawn = re.findall(line, words, re.M)
    assert len(drawn) == len(plays) > 5
    for one, (trick, seat, domino, worth, won) in zip(plays, drawn, strict=True):
        assert one["mistake"] == (one["marks_lost"] > 1.96 * one["marks_error"])
        assert (one["trick"], one["seat"], one["play"]) == (int(trick), int(seat), domino)
        assert one["marks"] == pytest.approx(float(worth), abs=0.0051)
        assert one["chance"] == pytest.approx(int(won) / 100, abs=0.0051)
        assert one["marks"] == pytest.approx(2 * one["chance"] - 1)
    match = next(line for line in shown.splitlines() if line.startswith("score"))
    assert match == (
        "score T0 0 - 0 T1: if it is made, T1 wins the match in 61 %, if it is set, in 39 %, later "
        "hands taken as even"
    )
    lost = re.findall(r"^ +S(\d) .* (-?[0-9.]+)±([0-9.]+)%$", shown, re.M)
    totals = [one for one in json.loads(told)["totals"] if one["match_error"]]
    for (seat, cost, error), total in zip(lost, totals, strict=True):
        assert int(seat) == total["seat"]
        assert total["match_cost"] == pytest.approx(float(cost) / 100, abs=0.00051)
        assert 1.96 * total["match_error"] == pytest.approx(float(error) / 100, abs=0.00051)
    judged = [*plays, *json.loads(told)["calls"]]
    assert words.count(" !\n") == sum(one["mistake"] for one in judged) > 0


CALL_LINE = (
    r"S(\d) (passes|bids (\S+)|declares (\w+)) +([-+][0-9.]+) +(\d+)%"
    r"(?:  (.*): costs (-?[0-9.]+)±([0-9.]+)(?:, of the match (-?[0-9.]+)±([0-9.]+)%)?( !)?)?"
)


def test_what_calls_cost_is_told_with_the_figures_that_json_has(tmp_path: Path) -> None:
    text = (
        "game texas42\nscore T0 5 - 6 T1\nhand 1: shaker S0, bidder S3, bid 2m, declaration 2\n"
        "  deal S0: 0-0 1-0 2-1 3-2 4-2 5-3 6-3\n  deal S1: 1-1 2-0 3-1 4-0 4-1 5-1 5-2\n"
        "  deal S2: 6-6 6-5 6-4 6-2 6-1 6-0 5-5\n  deal S3: 2-2 3-0 3-3 4-3 4-4 5-0 5-4\n"
        "  auction: S1:30 S2:31 S3:2m S0:pass\n"
    )
    path = written(tmp_path, text)
    shown = here("review", "--worlds", "6", path)
    (told,) = (
        json.loads(one) for one in here("review", "--worlds", "6", "--json", path).splitlines()
    )
    lines = [found for line in shown.splitlines() if (found := re.fullmatch(CALL_LINE, line))]
    assert len(lines) == len(told["calls"]) == 5
    for line, call in zip(lines, told["calls"], strict=True):
        assert int(line[1]) == call["seat"]
        assert float(line[5]) == pytest.approx(call["worth"], abs=0.0051)
        assert int(line[6]) == pytest.approx(100 * call["chance"], abs=0.51)
        assert (line[7] is None) == (call["best"] == call["move"])
        if line[7] is not None:
            costs = call["marks_lost"], 1.96 * call["marks_error"]
            assert (float(line[8]), float(line[9])) == pytest.approx(costs, abs=0.0051)
            shares = 100 * call["match_cost"], 196 * call["match_error"]
            assert (float(line[10]), float(line[11])) == pytest.approx(shares, abs=0.051)
            assert bool(line[12]) == call["mistake"]
    assert "The costliest of 5 decisions:\n  1. " in shown
    assert "as the player mc\njudges them" in shown


def test_a_course_without_chances_and_a_file_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "hand 1: shaker S0, thrown in\n")
    plot = ("--plot", tmp_path / "went.svg")
    assert "--worlds 0 leaves out" in refused("review", "--worlds", "0", *plot, path)[1]
    assert "nothing to draw" in refused("review", *plot, path)[1]
    jpeg = refused("review", "--plot", tmp_path / "went.jpg", path)[1]
    assert jpeg.endswith("an .svg or a .png file")
    assert not (tmp_path / "went.svg").exists()


def test_faults_come_first_and_the_review_goes_up_to_them() -> None:
    text = (
        "hand 1: shaker S0, bidder S1, bid 30, declaration 3\n"
        "  deal S0: 6-1 2-2 0-0 1-0 2-0 4-0 5-0\n  deal S1: 6-0 1-1 2-1 3-1 4-1 5-1 3-3\n"
        "  deal S2: 6-6 6-2 3-2 4-2 5-2 3-0 4-3\n  deal S3: 6-4 5-3 6-3 4-4 5-4 5-5 6-5\n"
        "  trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2 -> S1 +11\n"
    )
    status, shown, error = run("review", "--worlds", "0", text=text)
    assert (status, error) == (0, "")
    lines = shown.splitlines()
    assert lines[0] == "line 6: renege: S0 plays 2-2 to sixes and must follow suit: 6-1"
    assert lines[1] == "line 6: winner: S2 wins the trick with 6-6, not S1"
    assert lines[2] == "2 faults by the rules"
    assert lines[-1] == "reviewed up to 2-2: seat 0 must play the suit led, sixes: 6-1"


def test_a_record_of_the_contract_is_reviewed_as_the_match_that_it_is(tmp_path: Path) -> None:
    record = play(load("texas42(marks=1)").start(), Texas42Player(), seed=2)
    raw = here("review", "--worlds", "3", "--seed", "8", written(tmp_path, str(record)))
    assert raw.startswith("0 faults by the rules\n")
    assert raw == here(
        "review", "--worlds", "3", "--seed", "8", written(tmp_path, str(match_of(record)))
    )
    told = here("review", "--json", "--worlds", "0", tmp_path / "input.txt").splitlines()
    assert [json.loads(line)["hand"] for line in told] == [*range(1, len(told) + 1)]


def test_a_record_that_cannot_be_replayed_is_refused_with_its_line(tmp_path: Path) -> None:
    record = play(load("texas42(marks=1)").start(), Texas42Player(), seed=2)
    lines = str(record).splitlines()
    at = len(lines) - 2
    lines[at] = lines[at].rpartition(" ")[0] + " 1m"
    path = written(tmp_path, "\n".join(lines))
    number = len(record.moves)
    assert refused("review", path)[1].startswith(f"{path}:{at + 1}: move {number}: 1m: ")


def test_a_variant_that_the_record_names_counts_and_the_other_is_told_of() -> None:
    head = "hand 1: shaker S0, thrown in\n"
    arguments = ("review", "--game", "texas42(forced=yes)")
    assert run(*arguments, text=head)[2] == ""
    status, shown, note = run(*arguments, text="game texas42\n" + head)
    assert (status, shown[:8]) == (0, "0 faults")
    assert note == "<stdin> names its variant, which counts; --game is for records without\n"


def test_what_is_not_known_of_a_hand_is_null_as_json(tmp_path: Path) -> None:
    text = "hand 1: shaker S0, bidder S1, bid 30, declaration 3\nhand 3: shaker S0, thrown in\n"
    shown = here("review", "--json", written(tmp_path, text)).splitlines()
    told = [json.loads(line) for line in shown]
    faults = [one["fault"] for one in told if "fault" in one]
    assert {"number", "shaker"} <= {fault["rule"] for fault in faults}
    for fault in faults:
        assert fault["trick"] is None
        assert fault["seat"] == (0 if fault["rule"] == "shaker" else None)
    assert [one["can_be_made"] for one in told if "hand" in one] == [None, None]


def test_what_was_lost_of_the_chances_has_its_error_and_says_how_it_was_found(
    tmp_path: Path,
) -> None:
    path = ROOT / "examples" / "texas42_hand.txt"
    shown = here("review", "--worlds", "20", path)
    assert (
        len(re.findall(r"^ +S\d +7 +\d +\d+ +-?\d+(?:±\d+)?% +-?[\d.]+(?:±[\d.]+)?%$", shown, re.M))
        == 4
    )
    assert shown.count("Half of\nthe deals choose the better move") == 1
    assert "Half of\nthe deals" not in here("review", "--worlds", "0", path)


def test_a_trick_of_a_record_is_drawn(tmp_path: Path) -> None:
    path = written(tmp_path, played_hands())
    arguments = ("review", "--worlds", "0", "--svg", tmp_path / "trick.svg")
    here(*arguments, "--hand", "2", "--trick", "3", path)
    drawn = (tmp_path / "trick.svg").read_text("utf-8")
    assert "Hand 2, trick 3" in drawn
    assert drawn.count('class="domino"') == 4
    assert "no trick 1 of hand 99" in refused(*arguments, "--hand", "99", path)[1]
    assert "name a file with --svg" in refused("review", "--trick", "3", path)[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no hand in it"),
        ("hand one", "input.txt:1: "),
        ("game stacks\nhand 1: shaker S0, thrown in", "is not Texas 42"),
        ("game texas42\nmoves\n", "input.txt"),
        ("game  leduc\nstart -\nmoves -\nreturns 0 0\n", "input.txt"),
        ("\x00\xff", "input.txt:1: "),
        ("# " + "x" * 4_000_001, "at most"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    answered, message = refused("review", written(tmp_path, text))
    assert answered == ""
    assert reason in message


def test_a_variant_that_is_another_game_is_refused() -> None:
    assert "is not Texas 42" in refused("review", "--game", "gin")[1]


# --- help -----------------------------------------------------------------------------------------


def test_where_only_ascii_is_known_dominoes_have_plain_lines() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--seed", "5", "--against", "rules"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=600,
    )
    shown = done.stdout.decode("ascii")
    assert "+---+---+" in shown
    assert "|o o|" in shown
    assert "\\u" not in shown


@pytest.mark.parametrize("command", ["solve", "bid", "play", "review"])
def test_every_command_has_an_example_and_its_help_loads_no_solver(command: str) -> None:
    code = (
        "import sys\nfrom suitwise.cli import commands\n"
        f"commands.main(['texas42', '{command}', '--help'], 'suitwise', standalone_mode=False)\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules), sys.modules.keys()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, timeout=600, check=True
    )
    assert b"Example:\n" in done.stdout
