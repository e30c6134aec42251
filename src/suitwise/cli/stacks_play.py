"""``suitwise stacks play``: a game at the terminal, or from a script."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import click
from click.core import ParameterSource

from suitwise.cli.stacks_options import (
    LayoutCommand,
    difficulty_option,
    plain_errors,
    seed_option,
    size_options,
)

if TYPE_CHECKING:
    from suitwise.stacks.deck import Deck, Size, Verdict
    from suitwise.stacks.layout import Card, Layout
    from suitwise.stacks.picture import Paint
    from suitwise.stacks.session import Session

_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red", "bright_cyan", "bright_yellow")


@click.command(cls=LayoutCommand)
@click.argument("layout", required=False)
@size_options(stacks=5, height=4)
@seed_option(None)
@click.option(
    "--verdict",
    type=click.Choice(["winnable", "lost", "any"]),
    default="winnable",
    show_default=True,
)
@difficulty_option
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
) -> None:
    """Play a game: a LAYOUT such as "2b 1a | 5c 3b | 1c 4c", or a random deal.

    Commands are read from standard input, one a line: r3 removes the top of stack 3, m2>0 moves
    the top of stack 2 to the empty stack 0; hint, undo, why, moves, show, record, help, quit.

    \b
    Example:
      suitwise stacks play --stacks 6 --height 5 --difficulty 2..4
    """
    from suitwise.stacks.deck import Size
    from suitwise.stacks.layout import Layout
    from suitwise.stacks.session import Session

    if layout is not None:
        _refuse_options(context)
    with plain_errors():
        if layout is not None:
            start = Layout.parse(layout)
            if not start.stacks:
                raise click.ClickException("the layout has no stacks")
        else:
            size = Size(count, height, suits, cast("Deck", deck))
            start = _dealt(size, seed, cast("Verdict", verdict), difficulty)
        session = Session(start, width=_width(), paint=_paint())
    print(session.begin())
    _converse(session)


def _refuse_options(context: click.Context) -> None:
    """Refuse the options of a random deal."""
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if isinstance(option, click.Option) and given:
            raise click.UsageError(f"{option.opts[0]} is for random deals: leave out the LAYOUT")


def _dealt(
    size: Size, seed: int | None, verdict: Verdict, difficulty: tuple[float, float] | None
) -> Layout:
    """Deal, and say what."""
    from suitwise.stacks.wanted import find

    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    found = next(find(size, seed=seed, verdict=verdict, difficulty=difficulty))
    bits = f", {found.difficulty.bits:g} bits" if found.difficulty else ""
    print(
        f"{size.stacks} stacks of {size.height}, {size.kinds} suits, seed {seed}{bits}; "
        "help for the commands"
    )
    return found.layout


def _converse(session: Session) -> None:
    """Answer line after line until the player leaves, the input ends or is interrupted."""
    terminal = sys.stdin is not None and sys.stdin.isatty()
    try:
        while not session.is_closed:
            line = _next_line(terminal)
            if line is None:
                break
            answer = session.answer(line)
            if answer:
                print(answer, flush=True)
    except KeyboardInterrupt:
        if terminal:
            print()


def _next_line(terminal: bool) -> str | None:
    """Return the next line, asking for it on a terminal; None at the end of the input."""
    if terminal:
        try:
            return input("> ")
        except EOFError:
            print()
            return None
    if sys.stdin is None:
        return None
    line = sys.stdin.buffer.readline(1 << 20).decode("utf-8", "replace")
    return line or None


def _width() -> int:
    import shutil

    return max(20, shutil.get_terminal_size((79, 24)).columns)


def _paint() -> Paint | None:
    """Return what colours the cards, on a terminal that shows colours."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console
    from rich.style import Style

    system = Console().color_system
    if system is None:
        return None

    def paint(text: str, card: Card, top: bool) -> str:
        style = Style(color=_STYLES[card[1] % len(_STYLES)], bold=top)
        return style.render(text)

    return paint
