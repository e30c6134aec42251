"""A server where nothing has been compiled yet: nobody who plays waits for a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.serve.quick import Killable
from tests.table.serve.servers import Served, get

MAPS = Path("/proc/self/maps")
GAMES = {"texas42": 4, "tractor(match=deal)": 4, "gin": 2, "indian13": 2}


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Killable]:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "cache"))
    made = Killable(tmp_path / "tables.db")
    made.start()
    yield made
    made.kill()


@pytest.mark.skipif(not MAPS.exists(), reason="only Linux tells what a process has loaded")
def test_people_play_every_game_and_the_server_has_loaded_no_compiler(cold: Killable) -> None:
    served = Served(int(cold.url.rpartition(":")[2]), None)
    with served.lines:
        assert get(f"{cold.url}/").status_code == 200
        assert get(f"{cold.url}/api/games").status_code == 200
        for variant, seats in GAMES.items():
            a_move_is_made(served, variant, seats)
    assert "llvm" not in Path(f"/proc/{cold.process.pid}/maps").read_text()


def a_move_is_made(served: Served, variant: str, seats: int) -> None:
    lines = [served.line(link) for link in served.made(variant, ("human",) * seats)["seats"]]
    for line in lines:
        line.send("ready", id="r")
        line.until("ack")
    while (turn := lines[0].parts["head"]["turn"]) not in range(seats):
        lines[0].next()
    asked = lines[turn]
    assert asked.play("k", asked.until_asked()[0])["t"] == "ack"
