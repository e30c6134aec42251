"""Fingerprints of players: version, code and files, which the text alone does not tell.

Players of this package are told by the package's version, and by the files that their options or a
method ``files()`` name. Of any other the fingerprint has

* the version of its module, or of the package that this is in (``__version__``), where there is one;
* a digest of the file of each module that its dataclass and those that it inherits from are written in;
* a digest of each file that an option holds the path of, or that a method ``files()`` returns;
* a digest of each file that is opened while a fresh process loads it, seats it and asks it for moves:
  other modules that it imports, weights, data, also those that it opens at its first move only.

What compiled code opens by itself Python does not hear of: such files have to be named.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import pickle
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from importlib.util import source_from_cache
from multiprocessing import spawn
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from suitwise.arena.seats import reason_of
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, Chooser, State, draw
from suitwise.players.named import Named, named
from suitwise.seeds import as_seed

_NO_FILE = "in no file"
_LOG = logging.getLogger(__name__)


def fingerprints(players: Iterable[Named]) -> dict[str, dict[str, str]]:
    """Return the fingerprints of those players that are not of this package, by player and game.

    Raises:
        SuitwiseError: a file that a player names can't be read.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> fingerprints([named("rules", load("gin"))])
    {}
    """
    found: dict[str, dict[str, str]] = {}
    for player in players:
        if told := fingerprint(player):
            found.setdefault(f"{player} at {player.game.name}", {}).update(told)
    return found


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
    version = _version_of(own[0]) if own else ""
    told = {"version": version} if version else {}
    told |= {f"code of {name}": _code_digest(name) for name in own}
    files = {path: {os.path.realpath(path)} for path in _files_of(player)}
    if own and _NO_FILE not in told.values():
        known = set().union(*files.values(), map(_source_of, own))
        try:
            opened = _opened_afresh(player, own)
        except SuitwiseError as error:
            _LOG.warning("%s: %s; its fingerprint holds the files that it names", player, error)
            told["files that it opens"], opened = "not known", ()
        for path in {*opened} - known:
            files.setdefault(_place_of(path, own[0]), set()).add(path)
    return told | {f"file {name}": _digest_of(player, files[name]) for name in sorted(files)}


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
    try:
        return str(_blake(Path(_source_of(module)).read_bytes()).hexdigest())
    except OSError:
        return _NO_FILE


def _source_of(module: str) -> str:
    """Return the path of a module's file, empty for one that was typed in."""
    path = getattr(sys.modules.get(module), "__file__", None)
    return os.path.realpath(path) if path else ""


def _files_of(player: Named) -> list[str]:
    """Return the paths of files that a player names: by ``files()``, and options that are paths."""
    options = [getattr(player.options, one.name) for one in fields(player.options)]
    texts = [one for one in options if isinstance(one, str) and {".", os.sep} & {*one}]
    return list(dict.fromkeys((*_named_by(player), *filter(os.path.isfile, texts))))


def _named_by(player: Named) -> list[str]:
    named_by: Any = getattr(player.options, "files", None)
    if not callable(named_by):
        return []
    try:
        return [os.fspath(path) for path in named_by()]
    except TypeError:
        raise SuitwiseError(f"{player}: files() gives the paths of files") from None


def _place_of(path: str, module: str) -> str:
    """Return how a file is called wherever the player is: by its place beside the player's code."""
    top = sys.modules.get(module.partition(".")[0])
    roots = [os.path.dirname(root) for root in _roots_of([module])]
    beside = [*roots, os.path.dirname(os.path.realpath(getattr(top, "__file__", None) or "."))]
    for folder in beside:
        if path.startswith(folder + os.sep):
            return os.path.relpath(path, folder)
    return os.path.basename(path)


def _digest_of(player: Named, paths: set[str]) -> str:
    """Return the digest of the files of one name, of which there may be several in several folders."""
    try:
        if len(paths) > 1:
            return digest_of_files(paths)[:16]
        with open(min(paths), "rb") as file:
            return str(hashlib.file_digest(file, _blake).hexdigest())
    except OSError as error:
        raise SuitwiseError(f"{player}: {error.filename}: {error.strerror}") from None


def _blake(data: bytes = b"") -> Any:
    return hashlib.blake2b(data, digest_size=8)


# --- What a fresh process opens -------------------------------------------------------------------

MOST_S = 120.0
"""A player is watched for so many seconds at most."""
_CHILD = (
    "import ast, sys; sys.path[:] = ast.literal_eval(sys.argv.pop()); "
    "from suitwise.arena.fingerprints import tell_opened; tell_opened()"
)
_MOST_MOVES, _MOST_GAMES, _FEW_TURNS = 4096, 32, 4
_SEED = as_seed(0)
_found: dict[str, dict[str, str]] = {}
"""For each player that was watched, where it was, the files that it opened and their digests."""


