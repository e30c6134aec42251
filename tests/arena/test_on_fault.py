"""Players that answer with no move, or raise: the run goes on, counts it, and can be checked."""

from __future__ import annotations

import json
import logging
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from suitwise import testing
from suitwise.arena import fingerprints
from suitwise.arena.config import Config, Match, read_config
from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.manifest import kind_of, kind_text
from suitwise.arena.report import markdown, standings
from suitwise.arena.run import run
from suitwise.arena.seats import forfeit_returns
from suitwise.arena.store import check, export, read_plan, read_results, read_seated
from suitwise.arena.workers import in_order
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import Chooser, Game, State, load
from suitwise.players import named
from suitwise.players.named import register_player
from tests.arena.programs import stuck_game
from tests.arena.sitters import SITTERS

assert "failing" in SITTERS
assert testing.Kuhn.name == "kuhn"
GAMES = ("gin", "texas42(match=hand)", "tractor(match=deal)", "indian13(seats=3,draws=30)")
ANSWERS: dict[str, Any] = {
    "text": "blah",
    "empty": "",
    "nothing": None,
    "number": 10**9,
    "object": object(),
    "list": [],
    "nan": float("nan"),
}


@dataclass(frozen=True)
class Odd:
    """Answers with something else at every move from some number of its own on."""

    what: str = "text"
    least: int = 0

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        count = -1

        def choose(state: State[Any]) -> Any:
            nonlocal count
            count += 1
            if count < self.least:
                return next(iter(state.moves()))
            if self.what == "raises":
                raise TimeoutError("no answer")
            return ANSWERS[self.what]

        return choose


@dataclass(frozen=True)
class Standing:
    """Can't sit down."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        raise FileNotFoundError("net.npz")


@dataclass(frozen=True)
class Stumbling:
    """Raises whenever it is asked the first time, and answers the second."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        asked: list[State[Any]] = []

        def choose(state: State[Any]) -> Any:
            if asked[-1:] != [state]:
                asked.append(state)
                raise ConnectionError("not yet")
            return next(iter(state.moves()))

        return choose


@dataclass(frozen=True)
class Settling:
    """Can't sit down at once, but can when it is to move."""

    known: ClassVar[set[int]] = set()

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        if stream not in self.known:
            self.known.add(stream)
            raise ConnectionError("not yet")
        return lambda state: next(iter(state.moves()))


@dataclass(frozen=True)
class Silent:
    """Never answers."""

    how: str = "waits"

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        return self._wait if self.how != "stands" else self._wait(None)

    def _wait(self, state: object) -> Any:
        while True:
            try:
                time.sleep(0 if self.how == "spins" else 600)
            except Exception:
                if self.how != "catches":
                    raise


SILENT = {"settling": Settling, "silent": Silent}
KINDS = {"odd": Odd, "standing": Standing, "stumbling": Stumbling, **SILENT}
for name, kind in KINDS.items():
    register_player(name, kind, "kuhn")


