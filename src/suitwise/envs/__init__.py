"""Other people's tools drive the games: Gymnasium, PettingZoo and OpenSpiel faces over the contract.

Every face knows a game by ``suitwise.game`` alone, so a new game has them all at once. What a seat is
shown is what it sees, and nothing else. Nothing heavy is imported before a face is used; the faces need
the extra ``rl``.

>>> import suitwise.envs
>>> env = suitwise.envs.SeatEnv("texas42(match=hand)", opponents="random")
>>> seen, info = env.reset(seed=1)
>>> seen.shape, info["action_mask"].nonzero()[0].tolist()
((431,), [42, 58])
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__, "rl")
