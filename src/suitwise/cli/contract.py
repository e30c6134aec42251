"""``suitwise check``, ``perft``, ``playthrough``: hold any game against the contract."""

from __future__ import annotations

from typing import Any, NoReturn

import click

from suitwise.cli.files import Progress, one_line_errors, open_input, shown_name
from suitwise.errors import SuitwiseError
from suitwise.game import Game, State, load
from suitwise.testing import (
    CHECKS,
    Trial,
    check_legal_moves,
    check_perft,
    check_playthrough,
    fault_of,
    name_of,
    perft,
    playthrough,
    read_perft,
)

_SEED = click.IntRange(0, 2**64 - 1)


def _loaded(text: str) -> Game[Any]:
    try:
        return load(text)
    except SuitwiseError as error:
        raise click.ClickException(str(error)) from None


def _text_of(path: str) -> str:
    with open_input(path) as opened:
        return opened.read(-1).decode("utf-8", "surrogateescape")


def _exit(broken: int) -> NoReturn:
    """Exit with 1 where something asked about is not as it should be."""
    click.get_current_context().exit(1 if broken else 0)


# --- check ----------------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(1), default=20, show_default=True, help="Games a check plays."
)
@click.option("--seed", type=_SEED, default=0, show_default=True, help="The seed of all games.")
def check(game: str, games: int, seed: int) -> None:
    """Hold a game against every promise of the contract, in random play.

    GAME is a variant's text. Prints a line a check: ok, or how the promise is broken. Exit status 0
    when all are kept, 1 when one is broken.

    \b
    Example:
      suitwise check kuhn
      suitwise check "stacks(stacks=3,height=2)" --games 100
    """
    trial = Trial(_loaded(game), games, seed)
    broken = 0
    with Progress("checking") as progress:
        for done, one in enumerate(CHECKS, 1):
            fault = fault_of(one, trial)
            broken += fault is not None
            click.echo(f"{name_of(one):<13} {_in_one_line(fault) if fault else _kept(one)}")
            progress.reached(done, len(CHECKS))
    _exit(broken)


def _kept(check: object) -> str:
    return "not compared: no slow definition" if check is check_legal_moves else "ok"


def _in_one_line(text: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


# --- perft ----------------------------------------------------------------------------------------


@click.command("perft")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--game", help="Count for this variant instead of checking files.")
@click.option("--depth", type=click.IntRange(0, 99), help="How many moves deep; with --game.")
@click.option("--position", help="Where to start; with --game. Left out: the game's start.")
@click.option("--divide", is_flag=True, help="Count each first move apart; with --game.")
def perft_command(
    files: tuple[str, ...], game: str | None, depth: int | None, position: str | None, divide: bool
) -> None:
    """Count the sequences of moves from a position, or check such counts kept in files.

    A FILE has a line a count; so has standard input, read where no FILE is given:

    \b
      VARIANT ; POSITION ; DEPTH COUNT     # POSITION may be the word start

    Prints a line a count. Exit status 0 when all are right, 1 when one is wrong. With --game it
    prints the counts by depth, or with --divide those of each first move.

    \b
    Example:
      suitwise perft counts.txt
      suitwise perft --game kuhn --depth 5
      suitwise perft --game kuhn --position KJ:p --depth 2 --divide
    """
    if game is None:
        if depth is not None or position is not None or divide:
            raise click.UsageError("--depth, --position and --divide go with --game")
        _check_files(files or ("-",))
    elif files or depth is None:
        raise click.UsageError("--game goes with --depth, and without files")
    else:
        _count(_position(_loaded(game), position), depth, divide)


def _check_files(files: tuple[str, ...]) -> None:
    wrong = 0
    with Progress("counting") as progress:
        for path in files:
            lines = _text_of(path).split("\n")
            with one_line_errors(path):
                for line in read_perft(lines):
                    fault = check_perft(line)
                    wrong += fault is not None
                    right = f"depth {line.depth} of {line.state}: {line.count}"
                    told = f"wrong: {fault}" if fault else f"ok: {right}"
                    click.echo(f"{shown_name(path)}:{line.line}: {told}")
                    progress.reached(line.line, len(lines))
    _exit(wrong)


def _position(game: Game[Any], text: str | None) -> State[Any]:
    try:
        return game.start() if text is None else game.parse(text)
    except SuitwiseError as error:
        raise click.ClickException(f"the position: {error}") from None


def _count(state: State[Any], depth: int, divide: bool) -> None:
    with Progress("counting") as progress:
        if not divide:
            for deep in range(depth + 1):
                click.echo(f"{deep} {perft(state, deep)}")
                progress.reached(deep, depth)
        elif depth == 0:
            raise click.UsageError("--divide needs a --depth of 1 or more")
        else:
            _divide(state, depth, progress)


def _divide(state: State[Any], depth: int, progress: Progress) -> None:
    total, legal = 0, state.moves()
    for done, move in enumerate(legal, 1):
        count = perft(state.after(move), depth - 1)
        total += count
        click.echo(f"{move} {count}")
        progress.reached(done, len(legal))
    click.echo(f"total {total}")


# --- playthrough ----------------------------------------------------------------------------------


@click.command("playthrough")
@click.argument("words", nargs=-1, required=True, metavar="GAME | --check FILE...")
@click.option("--seed", type=_SEED, help="The seed of the game.  [default: 0]")
@click.option("--check", "kept", is_flag=True, help="Play files again by their first lines.")
def playthrough_command(words: tuple[str, ...], seed: int | None, kept: bool) -> None:
    """Write down one random game with all that each seat sees, or play such files again.

    The same GAME and seed give the same text on every machine. With --check every FILE is played
    again and compared: a line a file, with the first line that differs. Exit status 1 if one does.

    \b
    Example:
      suitwise playthrough kuhn --seed 1 > kuhn-1.txt
      suitwise playthrough --check kuhn-1.txt
    """
    if kept:
        if seed is not None:
            raise click.UsageError("--check takes each seed from its file")
        _check_playthroughs(words)
    elif len(words) > 1:
        raise click.UsageError("one GAME is played; files go with --check")
    else:
        click.echo(playthrough(_loaded(words[0]), seed or 0), nl=False)


def _check_playthroughs(files: tuple[str, ...]) -> None:
    differing = 0
    with Progress("playing") as progress:
        for done, path in enumerate(files, 1):
            text = _text_of(path)
            with one_line_errors(path):
                fault = check_playthrough(text)
            differing += fault is not None
            click.echo(f"{shown_name(path)}: {fault or 'ok'}")
            progress.reached(done, len(files))
    _exit(differing)
