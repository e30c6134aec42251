"""A game at a terminal for a person: names of seats, coloured suit symbols, folded lines.

The texts come from the session. This module replaces seat numbers by names and suit letters by symbols,
puts the result of a finished hand in a box, and waits for the player before the next hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from suitwise.cards import SIGNS, SUITS
from suitwise.cli.common import console
from suitwise.game import OVER, Game, State, load
from suitwise.players.host import Look, face_of, verdict
from suitwise.players.session import Session

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text


# --- Lines: suit symbols, colours and folding -----------------------------------------------------
#
# ``rich`` detects the terminal's abilities: no colours if ``NO_COLOR`` is set, no control characters on
# a dumb terminal.

_CARDS = re.compile(r"(?<!\w)(?:BJ|RJ|JK|[SHDC][2-9TJQKA])+(?!\w)")
_SIGN_OF = str.maketrans({**dict(zip(SUITS, SIGNS, strict=True)), "T": "10"})
_COLUMN = re.compile(r" {2,}(?=\d+$)")
"""The gap before a number at the end of a row."""
_RULE = re.compile("[─┼]+")
_RED = f"[{SIGNS[1]}{SIGNS[2]}](?:10|[2-9JQKA])|RJ"
_BLACK = f"[{SIGNS[0]}{SIGNS[3]}](?:10|[2-9JQKA])|BJ|JK"
_NAMES = r"\b(?:Left|Partner|Right|Across|Opponent)\b|\b[Yy]ou(?:r)?\b"
SUIT_COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red", "bright_cyan", "bright_yellow")
"""The colours of the suits a, b, … of Stack Management."""
_STYLES = {
    _RED: "bold red",
    _BLACK: "bold",
    r"●": "bold yellow",
    r" \*(?= |$)": "bold green",
    _NAMES: "cyan",
    **{
        rf"(?<![\w-])\d+{suit}(?!\w)": one
        for suit, one in zip("abcdefgh", SUIT_COLOURS, strict=True)
    },
}
_INDENT = re.compile(r"^(?:\S+ *│ |\S.{,14}? {2,}| *)")
"""The start of a row before its text: its name and the gap after it."""


def signed(line: str) -> str:
    """Return a line with suit symbols in place of letters; columns keep their positions.

    >>> signed("left  S7 HT CJ   61"), signed("RJ H2H2"), signed("SAFE")
    ('left  ♠7 ♥10 ♣J  61', 'RJ ♥2♥2', 'SAFE')
    """
    said = _CARDS.sub(lambda found: _signs(found[0]), line)
    gap, longer = _COLUMN.search(said), len(said) - len(line)
    if gap is not None and len(gap[0]) > longer + 1:
        said = said[: gap.start()] + said[gap.start() + longer :]
    return said


def _signs(cards: str) -> str:
    pieces = re.findall(r"BJ|RJ|JK|..", cards)
    return "".join(one if one in ("BJ", "RJ", "JK") else one.translate(_SIGN_OF) for one in pieces)


@dataclass(frozen=True)
class Paper:
    """Formats text for a terminal.

    Args:
        console: the terminal.
    """

    console: Console

    @property
    def width(self) -> int:
        """The width of a line in characters."""
        return self.console.width

    @property
    def has_signs(self) -> bool:
        """True if the terminal can show suit symbols; otherwise letters are kept."""
        try:
            SIGNS.encode(self.console.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def line(self, text: str, style: str = "", marked: Collection[str] = ()) -> str:
        """Return a line with colours, folded if it is too long.

        Args:
            text: the line.
            style: the style of the parts without a colour of their own.
            marked: words to highlight.
        """
        coloured = self._coloured(text, style)
        if marked:  # an empty pattern would match everywhere
            coloured.highlight_words(marked, "not dim bold green")
        return self.written(self._folded(coloured, text))

    def box(self, title: str, lines: list[str], foot: str = "") -> str:
        """Return lines in a box with a title and a footer."""
        from rich.box import ROUNDED
        from rich.panel import Panel
        from rich.text import Text

        title = title[:1].upper() + title[1:]
        inside = Text("\n").join(self._coloured(line, "") for line in lines)
        widest = max(len(one) for one in (title + "  ", foot + "  ", *lines))
        return self.written(
            Panel(
                inside,
                box=ROUNDED,
                title=Text(title, "bold"),
                subtitle=Text(foot, "dim") if foot else None,
                border_style="green",
                width=min(widest + 6, self.width),
                padding=(0, 2),
            )
        )

    def rule(self, title: str) -> str:
        """Return a line across the terminal with a title in it."""
        from rich.rule import Rule

        if len(title) > self.width - 6:
            return "\n".join([self.written(Rule(style="dim")), self.line(title, "bold")])
        return self.written(Rule(self._coloured(title, "bold"), align="left", style="dim"))

    def written(self, what: RenderableType) -> str:
        """Return a renderable as text with the terminal's control characters."""
        with self.console.capture() as caught:
            self.console.print(what, highlight=False)
        return "\n".join(line.rstrip() for line in caught.get().rstrip("\n").split("\n"))

    def _coloured(self, text: str, style: str) -> Text:
        from rich.text import Text

        made = Text(text, style)
        for pattern, colour in _STYLES.items():
            made.highlight_regex(pattern, colour)
        return made

    def _folded(self, line: Text, text: str) -> Text:
        """Return a line folded at blanks, with continuations indented to the start of its text."""
        from rich.text import Text

        if line.cell_len <= self.width:
            return line
        if _RULE.fullmatch(text):
            return line[: self.width]
        found = _INDENT.match(text)
        indent = found.end() if found and found.end() < self.width // 2 else 0
        first, rest = line[:indent], line[indent:]
        lines = rest.wrap(self.console, self.width - indent)
        column = "│".rjust(indent - 1) + " " if "│" in first.plain else " " * indent
        folded = [
            first + one if at == 0 else Text.assemble((column, "dim"), one)
            for at, one in enumerate(lines)
        ]
        return Text("\n").join(folded)


