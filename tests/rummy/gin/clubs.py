"""Records of gin as the oracle of the page writes them."""

from __future__ import annotations

from suitwise.rummy.gin.rules.deadwood import cards_of
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.rules.showdown import melds_of
from suitwise.rummy.gin.state import GinState
from tests.oracles.rummy_games_gin import Rules


def table_line(game: GinVariant, seats: int = 2) -> str:
    """Return the first line of a record."""
    values = {name: getattr(game, name) for name in Rules.__dataclass_fields__}
    texts = {True: "yes", False: "no"}
    words = (
        f"{name}={texts[value] if isinstance(value, bool) else value}"
        for name, value in values.items()
    )
    return f"gin seats={seats} {' '.join(words)}"


def text_of(state: GinState, move: GinMove, after: GinState) -> str | None:
    """Return the line of a move; None for one that has none, as the draw of a card tells it."""
    if move.kind in ("pass", "pile"):
        return move.kind
    if state.phase == "stock":
        return f"stock:{move}"
    if move.kind in ("knock", "big"):
        named = f"knock:{GinMove('card', move.card)}" if move.kind == "knock" else "big"
        melds = melds_of(*after.spread)
        return f"{named}:{','.join(str(meld).replace(' ', '') for meld in melds)}"
    if move.kind == "show":
        return str(move).replace("-", "")
    return str(move) if state.phase == "discard" else None


def deal_line(state: GinState, *, swapped: bool = False) -> str:
    """Return the line that begins a deal; the seats may have changed places."""
    first, second = (" ".join(map(str, cards_of(hand))) for hand in state.hands)
    dealer = state.dealer ^ swapped
    hands = f"{second} / {first}" if swapped else f"{first} / {second}"
    return f"deal {dealer} | {hands} | {GinMove('card', state.pile[0][0])}"
