"""Spades from the rules alone, slowly: who bids, what may be played, who takes, what a deal comes to.

Cards are two letters, a suit and a rank; bids are words, "nil" or a number; hands are lists. Nothing
here is shared with the example; it is written from pagat.com/auctionwhist/spades.html.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
BIDS = ["nil"] + [str(tricks) for tricks in range(1, 14)]


def legal_plays(hand: Sequence[str], table: Sequence[str], gone: Sequence[str]) -> set[str]:
    """What a seat may play: ``table`` lies there, ``gone`` was played in the tricks before."""
    if table:
        return {card for card in hand if card[0] == table[0][0]} or set(hand)
    if any(card[0] == "S" for card in gone):
        return set(hand)
    return {card for card in hand if card[0] != "S"} or set(hand)


def winning_place(table: Sequence[str]) -> int:
    """The highest spade takes the trick, and without one the highest card of the suit led."""
    spades = [card for card in table if card[0] == "S"]
    suited = spades or [card for card in table if card[0] == table[0][0]]
    highest = max(suited, key=lambda card: RANKS.index(card[1]))
    return list(table).index(highest)


class Played(NamedTuple):
    """A deal as far as it was played."""

    tricks: list[int]
    table: list[str]
    turn: int
    hands: list[list[str]]
    gone: list[str]


def play_out(hands: Sequence[Sequence[str]], plays: Sequence[str], dealer: int) -> Played | None:
    """Play cards from hands as they were dealt; None if one of them is illegal."""
    held = [list(hand) for hand in hands]
    leader = (dealer + 1) % 4
    tricks = [0] * 4
    table: list[str] = []
    gone: list[str] = []
    for card in plays:
        seat = (leader + len(table)) % 4
        if card not in held[seat] or card not in legal_plays(held[seat], table, gone):
            return None
        held[seat].remove(card)
        table.append(card)
        if len(table) == 4:
            leader = (leader + winning_place(table)) % 4
            tricks[leader] += 1
            gone += table
            table = []
    return Played(tricks, table, (leader + len(table)) % 4, held, gone)


def scored(bids: Sequence[str], tricks: Sequence[int]) -> tuple[int, int]:
    """What a side gets for its two bids and the tricks of its two partners, and how many bags it makes.

    What ten bags cost is not in it.
    """
    points, contract = 0, 0
    for bid, took in zip(bids, tricks, strict=True):
        if bid == "nil":
            points += 100 if took == 0 else -100
        else:
            contract += int(bid)
    if sum(tricks) < contract:
        return points - 10 * contract, 0
    bags = sum(tricks) - contract
    return points + 10 * contract + bags, bags


class Tally:
    """The scores of both sides, and their bags that have not cost anything yet."""

    def __init__(self) -> None:
        self.scores = [0, 0]
        self.bags = [0, 0]

    def add(self, bids: Sequence[str], tricks: Sequence[int]) -> None:
        """Add a deal: bids and tricks by seat."""
        for side in (0, 1):
            points, bags = scored(bids[side::2], tricks[side::2])
            self.scores[side] += points
            self.bags[side] += bags
            while self.bags[side] >= 10:
                self.bags[side] -= 10
                self.scores[side] -= 100

    def is_over(self, target: int, deals: int) -> bool:
        """The game is over at the target, up or down, unless both are level; or after forty deals."""
        one, other = self.scores
        if target == 0 or deals >= 40:
            return True
        if one == other:
            return False
        return one >= target or other >= target or one <= -target or other <= -target


def match(moves: Sequence[str], target: int) -> list[int] | None:
    """Score a whole game from all its moves in order, dealt, bid and played; None if one is illegal.

    Cards are dealt one at a time, from the dealer's left; seat 0 deals first, then the next to its left.
    """
    tally, at = Tally(), 0
    for deal in range(1000):
        dealer = deal % 4
        pack, calls, plays = (
            moves[at : at + 52],
            moves[at + 52 : at + 56],
            moves[at + 56 : at + 108],
        )
        at += 108
        if len(set(pack)) != 52 or any(call not in BIDS for call in calls):
            return None
        dealt: list[list[str]] = [[], [], [], []]
        bids = [""] * 4
        for place, card in enumerate(pack):
            dealt[(dealer + 1 + place) % 4].append(card)
        for place, call in enumerate(calls):
            bids[(dealer + 1 + place) % 4] = call
        played = play_out(dealt, plays, dealer)
        if played is None or len(plays) != 52:
            return None
        tally.add(bids, played.tricks)
        if tally.is_over(target, deal + 1):
            return tally.scores if at == len(moves) else None
    return None


def returns(moves: Sequence[str], target: int) -> list[float] | None:
    """What each seat gets of a game: it has won or lost, or by how many points in a single deal."""
    scores = match(moves, target)
    if scores is None:
        return None
    ahead = scores[0] - scores[1]
    if target:
        ahead = (ahead > 0) - (ahead < 0)
    return [float(ahead), float(-ahead)] * 2


# --- What a seat can't tell apart -----------------------------------------------------------------


def worlds(
    seat: int, start: Sequence[Sequence[str]], plays: Sequence[str], dealer: int
) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield all hands as they were dealt that a seat can't tell from the true ones."""
    gone = set(plays)
    fixed = [{card for card in hand if at == seat or card in gone} for at, hand in enumerate(start)]
    hidden = sorted(card for at, hand in enumerate(start) for card in set(hand) - fixed[at])
    others = [at for at in range(4) if at != seat]
    for hands in _splits(hidden, [len(start[at]) - len(fixed[at]) for at in others]):
        world = [set(cards) for cards in fixed]
        for at, cards in zip(others, hands, strict=True):
            world[at] |= set(cards)
        if play_out([sorted(cards) for cards in world], plays, dealer) is not None:
            yield tuple(frozenset(cards) for cards in world)


def _splits(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in _splits(rest, sizes[1:]):
            yield [first, *others]
