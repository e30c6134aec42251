"""What data sets hold: exact answers, even draws, and games that replay."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from suitwise import rummy, testing, texas42
from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.formats import Form
from suitwise.arena.data.manifest import MANIFEST, kind_of, kind_text
from suitwise.arena.data.selfplay import Selfplay
from suitwise.arena.store import decisions
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import Record, State, load
from suitwise.players import named
from suitwise.texas42.solve.deal_file import parse_deal, worth_of_leads
from tests.arena import sitters
from tests.fresh import ROOT

assert sitters.Slow.__name__  # importing them makes the players and the game known
assert testing.Kuhn.name == "kuhn"
KINDS = (
    "texas42-solved(dominoes=3)",
    "rummy-hands(rules=indian13(wild=7),cards=13)",
    "selfplay(game=gin,players=greedy random)",
)


@dataclass(frozen=True)
class Looking:
    """Remembers what it saw."""

    saw: ClassVar[list[tuple[str, bytes]]] = []

    def __call__(self, state: State[Any]) -> Any:
        self.saw.append((state.view(state.turn), state.observe(state.turn).tobytes()))
        return next(iter(state.moves()))


def rows_of(kind: str, count: int, seed: int = 5) -> list[dict[str, Any]]:
    return list(kind_of(kind).rows(seed, range(count)))


@pytest.mark.parametrize("dominoes", [1, 2, 4, 7])
def test_a_solved_deal_has_the_value_of_every_lead(dominoes: int) -> None:
    for row in rows_of(f"texas42-solved(dominoes={dominoes})", 6 if dominoes == 7 else 25):
        deal = parse_deal(f"{row['declaration']} {row['leader']} {' '.join(row['hands'])}")
        leads = dict(zip(row["leads"], row["values"], strict=True))
        assert leads == {str(domino): value for domino, value in texas42.solve_moves(deal).items()}
        assert (
            row["value"] == texas42.solve(deal) == worth_of_leads(deal, texas42.solve_moves(deal))
        )


def test_declarations_and_leaders_come_as_often_as_each_other() -> None:
    rows = rows_of("texas42-solved(dominoes=1)", 4000)
    declared = Counter(row["declaration"] for row in rows)
    leading = Counter(row["leader"] for row in rows)
    assert len(declared) == 10
    assert all(abs(count - 400) < 4 * 19 for count in declared.values())  # 4 standard errors
    assert all(abs(count - 1000) < 4 * 27.4 for count in leading.values())
    dealt = Counter(domino for row in rows for hand in row["hands"] for domino in hand.split(","))
    assert len(dealt) == 28
    assert all(abs(count - 4000 * 4 / 28) < 4 * 22.2 for count in dealt.values())


@pytest.mark.parametrize("rules", ["seed", "gin", "indian13(wild=7)", "rami51", "rummikub"])
def test_a_hand_of_rummy_has_its_optima(rules: str) -> None:
    known = rummy.Rules.parse(rules)
    for row in rows_of(f"rummy-hands(rules={rules},cards=11)", 12):
        hand = rummy.Hand.of(row["hand"], known)
        assert (len(hand), str(hand)) == (11, row["hand"])
        assert (row["points"], row["cards"]) == rummy.deadwood(hand)
        melds = [rummy.parse_meld(text, known) for text in row["melds"]]
        assert all(meld.fault(known) is None for meld in melds)
        assert sum(map(len, melds)) + len(row["left"]) == 11
        if known.runs == 0:
            assert row["points"] == rummy.Hand.of(" ".join(row["left"]), known).points


def test_the_cards_of_hands_are_drawn_evenly() -> None:
    rows = rows_of("rummy-hands(rules=gin,cards=2)", 2600)
    drawn = Counter(card for row in rows for card in row["hand"].split())
    assert len(drawn) == 52
    assert all(abs(count - 100) < 4.5 * 9.8 for count in drawn.values())


@pytest.mark.parametrize("game", ["kuhn", "gin", "texas42(match=hand)", "stacks"])
def test_what_each_seat_saw_follows_from_the_record_of_a_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(named._PLAYERS, "looking", {load(game).name: Looking})
    Looking.saw.clear()
    seen = []
    for row in rows_of(f"selfplay(game={game},players=looking)", 2):
        record = Record.from_json({key: row[key] for key in ("game", "start", "moves", "returns")})
        for state, _ in decisions(record):
            seen.append((state.view(state.turn), state.observe(state.turn).tobytes()))
    assert seen == Looking.saw
    assert seen


def test_players_sit_where_they_are_named() -> None:
    (row,) = rows_of("selfplay(game=gin,players=greedy rules(look=1))", 1)
    assert row["players"] == ["greedy", "rules(danger=8,look=1)"]
    wins = [row["returns"][0] > 0 for row in rows_of("selfplay(game=gin,players=greedy random)", 8)]
    assert all(wins)


@pytest.mark.parametrize(
    "players",
    ["greedy rules( look=1 )", "  greedy\trules (look=1 , danger=8) ", "greedy rules( look = 1)"],
)
def test_blanks_in_the_options_of_a_player_part_no_players(players: str) -> None:
    kind = Selfplay("gin", players)
    assert kind.players == "greedy rules(danger=8,look=1)"
    assert kind_of(kind_text(kind)) == kind


@dataclass(frozen=True)
class Babbling:
    """Fails with very many words on very many lines."""

    def __call__(self, state: State[Any]) -> Any:
        raise RuntimeError("one word\nafter another\n" * 1000)


def test_blanks_in_options_may_be_written_in_the_text_of_a_kind() -> None:
    kind = kind_of("selfplay( game = gin, players = greedy rules( look = 1, danger = 8 ) )")
    assert kind == kind_of("selfplay(game=gin,players=greedy rules(danger=8,look=1))")


def test_a_player_that_fails_is_told_of_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(named._PLAYERS, "babbling", {"gin": Babbling})
    with pytest.raises(SuitwiseError, match="RuntimeError: one word after another one") as error:
        rows_of("selfplay(game=gin,players=babbling,on_fault=stop)", 1)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500


def test_a_player_draws_something_else_in_every_seat_of_every_game() -> None:
    sitters.Listening.heard.clear()
    rows_of("selfplay(game=kuhn,players=listening)", 5)
    heard = sitters.Listening.heard
    assert len({stream for _, stream in heard}) == 10
    assert {seed for seed, _ in heard} != {5}, "nor by the seed that deals"


def test_another_seed_makes_other_rows() -> None:
    for kind in KINDS:
        rows = rows_of(kind, 5, seed=1) + rows_of(kind, 5, seed=2**64 - 1)
        assert len({json.dumps({**row, "number": 0}) for row in rows}) == 10


# --- Kinds and their options ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("hands", "no data set: write one of rummy-hands, selfplay, texas42-solved"),
        ("texas42-solved(dominoes=8)", "1 to 7 dominoes"),
        ("texas42-solved(deals=8)", "no option 'deals'"),
        ("rummy-hands(rules=whist)", "no rule set"),
        ("rummy-hands(rules=gin,cards=53)", "1 to 52 cards under gin"),
        ("rummy-hands(cards=61)", "1 to 60 cards"),
        ("selfplay", "needs the option game"),
        ("selfplay(game=bridge)", "is no game"),
        ("selfplay(game=gin,players=solver)", "is no player of gin"),
        ("selfplay(game=gin,players=random random random)", "3 players are neither one for all"),
        ("selfplay(game=gin,players=)", "0 players are neither one for all"),
    ],
)
def test_what_is_no_kind_of_data_is_refused(kind: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        kind_of(kind)


def test_a_kind_writes_all_its_options_and_reads_them_back() -> None:
    for text in (*KINDS, "rummy_hands", "texas42_solved"):
        kind = kind_of(text)
        assert kind_of(kind_text(kind)) == kind
    assert kind_text(kind_of(" rummy-hands ( cards = 9 ) ")) == "rummy-hands(rules=seed,cards=9)"


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_games_have_as_many_numbers_as_their_players_have_streams(seats: int) -> None:
    game = {1: "stacks(stacks=2,height=2)", 2: "kuhn", 4: "texas42_endgame"}[seats]
    kind, last = Selfplay(game), 2**63 // seats - 1
    (row,) = kind.rows(5, range(last, last + 1))
    assert row["number"] == last
    for numbers in (range(last, last + 2), range(-1, 3)):
        with pytest.raises(SuitwiseError, match=rf"numbers 0 to {last}, not {numbers[-1]}|not -1"):
            next(kind.rows(5, numbers))


# --- Data sets that can't be ----------------------------------------------------------------------


QUICK = "selfplay(game=stacks(stacks=3,height=3))"

# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"count": 0}, "the number of rows is from 1 to"),
        ({"shard_size": 0}, "the number of rows of a shard is from 1 to"),
        ({"count": 10**20, "shard_size": 10**20}, "the number of rows is from 1 to"),
        ({"count": 10**20, "shard_size": 1}, "the number of rows is from 1 to"),
        ({"shard_size": 10**20}, "the number of rows of a shard is from 1 to"),
        ({"count": 5.0}, "the number of rows is from 1 to"),
        ({"count": 10**6, "shard_size": 1}, "at most 100,000 shards"),
        ({"form": "csv"}, "jsonl, parquet, hf or npz, not 'csv'"),
        ({"seed": 2**64}, "a seed has 64 bits"),
    ],
)
def test_numbers_out_of_range_are_refused(
    options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    asked: dict[str, Any] = {"count": 5} | options
    with pytest.raises(SuitwiseError, match=why):
        make_data(QUICK, tmp_path / "new", asked.pop("count"), **asked)
    assert not (tmp_path / "new").exists()


# --- No room --------------------------------------------------------------------------------------


LIMITED = """
import resource, sys
from pathlib import Path
from suitwise.arena.data import make_data

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
    try:
        make_data(sys.argv[4], Path(sys.argv[1]), 400, workers=int(sys.argv[2]), form=sys.argv[5])
    except Exception as error:
        print(repr(error), error.filename)
