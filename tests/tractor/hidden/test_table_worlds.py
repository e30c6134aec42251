"""Worlds at tables of any size: every one is replayed from its first lead, small ones are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random

import pytest

from suitwise.cards import Card
from suitwise.game import load
from suitwise.tractor import Move, Pile, Tractor, TractorState, pile_of
from suitwise.tractor.moves import Trick, with_cards, without_cards
from suitwise.tractor.rules.deck import only_partition, partition_mask
from tests.tractor.many_deals import TABLES, played, played_game

FAR = 5.0
"""So many standard deviations are no accident."""


def first_lead(state: TractorState, hands: Sequence[Pile]) -> TractorState:
    """Return the position before the first lead of a deal in which the seats hold some cards now."""
    first = Trick(state.current_landlord, seats=state.umpire.seats)
    held = tuple(hand.plus(gone) for hand, gone in zip(hands, state.played, strict=True))
    again = TractorState(
        state.variant,
        state.levels,
        state.landlord,
        state.drawn,
        state.bids,
        turned=state.turned,
        silence=state.silence,
        buried=state.buried,
        tricks=(first,),
        held=held,
        deals=state.deals,
        redeals=state.redeals,
        steals=state.steals,
        calls=state.calls,
    )
    assert again.phase == "play"
    return again


def moves_of(trick: Trick) -> Iterator[Move]:
    """Yield the moves that have made a trick, without those that cut a lead or choose what is forced."""
    if trick.uncut is not None:
        yield Move(trick.uncut)
    elif trick.tried is not None or trick.plays:
        yield Move(trick.tried or trick.plays[0])
    yield from map(Move, trick.plays[1:])


def replayed(state: TractorState, hands: Sequence[Pile]) -> TractorState | None:
    """Play the deal again with other hands, by the game's own moves; None if one is illegal in it."""
    again = first_lead(state, hands)
    for trick in state.tricks:
        for move in moves_of(trick):
            if move not in again.moves():
                return None
            again = again.followed_by(move)
            if again.phase == "cut" and trick.uncut is None:
                default = next(iter(again.moves()))
                again = again.followed_by(Move.cut(trick.parts) if trick.parts else default)
            if again.phase == "forced" and trick.plays:
                if Move(trick.plays[0]) not in again.moves():
                    return None
                again = again.followed_by(Move(trick.plays[0]))
    return again


def agrees(state: TractorState, hands: Sequence[Pile]) -> bool:
    """Tell whether the deal would have gone as it has if the seats hold some cards now."""
    again = replayed(state, hands)
    if again is None or again.tricks != state.tricks or again.voids != state.voids:
        return False
    return again.phase != "forced" or set(again.moves()) == set(state.moves())


# --- Whole deals ----------------------------------------------------------------------------------


def burials(world: TractorState) -> Iterator[Pile]:
    """Yield what each burier was left with from what was drawn, taken up and buried."""
    hands = world.drawn
    taken = [(world.current_landlord, world.kitty)]
    taken += [(steal.bid.seat, steal.taken) for steal in world.steals]
    laid = [*(pile for _, pile in taken[1:]), world.buried]
    for steal, (seat, pile), buried in zip((None, *world.steals), taken, laid, strict=True):
        assert pile.size == world.umpire.kitty
        assert steal is None or steal.bid.pile.within(hands[seat])
        hands = with_cards(hands, seat, pile)
        if buried is not None:
            hands = without_cards(hands, seat, buried)
    yield from hands


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", TABLES)
def test_worlds_look_the_same_and_every_move_is_legal_in_them(table: str, exhaustive: bool) -> None:
    rng, number = Random(table), 0
    for seed in range(5 if exhaustive else 2):
        states = [state for state in played_game(table, seed) if state.turn >= 0]
        drawn = [state for state in states if state.is_auction_over]
        for state in (*rng.sample(states, 2), *rng.sample(drawn, 6)):
            seat, number = rng.randrange(state.umpire.seats), number + 1
            world = state.resample(seat, 5, number)
            assert isinstance(world, TractorState)
            assert world.view(seat) == state.view(seat)
            assert all(bid.pile.within(world.drawn[bid.seat]) for bid in world.bids)
            if not world.tricks:
                continue
            before = first_lead(world, world.held).held
            assert before == tuple(burials(world))
            assert agrees(world, world.held), str(state)


# --- Small endings, against all deals there are ---------------------------------------------------


