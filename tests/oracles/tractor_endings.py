"""Plain minimax of the last tricks of Tractor, all hands seen; it shares no code with the package.

Every legal move is tried, throws that fail included, and every trick is ruled by the slow oracle of the
table's rules (``tractor_table_oracle``). Nothing is cut off; what a position between tricks is worth is
remembered. Two switches that the oracle does not have are read here: ``duty="none"``, any cards follow,
and ``forced="never"``, no throw fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from tests.oracles.tractor_table_oracle import (
    STANDARD,
    Cards,
    Options,
    Trump,
    choices,
    kitty,
    largest_size,
    legal_plays,
    one_partition,
    pack,
    partition,
    phi,
    points,
    throw,
    winner,
    without,
)

Hands = tuple[Cards, Cards, Cards, Cards]


@dataclass(frozen=True)
class House:
    """A house: what the oracle knows of it, and the two switches it does not know."""

    options: Options = STANDARD
    any_follows: bool = False
    throws_fail: bool = True


class Ending(NamedTuple):
    """The last tricks of a deal: seats count from 0, and of the plays the leader's is the first."""

    trump: Trump
    hands: Hands
    buried: Cards
    landlord: int
    leader: int
    plays: tuple[Cards, ...] = ()
    taken: int = 0

    @property
    def turn(self) -> int:
        return (self.leader + len(self.plays)) % 4


@cache
def _winner(plays: tuple[Cards, ...], trump: Trump, options: Options) -> int:
    return winner(plays, trump, options) - 1


@cache
def _replies(lead: Cards, hand: Cards, trump: Trump, house: House) -> tuple[Cards, ...]:
    if house.any_follows:
        return tuple(choices(hand, len(lead)))
    return tuple(dict.fromkeys(legal_plays(lead, hand, trump, house.options)))


def leads(hand: Cards, trump: Trump) -> list[Cards]:
    """Return every choice of cards of one suit."""
    found = {play for size in range(1, len(hand) + 1) for play in choices(hand, size)}
    return sorted(play for play in found if one_partition(play, trump))


@dataclass
class Minimax:
    """The attackers' final points by best play of all."""

    house: House = field(default_factory=House)
    known: dict[Ending, int] = field(default_factory=dict)

    def value(self, ending: Ending) -> int:
        """Return the value of a position."""
        if ending.plays:
            return self._search(ending)
        if not ending.hands[0]:
            return ending.taken
        asked = ending._replace(taken=0)
        if asked not in self.known:
            self.known[asked] = self._search(asked)
        return self.known[asked] + ending.taken

    def moves(self, ending: Ending) -> dict[Cards, int]:
        """Return what each move is worth."""
        hand = ending.hands[ending.turn]
        if ending.plays:
            replies = _replies(ending.plays[0], hand, ending.trump, self.house)
            return {play: self.value(self.after(ending, play)) for play in replies}
        return {lead: self._lead(ending, lead) for lead in leads(hand, ending.trump)}

    def _search(self, ending: Ending) -> int:
        attacks = (ending.turn ^ ending.landlord) & 1
        return (max if attacks else min)(self.moves(ending).values())

    def _lead(self, ending: Ending, lead: Cards) -> int:
        """Return what a lead is worth: of a throw that fails, the part that the leader chooses."""
        if not self.house.throws_fail:
            return self.value(self.after(ending, lead))
        hands = [ending.hands[(ending.leader + place) % 4] for place in range(4)]
        ruling = throw(hands, lead, ending.trump, self.house.options)
        if ruling.stands:
            return self.value(self.after(ending, lead))
        attacks = (ending.leader ^ ending.landlord) & 1
        paid = ending._replace(taken=ending.taken + ruling.penalty * (-1 if attacks else 1))
        worth = [self.value(self.after(paid, part)) for part in ruling.forced]
        return max(worth) if attacks else min(worth)

    def after(self, ending: Ending, play: Cards) -> Ending:
        """Return the position after a play that goes on the table; the last ends with the kitty paid."""
        seat = ending.turn
        hands = list(ending.hands)
        hands[seat] = without(hands[seat], play)
        plays = (*ending.plays, play)
        if len(plays) < 4:
            return ending._replace(hands=_four(hands), plays=plays)
        took = (ending.leader + _winner(plays, ending.trump, self.house.options)) % 4
        attackers_took = (took ^ ending.landlord) & 1 == 1
        taken = ending.taken + attackers_took * sum(map(points, plays))
        if not hands[0]:
            largest = largest_size(plays[0], ending.trump, self.house.options)
            worth = points(ending.buried)
            taken += kitty(worth, largest, attackers_took, self.house.options, len(plays[0]))
        return ending._replace(hands=_four(hands), plays=(), leader=took, taken=taken)


