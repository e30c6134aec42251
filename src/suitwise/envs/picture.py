"""What a seat sees, for people: as text, and as a picture of that text.

The words are those of the terminal (``players.*_host``, ``stacks.picture.draw``). A picture has one size
throughout a variant, so that the pictures of a game make a film; a text too large for it is drawn in
smaller letters. Letters are DejaVu Sans Mono, which matplotlib brings along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from suitwise.errors import missing
from suitwise.game import OVER, Game, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from suitwise.texas42.endgame.state import EndgameState

_MOST_MOVES = 40
"""So many legal moves are named."""
_WIDE = 79
"""Stacks stand side by side in so many columns."""


# --- Text -----------------------------------------------------------------------------------------


def seen_text(state: State[Any], seat: int) -> str:
    """Return what a seat sees, and what it is to do, as text of several lines.

    A game that has nothing else to show, and any game while chance is to move, is shown as its ``view``.

    >>> from suitwise.game import load
    >>> print(seen_text(load("stacks").start().rolled(3, 0)[0], 0))
    [4c]  [4a]  [1c]  [3a]
     4b    2a    3b    1d
     1b    3c    5a    2c
     5b    2b    5c    1a
    ----  ----  ----  ----
     0     1     2     3
    to move: r2 r3
    >>> print(seen_text(load("gin").start().rolled(3, 0)[0], 0))
    seat 0
    left  S7 SQ HA H4 D8 D9 C2 C4 C6 CJ   61
    61 points, 10 cards
    pile  HK
    stock 31 cards
    to move: pile takes HK, or pass
    """
    name = state.game.name
    is_told = state.turn in (seat, OVER) or (state.turn >= 0 and name not in _FOR_THE_MOVER)
    if name in _HOSTS and is_told:
        text = _host(name).shown(state, seat).lstrip("\n")
    elif name in _TEXTS and is_told:
        text = "\n".join(_TEXTS[name](state, seat))
    else:
        text = "\n".join([state.view(seat), *_standing(state, seat)])
    return text if state.game.facts.seats == 1 else f"seat {seat}\n{text}"


_HOSTS = {
    "gin": "suitwise.rummy.gin.players.host:GinHost",
    "indian13": "suitwise.rummy.indian.players.host:IndianHost",
    "texas42": "suitwise.texas42.players.host:Texas42Host",
    "tractor": "suitwise.tractor.players.host:TractorHost",
}
"""Who shows a game at the terminal."""
_FOR_THE_MOVER = ("indian13",)
"""What is shown there says what is to be done, whoever looks: it is for the seat on turn alone."""


@cache
def _host(name: str) -> Any:
    module, kind = _HOSTS[name].split(":")
    return getattr(import_module(module), kind)()


def _standing(state: State[Any], seat: int) -> Iterator[str]:
    """Say whose turn it is, what the seat may do, or how the game has ended for it."""
    if state.turn == OVER:
        yield f"the game is over: {state.returns()[seat]:+g}"
    elif state.turn == seat:
        moves = state.moves()
        named = " ".join(str(move) for move in islice(iter(moves), _MOST_MOVES))
        more = len(moves) - _MOST_MOVES
        yield f"to move: {named}" + (f" and {more:,} more" if more > 0 else "")
    elif state.turn >= 0:
        yield f"seat {state.turn} is to move"


def _stacks_text(state: Any, seat: int) -> Iterator[str]:
    from suitwise.stacks.picture.draw import text_picture

    yield text_picture(state.layout, width=_WIDE)
    if state.turn != OVER:
        yield from _standing(state, seat)
    else:
        yield "won" if state.layout.is_won else "stuck: nothing can be moved"


def _endgame_text(state: EndgameState, seat: int) -> Iterator[str]:
    from suitwise.texas42.picture.text import declaration_name, hand_picture, position_picture
    from suitwise.texas42.rules.dominoes import dominoes_of, format_dominoes

    game, position = state.variant, state.position
    first, second = state.taken
    goal = f", seats 0 and 2 need {game.goal}" if game.goal else ""
    yield f"{declaration_name(game.declared)} declared{goal}"
    yield f"seats 0 and 2 took {first}, seats 1 and 3 {second}"
    if state.plays:
        yield f"played {format_dominoes(state.plays, ' ')}"
    if state.turn != OVER and position is not None:
        if position.trick:
            yield position_picture(position, below=seat)
        yield hand_picture(dominoes_of(position.hands[seat]))
    yield from _standing(state, seat)


_TEXTS: dict[str, Callable[[Any, int], Iterator[str]]] = {
    "stacks": _stacks_text,
    "texas42_endgame": _endgame_text,
}
"""How a game without a host is shown."""


# --- Pictures -------------------------------------------------------------------------------------

_PAPER, _INK, _RED = (250, 249, 245), (34, 34, 34), (190, 30, 30)
_LETTERS = 18
"""How high letters are, in pixels; they may shrink to a third."""
_MARGIN = 20
_ROOM = {
    "gin": (72, 12),
    "indian13": (84, 15),
    "texas42": (72, 24),
    "texas42_endgame": (72, 26),
    "tractor": (84, 15),
}
"""How many columns and lines a game's text has room for."""
_OTHER_ROOM = (80, 24)
_LEAST_ROOM, _MOST_ROWS = (40, 10), 64
_RED_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:(?:[SHDC][A2-9TJQK]|RJ|BJ|JK)\*?)+(?![A-Za-z0-9])")
_IS_RED = re.compile(r"[HD][A2-9TJQK]|RJ")
_WITH_CARDS = ("gin", "indian13", "tractor")


