"""Tournaments of players, on one machine or a cluster, with results that are the same to the byte.

Players meet in pairs on the same deals, in all seatings. ``config`` describes a run, ``run`` plays or
continues it, ``report`` computes the standings.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from suitwise.arena.config import Config, Match
>>> from suitwise.arena.run import run
>>> config = Config("small", seed=1, matches=(Match("gin", ("random", "rules"), deals=3),))
>>> with TemporaryDirectory() as name:
...     standings = run(config, Path(name), workers=1)
>>> standings.games, standings.matches[0].pairs[0].paired.mean < 0
(6, True)
"""
