"""What a game says at the terminal and in pictures, and the player of its other seats.

``Host`` knows a game by the contract alone, so any game can be played with it: it shows the ``view``,
the moves to choose from and how the game stands. A game that has more to say derives a host of its own
and names it in its entry of the ``catalogue``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from suitwise.catalogue import STRONGEST, find
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import CHANCE, OVER, Game
from suitwise.players.named import RandomPlayer, named
from suitwise.players.turns import Advice, Adviser

if TYPE_CHECKING:
    from suitwise.players.history import History

_MOST_NAMED = 40
"""How many legal moves are named."""


@dataclass(frozen=True)
class Look:
    """How pictures of text are drawn.

    Args:
        width: how many characters wide they may be; 0 for as wide as they are.
        name: says what a seat is called.

    >>> Look().name(Seat(2))
    'seat 2'
    """

    width: int = 0
    name: Callable[[Seat], str] = str


@dataclass(frozen=True)
class Host:
    """Shows a game to a seat; the other seats have a player.

    Args:
        player: the player of the other seats.
        game: the variant.
        adviser: the player that gives the hints; None for that of the other seats.
        by: the name of the adviser, where a hint is to say it.
        advises: what the adviser is called, for moves of which it gives no reason.
        look: how pictures are drawn.

    >>> from suitwise.testing import Kuhn
    >>> host, state = Host(), Kuhn().parse("KJ:pb")
    >>> print(host.shown(state, 0))
    <BLANKLINE>
    K/2:pb
    to move: p b
    >>> host.score(state.after("b")), host.result(state.after("b"), 0)
    ('seat 0: +2, seat 1: -2', 'you win: +2; seat 0: +2, seat 1: -2')
    """

    player: Callable[[Any], Any] = field(default_factory=lambda: RandomPlayer(0))
    game: Game[Any] | None = None
    adviser: Callable[[Any], Any] | None = None
    by: str = ""
    advises: str = "that advises"
    look: Look = Look()

    commands: ClassVar[str] = """\
hint         what the adviser would play in your place, and why
why [MOVE]   why a move is not legal, or why the last one was refused
moves        your legal moves
show         what you see, again
undo [N]     back to your last decision, or to the N-th before
redo         take back the last undo, before your next move
last         the last trick and why it was whose it was; else what was done last
tricks       the tricks of this hand
score        how the game stands, or how it has ended
level [WHO]  whom you play against, or change it: easy, medium, strong
record       the whole game as text, once it is over
quit         leave, as do q and exit"""
    """The commands of a session in a few lines.

    :meta hide-value:
    """
    size: ClassVar[tuple[int, int]] = 80, 24
    """How many columns and lines a picture has room for."""
    shows_cards: ClassVar[bool] = False
    """Whether cards of red suits are red in pictures."""
    several: ClassVar[bool] = False
    """Whether a line may hold several moves."""
    longest_line: ClassVar[int] = 200
    """The most characters that a line may have."""
    listing: ClassVar[tuple[int, str]] = 80, " and"
    """The most legal moves that are listed, and the word before the number of the others."""
    counted: ClassVar[tuple[str, str, str]] = "decisions", "one", "nothing"
    """What undo takes back: its plural, the last of it, and none."""

    @property
    def help(self) -> str:
        """The moves in a few lines."""
        return "MOVE         a move as the command moves lists it"

    def attend(self, history: History) -> None:
        """Take note of the moves played, to which later ones are added."""

    def choose(self, state: Any) -> Any:
        """Return the move of another seat."""
        return self.player(state)

    def against(self, player: Callable[[Any], Any]) -> Host:
        """Return the host with another player of the other seats."""
        return replace(self, player=player)

    def unasked(self, state: Any, last: Any) -> Any:
        """Return the move made for the player without a question, None where the player is to be asked.

        Args:
            state: the player's turn.
            last: the state in which the player was last asked; None for none.
        """
        return None

    # --- What a seat sees -------------------------------------------------------------------------

    def shown(self, state: Any, seat: int) -> str:
        """Return what a seat sees, and what it is to do."""
        return "\n".join(["", *self.table(state, seat)])

    def table(self, state: Any, seat: int) -> Iterator[str]:
        """Yield what a seat sees, and what it is to do, in lines."""
        yield state.view(seat)
        yield from standing(state, seat)

    def pictured(self, state: Any, seat: int) -> str:
        """Return the text that a picture shows to any seat, whoever is on turn."""
        if state.turn == CHANCE:
            return str(state.view(seat))
        return self.shown(state, seat).lstrip("\n")

    def room(self, game: Any) -> tuple[int, int]:
        """Return how many columns and lines the pictures of a variant have."""
        return self.size

    def told(self, before: Any, move: Any, after: Any, seat: int) -> str:
        """Return what a seat sees of a move of any seat or of chance; empty for nothing."""
        return "\n".join([*self.events(before, move, after, seat), *self.outcome(before, after)])

    def events(self, before: Any, move: Any, after: Any, seat: int) -> Iterator[str]:
        """Yield what a seat sees of a move in lines."""
        if before.turn >= 0 and before.turn != seat:
            is_open = before.game.facts.perfect_information
            yield f"seat {before.turn} {f'plays {move}' if is_open else 'has moved'}"

    def outcome(self, before: Any, after: Any) -> Iterator[str]:
        """Yield how a hand has ended that a move has brought to its end, in lines; else nothing."""
        yield from ()

    def tricks(self, state: Any) -> Iterator[str]:
        """Yield the whole tricks of the hand, a line each, in a game that has tricks."""
        yield from ()

    def score(self, state: Any) -> str:
        """Return how the game stands."""
        returns = enumerate(state.returns())
        return ", ".join(f"seat {seat}: {points:+g}" for seat, points in returns)

    def result(self, state: Any, seat: int) -> str:
        """Return what a seat has won or lost in a game that is over, and its last score."""
        return f"{verdict(state, seat)}: {state.returns()[seat]:+g}; {self.score(state)}"

    # --- Advice and refusals ----------------------------------------------------------------------

    @property
    def hinting(self) -> Callable[[Any], Any]:
        """The player that gives the hints."""
        return self.player if self.adviser is None else self.adviser

    def advised(self, state: Any) -> tuple[Any, Phrase]:
        """Return a move for the seat on turn, and the reason, from the player that gives the hints."""
        who = self.hinting
        if isinstance(who, Adviser):
            return who.advice(state)
        if len(state.moves()) == 1:
            return Advice(
                next(iter(state.moves())), phrase("any.only-move", "it is the only legal move")
            )
        if isinstance(who, RandomPlayer):
            why = phrase("any.at-random", "drawn at random from the legal moves")
        else:
            why = phrase(
                "any.no-reason",
                "the player {name} would play it, but gives no reasons",
                name=self.advises,
            )
        return Advice(who(state), why)

    def hint(self, state: Any) -> str:
        """Return a move for the seat on turn, and the reason, in a line that may say by whom."""
        move, why = self.advised(state)
        return f"{move}: {why}" + (f" [by {self.by}]" if self.by else "")

    def advice(self, state: Any) -> str:
        """Return a hint, or that the game is over."""
        return "the game is over" if state.turn == OVER else self.hint(state)

    def fault(self, state: Any, move: Any) -> str | None:
        """Return why the seat can't make a move, None if it can."""
        fault: str | None = state.why_not(move)
        return fault

    def refused(self, move: Any, fault: str) -> str:
        """Say that a move is not legal; a fault that begins with the move says it once."""
        return f"{move} is not legal: {fault.removeprefix(f'{move}: ')}"

    def why(self, refused: str) -> str:
        """Return why the last move was refused, if it was."""
        return refused or "nothing was refused: why MOVE tells why a move is not legal"

    def unread(self, text: str, error: Exception) -> str:
        """Say that a typed line is neither a move nor a command."""
        return f"{error}; type help for the commands"


