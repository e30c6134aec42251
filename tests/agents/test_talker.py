"""Players asked in words: what they are told, refused and spend, and what the arena counts of them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from suitwise.agents.talker import Budget, Talker, Talking, TalkingSeat
from suitwise.arena.config import Config
from suitwise.arena.fingerprints import fingerprint
from suitwise.arena.report import markdown, standings
from suitwise.arena.results import Result
from suitwise.arena.run import run
from suitwise.arena.seats import Faults, Sitting, Spent, Witness, import_players
from suitwise.arena.store import check, read_results
from suitwise.errors import NotationError, OverBudget, PlayerEnded
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load
from suitwise.players import named as registry
from suitwise.players.named import Named, named, register_player
from tests.fresh import ROOT

STAND_IN = Path(__file__).with_name("stand_in.py")
HAND = "texas42(match=hand,play_out=yes)"
"""Played to its last trick: whoever is asked is asked often, whatever is drawn in its place."""


def command(*words: str) -> str:
    """Return what starts the stand-in, which needs no installed package and is so there sooner."""
    return shlex.join([sys.executable, "-S", str(STAND_IN), *words])


@pytest.fixture(autouse=True)
def known_here() -> Iterator[None]:
    """Make the talker known in these tests alone: it starts programs."""
    register_player("talker", Talker)
    yield
    registry._PLAYERS.pop("talker", None)


def config_of(*words: str, deals: int = 2, options: str = "", **match: Any) -> Config:
    """Return a run of the rules against a talker; ``options`` end with a comma."""
    talker = f"talker({options}command={command(*words)})"
    plain = {"game": HAND, "players": ["rules", talker], "deals": deals, **match}
    imports = {"import": ["suitwise.agents.talker"]}
    return Config.from_json({"seed": 5, "match": [plain], "players": imports})


def talkers(result: Result, told: tuple[Any, ...]) -> list[Any]:
    """Return what is told of the seats of the talker."""
    return [one for player, one in zip(result.seats, told, strict=True) if player == 1]


# --- It plays -------------------------------------------------------------------------------------


def test_it_plays_what_a_player_of_the_same_mind_plays(tmp_path: Path) -> None:
    run(config_of("--pick", "first"), tmp_path)
    results = list(read_results(tmp_path))
    assert len(results) == 4
    for one in results:
        first_of_all = [
            str(next(iter(state.moves()))) == move
            for state, move in zip(one.record.states(), one.record.moves, strict=False)
            if state.turn != CHANCE and one.seats[state.turn] == 1
        ]
        assert first_of_all
        assert all(first_of_all)
        assert not one.faults
        assert not one.kinds


def test_the_program_is_told_its_seat_the_story_and_how_it_ended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run(config_of("--log", str(log), deals=1), tmp_path / "run")
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    openings = [one for one in lines if one["type"] == "game"]
    assert sorted(one["seat"] for one in openings) == [0, 1, 2, 3]
    assert len({one["seed"] for one in openings}) == 4
    assert all(0 <= one["seed"] < 2**53 for one in openings)
    assert any("bids 30" in one["story"] for one in lines if one["type"] == "decision")
    overs = [one for one in lines if one["type"] == "over"]
    assert len(overs) == 4
    records = {str(one.record) for one in read_results(tmp_path / "run")}
    assert {one["record"] for one in overs} == records


def played_by_hand(game: Game[Any], seat: Any, seed: int) -> State[Any]:
    """Play a game in which one seat is told everything and the others take the first move."""
    state, index = game.start(), 0
    while state.turn != OVER:
        before = state
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        elif state.turn == 0:
            move = seat(state)
        else:
            move = next(iter(state.moves()))
        state = state.after(move)
        seat.saw(0, before, move, state)
    return state


class Listening:
    """Answers with the first move that is listed, and keeps what it was told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.last: dict[str, Any] | None = None

    def ask(self, messages: list[dict[str, Any]], seconds: float | None) -> str:
        self.heard += messages
        return str(messages[-1]["moves"][0]["move"])

    def close(self, last: dict[str, Any] | None) -> None:
        self.last = last


