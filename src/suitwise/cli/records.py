"""Read records of all moves from files, and save games so that they can be continued.

An error in a record names its line. A record holds all moves and all hands. A saved game also has a
comment after the record with the options it was started with, so that it continues in the same way: ``#
play --seat 2 --seed 7``.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from suitwise.cli import common
from suitwise.cli.interrupt import STATUS, raised
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import refuse_mark

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.players.review import Decision


_LONGEST = 1 << 24
"""The most bytes in the record of a game."""


def held_text(path: str) -> str | None:
    """Return the text of the record in a file; None if the file does not exist or is empty."""
    if not os.path.isfile(path):
        return None
    text = record_text(path)
    with common.one_line_errors(path):
        refuse_mark(text.encode(errors="replace"))
    return text if text.strip() else None


def record_text(path: str) -> str:
    """Return the text of a record in a file."""
    with common.open_input(path) as opened, common.one_line_errors(path):
        read = opened.read(_LONGEST)
        if len(read) >= _LONGEST:
            raise NotationError(f"a record has less than {_LONGEST:,} bytes")
        return read.decode("utf-8", "backslashreplace")


@contextmanager
def replaying(text: str) -> Iterator[Record]:
    """Parse a record of all moves; an error inside the ``with`` block gets its line number.

    Raises:
        NotationError: the text is not a record, or one of its moves is illegal.
    """
    from suitwise.game import Record

    record = None
    try:
        record = Record.parse(text)
        yield record
    except SuitwiseError as error:
        line = error.line if isinstance(error, NotationError) else None
        reason = error.reason if isinstance(error, NotationError) else str(error)
        raise NotationError(reason, line=line or _faulty_line(text, record)) from None


def _faulty_line(text: str, record: Record | None) -> int | None:
    """Return the line at which a record fails to replay or is not of the expected kind.

    If it replays without an error, it is of the wrong game or has a start that is not allowed.
    """
    from suitwise.game import load

    if record is None:
        return _line_of(text, "returns") or len(text.splitlines()) or None
    place = "game", 0
    try:
        start = str(load(record.game).start())
        place = "start", 0
        for done, _ in enumerate(record.states()):
            place = ("moves", done) if done < len(record.moves) else ("returns", 0)
    except SuitwiseError:
        return _line_of(text, *place)
    return _line_of(text, "game" if record.start == start else "start")


def _line_of(text: str, section: str, word: int = 0) -> int | None:
    """Return the line with a word of a section, given its number; else the section's last line."""
    last, name = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line[0].isspace():
            name = words.pop(0)
        if name == section and word >= 0:
            last = number
            word -= len(words)
    return last


# --- The options of a saved game: seat, seed and opponents ----------------------------------------


_LINE = re.compile(r"^# play((?: --[a-z]+ \S+)+)$", re.M)


@dataclass(frozen=True)
class Chair:
    """The player's seat, the seed and the opponents of a game.

    Args:
        seat: the player's seat.
        seed: the random seed.
        against: the players of the other seats, a level of strength or a player's text; empty if none
            was given: then the default players play, and quick ones may stand in for them.

    >>> print(Chair(2, 7), Chair(0, 1, "rules"), sep=", ")
    # play --seat 2 --seed 7, # play --seat 0 --seed 1 --against rules
    """

    seat: int
    seed: int
    against: str = ""

    def __str__(self) -> str:
        others = f" --against {''.join(self.against.split())}" if self.against else ""
        return f"# play --seat {self.seat} --seed {self.seed}{others}"


def chosen_chair(
    context: click.Context,
    path: str | None,
    text: str | None,
    *,
    seat: int,
    seed: int | None,
    against: str,
) -> Chair:
    """Return the seat, the seed and the opponents: from the options, else the file, else the defaults.

    Args:
        context: the command.
        path: the file of the saved game.
        text: the content of the file.
        seat: the option of this name, like the others.
        seed: None for a random one.
        against: the players of the other seats.

    Raises:
        ClickException: the options in the file are invalid.
    """
    given = {"seat": seat, "seed": seed, "against": against}
    try:
        options = given | dict(_kept_options(context, text or ""))
    except click.BadParameter as error:
        raise click.ClickException(f"{path}: {error.message}") from None
    if options["seed"] is None:
        import secrets

        options["seed"] = secrets.randbits(32)
    return Chair(**options)


def _kept_options(context: click.Context, text: str) -> Iterator[tuple[str, Any]]:
    """Yield the options saved in a file that are not given on the command line."""
    match = _LINE.search(text)
    words = match[1].split() if match else []
    for name, value in zip(words[::2], words[1::2], strict=True):
        option = next((one for one in context.command.params if name in one.opts), None)
        if option is None or option.name not in ("seat", "seed", "against"):
            raise click.BadParameter(f"{name} is no option of a game that is kept")
        if context.get_parameter_source(option.name) is not ParameterSource.COMMANDLINE:
            yield option.name, option.type.convert(value, option, context)


