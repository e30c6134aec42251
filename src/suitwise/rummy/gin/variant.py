"""The options of gin rummy and what follows from them; ``gin.game`` states the rules they belong to."""

from __future__ import annotations

from dataclasses import dataclass, fields

from suitwise.errors import NotationError

MOST_DEADWOOD = 98
"""Ten cards without a meld: eight that count 10 and two nines."""


@dataclass(frozen=True)
class GinVariant:
    """The options of gin rummy, as ``Gin`` explains them.

    Raises:
        NotationError: a number is out of bounds.

    >>> GinVariant(big=31).most_of_deal
    129
    """

    knock: int = 10
    gin: int = 25
    undercut: int = 25
    big: int = 0
    to: int = 0
    box: int = 20
    game: int = 100
    declare: bool = False

    def __post_init__(self) -> None:
        for name in (option.name for option in fields(self) if option.name != "declare"):
            least = 1 if name in ("gin", "undercut") else 0
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= 1000:
                raise NotationError(f"{name} is a number from {least} to 1000")
        if type(self.declare) is not bool:
            raise NotationError("declare is yes or no")

    @property
    def most_of_deal(self) -> int:
        """The most points that a deal can be worth."""
        return max(MOST_DEADWOOD + max(self.gin, self.big), self.knock + self.undercut)
