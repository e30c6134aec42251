"""Machine code on disk: whose folder it may lie in, and that nothing damaged is ever loaded."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from suitwise.foundation.machine import code_cache
from tests.fresh import fresh_python

KEY = b"a rule's text and the machine"
CONTENT = bytes(range(256)) * 4


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that machine code is kept in."""
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def only_file(cache: Path) -> Path:
    """Return the one piece of machine code that is kept."""
    (file,) = cache.glob("*.code")
    return file


# --- Files ----------------------------------------------------------------------------------------


def test_what_was_kept_is_found_under_its_key_alone(cache: Path) -> None:
    code_cache.save("general.answer", KEY, CONTENT)
    assert code_cache.load("general.answer", KEY) == CONTENT
    assert code_cache.load("general.answer", KEY + b"2") is None
    assert only_file(cache).name.startswith("general.answer-")


def test_a_file_with_any_flipped_bit_is_thrown_away_unread(cache: Path) -> None:
    code_cache.save("rule", KEY, CONTENT)
    file = only_file(cache)
    kept, rng = file.read_bytes(), Random(7)
    for bit in [0, 8 * len(kept) - 1, *(rng.randrange(8 * len(kept)) for _ in range(400))]:
        damaged = bytearray(kept)
        damaged[bit // 8] ^= 1 << bit % 8
        file.write_bytes(damaged)
        assert code_cache.load("rule", KEY) is None, bit
        assert not file.exists()


@pytest.mark.parametrize("size", [0, 1, 23, 24, 55, 56, 57, 1000])
def test_half_a_file_is_thrown_away_unread(size: int, cache: Path) -> None:
    code_cache.save("rule", KEY, CONTENT)
    os.truncate(only_file(cache), size)
    assert code_cache.load("rule", KEY) is None
    assert not list(cache.glob("*.code"))


def test_a_file_put_in_the_place_of_another_is_not_taken_for_it(cache: Path) -> None:
    code_cache.save("rule", KEY, CONTENT)
    file = only_file(cache)
    code_cache.save("rule", KEY + b"2", b"other code")
    (other,) = set(cache.glob("*.code")) - {file}
    os.replace(other, file)
    assert code_cache.load("rule", KEY) is None


def test_a_full_disk_keeps_nothing_and_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "full"
    full.mkdir(mode=0o700)
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(full))

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    code_cache.save("rule", KEY, CONTENT)
    assert code_cache.load("rule", KEY) is None
    assert not list(full.glob("*.code"))
    assert not list(full.glob(".*"))


def test_what_can_t_be_read_counts_as_not_there(cache: Path) -> None:
    code_cache.save("rule", KEY, CONTENT)
    file = only_file(cache)
    file.unlink()
    file.mkdir()
    assert code_cache.load("rule", KEY) is None


def test_what_was_not_used_for_a_month_is_thrown_away(cache: Path) -> None:
    for number in range(3):
        code_cache.save("rule", KEY + bytes([number]), CONTENT)
    old, used, recent = sorted(cache.glob("*.code"))
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(old, (month_ago, month_ago))
    os.utime(used, (month_ago, month_ago))
    number = next(k for k in range(3) if code_cache._path("rule", KEY + bytes([k]), "") == used)
    assert code_cache.load("rule", KEY + bytes([number])) == CONTENT
    (cache / "pruned").unlink()
    code_cache.save("rule", KEY + b"new", CONTENT)
    assert not old.exists()
    assert used.exists()
    assert recent.exists()


