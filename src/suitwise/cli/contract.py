"""The commands ``suitwise check``, ``perft`` and ``playthrough``, which test any game's contract."""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn

import click

from suitwise import testing
from suitwise.cli import common
from suitwise.foundation.text.writing import printable
from suitwise.game import Game, State, load
from suitwise.testing.trial import Check

_MOST_BYTES = 16 << 20
"""The most bytes read from a file of counts or a playthrough, which may be endless."""


def _start(text: str) -> State[Any]:
    """Return the first state of the variant named by a text."""
    with common.plain_errors():
        return load(text).start()


def _text_of(path: str) -> str:
    with common.open_input(path) as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise click.ClickException(f"{common.shown_name(path)}: more than {_MOST_BYTES >> 20} MB")
    return data.decode("utf-8", "surrogateescape")


def _exit(broken: int) -> NoReturn:
    """Exit with status 1 if any check has failed, else with 0."""
    click.get_current_context().exit(1 if broken else 0)


# --- ``check`` ------------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@common.option("--games", usual=20, type=click.IntRange(1), help="Games a check plays.")
@common.seed_option("The seed of all games.")
@common.imports_option
def check(game: str, games: int, seed: int, imports: tuple[str, ...]) -> None:
    """Hold a game against every promise of the contract, in random play.

    GAME is a variant's text. Prints a line a check: ok, how the promise is broken, or why nothing
    was compared. Exit status 0 when no promise is broken, else 1.

    \b
    Example:
      suitwise check kuhn
      suitwise check "stacks(stacks=3,height=2)" --games 100
      suitwise check my_game --import my_game
    """
    common.import_players(imports)
    variant = _start(game).game
    broken = 0
    with common.Progress("checking", cleared=True) as progress:
        for done, one in enumerate(testing.CHECKS):
            moved = partial(progress.reached, done, len(testing.CHECKS))
            trial = testing.Trial(variant, games, seed, moved=moved)
            fault = testing.fault_of(one, trial)
            broken += fault is not None
            progress.clear()
            click.echo(
                f"{testing.name_of(one):<13} {printable(fault or _ok_or_skipped(one, trial))}"
            )
    _exit(broken)


def _ok_or_skipped(check: Check, trial: testing.Trial) -> str:
    why = testing.left_out(check, trial)
    return f"not compared: {why}" if why else "ok"


# --- ``perft`` ------------------------------------------------------------------------------------


@click.command("perft")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--game", help="Count for this variant instead of checking files.")
@click.option("--depth", type=click.IntRange(0, 99), help="How many moves deep; with --game.")
@click.option("--position", help="Where to start; with --game. Left out: the game's start.")
@click.option("--divide", is_flag=True, help="Count each first move apart; with --game.")
@common.imports_option
def perft_command(
    files: tuple[str, ...],
    game: str | None,
    depth: int | None,
    position: str | None,
    divide: bool,
    imports: tuple[str, ...],
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
    common.import_players(imports)
    if game is None:
        if depth is not None or position is not None or divide:
            raise click.UsageError("--depth, --position and --divide go with --game")
        _check_files(files or ("-",))
    elif files or depth is None:
        raise click.UsageError("--game goes with --depth, and without files")
    else:
        _count(_position(game, position), depth, divide)


def _check_files(files: tuple[str, ...]) -> None:
    wrong = 0
    with common.Progress("counting", cleared=True) as progress:
        for path in files:
            lines = _text_of(path).split("\n")
            with common.one_line_errors(path):
                for line in testing.read_perft(lines):
                    counted = partial(progress.reached, line.line - 1, len(lines))
                    fault = testing.check_perft(line, counted=counted)
                    wrong += fault is not None
                    right = f"depth {line.depth} of {line.state}: {line.count}"
                    result = f"wrong: {fault}" if fault else f"ok: {right}"
                    progress.clear()
                    click.echo(f"{common.shown_name(path)}:{line.line}: {result}")
    _exit(wrong)


def _position(game: str, text: str | None) -> State[Any]:
    if text is None:
        return _start(game)
    with common.plain_errors():
        variant = load(game)
    with common.plain_errors("the position: "):
        return variant.parse(text)


def _count(state: State[Any], depth: int, divide: bool) -> None:
    with common.Progress("counting", cleared=True) as progress:
        if not divide:
            for deep in range(depth + 1):
                counted = partial(progress.reached, deep, depth + 1)
                count = testing.perft(state, deep, counted=counted)
                progress.clear()
                click.echo(f"{deep} {count}")
        elif depth == 0:
            raise click.UsageError("--divide needs a --depth of 1 or more")
        else:
            _divide(state, depth, progress)


def _divide(state: State[Any], depth: int, progress: common.Progress) -> None:
    total, legal = 0, state.moves()
    for done, move in enumerate(legal):
        counted = partial(progress.reached, done, len(legal))
        count = testing.perft(state.after(move), depth - 1, counted=counted)
        total += count
        progress.clear()
        click.echo(f"{move} {count}")
    click.echo(f"total {total}")


# --- ``playthrough`` ------------------------------------------------------------------------------


@click.command("playthrough")
@click.argument("words", nargs=-1, required=True, metavar="GAME | --check FILE...")
@common.seed_option("The seed of the game.  [default: 0]", default=None)
@click.option("--check", "kept", is_flag=True, help="Play files again by their first lines.")
@common.imports_option
def playthrough_command(
    words: tuple[str, ...], seed: int | None, kept: bool, imports: tuple[str, ...]
) -> None:
    """Write down one random game with all that each seat sees, or play such files again.

    The same GAME and seed give the same text on every machine. With --check every FILE is played
    again and compared: a line a file, with the first line that differs. Exit status 1 if one does.

    \b
    Example:
      suitwise playthrough kuhn --seed 1 > kuhn-1.txt
      suitwise playthrough --check kuhn-1.txt
    """
    common.import_players(imports)
    if kept:
        if seed is not None:
            raise click.UsageError("--check takes each seed from its file")
        _check_playthroughs(words)
    elif len(words) > 1:
        raise click.UsageError("one GAME is played; files go with --check")
    else:
        _play(_start(words[0]).game, seed or 0)


def _play(game: Game[Any], seed: int) -> None:
    with common.Progress("playing") as progress, common.plain_errors():
        for line in testing.playthrough_lines(game, seed):
            click.echo(line)
            progress.reached(0, 1)  # the length of the game is unknown


def _check_playthroughs(files: tuple[str, ...]) -> None:
    differing = 0
    with common.Progress("playing", cleared=True) as progress:
        for path in files:
            text = _text_of(path)
            with common.one_line_errors(path):
                fault = testing.check_playthrough(text, compared=progress.reached)
            differing += fault is not None
            progress.clear()
            click.echo(f"{common.shown_name(path)}: {fault or 'ok'}")
    _exit(differing)
