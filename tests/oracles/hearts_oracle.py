"""Hearts from the rules alone, slowly: who passes whom, what may be played, who takes, what it costs.

Cards are two letters, a suit and a rank; hands are lists. Nothing here is shared with the example; it is
written from pagat.com/reverse/hearts.html.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
WAYS = ("left", "right", "across", "hold")


def points_of(card: str) -> int:
    """A heart costs one point, the queen of spades thirteen."""
    return 13 if card == "SQ" else int(card[0] == "H")


def taker(seat: int, way: str) -> int:
    """Who gets the cards that a seat passes; seats are numbered to the left."""
    return {"left": seat + 1, "across": seat + 2, "right": seat - 1, "hold": seat}[way] % 4


def after_passing(
    dealt: Sequence[Sequence[str]], passed: Sequence[Sequence[str]], way: str
) -> list[list[str]]:
    """Each lays three cards down before anybody takes up what it was passed."""
    hands = [[card for card in hand if card not in passed[at]] for at, hand in enumerate(dealt)]
    for seat, cards in enumerate(passed):
        hands[taker(seat, way)] += cards
    return hands


def legal_plays(
    hand: Sequence[str], table: Sequence[str], gone: Sequence[str], queen_breaks: bool = False
) -> set[str]:
    """What a seat may play: ``table`` lies there, ``gone`` was played in the tricks before."""
    if not gone and not table:
        return {"C2"}
    if not table:
        is_broken = any(card[0] == "H" or (queen_breaks and card == "SQ") for card in gone)
        others = {card for card in hand if card[0] != "H"}
        return set(hand) if is_broken or not others else others
    free = {card for card in hand if card[0] == table[0][0]} or set(hand)
    if not gone:
        return {card for card in free if not points_of(card)} or free
    return free


def winning_place(table: Sequence[str]) -> int:
    """The highest card of the suit led takes the trick."""
    ranks = {RANKS.index(card[1]): at for at, card in enumerate(table) if card[0] == table[0][0]}
    return ranks[max(ranks)]


class Played(NamedTuple):
    """A deal as far as it was played."""

    points: list[int]
    tricks: list[int]
    table: list[str]
    turn: int
    hands: list[list[str]]
    gone: list[str]


def play_out(
    hands: Sequence[Sequence[str]], plays: Sequence[str], queen_breaks: bool = False
) -> Played | None:
    """Play cards from hands as they were after passing; None if one of them is illegal."""
    held = [list(hand) for hand in hands]
    leader = next(seat for seat in range(4) if "C2" in held[seat])
    points, tricks = [0] * 4, [0] * 4
    table: list[str] = []
    gone: list[str] = []
    for card in plays:
        seat = (leader + len(table)) % 4
        if card not in held[seat] or card not in legal_plays(held[seat], table, gone, queen_breaks):
            return None
        held[seat].remove(card)
        table.append(card)
        if len(table) == 4:
            leader = (leader + winning_place(table)) % 4
            points[leader] += sum(map(points_of, table))
            tricks[leader] += 1
            gone += table
            table = []
    return Played(points, tricks, table, (leader + len(table)) % 4, held, gone)


def scored(points: Sequence[int]) -> list[int]:
    """Who has taken all 26 points scores none, and each of the others 26."""
    if 26 in points:
        return [0 if one == 26 else 26 for one in points]
    return list(points)


def match(moves: Sequence[str], target: int, passing: str, queen_breaks: bool) -> list[int] | None:
    """Score a whole game from all its cards in order, dealt, passed and played; None if one is illegal.

    Cards are dealt one at a time, from the dealer's left; seat 0 deals first, then the next to its left.
    """
    scores, at = [0] * 4, 0
    for deal in range(1000):
        dealer = deal % 4
        order = [(dealer + 1 + place) % 4 for place in range(4)]
        pack, at = moves[at : at + 52], at + 52
        if len(set(pack)) != 52:
            return None
        dealt: list[list[str]] = [[], [], [], []]
        for place, card in enumerate(pack):
            dealt[order[place % 4]].append(card)
        way = WAYS[deal % 4] if passing == "rotate" else passing
        passed: list[list[str]] = [[], [], [], []]
        for seat in order if way != "hold" else ():
            passed[seat], at = list(moves[at : at + 3]), at + 3
            if len({*passed[seat]} & {*dealt[seat]}) != 3:
                return None
        plays, at = moves[at : at + 52], at + 52
        played = play_out(after_passing(dealt, passed, way), plays, queen_breaks)
        if played is None:
            return None
        scores = [one + more for one, more in zip(scores, scored(played.points), strict=True)]
        if max(scores) >= max(target, 1):
            return scores if at == len(moves) else None
    return None


# --- What a seat can't tell apart -----------------------------------------------------------------


def worlds(
    seat: int,
    start: Sequence[Sequence[str]],
    passed: Sequence[Sequence[str]],
    way: str,
    plays: Sequence[str],
    queen_breaks: bool = False,
) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield all hands after passing that a seat can't tell from the true ones.

    Args:
        seat: who looks.
        start: the hands after passing.
        passed: what each seat has passed, of which it knows its own.
        way: where they went.
        plays: all plays so far.
    """
    gone, given = set(plays), set(passed[seat])
    fixed = [
        {card for card in hand if at == seat or card in gone or card in given}
        for at, hand in enumerate(start)
    ]
    hidden = sorted(card for at, hand in enumerate(start) for card in set(hand) - fixed[at])
    others = [at for at in range(4) if at != seat]
    leader = next(at for at in range(4) if "C2" in start[at])
    for hands in _splits(hidden, [len(start[at]) - len(fixed[at]) for at in others]):
        world = [set(cards) for cards in fixed]
        for at, cards in zip(others, hands, strict=True):
            world[at] |= set(cards)
        if "C2" not in world[leader]:  # who is on turn, and so who leads, is seen by all
            continue
        if play_out([sorted(cards) for cards in world], plays, queen_breaks) is not None:
            yield tuple(frozenset(cards) for cards in world)


def _splits(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in _splits(rest, sizes[1:]):
            yield [first, *others]