# --- Names of seats: You, Left, Partner, Right ----------------------------------------------------
#
# Sentences of the package write ``seat 2`` for a seat and ``seats 0 and 2`` for two partners
# (``foundation.text.phrases``). The player's own seat becomes ``you``, which changes the verb.

_AROUND = {
    1: (),
    2: ("Opponent",),
    3: ("Left", "Right"),
    4: ("Left", "Across", "Right"),
}
"""The names of the others clockwise, by the number of seats; with more seats numbers are used."""
_PAIR = re.compile(r"\bseats (\d+) and (\d+)\b")
_OWNED = re.compile(r"\bseat (\d+)'s\b")
_OF = re.compile(r"^(\S+) of seat (\d+)\b", re.M)
_SEAT = re.compile(r"(\b(?:of|by|to|from|than|for|against) )?\bseat (\d+)\b(?: ([a-z]+)\b)?")
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))


@dataclass(frozen=True)
class Seats:
    """The names of the seats of a game.

    Args:
        own: the player's seat.
        names: the name of each seat by number; empty if the seat is called by its number.

    >>> seats = Seats(0, ("you", "Left", "Partner", "Right"))
    >>> seats.said("seat 0 takes 6-4, seats 0 and 2 have 10; it is the domino of seat 3")
    'You take 6-4, you and Partner have 10; it is the domino of Right'
    """

    own: int
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """Return the name of a seat within a sentence."""
        known = self.names[seat] if seat < len(self.names) else ""
        return known or f"seat {int(seat)}"

    def said(self, text: str) -> str:
        """Return a text with seat numbers replaced by names."""
        text = _PAIR.sub(self._pair, text)
        text = _OWNED.sub(lambda found: self._owned(int(found[1])), text)
        text = _OF.sub(lambda found: f"{self._owned(int(found[2]))} {found[1]}", text)
        text = _SEAT.sub(self._seat, text)
        return re.sub(r"^y(?=ou\b|our\b)", "Y", text, flags=re.M)

    def _pair(self, found: re.Match[str]) -> str:
        seats = sorted((int(found[1]), int(found[2])), key=lambda seat: seat != self.own)
        return " and ".join(map(self.name, seats))

    def _owned(self, seat: int) -> str:
        return "your" if seat == self.own else f"{self.name(seat)}'s"

    def _seat(self, found: re.Match[str]) -> str:
        before, seat, verb = found[1] or "", int(found[2]), found[3]
        if verb is not None and seat == self.own and not before:
            verb = plural(verb)
        return f"{before}{self.name(seat)}" + (f" {verb}" if verb else "")


