"""What the commands of ``suitwise texas42`` share: their variant and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.cli import options
from suitwise.cli.play import variant_of_kind

if TYPE_CHECKING:
    from suitwise.texas42.game import Texas42

HOUSE = "texas42"
"""Straight 42: the variant where none is named."""


def variant_of(text: str) -> Texas42:
    """Return a variant of Texas 42 from its text.

    Raises:
        NotationError: the text names no such variant.
    """
    from suitwise.texas42.game import Texas42

    return variant_of_kind(text, Texas42, "Texas 42")


seed_option = options.seed_option("64-bit seed of the sampled deals.")
threads_option = options.threads_option(most=1024)
