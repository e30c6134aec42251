"""Texas 42 at a table in a browser: its display, rulings and story (see ``players.face``)."""

from suitwise.texas42.face.face import Texas42Face

__all__ = ["Texas42Face"]