Reader = Callable[[str], "Record"]
"""Parses a game's own form of record, which does not list all moves."""


def recorded(path: str, of_text: Reader | None = None) -> Record:
    """Return the record in a file after checking every move.

    The record may be text, or JSON on its own or in the export of a table.

    Args:
        path: the file.
        of_text: parses the game's own form of record, if there is one.

    Raises:
        ClickException: the file has no record, or the record breaks a rule; names the line.
    """
    text = record_text(path)
    with common.one_line_errors(path):
        if text.lstrip().startswith("{"):
            return _of_json(text)
        if of_text is not None and not has_moves(text):
            return of_text(text)
        with replaying(text) as record:
            _replay(record)
            return record


def has_moves(text: str) -> bool:
    """Return whether a text is a record of all moves, not in a game's own form.

    >>> has_moves("game gin\\nstart -\\nmoves stock"), has_moves("game tractor\\ndeal 1:")
    (True, False)
    """
    return any(line.startswith("moves") for line in text.splitlines())


def _of_json(text: str) -> Record:
    import json

    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("it begins as JSON and is none") from None
    record = record_of_json(plain)
    try:
        _replay(record)
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    return record


def record_of_json(plain: Any) -> Record:
    """Return the record given by a JSON object or contained in the export of a table."""
    from suitwise.game import Record

    return Record.from_json(plain.get("record", plain) if isinstance(plain, dict) else plain)


def _replay(record: Record) -> None:
    for _ in record.states():
        pass


# --- The command ``review`` -----------------------------------------------------------------------

plot_option = click.option(
    "--plot", metavar="OUT", help="Draw how the game went into this .svg or .png file."
)


def review_command(
    text: str,
    game: str,
    worlds: str | None,
    least: int = 1,
    of_text: Reader | None = None,
) -> click.Command:
    """Return a command that reviews recorded games.

    Args:
        text: the help text.
        game: the game whose review it is.
        worlds: the help of ``--worlds``; None if the review is exact and samples no deals.
        least: the minimum of ``--worlds``.
        of_text: parses the game's own form of record, if there is one.
    """

    @click.command(help=text)
    @common.json_option("decision")
    @plot_option
    @click.argument("file", default="-", metavar="[FILE]")
    def review(as_json: bool, plot: str | None, file: str, **given: int | None) -> None:
        from suitwise.players.review import review_of
        from suitwise.players.review_text import draw_review, review_text

        if plot is not None:
            check_plot_file(plot)
        record = recorded(file, of_text)
        review = review_of(game)
        assert review is not None
        measure = review.measure
        with common.plain_errors():
            options = {name: value for name, value in given.items() if value is not None}
            pending = review.decisions(record, **options)
        decisions, ended = _decided(pending, record, as_json)
        if as_json:
            _print_summary(decisions, record, ended)
        else:
            print(review_text(decisions, measure), flush=True)
        if plot is not None and decisions:
            with common.plain_errors():
                draw_review(decisions, Path(plot), measure, record.game)
        if not ended:
            at = decisions[-1].ply if decisions else 0
            click.echo(f"error: interrupted after move {at} of {len(record.moves)}", err=True)
            sys.exit(STATUS)

    if worlds is None:
        return review
    drawn = (
        click.option("--seat", type=click.IntRange(0), help="Judge this seat alone."),
        common.seed_option("64-bit seed of the deals."),
        click.option("--worlds", type=click.IntRange(least, 10_000), help=worlds),
    )
    for option in drawn:
        review = option(review)
    return review


def check_plot_file(plot: str) -> None:
    """Check that a plot can be written to a file before any work starts."""
    from suitwise.picture.svg import check_plot

    with common.plain_errors():
        try:
            check_plot(Path(plot))
        except OSError as error:
            raise click.ClickException(f"{plot}: {error.strerror}") from None


def _decided(
    pending: Iterator[Decision], record: Record, as_json: bool
) -> tuple[list[Decision], bool]:
    """Return the decisions, and whether they are complete; Ctrl-C ends the review early."""
    decisions: list[Decision] = []
    with (
        common.plain_errors(),
        common.Progress("judging", cleared=as_json, at_once=not as_json) as progress,
    ):
        try:
            with raised():
                for one in pending:
                    decisions.append(one)
                    if as_json:
                        progress.clear()
                        print(common.json_text(one.as_json()), flush=True)
                    progress.reached(one.ply, len(record.moves))
        except KeyboardInterrupt:
            return decisions, False
    return decisions, True


def _print_summary(decisions: list[Decision], record: Record, ended: bool) -> None:
    """Print the last object: the costliest decisions and the loss of each seat."""
    from suitwise.players.review import costliest, totals

    data = {
        "game": record.game,
        "costliest": [one.ply for one in costliest(decisions)],
        "seats": [total.as_json() for total in totals(decisions)],
        "whole": ended,
    }
    print(common.json_text(data), flush=True)
