"""Fingerprints of players: version, code and files, so that a run continues only with the same players.

A player of this package is identified by the package's version, and by the files that its options or its
method ``files()`` name. The fingerprint of any other player has

* the version of its module, or of its package (``__version__``), if there is one;
* a digest of each module that defines its dataclass or a base class of it;
* a digest of each file whose path is in an option or is returned by ``files()``;
* a digest of each file that is opened while a fresh process loads the player, seats it and asks it for
  moves: imported modules, weights, data, even if it opens them only at its first move.

Python does not notice files that compiled code opens by itself. The player has to name these.
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
    """Return the fingerprints of players that are not part of this package, by player and game.

    Raises:
        SuitwiseError: a file that a player names can't be read.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> fingerprints([named("rules", load("gin"))])
    {}
    """
    prints: dict[str, dict[str, str]] = {}
    for player in players:
        if one := fingerprint(player):
            prints.setdefault(f"{player} at {player.game.name}", {}).update(one)
    return prints


def fingerprint(player: Named) -> dict[str, str]:
    """Return the parts of a player's fingerprint by name; empty for a player of this package.

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
    parts = {"version": version} if version else {}
    parts |= {f"code of {name}": _code_digest(name) for name in own}
    files = {path: {os.path.realpath(path)} for path in _files_of(player)}
    if own and _NO_FILE not in parts.values():
        known = set().union(*files.values(), map(_source_of, own))
        try:
            opened = _opened_afresh(player, own)
        except SuitwiseError as error:
            _LOG.warning("%s: %s; its fingerprint holds the files that it names", player, error)
            parts["files that it opens"], opened = "not known", ()
        for path in {*opened} - known:
            files.setdefault(_place_of(path, own[0]), set()).add(path)
    return parts | {f"file {name}": _digest_of(player, files[name]) for name in sorted(files)}


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in ("suitwise", *sys.stdlib_module_names)


def _version_of(module: str) -> str:
    """Return the ``__version__`` of a module or of its package; empty if there is none."""
    for name in (module, module.partition(".")[0]):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str) and version.isprintable():
            return version
    return ""


def _code_digest(module: str) -> str:
    """Return the digest of a module's file; a module that was typed in has none."""
    try:
        return str(_blake(Path(_source_of(module)).read_bytes()).hexdigest())
    except OSError:
        return _NO_FILE


def _source_of(module: str) -> str:
    """Return the path of a module's file; empty for a module that was typed in."""
    path = getattr(sys.modules.get(module), "__file__", None)
    return os.path.realpath(path) if path else ""


def _files_of(player: Named) -> list[str]:
    """Return the paths of the files that a player names, by ``files()`` and by options."""
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
    """Return a name for a file that is the same wherever the player is installed.

    That is its path relative to the player's code, or else the bare name.
    """
    top = sys.modules.get(module.partition(".")[0])
    roots = [os.path.dirname(root) for root in _roots_of([module])]
    beside = [*roots, os.path.dirname(os.path.realpath(getattr(top, "__file__", None) or "."))]
    for folder in beside:
        if path.startswith(folder + os.sep):
            return os.path.relpath(path, folder)
    return os.path.basename(path)


def _digest_of(player: Named, paths: set[str]) -> str:
    """Return the digest of all files with one name, of which there may be several in several folders."""
    try:
        if len(paths) > 1:
            return digest_of_files(paths)[:16]
        with open(min(paths), "rb") as file:
            return str(hashlib.file_digest(file, _blake).hexdigest())
    except OSError as error:
        raise SuitwiseError(f"{player}: {error.filename}: {error.strerror}") from None


def _blake(data: bytes = b"") -> Any:
    return hashlib.blake2b(data, digest_size=8)


# --- Watching a player in a fresh process ---------------------------------------------------------

MOST_S = 120.0
"""The maximum time in seconds for watching a player."""
_CHILD = (
    "import ast, sys; sys.path[:] = ast.literal_eval(sys.argv.pop()); "
    "from suitwise.arena.fingerprints import tell_opened; tell_opened()"
)
_MOST_MOVES, _MOST_GAMES, _FEW_TURNS = 4096, 32, 4
_SEED = as_seed(0)
_watched: dict[str, dict[str, str]] = {}
"""The files that each watched player opened, with their digests, by player and environment."""


def _opened_afresh(player: Named, own: Iterable[str]) -> Iterable[str]:
    """Return the files that are opened while a fresh process loads a player and lets it play.

    The result is cached until one of the files changes.

    Args:
        player: the player.
        own: the modules that define it.

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
    before = _watched.get(key)
    if before is None or before != _digests(before):
        _watched[key] = _digests(_opened_by_child(player, sent))
    return _watched[key]


def _digests(paths: Iterable[str]) -> dict[str, str]:
    return {path: digest_of_files([path]) for path in paths if os.path.isfile(path)}


def _roots_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the packages of some modules; their files count even if installed."""
    tops = [sys.modules.get(name.partition(".")[0]) for name in modules]
    return tuple(os.path.realpath(one) for top in tops for one in getattr(top, "__path__", ()))


