"""Two shards of one map: who serves what, and slots that move from one to the other."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import connect

from suitwise.errors import SuitwiseError
from suitwise.table.serve.shards import moving
from suitwise.table.serve.shards.slots import SlotMap, read_map, write_map
from suitwise.table.serve.store import schema
from tests.table.serve.servers import BOTS, HAND, Line, Served, code_of, get, post, serving

FOUR = ("human",) * 4


class Shards(NamedTuple):
    """Two shards that run, with their map."""

    path: Path
    a: Served
    b: Served

    def made_at_a(self) -> dict[str, Any]:
        made = self.a.made(seats=FOUR)
        assert self.slots.shard_of(made["table"]) == "a"
        return made

    @property
    def slots(self) -> SlotMap:
        return read_map(self.path)


@pytest.fixture
def shards(tmp_path: Path) -> Iterator[Shards]:
    path = tmp_path / "slots.toml"
    files = {"a": "a.db", "b": "b.db"}
    slots = SlotMap.even({"a": "127.0.0.1:1", "b": "127.0.0.1:2"}, files)
    write_map(path, slots)
    with ExitStack() as running:
        a, b = (
            running.enter_context(serving(tmp_path / file, slots=path, shard=name))
            for name, file in files.items()
        )
        addresses = {"a": f"127.0.0.1:{a.port}", "b": f"127.0.0.1:{b.port}"}
        write_map(path, SlotMap.even(addresses, files))
        yield Shards(path, a, b)


def lines_of(served: Served, made: dict[str, Any]) -> list[Line]:
    lines = [served.line(link) for link in made["seats"]]
    for line in lines:
        line.send("ready", id="r")
    return lines


def moved_on(lines: list[Line], times: int, begin: int = 0) -> tuple[int, dict[str, Any]]:
    """Let the seats on turn play their last legal moves; return the seat that was last, and its move."""
    seat, said = 0, {}
    for number in range(begin, begin + times):
        for seat in cycle(range(len(lines))):
            lines[seat].catch_up()
            if lines[seat].parts.get("ask"):
                break
        move = lines[seat].parts["ask"]["moves"][-1]
        said = {"id": f"m{number}", "at": lines[seat].v, "move": move}
        lines[seat].send("move", **said)
        assert lines[seat].until("ack", "no")["t"] == "ack"
    return seat, said


def rows_of(path: Path, code: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that a file holds of a table."""
    with closing(sqlite3.connect(path)) as file:
        rows = {
            name: file.execute(f"SELECT * FROM {name} WHERE tab = ? ORDER BY rowid", (code,))
            for name in ("seats", "deals", "answers")
        } | {
            name: file.execute(f"SELECT * FROM {name} WHERE tab = ? ORDER BY 2", (code,))
            for name in ("moves", "events")
        }
        return {name: found.fetchall() for name, found in rows.items()}


def test_a_shard_makes_and_serves_only_tables_of_its_slots(shards: Shards) -> None:
    codes = {name: getattr(shards, name).made()["table"] for name in ("a", "b")}
    for name, code in codes.items():
        assert shards.slots.shard_of(code) == name
        other = shards.b if name == "a" else shards.a
        assert get(f"{getattr(shards, name).url}/api/tables/{code}").status_code == 200
        refused = get(f"{other.url}/api/tables/{code}")
        assert (refused.status_code, refused.json()["code"]) == (503, "table.elsewhere")
        with connect(f"ws://127.0.0.1:{other.port}/ws/{code}") as socket:
            socket.send(f'{{"t":"hello","table":"{code}","token":null,"since":0,"lang":"en"}}')
            assert code_of(socket) == 1012  # come again; the proxy has learnt better by then


def test_a_line_is_to_the_table_that_its_address_names(shards: Shards) -> None:
    made = shards.made_at_a()
    other = made["table"][:1] + "2222"
    for address, code in ((f"ws/{made['table'].lower()}", 0), (f"ws/{other}", 4404)):
        with connect(f"ws://127.0.0.1:{shards.a.port}/{address}") as socket:
            hello = f'{{"t":"hello","table":"{made["table"]}","token":null,"since":0,"lang":"en"}}'
            socket.send(hello)
            if code:
                assert code_of(socket) == code
            else:
                assert '"welcome"' in str(socket.recv(timeout=30))


