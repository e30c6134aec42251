"""Players, bots and games of one's own at a table: in a chair by name, or over the wire."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import pytest

from suitwise import catalogue
from suitwise.arena.seats import import_players
from suitwise.game import OVER, load
from suitwise.players import named
from suitwise.table.serve.processes import bots as thinking
from suitwise.table.serve.processes.bots import BotWorkers
from suitwise.table.serve.web import routes as describing
from suitwise.testing import Kuhn
from suitwise.testing.poker import KuhnState
from tests.commands import refusal_of, run_command
from tests.table.serve.servers import BOTS, HAND, SECRET, Line, Served, get, post, serving

SEVEN_TRICKS = "texas42(match=hand,forced=yes,play_out=yes)"
"""A hand that is never thrown in and never ends before its last trick, so that all are asked again."""

MINE = """
from dataclasses import dataclass

from suitwise.players.named import register_player


@dataclass(frozen=True)
class Last:
    def __call__(self, state):
        return list(state.moves())[-1]


register_player("last_of_all", Last, "texas42")


def choose(parts):
    return parts["ask"]["moves"][-1]
"""
MODULE = "my_table_players"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with modules of players, which are known here alone."""
    folder = tmp_path_factory.mktemp("own")
    bots = {
        MODULE: MINE,
        "my_wrong_bot": "def choose(parts): return 'H9'",
        "my_broken_bot": "def choose(parts): return parts['hands']",
        "my_empty_bot": "",
    }
    for name, text in bots.items():
        (folder / f"{name}.py").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(folder)])
        patch.setattr(named, "_PLAYERS", {**named._PLAYERS})
        yield folder
    for name in bots:
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def served(place: Path) -> Iterator[Served]:
    with serving(place / "tables.db", imports=(MODULE,)) as running:
        yield running


def link_of(served: Served, *others: str) -> str:
    return served.url + str(served.made(HAND, ("open", *others))["join"])


def test_players_of_ones_own_sit_as_bots_and_a_bot_of_ones_own_comes_over_the_wire(
    served: Served, place: Path
) -> None:
    link = link_of(served, "last_of_all", "last_of_all", "last_of_all")
    status, told, error = run_command("table", "join", link, "--import", MODULE, cwd=place)
    assert (status, error) == (0, "")
    assert "you sit down" in told
    record = served.registry.rooms[link.rpartition("/")[2]].table.record()
    states = [state for state in record.states() if state.turn >= 0]
    assert len(states) > 4
    for before, after in pairwise(states):
        last = list(before.moves())[-1]
        assert str(before.after(last)) == str(after)


def test_players_that_nobody_has_imported_are_refused_with_those_there_are(served: Served) -> None:
    asked = {"variant": HAND, "seats": ["open", "unheard_of", "rules", "rules"]}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert answer.status_code == 400
    assert "last_of_all" in answer.text


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("my_wrong_bot", "a move was refused: "),
        ("my_broken_bot", "no move was chosen: KeyError: 'hands' (my_broken_bot.py, line 1)"),
        ("my_empty_bot", "the module my_empty_bot has no function choose(parts)"),
        ("my_bot.py", "'my_bot.py' is no module: write my_bot"),
    ],
)
def test_what_is_wrong_with_a_bot_of_ones_own_is_told_in_a_line(
    bot: str, reason: str, served: Served, place: Path
) -> None:
    link = link_of(served, "random", "random", "random")
    words = ("table", "join", link, "--import", bot, "--on-fault", "stop")
    status, _, error = run_command(*words, cwd=place)
    assert (status, error.count("\n")) == (2, 1)
    assert error.startswith(f"error: {reason}")


@pytest.mark.parametrize("on_fault", [(), ("--on-fault", "substitute:random")])
@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("my_wrong_bot", "a move was refused: "),
        ("my_broken_bot", "no move was chosen: KeyError: 'hands' (my_broken_bot.py, line 1)"),
    ],
)
def test_a_bot_that_fails_has_another_play_in_its_place_and_goes_on(
    bot: str, reason: str, on_fault: tuple[str, ...], served: Served, place: Path
) -> None:
    link = link_of(served, "random", "random", "random")
    words = ("table", "join", link, "--import", bot, *on_fault)
    status, told, error = run_command(*words, cwd=place)
    assert (status, error) == (0, "")
    assert reason in told
    assert (
        list(served.registry.rooms[link.rpartition("/")[2]].table.record().states())[-1].turn
        == OVER
    )


