"""Data sets made in shards: solved deals of 42, arranged hands of rummy, games of named players.

``manifest`` and ``selfplay`` define the kinds of rows, ``shards`` makes and reads data sets in one of
several ``formats``, each with a ``card``; ``shards`` also packs them.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as name:
...     _ = make_data("texas42-solved(dominoes=1)", Path(name), 3)
...     [row["leads"] for row in read_data(Path(name))]
[['5-3'], ['0-0'], ['1-1']]
"""

from suitwise.arena.data.shards import make_data, pack, read_data

__all__ = ["make_data", "pack", "read_data"]
