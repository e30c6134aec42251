"""Lines for a terminal: the signs of suits in their colours, long lines folded at its width.

``rich`` knows what the terminal can: without colours where ``NO_COLOR`` is set, without any control
sign where the terminal is a dumb one.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from suitwise.cards import SIGNS, SUITS

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

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
"""What stands before the text of a row: its name and the gap behind it."""


def signed(line: str) -> str:
    """Return a line with the signs of suits in place of their letters; its columns stay where they are.

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
    """What is written on a terminal.

    Args:
        console: the terminal.
    """

    console: Console

    @property
    def width(self) -> int:
        """How many characters a line has."""
        return self.console.width

    @property
    def has_signs(self) -> bool:
        """Whether the signs of suits can be written; letters stay where they can't."""
        try:
            SIGNS.encode(self.console.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def line(self, text: str, style: str = "", marked: Collection[str] = ()) -> str:
        """Return a line with colours, in several where it is too long.

        Args:
            text: the line.
            style: what it is like where nothing in it has a colour of its own.
            marked: words in it that stand out.
        """
        coloured = self._coloured(text, style)
        if marked:  # no word at all would be found everywhere
            coloured.highlight_words(marked, "not dim bold green")
        return self.written(self._folded(coloured, text))

    def box(self, title: str, lines: list[str], foot: str = "") -> str:
        """Return lines in a box with a title, and a foot below."""
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
        """Return what is to be written, with the terminal's control signs."""
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
        """Return a line folded at blanks, what follows below where its text begins."""
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