def test_a_bot_of_ones_own_and_another_are_one_too_many() -> None:
    told = refusal_of("table", "join", "http://a/t/B", "--player", "random", "--import", "my_bot")
    assert "my_bot plays by --import: leave out --player" in told


def test_a_server_is_not_started_without_the_players_it_is_to_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("suitwise.cli.tables.commands._bound", lambda *at: None)
    words = ("table", "serve", "--file", tmp_path / "tables.db", "--import", "nowhere_at_all")
    assert "there is no module nowhere_at_all" in refusal_of(*words)
    assert not (tmp_path / "tables.db").exists()


def test_a_game_of_a_module_that_is_imported_is_a_card_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "_known", dict(catalogue._known))
    made = ("from suitwise.catalogue import Entry", "from suitwise.tricks import TrickGame")
    entry = 'ENTRY = Entry("my_tricks", MyTricks, episode="my_tricks")'
    game = 'class MyTricks(TrickGame):\n    name = "my_tricks"'
    (tmp_path / "my_tricks.py").write_text("\n".join((*made, game, entry)))
    monkeypatch.syspath_prepend(str(tmp_path))
    import_players(["my_tricks"])
    (described,) = [one for one in describing._describe_all() if one["name"] == "my_tricks"]
    assert described["kind"] == "tricks"


