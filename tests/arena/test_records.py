"""The games of a run: found by number, shown as text, played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from suitwise.arena.store import decisions, read_result, read_results, record_text, replay
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import OVER, Record
from tests.arena.runs import GAMES, SMALL, played


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
