"""Texas 42 at a table in a browser: what is shown, ruled and told of it (``players.face``)."""

from suitwise.texas42.face.face import Texas42Face

__all__ = ["Texas42Face"]
