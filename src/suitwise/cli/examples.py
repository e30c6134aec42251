"""``suitwise examples``: the files that README and docs name, for those who have no clone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

import suitwise
from suitwise.cli.files import plain_errors
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.writing import replacing


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
    """Return where the examples lie: within the package as a wheel installs it, else in its clone.

    Raises:
        SuitwiseError: they are in neither place.
    """
    package = Path(suitwise.__file__).parent
    for folder in (package / "examples", package.parents[1] / "examples"):
        if folder.is_dir():
            return folder
    raise SuitwiseError("this installation has no examples: install a wheel, or from a clone")


def _missing(source: Path, folder: Path) -> Iterator[Path]:
    """Yield the names of the examples that are not in a folder yet.

    Raises:
        SuitwiseError: a file there has the name of an example and is another one.
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
