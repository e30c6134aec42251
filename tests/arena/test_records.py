"""The games of a run: found by number, shown as text, played again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from suitwise.arena.config import Config, Match
from suitwise.arena.report import standings
from suitwise.arena.results import SAMPLE, games_in, is_sampled, read_deals
from suitwise.arena.run import run
from suitwise.arena.store import (
    Store,
    check,
    decisions,
    read_config,
    read_result,
    read_results,
    record_text,
    replay,
)
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import OVER, Record
from tests.arena.runs import GAMES, SMALL, played
from tests.commands import refusal_of, run_command
from tests.fresh import fresh_python


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("small"))


def changed(folder: Path, into: Path, old: str, new: str) -> Path:
    """Copy a folder whose first game reads otherwise."""
    (into / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    first, rest = (folder / "results.jsonl").read_text().split("\n", 1)
    assert old in first
    (into / "results.jsonl").write_text(first.replace(old, new) + "\n" + rest)
    return into


def test_every_game_replays_to_the_returns_it_ended_with(folder: Path) -> None:
    for number, result in enumerate(read_results(folder)):
        if result.match or number % 10 == 0:
            states = list(replay(folder, number))
            assert len(states) == len(result.record.moves) + 1
            assert states[-1].turn == OVER
            assert states[-1].returns() == result.returns


def test_a_game_is_found_by_its_line(folder: Path) -> None:
    for number, result in enumerate(read_results(folder)):
        if number % 50 == 0:
            assert read_result(folder, number) == result


@pytest.mark.parametrize("number", [-1, GAMES, 10**12, 10**20])
def test_a_game_that_was_not_played_is_refused(folder: Path, number: int) -> None:
    with pytest.raises(SuitwiseError, match=f"no game {number}"):
        replay(folder, number)


def test_a_game_whose_returns_are_not_its_own_is_refused(folder: Path, tmp_path: Path) -> None:
    first = read_result(folder, 0)
    old = f'"returns":[{first.returns[0]},'
    new = '"returns":[2.0,' if first.returns[0] != 2 else '"returns":[1.0,'
    changed(folder, tmp_path, old, new)
    with pytest.raises(IllegalMove, match="the record's returns are"):
        list(replay(tmp_path, 0))


def test_a_game_with_a_move_that_is_not_legal_is_refused(folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path, '"moves":["', '"moves":["b","')
    with pytest.raises(IllegalMove, match="move 1"):
        list(replay(tmp_path, 0))


def test_a_record_as_text_says_who_sat_where_and_reads_back(folder: Path) -> None:
    number = GAMES - 12 - 5  # the second seating of a deal of Texas 42
    text = record_text(folder, number)
    assert Record.parse(text) == read_result(folder, number).record
    assert text.splitlines()[:5] == [
        f"# game {number}: match 2, deal 0, seating 1",
        "# seat 0: rules",
        "# seat 1: random",
        "# seat 2: rules",
        "# seat 3: random",
    ]


def test_a_result_of_a_match_that_is_not_planned_is_refused(folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path, '"match":0', '"match":9')
    with pytest.raises(NotationError, match=r"results\.jsonl:1: no game is planned as match 9"):
        record_text(tmp_path, 0)


def test_a_result_of_a_player_who_is_not_in_the_match_is_refused(
    folder: Path, tmp_path: Path
) -> None:
    changed(folder, tmp_path, '"seats":[0,1]', '"seats":[0,7]')
    with pytest.raises(NotationError, match=r"seats 0 1, but match 0, .* seats 0 7 at kuhn"):
        record_text(tmp_path, 0)


def test_games_before_the_one_that_is_asked_for_are_not_read(folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path, '"match":0', '"match":')
    assert read_result(tmp_path, 1) == read_result(folder, 1)
    with pytest.raises(NotationError, match=r"results\.jsonl:1: .* is no result"):
        read_result(tmp_path, 0)


@pytest.mark.parametrize("key", ["deal", "seating"])
def test_a_game_beyond_the_plan_is_refused(key: str, folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path, f'"{key}":0', f'"{key}":{2**40}')
    with pytest.raises(NotationError, match=r"results\.jsonl:1: no game is planned as match 0"):
        read_result(tmp_path, 0)


# --- What a record teaches ------------------------------------------------------------------------


def test_decisions_are_all_moves_but_those_of_chance(folder: Path) -> None:
    for number in (0, 181, GAMES - 18, GAMES - 1):
        record = read_result(folder, number).record
        states = list(record.states())
        made = [move for state, move in zip(states, record.moves, strict=False) if state.turn >= 0]
        assert [str(move) for _, move in decisions(record)] == made
        for state, move in decisions(record):
            assert move in state.moves()
            assert str(state) in map(str, states)


def test_decisions_of_a_record_with_other_returns_are_refused() -> None:
    record = Record("kuhn", "-", ("K", "Q", "p", "p"), (5.0, -5.0))
    with pytest.raises(IllegalMove, match="returns"):
        list(decisions(record))


def test_the_players_of_the_plan_are_those_of_the_records(folder: Path) -> None:
    for number in (0, GAMES - 1):
        match = SMALL.matches[read_result(folder, number).match]
        told = [line.split(": ", 1)[1] for line in record_text(folder, number).splitlines()[1:3]]
        assert set(told) <= set(match.players)


# --- Games held against their own records ---------------------------------------------------------


CONFIG = Config(
    "x",
    3,
    (
        Match("texas42(match=hand)", ("random", "rules"), 3),
        Match("gin(to=0)", ("random", "greedy"), 2),
        Match("tractor(match=deal)", ("random", "rules"), 1),
    ),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 12 games: 6 hands of 42, 4 deals of gin, 2 of Tractor."""
    return played(tmp_path_factory.mktemp("whole"), CONFIG)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("large"))