def test_a_clock_that_is_set_to_another_month_throws_nothing_away(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, day = time.time(), 24 * 3600.0
    monkeypatch.setattr(time, "time", lambda: now)
    code_cache.save("rule", KEY, CONTENT)
    for number, at in enumerate((now + 100 * day, now), 2):
        monkeypatch.setattr(time, "time", lambda at=at: at)
        code_cache.save("rule", KEY + b"%d" % at, CONTENT)
        assert len(list(cache.glob("*.code"))) == number
    assert (cache / "pruned").stat().st_mtime == pytest.approx(now)


def test_clearing_throws_everything_away_and_counts_it(cache: Path) -> None:
    for number in range(3):
        code_cache.save("rule", KEY + bytes([number]), CONTENT)
    assert code_cache.clear() == 3
    assert code_cache.load("rule", KEY + b"\0") is None
    assert code_cache.clear() == 0


# --- The folder -----------------------------------------------------------------------------------


def test_the_folder_and_those_above_it_are_made_for_the_user_alone(tmp_path: Path) -> None:
    code = (
        "from suitwise.foundation.machine.code_cache import folder\n"
        "import os; os.umask(0); print(folder().path)"
    )
    wanted = tmp_path / "a" / "b" / "suitwise"
    assert fresh_python(code, SUITWISE_CACHE_DIR=wanted) == f"{wanted}\n"
    assert [path.stat().st_mode & 0o777 for path in (wanted, wanted.parent)] == [0o700, 0o700]


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o722, 0o1777])
def test_a_folder_that_others_may_write_is_not_used(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("open").mkdir()
    tmp_path.joinpath("open").chmod(mode)
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "open"))
    assert code_cache.folder().path is None
    assert code_cache.folder().reason == f"{tmp_path}/open may be written by others"


def test_a_folder_below_one_that_others_may_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The shared XDG_CACHE_HOME: somebody else could put a folder of his in the place of ours.
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.delenv("SUITWISE_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared))
    assert code_cache.folder() == code_cache.Folder(None, f"{shared} may be written by others")


@pytest.mark.parametrize("whose", ["the folder", "the one above"])
def test_a_folder_of_somebody_else_s_is_not_used(
    whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = tmp_path / "above" / "theirs"
    wanted.mkdir(parents=True, mode=0o755)
    theirs = wanted if whose == "the folder" else wanted.parent
    real = Path.stat

    def stat(path: Path, **more: bool) -> os.stat_result:
        found = list(real(path, **more))
        if path == theirs:
            found[4] = 12345
        return os.stat_result(found)

    monkeypatch.setattr(Path, "stat", stat)
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(wanted))
    assert code_cache.folder() == code_cache.Folder(None, f"{theirs} belongs to somebody else")


def test_a_link_is_judged_by_where_it_leads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    (tmp_path / "link").symlink_to(shared)
    monkeypatch.setenv("SUITWISE_CACHE_DIR", str(tmp_path / "link"))
    assert code_cache.folder().path is None


@pytest.mark.parametrize(
    "variables",
    [
        {"SUITWISE_CACHE_DIR": "relative/cache"},
        {"SUITWISE_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": ""},
        {"SUITWISE_CACHE_DIR": "", "XDG_CACHE_HOME": "here", "HOME": "nowhere"},
    ],
)
def test_only_an_absolute_path_is_used(variables: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from suitwise.foundation.machine.code_cache import folder; print(folder().path)"
    )
    source = str(Path(code_cache.__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", code, source],
        cwd=tmp_path,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "None\n", done.stderr
    assert not list(tmp_path.iterdir())


# --- One process at a time ------------------------------------------------------------------------


def test_two_that_compile_the_same_rule_do_so_one_after_the_other(cache: Path) -> None:
    held, order = threading.Event(), []

    def compile_first() -> None:
        with code_cache.alone_with(KEY):
            held.set()
            time.sleep(0.2)
            order.append("first")

    thread = threading.Thread(target=compile_first)
    thread.start()
    held.wait()
    with code_cache.alone_with(KEY):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]


def test_nobody_waits_for_ever_for_another_that_compiles(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache, "_PATIENCE_S", 0.1)
    with code_cache.alone_with(KEY), code_cache.alone_with(KEY):
        pass


def test_nobody_waits_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUITWISE_CACHE_DIR", "relative")
    with code_cache.alone_with(KEY), code_cache.alone_with(KEY):
        assert code_cache.folder().path is None
