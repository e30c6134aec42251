"""The command ``suitwise play GAME`` and the ``play`` of each group, at a terminal or from a script."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import click
from click.core import ParameterSource

from suitwise.catalogue import STRONGEST
from suitwise.cli import common
from suitwise.cli.interrupt import raised
from suitwise.cli.records import Chair, chosen_chair, held_text, replaying
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Say, phrase

if TYPE_CHECKING:
    from subprocess import Popen

    from suitwise.game import Game, Record
    from suitwise.players.host import Host
    from suitwise.players.session import Session


# --- The conversation: read lines, print answers --------------------------------------------------

_LONGEST_LINE = 1 << 24


class Conversation(Protocol):
    """A game in progress that answers lines."""

    @property
    def is_closed(self) -> bool:
        """True if the player has left."""
        ...

    def answer(self, line: str) -> str:
        """Execute a line; return the answer to print."""
        ...


class PlayedSession(Conversation, Protocol):
    """A game against other players, with a record."""

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        ...

    @property
    def record(self) -> Record:
        """The record of all moves so far."""
        ...

    @property
    def title(self) -> str:
        """The heading above the game."""
        ...

    @property
    def level(self) -> str:
        """The opponents chosen by a command during the game; empty if none was chosen."""
        ...

    def begin(self) -> str:
        """Play up to the player's first decision; return the text to print."""
        ...


def converse(session: Conversation, heard: Callable[[], None] | None = None) -> Iterator[None]:
    """Answer lines until the player leaves or the input ends or is interrupted.

    Args:
        session: the game.
        heard: called after a line has been read, before it is answered.

    Yields:
        None after every answer.
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
    """Play a game against the package's players, and save it in a file after every answer.

    Args:
        session: the game.
        chair: the player's seat, the seed and the opponents.
        path: the file for the record; None to save nothing.
        heard: called before the game continues: at the start, and after each line read.
    """
    saved = session.record
    _save(saved, chair, path)
    print(session.title, flush=True)
    if heard is not None:
        heard()
    print(session.begin(), flush=True)
    for _ in converse(session, heard):
        now = replace(chair, against=session.level or chair.against)
        if (session.record, now) != (saved, chair):
            saved, chair = session.record, now
            _save(saved, chair, path)
    # After Ctrl-C or Ctrl-D; a script's output gets no extra line.
    if not session.is_closed and _is_asking():
        left = phrase("terminal.left-game", "left")
        print(worded(left if path is None else _left_in(path)))


def _left_in(path: str) -> Phrase:
    return phrase("terminal.left-in", "left; {path} holds the game", path=path)


def _save(record: Record, chair: Chair, path: str | None) -> None:
    if path is not None:
        common.write_file(path, f"{record}{chair}\n")


def _is_asking() -> bool:
    """Return whether the input is a terminal, where a person types."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_at_terminal() -> bool:
    """Return whether input and output are both a terminal."""
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


# --- Fallback players while the strongest are compiled --------------------------------------------
#
# A quick player stands in while the strongest is compiled in the background, but only if neither a
# player nor a seed was given; a player given by name plays from the start and waits for the compiler.


class FallbackPlayers:
    """Replaces default players by a quick one until the strongest player is compiled.

    Args:
        session: the game, set up with the strongest players.
        host: makes the host with the named player as the fallback; an empty name means no fallback.
        parts: the tasks of the default players, such as "plays and advises"; empty if there are none.
    """

    def __init__(self, session: Session, host: Callable[[str], Host], parts: str) -> None:
        self._session, self._host, self._parts = session, host, parts
        self._compiling: Popen[bytes] | None = None
        self._is_begun = False

    def change(self) -> None:
        """Change the players if it is time to; called each time before the game continues."""
        if not self._is_begun:
            self._is_begun = True
            self._begin()
        elif self._compiling is not None and self._is_done(self._compiling):
            self._compiling = None
            self._session.go_on_with(self._host(""))
            _say(_relief(self._session))

    def _begin(self) -> None:
        quick = _stand_in(self._session) if self._parts else ""
        if quick:
            self._compiling = _begun(self._session.game.name)
            self._session.go_on_with(self._host(quick))
            _say(_until_then(quick, self._parts))

    def _is_done(self, compiling: Popen[bytes]) -> bool:
        """Tell whether the strongest player is compiled, or will not be."""
        from suitwise.players.ahead import is_to_compile

        return compiling.poll() is not None or not is_to_compile(self._session.game)


