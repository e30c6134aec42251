"""Fingerprints of players: version, code and files, so that a run continues only with the same players.

A player of this package is identified by the package's version, and by the files that its options or its
method ``files()`` name. The fingerprint of any other player has

* the version of its module, or of its package (``__version__``), if there is one;
* a digest of each module that defines its dataclass (the class of its options) or a base class of it;
* a digest of each file whose path is in an option or is returned by ``files()``;
* a digest of each file that is opened while a fresh process loads the player, seats it and asks it for
  moves: imported modules, weights and data, even those opened only at its first move.

Python does not notice files that compiled code opens by itself. A player must name these in ``files()``.
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
from functools import cache
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
"""Stands for the digest of a module that has no file, for example one typed into an interpreter."""
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
    """Return the parts of a player's fingerprint by name.

    A player of this package has only the files that it names, so most often none.

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
    classes = type(player.options).__mro__[:-1]
    modules = [
        name for name in dict.fromkeys(one.__module__ for one in classes) if not _is_ours(name)
    ]
    version = _version_of(modules[0]) if modules else ""
    parts = {"version": version} if version else {}
    parts |= {f"code of {name}": _code_digest(name) for name in modules}
    # Label of files in the fingerprint -> their real paths. Files that are opened get labels that do not
    # depend on the place of installation, so several files of different folders may share one.
    paths_by_label = {path: {os.path.realpath(path)} for path in _files_of(player)}
    # A fresh process can't load code that is in no file, nor need it load a player of this package.
    if modules and _NO_FILE not in parts.values():
        try:
            opened = _opened_afresh(player, modules)
        except SuitwiseError as error:
            _LOG.warning("%s: %s; its fingerprint holds the files that it names", player, error)
            parts["files that it opens"] = "not known"
            opened = ()
        already = set().union(*paths_by_label.values(), map(_source_of, modules))
        for path in set(opened) - already:
            paths_by_label.setdefault(_label_of(path, modules[0]), set()).add(path)
    labels = sorted(paths_by_label)
    return parts | {f"file {one}": _digest_of(player, paths_by_label[one]) for one in labels}


def _is_ours(module: str) -> bool:
    """Tell whether a module belongs to this package or to Python's standard library."""
    return module.partition(".")[0] in ("suitwise", *sys.stdlib_module_names)


def _version_of(module: str) -> str:
    """Return the ``__version__`` of a module or of its package; empty if there is none."""
    for name in (module, module.partition(".")[0]):
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str) and version.isprintable():
            return version
    return ""


def _code_digest(module: str) -> str:
    """Return the digest of a module's file, or ``_NO_FILE``."""
    try:
        return str(_blake(Path(_source_of(module)).read_bytes()).hexdigest())
    except OSError:
        return _NO_FILE


def _source_of(module: str) -> str:
    """Return the path of a module's file; empty if it has none."""
    path = getattr(sys.modules.get(module), "__file__", None)
    return os.path.realpath(path) if path else ""


def _files_of(player: Named) -> list[str]:
    """Return the paths of the files that a player names in ``files()`` and in its options."""
    options = [getattr(player.options, one.name) for one in fields(player.options)]
    # Without a dot or a slash, text such as ``fast`` is no path, even if there is a file of that name.
    texts = [one for one in options if isinstance(one, str) and {".", os.sep} & set(one)]
    return list(dict.fromkeys((*_returned_files(player), *filter(os.path.isfile, texts))))


def _returned_files(player: Named) -> list[str]:
    """Return the paths that the player's method ``files()`` returns, if it has one."""
    method: Any = getattr(player.options, "files", None)
    if not callable(method):
        return []
    try:
        return [os.fspath(path) for path in method()]
    except TypeError:
        raise SuitwiseError(f"{player}: files() gives the paths of files") from None


def _label_of(path: str, module: str) -> str:
    """Return a label for a file that is the same wherever the player is installed.

    The label is the file's path relative to the folder that contains the player's package or module; for
    a file elsewhere it is the file's name.
    """
    top = sys.modules.get(module.partition(".")[0])
    folders = [os.path.dirname(package) for package in _package_folders([module])]
    folders.append(os.path.dirname(os.path.realpath(getattr(top, "__file__", None) or ".")))
    for folder in folders:
        if path.startswith(folder + os.sep):
            return os.path.relpath(path, folder)
    return os.path.basename(path)