def _four(hands: Sequence[Cards]) -> Hands:
    first, second, third, fourth = hands
    return first, second, third, fourth


def takes_all(ending: Ending, claimant: int, house: House) -> bool:
    """Tell whether a seat's side takes every trick that is left against every play of all others.

    Nothing is remembered or left out: throws that fail are tried as well.
    """
    if not any(ending.hands):
        return True
    hand = ending.hands[ending.turn]
    if ending.plays:
        replies = _replies(ending.plays[0], hand, ending.trump, house)
        found = (_keeps(ending, play, claimant, house) for play in replies)
    else:
        found = (_lead_keeps(ending, lead, claimant, house) for lead in leads(hand, ending.trump))
    return any(found) if ending.turn == claimant else all(found)


def _lead_keeps(ending: Ending, lead: Cards, claimant: int, house: House) -> bool:
    hands = [ending.hands[(ending.leader + place) % 4] for place in range(4)]
    ruling = throw(hands, lead, ending.trump, house.options)
    if not house.throws_fail or ruling.stands:
        return _keeps(ending, lead, claimant, house)
    found = (_keeps(ending, part, claimant, house) for part in ruling.forced)
    return any(found) if ending.leader == claimant else all(found)


def _keeps(ending: Ending, play: Cards, claimant: int, house: House) -> bool:
    """Tell whether a play loses no trick, nor leads to a loss."""
    plays = (*ending.plays, play)
    if len(plays) == 4:
        took = ending.leader + _winner(plays, ending.trump, house.options)
        if (took ^ claimant) & 1:
            return False
    return takes_all(Minimax(house).after(ending, play), claimant, house)


# --- Endings --------------------------------------------------------------------------------------


def random_trump(rng: Random) -> Trump:
    return Trump(rng.choice("SHDCO"), rng.choice("23456789TJQKA"))


def random_ending(rng: Random, cards: int, house: House, rich: bool) -> Ending:
    """Return a random ending.

    Args:
        rng: where it comes from.
        cards: the cards of a hand.
        house: the house; the trick is begun by its rules.
        rich: whether the cards are few kinds of few suits, so that pairs, tractors and throws abound.
    """
    trump = random_trump(rng)
    deck = list(_rich_deck(rng, cards, trump) if rich else pack() * 2)
    rng.shuffle(deck)
    hands = _four([tuple(sorted(deck[cards * at : cards * at + cards])) for at in range(4)])
    others = list(pack() * 2)
    for hand in hands:
        for card in hand:
            others.remove(card)
    buried = tuple(sorted(rng.sample(others, 8)))
    seats = rng.randrange(4), rng.randrange(4)
    ending = Ending(trump, hands, buried, *seats, (), 5 * rng.randrange(24))
    search = Minimax(house)
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
        ending = search.after(ending, rng.choice(_some_plays(rng, ending, house)))
    return ending


def _some_plays(rng: Random, ending: Ending, house: House) -> list[Cards]:
    """Return the replies that are legal, or the leads that need no ruling and those that stand."""
    hand = ending.hands[ending.turn]
    if ending.plays:
        return list(_replies(ending.plays[0], hand, ending.trump, house))
    good = []
    hands = [ending.hands[(ending.leader + place) % 4] for place in range(4)]
    for lead in leads(hand, ending.trump):
        if not house.throws_fail or throw(hands, lead, ending.trump, house.options).stands:
            good += [lead] * len(lead)
    return good


def _rich_deck(rng: Random, cards: int, trump: Trump) -> Sequence[str]:
    """Return two copies of neighbouring cards of one suit, of the trumps and of another suit."""
    suits = rng.sample([suit for suit in "SHDC" if suit != trump.main], 2)
    kinds: list[str] = []
    for part, share in ((suits[0], 0.5), ("T", 0.3), (suits[1], 0.2)):
        own = [card for card in pack() if partition(card, trump) == part]
        own.sort(key=lambda card: (phi(card, trump), rng.random()))
        most = min(len(own), max(1, round(rng.uniform(0.5, 1.5) * share * 2 * cards + 0.5)))
        first = rng.randrange(len(own) - most + 1)
        kinds += own[first : first + most]
    spare = [card for card in pack() if card not in kinds]
    rng.shuffle(spare)
    while 2 * len(kinds) < 4 * cards:
        kinds.append(spare.pop())
    deck = kinds * 2
    rng.shuffle(deck)
    return deck
