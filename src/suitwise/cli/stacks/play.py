"""``suitwise stacks play``: a game at the terminal, or from a script."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import click
from click.core import ParameterSource

from suitwise.cli.console import console, width
from suitwise.cli.conversation import converse
from suitwise.cli.files import Progress, one_line_errors
from suitwise.cli.options import seed_option
from suitwise.cli.records import record_text
from suitwise.cli.stacks.options import LayoutCommand, difficulty_option, plain_errors, size_options
from suitwise.cli.terminal.paper import SUIT_COLOURS

if TYPE_CHECKING:
    from suitwise.stacks.host import Session
    from suitwise.stacks.picture import Paint
    from suitwise.stacks.rules.layout import Card, Deck, Layout, Size, Verdict


@click.command(cls=LayoutCommand)
@click.argument("layout", required=False)
@size_options(stacks=5, height=4)
@seed_option("64-bit seed; a new one unless given.", default=None)
@click.option(
    "--verdict",
    type=click.Choice(["winnable", "lost", "any"]),
    default="winnable",
    show_default=True,
)
@difficulty_option
@click.option("--record", metavar="FILE", help="Go on with the game that `record` printed.")
@click.pass_context
def play(
    context: click.Context,
    layout: str | None,
    count: int,
    height: int,
    suits: int | None,
    deck: str,
    seed: int | None,
    verdict: str,
    difficulty: tuple[float, float] | None,
    record: str | None,
) -> None:
    """Play a game: a LAYOUT such as "2b 1a | 5c 3b | 1c 4c", a random deal, or one of a --record.

    Commands are read from standard input, one a line: r3 removes the top of stack 3, m2>0 moves
    the top of stack 2 to the empty stack 0; hint, undo, redo, why, moves, show, score, record, help,
    quit.

    \b
    Example:
      suitwise stacks play --stacks 6 --height 5 --difficulty 2..4
    """
    from suitwise.stacks.rules.layout import Size

    if layout is not None and record is not None:
        raise click.UsageError("a LAYOUT and --record exclude each other")
    if layout is not None or record is not None:
        _refuse_options(context, "the LAYOUT" if record is None else "--record")
    if record is not None:
        session = _recorded(record)
    else:
        with plain_errors():
            if layout is None:
                size = Size(count, height, suits, cast("Deck", deck))
                start = _dealt(size, seed, cast("Verdict", verdict), difficulty)
            else:
                start = _read(layout)
            session = _session(start)
    print(session.begin())
    for _ in converse(session):
        pass


def _refuse_options(context: click.Context, given: str) -> None:
    """Refuse the options of a random deal."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        of_deals = isinstance(option, click.Option) and option.name != "record"
        if of_deals and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} is for random deals: leave out {given}")


def _read(text: str) -> Layout:
    from suitwise.stacks.rules.layout import Layout

    layout = Layout.parse(text)
    if not layout.stacks:
        raise click.ClickException("the layout has no stacks")
    return layout


def _session(start: Layout) -> Session:
    from suitwise.stacks.host import Session

    return Session(start, width=width(sys.stdout), paint=_paint())


def _recorded(path: str) -> Session:
    """Return the game of a record; a fault in it is told in one line."""
    from suitwise.errors import IllegalMove, NotationError
    from suitwise.game import Record
    from suitwise.stacks.host import Session

    text = record_text(path).removeprefix("\ufeff")
    with one_line_errors(path):
        try:
            return Session.of_record(Record.parse(text), width=width(sys.stdout), paint=_paint())
        except IllegalMove as error:
            raise NotationError(str(error)) from None


def _dealt(
    size: Size, seed: int | None, verdict: Verdict, difficulty: tuple[float, float] | None
) -> Layout:
    """Deal a layout, and print its size, its seed and its difficulty."""
    from suitwise.stacks.deals.search import find

    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    with Progress("searching", cleared=True) as progress:
        search = find(
            size,
            seed=seed,
            verdict=verdict,
            difficulty=difficulty,
            tried=lambda: progress.reached(0, 1),
        )
        found = next(search)
    bits = f", {found.difficulty.bits:g} bits" if found.difficulty else ""
    print(
        f"{size.stacks} stacks of {size.height}, {size.kinds} suits, seed {seed}{bits}; "
        "help for the commands"
    )
    return found.layout


def _paint() -> Paint | None:
    """Return what colours the cards, on a terminal that shows colours."""
    if not sys.stdout.isatty():
        return None
    from rich.style import Style

    terminal = console()
    if terminal.color_system is None or terminal.no_color:
        return None

    def paint(text: str, card: Card, top: bool) -> str:
        style = Style(color=SUIT_COLOURS[card[1] % len(SUIT_COLOURS)], bold=top)
        return style.render(text)

    return paint