def _opened_afresh(player: Named, own: Iterable[str]) -> Iterable[str]:
    """Return the files that are opened while a fresh process loads a player and lets it play.

    A player is watched anew only where one of the files has changed meanwhile.

    Args:
        player: the player.
        own: the modules that it is written in.

    Raises:
        SuitwiseError: a fresh process can't load it.
    """
    main = spawn.get_preparation_data("player") if "__main__" in own else {}
    main = {key: value for key, value in main.items() if key.startswith("init_main")}
    try:
        sent = pickle.dumps((main, _roots_of(own), pickle.dumps(player)))
    except Exception as error:
        raise SuitwiseError(f"it can't be sent to a process ({reason_of(error)})") from None
    kind = type(player.options)
    which = str(player), str(player.game), kind.__module__, kind.__qualname__
    key = repr((which, os.getcwd(), sys.path, sorted(os.environ.items())))
    before = _found.get(key)
    if before is None or before != _digests(before):
        _found[key] = _digests(_told_by_child(player, sent))
    return _found[key]


def _digests(paths: Iterable[str]) -> dict[str, str]:
    return {path: digest_of_files([path]) for path in paths if os.path.isfile(path)}


def _roots_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the packages that modules are in: their files count, installed or not."""
    tops = [sys.modules.get(name.partition(".")[0]) for name in modules]
    return tuple(os.path.realpath(one) for top in tops for one in getattr(top, "__path__", ()))


def _told_by_child(player: Named, sent: bytes) -> list[str]:
    """Let a process watch a player; return the files that it last told of.

    A player that dies or raises does so in the run, too, which says so.

    Raises:
        SuitwiseError: the process can't load the player.
    """
    command = [sys.executable, "-c", _CHILD, repr(sys.path)]
    with TemporaryFile() as given, TemporaryFile() as told, TemporaryFile() as said:
        given.write(sent)
        given.seek(0)
        try:
            code: int | None = subprocess.run(
                command, stdin=given, stdout=told, stderr=said, timeout=MOST_S, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            code = None
        told.seek(0)
        lines = told.read().splitlines()
        said.seek(0)
        last = said.read().decode(errors="replace").split("\n")[-2:-1]
    ended = f"not in {MOST_S:g} s" if code is None else f"it ended with exit code {code}"
    found = json.loads(lines[-1]) if lines else ": ".join((ended, *last))
    if lines and code is None:
        _LOG.warning(
            "%s takes more than %g s for its first moves: its fingerprint holds the files "
            "that it opened by then",
            player,
            MOST_S,
        )
    if isinstance(found, str):
        raise SuitwiseError(f"a fresh process can't load it ({found})")
    return [str(path) for path in found]


def tell_opened() -> None:
    """Load the player whose pickle comes in, let it play, and print which files it opens.

    It is the whole work of a process that ``fingerprint`` starts. Each line is a list in JSON, of all
    files so far; a text in place of it is why the player can't be loaded.
    """
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the player prints is none of it
    main, roots, sent = pickle.loads(sys.stdin.buffer.read())
    found: set[str] = set()
    is_loaded = False

    def tell() -> None:
        if is_loaded:
            print(json.dumps(sorted({*found})), file=lines, flush=True)

    with files_opened(found, roots, tell):
        try:
            spawn.prepare(main)
            player = pickle.loads(sent)
        except Exception as error:
            print(json.dumps(reason_of(error, placed=True)), file=lines, flush=True)
        else:
            is_loaded = True
            tell()
            _ask(player)
    os._exit(0)  # whatever threads the player leaves


def _ask(player: Named) -> None:
    """Let a player play a game, or some where the first has hardly a turn, and ask it now and then.

    It is asked at the turns 0, 1, 2, 4, 8, ..., so that it comes to the game's later phases, and one
    that is slow is done in much less than a game; moves are drawn at the others. A player that fails
    does so in the run, too, which says so.
    """
    turn = 0
    for stream in range(_MOST_GAMES):
        if turn < _FEW_TURNS:
            turn = _play(player, stream, turn)


def _play(player: Named, stream: int, turn: int) -> int:
    """Let a player play a game whose first turn has a number; return the number after the last."""
    drawn = named("random", player.game)
    seats = range(stream * player.game.facts.seats, (stream + 1) * player.game.facts.seats)
    others = [drawn.seated(_SEED, seat) for seat in seats]
    choosers: list[Chooser | None] = [None for _ in seats]
    for place, seat in enumerate(seats):
        with suppress(Exception):
            choosers[place] = player.seated(_SEED, seat)
    state: State[Any] = player.game.start()
    index = 0
    for _ in range(_MOST_MOVES):
        if state.turn == OVER:
            break
        if state.turn == CHANCE:
            move, index = draw(state, _SEED, stream, index)
            state = state.after(move)
            continue
        after, choose = None, choosers[state.turn]
        if choose is not None and not turn & (turn - 1):
            with suppress(Exception):
                after = state.after(state.read_move(choose(state)))
        state = after or state.after(others[state.turn](state))
        turn += 1
    return turn


# --- What is opened -------------------------------------------------------------------------------

_PACKAGES = {"site-packages", "dist-packages"}
_CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
_PLACES = [
    sysconfig.get_path("stdlib"),
    str(Path(__file__).parents[2]),
    _CACHE,
    *(os.path.join(sys.base_prefix, one) for one in ("bin", "lib", "lib64", "share", "etc", "ssl")),
    *("/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys"),
    *(f"/usr{local}/{one}" for local in ("", "/local") for one in ("bin", "lib", "sbin", "share")),
]
_OWN = tuple({os.path.realpath(place) + os.sep for place in _PLACES})
_watching: list[_Watch] = []
_hooked: list[bool] = []


@dataclass(slots=True)
class _Watch:
    """A listener for opened files, the packages it also hears of, and the files written."""

    found: set[str]
    roots: tuple[str, ...]
    heard: Callable[[], object]
    written: set[str] = field(default_factory=set)


@contextmanager
def files_opened(
    found: set[str], roots: Iterable[str] = (), heard: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Note the files that are read meanwhile: weights, data and source, programs and libraries.

    Files of the system, of installed packages and in the user's cache are left out, and those that are
    written, too: what a player notes down is not what it is.

    Args:
        found: is told of them.
        roots: folders of installed packages that are not left out.
        heard: is called whenever there are others than before.

    >>> from tempfile import NamedTemporaryFile
    >>> found = set()
    >>> with NamedTemporaryFile() as weights, files_opened(found), open(weights.name) as file:
    ...     found == {os.path.realpath(weights.name)}
    True
    """
    if not _hooked:
        sys.addaudithook(_note)
        _hooked.append(True)
    watch = _Watch(found, tuple(root + os.sep for root in roots), heard)
    _watching.append(watch)
    try:
        yield
    finally:
        _watching[:] = [one for one in _watching if one is not watch]


