"""The face of Tractor: its texts and data for a table in a browser or terminal (``players.face``)."""

from suitwise.tractor.face.face import TractorFace

__all__ = ["TractorFace"]
