"""The opening: whether a hand can lay down its first melds, and the most that they count.

Rules page, Required: an opening minimum, 51 or 71 or 30, and in some rule sets a run without a wild card
among the melds. A wild card counts as the card it stands for, an ace 1 in A-2-3 and else what the
rule set says. All melds that are laid down count, the pure run too; whether a card must be kept for
the discard is a matter of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import of_kind
from suitwise.rummy.arrangement import joined, run_before_set
from suitwise.rummy.laying.check import MeldsLike, fault_laid
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld, Run, melds_text
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.scan.search import SECOND, search


@dataclass(frozen=True, slots=True)
class Opening:
    """Melds to open with.

    Args:
        melds: the melds.
        points: what they count together.
        needed: what the rule set asks for.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> print(best_opening(Hand.of("HT HJ HQ HK SA DA JK C4", RAMI71)))
    HT HJ HQ HK | SA DA [A] = 70, 1 short of 71
    """

    melds: tuple[Meld, ...]
    points: int
    needed: int

    @property
    def is_enough(self) -> bool:
        """Whether this opens."""
        return self.points >= self.needed

    def __str__(self) -> str:
        short = "" if self.is_enough else f", {self.needed - self.points} short of {self.needed}"
        return f"{melds_text(self.melds)} = {self.points}{short}"


def best_opening(hand: Hand, *, compiled: bool | None = None) -> Opening | None:
    """Return the melds that count most of those with which the hand might open.

    They hold a run without a wild card where the rule set asks for one. None if there are none.

    Args:
        hand: the hand.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> print(best_opening(Hand.of("HT HJ HQ S9 D9 C9 JK C2", RAMI51)))
    HT HJ HQ | S9 D9 C9 [9] = 66
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    pure = int(rules.opening_pure_run)
    found = search(hand, opening_weights(rules), pure=pure, compiled=compiled)
    if found is None or not found.melds:
        return None
    # A pure run that is joined to another would be pure no more.
    melds = found.melds if pure else tuple(joined(found.melds, rules))
    return Opening(tuple(sorted(melds, key=run_before_set)), found.value // SECOND, rules.opening)


def opening_weights(rules: Rules) -> list[int]:
    """Return what cards count in an opening, as ``scan`` takes it.

    Of melds that count the same those with more cards weigh more, so that melds of nothing but
    cards without points are found, too.
    """
    in_run = [0, 1, *rules.points[1:], rules.high_ace]
    in_set = [0, rules.high_ace, *rules.points[1:], rules.high_ace]
    return [SECOND * points + 1 for points in (*in_run, *in_run, *in_set, *in_set)]


def can_open(hand: Hand, *, compiled: bool | None = None) -> bool:
    """Tell whether a hand can open.

    >>> from suitwise.rummy.rules.rules import RUMMIKUB
    >>> can_open(Hand.of("S9 H9 D9 C2", RUMMIKUB)), can_open(Hand.of("ST HT DT", RUMMIKUB))
    (False, True)
    """
    of_kind(hand, Hand, "hand")
    best = best_opening(hand, compiled=compiled)
    return best is not None and best.is_enough


def opening_fault(hand: Hand, melds: MeldsLike) -> str | None:
    """Return why a hand can't open with these melds, in one sentence, or None if it can.

    Raises:
        NotationError: the text is no text of melds.

    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> hand = Hand.of("HT HJ HQ S9 D9 C9 JK C2", RAMI51)
    >>> opening_fault(hand, "HT HJ HQ | S9 D9 C9")
    >>> opening_fault(hand, "HT HJ [HQ] | S9 D9 C9")
    'an opening needs a run without a wild card'
    >>> opening_fault(hand, "HT HJ HQ")
    'the melds count 30, and an opening needs 51'
    """
    of_kind(hand, Hand, "hand")
    return fault_laid(hand, melds, lambda found, _: _unopened(found, hand.rules))


def _unopened(melds: tuple[Meld, ...], rules: Rules) -> str | None:
    """Return why melds that the hand has do not open."""
    if not melds:
        return "nothing is laid down"
    if rules.opening_pure_run and not any(isinstance(m, Run) and m.is_pure for m in melds):
        return "an opening needs a run without a wild card"
    points = sum(meld.opening_points(rules) for meld in melds)
    if points < rules.opening:
        return f"the melds count {points}, and an opening needs {rules.opening}"
    return None