def digest_of_files(paths: Iterable[str]) -> str:
    """Return one SHA-256 of the names and the contents of files, in whatever order they are given."""
    files = sorted((os.path.basename(path), _sha256(path)) for path in set(paths))
    return hashlib.sha256(repr(files).encode()).hexdigest()


def _sha256(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _note(event: str, given: tuple[Any, ...]) -> None:
    """Note the files that Python opens, for those who watch: a hook, which can't be taken away."""
    if not _watching or event not in _NAMING:
        return
    is_written = event == "open" and bool(given[2] & (os.O_WRONLY | os.O_RDWR))
    for name in _NAMING[event](given):
        with suppress(OSError, TypeError, ValueError):  # what is no path is no file
            _note_file(os.path.realpath(os.fsdecode(name)), is_written)


def _note_file(path: str, is_written: bool) -> None:
    if path.endswith(".pyc"):
        with suppress(ValueError):
            path = source_from_cache(path)
    is_kept = f"{os.sep}__pycache__{os.sep}" in path  # compiled code, not of Python
    if is_kept or not (is_written or (os.path.isfile(path) and os.access(path, os.R_OK))):
        return
    is_installed = path.startswith(_OWN) or bool(_PACKAGES & {*path.split(os.sep)})
    for watch in _watching:
        before = len(watch.found)
        if is_written:
            watch.written.add(path)
            watch.found.discard(path)
        elif path not in watch.written and (not is_installed or path.startswith(watch.roots)):
            watch.found.add(path)
        if len(watch.found) != before:
            watch.heard()


def _words_of(given: tuple[Any, ...]) -> list[Any]:
    """Return the words of a command that is run, of which some may be files."""
    program, words, folder, _ = given
    listed = words if isinstance(words, list | tuple) else []
    at = os.fsdecode(folder) if folder else ""
    return [os.path.join(at, os.fsdecode(word)) for word in (program, *listed)]


_NAMING: dict[str, Callable[[tuple[Any, ...]], Iterable[Any]]] = {
    "open": lambda given: given[:1],
    "sqlite3.connect": lambda given: given[:1],
    "ctypes.dlopen": lambda given: given[:1],
    "import": lambda given: given[1:2],  # the file of a module in machine code
    "subprocess.Popen": _words_of,
}
"""The events of Python that tell of files, and where."""


def told_of(prints: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    """Return fingerprints flat, each part by the player and its name, for refusals.

    >>> told_of({"mine at gin": {"version": "1.2"}})
    {'mine at gin, version': '1.2'}
    """
    return {f"{who}, {name}": one for who, told in prints.items() for name, one in told.items()}


def is_fingerprints(plain: object) -> bool:
    """Return whether plain data is what ``fingerprints`` gave, after its way through JSON.

    >>> is_fingerprints({"mine at gin": {"version": "1.2"}}), is_fingerprints({"mine": 1})
    (True, False)
    """
    return isinstance(plain, Mapping) and all(
        isinstance(told, Mapping) and all(_is_line(one) for one in told.values())
        for told in plain.values()
    )


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()
