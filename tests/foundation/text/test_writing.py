"""Files that are replaced: by a whole new one or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.writing import faults_named, parts, replacing
from tests.fresh import ROOT


def write(path: Path, text: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())


# --- Whole or not at all --------------------------------------------------------------------------


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt, SystemExit])
def test_who_fails_at_writing_leaves_the_old_file_and_nothing_else(
    fault: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def half(file: BinaryIO) -> None:
        file.write(b"half")
        raise fault

    with pytest.raises(fault), replacing(path) as file:
        half(file)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


HALF = """
import os, signal, sys
from suitwise.cli.interrupt import listen
from suitwise.foundation.text.writing import replacing

listen()
with replacing(sys.argv[1]) as file, replacing(sys.argv[1] + "2"):
    file.write(b"half")
    file.flush()
    {end}
"""


def left_by(end: str, folder: Path) -> tuple[int, list[str]]:
    """Return how a program ends amid writing, and what it leaves in a folder."""
    command = [sys.executable, "-c", HALF.format(end=end), str(folder / "a.txt")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=600)
    return done.returncode, os.listdir(folder)


def test_an_interrupted_command_leaves_nothing_half_written(tmp_path: Path) -> None:
    assert left_by("os.kill(os.getpid(), signal.SIGINT)", tmp_path) == (130, [])


def test_what_a_killed_program_leaves_is_found(tmp_path: Path) -> None:
    status, left = left_by("os.kill(os.getpid(), signal.SIGKILL)", tmp_path)
    assert (status, len(left)) == (-9, 2)
    assert sorted(path.name for path in parts(tmp_path, "a.")) == sorted(left)
    assert not list(parts(tmp_path, "b."))
    write(tmp_path / "a.txt", "whole")
    assert (tmp_path / "a.txt").read_text() == "whole"


def test_two_may_write_the_same_file_and_the_last_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with replacing(path) as one, replacing(path) as other:
        one.write(b"one")
        other.write(b"other")
    assert path.read_text() == "one"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_file_of_the_name_and_part_is_somebody_elses(tmp_path: Path) -> None:
    (tmp_path / "a.txt.part").write_text("somebody's")
    write(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt.part").read_text() == "somebody's"


def test_what_has_been_written_can_be_read_again_before_the_end(tmp_path: Path) -> None:
    with replacing(tmp_path / "a.txt") as file:
        file.write(b"text")
        file.seek(0)
        assert file.read() == b"text"


# --- What stands there already --------------------------------------------------------------------


def test_a_file_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.touch()
    path.chmod(0o640)
    write(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("dangling", [False, True])
def test_a_link_is_followed_and_stays_one(dangling: bool, tmp_path: Path) -> None:
    path, link = tmp_path / "there" / "a.txt", tmp_path / "link"
    path.parent.mkdir()
    if not dangling:
        path.write_text("old")
    link.symlink_to(path)
    write(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_a_pipe_is_written_to_as_it_stands(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
    reader.start()
    write(pipe, "text")
    reader.join(60)
    assert heard == ["text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["a" * 255, "Φ" * 127, "大" * 85, "a.txt"])
def test_a_name_may_be_as_long_as_the_system_lets_it(name: str, tmp_path: Path) -> None:
    write(tmp_path / name, "text")
    assert os.listdir(tmp_path) == [name]


# --- Faults ---------------------------------------------------------------------------------------


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="needs a name"), replacing(""):
        pass


@pytest.mark.parametrize("name", [".", "/", "..", "folder"])
def test_a_folder_is_refused_by_its_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as error, replacing(Path(name)):
        pass
    assert error.value.filename == name
    assert os.listdir(tmp_path) == ["folder"]


def test_a_fault_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileNotFoundError) as error:
        write(tmp_path / "nowhere" / "a.txt", "")
    assert error.value.filename == str(tmp_path / "nowhere" / "a.txt")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as unwritten:
        write(tmp_path / "a.txt", "text")
    assert (unwritten.value.errno, unwritten.value.filename) == (28, str(tmp_path / "a.txt"))
    assert os.listdir(tmp_path) == []


def test_a_fault_of_another_file_is_let_through(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error, replacing(tmp_path / "a.txt"):
        open(tmp_path / "b.txt")  # noqa: SIM115
    assert error.value.filename == str(tmp_path / "b.txt")


def test_a_fault_that_has_no_number_keeps_its_words() -> None:
    with pytest.raises(OSError, match="in other words") as error, faults_named("a.txt"):
        raise OSError("in other words")
    assert error.value.filename == "a.txt"
