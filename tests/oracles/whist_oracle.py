"""Whist from the rules alone, slowly: what may be played, who wins, what is scored, which deals can be.

Cards are two letters, a suit and a rank; hands are lists. Nothing here is shared with the example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"


def legal_plays(hand: Sequence[str], table: Sequence[str]) -> set[str]:
    """Follow suit if you can; else, and on the lead, play any card."""
    if table:
        follow = {card for card in hand if card[0] == table[0][0]}
        if follow:
            return follow
    return set(hand)


def winning_place(table: Sequence[str], trump: str) -> int:
    """The highest trump wins, or, if there is none, the highest card of the suit led."""
    suit = trump if any(card[0] == trump for card in table) else table[0][0]
    ranks = {RANKS.index(card[1]): place for place, card in enumerate(table) if card[0] == suit}
    return ranks[max(ranks)]


def play_out(
    hands: Sequence[Sequence[str]], leader: int, trump: str, plays: Sequence[str]
) -> tuple[list[int], list[str], int] | None:
    """Return the winners of the tricks, the open trick and who leads it; None if a play is illegal."""
    held = [list(hand) for hand in hands]
    winners: list[int] = []
    table: list[str] = []
    for card in plays:
        seat = (leader + len(table)) % 4
        if card not in legal_plays(held[seat], table):
            return None
        held[seat].remove(card)
        table.append(card)
        if len(table) == 4:
            leader = (leader + winning_place(table, trump)) % 4
            winners.append(leader)
            table = []
    return winners, table, leader


def odd_tricks(winners: Sequence[int]) -> tuple[int, int]:
    """Each trick over six counts a point for the side that took it."""
    ours = sum(1 for seat in winners if seat in (0, 2))
    return max(ours - 6, 0), max(13 - ours - 6, 0)


def worlds(
    seat: int, dealt: Sequence[Sequence[str]], dealer: int, turned: str, plays: Sequence[str]
) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield every deal that a seat can't tell from the true one: all that is unseen dealt in all ways.

    The seat's own cards, the card turned up and all plays are as they were, and every play was legal.
    """
    gone = set(plays)
    fixed = [
        {card for card in hand if at == seat or card in gone or card == turned}
        for at, hand in enumerate(dealt)
    ]
    hidden = sorted(card for at, hand in enumerate(dealt) for card in set(hand) - fixed[at])
    others = [at for at in range(4) if at != seat]
    for hands in _splits(hidden, [len(dealt[at]) - len(fixed[at]) for at in others]):
        world = [set(cards) for cards in fixed]
        for at, cards in zip(others, hands, strict=True):
            world[at] |= set(cards)
        ordered = [sorted(cards) for cards in world]
        if play_out(ordered, (dealer + 1) % 4, turned[0], plays) is not None:
            yield tuple(frozenset(cards) for cards in world)


def _splits(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in _splits(rest, sizes[1:]):
            yield [first, *others]