@pytest.mark.parametrize(
    "name", ["gin", HAND, "tractor(match=deal)", "indian13(seats=3)", "stacks", "rummikub"]
)
def test_every_game_is_told_like_a_conversation_once_each(name: str) -> None:
    listening = Listening()
    seat = TalkingSeat(load(name), lambda: listening)
    assert isinstance(seat, Witness)
    played_by_hand(load(name), seat, 4)
    seat.close()
    opening, *decisions = listening.heard
    assert opening["type"] == "game"
    assert decisions
    assert [one["number"] for one in decisions] == list(range(len(decisions)))
    assert seat.spent == Spent(calls=len(decisions))
    assert listening.last is not None
    *_, end = Record.parse(listening.last["record"]).states()
    assert end.turn == OVER
    assert json.loads(json.dumps(listening.heard)) == listening.heard


def test_only_what_the_seat_sees_is_told() -> None:
    game = load("gin")
    state, index = game.start(), 0
    while state.turn != 0:
        move, index = draw(state, 3, 0, index)
        state = state.after(move)
    told = []
    for world in (state, state.resample(0, 9, 1), state.resample(0, 9, 2)):
        listening = Listening()
        TalkingSeat(game, lambda one=listening: one)(world)  # type: ignore[misc]
        told.append(listening.heard)
    assert told[0] == told[1] == told[2]


# --- It talks nonsense ----------------------------------------------------------------------------


def test_nonsense_is_refused_with_its_reason_and_counted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = run(config_of("--nonsense", "2+3", "--log", str(log)), tmp_path / "run")
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    refused = [one for one in lines if one["type"] == "refused"]
    assert {one["answer"] for one in refused} == {"nonsense"}
    assert all(one["why"] and one["legal"] for one in refused)
    ((player, seats, spent),) = found.matches[0].spent
    assert player.startswith("talker(")
    assert seats == 8
    assert spent.refused == len(refused) > 8
    assert spent.calls == sum(one["type"] in ("decision", "refused") for one in lines)
    assert spent.seconds is None
    assert found.matches[0].faults == ()


def test_who_gives_no_legal_move_in_its_tries_fails_as_a_player_does(tmp_path: Path) -> None:
    config = config_of(
        "--nonsense", "all", options="tries=2,", retries=0, on_fault="substitute:random"
    )
    found = run(config, tmp_path).matches[0]
    ((_, kinds),) = found.kinds
    ((_, moves, lost),) = found.faults
    assert kinds == {"no-move": moves}
    assert lost == 0
    for one in read_results(tmp_path):
        for faults, kind, spent in zip(
            *(talkers(one, told) for told in (one.faults, one.kinds, one.spent)), strict=True
        ):
            assert kind == ("no-move",) * len(faults)
            assert spent == Spent(calls=2 * len(faults), refused=2 * len(faults))
    assert check(tmp_path) == 4


def test_a_match_asks_the_question_that_stands_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    words = "--nonsense", "1", "--log", str(log)
    found = run(config_of(*words, options="tries=1,", retries=1, deals=1), tmp_path / "run")
    assert found.matches[0].faults == ()
    ((_, count),) = found.matches[0].retried
    assert count == 4
    kinds = [json.loads(line)["type"] for line in log.read_text("utf-8").splitlines()]
    assert kinds[:3] == ["game", "decision", "refused"]


# --- It hangs, or ends ----------------------------------------------------------------------------


