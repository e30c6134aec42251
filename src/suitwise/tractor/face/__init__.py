"""Tractor at a table in a browser: what is shown, ruled and told of it (``players.face``)."""

from suitwise.tractor.face.face import TractorFace

__all__ = ["TractorFace"]
