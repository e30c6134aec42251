"""Render modes: the view of a seat as text, and as an image of that text.

The text is that of the terminal. All images of a variant have the same size, so that those of a game
make a video; a text too large for it is drawn in smaller letters. The font is DejaVu Sans Mono, which
comes with matplotlib.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from textwrap import wrap
from typing import Any

from suitwise.arguments import whole, whole_input
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, State
from suitwise.players.face import face_of
from suitwise.players.host import Host

RENDER_MODES = ("ansi", "rgb_array", "human")
FRAMES_A_SECOND = 2

# --- Text -----------------------------------------------------------------------------------------


def seen_text(state: State[Any], seat: int) -> str:
    """Return the view of a seat and its task as several lines of text.

    At a turn of chance the text is ``State.view``, and so it is for games without a face of their own.

    Raises:
        SuitwiseError: there is no such seat.

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
    knock with 10 or less
    pile         │ HK
    stock        │ 31 cards
    deadwood: 61 │ S7 SQ HA H4 D8 D9 C2 C4 C6 CJ
    take HK, or pass
    to move: pile pass
    """
    seat = whole(seat, "a seat", 0, state.game.facts.seats - 1)
    text = str(state.view(seat)) if state.turn == CHANCE else Host().shown(state, seat)
    return text if state.game.facts.seats == 1 else f"seat {seat}\n{text}"


def rendered(state: State[Any], seat: int, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return the view of a seat in a render mode: ``ansi``, ``rgb_array``, or None for nothing.

    ``human`` prints the text and returns nothing.

    >>> from suitwise.game import load
    >>> rendered(load("stacks(stacks=2,height=2)").start().rolled(3, 0)[0], 0, "human")
    [1a]  [1b]
     1d    1c
    ----  ----
     0     1
    you lose
    stuck: no stack is empty, and the tops are all of other suits
    <BLANKLINE>
    """
    if mode is None:
        return None
    if mode == "human":
        print(seen_text(state, seat), end="\n\n")
        return None
    return seen_text(state, seat) if mode == "ansi" else seen_image(state, seat)


# --- Pictures -------------------------------------------------------------------------------------

_PAPER, _INK, _RED = (250, 249, 245), (34, 34, 34), (190, 30, 30)
_LETTERS = 18
"""The font size in pixels; large texts shrink it, to a third at most."""
_MARGIN = 20
_RED_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:(?:[SHDC][A2-9TJQK]|RJ|BJ|JK)\*?)+(?![A-Za-z0-9])")
_IS_RED = re.compile(r"[HD][A2-9TJQK]|RJ")


def seen_image(state: State[Any], seat: int) -> NDArray[np.uint8]:
    """Return the view of a seat as an image, uint8 (height, width, 3), of one size for each variant.

    Raises:
        SuitwiseError: Pillow or matplotlib is missing.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> image = seen_image(state, 0)
    >>> image.shape, image.dtype
    ((432, 960, 3), dtype('uint8'))
    """
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
    face = face_of(state.game)
    columns, rows = face.room()
    size = _size_of(columns, rows, _LETTERS)
    lines, letters = _fitted(seen_text(state, seat), size)
    image = Image.new("RGB", size, _PAPER)
    _write(ImageDraw.Draw(image), lines, letters, face.shows_cards)
    return np.array(image)


def grid_image(images: Sequence[NDArray[np.uint8]], columns: int = 0) -> NDArray[np.uint8]:
    """Return images of one size in one, row by row, with lines between them.

    Args:
        images: uint8 (height, width, 3) each, at least one.
        columns: the number of images in a row; by default such that the grid is about as high as wide.

    Raises:
        SuitwiseError: there is no image, they differ in size, or the number is not positive.

    >>> from suitwise.envs import BatchVectorEnv
    >>> env = BatchVectorEnv("gin", 5, render_mode="rgb_array")
    >>> _ = env.reset(seed=3)
    >>> grid_image(env.render(), columns=2).shape
    (1296, 1920, 3)
    """
    sizes = {np.shape(image) for image in images}
    if len(sizes) != 1 or len(size := sizes.pop()) != 3 or size[2] != 3 or 0 in size:
        raise SuitwiseError("a grid has images (height, width, 3) of one size, and one at least")
    high, wide, _ = size
    nearly_square = min(len(images), max(1, round(sqrt(len(images) * high / wide))))
    across = whole_input(columns or nearly_square, "the images in a row are", least=1, most=1 << 16)
    down = -(-len(images) // across)
    grid = np.full((down, across, *size), _PAPER, np.uint8)
    for number, image in enumerate(images):
        grid[divmod(number, across)] = image
    grid[1:, :, :1] = grid[:, 1:, :, :1] = _INK
    return grid.swapaxes(1, 2).reshape(down * high, across * wide, 3)


def _size_of(columns: int, rows: int, letters: int) -> tuple[int, int]:
    """Return width and height in pixels, rounded up to multiples of 16 for video encoders."""
    wide, high = _cell(letters)
    across, down = (int(inner) + 2 * _MARGIN for inner in (columns * wide, rows * high))
    return -(-across // 16) * 16, -(-down // 16) * 16


def _fitted(text: str, size: tuple[int, int]) -> tuple[list[str], int]:
    """Return the lines of a text and the largest font size in which they fit; cut a text too long."""
    for letters in range(_LETTERS, _LETTERS // 3 - 1, -1):
        wide, high = _cell(letters)
        columns = int((size[0] - 2 * _MARGIN) / wide)
        rows = (size[1] - 2 * _MARGIN) // high
        lines = [part for line in text.splitlines() for part in _wrapped(line, columns)]
        if len(lines) <= rows:
            return lines, letters
    return [*lines[: rows - 1], "…"], letters


def _wrapped(line: str, columns: int) -> list[str]:
    """Break a long line between words. The lines of drawings are short enough to stay as they are."""
    if len(line) <= columns:
        return [line]
    return wrap(line, columns, subsequent_indent="  ", break_on_hyphens=False)


def _write(draw: Any, lines: list[str], letters: int, with_cards: bool) -> None:
    """Write lines of text, with the cards of red suits in red if ``with_cards`` is set."""
    wide, high = _cell(letters)
    for row, line in enumerate(lines):
        y = _MARGIN + row * high
        draw.text((_MARGIN, y), line, fill=_INK, font=_font(letters))
        for column, card in _red_cards(line) if with_cards else ():
            x = _MARGIN + column * wide
            draw.rectangle((x, y, x + len(card) * wide - 1, y + high - 1), fill=_PAPER)
            draw.text((x, y), card, fill=_RED, font=_font(letters))


def _red_cards(line: str) -> Iterator[tuple[int, str]]:
    """Yield the column and the text of each red card in a line.

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
    """Return the width of a letter and the line height, at which vertical rules join up."""
    font = _font(letters)
    _, top, _, bottom = font.getbbox("│")
    return font.getlength("M"), int(bottom - top) - 1
