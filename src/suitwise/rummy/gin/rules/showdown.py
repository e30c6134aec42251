"""The showdown after a knock: the spread, the cards that the defender lays off on it, and the score.

Pagat's gin rummy (J. McLeod, pagat.com/rummy/ginrummy.html), "Knocking" and "Scoring". Unless the
knocker has gin, the defender lays off cards on the knocker's melds. The knocker scores the difference in
deadwood; a defender who has as little or less undercuts and scores it with a bonus; gin scores the
defender's deadwood with a bonus and can't be undercut.

Nothing is won by laying off less, or by melding worse, so the defender is not asked: the cards that
leave least are found exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.gin.rules.melds import MOST_POINTS, gin_deadwood, hand_text, meldable, points_of
from suitwise.rummy.gin.rules.spreads import best_spread, gin_layoff, melds_of
from suitwise.rummy.rules.melds import melds_text


@rule
def may_knock(kept: int, knock: int) -> bool:
    """Tell whether a hand may knock that keeps ``kept`` points of deadwood.

    Args:
        kept: its deadwood after the discard.
        knock: the most to knock with.

    >>> may_knock(10, 10), may_knock(11, 10)
    (True, False)
    """
    return kept <= knock


@rule
def knocking_cards(hand: int, cards: int, knock: int) -> int:
    """Return the cards of a hand of eleven, among these, that it can knock with.

    Args:
        hand: eleven cards.
        cards: those of them that may be discarded.
        knock: the most deadwood to knock with.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules.melds import bits_of
    >>> hand = bits_of(parse_cards("S3S4S5S6 H7D7C7 H2D4 S2SQ"))
    >>> bin(knocking_cards(hand, hand, 10)) == bin(bits_of(parse_cards("SQ")))
    True
    """
    # Cards in no meld stay deadwood, but for the discard: most hands need no closer look.
    if points_of(hand & ~meldable(hand)) > knock + MOST_POINTS:
        return 0
    knocking = 0
    while cards:
        card = cards & -cards
        if may_knock(gin_deadwood(hand & ~card), knock):
            knocking |= card
        cards &= cards - 1
    return knocking


@rule
def knock_score(kept: int, left: int, gin: int, undercut: int) -> int:
    """Return the score of a knock for the knocker; below 0 the defender scores.

    Args:
        kept: the knocker's deadwood.
        left: the defender's after laying off.
        gin: the bonus for gin, or for big gin if that is shown.
        undercut: the bonus for an undercut, at least 1.

    >>> [knock_score(kept, 5, 25, 25) for kept in (0, 4, 5, 9)]
    [30, 1, -25, -29]
    """
    if kept == 0:
        return left + gin
    return left - kept if kept < left else left - kept - undercut


@rule
def laid_off(defender: int, kept: int, sets: int, runs: int) -> int:
    """Return the cards that the defender lays off: none on gin."""
    return gin_layoff(defender, sets, runs) if kept > 0 else 0


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knock and its outcome.

    Args:
        knocker: the seat that knocked.
        hands: the cards of both seats, after the knocker's discard.
        spread: the cards of the knocker's sets and those of the runs.
        gin: the bonus for gin or big gin.
        undercut: the bonus for an undercut.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.gin.rules.melds import bits_of
    >>> mine = bits_of(parse_cards("H3H4H5 S9D9C9 S2S3S4 SK"))
    >>> his = bits_of(parse_cards("H6H7H9 S5D5C5 SQ DQ DA DK"))
    >>> knock = Showdown(0, (mine, his), (bits_of(parse_cards("S9D9C9")),
    ...     bits_of(parse_cards("H3H4H5 S2S3S4"))), 25, 25)
    >>> print(knock)
    seat 0 keeps 10; seat 1 lays off H6 H7 H9, melds S5 D5 C5, keeps 31; seat 0 scores 21
    """

    knocker: int
    hands: tuple[int, int]
    spread: tuple[int, int]
    gin: int
    undercut: int

    @property
    def kept(self) -> int:
        """The knocker's deadwood."""
        sets, runs = self.spread
        return points_of(self.hands[self.knocker] & ~(sets | runs))

    @property
    def laid_off(self) -> int:
        """The cards that the defender lays off."""
        return laid_off(self.hands[1 - self.knocker], self.kept, *self.spread)

    @property
    def left(self) -> int:
        """The defender's deadwood after that."""
        return gin_deadwood(self.hands[1 - self.knocker] & ~self.laid_off)

    @property
    def score(self) -> tuple[int, int]:
        """The seat that scores, and its points."""
        points = knock_score(self.kept, self.left, self.gin, self.undercut)
        return (self.knocker, points) if points > 0 else (1 - self.knocker, -points)

    def __str__(self) -> str:
        return "; ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        defender = 1 - self.knocker
        yield f"seat {self.knocker} " + (f"keeps {self.kept}" if self.kept else "has gin")
        rest = self.hands[defender] & ~self.laid_off
        melds = melds_text(melds_of(*best_spread(rest)))
        laid = f"lays off {hand_text(self.laid_off)}, " if self.laid_off else ""
        own = f"melds {melds}, " if melds else ""
        yield f"seat {defender} {laid}{own}keeps {self.left}"
        seat, points = self.score
        yield f"seat {seat} {'undercuts and ' if seat == defender else ''}scores {points}"