def lines_of(folder: Path) -> list[Any]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def with_line(folder: Path, into: Path, number: int, **changes: object) -> Path:
    """Copy a folder; the line of a game reads otherwise."""
    shutil.copytree(folder, into)
    lines = lines_of(folder)
    lines[number] |= changes
    (into / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return into


READERS: dict[str, Callable[[Path], object]] = {
    "the check": check,
    "the standings": standings,
    "the results": lambda folder: list(read_results(folder)),
    "a run": lambda folder: Store(folder, CONFIG),
}


def refused(folder: Path, number: int, reason: str) -> None:
    """Make sure that every reader names the line of a game, and why."""
    for name, reader in READERS.items():
        with pytest.raises(NotationError) as error:
            reader(folder)
        told = str(error.value)
        assert told.startswith(f"{folder / 'results.jsonl'}:{number + 1}: {reason}"), name
        assert told.isprintable()


# --- What is made up --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 7, 10])
def test_returns_that_change_sides_and_keep_their_sum_are_refused(
    number: int, whole: Path, tmp_path: Path
) -> None:
    returns = lines_of(whole)[number]["returns"]
    forged = with_line(whole, tmp_path / "run", number, returns=returns[::-1])
    assert returns != returns[::-1]
    refused(forged, number, "the record's returns are")


def test_a_game_of_other_cards_is_refused(whole: Path, tmp_path: Path) -> None:
    other = played(tmp_path / "other", Config("x", 4, CONFIG.matches))
    for number in (1, 8, 11):
        line = lines_of(other)[number]
        into = tmp_path / str(number)
        forged = with_line(whole, into, number, moves=line["moves"], returns=line["returns"])
        with pytest.raises(NotationError, match=rf":{number + 1}: move \d+: chance drew "):
            check(forged)
        refused(forged, number, "move ")


def test_a_game_that_begins_elsewhere_is_refused(whole: Path, tmp_path: Path) -> None:
    result = list(read_results(whole))[6]
    states = list(result.record.states())
    forged = with_line(
        whole, tmp_path / "run", 6, start=str(states[-2]), moves=[result.record.moves[-1]]
    )
    refused(forged, 6, "a game of gin(")


def test_a_game_that_is_broken_off_is_refused(whole: Path, tmp_path: Path) -> None:
    record = list(read_results(whole))[9].record
    before = list(record.states())[-2].returns()
    moves = list(record.moves[:-1])
    forged = with_line(whole, tmp_path / "run", 9, moves=moves, returns=list(before))
    refused(forged, 9, f"the game is not over after {len(moves)} moves")


def test_a_move_that_is_not_legal_is_refused(whole: Path, tmp_path: Path) -> None:
    moves = lines_of(whole)[0]["moves"]
    last = len(moves)
    forged = with_line(whole, tmp_path / "run", 0, moves=[*moves[:-1], moves[-2]])
    refused(forged, 0, f"move {last}")


@pytest.mark.parametrize("words", [("show",), ("export", "games.parquet"), ("check",)])
def test_a_command_refuses_made_up_returns_in_one_line(
    words: tuple[str, ...], whole: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    returns = lines_of(whole)[0]["returns"]
    forged = with_line(whole, tmp_path / "run", 0, returns=[-one for one in returns])
    command, *out = words
    told = refusal_of("arena", command, forged, *(tmp_path / name for name in out))
    assert told.startswith(f"error: {forged / 'results.jsonl'}:1: the record's returns are ")
    assert not (tmp_path / "games.parquet").exists()


def test_a_run_does_not_go_on_from_made_up_returns(whole: Path, tmp_path: Path) -> None:
    returns = lines_of(whole)[3]["returns"]
    forged = with_line(whole, tmp_path / "run", 3, returns=returns[::-1])
    before = (forged / "results.jsonl").read_bytes()
    with pytest.raises(NotationError, match=r"results\.jsonl:4: the record's returns are"):
        run(CONFIG, forged)
    assert (forged / "results.jsonl").read_bytes() == before


# --- How much is checked ----------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, SAMPLE - 1, SAMPLE])
def test_of_few_games_all_are_checked(games: int) -> None:
    assert all(is_sampled(number, games, seed=7) for number in range(games))


def test_of_many_games_a_sample_that_the_seed_draws_is_checked() -> None:
    drawn = {seed: [is_sampled(n, 20_000, seed) for n in range(20_000)] for seed in (1, 2)}
    assert drawn[1] != drawn[2]
    assert drawn[1] == [is_sampled(n, 20_000, 1) for n in range(20_000)]
    for sample in drawn.values():
        halves = sum(sample[:10_000]), sum(sample[10_000:])
        assert all(25 <= half <= 75 for half in halves), "50 are expected, 3.5 deviations are 25"


def test_what_the_sample_meets_is_refused_and_check_finds_the_rest(
    large: Path, tmp_path: Path
) -> None:
    assert GAMES > SAMPLE
    sampled = {is_sampled(number, GAMES, SMALL.seed): number for number in range(0, 180, 2)}
    for met, number in sampled.items():
        returns = lines_of(large)[number]["returns"]
        forged = with_line(large, tmp_path / str(met), number, returns=returns[::-1])
        with pytest.raises(NotationError, match=rf":{number + 1}: the record's returns are"):
            check(forged)
        if met:
            with pytest.raises(NotationError, match=rf":{number + 1}: the record's returns are"):
                standings(forged)
        else:
            assert standings(forged).games == GAMES


def test_every_game_of_an_honest_run_is_borne_out(large: Path, whole: Path) -> None:
    told: list[tuple[int, int]] = []
    assert check(large, lambda done, total: told.append((done, total))) == GAMES
    assert told[-1] == (GAMES, GAMES)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert check(whole) == games_in(whole / "results.jsonl") == 12


def test_the_check_prints_how_many_games_it_has_played_again(whole: Path) -> None:
    assert run_command("arena", "check", whole) == (0, "12 games played again\n", "")


def test_a_deal_that_lacks_a_game_is_not_counted(whole: Path, tmp_path: Path) -> None:
    cut = shutil.copytree(whole, tmp_path / "run")
    lines = (whole / "results.jsonl").read_bytes().splitlines(keepends=True)
    (cut / "results.jsonl").write_bytes(b"".join(lines[:5]))
    assert check(cut) == 4
    assert len(list(read_deals(cut, CONFIG, replayed=True))) == 2


# --- What players have played that only another program knows can be read by anybody --------------


PLAYED = """
from dataclasses import dataclass
from pathlib import Path
from suitwise.arena.config import Config, Match
from suitwise.arena.run import run
from suitwise.players.named import register_player

@dataclass(frozen=True)
class First:
    bold: bool = True
    def __call__(self, state):
        return next(iter(state.moves()))

register_player("own_first", First, "stacks")
match = Match("stacks(stacks=2,height=2)", ("random", "own_first"), deals=3)
run(Config("own", 1, (match,)), Path({folder!r}))
"""


@pytest.fixture
def strangers_run(tmp_path: Path) -> Path:
    fresh_python(PLAYED.replace("{folder!r}", repr(str(tmp_path))))
    return tmp_path


def test_results_of_an_unknown_player_are_shown_and_replayed(strangers_run: Path) -> None:
    assert read_config(strangers_run).matches[0].players == ("random", "own_first(bold=yes)")
    assert len(list(read_results(strangers_run))) == 6
    assert standings(strangers_run).games == 6
    assert len(list(replay(strangers_run, 5))) > 1
    status, told, error = run_command("arena", "show", strangers_run)
    assert (status, error) == (0, "")
    assert "own_first(bold=yes)" in told


def test_an_unknown_player_is_refused_where_it_would_have_to_play() -> None:
    with pytest.raises(NotationError, match="'own_first' is no player of stacks"):
        Match("stacks", ("random", "own_first"), deals=3)
    plain = {"match": [{"game": "stacks", "players": ["random", "own_first(a=1)"], "deals": 3}]}
    assert Config.from_json(plain, strangers=True).matches[0].players[1] == "own_first(a=1)"
    with pytest.raises(NotationError, match="is no player of stacks"):
        _ = Config.from_json(plain, strangers=True).matches[0].named
