"""``suitwise play GAME`` and the play of each group of commands: at the terminal, or from a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from suitwise.catalogue import STRONGEST
from suitwise.cli.conversation import is_at_terminal, play_with_others
from suitwise.cli.files import one_line_errors, plain_errors
from suitwise.cli.options import IMPORTS_HELP, SEED
from suitwise.cli.records import Chair, held_text, replaying, taken
from suitwise.cli.understudies import Understudies

if TYPE_CHECKING:
    from suitwise.game import Game
    from suitwise.players.host import Host
    from suitwise.players.session import Session

G = TypeVar("G", bound="Game[Any]")
THINKING = 0.5
"""The seconds for a hint, unless it is asked for otherwise."""
MOST_THINKING = 3600.0
Reader = Callable[..., "Game[Any]"]
"""Reads the variant named by the player or by a record; the command's own options are passed, too."""


class Hints(NamedTuple):
    """Who gives the hints, and how many seconds each may take; 0 for as many deals as it looks at.

    Where nobody has named a player the strongest gives them, or another until it has been compiled.
    """

    player: str
    think: float


def play_command(
    text: str,
    read: Reader,
    variant: click.Parameter,
    *own: click.Parameter,
    seats: int | None = None,
) -> click.Command:
    """Return a command that plays games against others.

    Args:
        text: its help.
        read: reads a variant, and refuses one that the command does not play.
        variant: the parameter ``variant``, which names the game.
        own: the command's own parameters, which alter the variant.
        seats: how many seats the games have, if all have the same number.
    """
    whose = "Your seat." if seats is None else f"Your seat, 0 to {seats - 1}."
    last = None if seats is None else seats - 1
    shared = (
        click.Option(
            ["--against"],
            default=STRONGEST,
            show_default=True,
            metavar="PLAYER",
            help="The others: easy, medium, strong, or a player as rules or "
            '"mc(worlds=50)"; suitwise arena players GAME lists them. While the strongest is compiled, '
            "once, a quick one stands in, unless it is named, or a seed.",
        ),
        click.Option(
            ["--hints"],
            default=STRONGEST,
            show_default=True,
            metavar="PLAYER",
            help="Who gives the hints, likewise.",
        ),
        click.Option(
            ["--think"],
            type=click.FloatRange(0, MOST_THINKING),
            help="Seconds for a hint; 0 for as many deals as its player looks at, so that the same "
            f"seed gives the same hint.  [default: {THINKING}; 0 with --seed]",
        ),
        click.Option(["--seed"], type=SEED, help="64-bit seed; a new one unless given."),
        click.Option(
            ["--seat"], type=click.IntRange(0, last), default=0, show_default=True, help=whose
        ),
        click.Option(["--import", "imports"], metavar="MODULE", multiple=True, help=IMPORTS_HELP),
        click.Option(
            ["--record"],
            metavar="FILE",
            help="Keep the game in this file; go on with one it holds.",
        ),
    )

    @click.pass_context
    def play(context: click.Context, /, variant: str, **options: Any) -> None:
        _import_players(options["imports"])
        path = options["record"]
        text = None if path is None else held_text(path)
        if text is not None:
            _refuse_variant(context, path, (context.command.params[0], *own))
        others, adviser = (_said(context, name) for name in ("against", "hints"))
        seat, seed, think = (options[name] for name in ("seat", "seed", "think"))
        chair = taken(context, path, text, seat=seat, seed=seed, against=others)
        if think is None:
            think = THINKING if seed is None else 0.0
        altering = {one.name or "": options[one.name] for one in own}
        held = None if text is None else (path, text)
        hints = Hints(adviser, think)
        session = session_of(read, variant, altering, chair, hints, held)

        def make_host(stand_in: str) -> Host:
            sitting = replace(chair, against=session.level or chair.against)
            return _host(session.game, sitting, hints, stand_in)

        with Understudies(session, make_host, _parts(chair, hints)) as understudies:
            play_with_others(session, chair, path, understudies.change)

    params = [variant, *own, *shared]
    return click.Command("play", params=params, callback=play, help=text)


def _import_players(modules: Sequence[str]) -> None:
    if modules:
        from suitwise.arena.entrants.imported import import_players

        with plain_errors():
            import_players(modules)


