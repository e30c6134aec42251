"""The paper's Algorithms 1 to 4 as printed, line by line, with their errors.

docs/tractor-engine.md lists the errors; the tests show each on a small input, beside the right answer of
``order.phi``, ``template.template`` or ``search.permutation_search``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from suitwise.cards import RANKS, CardsLike
from suitwise.tractor import phi
from suitwise.tractor.rules.blocks import as_play
from suitwise.tractor.rules.deck import TrumpLike, as_tractor_card, as_trump
from tests.oracles.tractor_paper.orders import next_order
from tests.oracles.tractor_paper.template import Template

# --- Algorithm 1 ----------------------------------------------------------------------------------


def printed_phi(card: int | str, trump: TrumpLike) -> int:
    """Return Φ by Algorithm 1, lines 1–12, as printed.

    Wrong without a main suit: lines 4–7 then lie behind a condition that fails, and line 10 sends
    jokers (rank J in the printed notation ``RJ``, ``BJ``) and rank cards through the plain formula,
    where they collide with plain cards. ``suitwise.tractor.rules.deck.phi`` is right.

    >>> printed_phi("H5", "S5"), printed_phi("RJ", "S5")
    (25, 28)
    >>> printed_phi("H5", "O5"), printed_phi("H6", "O5"), printed_phi("RJ", "O5")
    (4, 4, 9)
    """
    trump, card = as_trump(trump), as_tractor_card(card)
    precedence = RANKS.index(card.rank or "J") + 1
    current = trump.rank_index + 1
    if trump.main != "O":
        if card.is_joker:
            return 28 if str(card) == "RJ" else 27
        if card.rank == trump.rank:
            return 26 if card.suit == trump.main else 25
        if card.suit == trump.main:
            return precedence + 12 - (precedence > current)
    return precedence - (precedence > current)


# --- Algorithm 2 ----------------------------------------------------------------------------------


def printed_structure(cards: CardsLike, trump: TrumpLike) -> Template:
    """Cut a play by Algorithm 2, lines 1–20, as printed: windows of the sorted card array.

    The array is sorted by Φ alone, as §5.1 says; cards of one Φ stay as written. Two errors follow:

    * line 2 goes from n down in steps of two, so with an odd number of cards every window is odd,
      none is a sequence of pairs, and no tractor is ever found;
    * several rank cards on the shared Φ part the window of a tractor that passes through it, and
      the two cards of a pair if others of that Φ are written between them.

    ``template.template`` is right. Φ itself is taken in its correct form.

    >>> print(printed_structure("HQHQHKHK", "S2"), printed_structure("HQHQHKHKHA", "S2"))
    {4} {2,2,1}
    """
    trump = as_trump(trump)
    array = sorted(as_play(cards), key=lambda card: phi(card, trump))
    levels = [phi(card, trump) for card in array]
    n = len(array)
    used = [False] * n
    sizes: list[int] = []
    for length in range(n, 3, -2):  # lines 2–12
        for i in range(n - length + 1):
            window = slice(i, i + length)
            if any(used[window]) or not _is_sequence_of_pairs(array[window], levels[window]):
                continue
            sizes.append(length)
            used[window] = [True] * length
    for i in range(n - 1):  # lines 13–18
        if not used[i] and not used[i + 1] and array[i] == array[i + 1]:
            sizes.append(2)
            used[i] = used[i + 1] = True
    return Template.of(sizes + [1] * used.count(False))  # line 19


def _is_sequence_of_pairs(window: list[Any], levels: list[int]) -> bool:
    """Tell whether neighbours are pairs, each one Φ above the last; an odd window never is."""
    if len(window) % 2 or window[::2] != window[1::2]:
        return False
    return levels[::2] == list(range(levels[0], levels[0] + len(window) // 2))


# --- Algorithms 3 and 4 ---------------------------------------------------------------------------


def printed_consume(tractors: list[int], need: int, exact_first: bool = False) -> bool:
    """Take cards from the first tractor long enough: Algorithm 4, lines 1–7, as printed.

    Args:
        tractors: cards left in each tractor, changed in place.
        need: cards to take.
        exact_first: take a tractor of exactly that many cards if there is one. The text of §4.2
            (step 2) and its Figure 1 say so, Algorithm 4 does not; the answers differ.

    >>> tractors = [8, 6]
    >>> printed_consume(tractors, 6), tractors
    (True, [2, 6])
    """
    if exact_first and need in tractors:
        tractors[tractors.index(need)] = 0
        return True
    for j, length in enumerate(tractors):
        if length >= need:
            tractors[j] -= need
            return True
    return False


def printed_order_serves(order: Iterable[int], follow: Template, exact_first: bool = False) -> bool:
    """Tell whether one order of the lead's blocks is served: Algorithm 3, lines 4–28, as printed.

    The pair pool is counted in cards, since line 14 takes two for a pair. Line 13 asks only whether
    it is above zero: after line 23 took one card for a single, a pair is served from the one card
    left and the pool is overdrawn to −1. Between plays of equally many cards that never turns the
    answer (singles are taken from pairs only if the reply has fewer singles than the lead, hence
    at least as many pairs; and tractors are served from tractors alone); between others it does:

    >>> one_pair = Template((), pairs=1, singles=0)
    >>> printed_order_serves([1, 2], one_pair)
    True
    """
    tractors, pairs, singles = list(follow.tractors), 2 * follow.pairs, follow.singles
    for need in order:
        if need >= 4:
            if not printed_consume(tractors, need, exact_first):
                return False
        elif need == 2:
            if pairs > 0:
                pairs -= 2
            elif not printed_consume(tractors, 2, exact_first):
                return False
        elif singles > 0:
            singles -= 1
        elif pairs > 0:
            pairs -= 1
        elif not printed_consume(tractors, 1, exact_first):
            return False
    return True


def printed_same_structure(lead: Template, follow: Template, exact_first: bool = False) -> bool:
    """Match two templates by Algorithm 3, lines 1–32, as printed.

    Line 2 sorts in descending order and line 31 stops where no next permutation exists. The
    descending order is the last permutation, so it is the only one tried, and matches are missed:
    38 packings of tractors, or 3 if the exact match came first as in §4.2 (``exact_first``).
    ``search.permutation_search`` is right.

    >>> from tests.oracles.tractor_paper.search import permutation_search
    >>> lead, follow = Template.of([6, 4, 4]), Template.of([8, 6])
    >>> printed_same_structure(lead, follow), permutation_search(lead, follow).order
    (False, (4, 4, 6))
    """
    order = sorted(lead.sizes, reverse=True)
    while True:
        if printed_order_serves(order, follow, exact_first):
            return True
        if next_order(order, len(order)) < 0:
            return False
