"""Records of rami as the oracle's referee reads them, and games of seats that like to lay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.lines import written_name
from suitwise.game import CHANCE, OVER, Chooser, Record, State, play
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.rules.house import HOUSES, RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import cards_text


def eager(seed: int, lay: float = 0.7) -> Record:
    """Return a chooser of a seat that mostly does something else than to discard and to draw."""
    rng = Random(seed)

    def choose(state: RamiState) -> RamiMove:
        moves = list(state.moves())
        others = [move for move in moves if move.kind not in ("card", "stock")]
        return rng.choice(others if others and rng.random() < lay else moves)

    return choose  # type: ignore[return-value]


def played(game: Rami, seed: int) -> Record:
    """Return the record of a match of eager seats."""
    return play(game.start(), eager(seed), seed=seed)  # type: ignore[arg-type]


def table_line(game: RamiVariant) -> str:
    """Return the first line of a referee's record: the house, the seats, options that differ."""
    given = [
        f"{written_name(option)}={getattr(game, option.name)}"
        for option in fields(game)
        if option.name in HOUSES[game.house]
        and getattr(game, option.name) != HOUSES[game.house][option.name]
    ]
    deals = [] if game.deals else [f"deals={game.most_deals}"]
    return " ".join([game.house, f"seats={game.seats}", *given, *deals])


def for_referee(record: Record) -> str:
    """Return a record of a match as the oracle's referee reads it, from its text alone."""
    return "\n".join(_lines(Record.parse(str(record)))) + "\n"


def _lines(record: Record) -> Iterator[str]:
    states = record.states()
    game = next(iter(states)).game
    assert isinstance(game, Rami)
    yield table_line(game)
    for state, text in zip(record.states(), [*record.moves, ""], strict=True):
        assert isinstance(state, RamiState)
        if state.turn == OVER or text in ("next", "stock"):
            continue
        if state.turn != CHANCE:
            yield text
        elif state.phase == "stock":
            yield f"stock:{text}"
        else:
            after = state.after(text)
            if after.phase not in ("deal", "turn_up"):
                hands = " / ".join(map(cards_text, after.hands))
                upcard = str(Card(after.pile[0][0])) if after.pile else "-"
                yield f"deal {after.seat} | {hands} | {upcard}"


def moves_alike(variant: Rami, player: Chooser) -> None:
    """Play a deal, and hold every fourth move against that in another world of the seat's view."""
    state: State[Any] = variant.start()
    index = number = 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(5, 0, index)
            continue
        number += 1
        move = player(state)
        if number % 4 == 0:
            assert player(state.resample(state.turn, 6, number)) == move
        state = state.after(move)
    assert number > 20