def session_of(
    read: Reader,
    variant: str,
    altering: dict[str, Any],
    chair: Chair,
    hints: Hints,
    held: tuple[str, str] | None = None,
) -> Session:
    """Return a new game, or the one that a file holds to go on with.

    Args:
        read: reads the variant.
        variant: the variant of a new game.
        altering: the options that alter it.
        chair: how the player takes part.
        hints: who gives the hints.
        held: the name of the file and what it holds, if it holds a game.
    """
    from suitwise.errors import NotationError

    kind = session_kind()
    if held is None:
        with plain_errors():
            game = read(variant, **altering)
            host = _host(game, chair, hints)
            return kind(game, host, seat=chair.seat, seed=chair.seed, unasked=host.unasked)
    path, text = held
    with one_line_errors(path), replaying(text) as record:
        game = read(record.game)
        try:
            host = _host(game, chair, hints)
        except NotationError as error:  # at no line of the game
            raise click.ClickException(f"{path}: {error}") from None
        return kind.of_record(record, host, seat=chair.seat, seed=chair.seed, unasked=host.unasked)


def session_kind() -> type[Session]:
    """Return the class of a session: dressed for a person at a terminal, plain for anything else."""
    if is_at_terminal():
        from suitwise.cli.terminal.session import TerminalSession

        return TerminalSession
    from suitwise.players.session import Session

    return Session


def _refuse_variant(context: click.Context, path: str, params: Sequence[click.Parameter]) -> None:
    """Refuse parameters that name the variant where the record names it."""
    for param in params:
        if context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
            name = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            raise click.UsageError(f"{path} holds a game already: leave out {name}")


def _said(context: click.Context, name: str) -> str:
    """Return the player that an option names; empty where it is left to the command to choose one.

    A seed names the usual one, as the same seed is to make the same game.
    """
    is_left_out = context.get_parameter_source(name) is ParameterSource.DEFAULT
    return "" if is_left_out and context.params["seed"] is None else str(context.params[name])


def _parts(chair: Chair, hints: Hints) -> str:
    """Return what is done by players that nobody has named; empty for nothing."""
    parts = (("plays", chair.against), ("advises", hints.player))
    return " and ".join(part for part, player in parts if not player)


def _host(game: Game[Any], chair: Chair, hints: Hints, stand_in: str = "") -> Host:
    """Return the host that shows the game, with the players of the other seats and of the hints.

    Args:
        game: the variant.
        chair: how the player takes part.
        hints: who gives the hints.
        stand_in: who stands in for players that nobody has named; empty for the strongest themselves.
    """
    from suitwise.players.host import Look, host_kind, seated
    from suitwise.players.named import named

    look = Look()
    if is_at_terminal():
        from suitwise.cli.terminal.session import look_of

        look = look_of(game, chair.seat)
    unnamed = stand_in or STRONGEST
    adviser = named(hints.player or unnamed, game).thinking(hints.think)
    return host_kind(game)(
        player=seated(chair.against or unnamed, game, chair.seed),
        game=game,
        adviser=adviser.seated(chair.seed, 0),
        by="" if hints.player else stand_in,
        advises=adviser.name,
        look=look,
    )


def variant_of_kind(text: str, kind: type[G], title: str) -> G:
    """Return a variant of one game from its text.

    Args:
        text: the variant.
        kind: the class of the game's variants.
        title: what the game is called.

    Raises:
        NotationError: the text names no variant of this game.
    """
    from suitwise.errors import NotationError
    from suitwise.game import load

    game = load(text)
    if not isinstance(game, kind):
        name = kind.name
        raise NotationError(f"{game.name} is not {title}: write {name} or {name}(OPTIONS)")
    return game


def game_option(default: str, text: str) -> click.Option:
    """Return the option ``--game``, which names the variant."""
    names = ["--game", "variant"]
    return click.Option(names, default=default, show_default=True, metavar="GAME", help=text)


# --- Any game -------------------------------------------------------------------------------------


def _read(text: str) -> Game[Any]:
    from suitwise.errors import NotationError
    from suitwise.game import games, load

    if not text:
        raise NotationError(f"name a game: {', '.join(games())}")
    return load(text)


play = play_command(
    """Play any game against players of it.

    GAME is a name or a variant, as gin, "gin(to=100)" or texas42_endgame; with a --record that holds a
    game it is left out. Games of other packages are found by their entry points.

    Commands are read from standard input, one a line: a move as moves lists it; hint, undo, redo, why,
    moves, show, score, record, help, quit. The same seed and the same moves make the same game. A record
    holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise play texas42_endgame --against strong --seed 7
    """,
    _read,
    click.Argument(["variant"], metavar="[GAME]", default=""),
)