def _begun(game: str) -> Popen[bytes]:
    from suitwise.catalogue import find
    from suitwise.players.ahead import compile_in_background

    entry = find(game)
    assert entry is not None
    return compile_in_background([entry.group])


def _stand_in(session: Session) -> str:
    """Return the fallback player; empty if the strongest player needs no compilation."""
    from suitwise.foundation.machine.code_cache import folder
    from suitwise.players.ahead import is_to_compile, quick_player

    quick = quick_player(session.game)
    if quick == "random" or folder().path is None or not is_to_compile(session.game):
        return ""
    return quick


def _until_then(quick: str, parts: str) -> Phrase:
    """Return the notice that a fallback player takes some tasks until the strongest is compiled."""
    if parts == "plays":
        return phrase(
            "terminal.compiling-plays",
            "the strongest player is being compiled, once; until then {name} plays",
            name=quick,
        )
    if parts == "advises":
        return phrase(
            "terminal.compiling-advises",
            "the strongest player is being compiled, once; until then {name} advises",
            name=quick,
        )
    return phrase(
        "terminal.compiling",
        "the strongest player is being compiled, once; until then {name} plays and advises",
        name=quick,
    )


def _relief(session: Session) -> Phrase:
    """Return the notice that the strongest player takes over."""
    from suitwise.players.ahead import is_to_compile

    if is_to_compile(session.game):
        return phrase(
            "terminal.not-compiled",
            "the strongest player could not be compiled ahead: it takes over, its first answer waits",
        )
    return phrase("terminal.compiled", "the strongest player is compiled and takes over")


def _say(line: Phrase) -> None:
    print(worded(line), file=sys.stderr, flush=True)


def worded(line: Phrase) -> str:
    """Return a sentence of the command in the language of play."""
    lang = spoken()
    if lang == "en":
        return str(line)
    from suitwise.table.rules.messages import say

    return str(say(line, lang))


# --- The command ----------------------------------------------------------------------------------

G = TypeVar("G", bound="Game[Any]")
THINKING = 0.5
"""The default time for a hint, in seconds."""
MOST_THINKING = 3600.0
Reader = Callable[..., "Game[Any]"]
"""Parses the variant given by the player or by a record; also takes the command's own options."""


