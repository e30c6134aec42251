"""Every example runs in a fresh process, and what it prints is what the games make of it.

``demo.py`` is run by ``tests/test_docs.py``; ``build_a_table.py`` asks for moves.
"""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from suitwise.agents import Talk
from suitwise.errors import NotationError
from suitwise.game import Record, State, load, play
from suitwise.players import RandomPlayer

EXAMPLES = Path(__file__).parent.parent / "examples"
SMALL = {
    "arena_duckdb": (),
    "gymnasium_seat": ("--games", "20"),
    "kuhn_in_arrays": (),
    "openspiel_ismcts": (),
    "pettingzoo_table": ("--hands", "40"),
    "train_bidding": ("--rounds", "3", "--hands", "1000", "--deals", "10"),
}
"""The arguments with which each takes some seconds."""
LEARNERS = ("train_jax", "train_maskable_ppo", "train_tianshou", "train_torchrl")
"""Those that ``make test-clients`` runs."""


@cache
def printed(name: str, *more: str) -> str:
    """Return what an example prints; a warning is a fault."""
    words = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py"), *SMALL[name], *more]
    ran = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=600)
    assert ran.returncode == 0, ran.stderr
    assert not ran.stderr
    return ran.stdout


def numbers(pattern: str, text: str) -> list[float]:
    """Return what a pattern's groups find, as numbers."""
    found = re.search(pattern, text)
    assert found, text
    return [float(group) for group in found.groups()]


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {
        *SMALL,
        *LEARNERS,
        "build_a_table",
        "demo",
        "talker",
        "train_rllib",  # by ``make test-rllib``
    }


def test_a_player_behind_a_command_answers_every_message_in_prose_until_its_input_ends() -> None:
    """What the arena makes of it is shown in ``docs/agents.md``, and held to that page."""
    talk = Talk("texas42(match=hand)", others="rules", seed=3)
    words = [sys.executable, str(EXAMPLES / "talker.py")]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(json.dumps(talk.opening()) + "\n")
        message, answers, kinds = talk.decision(), [], []
        while message["type"] != "over":
            kinds.append(message["type"])
            program.stdin.write(json.dumps(message) + "\n")
            program.stdin.flush()
            answers.append(json.loads(program.stdout.readline())["move"])
            message = talk.answered(answers[-1])
        program.stdin.close()
    assert program.returncode == 0
    assert all(" " in answer for answer in answers)
    unread = [answer for answer in answers if answer.startswith("There is a lot")]
    assert kinds.count("refused") == len(unread) > 1


def test_who_gets_rid_of_high_cards_and_knocks_loses_less_at_gin_than_who_plays_at_random() -> None:
    told = printed("gymnasium_seat")
    line = r"{} against rules: ([-+.\d]+) ± ([.\d]+) points a game, (\d+) of 20 won"
    random, random_error, random_won = numbers(line.format("random"), told)
    shed, shed_error, shed_won = numbers(line.format("shed"), told)
    assert random + 3 * random_error < shed - 3 * shed_error
    assert random_won <= shed_won
    assert re.search(
        r"^\d+ points, 1[01] cards$|^you (win|lose)|^lost by|^nobody scores", told, re.M
    )


def test_the_seat_is_taken_against_any_player_by_name() -> None:
    words = [sys.executable, str(EXAMPLES / "gymnasium_seat.py"), "--games", "2"]
    ran = subprocess.run([*words, "--opponents", "nobody"], capture_output=True, text=True)
    assert (
        "'nobody' is no player of gin: write one of easy, medium, strong, greedy, mc" in ran.stderr
    )


def test_partners_who_pass_win_from_those_who_bid_at_random() -> None:
    told = printed("pettingzoo_table")
    marks = [numbers(rf"seat_{seat} \w+: ([-+\d]+) marks", told)[0] for seat in range(4)]
    assert marks[0] == marks[2] == -marks[1] == -marks[3]
    assert marks[0] > 20
    assert "nobody has bid yet: bid, or pass" in told


@pytest.mark.exhaustive
def test_openspiels_search_is_told_of_hand_by_hand_and_beats_play_at_random(
    exhaustive: bool,
) -> None:
    # The six deals of the example; by default the first two: of four hands the search wins three
    # against play at random, and one against the rules.
    deals = 6 if exhaustive else 2
    told = printed("openspiel_ismcts", "--deals", str(deals))
    means = {}
    for opponent in ("random", "rules"):
        line = re.search(rf"against {opponent}: ([-+.\d]+) marks a hand \((.*)\)", told)
        assert line, told
        hands = [float(mark) for mark in line[2].split()]
        assert len(hands) == 2 * deals
        assert float(line[1]) == pytest.approx(sum(hands) / len(hands), abs=0.005)
        means[opponent] = float(line[1])
    assert means["random"] > max(0, means["rules"])