def _digest_of(player: Named, paths: set[str]) -> str:
    """Return the digest, 16 hexadecimal digits, of the files that share a label."""
    # One file is hashed without its name, which the label shows; several are hashed with their names.
    # Stored plans hold both kinds of digests, so neither hash can be replaced by the other.
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
    "from suitwise.arena.fingerprints import print_opened; print_opened()"
)
"""The program of the fresh process; its last argument is the module search path."""
_MOST_MOVES, _MOST_GAMES, _ENOUGH_TURNS = 4096, 32, 4
"""The maximum number of moves in a game and of games; after this many turns no further game begins."""
_SEED = as_seed(0)
_opened_before: dict[str, dict[str, str]] = {}
"""A cache: for each player and environment, the paths of the files it opened, with their digests."""


def _opened_afresh(player: Named, modules: Iterable[str]) -> Iterable[str]:
    """Return the files that are opened while a fresh process loads a player and lets it play.

    The result is cached until one of the files changes.

    Args:
        player: the player.
        modules: the modules that define it.

    Raises:
        SuitwiseError: a fresh process can't load it.
    """
    # A player defined in the user's script belongs to the module ``__main__``, which is another module
    # in the child. So the child has to import the script before it can unpickle the player. What
    # multiprocessing prepares for its own child processes includes the place of the script.
    script = spawn.get_preparation_data("player") if "__main__" in modules else {}
    script = {key: value for key, value in script.items() if key.startswith("init_main")}
    try:
        sent = pickle.dumps((script, _package_folders(modules), pickle.dumps(player)))
    except Exception as error:
        raise SuitwiseError(f"it can't be sent to a process ({reason_of(error)})") from None
    cls = type(player.options)
    identity = str(player), str(player.game), cls.__module__, cls.__qualname__
    key = repr((identity, os.getcwd(), sys.path, sorted(os.environ.items())))
    before = _opened_before.get(key)
    if before is None or before != _digests(before):
        _opened_before[key] = _digests(_opened_by_child(player, sent))
    return _opened_before[key]


def _digests(paths: Iterable[str]) -> dict[str, str]:
    return {path: digest_of_files([path]) for path in paths if os.path.isfile(path)}