def test_for_a_player_that_is_not_imported_any_more_the_quick_one_plays(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    bot_workers = served.registry.services.bot_workers
    state = str(load(HAND).start().rolled(seed=7, stream=0)[0])
    choice = asyncio.run(bot_workers.choose(HAND, state, 1, "of_last_time", 5))
    assert choice.player == "rules"
    assert "of_last_time at seat 1: NotationError; rules plays" in caplog.text


# --- Players that hang or die ---------------------------------------------------------------------

WICKED = """
import os
import time
from dataclasses import dataclass

from suitwise.players.named import register_player


@dataclass(frozen=True)
class Sleeper:
    def __call__(self, state):
        time.sleep(600)


@dataclass(frozen=True)
class Mortal:
    def __call__(self, state):
        os._exit(1)


register_player("sleeper", Sleeper, "texas42")
register_player("mortal", Mortal, "texas42")
"""


def test_players_that_hang_or_die_take_no_process_from_the_strong(
    place: Path,
) -> None:
    (place / "my_wicked_players.py").write_text(WICKED)
    import_players(["my_wicked_players"])
    state = str(load(HAND).start().rolled(seed=7, stream=0)[0])
    made = BotWorkers(late_s=0.5, imports=["my_wicked_players"])

    async def asked(player: str, seed: int) -> str:
        return (await made.choose(HAND, state, 1, player, seed)).player

    async def work() -> None:
        strong = made._crew_of(HAND, "mc")
        before = await made._ask(strong, "", None, os.getpid)
        wicked = [asked(player, seed) for seed in range(3) for player in ("sleeper", "mortal")]
        assert set(await asyncio.gather(*wicked)) == {"rules"}
        assert (
            await made._ask(strong, "", None, os.getpid) == before
        )  # it has not had to start again

    with closing(made):
        asyncio.run(work())
    sys.modules.pop("my_wicked_players", None)


QUICK_ONES = """
import time
from dataclasses import dataclass
from typing import ClassVar

from suitwise import catalogue
from suitwise.players.named import register_player
from suitwise.rummy.gin.game import Gin


@dataclass(frozen=True)
class Sleeper:
    def __call__(self, state):
        time.sleep(600)


@dataclass(frozen=True)
class Jin(Gin):
    name: ClassVar[str] = "jin"


register_player("greedy", Sleeper, "texas42")
catalogue.register(catalogue.Entry("jin", Jin, players={"rules": Sleeper, "greedy": Sleeper}))
"""
QUICK_MODULE = "my_quick_players"


@pytest.fixture
def quick_ones(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Players of others with the names of quick ones, which hang, and a game that has no other."""
    (place / f"{QUICK_MODULE}.py").write_text(QUICK_ONES)
    monkeypatch.setattr(catalogue, "_known", {**catalogue._known})
    import_players([QUICK_MODULE])
    yield
    sys.modules.pop(QUICK_MODULE, None)


@pytest.mark.usefixtures("quick_ones")
@pytest.mark.parametrize(
    ("variant", "player", "stands_in"),
    [(HAND, "greedy", "rules"), ("jin", "rules", "random"), ("jin", "strong", "random")],
)
def test_a_quick_player_of_others_that_hangs_is_stood_in_for(
    variant: str, player: str, stands_in: str, caplog: pytest.LogCaptureFixture
) -> None:
    state, _ = load(variant).start().rolled(seed=7, stream=0)

    class Hasty(BotWorkers):
        """Those that hang have half a second, and who stands in as long as a new process needs."""

        async def _ask(self, crew: Any, table: str, seconds: Any, work: Any, *asked: Any) -> Any:
            hangs = work is thinking._choose_move and asked[2] != stands_in
            return await super()._ask(crew, table, 0.5 if hangs else seconds, work, *asked)

    async def work(made: BotWorkers) -> None:
        choice = await made.choose(variant, str(state), state.turn, player, 5)
        assert choice.player == stands_in
        assert state.why_not(choice.move) is None
        with suppress(TimeoutError):
            await made.hint(variant, str(state), state.turn, 5)
        ours = await made._ask(made._quick, "", 60, thinking._quick_player, HAND)
        assert ours == "rules", "our own quick players wait for none of theirs"

    with closing(Hasty(late_s=60, hint_s=0.5, imports=[QUICK_MODULE])) as made:
        asyncio.run(work(made))
    assert f"no move in time; {stands_in} plays" in caplog.text


@pytest.mark.usefixtures("quick_ones")
def test_who_stands_in_for_a_quick_player_that_hangs_is_in_the_record(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", imports=(QUICK_MODULE,), late_s=0.5) as running:
        link = running.made(SEVEN_TRICKS, ("human", "greedy", "rules", "rules"))
        line = running.line(link["host"])
        for turn in range(4):
            assert line.play(str(turn), line.until_asked()[0])["t"] == "ack"
        line.until_asked()
        code = link["host"].partition("#")[0].rpartition("/")[2]
        said = running.registry.rooms[code].table.exported()["stood_in"]
    assert {(one["seat"], one["by"], one["player"]) for one in said} == {(1, "bot", "rules")}
    assert len(said) > 2


# --- Games of one's own, whose rules may take long ------------------------------------------------

in_loop: set[tuple[str, str]] = set()
"""What of the game was asked in a thread with an event loop: its kind and the name."""
answers = Event()
"""Whether the rules answer."""


def watched(kind: type) -> type:
    """Have a class note what is asked of it where an event loop runs, whatever it has inherited."""
    for name in dir(kind):
        if not name.startswith("_") or name == "__str__":
            value = next(vars(base)[name] for base in kind.__mro__ if name in vars(base))
            if isinstance(value, property):
                assert value.fget is not None
                setattr(kind, name, property(noting(kind, name, value.fget)))
            elif callable(value) and not isinstance(value, type):
                setattr(kind, name, noting(kind, name, value))
    return kind


def noting(kind: type, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    def noted(self: Any, *values: Any, **named: Any) -> Any:
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            in_loop.add((kind.__name__, name))
        return work(self, *values, **named)

    return noted


@watched
class OwnState(KuhnState):
    @property
    def game(self) -> Kuhn:
        return Own()

    def why_not(self, move: Any) -> Any:
        answers.wait(60)
        return super(KuhnState, self).why_not(move)

    def followed_by(self, move: str) -> OwnState:
        return own(KuhnState.followed_by(self, move))


def own(state: KuhnState) -> OwnState:
    return OwnState(state.dealt, state.bets)


@watched
@dataclass(frozen=True)
class Own(Kuhn):
    """Kuhn poker of another package."""

    name: ClassVar[str] = "own"

    def start(self) -> KuhnState:
        return own(Kuhn.start(self))

    def parse(self, text: str) -> KuhnState:
        return own(Kuhn.parse(self, text))


@pytest.fixture
def own_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "_known", {**catalogue._known})
    catalogue.register(catalogue.Entry("own", Own))
    in_loop.clear()
    answers.set()
    yield
    answers.set()


def two_at_own_game(served: Served) -> tuple[Line, Line]:
    """Return the lines of two who have begun to play."""
    made = served.made("own", ("human", "open"))
    ann, bob = served.line(made["host"]), served.line(made["join"])
    bob.send("sit", id="sit", name="Bob", token=SECRET)
    assert bob.until("seated", "no")["t"] == "seated"
    for line in (ann, bob):
        line.send("ready", id="ready")
        assert line.until("ack", "no")["t"] == "ack"
    return ann, bob


@pytest.mark.usefixtures("own_game")
def test_the_rules_of_a_game_of_ones_own_are_never_asked_where_all_tables_wait(
    tmp_path: Path,
) -> None:
    """But for its text and its facts, which are the same all the time."""
    with serving(tmp_path / "t.db") as served:
        ann, bob = two_at_own_game(served)
        ann.until_asked()
        for kind, values in (
            ("ask", {"q": 1, "cards": "p"}),
            ("hint", {"id": "hint"}),
            ("lang", {"lang": "zh"}),
        ):
            ann.send(kind, **values)
        ann.until("ruling")
        ann.send("auto", id="auto", on=True)
        assert ann.until("ack", "no")["t"] == "ack"
        ann.until("hint", "no")
        assert ann.play("none", "no such move")["t"] == "no"
        assert ann.play("first", "p")["t"] == "ack"
        ann.send("propose", id="back", what="takeback", p={})
        assert ann.until("ack", "no")["t"] == "ack"
        while bob.parts["proposal"] is None:
            bob.next()
        bob.send("answer", id="yes", k=bob.parts["proposal"]["k"], yes=True)
        assert bob.until("ack", "no")["t"] == "ack"
        while ann.parts["proposal"] is not None:
            ann.next()
        assert ann.play("again", "p")["t"] == "ack"
        bob.until_asked()
        assert bob.play("last", "p")["t"] == "ack"
        assert bob.parts["life"]["stage"] == "over"

        made = served.made("own", ("human", "random"))
        line = served.line(made["host"])
        line.until_asked()
        code = made["join"].rpartition("/")[2]
        for path in (f"/api/tables/{code}", f"/api/tables/{code}/record"):
            bearer = {"authorization": f"Bearer {made['host'].partition('#')[2]}"}
            assert get(served.url + path, headers=bearer).status_code < 500
        served.registry.rooms.pop(code).close()  # it is taken up again from the file
        served.line(made["host"])
    assert in_loop <= {("Own", "__str__"), ("Own", "facts")}


@pytest.mark.usefixtures("own_game")
def test_a_game_of_ones_own_that_hangs_when_it_is_described_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    describe = describing.games.__wrapped__
    catalogue.register(catalogue.Entry("own", Own, episode="own"))
    assert "own" in [one["name"] for one in describe()]
    described = describing._describe
    monkeypatch.setattr(
        describing,
        "_describe",
        lambda name: (name != "own" or answers.wait(60), described(name))[1],
    )
    monkeypatch.setattr(describing, "RULES_S", 0.1)
    answers.clear()
    names = [one["name"] for one in describe()]
    assert "own" not in names
    assert "gin" in names
    assert "no tables are made of own" in caplog.text


@pytest.mark.usefixtures("own_game")
def test_a_rule_of_ones_own_that_hangs_holds_up_its_own_game_alone(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as served:
        aside = served.registry.services.third_party_rules
        other = served.line(served.made(SEVEN_TRICKS, BOTS)["host"])
        ann, bob = two_at_own_game(served)
        ann.until_asked()
        answers.clear()
        aside._late_s = 0.1
        for turn in range(3):  # more than the game has threads
            assert ann.play(f"hangs {turn}", "p")["code"] == "table.slow-rules"
            assert other.play(f"goes on {turn}", other.until_asked()[0])["t"] == "ack"

        aside._late_s = 60
        answers.set()
        assert ann.play("answers", "p")["t"] == "ack"
        bob.until_asked()
        answers.clear()
        bob.send("move", id="hangs", at=bob.v, move="p")
    # and the server has ended although it still hangs
