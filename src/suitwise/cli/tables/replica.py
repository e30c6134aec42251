"""``suitwise table replica``: a copy on another machine that follows a file while it is served."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from suitwise.cli.common import plain_errors
from suitwise.cli.interrupt import raised

SILENT_S = 30.0
"""A source from which nothing has come for so long is given up."""


@click.command()
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="COPY",
    help="The file that follows; it is made where there is none.",
)
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="The file that is followed, where the other command runs this one at the server's machine.",
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def replica(into: Path | None, file: Path | None, command: tuple[str, ...]) -> None:
    """Follow the file of a server on another machine, to take its tables up if that machine dies.

    What stands after -- is run, and speaks for the file there. It ends with status 2 when nothing more
    comes; then give the same command again, or serve COPY, which is no replica from then on.

    \b
    Example:
      suitwise table replica --into s1.db -- ssh s1 suitwise table replica --file tables/s1.db
    """
    if (into is None) == (file is None) or bool(command) != (into is not None):
        raise click.UsageError("name --into COPY and behind -- a command, which has --file FILE")
    from suitwise.table.serve.store.replica import receive, send

    with plain_errors(), raised():
        if file is not None:
            send(file, sys.stdin, sys.stdout)
            return
        assert into is not None
        source = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert source.stdout is not None
        assert source.stdin is not None
        line = _Line(source, into)
        try:
            receive(into, line, source.stdin, line.heard)
        finally:
            source.kill()
            source.stdout.close()
            with suppress(BrokenPipeError):  # what it was still to be told
                source.stdin.close()
            source.wait()
    raise click.ClickException(line.end())


class _Line:
    """What comes from a source; one that falls silent is ended.

    Only the time counts in which something is waited for: a source says nothing more while the replica
    keeps a line, which may take long on a slow disk.

    Args:
        source: its process.
        into: the replica.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        source: subprocess.Popen[str],
        into: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source, self._into, self._clock = source, into, clock
        self._at = 0.0
        self._awaited: float | None = clock()
        self._is_ready = False
        threading.Thread(target=self._watch, daemon=True).start()

    def readline(self) -> str:
        """Return the next line; from then until ``heard`` the source is not waited for."""
        assert self._source.stdout is not None
        text = self._source.stdout.readline()
        self._awaited = None
        return text

    def heard(self, has_all: bool) -> None:
        """Note that a line is kept and the next one awaited; say once that the replica has caught up."""
        self._at, self._awaited = time.time(), self._clock()
        if has_all and not self._is_ready:
            self._is_ready = True
            click.echo(f"ready: {self._into} has caught up")

    def _watch(self) -> None:
        while self._source.poll() is None:
            self.end_if_silent()
            time.sleep(1)

    def end_if_silent(self) -> None:
        """End the source if it has been waited for too long."""
        awaited = self._awaited
        if awaited is not None and self._clock() - awaited > SILENT_S:
            self._source.kill()

    def end(self) -> str:
        """Return what is said at the end."""
        if not self._at:
            return f"nothing has come for {self._into}"
        at = datetime.fromtimestamp(self._at, UTC).isoformat(" ", "milliseconds")
        return f"nothing more comes; {self._into} holds what there was at {at}"
