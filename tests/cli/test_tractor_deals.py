"""``suitwise tractor solve`` from the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from suitwise import tractor
from suitwise.cli.games.tractor_advice import replay
from suitwise.cli.games.tractor_advice import solve as solve_command
from suitwise.foundation.text.phrases import tidied
from suitwise.game import Record, load, play
from suitwise.players import RandomPlayer
from suitwise.tractor import TractorState, match_of, solve
from tests.commands import refusal_of, run_command

GAME = "tractor(match=deal,levels=9A,landlord=1)"


@cache
def texts() -> tuple[str, str]:
    return str(record()), str(match_of(record()))


@cache
def record(seed: int = 2) -> Record:
    return play(load(GAME).start(), RandomPlayer(3), seed=seed)


@cache
def endings(cards: int) -> list[TractorState]:
    states = (state for state in record().states() if isinstance(state, TractorState))
    return [
        state
        for state in states
        if state.phase == "play" and max(hand.size for hand in state.held) <= cards
    ]


def run(command: Command, *words: str, text: str) -> tuple[int, str, str]:
    """Run the command in this process: status, standard output, the one line of an error."""
    # The names of the option for help are remembered: those that the whole command has.
    names = ["-h", "--help"]
    done = CliRunner().invoke(command, list(words), input=text, help_option_names=names)
    assert done.exit_code == 0 or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr.removeprefix("Error: ")


def answered(*words: str, text: str) -> list[str]:
    status, out, error = run(solve_command, *words, text=text)
    assert (status, error) == (0, "")
    return out.splitlines()


def test_positions_are_answered_a_line_each() -> None:
    few = endings(2)[:3]
    text = "".join(f"{state}\n" for state in few)
    found = answered("--game", GAME, text=f"# three\n\n{text}")
    assert found == [str(solve(state).value) for state in few]


def test_a_record_is_solved_where_few_cards_are_left() -> None:
    state = endings(2)[0]
    words = "--moves", "--line", "--check", "--cards", "2"
    one, other = (answered(*words, text=text) for text in texts())
    assert one == other
    answer, *tricks = one[0].split(" | ")
    found = solve(state)
    moves = [f"{move}={value}" for move, value in found.moves.items()]
    assert answer.split() == [str(found.value), *moves]
    assert tricks[0].split()[0] == f"{state.turn}:{found.line[0]}"


def test_a_record_is_solved_after_some_moves_as_json() -> None:
    ply = next(at for at, state in enumerate(record().states()) if state == endings(1)[0])
    told = json.loads(answered("--json", "--ply", str(ply), text=texts()[0])[0])
    assert told["points"] == solve(endings(1)[0]).value
    assert told["outcome"].startswith(f"{told['points']} points, ")


def test_what_can_not_be_solved_is_refused_in_a_sentence() -> None:
    for words, text, reason in (
        ((), "", "there is no position in it"),
        ((), "22 -\n", "a position of Tractor"),
        (("--ply", "9999"), texts()[0], "the record breaks off before 9999 moves"),
        (("--ply", "3"), texts()[0], "an ending is solved while it is played"),
    ):
        status, out, error = run(solve_command, *words, text=text)
        assert status != 0
        assert out == ""
        assert reason in error
        assert error.count("\n") == 1


# --- ``suitwise tractor replay`` from the command line --------------------------------------------


def text(seed: int = 2) -> str:
    return str(match_of(record(seed)))


def test_each_deal_is_told_and_that_every_line_is_right() -> None:
    status, shown, error = run_command("tractor", "replay", text=f"{text(2)}\n# another\n{text(3)}")
    assert (status, error) == (0, "")
    lines = shown.splitlines()
    assert lines[0] == "match 1: tractor(profile=standard,match=deal,levels=9A,landlord=1,first=0)"
    result = match_of(record(2)).deals[0].result
    assert lines[1].startswith("  deal 1: trump ")
    assert lines[1].endswith(f"A, landlord 1; {result}")
    assert lines[2] == "  1 deal, every line is right"
    assert lines[3].startswith("match 2: ")
    assert len(lines) == 6


def test_what_precedes_a_wrong_line_is_told_and_then_the_line(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    wrong = text(3).replace("+0", "+5", 1)
    path.write_text(text(2) + wrong, encoding="utf-8")
    status, shown, error = run_command("tractor", "replay", path)
    assert status == 2
    assert shown.splitlines()[2:] == ["  1 deal, every line is right", shown.splitlines()[3]]
    at = 1 + next(n for n, line in enumerate(wrong.splitlines()) if line not in text(3))
    number = text(2).count("\n") + at
    assert error.startswith(f"error: {path}:{number}: seat ")
    assert error.endswith(" wins the trick and 0 points\n")


def test_matches_as_data() -> None:
    status, shown, _ = run(replay, "--json", text=text(2) + text(3))
    assert status == 0
    first, second = map(json.loads, shown.splitlines())
    assert (first["match"], second["match"]) == (1, 2)
    assert first["over"] is True
    [deal] = first["deals"]
    assert deal["levels"] == ["9", "A"]
    assert deal["landlord"] == 1
    assert f"{deal['points']} points" in match_of(record(2)).deals[0].result
    assert deal["held"] == (deal["points"] < 80)
    assert (deal["next_landlord"] is None) == (first["winner"] is not None)


def test_what_it_prints_as_json_and_what_a_table_exports_is_read_again() -> None:
    plain = run(replay, "--json", text=text(2) + text(3))[1]
    assert run(replay, "--json", text=plain)[1] == plain
    assert run(replay, "--text", text=plain)[1] == text(2) + text(3)
    exported = json.dumps({"record": record(2).as_json()}, indent=2)
    assert run(replay, "--text", text=exported)[1] == text(2)
    assert run(replay, "--text", text="\n" + json.dumps(record(2).as_json()))[1] == text(2)
    for wrong in ("{", '{"deals": 3}', plain + "{]", '{"text": "game gin"}', '{"text": 7}'):
        status, _, error = run(replay, text=wrong)
        assert status
        assert error.startswith("<stdin>:")


def test_a_record_that_breaks_off_says_what_comes_next() -> None:
    lines = text(2).splitlines()
    begun = "\n".join(line for line in lines if "trick" not in line and "result" not in line)
    assert "; broken off, seat 1 is to play\n" in run(replay, text=begun)[1]
    drawing = "\n".join(lines[:2])
    assert "  deal 1: broken off, seat 1 draws card 1 next\n" in run(replay, text=drawing)[1]
    [match] = map(json.loads, run(replay, "--json", text=drawing)[1].splitlines())
    assert match["over"] is False
    assert match["deals"][0]["trump"] is None
    assert match["deals"][0]["points"] is None


def test_a_record_of_all_moves_is_replayed_and_written_as_people_read_it() -> None:
    assert run(replay, text=str(record()))[1] == run(replay, text=text())[1]
    both = run(replay, "--text", text=f"{record(2)}\n{text(3)}")[1]
    assert both == text(2) + text(3)
    assert run(replay, "--text", text=both)[1] == both


def test_a_move_that_is_not_legal_is_refused_with_its_line() -> None:
    lines = str(record()).splitlines()
    at = len(lines) - 2
    lines[at] = lines[at].rpartition(" ")[0] + " pass"
    status, _, error = run(replay, text="# kept\n" + "\n".join(lines))
    assert status == 1
    assert error.startswith(f"<stdin>:{at + 2}: move {len(record().moves)}: pass: seat ")


def test_a_record_of_the_middle_of_a_deal_is_refused_with_the_line_of_its_start() -> None:
    text = "game tractor\n\nstart 22 - | S3 - - - | 0/0 | - | - | -\nmoves\nreturns 0 0 0 0\n"
    error = run(replay, text=text)[2]
    assert error.startswith("<stdin>:3: the record of a deal begins before its first card is drawn")
    stacks = str(play(load("stacks(stacks=2,height=2)").start(), RandomPlayer(1), seed=1))
    assert run(replay, text=stacks)[2].startswith("<stdin>:1: ")


def test_an_empty_input_is_refused() -> None:
    assert refusal_of("tractor", "replay", "-") == "error: <stdin>: there is no match in it\n"
    assert "no match" in run(replay, text="# nothing\n\n")[2]


def test_a_byte_order_mark_is_refused() -> None:
    error = run(replay, text="\ufeffgame tractor\ndeal 1\n")[2]
    assert error.startswith("<stdin>:1: the input begins with a byte order mark")


def test_data_and_text_are_not_asked_for_at_once() -> None:
    assert (
        "--json and --text exclude each other"
        in run(replay, "--json", "--text", text="game tractor")[2]
    )


# --- ``suitwise tractor bid`` and ``bury`` from the command line ----------------------------------


HAND = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
KITTY = "C9 C8 C6 C4 C3 CT CK CA"
BID = ("tractor", "bid", "S2 SA SK SK SQ S9 S8 H5 D3", "--worlds", "20")
BURY = ("tractor", "bury", "--trump", "S2", "--kitty", KITTY, "--worlds", "6", HAND)


def said(*words: str) -> str:
    status, told, error = run_command(*words)
    assert (status, error) == (0, "")
    return told


def test_bid_prints_a_line_a_bid_and_the_advice() -> None:
    table = tractor.bidding_table(BID[2], worlds=20)
    lines = said(*BID).splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["pass", "S2"]
    lead, margin = table.lead(1, 0)
    assert lines[2].endswith(f"{table.mean(1):+.2f}  {lead:+.2f} ± {margin:.2f}")
    assert lines[4] == table.advice
    assert max(map(len, lines)) <= 100


def test_bid_as_json_has_the_figures_of_the_table() -> None:
    table = tractor.bidding_table(BID[2], worlds=20, bids=["1:D2"], landlord=3, seed=4)
    told = json.loads(said(*BID, "--json", "--bids", "1:D2", "--landlord", "3", "--seed", "4"))
    assert [one["move"] for one in told["bids"]] == [str(move) for move in table.moves]
    assert [one["worth"] for one in told["bids"]] == [
        tidied(table.mean(at)) for at in range(len(table.moves))
    ]
    assert told["bids"][0]["landlord"] == table.share_mine(0) == 0
    assert told["advice"] == table.advice


def test_bury_prints_a_line_a_burial_and_why() -> None:
    table = tractor.burial_table(HAND, "S2", kitty=KITTY, worlds=6)
    lines = said(*BURY).splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(table.moves)]] == list(
        map(str, table.moves)
    )
    assert table.advice in lines
    told = json.loads(said(*BURY, "--json"))
    assert [one["points"] for one in told["burials"]] == [
        table.points(at) for at in range(len(table.moves))
    ]
    assert told["burials"][0]["margin"] == 0


@pytest.mark.parametrize("hand", ["", "S2S2S2", "红桃", "S2 XX", "\x1b[2J", "S2" * 500])
def test_a_hand_that_is_none_is_refused_in_a_line(hand: str) -> None:
    refusal_of("tractor", "bid", hand)
    refusal_of("tractor", "bury", "--trump", "S2", hand)


def test_options_that_cannot_be_are_refused_in_a_line() -> None:
    assert "'S2' is no bid" in refusal_of(*BID, "--bids", "S2")
    assert "a rank is one of" in refusal_of(*BID, "--rank", "11")
    assert "Missing option '--trump'" in refusal_of("tractor", "bury", HAND)
    assert "nobody can have named" in refusal_of(
        "tractor", "bury", "--trump", "O2", f"{HAND} {KITTY}"
    )
