"""The score of a deal of rami; low wins (the rules page, A7)."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.rummy.rami.rules.house import RamiVariant
from suitwise.rummy.rules.cards import Cards


def hand_points(hand: Cards, house: RamiVariant) -> int:
    """Return what the cards of a hand count.

    >>> from suitwise.cards import parse_cards
    >>> hand_points(parse_cards("HA D5 JK"), RamiVariant("rami71"))
    25
    """
    return sum(map(house.rules.cost, hand))


def scores(
    hands: Sequence[Cards],
    opened: Sequence[bool],
    out: int,
    sec: bool,
    melds_before: bool,
    house: RamiVariant,
) -> tuple[int, ...]:
    """Return the score of each seat after one has gone out.

    Args:
        hands: the hands, that of the winner empty.
        opened: whether each seat has opened.
        out: the seat that has gone out.
        sec: whether it laid all its cards in one turn and none before, by rami sec.
        melds_before: whether a meld lay on the table before it.
        house: the options. ``hand_double`` doubles what the others pay, ``unopened``, too.

    >>> from suitwise.cards import parse_cards
    >>> hands = (), tuple(parse_cards("HQ HT")), tuple(parse_cards("JK JK"))
    >>> scores(hands, (True, False, True), 0, True, False, RamiVariant("rami51", seats=3))
    (-50, 100, 40)
    """
    factor = 2 if sec and house.hand_double == "yes" else 1
    found = [
        factor * (house.unopened if house.unopened and not has_opened else hand_points(hand, house))
        for hand, has_opened in zip(hands, opened, strict=True)
    ]
    found[out] = -house.win
    if sec:
        found[out] = -house.sec if melds_before else -house.sec_first
    return tuple(found)
