"""The commands ``suitwise warm``, which compiles rules in advance, and ``suitwise examples``.

Each game lists *jobs* (``warm.JOBS`` in its package): small calls that together compile all its machine
code. ``warm`` runs the jobs in several processes, then links the object files that they left in the
cache into one library for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import click

import suitwise
from suitwise.catalogue import Entry, entries
from suitwise.cli.common import Progress, plain_errors
from suitwise.errors import SuitwiseError
from suitwise.foundation.machine import code_cache, libraries
from suitwise.foundation.machine.entries import used
from suitwise.foundation.machine.libraries import Row, library
from suitwise.foundation.machine.linking import link
from suitwise.foundation.text.writing import replacing


def games() -> dict[str, Entry]:
    """Return the catalogue entries of games with rules to compile, by their names for ``warm``."""
    return {entry.group: entry for entry in entries() if entry.warm}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(sorted(games())), metavar="[GAME]...")
@click.option("--clear", is_flag=True, help="Delete the machine code that is kept, of all games.")
@click.option(
    "--background",
    is_flag=True,
    help="Compile in the background, at low priority, and return at once.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    help="The number of processes: more are sooner done, one does the least work.  "
    "[default: one a core, two at least]",
)
def warm(names: Sequence[str], clear: bool, background: bool, workers: int | None) -> None:
    """Compile the rules of games now, so that no later command has to wait for the compiler.

    Run this once after you have installed Suitwise, or before you serve tables. Without it each part is
    compiled when it is first needed. GAME is rummy, stacks, texas42 or tractor; without a GAME all are
    compiled, which takes some minutes. The machine code is kept in the folder SUITWISE_CACHE_DIR, or
    else in ~/.cache/suitwise. A native wheel brings its machine code, and has nothing to compile.

    --clear deletes the machine code that is kept; with a GAME, that game is then compiled again.

    \b
    Example:
      suitwise warm
      suitwise warm texas42 --background
      suitwise warm --clear
    """
    if clear:
        print(f"{code_cache.clear()} pieces of machine code thrown away")
        if not names:
            return
    if library() is not None:
        print("this installation brings its machine code: there is nothing to compile")
        return
    cache = code_cache.folder()
    if cache.path is None:
        raise click.ClickException(f"machine code can't be kept: {cache.reason}")
    names = names or sorted(games())
    if background:
        _compile_in_background(names)
        return
    with plain_errors():
        rows = _compile([(game, job) for game in names for job in jobs_of(game)], workers)
    files = list(cache.path.glob("*.code"))
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"the rules of {', '.join(names)} are compiled: {len(files)} pieces, {size:.1f} MB")
    for reason in {link(game, rows) for game in names} - {""}:
        print(f"not linked into a library, so first answers load LLVM, some 30 ms: {reason}")
    print(f"kept in {cache.path}")


def jobs_of(game: str) -> Mapping[str, Callable[[], object]]:
    """Return the jobs that compile a game's rules, by name; the first is for its strongest player."""
    entry = games()[game]
    jobs: Mapping[str, Callable[[], object]] = entry.loaded(entry.warm)
    return {"the strongest": partial(_compile_strongest, game), **jobs}


def _compile_strongest(group: str) -> None:
    """Compile the strongest player of each game in a package; a package may hold several games."""
    from suitwise.players.ahead import compile_strongest

    for entry in entries():
        if entry.group == group:
            compile_strongest(entry)


def _compile(jobs: Sequence[tuple[str, str]], workers: int | None) -> set[Row]:
    """Run jobs in worker processes; return the entry points that they used.

    Args:
        jobs: the game and the name of each job.
        workers: the number of processes; None for one a core, but at least two.
    """
    from suitwise.arena.workers import in_order
    from suitwise.foundation.arrays.rows import available_cores

    with Progress("compiling", at_once=True) as progress:
        progress.reached(0, len(jobs))
        workers = workers or max(2, available_cores())
        found: set[Row] = set()
        for done, rows in enumerate(in_order(do_job, jobs, min(len(jobs), workers)), 1):
            found |= rows
            progress.reached(done, len(jobs))
    return found


def _compile_in_background(names: Sequence[str]) -> None:
    """Start a process that compiles and outlives this one, unless everything is compiled already."""
    from suitwise.players.ahead import compile_in_background, uncompiled_groups

    if not uncompiled_groups(names):
        print(f"the rules of {', '.join(names)} are compiled")
        return
    compile_in_background(names)
    print(
        f"the rules of {', '.join(names)} are compiled in the background: some minutes of a processor, "
        "once; until then plain Python and quick players answer; suitwise warm shows how far it is"
    )


def do_job(job: tuple[str, str]) -> set[Row]:
    """Run one job; return the entry points that it used. This is the work of a worker process."""
    from suitwise.foundation.arrays import cost_dispatch

    cost_dispatch.PLAIN_S = 0.0  # compile even what plain Python would compute sooner
    code_cache.silent = True
    libraries.linked_anew = True  # don't load the linked library, which this run replaces
    game, name = job
    jobs_of(game)[name]()
    return used


# --- ``examples``: the example files for users without a clone ------------------------------------


@click.command()
@click.argument("folder", metavar="DIR")
def examples(folder: str) -> None:
    """Write the files that README and docs name as examples/… into DIR, and print their names.

    A file that is there already and is another one is not written over: then nothing is written.

    \b
    Example:
      suitwise examples examples
      suitwise tractor judge examples/three_rounds.in
    """
    if not folder:
        raise click.BadParameter("a folder needs a name", param_hint="'DIR'")
    with plain_errors():
        source = source_folder()
        missing = list(_missing(source, Path(folder)))
    for name in missing:
        _copy(source / name, Path(folder, name))
        click.echo(str(Path(folder, name)))
    if not missing:
        click.echo(f"all examples are in {folder}")


def source_folder() -> Path:
    """Return the folder of the examples, in the installed package or in the clone.

    Raises:
        SuitwiseError: there is no such folder.
    """
    package = Path(suitwise.__file__).parent
    for folder in (package / "examples", package.parents[1] / "examples"):
        if folder.is_dir():
            return folder
    raise SuitwiseError("this installation has no examples: install a wheel, or from a clone")


def _missing(source: Path, folder: Path) -> Iterator[Path]:
    """Yield the names of the examples that are not yet in a folder.

    Raises:
        SuitwiseError: a file there has the name of an example but different content.
        OSError: a file can't be read.
    """
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if not path.is_file() or "__pycache__" in name.parts:
            continue
        there = folder / name
        if not there.exists():
            yield name
        elif there.read_bytes() != path.read_bytes():
            raise SuitwiseError(f"{there}: this is another file than the example, and is kept")


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    with replacing(to) as file:
        file.write(path.read_bytes())
