"""The commands ``suitwise stacks`` on deals and records: generate, picture, play, review, survey."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from suitwise.cli import common
from suitwise.cli.interrupt import raised
from suitwise.cli.play import converse, session_kind, voice, worded
from suitwise.cli.records import record_text, review_command
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.foundation.text.phrases import phrase

if TYPE_CHECKING:
    from fractions import Fraction

    from suitwise.game import Record
    from suitwise.players.session import Session
    from suitwise.stacks import Found, Size
    from suitwise.stacks.rules.layout import Deck, Layout, Verdict


# --- Shared options and errors --------------------------------------------------------------------


@contextmanager
def plain_errors(where: str = "") -> Iterator[None]:
    """Turn a SuitwiseError or a file error into a one-line error.

    Args:
        where: the words before an error in the text of a file.
    """
    try:
        yield
    except NotationError as error:
        raise click.ClickException(f"{where}{error}") from None
    except SuitwiseError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        if error.filename is None:  # standard output, which ``root`` handles
            raise
        raise click.ClickException(f"{error.filename}: {error.strerror or error}") from None


class LayoutCommand(click.Command):
    """A command whose argument is a layout; ``- | 2a``, with an empty stack first, is not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; a blank in front of such a layout marks it as an argument."""
        quoted = [f" {arg}" if re.match(r"-\s*\|", arg) else arg for arg in args]
        return super().parse_args(ctx, quoted)


def whole_range(context: click.Context, option: click.Parameter, value: str) -> range:
    """Parse a number, or an inclusive range such as ``2..8``."""
    match = re.fullmatch(r"([0-9]{1,7})(?:\.\.([0-9]{1,7}))?", value)
    if match is None:
        raise click.BadParameter(f"{value[:24]!r} is no range: write 5 or 2..8", context, option)
    low, high = int(match[1]), int(match[2] or match[1])
    if not 1 <= low <= high:
        raise click.BadParameter(f"{value[:24]!r} is no range from 1 up", context, option)
    return range(low, high + 1)


def real_range(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[float, float] | None:
    """Parse a range such as ``3..5``, where either bound may be omitted: ``3..``."""
    if value is None:
        return None
    number = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)?"
    match = re.fullmatch(rf"{number}(?:\.\.{number})?", value)
    if match is None or not value:
        write = "write 3..6, 3.. or ..6"
        raise click.BadParameter(f"{value[:24]!r} is no range: {write}", context, option)
    low = float(match[1] or 0)
    high = float(match[2] or "inf") if ".." in value else low
    if low > high:
        raise click.BadParameter(f"{value[:24]!r} is no range: it falls", context, option)
    return low, high


def share(context: click.Context, option: click.Parameter, value: str | None) -> Fraction | None:
    """Parse a share such as ``0.3`` or ``30%`` exactly."""
    from fractions import Fraction

    if value is None:
        return None
    match = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?)(%?)", value)
    number = Fraction(match[1]) / (100 if match[2] else 1) if match else Fraction(-1)
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{value[:24]!r} is no share: write 0.3 or 30%", context, option)
    return number


deck_option = common.option(
    "--deck",
    usual="uneven",
    type=click.Choice(["uneven", "even"]),
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


# --- ``generate`` and ``picture`` -----------------------------------------------------------------

MOST_INPUT_CARDS = 5_000_000
"""The most cards of a generated input, which is held in memory since it starts with all stacks."""


@click.command()
@size_options(stacks=4, height=4)
@common.seed_option()
@click.option(
    "--first", type=click.IntRange(0, 2**63 - 1), default=0, help="The number of the first deal."
)
@common.option(
    "--count",
    "number",
    usual=1,
    type=click.IntRange(0, 2**63 - 1),
    help=f"How many; as input of the judge they have at most {MOST_INPUT_CARDS:,} cards in all.",
)
@click.option("--verdict", type=click.Choice(["any", "winnable", "lost"]), help="[default: any]")
@click.option(
    "--winnable-share",
    "winnable_share",
    metavar="SHARE",
    callback=share,
    help="So many of the layouts can be won, such as 0.3 or 30%; the first k keep it, rounded.",
)
@difficulty_option
@click.option("--layouts", "as_layouts", is_flag=True, help="Print one layout a line.")
@common.json_option("layout")
def generate(
    count: int,
    height: int,
    suits: int | None,
    deck: str,
    seed: int,
    first: int,
    number: int,
    verdict: Verdict | None,
    winnable_share: Fraction | None,
    difficulty: tuple[float, float] | None,
    as_layouts: bool,
    as_json: bool,
) -> None:
    """Deal layouts at random, with a verdict and a difficulty.

    They are printed as the input of "judge" when all are found, or with --layouts or --json each as
    soon as it is found. Where no deal in 20,000 fits, layouts are made around a path that wins, or an
    exchange of two cards away from one. All are numbered (--json shows it); --first goes on after the
    largest number. With --winnable-share the --difficulty is that of the winnable ones.

    \b
    Example:
      suitwise stacks generate --stacks 8 --height 6 --count 20 --winnable-share 30%
      suitwise stacks generate --stacks 8 --height 6 --difficulty 5..9 --layouts
    """
    from suitwise.stacks import Size, find, find_mixed

    if as_layouts and as_json:
        raise click.UsageError("--layouts and --json exclude each other")
    if verdict is not None and winnable_share is not None:
        raise click.UsageError("--verdict and --winnable-share exclude each other")
    with plain_errors(), common.Progress("searching", cleared=True) as progress:
        size = Size(count, height, suits, cast(Any, deck))
        bar = _Bar(number, progress)
        settings: dict[str, Any] = {"seed": seed, "difficulty": difficulty, "first": first}
        if winnable_share is None:
            search = find(size, verdict=verdict or "any", tried=bar.show, **settings)
        else:
            search = find_mixed(size, winnable_share, tried=bar.show, **settings)
        layouts = bar.counted(search)
        if as_json:
            _print_each(progress, (common.json_text(one.weighed().as_json()) for one in layouts))
        elif as_layouts:
            _print_each(progress, (str(one.layout) for one in layouts))
        else:
            _print_input(progress, layouts, size, number)


@dataclass
class _Bar:
    """The progress bar of a search for a number of layouts."""

    number: int
    progress: common.Progress
    found: int = 0

    def counted(self, layouts: Iterator[Found]) -> Iterator[Found]:
        for layout in islice(layouts, self.number):
            self.found += 1
            self.show()
            yield layout

    def show(self) -> None:
        self.progress.reached(self.found, self.number)


def _print_each(progress: common.Progress, lines: Iterator[str]) -> None:
    for line in lines:
        progress.clear()
        print(line, flush=True)


def _print_input(
    progress: common.Progress, layouts: Iterator[Found], size: Size, number: int
) -> None:
    from suitwise.stacks import judge_input

    if number * size.cards > MOST_INPUT_CARDS:
        large = f"{number:,} layouts of {size.cards:,} cards are more than the {MOST_INPUT_CARDS:,}"
        other = "take a lower --count, or --layouts or --json"
        raise click.ClickException(f"{large} cards of an input for the judge: {other}")
    text = judge_input(one.layout for one in layouts)
    progress.clear()
    print(text, end="")


@click.command(cls=LayoutCommand)
@click.argument("layout")
@click.option("--svg", metavar="OUT", help="Draw it, with the graph of aces, into this file.")
@click.option("--title", help="A heading for --svg.")
def picture(layout: str, svg: str | None, title: str | None) -> None:
    """Show a layout: in text, or as SVG with the graph of aces that decides it.

    LAYOUT is the text of a layout, such as "2b 1a | 5c 3b | 1c 4c".

    \b
    Example:
      suitwise stacks picture "2b 1a | 5c 3b | 1c 4c" --svg graph.svg
    """
    from suitwise.stacks import Layout, draw_layout, text_picture

    if svg is None and title is not None:
        raise click.UsageError("--title is a heading for --svg: name a file with --svg")
    with plain_errors():
        parsed = Layout.parse(layout)
        if svg is None:
            print(text_picture(parsed))
        else:
            common.write_file(svg, draw_layout(parsed, title=title or ""))


# --- ``play`` -------------------------------------------------------------------------------------


@click.command(cls=LayoutCommand)
@click.argument("layout", required=False)
@size_options(stacks=5, height=4)
@common.seed_option("64-bit seed; a new one unless given.", default=None)
@common.option("--verdict", usual="winnable", type=click.Choice(["winnable", "lost", "any"]))
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
    """Raise a usage error if an option of random deals is given."""
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


def _session(start: Layout, record: Record | None = None) -> Session:
    """Return a game that begins with a layout, or goes on with a record of one."""
    from suitwise.players.host import advising
    from suitwise.stacks.game import Stacks

    state = Stacks.around(start)
    columns = common.width(sys.stdout)
    host = replace(advising(state.game), width=columns, say=voice(state.game, 0))
    kind = session_kind()
    return kind(state.game, host, start=state) if record is None else kind.of_record(record, host)


def _recorded(path: str) -> Session:
    """Return the game of a record; an error in it is a one-line error."""
    from suitwise.game import Record
    from suitwise.stacks.rules.layout import Layout
    from suitwise.stacks.session import after_deal

    text = record_text(path).removeprefix("\ufeff")
    with common.one_line_errors(path):
        try:
            record = after_deal(Record.parse(text))
            return _session(Layout.parse(record.start), record)
        except IllegalMove as error:
            raise NotationError(str(error)) from None


def _dealt(
    size: Size, seed: int | None, verdict: Verdict, difficulty: tuple[float, float] | None
) -> Layout:
    """Deal a layout, and print its size, its seed and its difficulty."""
    from suitwise.stacks.deals import find

    if seed is None:
        import secrets

        seed = secrets.randbits(32)
    with common.Progress("searching", cleared=True) as progress:
        search = find(
            size,
            seed=seed,
            verdict=verdict,
            difficulty=difficulty,
            tried=lambda: progress.reached(0, 1),
        )
        found = next(search)
    dealt = phrase(
        "stacks.dealt",
        "{stacks} stacks of {height}, {suits} suits, seed {seed}",
        stacks=size.stacks,
        height=size.height,
        suits=size.kinds,
        seed=seed,
    )
    if found.difficulty:
        bits = f"{found.difficulty.bits:g}"
        dealt = phrase("stacks.dealt-bits", "{dealt}, {bits} bits", dealt=dealt, bits=bits)
    print(worded(phrase("stacks.dealt-help", "{dealt}; help for the commands", dealt=dealt)))
    return found.layout


# --- ``review`` -----------------------------------------------------------------------------------


review = review_command(
    """Tell which move of a recorded game turned a won deal into a lost one.

    FILE, or standard input, holds a record: the text printed by the "record" command inside
    "stacks play", or a record of the arena or of a table. Each position is solved exactly, so a move
    costs the deal or nothing. For a move that loses the deal, the report names a move that would have
    kept the win. Moves in a lost position are not judged, and forced moves are left out.

    \b
    Example:
      suitwise stacks review game.txt
    """,
    "stacks",
    worlds=None,
)


# --- ``survey`` -----------------------------------------------------------------------------------


@click.command()
@click.option("--stacks", metavar="RANGE", callback=whole_range, default="2..8", show_default=True)
@click.option("--height", metavar="RANGE", callback=whole_range, default="1..13", show_default=True)
@click.option("--suits", type=click.IntRange(1), help="How many suits; as many as stacks.")
@deck_option
@click.option("--deals", type=click.IntRange(1), default=10_000, show_default=True, help="A size.")
@common.seed_option()
@click.option("--out", metavar="FILE", help="Keep the counts here; a rerun goes on from them.")
@click.option("--plot", metavar="FILE", help="Draw the shares into this .svg or .png file.")
@common.json_option("size")
@common.threads_option()
def survey(
    stacks: range,
    height: range,
    suits: int | None,
    deck: str,
    deals: int,
    seed: int,
    out: str | None,
    plot: str | None,
    as_json: bool,
    threads: int,
) -> None:
    """Count how many random deals can be won, for every number of stacks and every height.

    The table has the shares in per cent, each with the reach of its 95 % interval (Wilson). With
    --out an interrupted survey is not lost, nor is one that was killed but for its last seconds: the
    same command goes on where it stopped, and the file ends up the same to the byte. So it does with
    more --deals. Several surveys of the same deals may share one file. --out needs a POSIX system.

    \b
    Example:
      suitwise stacks survey --stacks 2..8 --height 1..13 --out shares.json --plot shares.svg
    """
    from suitwise.picture.svg import check_plot
    from suitwise.stacks import Survey, run_survey
    from suitwise.stacks.picture import draw_survey, table_of

    _refuse_one_file(out, plot)
    with plain_errors():
        if plot is not None:
            check_plot(Path(plot))
        parameters = Survey(deals, seed, suits, cast(Any, deck))
    file = Path(out) if out is not None else None
    cells = []
    with (
        plain_errors(f"{out}: " if out else ""),
        common.Progress("surveying", cleared=True) as progress,
    ):
        run = run_survey(
            parameters, stacks, height, out=file, threads=threads, reached=progress.reached
        )
        with _ended_when_saved(), closing(run):
            for cell in run:
                cells.append(cell)
                if as_json:
                    progress.clear()
                    print(common.json_text(cell.as_json()), flush=True)
        progress.clear()
    if not as_json:
        print(table_of(cells))
    if plot is not None:
        with plain_errors():
            draw_survey(cells, Path(plot))


@contextmanager
def _ended_when_saved() -> Iterator[None]:
    """Let Ctrl-C end the command after the counts have been saved."""
    try:
        with raised():
            yield
    except KeyboardInterrupt:
        signal.raise_signal(signal.SIGINT)


def _refuse_one_file(out: str | None, plot: str | None) -> None:
    """Raise an error if the plot would overwrite the counts."""
    if out is None or plot is None:
        return
    both_are = os.path.exists(out) and os.path.exists(plot) and os.path.samefile(out, plot)
    if both_are or os.path.realpath(out) == os.path.realpath(plot):
        raise click.UsageError("--out and --plot are the same file")