@pytest.fixture(autouse=True)
def odd_at_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the odd one known at every game, in these tests alone, and watch nobody before."""
    monkeypatch.setattr(fingerprints, "_opened_by_child", lambda player, sent: [])
    monkeypatch.setitem(named._PLAYERS["odd"], named._ANY_GAME, Odd)


def config_of(*players: str, game: str = "kuhn", deals: int = 6, **options: Any) -> Config:
    return Config("x", 1, (Match(game, players, deals, **options),))


@pytest.mark.parametrize("on_fault", ["forfeit", "substitute:random"])
@pytest.mark.parametrize("what", [*ANSWERS, "raises"])
def test_a_run_goes_on_whatever_a_player_answers(what: str, on_fault: str, tmp_path: Path) -> None:
    found = run(config_of("random", f"odd(what={what})", on_fault=on_fault), tmp_path)
    ((player, moves, lost),) = found.matches[0].faults
    assert (found.games, player) == (12, f"odd(what={what},least=0)")
    assert moves >= 12 - lost
    assert lost == (12 if on_fault == "forfeit" else 0)
    ((_, kinds),) = found.matches[0].kinds
    assert kinds == {"silent" if what == "raises" else "no-move": moves}
    assert check(tmp_path) == 12


@pytest.mark.parametrize("game", GAMES)
def test_who_fails_forfeits_the_game_of_its_side(game: str, tmp_path: Path) -> None:
    found = run(config_of("random", "odd(least=1)", game=game, deals=1), tmp_path)
    facts = load(game).facts
    results = list(read_results(tmp_path))
    assert results
    for one in results:
        assert one.forfeited is not None
        assert one.seats[one.forfeited] == 1
        assert one.returns == forfeit_returns(facts, one.forfeited)
        assert one.returns[one.forfeited] == facts.lowest_return
        assert one.faults[one.forfeited] == (1,)
        *_, last = one.record.states()
        assert last.turn == one.forfeited
    paired = found.matches[0].pairs[0].paired
    assert paired is not None
    assert paired.mean > 0
    assert check(tmp_path) == len(results)


def test_another_player_makes_the_moves_of_one_that_fails(tmp_path: Path) -> None:
    config = config_of("random", "odd", game="gin", deals=2, on_fault="substitute: rules")
    assert config.matches[0].on_fault == "substitute:rules(danger=8,look=2)"
    found = run(config, tmp_path).matches[0]
    assert found.faults[0][1] > 4
    assert all(one.forfeited is None for one in read_results(tmp_path))
    assert "made by rules" in markdown(standings(tmp_path))


def test_a_player_that_cannot_sit_down_fails_at_its_moves(tmp_path: Path) -> None:
    assert run(config_of("random", "standing"), tmp_path).matches[0].faults[0][2] == 12


def test_who_raises_is_asked_again_as_often_as_is_said(tmp_path: Path) -> None:
    assert run(config_of("random", "stumbling"), tmp_path / "one").matches[0].faults == ()
    found = run(config_of("random", "stumbling", retries=0), tmp_path / "none").matches[0]
    assert found.faults == (("stumbling", 12, 12),)


def test_answers_to_a_second_question_are_counted_in_every_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = run(config_of("random", "stumbling"), tmp_path)
    results = list(read_results(tmp_path))
    count = sum(len(numbers) for one in results for numbers in one.retried)
    assert count >= len(results) == 12
    for one in results:
        place = one.seats.index(1)
        assert one.retried[place] == tuple(range(len(one.retried[place])))
        assert not one.retried[1 - place]
        assert (one.faults, one.forfeited) == ((), None)
    assert found.matches[0].retried == (("stumbling", count),)
    plain = json.loads(json.dumps(found.as_json()))["matches"][0]
    assert plain["retried"] == {"stumbling": count}
    assert "moves made only when asked again" in markdown(found)
    assert check(tmp_path) == 12
    (line,) = caplog.messages
    assert line.startswith("stumbling in seat 1 failed at kuhn, deal 0, seating 0: ")
    arrow = pytest.importorskip("pyarrow.parquet")
    export(tmp_path, tmp_path / "games.parquet")
    rows = arrow.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["retried"] for row in rows] == [list(map(len, one.retried)) for one in results]


def test_an_answer_of_a_match_without_retries_is_none_to_a_second_question(tmp_path: Path) -> None:
    config = config_of("random", "settling", retries=0)
    assert run(config, tmp_path).matches[0].retried == (("settling", 12),), "it sat down late"
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text().replace('"retried":[[],[0]]', '"retried":[[],[1]]'))
    with pytest.raises(NotationError, match="asked again, and the match asks once"):
        check(tmp_path)


@pytest.mark.parametrize("how", ["waits", "spins", "catches"])
@pytest.mark.parametrize("on_fault", ["forfeit", "substitute:random"])
def test_a_player_that_never_answers_is_broken_off(
    how: str, on_fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    options: dict[str, Any] = {"patience": 0.05, "retries": 0, "on_fault": on_fault, "deals": 1}
    found = run(config_of("random", f"silent(how={how})", **options), tmp_path)
    ((player, moves, _),) = found.matches[0].faults
    assert (player, found.games) == (f"silent(how={how})", 2)
    assert moves >= 2
    assert "TimeoutError: no answer within 0.05 s" in caplog.text
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_player_that_never_sits_down_is_broken_off_in_other_processes_too(tmp_path: Path) -> None:
    match: dict[str, Any] = {"patience": 0.05, "retries": 0, "on_fault": "stop"}
    with pytest.raises(SuitwiseError, match=r"silent\(how=stands\) .*no answer within 0.05 s"):
        run(config_of("random", "silent(how=stands)", **match), tmp_path, workers=2)


@pytest.mark.parametrize("how", ["waits", "stands"])
def test_a_player_that_never_answers_in_self_play_is_broken_off(
    how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kind = f"selfplay(game=kuhn,players=random silent(how={how}),patience=0.05)"
    make_data(kind, tmp_path, 2)
    for row in read_data(tmp_path):
        assert not row["faults"][0]
        assert row["faults"][1] > 0
        assert row["moves"]
    (line,) = caplog.messages
    assert line.startswith(f"silent(how={how}) in seat 1 failed at game 0 of kuhn: ")
    assert "TimeoutError: no answer within 0.05 s" in line


def test_the_patience_of_self_play_is_written_where_it_says_something() -> None:
    assert "patience" not in kind_text(kind_of("selfplay(game=gin)"))
    assert kind_text(kind_of("selfplay(game=gin,patience=2.5)")).endswith(",patience=2.5)")
    with pytest.raises(NotationError, match="the seconds of patience are above 0, not -1"):
        kind_of("selfplay(game=gin,patience=-1)")


def test_a_player_that_is_stuck_in_compiled_code_ends_its_processes_and_then_the_work(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(
        SuitwiseError, match=r"^3 processes died, the last with exit code 1, on 0.1$"
    ):
        list(in_order(stuck_game, [0.1], workers=2))
    said = capfd.readouterr().err
    assert "Timeout" in said
    assert "sitters.py" in said, "whose code it is"


def test_an_alarm_of_another_is_left_to_it(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        run(config_of("random", "stumbling", patience=0.05), tmp_path)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 900
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("workers", [1, 2])
def test_reasons_of_faults_in_self_play_are_logged_once_for_each_player(
    workers: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kind = "selfplay(game=kuhn,players=odd(what=raises) stumbling)"
    make_data(kind, tmp_path, 8, shard_size=2, workers=workers)
    rows = list(read_data(tmp_path))
    assert all(row["faults"][0] and not row["faults"][1] for row in rows)
    assert all(row["retried"][1] and not row["retried"][0] for row in rows)
    first, second = sorted(caplog.messages)
    assert first.startswith("odd(what=raises,least=0) in seat 0 failed at game 0 of kuhn")
    assert "no answer" in first
    assert second.startswith("stumbling in seat 1 failed at game 0 of kuhn")


def test_a_run_stops_where_that_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(SuitwiseError, match=r"^odd\(what=text,least=0\) in seat 1 failed at kuhn"):
        run(config_of("random", "odd", on_fault="stop"), tmp_path)
    assert list(read_results(tmp_path)) == []


@pytest.mark.parametrize("on_fault", ["forfeit", "substitute:mccfr(iterations=20)"])
def test_a_run_with_faults_resumes_to_the_same_bytes(on_fault: str, tmp_path: Path) -> None:
    config = config_of("random", "failing(least=800)", deals=40, on_fault=on_fault)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(config, whole)
    expected = (whole / "results.jsonl").read_bytes()
    assert b'"faults"' in expected
    for workers in (1, 2):
        run(config, parts, workers, goes_on=lambda played: False)
        with open(parts / "results.jsonl", "ab") as file:
            file.write(b'{"match":0,"pai')
    run(config, parts)
    assert (parts / "results.jsonl").read_bytes() == expected
    run(config.extended(50), parts)
    run(config.extended(50), whole)
    assert (parts / "results.jsonl").read_bytes() == (whole / "results.jsonl").read_bytes()
    assert read_plan(parts) == read_plan(whole)


def test_the_first_fault_of_a_player_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        run(config_of("random", "odd(what=raises)"), tmp_path)
    (line,) = caplog.messages
    assert line.startswith("odd(what=raises,least=0) in seat 1 failed at kuhn, deal 0, seating 0: ")
    assert "no answer" in line


def test_faults_stand_in_standings_results_and_tables(tmp_path: Path) -> None:
    run(config_of("random", "odd(least=1)", game="gin", deals=1), tmp_path)
    found = standings(tmp_path)
    plain = json.loads(json.dumps(found.as_json()))["matches"][0]
    told = {"moves": 2, "forfeits": 2, "kinds": {"no-move": 2}}
    assert plain["faults"] == {"odd(what=text,least=1)": told}
    assert "games forfeited" in markdown(found)
    assert "| 2 | 2 | no legal move 2 |" in markdown(found)
    assert "# seat 1 forfeited the game here" in str(read_seated(tmp_path, 0))
    arrow = pytest.importorskip("pyarrow.parquet")
    export(tmp_path, tmp_path / "games.parquet")
    rows = arrow.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["faults"] for row in rows] == [[0, 1], [1, 0]]
    assert [row["forfeited"] for row in rows] == [1, 0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"returns": [1.0, -1.0]}, "where seat 1 forfeits the seats get"),
        ({"forfeit": {"seat": 0, "stood": [0.0, 0.0]}}, "seat 0 forfeits, and nothing"),
        ({"forfeit": {"seat": 5, "stood": [0.0, 0.0]}}, "a seat that forfeits is one of the game"),
        ({"forfeit": {"seat": 1, "stood": [1.0, -1.0]}}, "the record's returns are"),
        ({"forfeit": 1}, "forfeit tells the seat"),
        ({"faults": [[], []]}, "faults tells for each seat"),
        ({"faults": [[0], []], "kinds": [["raised"], []]}, "seat 1 forfeits, and nothing"),
        ({"faults": [[], [0, 1]]}, "kinds tells one for each of the faults"),
    ],
)
def test_a_forfeit_that_was_made_up_is_refused(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    run(config_of("random", "odd"), tmp_path)
    path = tmp_path / "results.jsonl"
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | changes), *rest]) + "\n")
    with pytest.raises(NotationError, match=reason):
        check(tmp_path)


def test_a_game_cut_short_is_no_forfeit_of_one_not_on_turn(tmp_path: Path) -> None:
    run(config_of("random", "odd"), tmp_path)
    path = tmp_path / "results.jsonl"
    first, *rest = path.read_text().splitlines()
    plain = json.loads(first)
    plain["moves"] = plain["moves"][:2]
    path.write_text("\n".join([json.dumps(plain), *rest]) + "\n")
    with pytest.raises(NotationError, match="seat 1 forfeits out of its turn"):
        check(tmp_path)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('on_fault = "go on"', "on_fault is forfeit, stop or substitute:PLAYER, not 'go on'"),
        ('on_fault = "substitute:"', "on_fault is forfeit, stop or substitute:PLAYER"),
        ('on_fault = "substitute:nobody"', "'nobody' is no player of gin"),
        ("on_fault = 3", "on_fault is a text in quotes"),
        ("retries = -1", "retries is a whole number from 0 to 100"),
        ("retries = true", "retries is a whole number"),
        ("patience = 0", "the seconds of patience are above 0, not 0"),
        ("patience = -1.5", "the seconds of patience are above 0"),
    ],
)
def test_what_is_no_such_option_is_refused(line: str, reason: str) -> None:
    text = f'[[match]]\ngame = "gin"\nplayers = ["random", "rules"]\ndeals = 5\n{line}\n'
    with pytest.raises(NotationError, match=f"match 1: {reason}"):
        read_config(text.encode())