def seats_of(game: Game[Any], own: int) -> Seats:
    """Return the names of a game's seats as seen from one of them.

    >>> from suitwise.game import load
    >>> seats_of(load("texas42"), 3).names, seats_of(load("gin"), 0).names
    (('Left', 'Partner', 'Right', 'you'), ('you', 'Opponent'))
    >>> seats_of(load("tractor"), 0).names  # play goes anticlockwise: who is next sits to the right
    ('you', 'Right', 'Partner', 'Left')
    """
    count = game.facts.seats
    others = _AROUND.get(count, ("",) * (count - 1))
    if game.facts.sides and count == len(_AROUND):
        others = ("Left", "Partner", "Right")
    around = ("you", *(reversed(others) if game.facts.anticlockwise else others))
    return Seats(own, tuple(around[(seat - own) % count] for seat in range(count)))


def plural(verb: str) -> str:
    """Return a verb in the form for ``you``; other words are unchanged.

    >>> [plural(word) for word in ("takes", "passes", "buries", "is", "took", "chooses")]
    ['take', 'pass', 'bury', 'are', 'took', 'choose']
    """
    if verb in _VERBS:
        return _VERBS[verb]
    for ending, instead in _ENDINGS:
        if verb.endswith(ending):
            return verb.removesuffix(ending) + instead
    return verb[:-1] if re.search("[^s]s$", verb) else verb


# --- The session at a terminal --------------------------------------------------------------------

_AS_THEY_ARE = ("moves", "record", "help", "?")
"""Commands whose answers the player may type or save, so cards keep their letters."""
_TYPED = re.compile(r"to [a-z]+: |the throw has failed; to lead: |.*type help for the commands$")
"""A line that shows possible input, so cards keep their letters."""
_HINT = re.compile(r"(\S+): ")
_AT_REST = {"show", "score", "last", "tricks", "undo", "redo", "record", "level", "help", "?"}
"""The commands allowed between two hands."""
_LEAVING = {"quit", "q", "exit"}
_FOOT = "Enter: the next hand"
_LAST_FOOT = "quit, or undo, score, record"
_ALIKE = 20
"""Two consecutive sentences with this many equal first letters say the same."""
_SCREEN = "\0"
"""The placeholder in an answer for the seat's view."""
_PICTURE = re.compile(r"[┌│\[]|(?:run|set|left) ")
"""The start of a line that belongs to a picture."""
_DOMINO_NAMES = re.compile(r" *\d-\d[ \d-]*")
"""The line of the names below dominoes."""


def look_of(game: Game[Any], seat: int) -> Look:
    """Return the style of a game's pictures on this terminal for a seat."""
    return Look(console().width, seats_of(game, seat).name)