def alive(pattern: str) -> list[int]:
    """Return the processes whose command line has a text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if pattern in path.read_text():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("--hang", "2"), "silent"),
        (("--die", "2"), "ended"),
        (("--close", "2"), "ended"),
    ],
)
def test_a_program_that_hangs_or_ends_fails_at_that_move_and_is_started_again(
    words: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    config = config_of(
        *words, "--log", str(log), deals=1, retries=0, patience=1.0, on_fault="substitute:random"
    )
    found = run(config, tmp_path / "run").matches[0]
    ((_, kinds),) = found.kinds
    assert set(kinds) == {kind}
    openings = [
        json.loads(line) for line in log.read_text("utf-8").splitlines() if '"game"' in line[:20]
    ]
    assert len(openings) > 4, "started again"
    assert check(tmp_path / "run") == 2
    assert not alive(str(log)), "no program is left"


def test_a_program_that_is_started_again_is_told_the_whole_story() -> None:
    heard: list[list[dict[str, Any]]] = []

    class Dying:
        def __init__(self) -> None:
            self.count = 0

        def ask(self, messages: list[dict[str, Any]], seconds: float | None) -> str:
            heard.append(messages)
            self.count += 1
            if self.count == 3:
                raise PlayerEnded("gone")
            return str(messages[-1]["moves"][0]["move"])

        def close(self, last: object) -> None:
            pass

    seat = TalkingSeat(load("gin"), Dying)

    def again(state: State[Any]) -> Any:
        try:
            return seat(state)
        except PlayerEnded:
            return seat(state)

    again.saw = seat.saw  # type: ignore[attr-defined]
    played_by_hand(load("gin"), again, 4)
    fresh = [place for place, messages in enumerate(heard) if messages[0]["type"] == "game"]
    assert len(fresh) > 2
    for place in fresh[1:]:
        so_far = "\n".join(
            one[-1]["story"] for one in heard[:place] if len(one) == 1 and one[-1]["story"]
        )
        assert heard[place][-1]["number"] == heard[place - 1][-1]["number"]
        assert heard[place][-1]["story"].endswith(so_far[-40:])
        assert len(heard[place][-1]["story"]) >= len(heard[place - 1][-1]["story"])
    assert heard[fresh[-1]][-1]["story"].startswith(heard[0][-1]["story"])


def test_a_command_that_is_no_program_fails_in_words(tmp_path: Path) -> None:
    match = {
        "game": "kuhn",
        "players": ["random", "talker(command=./no-such-program)"],
        "deals": 1,
        "on_fault": "stop",
    }
    with pytest.raises(Exception, match=r"\./no-such-program can't be started: No such file"):
        run(
            Config.from_json({"match": [match], "players": {"import": ["suitwise.testing"]}}),
            tmp_path,
        )


def test_what_the_program_has_started_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', sys.argv[1]])\n"
        "time.sleep(600)\n"
    )
    name = f"child-of-{os.getpid()}"
    player = Named("talker", load(HAND), Talker(command=f"{sys.executable} {script} {name}"))
    sitting = Sitting([player] * 4, 1, range(4), faults=Faults("forfeit", 0, 1.0))
    sitting.played(load(HAND).start(), 1, 0)
    assert [kinds for kinds in sitting.kinds if kinds] == [["silent"]]
    since = time.monotonic()
    while alive(name) and time.monotonic() < since + 5:
        time.sleep(0.05)
    assert not alive(name)


# --- It goes over budget --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words", "counted"),
    [
        ("calls=3,", (), Spent(calls=3)),
        ("refused=1,", ("--nonsense", "2+4"), Spent(calls=4, refused=2)),
    ],
)
def test_who_is_over_budget_is_asked_nothing_more(
    options: str, words: tuple[str, ...], counted: Spent, tmp_path: Path
) -> None:
    config = config_of(*words, options=options, on_fault="substitute:random", deals=4)
    found = run(config, tmp_path).matches[0]
    ((_, kinds),) = found.kinds
    assert set(kinds) == {"budget"}
    results = list(read_results(tmp_path))
    spent = [one for result in results for one in talkers(result, result.spent)]
    assert counted in spent
    assert all(one.calls <= counted.calls and one.refused <= counted.refused for one in spent)
    assert check(tmp_path) == 8


def test_a_budget_of_time_ends_a_program_that_hangs_without_the_patience_of_the_match(
    tmp_path: Path,
) -> None:
    config = config_of(
        "--hang", "2", options="time=1.5,", deals=1, retries=0, on_fault="substitute:rules"
    )
    since = time.monotonic()
    found = run(config, tmp_path).matches[0]
    assert time.monotonic() - since < 300, "four seats of 1.5 s, and no 600 s"
    ((_, kinds),) = found.kinds
    assert set(kinds) == {"budget"}
    hung = [
        spent.seconds
        for one in read_results(tmp_path)
        for spent in talkers(one, one.spent)
        if spent.calls == 2
    ]
    assert hung
    assert all(1.5 <= seconds < 60 for seconds in hung)
    assert check(tmp_path) == 2


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("tries=0,", "tries is a number from 1 to 100, not 0"),
        ("refused=-1,", "refused is a number from 0 to 1,000,000, not -1"),
        ("calls=-5,", "calls is a number from 0"),
        ("time=-0.5,", "time is a number from 0"),
        ("lang=de,", "the language is en or zh, not 'de'"),
    ],
)
def test_options_out_of_range_are_refused(options: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        named(f"talker({options}command=x)", load("gin"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("talker", "talker needs the option command"),
        ("talker(command=)", "the command names a program"),
        ("talker(command=a 'b)", "is no command: No closing quotation"),
    ],
)
def test_a_command_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        named(text, load("gin"))


def test_budget_numbers_hold_for_a_seat_of_a_function_too() -> None:
    seat = TalkingSeat(load("gin"), Listening, Budget(calls=2))
    state = load("gin").start().rolled(3, 0)[0]
    seat(state)
    seat(state)
    for _ in range(2):
        with pytest.raises(OverBudget, match="asked 2 times"):
            seat(state)


# --- Results --------------------------------------------------------------------------------------


def test_a_resumed_run_comes_to_the_same_bytes(tmp_path: Path) -> None:
    config = config_of(
        *("--pick", "seed", "--nonsense", "2+5", "--die", "6"),
        options="tries=1,calls=8,",
        deals=3,
        on_fault="substitute:random",
    )
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(config, whole)
    expected = (whole / "results.jsonl").read_bytes()
    for kind in (b'"kinds"', b'"spent"', b'"retried"', b'"ended"', b'"budget"'):
        assert kind in expected
    for workers in (1, 2):
        run(config, parts, workers, goes_on=lambda played: False)
        with open(parts / "results.jsonl", "ab") as file:
            file.write(b'{"match":0,"pai')
    run(config, parts)
    assert (parts / "results.jsonl").read_bytes() == expected


def test_the_tables_tell_the_kinds_and_what_was_spent(tmp_path: Path) -> None:
    config = config_of(
        "--nonsense", "1+3", options="tries=1,calls=4,", retries=0, on_fault="substitute:random"
    )
    run(config, tmp_path)
    found = standings(tmp_path)
    plain = json.loads(json.dumps(found.as_json()))["matches"][0]
    ((player, faults),) = plain["faults"].items()
    assert faults["kinds"].keys() == {"no-move", "budget"}
    assert sum(faults["kinds"].values()) == faults["moves"]
    spent = plain["spent"][player]
    assert spent["seats"] == 8
    assert spent["refused"] == faults["kinds"]["no-move"]
    assert "seconds" not in spent
    shown = markdown(found)
    kinds = faults["kinds"]
    assert f"no legal move {kinds['no-move']}, over its budget {kinds['budget']}" in shown
    assert f"| 8 | {spent['calls']} | {spent['refused']} | – |" in shown


def test_a_check_and_a_table_start_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(config_of(), tmp_path)

    def no_program(self: Talker, seed: int) -> Any:
        raise AssertionError("a program was started")

    monkeypatch.setattr(Talker, "_speaker", no_program)
    registry._PLAYERS.pop("talker")
    assert check(tmp_path) == 4
    assert standings(tmp_path).games == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kinds": [["no-move"]]}, "kinds tells one for each of the faults"),
        ({"kinds": 1}, "kinds is a list for each seat"),
        ({"kinds": "renamed"}, "a fault is one of no-move, silent"),
        ({"spent": []}, "spent tells for each seat"),
        ({"spent": [None] * 4}, "spent tells for each seat"),
        ({"spent": [{"calls": 1}] * 4}, "is told as calls, refused and seconds"),
        ({"spent": [{"calls": 1, "refused": 2}] * 4}, "no more answers are refused"),
        ({"spent": [{"calls": -1, "refused": 0}] * 4}, "in whole numbers from 0"),
        ({"spent": [{"calls": 1, "refused": 0, "seconds": -1.0}] * 4}, "a number from 0.0"),
        ({"spent": [{"calls": 1, "refused": 0, "seconds": None}] * 4}, "a number from 0.0"),
    ],
)
def test_what_is_made_up_is_refused(changes: dict[str, Any], reason: str, tmp_path: Path) -> None:
    run(config_of("--nonsense", "all", options="tries=1,", deals=1), tmp_path)
    path = tmp_path / "results.jsonl"
    first, *rest = path.read_text().splitlines()
    plain = json.loads(first)
    if changes == {"kinds": "renamed"}:
        changes = {"kinds": [["bored"] * len(kinds) for kinds in plain["kinds"]]}
    path.write_text("\n".join([json.dumps(plain | changes), *rest]) + "\n")
    with pytest.raises(NotationError, match=reason):
        check(tmp_path)


def test_results_without_kinds_are_read_as_they_always_were(tmp_path: Path) -> None:
    run(config_of("--nonsense", "all", options="tries=1,", deals=1), tmp_path)
    path = tmp_path / "results.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for plain in lines:
        del plain["kinds"], plain["spent"]
    path.write_text("".join(json.dumps(plain) + "\n" for plain in lines))
    assert check(tmp_path) == 2
    found = standings(tmp_path).matches[0]
    assert found.faults
    assert found.kinds == ()
    assert found.spent == ()
    assert "| – |" in markdown(standings(tmp_path))


# --- Whose name it is -----------------------------------------------------------------------------


def test_a_run_knows_the_program_by_its_file(tmp_path: Path) -> None:
    script = tmp_path / "model.py"
    script.write_text("print(1)\n")
    player = Named("talker", load("gin"), Talker(command=f"some-python {script} --fast"))
    before = fingerprint(player)
    assert list(before) == [f"file {script}"]
    script.write_text("print(2)\n")
    assert fingerprint(player) != before


def test_the_name_is_known_to_those_alone_who_ask_for_it() -> None:
    registry._PLAYERS.pop("talker")
    with pytest.raises(NotationError, match=r"'talker.*' is no player of gin"):
        named("talker(command=x)", load("gin"))
    import_players(["suitwise.agents.talker"])
    assert str(named("talker(command=x)", load("gin"))).endswith("command=x)")


def test_the_session_of_the_page_prints_what_is_shown(tmp_path: Path) -> None:
    """The program of the examples plays, and what it did and spent stands in the tables."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    (session,) = re.findall(r"```shell-session\n(.*?)```", page, re.S)
    commands = session.split("$ suitwise ")[1:]
    assert [one.split()[1] for one in commands] == ["run", "show", "check"]
    for part in commands:
        words, _, shown = part.partition("\n")
        ran = subprocess.run(
            [sys.executable, "-m", "suitwise", *shlex.split(words)],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
        )
        assert ran.returncode == 0, ran.stderr
        pattern = re.escape(shown.rstrip()).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, ran.stdout.rstrip(), re.S), ran.stdout


