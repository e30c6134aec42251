"""Let players meet, export every game as Parquet, and ask DuckDB what happened.

With a folder of results it asks about those: ``python examples/arena_duckdb.py DIR``. Needs the extra
``data``: in a clone ``python -m pip install '.[data]'``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from suitwise.arena.config import Config, Match
from suitwise.arena.run import run
from suitwise.arena.store import export

CONFIG = Config(
    name="an example",
    seed=42,
    matches=(
        Match("gin", ("random", "greedy", "rules"), deals=20),
        Match("texas42(match=hand)", ("random", "rules"), deals=20),
    ),
)

BY_PAIR = """
    SELECT split_part(game, '(', 1)           AS game,
           first,
           second,
           count(DISTINCT deal)               AS deals,
           round(avg(first_return), 2)        AS first_gets,
           round(avg(len(moves)))::INT        AS moves
    FROM games
    GROUP BY ALL
    ORDER BY ALL
"""
BY_PLAYER = """
    SELECT split_part(game, '(', 1)           AS game,
           player,
           count(*)                           AS seats,
           round(100 * avg((got > 0)::INT))   AS won_percent,
           round(avg(got), 2)                 AS got
    FROM (SELECT game, unnest(players) AS player, unnest(returns) AS got FROM games)
    GROUP BY ALL
    ORDER BY game, won_percent DESC
"""


def ask(games: Path) -> None:
    """Print what two queries say of an exported file."""
    database = duckdb.connect()
    database.read_parquet(str(games)).create_view("games")
    for title, query in (("Every two players", BY_PAIR), ("Every player", BY_PLAYER)):
        print(f"== {title} ==")
        answer = database.sql(query)
        rows = [answer.columns, *(list(map(str, row)) for row in answer.fetchall())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(map(str.ljust, row, widths)).rstrip())
        print()


def main(folder: Path) -> None:
    """Export the results of a folder and ask about them."""
    games = folder / "games.parquet"
    print(f"{export(folder, games)} games in {games.name}\n")
    ask(games)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as name:
            run(CONFIG, Path(name))
            main(Path(name))