"""


def fault_with(limit: int, workers: int, form: str, folder: Path) -> str:
    """Return what comes of a data set where no file may be larger."""
    script = folder / "script.py"
    script.write_text(LIMITED)
    arguments = [str(folder / "data"), str(workers), str(limit), QUICK, form]
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("workers", "form"), [(1, "parquet"), (2, "jsonl")])
def test_a_shard_for_which_there_is_no_room_is_named_whoever_makes_it(
    workers: int, form: str, tmp_path: Path
) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    shard = tmp_path / "data" / f"shard-00000.{form}"
    told = fault_with(1000, workers, form, tmp_path)
    assert told == f"OSError(27, 'File too large') {shard}\n"
    assert os.listdir(tmp_path / "data") == [MANIFEST]


def test_a_manifest_for_which_there_is_no_room_is_named(tmp_path: Path) -> None:
    told = fault_with(10, 1, "jsonl", tmp_path)
    assert told == f"OSError(27, 'File too large') {tmp_path / 'data' / MANIFEST}\n"


# --- Read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_shard_that_is_spoilt_is_not_read(form: Form, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    make_data(QUICK, tmp_path, 8, shard_size=4, form=form)
    path = tmp_path / f"shard-00001.{form}"
    path.write_bytes(path.read_bytes().replace(b"r", b"m", 1))
    rows = read_data(tmp_path)
    assert [next(rows)["number"] for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(NotationError, match=rf"{path}: these are not the bytes"):
        next(rows)


def told_as_whole(folder: Path, shard: str, content: bytes) -> None:
    """Put something else in the place of a shard, and let the manifest tell of it."""
    path = folder / MANIFEST
    old = hashlib.sha256((folder / shard).read_bytes()).hexdigest()
    path.write_text(path.read_text().replace(old, hashlib.sha256(content).hexdigest()))
    (folder / shard).write_bytes(content)


@pytest.mark.parametrize("line", [b"{", b"\xff", b"[]", b"7", b"[" * 100_000])
def test_a_line_that_is_no_row_is_refused_by_its_number(line: bytes, tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    told_as_whole(tmp_path, "shard-00000.jsonl", b'{"number": 0}\n' + line + b"\n")
    with pytest.raises(NotationError, match=r"shard-00000\.jsonl:2: this is no row"):
        list(read_data(tmp_path))


@pytest.mark.parametrize("rows", [1, 3])
def test_a_shard_of_more_or_fewer_rows_than_told_is_refused(rows: int, tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    told_as_whole(tmp_path, "shard-00000.jsonl", b'{"number": 0}\n' * rows)
    with pytest.raises(NotationError, match=f"tells of 2 rows, and here are {rows}"):
        list(read_data(tmp_path))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    make_data(QUICK, tmp_path, 2, form="parquet")
    told_as_whole(tmp_path, "shard-00000.parquet", b"PAR1 or so")
    with pytest.raises(NotationError, match=r"shard-00000\.parquet: this is no Parquet file"):
        list(read_data(tmp_path))


def test_a_shard_that_is_lost_is_named(tmp_path: Path) -> None:
    make_data(QUICK, tmp_path, 2)
    (tmp_path / "shard-00000.jsonl").unlink()
    with pytest.raises(FileNotFoundError, match=r"shard-00000\.jsonl"):
        list(read_data(tmp_path))