def test_kuhn_poker_stepped_in_arrays_is_the_game_itself() -> None:
    told = printed("kuhn_in_arrays")
    assert told.endswith("1000 games, all as the game itself has them\n")
    page = (EXAMPLES.parent / "docs" / "foundation.md").read_text("utf-8")
    assert f"```text\n{told}```" in page


def test_duckdb_finds_every_game_and_players_by_rules_above_those_at_random() -> None:
    told = printed("arena_duckdb")
    assert told.startswith("160 games in games.parquet\n")
    seats = numbers(r"texas42 +rules +(\d+)", told) + numbers(r"texas42 +random +(\d+)", told)
    assert seats == [80, 80]
    for game in ("gin", "texas42"):
        rules = numbers(rf"{game} +rules\S* +\d+ +([.\d]+)", told)
        assert rules > numbers(rf"{game} +random +\d+ +([.\d]+)", told)


def test_rounds_of_training_lead_out_of_passing_and_the_arena_is_met() -> None:
    told = printed("train_bidding")
    assert "round 1: " in told
    assert "marks a hand, 100% passes" in told.splitlines()[0]
    line = r"{} ([-+.\d]+) ± ([.\d]+) marks a hand, (\d+)% of calls pass"
    learnt, _, passed = numbers(line.format("learnt:"), told)
    always, _, passed_always = numbers(line.format("always passing:"), told)
    assert 10 < passed < 95 < passed_always == 100
    assert learnt > always + 0.03
    (margin,) = numbers(r"learnt against rules: ([-+.\d]+) ± ", told)
    assert abs(margin) < 1
    assert numbers(r"passing against rules: ([-+.\d]+) ± [.\d]+ on (\d+) deals", told)[1] == 10


# --- Build a table in 40 lines --------------------------------------------------------------------

TABLE = EXAMPLES / "build_a_table.py"


def texts_at(state: State[Any], record: Record, played: str) -> list[str]:
    """Return what a seat sends: no move, a move that is not legal here if there is one, its move."""
    for text in record.moves:
        try:
            if state.why_not(state.parse_move(text)) is not None:
                return ["??", text, played]
        except NotationError:
            continue
    return ["??", played]


def refusal_of(state: State[Any], text: str) -> str | None:
    try:
        return state.why_not(state.parse_move(text))
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize(
    "variant",
    [
        *("gin", "indian13", "stacks(stacks=3,height=3)", "texas42(match=hand)"),
        *("texas42_endgame", "tractor(match=deal)"),
    ],
)
def test_the_table_shows_each_seat_its_view_refuses_with_the_reason_and_records(
    variant: str,
) -> None:
    wanted = play(load(variant).start(), RandomPlayer(2), seed=6)
    texts: list[str] = []
    shown: list[tuple[int, str]] = []
    for state, played in zip(wanted.states(), wanted.moves, strict=False):
        if state.turn < 0:
            continue
        for text in texts_at(state, wanted, played):
            texts.append(text)
            shown += [(seat, state.view(seat)) for seat in range(state.game.facts.seats)]
            refusal = refusal_of(state, text)
            shown += [] if refusal is None else [(state.turn, refusal)]
    sent: list[tuple[int, str]] = []
    given = iter(texts)
    host = runpy.run_path(str(TABLE))["host"]
    record = host(variant, lambda seat, text: sent.append((seat, text)), lambda _: next(given), 6)
    assert record == wanted
    assert sent == shown
    assert len(texts) > 2 * texts.count("??")  # moves that are not legal were among them


def first_move(state: State[Any]) -> str:
    return str(next(iter(state.moves())))


def test_without_a_seed_no_two_tables_deal_the_same() -> None:
    host = runpy.run_path(str(TABLE))["host"]

    def dealt() -> tuple[str, ...]:
        record = host("texas42(match=hand)", lambda seat, text: None, first_move)
        return tuple(record.moves[:28])

    assert dealt() != dealt()


def test_the_table_seats_you_at_the_terminal_and_prints_a_record_that_replays() -> None:
    game = load("texas42(match=hand)")
    tried = [str(game.numbered_move(number)) for number in range(game.facts.distinct_moves or 0)]
    lines = "\n".join([str(game), *tried * 12])
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(TABLE)], input=lines, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    record, end = ran.stdout[ran.stdout.index("game  ") :].split("It replays to ")
    assert [str(state) for state in Record.parse(record).states()][-1] == end.strip()


def test_the_table_has_forty_lines() -> None:
    assert len(TABLE.read_text("utf-8").splitlines()) <= 40


def test_the_table_names_the_games_there_are_to_whoever_asks_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "bridge")
    with pytest.raises(SystemExit, match=r"^'bridge' is no game: write one of .*gin, "):
        runpy.run_path(str(TABLE), run_name="__main__")