def _opened_by_child(player: Named, sent: bytes) -> list[str]:
    """Watch a player in a process; return the files in the last list that it printed.

    A player that dies or raises here is no error: it will do so in the run, too, which reports it.

    Raises:
        SuitwiseError: the process can't load the player.
    """
    command = [sys.executable, "-c", _CHILD, repr(sys.path)]
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(sent)
        stdin.seek(0)
        try:
            code: int | None = subprocess.run(
                command, stdin=stdin, stdout=stdout, stderr=stderr, timeout=MOST_S, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            code = None
        stdout.seek(0)
        lines = stdout.read().splitlines()
        stderr.seek(0)
        last = stderr.read().decode(errors="replace").split("\n")[-2:-1]
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
    """Load the pickled player on standard input, let it play, and print the files that it opens.

    This is the main function of a process that ``fingerprint`` starts. Each line of output is a JSON
    list of all files so far, or a JSON string with the reason why the player can't be loaded.
    """
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the player's own output goes to standard error
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
    os._exit(0)  # even if the player has left threads running


def _ask(player: Named) -> None:
    """Let a player play a game, or some more if the first has hardly a turn.

    It is asked only at the turns 0, 1, 2, 4, 8, …; at the others moves are random. So it gets to later
    phases of the game, and even a slow player takes much less time than a game. Its errors are ignored.
    """
    turn = 0
    for stream in range(_MOST_GAMES):
        if turn < _FEW_TURNS:
            turn = _play(player, stream, turn)


def _play(player: Named, stream: int, turn: int) -> int:
    """Let a player play a game, counting turns on from ``turn``; return the new count."""
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


# --- Noting opened files --------------------------------------------------------------------------

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
    """A watch for opened files.

    Args:
        found: receives the files that are read.
        roots: installed packages whose files count, too.
        heard: is called whenever ``found`` changes.
        written: the files that are written, which don't count.
    """

    found: set[str]
    roots: tuple[str, ...]
    heard: Callable[[], object]
    written: set[str] = field(default_factory=set)


@contextmanager
def files_opened(
    found: set[str], roots: Iterable[str] = (), heard: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Collect the files that are read in this context: weights, data, source, programs and libraries.

    Files of the system, of installed packages and of the user's cache are left out. So are files that
    are written, since a player's own notes are not part of it.

    Args:
        found: receives their paths.
        roots: folders of installed packages that are not left out.
        heard: is called whenever ``found`` changes.

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
    """Return one SHA-256 of the names and the contents of files; their order does not matter."""
    files = sorted((os.path.basename(path), _sha256(path)) for path in set(paths))
    return hashlib.sha256(repr(files).encode()).hexdigest()


def _sha256(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _note(event: str, given: tuple[Any, ...]) -> None:
    """Note the files that Python opens: an audit hook, which can't be removed."""
    if not _watching or event not in _NAMING:
        return
    is_written = event == "open" and bool(given[2] & (os.O_WRONLY | os.O_RDWR))
    for name in _NAMING[event](given):
        with suppress(OSError, TypeError, ValueError):  # a name may be no path
            _note_file(os.path.realpath(os.fsdecode(name)), is_written)


def _note_file(path: str, is_written: bool) -> None:
    if path.endswith(".pyc"):
        with suppress(ValueError):
            path = source_from_cache(path)
    is_cached = f"{os.sep}__pycache__{os.sep}" in path  # machine code of numba, for example
    if is_cached or not (is_written or (os.path.isfile(path) and os.access(path, os.R_OK))):
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
    """Return the words of a command that is run, some of which may be files."""
    program, words, folder, _ = given
    listed = words if isinstance(words, list | tuple) else []
    base = os.fsdecode(folder) if folder else ""
    return [os.path.join(base, os.fsdecode(word)) for word in (program, *listed)]


_NAMING: dict[str, Callable[[tuple[Any, ...]], Iterable[Any]]] = {
    "open": lambda given: given[:1],
    "sqlite3.connect": lambda given: given[:1],
    "ctypes.dlopen": lambda given: given[:1],
    "import": lambda given: given[1:2],  # the file of a module in machine code
    "subprocess.Popen": _words_of,
}
"""Python's audit events that name files, each with a function that returns the names."""


def told_of(prints: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    """Return fingerprints as a flat mapping by player and part, for ``store.refuse_another``.

    >>> told_of({"mine at gin": {"version": "1.2"}})
    {'mine at gin, version': '1.2'}
    """
    return {f"{who}, {name}": one for who, told in prints.items() for name, one in told.items()}


def is_fingerprints(plain: object) -> bool:
    """Tell whether plain data from JSON has the form of ``fingerprints``.

    >>> is_fingerprints({"mine at gin": {"version": "1.2"}}), is_fingerprints({"mine": 1})
    (True, False)
    """
    return isinstance(plain, Mapping) and all(
        isinstance(told, Mapping) and all(_is_line(one) for one in told.values())
        for told in plain.values()
    )


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()
