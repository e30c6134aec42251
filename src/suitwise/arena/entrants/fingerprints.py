"""What tells a player from another of the same text: its version, its code, its weights.

Players of this package are told by the package's version. Of any other the fingerprint has

* the version of its module, or of the package that this is in (``__version__``), where there is one;
* a digest of the file of each module that its dataclass and those that it inherits from are written in;
* a digest of each file that its choices hang on, as weights do: a player that has such names them by a
  method ``files()``, which returns their paths.

What other modules it imports is not looked at; it can name their files, too.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.players.named import Named

_NO_FILE = "in no file"


def fingerprints(players: Iterable[Named]) -> dict[str, dict[str, str]]:
    """Return the fingerprints of those players that are not of this package, by player and game.

    Raises:
        SuitwiseError: a file that a player names can't be read.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> fingerprints([named("rules", load("gin"))])
    {}
    """
    return {
        f"{player} at {player.game.name}": told
        for player in players
        if (told := fingerprint(player))
    }


def fingerprint(player: Named) -> dict[str, str]:
    """Return what tells a player from others of its text, by name; nothing for one of this package.

    Raises:
        SuitwiseError: a file that it names can't be read.

    >>> import sys, types
    >>> from dataclasses import dataclass
    >>> from suitwise.game import load
    >>> sys.modules["mine"] = types.ModuleType("mine")
    >>> sys.modules["mine"].__version__ = "1.2"
    >>> @dataclass(frozen=True)
    ... class First:
    ...     __module__ = "mine"
    >>> fingerprint(Named("first", load("gin"), First()))
    {'version': '1.2', 'code of mine': 'in no file'}
    """
    modules = [kind.__module__ for kind in type(player.options).__mro__[:-1]]
    own = [name for name in dict.fromkeys(modules) if not _is_ours(name)]
    if not own:
        return {}
    version = _version_of(own[0])
    told = {"version": version} if version else {}
    told |= {f"code of {name}": _code_digest(name) for name in own}
    return told | {f"file {path}": _file_digest(player, path) for path in _files_of(player)}


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in ("suitwise", *sys.stdlib_module_names)


def _version_of(module: str) -> str:
    """Return the version that a module tells, or the package that it is in."""
    for name in (module, module.partition(".")[0]):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str) and version.isprintable():
            return version
    return ""


def _code_digest(module: str) -> str:
    """Return the digest of a module's file; of one that was typed in there is none."""
    path = getattr(sys.modules.get(module), "__file__", None)
    if not path:
        return _NO_FILE
    try:
        return str(_blake(Path(path).read_bytes()).hexdigest())
    except OSError:
        return _NO_FILE


def _files_of(player: Named) -> list[str]:
    named: Any = getattr(player.options, "files", None)
    if not callable(named):
        return []
    try:
        return list(dict.fromkeys(os.fspath(path) for path in named()))
    except TypeError:
        raise SuitwiseError(f"{player}: files() gives the paths of files") from None


def _file_digest(player: Named, path: str) -> str:
    try:
        with open(path, "rb") as file:
            return str(hashlib.file_digest(file, _blake).hexdigest())
    except OSError as error:
        raise SuitwiseError(f"{player}: {path}: {error.strerror}") from None


def _blake(data: bytes = b"") -> Any:
    return hashlib.blake2b(data, digest_size=8)


# --- What is opened -------------------------------------------------------------------------------

_PACKAGES = {"site-packages", "dist-packages"}
_OWN = tuple(
    os.path.realpath(place) + os.sep
    for place in (sysconfig.get_path("stdlib"), Path(__file__).parents[2], "/proc", "/sys", "/dev")
)
_watching: list[set[str]] = []
_hooked: list[bool] = []


@contextmanager
def files_opened(found: set[str]) -> Iterator[None]:
    """Note the files that are opened meanwhile: weights, data and source, but for installed packages.

    Args:
        found: is told of them.

    >>> from tempfile import NamedTemporaryFile
    >>> found = set()
    >>> with NamedTemporaryFile() as weights, files_opened(found), open(weights.name) as file:
    ...     found == {os.path.realpath(weights.name)}
    True
    """
    if not _hooked:
        sys.addaudithook(_note)
        _hooked.append(True)
    _watching.append(found)
    try:
        yield
    finally:
        _watching[:] = [one for one in _watching if one is not found]


def digest_of_files(paths: Iterable[str]) -> str:
    """Return one SHA-256 of the names and the contents of files, in whatever order they are given."""
    files = sorted((os.path.basename(path), Path(path).read_bytes()) for path in set(paths))
    told = [(name, hashlib.sha256(data).hexdigest()) for name, data in files]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _note(event: str, given: tuple[Any, ...]) -> None:
    """Note a file that Python opens, for those who watch: an audit hook, which can't be taken away."""
    if not _watching or event != "open" or not isinstance(given[0], str):
        return
    path = os.path.realpath(given[0])
    if path.endswith(".pyc"):
        with suppress(ValueError):
            path = source_from_cache(path)
    if os.path.isfile(path) and not path.startswith(_OWN) and not _PACKAGES & {*path.split(os.sep)}:
        for found in _watching:
            found.add(path)


def told_of(prints: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    """Return fingerprints flat, each part by the player and its name, for refusals.

    >>> told_of({"mine at gin": {"version": "1.2"}})
    {'mine at gin, version': '1.2'}
    """
    return {f"{who}, {name}": one for who, told in prints.items() for name, one in told.items()}


def is_fingerprints(plain: object) -> bool:
    """Tell whether plain data is what ``fingerprints`` gave, after its way through JSON.

    >>> is_fingerprints({"mine at gin": {"version": "1.2"}}), is_fingerprints({"mine": 1})
    (True, False)
    """
    return isinstance(plain, Mapping) and all(
        isinstance(told, Mapping) and all(_is_line(one) for one in told.values())
        for told in plain.values()
    )


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()
