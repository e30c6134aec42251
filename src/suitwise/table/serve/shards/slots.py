"""Sharding: the map of slots to shards, which says which server process keeps which tables.

The first character of a table's code is its *slot*. A *shard* is a server process with a file of its own
for the tables of some slots. The shards and the proxy in front of them read the map from one small TOML
file:

    [shards.a]
    address = "127.0.0.1:8101"
    slots = "23456789ABCDEFG"
    file = "a.db"

    [shards.b]
    address = "127.0.0.1:8102"
    slots = "HJKMNPQRSTUVWXYZ"
    file = "b.db"

``file`` is needed only by ``suitwise table move`` and ``run``; it is relative to the folder of the map.
While slots move to another shard, no shard serves them, and the map has a further table:

    [moving]
    slots = "23"
    to = "b"

Each shard writes the slots that it serves, and those that it has given up, to a file beside its own,
``a.db-slots``.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from suitwise.errors import NotationError
from suitwise.foundation.text.writing import sync_folder

_log = logging.getLogger(__name__)

CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of table codes; no two of them look alike. The first one of a code is its slot."""
MOST_BYTES = 1 << 16
"""The most bytes of a map."""
MOST_SHARDS = len(CODE_CHARACTERS)
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ADDRESS = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\]):([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Shard:
    """A server of some tables.

    Args:
        address: host and port at which the proxy reaches it.
        slots: its slots; none if it is new and empty, or about to end.
        file: its file of tables, relative to the map's folder; empty if no command needs it.
    """

    address: str
    slots: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class SlotMap:
    """The assignment of slots to shards.

    Args:
        shards: the shards by name.
        moving: the slots that are moving to another shard. They are still listed under their old shard,
            but it no longer serves them.
        to: the name of the shard that they move to; empty if none are moving.

    Raises:
        NotationError: a slot belongs to no shard or to two, or a name or an address is invalid.

    >>> slots = SlotMap.even({"a": "127.0.0.1:8101", "b": "127.0.0.1:8102"})
    >>> slots.shard_of("7KQ2M"), slots.served_by("b")
    ('a', 'HJKMNPQRSTUVWXYZ')
    >>> slots.begun("7", "b").served_by("a"), slots.begun("7", "b").settled.shard_of("7KQ2M")
    ('2345689ABCDEFG', 'b')
    """

    shards: Mapping[str, Shard]
    moving: str = ""
    to: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.shards) <= MOST_SHARDS:
            raise NotationError(f"a map has 1 to {MOST_SHARDS} shards, not {len(self.shards)}")
        for name, shard in self.shards.items():
            _check_shard(name, shard)
        held = Counter("".join(shard.slots for shard in self.shards.values()))
        for slot in CODE_CHARACTERS:
            if held[slot] != 1:
                fault = "is nobody's" if held[slot] == 0 else "stands twice"
                raise NotationError(f"slot {slot} {fault}: each slot is of one shard")
        if bool(self.moving) != bool(self.to) or (self.to and self.to not in self.shards):
            raise NotationError("what is moving names its slots and the shard that they go to")
        _check_slots(self.moving)
        for what in ("address", "file"):
            named = Counter(getattr(shard, what) for shard in self.shards.values())
            named.pop("", None)
            twice = [value for value, n in named.items() if n > 1]
            if twice:
                raise NotationError(f"{twice[0]}: two shards have this {what}")

    @classmethod
    def even(cls, addresses: Mapping[str, str], files: Mapping[str, str] | None = None) -> SlotMap:
        """Return a map in which all shards have nearly the same number of slots.

        Args:
            addresses: the addresses of the shards by name.
            files: their files by name.
        """
        n, files = len(addresses), files or {}
        cuts = [len(CODE_CHARACTERS) * at // n for at in range(n + 1)] if n else []
        return cls(
            {
                name: Shard(address, CODE_CHARACTERS[cuts[at] : cuts[at + 1]], files.get(name, ""))
                for at, (name, address) in enumerate(addresses.items())
            }
        )

    @classmethod
    def parse(cls, text: str) -> SlotMap:
        """Read a map.

        Raises:
            NotationError: it is not TOML, or not a map.
        """
        try:
            plain = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise NotationError(f"not a map of slots: {error}") from None
        shards, moving = plain.pop("shards", None), plain.pop("moving", {"slots": "", "to": ""})
        if plain or not isinstance(shards, dict) or not _are_texts(moving, {"slots", "to"}):
            raise NotationError("a map has tables [shards.NAME], and [moving] with slots and to")
        for name, shard in shards.items():
            if not _are_texts(shard, {"address"}, {"slots", "file"}):
                raise NotationError(
                    f"shard {name[:40]}: it has address, slots and file, each in quotes"
                )
        of_names = {name: Shard(**shard) for name, shard in shards.items()}
        return cls(of_names, moving["slots"], moving["to"])

    def __str__(self) -> str:
        lines = ["# Which shard keeps the tables whose code begins with which character.\n"]
        if self.moving:  # first, so that a map that is cut off never says less
            lines.append(f'[moving]\nslots = "{self.moving}"\nto = "{self.to}"\n\n')
        for name, shard in self.shards.items():
            lines.append(f'[shards.{name}]\naddress = "{shard.address}"\nslots = "{shard.slots}"\n')
            lines.extend([f'file = "{shard.file}"\n'] if shard.file else [])
            lines.append("\n")
        return "".join(lines).rstrip("\n") + "\n"

    def shard_of(self, code: str) -> str:
        """Return the name of the shard that keeps a table."""
        return next(
            name for name, shard in self.shards.items() if code[:1].upper() in tuple(shard.slots)
        )

    def served_by(self, name: str) -> str:
        """Return the slots that a shard serves now."""
        return "".join(slot for slot in self.shards[name].slots if slot not in self.moving)

    def giver(self, slots: str, to: str) -> str:
        """Return the shard that slots come from.

        Raises:
            NotationError: there is no such slot or shard, they are of several shards, or others are
                moving.
        """
        _check_slots(slots)
        if not slots or to not in self.shards:
            raise NotationError(f"{to[:40] or '-'}: name slots, and a shard of the map")
        if self.moving and (set(self.moving) != set(slots)):
            raise NotationError(f"{self.moving} moves to {self.to} already; end that first")
        givers = {self.shard_of(slot): slot for slot in slots}
        if len(givers) > 1:
            of = ", ".join(f"{slot} of {name}" for name, slot in givers.items())
            raise NotationError(f"{slots}: slots of one shard move at a time, and these are {of}")
        (giver,) = givers
        if self.moving and to not in (self.to, giver):
            raise NotationError(f"{self.moving} moves to {self.to} already; end that first")
        return giver

    def kept(self, slots: str) -> SlotMap:
        """Return the map without the move of these slots: they stay where they are."""
        return replace(self, moving="", to="") if set(slots) == set(self.moving) else self

    def begun(self, slots: str, to: str) -> SlotMap:
        """Return the map while slots move to a shard.

        Raises:
            NotationError: as for ``giver``.
        """
        self.giver(slots, to)
        return replace(self, moving=slots, to=to)

    @property
    def settled(self) -> SlotMap:
        """The map after the current move: the moving slots belong to their new shard."""
        shards = {
            name: replace(
                shard,
                slots=_sorted(
                    [slot for slot in shard.slots if slot not in self.moving]
                    + list(self.moving if name == self.to else "")
                ),
            )
            for name, shard in self.shards.items()
        }
        return SlotMap(shards)


def _check_shard(name: str, shard: Shard) -> None:
    if not _NAME.fullmatch(name):
        raise NotationError(
            f"{name[:40]!r}: a shard's name is of small letters, digits and _, as shard_2"
        )
    match = _ADDRESS.fullmatch(shard.address)
    if match is None or not 1 <= int(match[1]) <= 65535:
        raise NotationError(f"shard {name}: {shard.address[:80]!r} is no address as 10.0.0.2:8101")
    if any(sign in shard.file for sign in '"\\') or not (shard.file or "-").isprintable():
        raise NotationError(f"shard {name}: {shard.file[:80]!r} is no name of a file")
    _check_slots(shard.slots)


def _check_slots(slots: str) -> None:
    for slot in slots:
        if slot not in CODE_CHARACTERS:
            raise NotationError(f"{slot!r} begins no code; the slots are {CODE_CHARACTERS}")
    if len(set(slots)) != len(slots):
        raise NotationError(f"{slots}: a slot is named once")


def _are_texts(plain: object, needed: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Return whether a TOML value is a table of strings with the needed keys and no unknown ones."""
    return (
        isinstance(plain, dict)
        and set(needed) <= set(plain) <= {*needed, *others}
        and all(isinstance(value, str) for value in plain.values())
    )


def _sorted(slots: Iterable[str]) -> str:
    return "".join(sorted(slots, key=CODE_CHARACTERS.index))


# --- The file of the map --------------------------------------------------------------------------


def read_map(path: Path) -> SlotMap:
    """Read a map from its file.

    Raises:
        NotationError: it is not a map.
        OSError: it can't be read.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotationError(f"{path}: a map has at most {MOST_BYTES} bytes")
    try:
        return SlotMap.parse(data.decode())
    except UnicodeDecodeError:
        raise NotationError(f"{path}: a map is text in UTF-8") from None
    except NotationError as error:
        raise NotationError(f"{path}: {error.reason}") from None


def write_map(path: Path, slots: SlotMap) -> None:
    """Write a map to its file atomically: readers see either the old or the new one.

    Raises:
        OSError: it can't be written.
    """
    path = path.resolve()
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    _replace(path, str(slots), mode)


def _replace(path: Path, text: str, mode: int) -> None:
    """Replace the content of a file atomically and durably, even if the power fails."""
    beside = path.with_name(f"{path.name}.{token_hex(4)}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(mode)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


class SlotState(NamedTuple):
    """The slots as one shard has written them down.

    Args:
        served: the slots that it serves, or is about to serve.
        given_up: the slots that it does not touch, and will not before it has written so.
    """

    served: str = ""
    given_up: str = ""


def state_of(file: Path) -> SlotState:
    """Return the slots that the shard of a file of tables has written down; none if there are none."""
    try:
        served, given_up = _state_path(file).read_text("ascii").split("\n")[:2]
    except (OSError, ValueError):
        return SlotState()
    return SlotState(served, given_up)


def _state_path(file: Path) -> Path:
    return file.with_name(f"{file.name}-slots")


class OwnSlots:
    """The slots of one shard, kept up to date with the file of the map.

    Args:
        path: the file of the map.
        name: the name of the shard.
        file: the shard's file of tables, beside which it writes its slots.

    Attributes:
        served: the slots that the shard serves now.

    Raises:
        NotationError: the file is not a map, or there is no such shard.
        OSError: the map can't be read, or the slots can't be written.
    """

    def __init__(self, path: Path, name: str, file: Path) -> None:
        self.path, self.name, self._file = path, name, file
        slots = read_map(path)
        if name not in slots.shards:
            known = ", ".join(slots.shards)
            raise NotationError(f"{path}: there is no shard {name[:40]}, but {known}")
        self.served = slots.served_by(name)
        self._mark = _mark_of(path)
        self.say()

    def say(self, still: str = "") -> None:
        """Write down the slots that are served and those that are given up.

        Args:
            still: slots that are no longer served, and not yet given up.
        """
        given_up = [slot for slot in CODE_CHARACTERS if slot not in self.served + still]
        _replace(_state_path(self._file.resolve()), f"{self.served}\n{''.join(given_up)}\n", 0o600)

    def refresh(self) -> str:
        """Read the map again if it has changed; return the slots that the shard has lost.

        A file that can't be read or is not a map is logged and changes nothing. If the map no longer has
        this shard, it loses all its slots.
        """
        try:
            mark = _mark_of(self.path)
            if mark == self._mark:
                return ""
            self._mark = mark
            slots = read_map(self.path)
        except (OSError, NotationError) as error:
            _log.error("the map of slots stays as it was: %s", error)
            return ""
        before = self.served
        self.served = slots.served_by(self.name) if self.name in slots.shards else ""
        lost = "".join(slot for slot in before if slot not in self.served)
        self.say(still=lost)
        return lost


def _mark_of(path: Path) -> tuple[int, int, int]:
    """Return a value that changes whenever the file does."""
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size