class Hints(NamedTuple):
    """The player that gives the hints, and its time per hint in seconds; 0 for a fixed number of deals.

    An empty player means the strongest one, with a fallback until it is compiled.
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
        text: the help text.
        read: parses a variant, and raises an error for one that the command does not play.
        variant: the parameter ``variant``, which names the game.
        own: the command's own parameters, which change the variant.
        seats: the number of seats, if it is the same for all games of the command.
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
            type=common.FiniteRange(0, MOST_THINKING),
            help="Seconds for a hint; 0 for as many deals as its player looks at, so that the same "
            f"seed gives the same hint.  [default: {THINKING}; 0 with --seed]",
        ),
        click.Option(["--seed"], type=common.SEED, help="64-bit seed; a new one unless given."),
        click.Option(
            ["--seat"], type=click.IntRange(0, last), default=0, show_default=True, help=whose
        ),
        click.Option(
            ["--import", "imports"], metavar="MODULE", multiple=True, help=common.IMPORTS_HELP
        ),
        click.Option(
            ["--record"],
            metavar="FILE",
            help="Keep the game in this file; go on with one it holds.",
        ),
    )

    @click.pass_context
    def play(context: click.Context, /, variant: str, **options: Any) -> None:
        common.import_players(options["imports"])
        path = options["record"]
        text = None if path is None else held_text(path)
        if text is not None:
            _refuse_variant(context, path, (context.command.params[0], *own))
        others, adviser = (_said(context, name) for name in ("against", "hints"))
        seat, seed, think = (options[name] for name in ("seat", "seed", "think"))
        chair = chosen_chair(context, path, text, seat=seat, seed=seed, against=others)
        if think is None:
            think = THINKING if seed is None else 0.0
        altering = {one.name or "": options[one.name] for one in own}
        held = None if text is None else (path, text)
        hints = Hints(adviser, think)
        session = session_of(read, variant, altering, chair, hints, held)

        def make_host(stand_in: str) -> Host:
            sitting = replace(chair, against=session.level or chair.against)
            return _host(session.game, sitting, hints, stand_in)

        fallback = FallbackPlayers(session, make_host, _parts(chair, hints))
        play_with_others(session, chair, path, fallback.change)

    params = [variant, *own, *shared]
    return click.Command("play", params=params, callback=play, help=text)


def session_of(
    read: Reader,
    variant: str,
    altering: dict[str, Any],
    chair: Chair,
    hints: Hints,
    held: tuple[str, str] | None = None,
) -> Session:
    """Return a new game, or the saved game of a file.

    Args:
        read: parses the variant.
        variant: the variant of a new game.
        altering: the options that change it.
        chair: the player's seat, the seed and the opponents.
        hints: the player and the time for hints.
        held: the name and the content of the file, if it holds a game.
    """
    kind = session_kind()
    if held is None:
        with common.plain_errors():
            game = read(variant, **altering)
            host = _host(game, chair, hints)
            return kind(game, host, seat=chair.seat, seed=chair.seed)
    path, text = held
    with common.one_line_errors(path), replaying(text) as record:
        game = read(record.game)
        try:
            host = _host(game, chair, hints)
        except NotationError as error:  # not tied to a line of the record
            raise click.ClickException(f"{path}: {error}") from None
        return kind.of_record(record, host, seat=chair.seat, seed=chair.seed)


def session_kind() -> type[Session]:
    """Return the session class: with names and colours at a terminal, plain otherwise."""
    if is_at_terminal():
        from suitwise.cli.terminal import TerminalSession

        return TerminalSession
    from suitwise.players.session import Session

    return Session


def _refuse_variant(context: click.Context, path: str, params: Sequence[click.Parameter]) -> None:
    """Raise a usage error for parameters that name the variant if the record already names it."""
    for param in params:
        if context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
            name = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            raise click.UsageError(f"{path} holds a game already: leave out {name}")


def _said(context: click.Context, name: str) -> str:
    """Return the player given by an option; empty if the command may choose one.

    With a seed the default counts as given, since the same seed must give the same game.
    """
    is_left_out = context.get_parameter_source(name) is ParameterSource.DEFAULT
    return "" if is_left_out and context.params["seed"] is None else str(context.params[name])


def _parts(chair: Chair, hints: Hints) -> str:
    """Return the tasks of players not given by an option, such as "plays and advises"."""
    parts = (("plays", chair.against), ("advises", hints.player))
    return " and ".join(part for part, player in parts if not player)


def _host(game: Game[Any], chair: Chair, hints: Hints, stand_in: str = "") -> Host:
    """Return the host that shows the game, with the players of the other seats and of the hints.

    Args:
        game: the variant.
        chair: the player's seat, the seed and the opponents.
        hints: the player and the time for hints.
        stand_in: the fallback for players not given by an option; empty for the strongest player.
    """
    from suitwise.players.host import Host, seated
    from suitwise.players.named import named

    unnamed = stand_in or STRONGEST
    adviser = named(hints.player or unnamed, game).thinking(hints.think)
    return Host(
        player=seated(chair.against or unnamed, game, chair.seed),
        adviser=adviser.seated(chair.seed, 0),
        by="" if hints.player else stand_in,
        advises=adviser.name,
        say=voice(game, chair.seat),
        width=common.console().width if is_at_terminal() else 0,
    )


def spoken() -> str:
    """Return the language that the command line asks for, or the environment."""
    context = click.get_current_context(silent=True)
    return language(None if context is None else context.find_root().params.get("lang"))


def language(asked: str | None) -> str:
    """Return the language of the terminal: the one given, else that of the environment.

    >>> language("zh")
    'zh'
    """
    if asked:
        return asked
    locale = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "zh" if locale.startswith("zh") and _encodes("中文") else "en"


def _encodes(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def voice(game: Game[Any], seat: int) -> Say:
    """Return how a player is told phrases: a script in English as they are, others translated."""
    lang = spoken()
    if lang == "en" and not is_at_terminal():
        return str
    from suitwise.cli.terminal import voice_of

    return voice_of(game, seat, lang)


def variant_of_kind(text: str, kind: type[G], title: str) -> G:
    """Return a variant of one game from its text.

    Args:
        text: the variant.
        kind: the class of the game's variants.
        title: the name of the game.

    Raises:
        NotationError: the text does not name a variant of this game.
    """
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


# --- ``suitwise play`` for any game ---------------------------------------------------------------


def _read(text: str) -> Game[Any]:
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
