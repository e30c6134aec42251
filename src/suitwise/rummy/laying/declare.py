"""Declaring: whether a whole hand can be laid down, and the fault of a declaration.

Rules page, Required: every card is melded, and the melds have the runs that the rule set needs, two of
them and one pure in Indian rummy. A hand that has not declared counts against its player: the cards it
leaves over, or all its cards where the runs are not there without which melds do not count, and at most
the cap.
"""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arguments import of_kind
from suitwise.cards import Card
from suitwise.foundation.text.phrase_lists import all_of
from suitwise.foundation.text.phrases import CardText, Phrase, Several, phrase
from suitwise.rummy.arrangement import arrange, joined, run_before_set
from suitwise.rummy.laying.check import MeldsLike, fault_laid
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.scan.search import search
from suitwise.rummy.scan.states import PLACES

_A_CARD_EACH = [1] * (4 * PLACES)


def declaration(hand: Hand, *, compiled: bool | None = None) -> tuple[Meld, ...] | None:
    """Return melds with which the hand can be declared; None if there are none.

    Args:
        hand: the hand, all of which is declared: thirteen cards, the discard is away.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> hand = Hand.of("H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA", INDIAN13)
    >>> print(*declaration(hand), sep=" | ")
    S7 S8 [S9] | H3 H4 H5 | CJ CQ CK CA | H9 D9 C9
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    found = search(hand, _A_CARD_EACH, runs=rules.runs, pure=rules.pure_runs, compiled=compiled)
    if found is None or found.value < len(hand):
        return None
    return tuple(sorted(joined(found.melds, rules), key=run_before_set))


def can_declare(hand: Hand, *, compiled: bool | None = None) -> bool:
    """Tell whether a hand can be declared.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> can_declare(Hand.of("H3 H4 H5 H6 H7 H8", INDIAN13))
    True
    >>> can_declare(Hand.of("H3 H4 H5 S9 D9 C9", INDIAN13))
    False
    """
    of_kind(hand, Hand, "hand")
    return declaration(hand, compiled=compiled) is not None


def declaring_discards(hand: Hand, *, compiled: bool | None = None) -> tuple[Card, ...]:
    """Return the cards after whose discard the rest can be declared.

    Args:
        hand: the hand with the card drawn, fourteen cards.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> print(*declaring_discards(Hand.of("H3 H4 H5 H6 S7 S8 S9 DK", INDIAN13)))
    DK
    >>> print(*declaring_discards(Hand.of("H3 H4 H5 H6 S7 S8 S9", INDIAN13)))
    H3 H6
    """
    of_kind(hand, Hand, "hand")
    cards = dict.fromkeys(hand.cards)
    return tuple(card for card in cards if can_declare(hand.minus(card), compiled=compiled))


def declaration_fault(hand: Hand, melds: MeldsLike) -> str | None:
    """Return the fault of a proposed declaration, in one sentence; None if it is right.

    Args:
        hand: the hand, all of which is declared.
        melds: the melds, or their text with bars between them.

    Raises:
        NotationError: the text is no text of melds.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> hand = Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13)
    >>> declaration_fault(hand, "H3 H4 H5 | S9 H9 C9")
    'S9 H9 C9: the hand holds no H9'
    >>> declaration_fault(hand, "H3 H4 H5 | S9 D9 C9")
    'CK is in no meld'
    >>> declaration_fault(hand.minus(Card("CK")), "H3 H4 H5 | S9 D9 C9")
    'H3 H4 H5 is the only run, and 2 are needed'
    """
    of_kind(hand, Hand, "hand")
    return fault_laid(hand, melds, lambda found, left: _undeclared(found, left, hand.rules))


def _undeclared(melds: tuple[Meld, ...], left: Sequence[Card], rules: Rules) -> Phrase | None:
    """Return why melds that the hand has, beside cards in none, declare nothing."""
    if left:
        cards = Several(CardText(card) for card in left)
        if len(left) == 1:
            return phrase("rummy.left-one", "{cards} is in no meld", cards=cards)
        return phrase("rummy.left-over", "{cards} are in no meld", cards=cards)
    return _runs_fault([meld for meld in melds if isinstance(meld, Run)], rules)


def _runs_fault(runs: list[Run], rules: Rules) -> Phrase | None:
    """Return why these are not the runs that are needed."""
    if len(runs) < rules.runs:
        return _too_few(runs, rules.runs)
    impure = [run for run in runs if not run.is_pure]
    if len(runs) - len(impure) < rules.pure_runs:
        needed = phrase("rummy.pure-runs", "{n} runs without one are needed", n=rules.pure_runs)
        if rules.pure_runs == 1:
            needed = phrase("rummy.pure-run", "1 run without one is needed")
        return phrase(
            "rummy.not-pure",
            "{run} holds a wild card, and {needed}",
            run=CardText(impure[0]),
            needed=needed,
        )
    return None


def _too_few(runs: list[Run], needed: int) -> Phrase:
    named = all_of(CardText(run) for run in runs)
    if not runs:
        return phrase("rummy.no-run", "there is no run, and {needed} are needed", needed=needed)
    if len(runs) == 1:
        return phrase(
            "rummy.only-run",
            "{run} is the only run, and {needed} are needed",
            run=named,
            needed=needed,
        )
    return phrase(
        "rummy.only-runs",
        "{runs} are the only runs, and {needed} are needed",
        runs=named,
        needed=needed,
    )


def count(hand: Hand, *, compiled: bool | None = None) -> int:
    """Return the points of a hand against a player that has not declared.

    That is what it leaves over, up to the cap, whatever is on the table: no count of rami, where a
    player that has not opened scores a flat 100.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> count(Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13)), count(Hand.of("H3 S9 CK", INDIAN13))
    (49, 22)
    """
    of_kind(hand, Hand, "hand")
    return arrange(hand, compiled=compiled).points
