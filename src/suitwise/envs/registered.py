"""The games as Gymnasium ids: ``gymnasium.make("suitwise/Gin-v0")``.

Importing this module registers them. (Since its version 1.0 Gymnasium looks for no plugins by itself, so
something has to be imported: either call ``suitwise.envs.register_envs()`` first, or name this module in
the id, ``suitwise.envs.registered:suitwise/Gin-v0``. ``gymnasium.register_envs(suitwise.envs)`` alone
does nothing: ``suitwise.envs`` imports its modules late, this one, too.)

Games that have compiled batches are stepped by them through ``gymnasium.make_vec``; the others' vectors
are Gymnasium's own. The options of ``make_vec`` are those of ``BatchVectorEnv``. Of ``SeatEnv``'s it has
neither ``illegal`` nor ``most``, for there an illegal action is always a penalty and all moves have
numbers; its ``opponents`` are compiled players alone. A single game of ``TractorPlay-v0`` is a
``TractorPlayEnv``, with the options of ``SeatEnv`` but ``most`` and ``dtype``.

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
    """Return the id of a game.

    >>> _id("texas42_endgame")
    'suitwise/Texas42Endgame-v0'
    """
    return f"suitwise/{''.join(part.capitalize() for part in name.split('_'))}-v0"


ENVS = {_id(entry.name): entry.episode for entry in entries() if entry.episode}
"""The ids, and the variant of each; another is ``gymnasium.make(id, game="gin(to=100)")``."""
BATCHED = {
    _id(entry.vector or entry.name): entry.episode
    for entry in entries()
    if entry.batch and entry.episode
}
"""The ids with a vector environment by compiled rules. Tractor's is of the play of a deal alone, and has
an observation and actions of its own (``tractor.arrays.course``), so it has an id of its own."""


_ONE = "suitwise.envs.seat:SeatEnv"
_OF_A_PART = {"suitwise/TractorPlay-v0": "suitwise.envs.tractor_play:TractorPlayEnv"}
"""The single environments of ids that are of a part of a game."""


def register_envs() -> None:
    """Make the ids known to Gymnasium; those that are known already stay as they are.

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
