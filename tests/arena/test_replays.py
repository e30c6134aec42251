"""Games held against their own records: what no play of the plan's cards gives is refused."""

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
from suitwise.arena.store import Store, check, read_results
from suitwise.errors import NotationError
from tests.arena.runs import GAMES, SMALL, played
from tests.commands import refusal_of, run_command

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
