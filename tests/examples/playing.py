"""What the tests of the example games share: games at random, cards as texts, whether draws are even."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from suitwise.cards import Card
from suitwise.seeds import below
from suitwise.tricks.cards import cards_of


def random_states_of(game: Any, seed: int) -> list[Any]:
    """Return the states of a random game from the end of the first deal on."""
    state, _ = game.start().rolled(seed, 0)
    states, index = [state], 0
    while state.moves():
        moves = tuple(state.moves())
        place, index = below(len(moves), seed, 1, index)
        state, _ = state.after(moves[place]).rolled(seed, 2, index)
        states.append(state)
    return states


def said_in(package: Path) -> set[str]:
    """Return the codes of the phrases written in a package."""
    trees = (ast.parse(path.read_text("utf-8")) for path in package.rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        ast.literal_eval(call.args[0]) for call in calls if getattr(call.func, "id", "") == "phrase"
    }


def texts(cards: int) -> list[str]:
    return [str(Card(card)) for card in cards_of(cards)]


def unevenness(drawn: Counter[Any], worlds: AbstractSet[Any]) -> float:
    """Return by how many standard deviations draws of worlds are more uneven than even odds make them.

    A sound sampler comes to 4.8 or more, either way, about once in 10**6.
    """
    expected = drawn.total() / len(worlds)
    chi = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    free = len(worlds) - 1
    # Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is about normal.
    return float(((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5)
