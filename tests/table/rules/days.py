"""Tables at which a deal of a day is played."""

from __future__ import annotations

import json
from typing import Any

from suitwise.game import load
from suitwise.players.named import named
from suitwise.table import Table
from suitwise.table.rules.chance import daily_of, level_at, seed_of
from suitwise.table.rules.commands import Move
from suitwise.table.rules.house import Chair, House, Pace, digest


def seated(variant: str, day: str) -> Table:
    """Return a table of a day's deal at which Ann is here."""
    game = load(variant)
    ann = Chair("human", "Ann", token=digest("secret"), away_since=0)
    bots = [Chair("bot", "Bo", level_at(game))] * (game.facts.seats - 1)
    key = daily_of(day, variant).key
    made = Table.made("7KQ2M", variant, House(daily=day), Pace.none(), (ann, *bots), key, 0)
    return made.table.present(0, True, 1).table


def no_keys() -> bytes:
    raise AssertionError("no secret key deals here")


def decided(table: Table, now: int, text: str = "") -> Table:
    """Return the table after the decision of whoever is on turn; a bot's as the room takes it."""
    thought = table.thought
    if thought is not None:
        position = str(table.state)
        player = named(thought.player, table.game).seated(seed_of(table.key, position), 0)
        move = str(player(table.state))
        return table.decided(thought, move, now, no_keys).table
    move = text or str(next(iter(table.state.moves())))
    return table.do(0, Move(f"k{now}", table.v, move), now, no_keys).table


def played(variant: str, day: str) -> Table:
    """Return the table after a deal at which Ann always makes the first legal move."""
    table = seated(variant, day)
    for now in range(2, 4000):
        table = table.tick(now, no_keys).table
        if table.stage == "over":
            return table
        if (table.turn is not None and not table.is_rhythmic) or table.thought is not None:
            table = decided(table, now)
    raise AssertionError(f"the deal does not end: {table.stage} {table.state}")


def exported(table: Table) -> Any:
    return json.loads(json.dumps(table.exported()))
