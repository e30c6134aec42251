"""Indian rummy at a table in a browser: what is shown, ruled and told of it (``players.face``)."""

from suitwise.rummy.indian.face.face import IndianFace

__all__ = ["IndianFace"]
