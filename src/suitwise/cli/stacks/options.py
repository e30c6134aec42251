"""What the commands of ``suitwise stacks`` share: options of deals, ranges, one-line errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import click

from suitwise.errors import NotationError, SuitwiseError


@contextmanager
def plain_errors(where: str = "") -> Iterator[None]:
    """Turn a refusal of Suitwise, or a file that can't be opened, into one line.

    Args:
        where: the words before a fault in a file's text.
    """
    try:
        yield
    except NotationError as error:
        raise click.ClickException(f"{where}{error}") from None
    except SuitwiseError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        if error.filename is None:  # standard output: the command line's own business
            raise
        raise click.ClickException(f"{error.filename}: {error.strerror or error}") from None


class LayoutCommand(click.Command):
    """A command that takes a layout, which may begin with an empty stack: ``- | 2a`` is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a blank before such a layout tells it from an option."""
        quoted = [f" {arg}" if re.match(r"-\s*\|", arg) else arg for arg in args]
        return super().parse_args(ctx, quoted)


def whole_range(context: click.Context, option: click.Parameter, value: str) -> range:
    """Read a number, or two with two points between them, ``2..8``: both ends belong to it."""
    found = re.fullmatch(r"([0-9]{1,7})(?:\.\.([0-9]{1,7}))?", value)
    if found is None:
        raise click.BadParameter(f"{value[:24]!r} is no range: write 5 or 2..8", context, option)
    low, high = int(found[1]), int(found[2] or found[1])
    if not 1 <= low <= high:
        raise click.BadParameter(f"{value[:24]!r} is no range from 1 up", context, option)
    return range(low, high + 1)


def real_range(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[float, float] | None:
    """Read two numbers with two points between them, each of which may be left out: ``3..``."""
    if value is None:
        return None
    number = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)?"
    found = re.fullmatch(rf"{number}(?:\.\.{number})?", value)
    if found is None or not value:
        write = "write 3..6, 3.. or ..6"
        raise click.BadParameter(f"{value[:24]!r} is no range: {write}", context, option)
    low = float(found[1] or 0)
    high = float(found[2] or "inf") if ".." in value else low
    if low > high:
        raise click.BadParameter(f"{value[:24]!r} is no range: it falls", context, option)
    return low, high


def share(context: click.Context, option: click.Parameter, value: str | None) -> Fraction | None:
    """Read a share, ``0.3`` or ``30%``, exactly."""
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)(%?)", value)
    read = Fraction(found[1]) / (100 if found[2] else 1) if found else Fraction(-1)
    if not 0 <= read <= 1:
        raise click.BadParameter(f"{value[:24]!r} is no share: write 0.3 or 30%", context, option)
    return read


deck_option = click.option(
    "--deck",
    type=click.Choice(["uneven", "even"]),
    default="uneven",
    show_default=True,
    help="Suits cut at random, or all of one size (then nothing can be won from height 2 on "
    "with as many suits as stacks).",
)


def size_options(stacks: int, height: int) -> Callable[[Any], Any]:
    """Return the options ``--stacks --height --suits --deck``."""

    def add(command: Any) -> Any:
        whole = click.IntRange(1)
        command = deck_option(command)
        for option in (
            click.option("--suits", type=whole, help="How many suits; as many as stacks."),
            click.option("--height", type=whole, default=height, show_default=True),
            click.option("--stacks", "count", type=whole, default=stacks, show_default=True),
        ):
            command = option(command)
        return command

    return add


difficulty_option = click.option(
    "--difficulty",
    callback=real_range,
    metavar="MIN..MAX",
    help="Bits of insight that a win takes (`weigh` tells those of a layout); implies winnable.",
)