def test_the_config_of_the_page_is_that_of_the_example() -> None:
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    (shown,) = re.findall(r"```ini\n(.*?)```", page, re.S)
    lines = (ROOT / "examples" / "talker.toml").read_text("utf-8").splitlines()
    assert all(line in lines for line in shown.splitlines())


# --- A function -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading(Talking):
    """Reads the last line of a prompt, and answers in a sentence."""

    def answers(self, seed: int) -> Callable[[str], str]:
        prompts: list[str] = []

        def answer(text: str) -> str:
            prompts.append(text)
            if text.startswith("Refused: "):
                return '{"move": "pass"}'
            assert ("Aim:" in text) == (len(prompts) == 1), "the rules are told once"
            kind, _, moves = text.splitlines()[-1].partition(": ")
            assert kind == "Legal moves"
            first = moves.split(", ")[0]
            return "I bid nineteen" if first == "pass" else f"I play {first}, I think."

        return answer


def test_a_function_from_text_to_text_plays_a_seat() -> None:
    game = load(HAND)
    players = [named("rules", game), Named("reading", game, Reading())] * 2
    sitting = Sitting(players, seed=1, streams=range(4))
    record = sitting.played(game.start(), 1, 0)
    *_, end = record.states()
    assert end.turn == OVER
    rules, reading, *_ = sitting.spent
    assert rules is None
    assert reading is not None
    assert (reading.refused, reading.seconds) == (1, None)