def _package_folders(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the top-level packages of modules; files in them count even if installed."""
    tops = [sys.modules.get(name.partition(".")[0]) for name in modules]
    return tuple(os.path.realpath(one) for top in tops for one in getattr(top, "__path__", ()))


def _opened_by_child(player: Named, sent: bytes) -> list[str]:
    """Watch a player in a process; return the files in the last list that it printed.

    It is no error if the player dies or raises an exception while it plays: it will do so again in the
    run, which reports it.

    Args:
        player: the player.
        sent: the standard input of the process, for ``print_opened``.

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
        reports = stdout.read().splitlines()
        stderr.seek(0)
        errors = stderr.read().decode(errors="replace")
    if not reports:
        ended = f"not in {MOST_S:g} s" if code is None else f"it ended with exit code {code}"
        last_line = errors.split("\n")[-2:-1]  # the last that is complete, if there is one
        raise _not_loaded(": ".join((ended, *last_line)))
    if code is None:
        _LOG.warning(
            "%s takes more than %g s for its first moves: its fingerprint holds the files "
            "that it opened by then",
            player,
            MOST_S,
        )
    report = json.loads(reports[-1])
    if isinstance(report, str):
        raise _not_loaded(report)
    return [str(path) for path in report]


def _not_loaded(reason: str) -> SuitwiseError:
    return SuitwiseError(f"a fresh process can't load it ({reason})")


def print_opened() -> None:
    """Load the pickled player on standard input, let it play, and print the files that it opens.

    This is the main function of a process that ``fingerprint`` starts. Each line of output is a JSON
    list of all files so far, or a JSON string with the reason why the player can't be loaded.
    """
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the player's own output goes to standard error
    script, package_folders, pickled = pickle.loads(sys.stdin.buffer.read())
    opened: set[str] = set()
    is_loaded = False

    def report() -> None:
        if is_loaded:
            print(json.dumps(sorted({*opened})), file=output, flush=True)

    with files_opened(opened, package_folders, report):
        try:
            spawn.prepare(script)
            player = pickle.loads(pickled)
        except Exception as error:
            print(json.dumps(reason_of(error, placed=True)), file=output, flush=True)
        else:
            is_loaded = True
            report()
            _let_play(player)
    os._exit(0)  # even if the player has left threads running


def _let_play(player: Named) -> None:
    """Let a player play all seats of a game, and further games while it has had only a few turns.

    It is asked only at turns 0, 1, 2, 4, 8, …; at the others a random move is made. So it reaches the
    later phases of a game, and even a slow player takes much less time than for a whole game. Errors
    that it raises are ignored.
    """
    turns = 0
    for number in range(_MOST_GAMES):
        if turns < _ENOUGH_TURNS:
            turns = _play_game(player, number, turns)


def _play_game(player: Named, number: int, turns_so_far: int) -> int:
    """Let a player play one game; return the number of turns in this game and the games before it.

    Args:
        player: the player.
        number: the number of the game, which selects its random streams.
        turns_so_far: the number of turns in the games before.
    """
    random_player = named("random", player.game)
    n_seats = player.game.facts.seats
    streams = range(number * n_seats, (number + 1) * n_seats)  # one for each seat
    random_choosers = [random_player.seated(_SEED, stream) for stream in streams]
    choosers: list[Chooser | None] = [None for _ in streams]
    for seat, stream in enumerate(streams):
        with suppress(Exception):
            choosers[seat] = player.seated(_SEED, stream)
    state: State[Any] = player.game.start()
    index = 0  # of the next number in the random stream of chance
    for _ in range(_MOST_MOVES):
        if state.turn == OVER:
            break
        if state.turn == CHANCE:
            move, index = draw(state, _SEED, number, index)
            state = state.after(move)
            continue
        after, choose = None, choosers[state.turn]
        if choose is not None and turns_so_far & (turns_so_far - 1) == 0:  # 0, 1, 2, 4, 8, …
            with suppress(Exception):
                after = state.after(state.read_move(choose(state)))
        if after is None:
            after = state.after(random_choosers[state.turn](state))
        state = after
        turns_so_far += 1
    return turns_so_far


# --- Collecting opened files ----------------------------------------------------------------------

_PACKAGES = {"site-packages", "dist-packages"}
_CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
_SYSTEM_FOLDERS = [
    sysconfig.get_path("stdlib"),
    str(Path(__file__).parents[2]),
    _CACHE,
    *(os.path.join(sys.base_prefix, one) for one in ("bin", "lib", "lib64", "share", "etc", "ssl")),
    *("/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys"),
    *(f"/usr{local}/{one}" for local in ("", "/local") for one in ("bin", "lib", "sbin", "share")),
]
_SYSTEM_PLACES = tuple({os.path.realpath(folder) + os.sep for folder in _SYSTEM_FOLDERS})
"""The beginnings of paths that are left out: of the system, of this package, and of the user's cache."""
_collectors: list[_Collector] = []
"""The collectors of the ``files_opened`` contexts that are active."""


@dataclass(slots=True)
class _Collector:
    """Collects the files that are opened in one ``files_opened`` context.

    Args:
        opened: receives the files that are read.
        included: the folders of installed packages whose files are collected, too.
        on_change: is called whenever ``opened`` changes.
        written: the files that are written, which are not collected.
    """

    opened: set[str]
    included: tuple[str, ...]
    on_change: Callable[[], object]
    written: set[str] = field(default_factory=set)


@contextmanager
def files_opened(
    opened: set[str],
    included: Iterable[str] = (),
    on_change: Callable[[], object] = lambda: None,
) -> Iterator[None]:
    """Collect the files that are read in this context: weights, data, source, programs and libraries.

    Files of the system, of installed packages and of the user's cache are left out. So are files that
    are written, since a player's own notes are not part of it.

    Args:
        opened: receives their paths.
        included: folders of installed packages that are not left out.
        on_change: is called whenever ``opened`` changes.

    >>> from tempfile import NamedTemporaryFile
    >>> opened = set()
    >>> with NamedTemporaryFile() as weights, files_opened(opened), open(weights.name) as file:
    ...     opened == {os.path.realpath(weights.name)}
    True
    """
    _install_hook()
    collector = _Collector(opened, tuple(folder + os.sep for folder in included), on_change)
    _collectors.append(collector)
    try:
        yield
    finally:
        _collectors[:] = [one for one in _collectors if one is not collector]


@cache
def _install_hook() -> None:
    """Install the audit hook at the first call; Python has no way to remove it."""
    sys.addaudithook(_on_event)


def digest_of_files(paths: Iterable[str]) -> str:
    """Return one SHA-256 of the names and the contents of files; their order does not matter."""
    files = sorted((os.path.basename(path), sha256_of(path)) for path in set(paths))
    return hashlib.sha256(repr(files).encode()).hexdigest()


def sha256_of(path: str | Path) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _on_event(event: str, args: tuple[Any, ...]) -> None:
    """Collect the files that an audit event of Python names."""
    if not _collectors or event not in _NAMES_IN:
        return
    is_written = event == "open" and bool(args[2] & (os.O_WRONLY | os.O_RDWR))  # path, mode, flags
    for name in _NAMES_IN[event](args):
        with suppress(OSError, TypeError, ValueError):  # a name may be no path
            _collect(os.path.realpath(os.fsdecode(name)), is_written)


def _collect(path: str, is_written: bool) -> None:
    if path.endswith(".pyc"):
        with suppress(ValueError):
            path = source_from_cache(path)
    is_cached = f"{os.sep}__pycache__{os.sep}" in path  # machine code of numba, for example
    if is_cached or not (is_written or (os.path.isfile(path) and os.access(path, os.R_OK))):
        return
    is_installed = path.startswith(_SYSTEM_PLACES) or bool(_PACKAGES & set(path.split(os.sep)))
    for collector in _collectors:
        before = len(collector.opened)
        if is_written:
            collector.written.add(path)
            collector.opened.discard(path)
        elif path not in collector.written and (
            not is_installed or path.startswith(collector.included)
        ):
            collector.opened.add(path)
        if len(collector.opened) != before:
            collector.on_change()


def _words_of_command(args: tuple[Any, ...]) -> list[Any]:
    """Return the program and the arguments of a command as paths, for some of them may be files."""
    program, arguments, folder, _ = args
    words = arguments if isinstance(arguments, list | tuple) else []
    base = os.fsdecode(folder) if folder else ""
    return [os.path.join(base, os.fsdecode(word)) for word in (program, *words)]


_NAMES_IN: dict[str, Callable[[tuple[Any, ...]], Iterable[Any]]] = {
    "open": lambda args: args[:1],
    "sqlite3.connect": lambda args: args[:1],
    "ctypes.dlopen": lambda args: args[:1],
    "import": lambda args: args[1:2],  # the file of a module in machine code
    "subprocess.Popen": _words_of_command,
}
"""For each audit event of Python that names files, a function from its arguments to the names."""


# --- Fingerprints as plain data -------------------------------------------------------------------


def flattened(prints: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
    """Return fingerprints as a flat mapping by player and part, for ``store.refuse_another``.

    >>> flattened({"mine at gin": {"version": "1.2"}})
    {'mine at gin, version': '1.2'}
    """
    return {
        f"{player}, {name}": value
        for player, parts in prints.items()
        for name, value in parts.items()
    }


def is_fingerprints(plain: object) -> bool:
    """Tell whether plain data from JSON has the form of ``fingerprints``.

    >>> is_fingerprints({"mine at gin": {"version": "1.2"}}), is_fingerprints({"mine": 1})
    (True, False)
    """
    return isinstance(plain, Mapping) and all(
        isinstance(parts, Mapping) and all(map(_is_printable, parts.values()))
        for parts in plain.values()
    )


def _is_printable(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()
