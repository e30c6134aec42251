"""The Gymnasium ids of the games, for ``gymnasium.make("suitwise/Gin-v0")``.

Importing this module registers the ids. Since version 1.0 Gymnasium does not look for plugins, so the
import has to be asked for: call ``suitwise.envs.register_envs()``, or name this module in the id,
``suitwise.envs.registered:suitwise/Gin-v0``. ``gymnasium.register_envs(suitwise.envs)`` alone has no
effect, since ``suitwise.envs`` imports its modules lazily.

``gymnasium.make`` takes the options of ``SeatEnv``. ``gymnasium.make_vec`` takes those of
``BatchVectorEnv`` for games with compiled rules; other games get Gymnasium's own vectors.
``BatchVectorEnv`` lacks ``illegal``, since an illegal action is always a penalty there, and ``most``,
since all moves have numbers, and its ``opponents`` are compiled policies. ``gymnasium.make`` of
``TractorPlay-v0`` gives a ``TractorPlayEnv``, which has the options of ``SeatEnv`` but ``most`` and
``dtype``.

>>> import gymnasium
>>> env = gymnasium.make("suitwise.envs.registered:suitwise/Indian13-v0", opponents="rules")
>>> seen, info = env.reset(seed=3)
>>> info["action_mask"].nonzero()[0].tolist()
[0, 1, 2]
"""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

from suitwise.catalogue import entries


def _id(name: str) -> str:
    """Return the Gymnasium id of a game.

    >>> _id("texas42_endgame")
    'suitwise/Texas42Endgame-v0'
    """
    return f"suitwise/{''.join(part.capitalize() for part in name.split('_'))}-v0"


ENVS = {_id(entry.name): entry.episode for entry in entries() if entry.episode}
"""The default variant of each id; ``gymnasium.make(id, game="gin(to=100)")`` makes another one."""
BATCHED = {
    _id(entry.vector or entry.name): entry.episode
    for entry in entries()
    if entry.batch and entry.episode
}
"""The ids with a compiled vector environment. That of Tractor covers only the play of the cards and has
its own observations and actions (``tractor.arrays.conversion``), hence its own id,
``TractorPlay-v0``."""


_ONE = "suitwise.envs.seat:SeatEnv"
_OF_A_PART = {"suitwise/TractorPlay-v0": "suitwise.envs.tractor_play:TractorPlayEnv"}
"""The single environments of ids that cover a part of a game."""


def register_envs() -> None:
    """Register the ids with Gymnasium; ids that are registered already stay as they are.

    >>> import gymnasium
    >>> register_envs()
    >>> gymnasium.spec("suitwise/Texas42-v0").kwargs
    {'game': 'texas42(match=hand)'}
    """
    for name, game in (ENVS | BATCHED).items():
        if name not in registry:
            register(
                name,
                entry_point=_ONE if name in ENVS else _OF_A_PART.get(name),
                vector_entry_point="suitwise.envs.vector:make_batch" if name in BATCHED else None,
                kwargs={"game": game},
            )


register_envs()