def test_a_table_moves_with_all_that_was_acknowledged(shards: Shards) -> None:
    made = shards.made_at_a()
    lines = lines_of(shards.a, made)
    seat, said = moved_on(lines, 6)
    code, parts = made["table"], lines[0].parts
    before = rows_of(shards.path.parent / "a.db", code)

    assert moving.move(shards.path, code[0], "b") == 1

    assert [code_of(line.socket) for line in lines] == [1012] * 4
    assert get(f"{shards.a.url}/api/tables/{code}").status_code == 503
    after = rows_of(shards.path.parent / "b.db", code)
    assert after["moves"] == before["moves"]
    assert after["deals"] == before["deals"]
    assert [row[1:] for row in after["answers"]] == [row[1:] for row in before["answers"]]
    assert rows_of(shards.path.parent / "a.db", code)["moves"] == []
    lines = [shards.b.line(link) for link in made["seats"]]
    assert lines[0].parts["hand"] == parts["hand"]
    # what was acknowledged there is acknowledged here again, and played once
    lines[seat].send("move", **said)
    assert lines[seat].until("ack", "no")["t"] == "ack"
    assert len(rows_of(shards.path.parent / "b.db", code)["moves"]) == len(before["moves"])
    moved_on(lines, 3, begin=6)


def test_a_move_that_breaks_off_goes_on_with_the_same_command(
    shards: Shards, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = shards.made_at_a()
    moved_on(lines_of(shards.a, made), 2)
    code, begin = made["table"], 2
    for step in ("_given_up", "copy_slots", "drop_slots", "_wait_until_served"):
        to = "b" if shards.slots.shard_of(code) == "a" else "a"
        with monkeypatch.context() as patched:
            patched.setattr(moving, step, power_cut)
            with pytest.raises(KeyboardInterrupt):
                moving.move(shards.path, code[0], to)
        moving.move(shards.path, code[0], to)
        assert shards.slots.shard_of(code) == to
        files = {name: shards.path.parent / f"{name}.db" for name in ("a", "b")}
        kept = [name for name, file in files.items() if rows_of(file, code)["moves"]]
        assert kept == [to]
        served = getattr(shards, to)
        moved_on([served.line(link) for link in made["seats"]], 1, begin)
        begin += 1


def power_cut(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_move_that_broke_off_can_be_taken_back(
    shards: Shards, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = shards.made_at_a()
    with monkeypatch.context() as patched:
        patched.setattr(moving, "copy_slots", power_cut)
        with pytest.raises(KeyboardInterrupt):
            moving.move(shards.path, made["table"][0], "b")
    assert moving.move(shards.path, made["table"][0], "a") == 0
    assert shards.slots.moving == ""
    until(lambda: get(f"{shards.a.url}/api/tables/{made['table']}").status_code == 200)


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_a_shard_has_already_is_left_alone(shards: Shards) -> None:
    there = shards.b.made(seats=FOUR)["table"]
    assert moving.move(shards.path, there[0], "b") == 0
    with pytest.raises(SuitwiseError, match="slots of one shard move at a time"):
        moving.move(shards.path, shards.slots.shards["a"].slots[0] + there[0], "b")
    assert get(f"{shards.b.url}/api/tables/{there}").status_code == 200


def test_one_command_moves_slots_at_a_time(shards: Shards) -> None:
    slots = shards.slots.shards["a"].slots
    with moving._alone(shards.path), pytest.raises(SuitwiseError, match="another command moves"):
        moving.move(shards.path, slots[0], "b")


def test_slots_go_to_another_machine_in_a_file(shards: Shards, tmp_path: Path) -> None:
    made, bundle = shards.made_at_a(), tmp_path / "bundle.db"
    moved_on(lines_of(shards.a, made), 3)
    slot = made["table"][0]
    assert moving.take_out(shards.path, slot, "b", bundle) == 1
    with pytest.raises(SuitwiseError, match="this file is there already"):
        moving.take_out(shards.path, slot, "b", bundle)
    for wrong, fault in ((shards.path.parent / "a.db", "no such table"), (bundle, "does not say")):
        other = slot if wrong != bundle else shards.slots.shards["b"].slots[0]
        with pytest.raises(SuitwiseError, match=fault):
            moving.put_in(shards.path, other, "b", wrong)
    assert moving.put_in(shards.path, slot, "b", bundle) == 1
    lines = [shards.b.line(link) for link in made["seats"]]
    moved_on(lines, 2, begin=3)
    with pytest.raises(SuitwiseError, match="they are there already"):
        moving.put_in(shards.path, slot, "b", bundle)
    moved_on(lines, 1, begin=5)
    assert moving.move(shards.path, slot, "b") == 0  # what the first machine still has is removed
    assert rows_of(tmp_path / "a.db", made["table"])["moves"] == []


def test_all_rows_of_a_table_are_copied(tmp_path: Path) -> None:
    schema.opened(tmp_path / "t.db", "power").close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as file:
        names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        of_tables = {
            name
            for (name,) in names
            if any(row[2] == "tables" for row in file.execute(f"PRAGMA foreign_key_list({name})"))
        }
    assert of_tables == set(moving.ORDERS)


def test_nothing_moves_while_a_shard_still_serves_it(shards: Shards) -> None:
    made = shards.made_at_a()
    shards.a.process.registry.slots.path = shards.path.with_name("none")  # does not follow it
    with pytest.raises(SuitwiseError, match="shard a still serves"):
        moving.move(shards.path, made["table"][0], "b", patience_s=0.5)


def test_a_shard_that_has_ended_gives_its_slots_up(shards: Shards) -> None:
    made = shards.made_at_a()
    moved_on(lines_of(shards.a, made), 2)
    shards.a.process.should_exit = True
    assert moving.move(shards.path, made["table"][0], "b") == 1
    moved_on([shards.b.line(link) for link in made["seats"]], 1, begin=2)


def test_a_shard_without_slots_is_not_ready_and_makes_no_tables(shards: Shards) -> None:
    assert get(f"{shards.a.url}/healthz").status_code == 200
    moving.move(shards.path, shards.slots.shards["a"].slots, "b")
    assert get(f"{shards.a.url}/healthz").status_code == 503
    asked = {"variant": "texas42", "seats": list(FOUR)}
    refused = post(f"{shards.a.url}/api/tables", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (503, "table.elsewhere")
    assert post(f"{shards.b.url}/api/tables", json=asked).status_code == 201


def test_a_table_is_made_by_the_shard_of_its_slot_and_no_other(shards: Shards) -> None:
    """A page names the slot before there is a table, so that both of its requests go to one shard."""
    asked = {"variant": HAND, "seats": list(BOTS)}
    slot = shards.slots.shards["a"].slots[-1]
    made = post(f"{shards.a.url}/api/tables/{slot.lower()}", json=asked).json()
    assert made["table"][0] == slot
    with connect(f"ws://127.0.0.1:{shards.a.port}/ws/{slot}") as line:
        line.send(json.dumps({"t": "hello", "table": made["table"], "lang": "en"}))
        assert json.loads(line.recv())["t"] == "welcome"
    assert post(f"{shards.b.url}/api/tables/{slot}", json=asked).status_code == 503
    for none in ("O", "AB", made["table"]):
        assert post(f"{shards.a.url}/api/tables/{none}", json=asked).status_code == 404


def test_how_long_a_table_has_lain_is_kept(shards: Shards) -> None:
    code = shards.made_at_a()["table"]
    folder = shards.path.parent
    shards.a.process.should_exit = True
    until(lambda: not socket_answers(shards.a))
    with closing(sqlite3.connect(folder / "a.db", timeout=30)) as file:
        file.execute("UPDATE served SET ms = 5000")
        file.execute("UPDATE tables SET used = 2000")
        file.commit()
    moving.move(shards.path, code[0], "b")
    with closing(sqlite3.connect(folder / "b.db")) as file:
        ((age,),) = file.execute("SELECT ms - used FROM tables, served").fetchall()
    assert 3000 <= age < 60_000


def socket_answers(served: Served) -> bool:
    try:
        socket.create_connection(("127.0.0.1", served.port), 1).close()
    except OSError:
        return False
    return True


def test_a_file_of_another_version_is_not_copied(shards: Shards, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as file:
        file.execute("PRAGMA user_version = 2")
        file.execute("CREATE TABLE tables (id TEXT)")
    with pytest.raises(SuitwiseError, match="no files of tables of version"):
        moving.copy_slots(old, tmp_path / "a.db", "2")
    with pytest.raises(SuitwiseError, match="are the same file"):
        moving.copy_slots(tmp_path / "a.db", tmp_path / "a.db", "2")
    with pytest.raises(SuitwiseError, match="shard a has no file"):
        moving.file_of(shards.path, SlotMap.even({"a": "127.0.0.1:1"}), "a")