def lacked(state: TractorState, who: int) -> int:
    """Return the cards of all suits that a seat has not followed in full."""
    lacks, trump = 0, state.trump
    for trick in state.tricks:
        for place, play in enumerate(trick.plays):
            led = only_partition(trick.plays[0], trump)
            assert led is not None
            mask = partition_mask(led, trump.main_index, trump.rank_index)
            if (trick.leader + place) % trick.seats == who and play.of(mask).size < play.size:
                lacks |= mask
    return lacks


def all_deals(state: TractorState, seat: int, others: Sequence[int]) -> Counter[tuple[Pile, ...]]:
    """Return all deals that agree with a play, with the ways to deal labelled cards like that.

    A deal is the hands of the others in order, and the buried cards if the seat does not see them.
    """
    unseen = state.umpire.every_card.minus(state.removed).minus(state.held[seat])
    for gone in state.played:
        unseen = unseen.minus(gone)
    rooms = [state.held[who].size for who in others]
    barred = [lacked(state, who) for who in others]
    assert state.buried is not None
    if state.sees_kitty(seat):
        unseen = unseen.minus(state.buried)
    else:
        rooms.append(state.buried.size)
        barred.append(0)
    ways = Counter(tuple(map(pile_of, deal)) for deal in labelled(unseen.cards, rooms, barred))

    def hands_in(deal: tuple[Pile, ...]) -> list[Pile]:
        own = dict(zip(others, deal, strict=False)) | {seat: state.held[seat]}
        return [own[who] for who in range(state.umpire.seats)]

    return Counter({deal: n for deal, n in ways.items() if agrees(state, hands_in(deal))})


def labelled(
    cards: Sequence[Card], rooms: Sequence[int], barred: Sequence[int]
) -> Iterator[list[list[Card]]]:
    """Yield the ways to deal labelled cards to places with some room, without those barred there."""
    if not cards:
        yield [[] for _ in rooms]
        return
    for place, room in enumerate(rooms):
        if room and not barred[place] >> cards[0] & 1:
            left = [*rooms[:place], room - 1, *rooms[place + 1 :]]
            for deal in labelled(cards[1:], left, barred):
                deal[place].append(cards[0])
                yield deal


SIX, FIVE = "tractor(players=6,match=deal", "tractor(players=5,teams=friends,match=deal"
SMALL = {
    f"{SIX})": ((56, 2, True, 6), (284, 3, True, 10)),
    f"{SIX},profile=standard(kitty_cards=1,nobody=none))": ((336, 2, False, 12),),
    f"{FIVE})": ((140, 2, True, 33),),
    f"{FIVE},profile=standard(kitty_cards=3,nobody=none))": (
        (104, 1, False, 24),
        (188, 1, False, 32),
    ),
}
"""Of each table games in which nobody bids: a seed, the cards left to each seat, whether the landlord
looks, and the number of deals. In each the plays prove more than what seats are out of. By default the
first of each table is drawn."""
_EACH, _EACH_IN_FULL = 5, 16
"""Worlds drawn for each deal there is, by default and under --exhaustive; a chi-square test needs 5."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", SMALL)
def test_all_deals_of_a_small_ending_are_equally_likely(table: str, exhaustive: bool) -> None:
    for ending in SMALL[table] if exhaustive else SMALL[table][:1]:
        are_equally_likely(table, *ending, _EACH_IN_FULL if exhaustive else _EACH)


def are_equally_likely(
    table: str, seed: int, left: int, own: bool, number: int, each_deal: int
) -> None:
    """Draw worlds of a small ending, so many for each deal there is, and count how often each comes."""
    variant = load(table)
    assert isinstance(variant, Tractor)
    state = next(
        state
        for state in played(variant, seed)
        if state.phase == "play" and {hand.size for hand in state.held} == {left}
    )
    assert not state.bids
    seats = range(state.umpire.seats)
    seat = state.current_landlord if own else (state.current_landlord + 1) % len(seats)
    others = [who for who in seats if who != seat]
    ways = all_deals(state, seat, others)
    assert len(ways) == number
    found = Counter[tuple[Pile, ...]]()
    for stream in range(each_deal * number):
        world = state.resample(seat, 11, stream)
        assert isinstance(world, TractorState)
        assert world.buried is not None
        hands = tuple(world.held[who] for who in others)
        found[hands if state.sees_kitty(seat) else (*hands, world.buried)] += 1
    assert set(found) <= set(ways)
    each = found.total() / ways.total()
    far = sum((found[deal] - each * n) ** 2 / (each * n) for deal, n in ways.items())
    assert (far - number + 1) / sqrt(2 * (number - 1)) < FAR, (found, ways)