class TerminalSession(Session):
    """A session with output for a terminal; see ``players.session``."""

    @cached_property
    def _seats(self) -> Seats:
        return seats_of(self.game, self._seat)

    @cached_property
    def _face(self) -> Any:
        return face_of(self.game)

    @cached_property
    def _paper(self) -> Paper:
        return Paper(console())

    @property
    def title(self) -> str:
        """The variant, without options at their default values."""
        usual = _options(load(self.game.name))
        own = ",".join(one for one in _options(self.game) if one not in usual)
        name = f"{self.game.name}({own})" if own else self.game.name
        alone = self.game.facts.seats == 1
        more = "" if alone else ", level for the opponents"
        return self._paper.line(f"{name}, seed {self._seed}; help for the commands{more}", "dim")

    def begin(self) -> str:
        """Return the text before the first command."""
        return self._dressed(super().begin())

    def answer(self, line: str) -> str:
        """Execute a line; after a finished hand an empty line starts the next one."""
        word = line.strip().lower().partition(" ")[0]
        if self._rests:
            if not word:
                told = (self._step(self._move_of_others()), *self._others())
                return self._dressed(self._tell(filter(None, told)))
            if word not in _AT_REST | _LEAVING and not word.startswith("#"):
                return self._paper.line("the hand is over; Enter goes on with the next", "dim")
        answer = super().answer(line)
        if word == "hint":
            return self._hinted(answer)
        if word in _AS_THEY_ARE:
            return answer if word == "record" else self._as_typed(answer)
        return self._dressed(answer)

    @property
    def _rests(self) -> bool:
        state = self._state
        return state.turn != OVER and self._face is not None and self._face.is_between(state)

    # --- The view of the seat ---------------------------------------------------------------------

    def _told_of(self, before: State[Any], move: Any) -> str:
        """Return what the player sees of a move, without the end of a hand, which goes in the box."""
        if self._face is None:
            return super()._told_of(before, move)
        return "\n".join(self._host.events(before, move, self._state, self._seat))

    def _shown(self) -> str:
        """Return the placeholder that is later replaced by the seat's view."""
        return _SCREEN

    def _dressed(self, text: str) -> str:
        """Return a text with names, symbols and colours, and with the seat's view filled in."""
        return "\n".join(
            self._screen() if line == _SCREEN else self._line(line) for line in text.split("\n")
        )

    def _screen(self) -> str:
        """Return the seat's view and task; for a finished hand, a box with its result."""
        state, seat, face = self._state, self._seat, self._face
        seen = self._host.shown(state, seat).strip("\n").split("\n")
        is_over = state.turn == OVER
        if is_over or self._rests:
            above = seen if is_over and self.game.facts.perfect_information else []
            return "\n".join([*map(self._line, above), self._box()])
        title = "" if self.game.facts.perfect_information else self._headline()
        if _PICTURE.match(seen[0]) is None:
            title = seen.pop(0)
        lines = [self._paper.rule(self._said(title)), *map(self._line, seen)]
        if state.turn == seat:
            lines[1:] = map(self._marked, lines[1:], seen)
        if face is not None and state.turn == seat and not self.game.facts.perfect_information:
            task = str(face.task(state))
            if task[:_ALIKE] not in seen[-1]:
                lines.insert(-1, self._line(task, style="bold"))
        return "\n".join(lines)

    def _marked(self, drawn: str, line: str) -> str:
        """Return a line of a picture, with the names of playable dominoes highlighted."""
        if _DOMINO_NAMES.fullmatch(line) is None:
            return drawn
        return self._paper.line(line, "dim", list(map(str, self._state.moves())))

    def _headline(self) -> str:
        return "" if self._face is None else str(self._face.headline(self._state))

    def _box(self) -> str:
        """Return the result of the hand or the game in a box."""
        state, face = self._state, self._face
        over = None if face is None else face.over(state)
        if state.turn != OVER:
            title, foot = "the hand is over", _FOOT
        else:
            title, foot = verdict(state, self._seat), _LAST_FOOT
        if over is None:
            lines = [self._host.result(state, self._seat)]
        else:
            lines = [over["text"], *over["lines"], *filter(None, [over["next"]])]
        return self._paper.box(title, [self._said(str(line)) for line in lines], foot)

    # --- Texts ------------------------------------------------------------------------------------

    def _said(self, line: str, *, is_typed: bool = False) -> str:
        """Return a line with names of seats, and with suit symbols unless the player may type it."""
        stays = is_typed or not self._paper.has_signs
        return self._seats.said(line if stays else signed(line))

    def _line(self, line: str, style: str = "") -> str:
        if not line:
            return line
        is_typed = _TYPED.match(line) is not None
        return self._paper.line(self._said(line, is_typed=is_typed), style or "dim" * is_typed)

    def _hinted(self, hint: str) -> str:
        """Return a hint: the move in the form for typing, the reason with names and symbols."""
        found = _HINT.match(hint)
        if found is None:
            return self._line(hint)
        return self._paper.line(f"{found[0]}{self._said(hint[found.end() :])}")

    def _as_typed(self, text: str) -> str:
        return "\n".join(self._paper.line(line) for line in text.split("\n"))


def _options(game: Game[Any]) -> list[str]:
    """Return the options of a variant as texts."""
    return str(game).partition("(")[2].removesuffix(")").split(",")
