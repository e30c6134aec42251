"""Results held against the plan: what is not the plan's is refused with its line, whoever reads it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from suitwise.arena import results as results_module
from suitwise.arena.config import Config, Match, Stop
from suitwise.arena.report import standings
from suitwise.arena.results import read_deals, read_game
from suitwise.arena.run import run
from suitwise.arena.store import Store, read_config, read_results
from suitwise.errors import NotationError
from tests.arena.runs import GAMES, SMALL, played
from tests.commands import refusal_of

CONFIG = Config(
    "x",
    3,
    (
        Match("stacks(stacks=2,height=2)", ("random", "solver"), 3),
        Match("gin", ("random", "greedy"), 2),
    ),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    run(CONFIG, folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A run of 3 deals of Stack Management and 2 of gin, 10 games in all."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "results.jsonl").read_bytes().splitlines(keepends=True)


def changed(line: bytes, **changes: object) -> bytes:
    return json.dumps(json.loads(line) | changes).encode() + b"\n"


# --- What is read -----------------------------------------------------------------------------------


def test_deals_come_whole_and_in_order(tmp_path: Path) -> None:
    deals = list(read_deals(played(tmp_path), SMALL))
    assert [one for deal in deals for one in deal] == list(read_results(tmp_path))
    assert sum(map(len, deals)) == GAMES
    assert [len(deal) for deal in deals] == [2] * (90 + 20 + 3) + [6] * 2
    for deal in deals:
        assert len({(one.match, one.pairing, one.deal) for one in deal}) == 1
        assert [one.seating for one in deal] == list(range(len(deal)))


def test_deals_end_where_two_players_had_met_often_enough(tmp_path: Path) -> None:
    match = Match("kuhn", ("random", "mccfr(iterations=500)"), 90, Stop(3.0, least=6, every=2))
    config = Config("x", 1, (match,))
    run(config, tmp_path)
    deals = len(list(read_deals(tmp_path, config)))
    assert deals < 90
    lines = lines_of(tmp_path)
    more = [changed(line, deal=deals) for line in lines[-2:]]
    (tmp_path / "results.jsonl").write_bytes(b"".join(lines + more))
    with pytest.raises(NotationError, match=f":{2 * deals + 1}: there are more games than are"):
        list(read_deals(tmp_path, config))


def test_every_game_is_found_by_its_number(folder: Path) -> None:
    for number, result in enumerate(read_results(folder)):
        assert read_game(folder, CONFIG, number) == result


def test_a_game_of_a_deal_that_lacks_another_is_found(folder: Path) -> None:
    (folder / "results.jsonl").write_bytes(b"".join(lines_of(folder)[:3]))
    assert read_game(folder, CONFIG, 2).deal == 1
    assert len(list(read_deals(folder, CONFIG))) == 1


# --- What is refused --------------------------------------------------------------------------------

READERS: dict[str, Callable[[Path], object]] = {
    "the standings": standings,
    "the results": lambda folder: list(read_results(folder)),
    "a run": lambda folder: Store(folder, CONFIG),
    "a replay": lambda folder: [read_game(folder, CONFIG, n) for n in range(10)],
}


def spoilt() -> Iterator[tuple[str, Callable[[list[bytes]], list[bytes]], int]]:
    """Yield names of faults, how each is made, and the line that has it."""

    def with_seventh(**changes: object) -> Callable[[list[bytes]], list[bytes]]:
        return lambda lines: [*lines[:6], changed(lines[6], **changes), *lines[7:]]

    yield "another game", with_seventh(game="gin(knock=5)"), 7
    yield "three seats", with_seventh(seats=[0, 1, 0], returns=[1, 2, 3]), 7
    yield "no seats", with_seventh(seats=[], returns=[]), 7
    yield "returns far too large", with_seventh(returns=[1e200, -1e200]), 7
    yield "returns that no sum holds", with_seventh(returns=[1.7e308, 1.7e308]), 7
    yield "returns a little too large", with_seventh(returns=[124, -124]), 7
    yield "returns that are no numbers", with_seventh(returns=[float("nan"), 0.0]), 7
    yield "returns without end", with_seventh(returns=[float("inf"), 0.0]), 7
    yield "a deal of many digits", with_seventh(deal=10**4000), 7
    yield "a seating that fits no column", with_seventh(seating=2**40), 7
    yield "a match of many digits", with_seventh(match=10**4000), 7
    yield "a pairing of many digits", with_seventh(pairing=[0, 10**4000]), 7
    yield "a start that is no text", with_seventh(start="\ud800"), 7
    yield "moves that move the cursor", with_seventh(moves=["\x1b[31m"]), 7
    yield "a game in two lines", with_seventh(game="gin\ngin"), 7
    yield "a line of nothing", lambda lines: [*lines[:6], b"\n", *lines[6:]], 7


def misplaced() -> Iterator[tuple[str, Callable[[list[bytes]], list[bytes]], int]]:
    yield "a deal that stands twice", lambda lines: [*lines[:2], *lines], 3
    yield "a deal that stands again", lambda lines: [*lines[:4], *lines[:2], *lines[4:]], 5
    yield "a deal that is left out", lambda lines: [*lines[:2], *lines[4:]], 3
    yield "a game that is left out", lambda lines: [*lines[:1], *lines[2:]], 2
    yield "a game too many", lambda lines: [*lines, lines[-1]], 11


ALL = [*spoilt(), *misplaced()]


@pytest.mark.parametrize(("make", "line"), [one[1:] for one in ALL], ids=[one[0] for one in ALL])
def test_what_is_not_the_plans_is_refused_by_every_reader_in_one_line(
    make: Callable[[list[bytes]], list[bytes]], line: int, folder: Path, tmp_path: Path
) -> None:
    (folder / "results.jsonl").write_bytes(b"".join(make(lines_of(folder))))
    readers = READERS if line == 7 else dict(list(READERS.items())[:3])
    for name, reader in readers.items():
        with pytest.raises(NotationError) as refused:
            reader(folder)
        told = str(refused.value)
        assert told.startswith(f"{folder / 'results.jsonl'}:{line}: "), name
        assert told.isprintable()
        assert len(told) < 500 + len(str(folder))


TRIED = [one for one in spoilt() if one[0] in ("returns far too large", "a start that is no text")]


@pytest.mark.parametrize("make", [one[1] for one in TRIED], ids=[one[0] for one in TRIED])
def test_every_command_refuses_a_spoilt_line_in_one_line(
    make: Callable[[list[bytes]], list[bytes]], folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    (folder / "results.jsonl").write_bytes(b"".join(make(lines_of(folder))))
    file = f"{folder / 'results.jsonl'}:7: "
    out = tmp_path / "games.parquet"
    for words in (("show", folder), ("export", folder, out), ("replay", folder, "6")):
        assert file in refusal_of("arena", *words)
    assert not out.exists()


def test_a_line_without_end_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_module, "MOST_LINE", 1 << 16)
    with open(folder / "results.jsonl", "r+b") as file:
        file.truncate(1 << 32)
    for reader in READERS.values():
        with pytest.raises(
            NotationError, match=r"results\.jsonl:11: this line has 65,536 bytes or"
        ):
            reader(folder) if reader is not READERS["a replay"] else read_game(folder, CONFIG, 10)


def test_the_plan_is_still_the_configs(folder: Path) -> None:
    assert read_config(folder) == CONFIG
