"""Gin rummy at a table in a browser: what is shown, ruled and told of it (``players.face``)."""

from suitwise.rummy.gin.face.face import GinFace

__all__ = ["GinFace"]
