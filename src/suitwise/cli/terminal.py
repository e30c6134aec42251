"""Play at a terminal: colours, suit symbols, folded lines, translation, and names for the seats.

The session provides the texts. Here its phrases are translated and seats get names, as at a browser
table. The result of a finished hand is shown in a box, and the next hand waits for the player.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from suitwise.cards import SIGNS, SUITS
from suitwise.cli.common import console
from suitwise.foundation.text.phrases import CardText, Phrase, Say, Seat, phrase
from suitwise.foundation.text.writing import cells
from suitwise.game import OVER, Game, load
from suitwise.players.session import Session
from suitwise.table.rules.messages import merged, say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text


# --- Lines: suit symbols, colours and folding -----------------------------------------------------
#
# ``rich`` detects the terminal's abilities: no colours if ``NO_COLOR`` is set, no control characters on
# a dumb terminal.

_LETTER_OF = str.maketrans(dict(zip(SIGNS, SUITS, strict=True)))
_RULE = re.compile("[─┼]+")
_RED = f"[{SIGNS[1]}{SIGNS[2]}](?:10|[2-9JQKA])|RJ"
_BLACK = f"[{SIGNS[0]}{SIGNS[3]}](?:10|[2-9JQKA])|BJ|JK"
_NAMES = r"\b(?:Left|Partner|Right|Across|Opponent)\b|\b[Yy]ou(?:r)?\b|左家|右家|对家|对面|对手|你"
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
        text = self._shown(text)
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
        lines = [self._shown(line) for line in lines]
        inside = Text("\n").join(self._coloured(line, "") for line in lines)
        widest = max(cells(one) for one in (title + "  ", foot + "  ", *lines))
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

        title = self._shown(title)
        if cells(title) > self.width - 6:
            return "\n".join([self.written(Rule(style="dim")), self.line(title, "bold")])
        return self.written(Rule(self._coloured(title, "bold"), align="left", style="dim"))

    def written(self, what: RenderableType) -> str:
        """Return a renderable as text with the terminal's control characters."""
        with self.console.capture() as caught:
            self.console.print(what, highlight=False)
        return "\n".join(line.rstrip() for line in caught.get().rstrip("\n").split("\n"))

    def _shown(self, text: str) -> str:
        """Return a text as the terminal can show it, with a capital letter at its start."""
        shown = text if self.has_signs else text.translate(_LETTER_OF)
        return re.sub(r"^y(?=ou\b|our\b)", "Y", shown)

    def _coloured(self, text: str, style: str) -> Text:
        from rich.text import Text

        coloured = Text(text, style)
        for pattern, colour in _STYLES.items():
            coloured.highlight_regex(pattern, colour)
        return coloured

    def _folded(self, line: Text, text: str) -> Text:
        """Return a line folded at blanks, with continuations indented to the start of its text."""
        from rich.text import Text

        if line.cell_len <= self.width:
            return line
        if _RULE.fullmatch(text):
            return line[: self.width]
        match = _INDENT.match(text)
        indent = match.end() if match and match.end() < self.width // 2 else 0
        first, rest = line[:indent], line[indent:]
        lines = rest.wrap(self.console, self.width - indent)
        column = "│".rjust(indent - 1) + " " if "│" in first.plain else " " * indent
        folded = [
            first + part if i == 0 else Text.assemble((column, "dim"), part)
            for i, part in enumerate(lines)
        ]
        return Text("\n").join(folded)


# --- The language and the names of seats ----------------------------------------------------------

_YOU, _OPPONENT = phrase("terminal.you", "you"), phrase("terminal.opponent", "Opponent")
_LEFT, _RIGHT = phrase("terminal.left", "Left"), phrase("terminal.right", "Right")
_PARTNER, _ACROSS = phrase("terminal.partner", "Partner"), phrase("terminal.across", "Across")
_AROUND = {1: (), 2: (_OPPONENT,), 3: (_LEFT, _RIGHT), 4: (_LEFT, _ACROSS, _RIGHT)}
"""The names of the others clockwise, by the number of seats; with more seats numbers are used."""


def voice_of(game: Game[Any], own: int, lang: str) -> Say:
    """Return the function that translates phrases for a player: "you", and names for the other seats.

    Args:
        game: the variant.
        own: the player's seat.
        lang: the language.

    >>> from suitwise.foundation.text.phrases import Seat
    >>> [voice_of(load("texas42"), 3, "en")(Seat(seat)) for seat in range(4)]
    ['Left', 'Partner', 'Right', 'you']
    >>> [voice_of(load("gin"), 0, "zh")(Seat(seat)) for seat in range(2)]
    ['你', '对手']
    """
    count = game.facts.seats
    others: tuple[Phrase, ...] = _AROUND.get(count, ())
    if game.facts.sides and count == 4:
        others = (_LEFT, _PARTNER, _RIGHT)
    around = (_YOU, *(reversed(others) if game.facts.anticlockwise else others))
    names = [_name(seat, (seat - own) % count, around, lang) for seat in range(count)]

    def voice(what: Phrase | Seat | CardText) -> str:
        text = str(say(what, lang, names, own))
        is_foreign = isinstance(what, Phrase) and what.code not in merged("zh")
        return _YOU_DO.sub(_plural, text) if is_foreign and lang == "en" else text

    return voice


