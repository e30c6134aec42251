"""A table in memory: kept before it takes effect, paused where it can't be kept, let go and taken up."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from suitwise.game import load
from suitwise.rummy.indian.face import IndianFace
from suitwise.rummy.rummikub.face import RummikubFace
from suitwise.table import Table
from suitwise.table.rules.commands import Ask, Hello, Hint, Lang, Move, Propose, Renew, Say, Sit
from suitwise.table.rules.house import Chair, House, Pace, digest
from suitwise.table.rules.messages import MoveRow, Row
from suitwise.table.rules.running.audience import Audience
from suitwise.table.serve import room as rooms
from suitwise.table.serve.processes.bots import BotWorkers
from suitwise.table.serve.processes.elsewhere import Choice
from suitwise.table.serve.registry import Registry, Retention
from suitwise.table.serve.room import Failed, Room
from suitwise.table.serve.shown import Closed, Peer, Rendering, Screen
from suitwise.table.serve.store import NotKept, Store
from suitwise.table.serve.websocket import enter, leave, take
from suitwise.texas42 import Texas42
from suitwise.texas42.face import Texas42Face
from tests.table.serve.servers import HAND


class Recorded(Store):
    """A store that notes when a step was kept, and keeps nothing while it is told to."""

    def __init__(self, path: Path, events: list[str]) -> None:
        super().__init__(path)
        self.events, self.is_full = events, False

    async def save(self, rows: Sequence[Row]) -> None:
        if self.is_full:
            raise NotKept("the disk is full")
        await super().save(rows)
        self.events += ["kept" for row in rows if isinstance(row, MoveRow)]


class Passing(BotWorkers):
    """Players that make the first legal move at once, ``net`` the last, without processes."""

    def warm(self) -> None:
        pass

    async def choose(
        self,
        variant: str,
        state: str,
        seat: int,
        player: str,
        seed: int,
        stream: int = 0,
        *,
        table: str = "",
        late_s: float | None = None,
    ) -> Choice:
        if player == "random":
            raise RuntimeError("this player fails")
        moves = tuple(load(variant).parse(state).moves())
        return Choice(str(moves[-1 if player == "net" else 0]), player)


class Setting:
    """A registry with a table of one person and three bots."""

    def __init__(self, path: Path) -> None:
        self.events: list[str] = []
        self.store = Recorded(path, self.events)
        self.registry = Registry(self.store, Passing(), pace=Pace.none())

    async def made(self, player: str = "rules", variant: str = HAND) -> Room:
        chairs = [
            Chair("human", "Ann", token=digest("token"), away_since=0),
            *[Chair("bot", "Bo", player)] * (load(variant).facts.seats - 1),
        ]
        return await self.registry.make(variant, House(), chairs)

    async def entered(self, room: Room) -> Peer:
        peer = await enter(room, Hello(room.table.code, "token"))
        put = peer.outbox.put

        def noted(message: str) -> bool:
            self.events.append(json.loads(message)["t"])
            return put(message)

        peer.outbox.put = noted  # type: ignore[method-assign]
        while room.table.turn != 0:
            await asyncio.sleep(0.001)
        self.events.clear()
        return peer


AUDIENCE = Audience(0, "seat")


def run(path: Path, work: Callable[[Setting], Coroutine[Any, Any, None]]) -> None:
    """Do some work at a registry of its own."""

    async def all_of_it() -> None:
        setting = Setting(path / "tables.db")
        await setting.registry.start()
        try:
            await work(setting)
        finally:
            await setting.registry.close()

    asyncio.run(all_of_it())


def first_move(room: Room, req: str = "k1") -> Move:
    return Move(req, room.table.v, str(next(iter(room.table.state.moves()))))


def test_a_move_is_kept_then_sent_then_acknowledged(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        await take(room, peer, first_move(room))
        assert setting.events[:3] == ["kept", "part", "ack"]

    run(tmp_path, work)


def test_a_move_that_can_not_be_kept_changes_nothing_and_pauses_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "RETRY_MS", 50)

    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        before, setting.store.is_full = room.table, True
        await take(room, peer, first_move(room))
        assert setting.events == ["part", "no"]
        assert room.table is before
        life = room.rendering().parts(peer.audience)["life"]
        assert life["stage"] == "paused"
        setting.store.is_full = False
        while room.rendering().parts(peer.audience)["life"]["stage"] == "paused":
            await asyncio.sleep(0.01)
        await take(room, peer, first_move(room))
        assert room.table.v > before.v

    run(tmp_path, work)


def test_a_bots_move_that_can_not_be_kept_is_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "RETRY_MS", 20)

    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        save = setting.store.save
        calls = 0

        async def full_once(rows: Sequence[Row]) -> None:
            nonlocal calls
            calls += 1
            if calls == 4:
                raise NotKept("the disk is full")
            await save(rows)

        monkeypatch.setattr(setting.store, "save", full_once)
        await take(room, peer, Move("bid", room.table.v, "30"))
        for req in ("declare", "lead"):
            await take(room, peer, first_move(room, req))
        assert room.table.turn != 0
        while room.table.turn != 0:
            await asyncio.sleep(0.001)
        assert calls > 4

    run(tmp_path, work)


def test_a_mistake_of_ours_ends_neither_the_table_nor_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise ValueError("-".join("66"))

    async def work(setting: Setting) -> None:
        room = await setting.made()
        await setting.entered(room)
        with pytest.raises(Failed):
            await room.run(broken)
        life = room.rendering().parts(AUDIENCE)["life"]
        assert life["stage"] == "playing"

    run(tmp_path, work)
    assert "ValueError" in caplog.text
    assert "6-6" not in caplog.text


def test_who_asks_while_sitting_down_is_there_once(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        ann = Chair("human", "Ann", token=digest("token"), away_since=0)
        chairs = [ann, Chair("open", "", ""), *[Chair("bot", "Bo", "rules")] * 2]
        room = await setting.registry.make(HAND, House(), chairs)
        guest = await enter(room, Hello(room.table.code, None))
        sit = Sit(1, "Bob", "Bobs-own-secret-of-32-characters", id="s")
        await asyncio.gather(take(room, guest, sit), take(room, guest, Ask(1, "6-6")))
        async with asyncio.timeout(30):
            while room._tasks:
                await asyncio.sleep(0.001)
        assert guest.seat == 1
        assert room.table.chairs[1].sockets == 1

    run(tmp_path, work)


@pytest.mark.parametrize("comes", [True, False])
def test_who_comes_or_goes_while_the_seat_gets_a_new_secret_is_not_counted_there(
    tmp_path: Path, comes: bool
) -> None:
    new = "a-new-secret-of-32-characters-xx"

    async def work(setting: Setting) -> None:
        room = await setting.made()
        own = await setting.entered(room)
        going = await enter(room, Hello(room.table.code, "token"))
        async with room.lock:
            renewed = asyncio.create_task(take(room, own, Renew(new, "r")))
            await asyncio.sleep(0.01)
            meanwhile: asyncio.Task[Any] = asyncio.create_task(
                enter(room, Hello(room.table.code, "token")) if comes else leave(room, going)
            )
            await asyncio.sleep(0.01)
        await asyncio.gather(renewed, meanwhile)
        assert [peer.seat for peer in room.peers] == [0, *[None] * (2 * comes)]
        assert room.table.chairs[0].sockets == 1
        await leave(room, own)
        assert room.table.chairs[0].sockets == 0

    run(tmp_path, work)


def test_a_player_that_fails_stops_no_table(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made("random")
        await setting.entered(room)
        assert room.table.turn == 0

    run(tmp_path, work)


def test_who_plays_for_a_player_that_is_late_is_in_the_record(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        chosen = setting.registry.services.bot_workers.choose

        async def choose(*asked: Any, table: str) -> Choice:
            return (await chosen(*asked, table=table))._replace(player="rules")

        setting.registry.services.bot_workers.choose = choose  # type: ignore[assignment, method-assign]
        room = await setting.made("net")
        await setting.entered(room)
        said = room.table.exported()["stood_in"]
        assert said
        assert {(one["by"], one["player"]) for one in said} == {("bot", "rules")}

    run(tmp_path, work)


def test_a_hint_that_takes_too_long_is_said_so_and_nobody_has_waited(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        late = asyncio.Event()

        async def hint(*_: object, **__: object) -> None:
            await late.wait()
            raise TimeoutError

        setting.registry.services.bot_workers.hint = hint  # type: ignore[assignment, method-assign]
        await take(room, peer, Hint("h1"))
        await take(room, peer, first_move(room))
        assert "ack" in setting.events
        assert "no" not in setting.events
        late.set()
        async with asyncio.timeout(30):
            while "no" not in setting.events:
                await asyncio.sleep(0.001)
        assert not peer.is_advised

    run(tmp_path, work)


def test_a_table_with_nobody_at_it_is_let_go_and_taken_up_where_it_was(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        await take(room, peer, first_move(room))
        code, state = room.table.code, None
        setting.registry.drop_idle(rooms.clock())
        assert code in setting.registry.rooms  # somebody is there
        await leave(room, peer)
        state = str(room.table.state)
        setting.registry.drop_idle(rooms.clock())
        assert code not in setting.registry.rooms
        first, second = await asyncio.gather(
            setting.registry.room(code), setting.registry.room(code.lower())
        )
        assert first is second
        assert first is not room
        assert str(first.table.state) == state

    run(tmp_path, work)


def test_a_table_whose_rows_do_not_replay_is_broken_and_says_why(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        await take(room, peer, first_move(room))
        await leave(room, peer)
        setting.registry.drop_idle(rooms.clock())
        code = room.table.code
        bad = MoveRow(code, 999, 0, 0, "6-6", "human", None, 1)
        await setting.store.save([bad])
        with pytest.raises(Closed) as closed:
            await setting.registry.room(code)
        assert closed.value.code == 4404
        assert closed.value.why is not None

    run(tmp_path, work)


def test_others_play_on_while_a_table_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_made, goes_on = Event(), Event()
    restored = Table.restored

    def slow(*rows: Any, **options: Any) -> Table:
        is_made.set()
        assert goes_on.wait(60)
        return restored(*rows, **options)

    monkeypatch.setattr(Table, "restored", slow)

    async def work(setting: Setting) -> None:
        old, other = await setting.made(), await setting.made()
        peer = await setting.entered(other)
        code = old.table.code
        setting.registry.drop_idle(rooms.clock())
        assert code not in setting.registry.rooms
        loading = asyncio.create_task(setting.registry.room(code))
        await asyncio.to_thread(is_made.wait, 60)
        await take(other, peer, first_move(other))
        assert "ack" in setting.events
        assert not loading.done()
        goes_on.set()
        assert (await loading).table.code == code

    run(tmp_path, work)


CLAIMS = (Texas42Face, "claim"), (Texas42, "holds")


class Judge:
    """Rules, or counts, when it is let to, and as it does without that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *rules: tuple[type, str]) -> None:
        self.is_asked, self.may_rule = Event(), Event()
        for kind, name in rules or CLAIMS:
            monkeypatch.setattr(kind, name, self._waiting(getattr(kind, name)))

    def _waiting(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        def ruled(*values: Any) -> Any:
            self.is_asked.set()
            assert self.may_rule.wait(60)
            return rule(*values)

        return ruled


async def played(room: Room, peer: Peer, is_there: Callable[[], bool]) -> None:
    """Play on until something has come about."""
    while not is_there():
        assert room.table.stage != "over"
        if room.table.turn == 0:
            await take(room, peer, first_move(room, f"k{room.table.v}"))
        await asyncio.sleep(0.001)


LAYING = "texas42(match=hand,claims=yes)"


def test_a_claim_is_ruled_on_beside_the_loop_and_others_play_on_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Judge(monkeypatch)

    async def work(setting: Setting) -> None:
        one, other = await setting.made(), await setting.made()
        claimer, peer = await setting.entered(one), await setting.entered(other)
        await take(one, claimer, Move("bid", one.table.v, "30"))
        await played(one, claimer, lambda: one.table.state.phase == "play")
        ruling = asyncio.create_task(take(one, claimer, Propose("c1", "claim", {})))
        await asyncio.to_thread(judge.is_asked.wait, 60)
        setting.events.clear()
        await take(other, peer, first_move(other))
        assert "ack" in setting.events
        assert not ruling.done()
        judge.may_rule.set()
        await ruling

    run(tmp_path, work)


def test_a_bots_claim_is_ruled_on_beside_the_loop_and_what_comes_after_it_is_done_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Judge(monkeypatch)

    async def work(setting: Setting) -> None:
        other = await setting.made()
        peer = await setting.entered(other)
        one = await setting.made("net", LAYING)
        person = await enter(one, Hello(one.table.code, "token"))
        await played(one, person, judge.is_asked.is_set)
        setting.events.clear()
        await take(other, peer, first_move(other))
        assert "ack" in setting.events
        talk = asyncio.create_task(take(one, person, Say("well played", "s1")))
        await asyncio.sleep(0)
        assert one.table.stage == "playing"
        judge.may_rule.set()
        await talk
        told = [str(entry.text) for entry in one.table.story]
        (claim,) = (at for at, text in enumerate(told) if "claims all" in text)
        (said,) = (at for at, text in enumerate(told) if "well played" in text)
        assert claim < said

    run(tmp_path, work)


def test_what_takes_long_to_show_is_worked_out_beside_the_loop_and_shown_as_it_is_without_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(setting: Setting) -> None:
        one, other = await setting.made(variant="indian13"), await setting.made()
        person, peer = await setting.entered(one), await setting.entered(other)
        judge = Judge(monkeypatch, (IndianFace, "kept"))
        drawing = asyncio.create_task(take(one, person, Move("d1", one.table.v, "stock")))
        await asyncio.to_thread(judge.is_asked.wait, 60)
        await take(other, peer, first_move(other))
        assert "ack" in setting.events
        await take(one, person, Lang("zh"))  # is shown what it was, meanwhile
        assert not drawing.done()
        judge.may_rule.set()
        await drawing
        assert one.table.state.phase == "discard"
        shown = one.rendering().parts(person.audience)
        assert shown["ask"]["discards"]
        assert shown == Rendering(one.table, 0, defaultdict(Screen)).parts(person.audience)

    run(tmp_path, work)


def test_what_is_asked_for_is_done_though_the_socket_ends_meanwhile(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        task = asyncio.create_task(take(room, peer, Say("hello", "s1")))
        await asyncio.sleep(0)
        task.cancel()
        while not any("hello" in str(entry.text) for entry in room.table.story):
            await asyncio.sleep(0.001)

    run(tmp_path, work)


def test_a_registry_whose_file_another_process_has_taken_asks_for_its_end(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        setting.store.renew_s = 0.01
        await setting.registry.start()
        await given_to_another(setting)
        await asyncio.wait_for(setting.registry.file_taken.wait(), 60)

    run(tmp_path, work)


def test_what_is_tried_after_the_file_was_taken_is_refused_and_asks_for_the_end_at_once(
    tmp_path: Path,
) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        await given_to_another(setting)
        before = room.table
        await take(room, peer, first_move(room))
        assert "no" in setting.events
        assert "ack" not in setting.events
        assert room.table is before
        assert setting.registry.file_taken.is_set()

    run(tmp_path, work)


def test_a_table_that_another_has_gone_on_with_is_loaded_anew(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        code, move = room.table.code, first_move(room)
        await setting.store.save([MoveRow(code, room.table.ply, 0, 0, move.move, "human", None, 1)])
        await take(room, peer, move)
        assert "no" in setting.events
        assert peer.outbox.code == rooms.RESTART  # whose client comes again by itself
        again = await setting.registry.room(code)
        assert again is not room
        assert next(str(play.move) for play in again.table.plays if play.seat == 0) == move.move
        setting.events.clear()
        await take(again, await enter(again, Hello(code, "token")), Say("hello", "s1"))
        assert any("hello" in str(entry.text) for entry in again.table.story)
        with pytest.raises(Failed):
            await room.run(
                lambda table, _: table.tick(rooms.clock(), setting.registry.services.keys)
            )

    run(tmp_path, work)


def test_an_id_that_comes_again_after_its_answer_was_forgotten_stops_nobody(tmp_path: Path) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        await take(room, peer, Say("hello", "s1"))
        forgotten = replace(room.table, answers=((),) * len(room.table.chairs))
        room.table = forgotten
        setting.events.clear()
        await take(room, peer, Say("hello", "s1"))
        assert "no" in setting.events
        assert peer.outbox.code is None
        assert await setting.registry.room(room.table.code) is room
        assert room.rendering().parts(peer.audience)["life"]["stage"] == "playing"
        await take(room, peer, first_move(room))
        assert "ack" in setting.events

    run(tmp_path, work)


# --- Clocks that are set --------------------------------------------------------------------------

DAY_MS = 24 * 3_600_000


class Times:
    """What the process reads as the time, by how much more than it is, in milliseconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.monotonic = 0
        wall, monotonic = time.time_ns, time.monotonic_ns
        for owner, name in ((time, "time_ns"), (rooms.clock, "_wall")):
            monkeypatch.setattr(owner, name, lambda: wall() + self.wall * 1_000_000)
        monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9)
        monkeypatch.setattr(
            rooms.clock, "_monotonic", lambda: monotonic() + self.monotonic * 1_000_000
        )


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


def test_a_bot_that_waits_moves_on_time_where_the_clock_is_set_back(
    tmp_path: Path, times: Times
) -> None:
    async def work(setting: Setting) -> None:
        setting.registry._pace = replace(Pace.none(), bot=50)
        room = await setting.made()
        await enter(room, Hello(room.table.code, "token"))
        assert room.table.turn != 0
        times.wall = -DAY_MS
        room.go_on()
        async with asyncio.timeout(60):
            while room.table.turn != 0:
                await asyncio.sleep(0.001)

    run(tmp_path, work)


@pytest.mark.parametrize("which", ["wall", "monotonic"])
def test_nobody_loses_time_and_no_table_is_forgotten_where_a_clock_jumps(
    tmp_path: Path, times: Times, which: str
) -> None:
    """It is set to another day, or the process stood still: the clock that nobody sets went on, too."""

    async def work(setting: Setting) -> None:
        setting.registry._pace = replace(Pace.none(), clock=600_000, bank=1, grace=600_000)
        idle = (await setting.registry.make(HAND, House(), [Chair()] * 4)).table.code
        setting.registry.rooms.pop(idle).close()  # it is in the file alone
        room = await setting.made()
        peer = await setting.entered(room)
        since = rooms.clock()
        setattr(times, which, 100 * DAY_MS)
        await setting.store.renew(rooms.clock() - since)
        await setting.registry.sweep()
        assert idle in [row.id for row in await setting.store.list()]
        await room._run_tick()
        assert not room.table.is_late
        assert room.table.banks[0] == 1
        await leave(room, peer)
        setattr(times, which, 200 * DAY_MS)
        await setting.registry.sweep()
        assert room.table.code in setting.registry.rooms
        await room._run_tick()
        assert room.table.chairs[0].control == "human"

    run(tmp_path, work)


def test_tables_are_removed_when_they_have_lain_for_as_long_as_whoever_runs_the_server_says(
    tmp_path: Path,
) -> None:
    async def work(setting: Setting) -> None:
        setting.registry._retention = Retention(begun_days=2, other_hours=3)
        begun = (await setting.made()).table.code
        other = (await setting.registry.make(HAND, House(), [Chair()] * 4)).table.code
        setting.registry.drop_idle(1 << 62)
        for hours, kept in ((2.9, {begun, other}), (0.2, {begun}), (44.8, {begun}), (0.2, set())):
            await setting.store.renew(int(hours * 3_600_000))
            await setting.registry.sweep()
            assert {row.id for row in await setting.store.list()} == kept

    run(tmp_path, work)


def test_what_people_read_is_the_time_of_the_clock_as_it_is_set(
    tmp_path: Path, times: Times
) -> None:
    async def work(setting: Setting) -> None:
        room = await setting.made()
        peer = await setting.entered(room)
        times.wall = 100 * DAY_MS
        await take(room, peer, first_move(room))
        kept = await setting.store.load(room.table.code)
        assert kept is not None
        shift = kept.table.touched - kept.table.made
        assert abs(shift - 100 * DAY_MS) < DAY_MS
        assert abs(kept.moves[-1].at - kept.table.touched) < DAY_MS

    run(tmp_path, work)


async def given_to_another(setting: Setting) -> None:
    """Let the file have another owner."""
    write = setting.store._writer.write
    await asyncio.wrap_future(write(lambda file: file.execute("UPDATE owner SET name = 'x'")))


def test_of_questions_that_take_long_one_is_answered_at_a_time_and_then_the_latest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    free, ruling = Event(), RummikubFace.ruling

    def slow(face: RummikubFace, state: Any, seat: int, chosen: str) -> Any:
        asked.append(chosen)
        assert free.wait(30)
        return ruling(face, state, seat, chosen)

    monkeypatch.setattr(RummikubFace, "ruling", slow)

    async def work(setting: Setting) -> None:
        ann = Chair("human", "Ann", token=digest("token"), away_since=0)
        chairs = [ann, Chair("bot", "Bo", "rules")]
        room = await setting.registry.make("rummikub", House(), chairs)
        peer = await enter(room, Hello(room.table.code, "token"))
        for number in range(20):
            await take(room, peer, Ask(number, f"draft:{number}"))
            await asyncio.sleep(0.01)
        free.set()
        async with asyncio.timeout(30):
            while room._tasks:
                await asyncio.sleep(0.001)

    run(tmp_path, work)
    assert asked == ["draft:0", "draft:19"]