def verdict(state: Any, seat: int) -> str:
    """Return whether a seat has won a game that is over."""
    ahead = state.returns()[seat]
    return "you win" if ahead > 0 else "you lose" if ahead < 0 else "nobody wins"


def standing(state: Any, seat: int) -> Iterator[str]:
    """Yield whose turn it is, what the seat may do, or how the game has ended for it."""
    if state.turn == OVER:
        yield f"the game is over: {state.returns()[seat]:+g}"
    elif state.turn == seat:
        moves = state.moves()
        named = " ".join(str(move) for move in islice(iter(moves), _MOST_NAMED))
        more = len(moves) - _MOST_NAMED
        yield f"to move: {named}" + (f" and {more:,} more" if more > 0 else "")
    elif state.turn >= 0:
        yield f"seat {state.turn} is to move"


def advising(game: Game[Any], player: str = STRONGEST, seconds: float = 0.0, seed: int = 0) -> Host:
    """Return a host of a game whose hints are those of a player that is named.

    Args:
        game: the variant.
        player: a level of strength or a player's text.
        seconds: how long it thinks about a hint; 0 for as many worlds as it says.
        seed: 64-bit seed of its draws.

    Raises:
        NotationError: the game has no such player.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> advising(load("gin"), "medium").hint(state)
    'pass: with HK the hand keeps 61 points, with a card of the stock 55.1 on average, now 61'
    """
    adviser = named(player, game).thinking(seconds)
    return host_kind(game)(game=game, adviser=adviser.seated(seed, 0), advises=adviser.name)


def face_of(game: Game[Any]) -> Any:
    """Return the face of a game (``players.face``), found through the catalogue; None where it has none.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> str(face_of(load("gin")).parse(state, "take it"))
    'pile'
    """
    entry = find(game.name)
    return entry.loaded(entry.face)(game) if entry and entry.face else None


def seated(player: str, game: Game[Any], seed: int) -> Callable[[Any], Any]:
    """Return what plays every seat of a game: the player that a text names, each with its own draws.

    Args:
        player: a level of strength or a player's text.
        game: the variant.
        seed: 64-bit seed of the draws.

    Raises:
        NotationError: the game has no such player.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> str(seated("easy", load("gin"), 1)(state))
    'pass'
    """
    kind = named(player, game)
    seats = [kind.seated(seed, 1 + seat) for seat in range(game.facts.seats)]
    return lambda state: seats[state.turn](state)


def host_kind(game: Game[Any]) -> type[Host]:
    """Return the class of a game's host: its own, or the one of any game.

    >>> from suitwise.game import load
    >>> host_kind(load("gin")).__name__
    'GinHost'
    """
    entry = find(game.name)
    kind: type[Host] = entry.loaded(entry.host) if entry and entry.host else Host
    return kind
