"""Players that think in words: a seat told in text and data, its moves read from what they write.

``rules_text`` is a prompt with the rules of a variant, ``Talk`` one seat of a game in messages, which
``suitwise agent`` passes on as lines of JSON, ``TextEnv`` all seats in the shape of TextArena's
environments, and ``mcp_server`` a seat as tools of the Model Context Protocol. ``Talker`` is a player of
the arena behind a command, ``Talking`` the base of players behind a function. A talking player is
told what its seat sees and nothing else; ``str(state)`` shows all hands and belongs in no prompt.

>>> import suitwise.agents
>>> talk = suitwise.agents.Talk("gin", others="random", seed=3)
>>> print(talk.opening()["type"], talk.decision()["moves"])
game [{'move': 'pile', 'words': 'pile'}, {'move': 'pass', 'words': 'pass'}]
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)
