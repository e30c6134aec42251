"""``suitwise play GAME`` and the play of each group of commands: at the terminal, or from a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import click
from click.core import ParameterSource

from suitwise.catalogue import STRONGEST
from suitwise.cli.common import (
    IMPORTS_HELP,
    SEED,
    one_line_errors,
    plain_errors,
    raised,
    write_file,
)
from suitwise.cli.records import Chair, held_text, replaying, taken

if TYPE_CHECKING:
    from suitwise.game import Game, Record
    from suitwise.players.host import Host
    from suitwise.players.session import Session


# --- A game at the terminal, or from a script: lines are read, answers printed --------------------

_LONGEST_LINE = 1 << 24


class Conversation(Protocol):
    """A game under way that answers lines."""

    @property
    def is_closed(self) -> bool:
        """True if the player has left."""
        ...

    def answer(self, line: str) -> str:
        """Carry out a line; return the answer to print."""
        ...


class PlayedSession(Conversation, Protocol):
    """A game against others, with a record."""

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        ...

    @property
    def record(self) -> Record:
        """All that has been played."""
        ...

    @property
    def title(self) -> str:
        """What is played, in a line above the game."""
        ...

    @property
    def level(self) -> str:
        """Whom the player has chosen to play against since the start; empty for nobody."""
        ...

    def begin(self) -> str:
        """Play up to the player's first decision; return the text to print."""
        ...


def converse(session: Conversation, heard: Callable[[], None] | None = None) -> Iterator[None]:
    """Answer line after line until the player leaves, the input ends or is interrupted.

    Args:
        session: the game.
        heard: called when a line has been read, before it is answered.

    Yields:
        Nothing, after every answer.
    """
    asking = _is_asking()
    while not session.is_closed:
        try:
            with raised():
                line = _next_line(asking)
        except KeyboardInterrupt:
            line = None
        if line is None:
            if asking:
                print()
            break
        if heard is not None:
            heard()
        answer = session.answer(line)
        if answer:
            print(answer, flush=True)
        yield


def play_with_others(
    session: PlayedSession,
    chair: Chair,
    path: str | None,
    heard: Callable[[], None] | None = None,
) -> None:
    """Play a game with the players of the package, and keep it in a file as it goes on.

    Args:
        session: the game.
        chair: how the player takes part.
        path: the file that keeps the record; None to keep none.
        heard: called before the game goes on: at first, and when a line has been read.
    """
    kept = session.record
    _keep(kept, chair, path)
    print(session.title, flush=True)
    if heard is not None:
        heard()
    print(session.begin(), flush=True)
    for _ in converse(session, heard):
        taken = replace(chair, against=session.level or chair.against)
        if (session.record, taken) != (kept, chair):
            kept, chair = session.record, taken
            _keep(kept, chair, path)
    if not session.is_closed and _is_asking():  # Ctrl-C or Ctrl-D; a script's output ends as it is
        print("left" if path is None else f"left; {path} holds the game")


def _keep(record: Record, chair: Chair, path: str | None) -> None:
    if path is not None:
        write_file(path, f"{record}{chair}\n")


def _is_asking() -> bool:
    """True if a person types at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_at_terminal() -> bool:
    """True if a person types at a terminal, and reads there what is told."""
    return _is_asking() and sys.stdout is not None and sys.stdout.isatty()


def _next_line(asking: bool) -> str | None:
    """Return the next line; None at the end of the input."""
    if sys.stdin is None:
        return None
    if asking:
        print("> ", end="", flush=True)
    line = sys.stdin.buffer.readline(_LONGEST_LINE)
    if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        raise click.ClickException(f"a line is longer than {_LONGEST_LINE:,} bytes")
    return line.decode("utf-8", "replace") or None


# --------------------------------------------------------------------------------------------------
# Quick players in the place of the strongest, until these have been compiled in the background
#
# Only where nobody has named a player or a seed: who has named one gets it, and waits for the compiler.


class Work(Protocol):
    """What goes on in the background."""

    @property
    def is_under_way(self) -> bool:
        """True if it is not done."""
        ...

    def end(self) -> None:
        """End it."""
        ...


class Understudies:
    """A quick player in the places that nobody has named a player for, until the strongest takes them.

    A context in which the game is played; what is compiled in the background ends with it.

    Args:
        session: the game, with the strongest players in these places.
        host: makes the host in which the player of a name stands in, the usual one for none.
        parts: what is done in these places, as "plays and advises"; empty where there are none.
    """

    def __init__(self, session: Session, host: Callable[[str], Host], parts: str) -> None:
        self._session, self._host, self._parts = session, host, parts
        self._work: Work | None = None
        self._is_begun = False

    def __enter__(self) -> Understudies:
        return self

    def __exit__(self, *_: object) -> None:
        if self._work is not None:
            self._work.end()

    def change(self) -> None:
        """Change the players if it is time to; called before the game goes on, from the first."""
        if not self._is_begun:
            self._is_begun = True
            self._begin()
        elif self._work is not None and not self._work.is_under_way:
            self._work = None
            self._session.go_on_with(self._host(""))
            _say(_relief(self._session))

    def _begin(self) -> None:
        quick = _stand_in(self._session) if self._parts else ""
        if quick:
            self._work = _started(self._session.game.name)
            self._session.go_on_with(self._host(quick))
            _say(f"the strongest player is being compiled, once; until then {quick} {self._parts}")


def _started(game: str) -> Work:
    from suitwise.players.ahead import Compiling

    return Compiling(game)


def _stand_in(session: Session) -> str:
    """Return the player to stand in, empty where the strongest need not be waited for."""
    from suitwise.foundation.arrays.code_cache import folder
    from suitwise.players.ahead import is_to_compile, quick_player

    quick = quick_player(session.game)
    if quick == "random" or folder().path is None or not is_to_compile(session.game):
        return ""
    return quick


def _relief(session: Session) -> str:
    from suitwise.players.ahead import is_to_compile

    if is_to_compile(session.game):
        return "the strongest player could not be compiled ahead: it takes over, its first answer waits"
    return "the strongest player is compiled and takes over"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


# --------------------------------------------------------------------------------------------------
# ``suitwise play GAME`` and the play of each group of commands: at the terminal, or from a script

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
        from suitwise.cli.terminal import TerminalSession

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
        from suitwise.cli.terminal import look_of

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
