"""Many games between players, on one machine or a cluster, the same to the byte on all of them.

Players meet in pairs on the same deals, in all seatings; ``config`` says who and at what, ``run`` plays
it or goes on with it, ``report`` says who stands where.

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
