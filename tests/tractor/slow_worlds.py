"""The worlds of a late position by trying all deals of the unseen cards, each replayed by the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, factorial, perm, prod

from suitwise.tractor import Pile, TractorState
from suitwise.tractor.moves import Trick
from tests.oracles import tractor_table_oracle as oracle

Cards = tuple[str, ...]
World = tuple[Cards, ...]
"""What the four seats hold, and what is buried, each in order."""


def texts(pile: Pile) -> Cards:
    return tuple(sorted(map(str, pile.cards)))


def worlds_by_trying(state: TractorState, seat: int) -> dict[World, int]:
    """Return every world of a position in play, with the number of labelled deals that are it."""
    unseen = Counter(oracle.pack() * 2)
    seen = [state.held[seat], *(play for trick in state.tricks for play in trick.plays)]
    if seat == state.current_landlord:
        assert state.buried is not None
        seen.append(state.buried)
    unseen.subtract(card for pile in seen for card in texts(pile))
    rooms = [0 if at == seat else state.held[at].size for at in range(4)]
    rooms.append(0 if seat == state.current_landlord else 8)
    history = _History(state)
    found: dict[World, int] = {}
    for dealt in _deals(sorted(unseen.elements()), rooms):
        world = [*dealt]
        world[seat] = texts(state.held[seat])
        if seat == state.current_landlord:
            world[4] = texts(state.buried or Pile(0))
        if ways := history.ways(world):
            found[tuple(world)] = ways
    return found


def _deals(cards: Sequence[str], rooms: list[int]) -> Iterator[list[Cards]]:
    """Yield every way to put cards into places of some rooms, equal cards not told apart."""
    if not cards:
        yield [()] * len(rooms)
        return
    first, copies = cards[0], cards.count(cards[0])
    for put in _spread(copies, rooms):
        left = [room - used for room, used in zip(rooms, put, strict=True)]
        for rest in _deals(cards[copies:], left):
            yield [(first,) * used + more for used, more in zip(put, rest, strict=True)]


def _spread(copies: int, rooms: list[int]) -> Iterator[list[int]]:
    if not rooms:
        if copies == 0:
            yield []
        return
    for used in range(min(copies, rooms[0]) + 1):
        for rest in _spread(copies - used, rooms[1:]):
            yield [used, *rest]


class _History:
    """The plays of a deal, replayed with other hands."""

    def __init__(self, state: TractorState) -> None:
        self.state = state
        self.trump = oracle.Trump(state.trump.main, state.trump.rank)
        self.options = oracle.Options(
            chain=state.profile.chain,  # type: ignore[arg-type]
            duty=state.profile.duty,  # type: ignore[arg-type]
            forced=state.profile.forced,  # type: ignore[arg-type]
        )
        self.played = [Counter[str]() for _ in range(4)]
        for trick in state.tricks:
            for place, play in enumerate(trick.plays):
                self.played[(trick.leader + place) % 4].update(texts(play))

    def ways(self, world: Sequence[Cards]) -> int:
        """Return how many labelled deals are a world; 0 if it contradicts the plays."""
        held = [Counter(hand) for hand in world[:4]]
        begun = [hand + played for hand, played in zip(held, self.played, strict=True)]
        lord = self.state.current_landlord
        owned = [*begun]
        owned[lord] = begun[lord] + Counter(world[4])
        splits = self._splits(owned[lord])
        for bid in self.state.bids:
            if owned[bid.seat][str(bid.card)] < bid.copies:
                return 0
        if not splits or not self._replays(begun):
            return 0
        copies = [owned[seat][card] for seat in range(4) for card in oracle.pack()]
        return factorial(2) ** 54 // prod(map(factorial, copies)) * splits

    def _splits(self, owned: Counter[str]) -> int:
        """Return how many kittens of labelled cards the landlord can have taken up."""
        ways, left, kitty = 1, owned.total(), 8
        for card, copies in Counter(str(Pile(1 << card)) for card in self.state.turned).items():
            ways *= perm(owned[card], copies)
            left, kitty = left - copies, kitty - copies
        shown = Counter[str]()
        for bid in self.state.bids:
            if bid.seat == self.state.current_landlord:
                shown |= Counter({str(bid.card): bid.copies})
        return ways * _choices([(owned[card], shown[card]) for card in shown], left, kitty)

    def _replays(self, begun: list[Counter[str]]) -> bool:
        hands = [+hand for hand in begun]
        return all(self._trick_replays(trick, hands) for trick in self.state.tricks)

    def _trick_replays(self, trick: Trick, hands: list[Counter[str]]) -> bool:
        leader, plays, tried = trick.leader, [*map(texts, trick.plays)], trick.tried
        if plays or tried is not None:
            thrown = texts(tried) if tried is not None else plays[0]
            if Counter(thrown) - hands[leader]:
                return False
            around = tuple(_sorted(hands[(leader + place) % 4]) for place in range(4))
            verdict = _throw(around, thrown, self.trump, self.options)
            if verdict.stands != (tried is None):
                return False
            forced = [tuple(sorted(part)) for part in verdict.forced]
            if tried is not None and (plays[0] not in forced if plays else len(forced) < 2):
                return False
        for place, play in enumerate(plays):
            hand = hands[(leader + place) % 4]
            if place and not _rule(plays[0], _sorted(hand), play, self.trump, self.options):
                return False
            hand.subtract(play)
        return True


def _choices(shown: list[tuple[int, int]], left: int, kitty: int) -> int:
    """Count the choices of a kitty that leave of some cards as many copies as were shown."""
    if not shown:
        return comb(left, kitty)
    (copies, keep), *rest = shown
    return sum(
        comb(copies, taken) * _choices(rest, left - copies, kitty - taken)
        for taken in range(min(copies - keep, kitty) + 1)
    )


def _sorted(hand: Counter[str]) -> Cards:
    return tuple(sorted(hand.elements()))


@cache
def _rule(
    lead: Cards, hand: Cards, play: Cards, trump: oracle.Trump, options: oracle.Options
) -> bool:
    return oracle.rule(lead, hand, play, trump, options).legal


@cache
def _throw(
    hands: tuple[Cards, ...], lead: Cards, trump: oracle.Trump, options: oracle.Options
) -> oracle.Throw:
    led = oracle.partition(lead[0], trump)
    if len(lead) == 1:
        return oracle.Throw(True)
    others = tuple(oracle.of_partition(hand, led, trump) for hand in hands[1:])
    return _held_against((lead, *others), lead, trump, options)


@cache
def _held_against(
    hands: tuple[Cards, ...], lead: Cards, trump: oracle.Trump, options: oracle.Options
) -> oracle.Throw:
    return oracle.throw(hands, lead, trump, options)
