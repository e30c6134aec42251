"""What of Texas 42 and its last tricks is drawn: dominoes where other games have cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from suitwise.picture.svg import Box
from suitwise.players.face import Face
from suitwise.texas42.picture.svg import draw_domino
from suitwise.texas42.rules.dominoes import Domino


class DominoFace(Face):
    """Draws dominoes."""

    def played(self, play: Mapping[str, Any]) -> list[str]:
        """Return the domino that was played."""
        return [play["domino"]]

    def drawn_card(self, card: str) -> Box:
        """Return the drawing of a domino by its text."""
        return draw_domino(Domino(card), upright=True)
