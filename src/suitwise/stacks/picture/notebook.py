"""What shows itself of Stack Management in notebooks."""

from __future__ import annotations

from suitwise.errors import IllegalPosition
from suitwise.stacks.picture.draw import draw_layout
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.state import StacksState


def draw_stacks(layout: Layout) -> str | None:
    """Draw a layout as SVG; None where it has too many stacks for a picture."""
    try:
        return draw_layout(layout)
    except IllegalPosition:
        return None


def draw_state(state: StacksState) -> str | None:
    """Draw the stacks of a position."""
    return draw_stacks(state.layout)