def seen_image(state: State[Any], seat: int) -> NDArray[np.uint8]:
    """Return what a seat sees as a picture: uint8 (height, width, 3), of one size in a variant.

    Raises:
        SuitwiseError: Pillow or matplotlib is missing.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> image = seen_image(state, 0)
    >>> image.shape, image.dtype
    ((304, 832, 3), dtype('uint8'))
    """
    import numpy as np

    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
    columns, rows = _room(state.game)
    size = _size_of(columns, rows, _LETTERS)
    lines, letters = _fitted(seen_text(state, seat), size)
    image = Image.new("RGB", size, _PAPER)
    _write(ImageDraw.Draw(image), lines, letters, state.game.name in _WITH_CARDS)
    return np.array(image)


def _room(game: Game[Any]) -> tuple[int, int]:
    """Return how many columns and lines the pictures of a variant have room for."""
    if game.name != "stacks":
        return _ROOM.get(game.name, _OTHER_ROOM)
    stacks, height, cards = game.stacks, game.height, game.cards  # type: ignore[attr-defined]
    column = len(f"[{cards}a]  ")
    beside = min(stacks, (_WIDE + 2) // column)
    rows = -(-stacks // beside) * (height + 3) + 1
    return max(beside * column, _LEAST_ROOM[0]), min(max(rows, _LEAST_ROOM[1]), _MOST_ROWS)


def _size_of(columns: int, rows: int, letters: int) -> tuple[int, int]:
    """Return width and height in pixels: multiples of 16, as films want them."""
    wide, high = _cell(letters)
    across, down = (int(inner) + 2 * _MARGIN for inner in (columns * wide, rows * high))
    return -(-across // 16) * 16, -(-down // 16) * 16


def _fitted(text: str, size: tuple[int, int]) -> tuple[list[str], int]:
    """Return a text's lines, and the largest letters in which they fit; what never fits is cut."""
    for letters in range(_LETTERS, _LETTERS // 3 - 1, -1):
        wide, high = _cell(letters)
        columns = int((size[0] - 2 * _MARGIN) / wide)
        rows = (size[1] - 2 * _MARGIN) // high
        lines = [part for line in text.splitlines() for part in _wrapped(line, columns)]
        if len(lines) <= rows:
            return lines, letters
    return [*lines[: rows - 1], "…"], letters


def _wrapped(line: str, columns: int) -> list[str]:
    """Break a long line between words; drawings, whose lines are short, stay as they are."""
    if len(line) <= columns:
        return [line]
    return wrap(line, columns, subsequent_indent="  ", break_on_hyphens=False)


def _write(draw: Any, lines: list[str], letters: int, with_cards: bool) -> None:
    """Write lines of text, the cards of red suits in red."""
    wide, high = _cell(letters)
    for row, line in enumerate(lines):
        y = _MARGIN + row * high
        draw.text((_MARGIN, y), line, fill=_INK, font=_font(letters))
        for at, card in _red_cards(line) if with_cards else ():
            x = _MARGIN + at * wide
            draw.rectangle((x, y, x + len(card) * wide - 1, y + high - 1), fill=_PAPER)
            draw.text((x, y), card, fill=_RED, font=_font(letters))


def _red_cards(line: str) -> Iterator[tuple[int, str]]:
    """Yield each card of a red suit with its place in the line.

    >>> list(_red_cards("pile  S7 HA knock:DT"))
    [(9, 'HA'), (18, 'DT')]
    """
    for cards in _RED_CARDS.finditer(line):
        for red in _IS_RED.finditer(cards[0]):
            yield cards.start() + red.start(), red[0]


@cache
def _font(letters: int) -> Any:
    from PIL import ImageFont

    try:
        import matplotlib
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSansMono.ttf")
    return ImageFont.truetype(str(font), letters)


@cache
def _cell(letters: int) -> tuple[float, int]:
    """Return how wide a letter is and how far lines stand apart, so that upright lines join."""
    font = _font(letters)
    _, top, _, bottom = font.getbbox("│")
    return font.getlength("M"), int(bottom - top) - 1