_YOU_DO = re.compile(r"\b(?<!of )you ([a-z]+)\b")
"""``you`` and a verb in a phrase of another package, which was written for ``seat 0`` in its place."""
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go", "ties": "tie"}
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""))


def _plural(found: re.Match[str]) -> str:
    """Return ``you`` with the form of a verb that goes with it; other words are unchanged."""
    verb = found[1]
    endings = ((verb.removesuffix(end) + new) for end, new in _ENDINGS if verb.endswith(end))
    return f"you {_VERBS.get(verb) or (verb if verb.endswith('ss') else next(endings, verb))}"


def _name(seat: int, place: int, around: tuple[Phrase, ...], lang: str) -> str:
    """Return the name of a seat; a number is that of the option ``--seat``."""
    if place < len(around):
        return str(say(around[place], lang))
    return str(say(phrase("terminal.seat", "seat {n}", n=seat), lang))


# --- The session at a terminal --------------------------------------------------------------------

_AT_REST = {"show", "score", "last", "tricks", "undo", "redo", "record", "level", "help", "?"}
"""The commands allowed between two hands."""
_LEAVING = {"quit", "q", "exit"}
_SCREEN = "\0"
"""The placeholder in an answer for the seat's view."""
_DOMINO_NAMES = re.compile(r" *\d-\d[ \d-]*")
"""The line of the names below dominoes."""


class TerminalSession(Session):
    """A session with output for a terminal; see ``players.session``."""

    @cached_property
    def _paper(self) -> Paper:
        return Paper(console())

    @property
    def title(self) -> str:
        """The variant, without options at their default values."""
        usual = _options(load(self.game.name))
        changed = ",".join(one for one in _options(self.game) if one not in usual)
        name = f"{self.game.name}({changed})" if changed else self.game.name
        line = phrase(
            "terminal.heading",
            "{game}, seed {seed}; help for the commands",
            game=name,
            seed=self._seed,
        )
        if self.game.facts.seats > 1:
            line = phrase(
                "terminal.heading-level", "{heading}, level for the opponents", heading=line
            )
        return self._paper.line(self._say(line), "dim")

    def begin(self) -> str:
        """Return the text before the first command."""
        return self._dressed(super().begin())

    def answer(self, line: str) -> str:
        """Execute a line; after a finished hand an empty line starts the next one."""
        word = line.strip().lower().partition(" ")[0]
        if self._rests:
            if not word:
                lines = (self._step(self._move_of_others()), *self._others())
                return self._dressed(self._tell(filter(None, lines)))
            if word not in _AT_REST | _LEAVING and not word.startswith("#"):
                rests = phrase("terminal.rests", "the hand is over; Enter goes on with the next")
                return self._paper.line(self._say(rests), "dim")
        answer = super().answer(line)
        return answer if word == "record" else self._dressed(answer)

    @property
    def _rests(self) -> bool:
        return self._state.turn != OVER and bool(self._face.is_between(self._state))

    # --- The view of the seat ---------------------------------------------------------------------

    def _shown(self) -> str:
        """Return the placeholder that is later replaced by the seat's view."""
        return _SCREEN

    def _dressed(self, text: str) -> str:
        """Return a text with colours, and with the seat's view filled in."""
        return "\n".join(
            self._screen() if line == _SCREEN else self._line(line) for line in text.split("\n")
        )

    def _screen(self) -> str:
        """Return the seat's view and task; for a finished hand, a box with its result."""
        state, seat, face = self._state, self._seat, self._face
        is_open, is_over = self.game.facts.perfect_information, state.turn == OVER
        pictured = [*face.pictured(state, seat, self._host.say, self._host.width)]
        course = [self._line(self._say(line)) for line in face.course(self._history)]
        if is_over or self._rests:
            above = map(self._line, pictured if is_over and is_open else [])
            return "\n".join([*above, self._box(), *course])
        lines = [] if is_open else [self._paper.rule(self._say(face.headline(state)))]
        if state.turn != seat:
            to_move = phrase("table.to-move", "{seat} is to move", seat=Seat(state.turn))
            return "\n".join([*lines, *map(self._line, pictured), self._line(self._say(to_move))])
        typed = {*face.typed(state)}
        prompt_lines = (
            self._line(self._say(line), "dim" if line in typed else "bold")
            for line in face.prompt(state)
        )
        return "\n".join([*lines, *map(self._marked, pictured), *prompt_lines, *course])

    def _marked(self, line: str) -> str:
        """Return a line of a picture, with the names of playable dominoes highlighted."""
        if _DOMINO_NAMES.fullmatch(line) is None:
            return self._line(line)
        return self._paper.line(line, "dim", list(map(str, self._state.moves())))

    def _box(self) -> str:
        """Return the result of the hand or the game in a box."""
        title = self._face.verdict(self._state, self._seat).text
        if self._state.turn == OVER:
            foot = phrase("terminal.last-foot", "quit, or undo, score, record")
        else:
            foot = phrase("terminal.foot", "Enter: the next hand")
        lines = [*self._face.ending(self._state, self._seat, self._host.say)]
        return self._paper.box(self._say(title), lines, self._say(foot))

    def _line(self, line: str, style: str = "") -> str:
        return self._paper.line(line, style) if line else line


def _options(game: Game[Any]) -> list[str]:
    """Return the options of a variant as texts."""
    return str(game).partition("(")[2].removesuffix(")").split(",")
