"""Search at tables of any size: moves are tried in sampled worlds, which are played out in arrays.

Worlds are deals that the seat on turn can't tell from the true one (``hidden.tables``), all equally
likely: nothing is inferred from how the others have bid and played. In each world a candidate is made
and the deal is played out by the compiled rule-based policy in all seats (``arrays.wide``), which sees
only what its seat sees. Who turns out to be on which side in Finding Friends, the world says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

import numpy as np

from suitwise.cards import Card
from suitwise.players.search import Batch, Ints, Race
from suitwise.tractor.arrays.packed import named_back
from suitwise.tractor.arrays.wide import layout, playouts
from suitwise.tractor.arrays.wide.playouts import EVERY_SEAT, Results, Tables
from suitwise.tractor.hidden.tables import many_hands
from suitwise.tractor.moves import PASS, Move, points_in_pile
from suitwise.tractor.players import tables as rules
from suitwise.tractor.players.plays import LEVEL, SMOOTH, Thinking
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.tables import Sides
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.state import TractorState

FEW = 24
"""Up to this number of legal replies, all are candidates."""
_CALLS = 16
"""The calls that are tried, the most promising ones by rule."""


def is_searched(state: TractorState) -> bool:
    """Tell whether moves are searched here; bids, cuttings and forced parts are chosen by rule.

    A burial by another than the landlord is one of these where he calls after it.
    """
    if state.phase == "bury":
        return state.turn == state.current_landlord or not state.umpire.calls
    return state.phase in ("call", "play") and len(state.moves()) > 1


def search(state: TractorState, thinking: Thinking, stream: int) -> tuple[list[Move], Race]:
    """Return the moves tried, and their race.

    Args:
        state: a position in which moves are searched.
        thinking: the limits of the search.
        stream: the stream of random numbers.

    Raises:
        SuitwiseError: no world was found.
    """
    worlds = worlds_of(state, thinking.seed, stream)
    moves = candidates_of(state, next(worlds))
    return moves, race_moves(state, moves, worlds, thinking, stream)


def candidates_of(state: TractorState, world: World) -> list[Move]:
    """Return the moves to try: first what the policy of the playouts plays, then that of the rules.

    Args:
        state: a position in which moves are searched.
        world: some world, of which the policy sees no more than the seat does.
    """
    first, _ = rules.move_in(state)
    found: Iterable[Move]
    if state.phase == "bury":
        found = map(Move, _burials(state))
    elif state.phase == "call":
        found = rules.calls_in_order(state)[:_CALLS]
    else:
        replies = bool(state.tricks[-1].plays)
        found = map(Move, _replies(state) if replies else _leads(state))
        first, found = Move(_policy_play(state, world)), (first, *found)
    return list(dict.fromkeys((first, *found)))


def race_moves(
    state: TractorState,
    moves: Sequence[Move],
    worlds: Iterator[World],
    thinking: Thinking,
    stream: int,
) -> Race:
    """Compare moves of the seat on turn in common worlds; the first is the one to beat.

    Args:
        state: a position in which a seat buries, calls or plays.
        moves: the moves.
        worlds: worlds for all that are drawn.
        thinking: the limits of the search.
        stream: the stream of random numbers.

    Raises:
        SuitwiseError: no world was found.
    """
    seat = state.turn
    try_moves = _plays_tried if state.phase == "play" else _plans_tried

    def batch(count: int, _: int) -> Batch:
        drawn = list(islice(worlds, count))
        tried = try_moves(state, moves, drawn)

        def roll(first: int, last: int, active: Ints) -> Ints:
            worth = np.zeros((last - first, len(moves)), np.int64)
            for number in active.tolist():
                tables = tried(number, slice(first, last))
                worth[:, number] = worth_of(state, seat, playouts.play_out(tables, thinking.seed))
            return worth

        return Batch(np.ones(len(drawn), np.int64), roll)

    return thinking.race(batch, len(moves), thinking.clock.lots(thinking.worlds), stream)


def worth_of(state: TractorState, seat: int, results: Results) -> Ints:
    """Return what results are worth to a seat: the ranks its side gains, and a share for points.

    A side closer to the next step reaches it more often in real play than playouts can show.
    """
    profile, step = state.profile, state.variant.table.step
    ranks = LEVEL * (results.gains[:, 0] - results.gains[:, 1])
    linear = LEVEL * (profile.turnover * step - results.points) // step
    worth: Ints = ((100 - SMOOTH) * ranks + SMOOTH * linear) // 100
    return np.where(results.sides >> seat & 1 == 1, worth, -worth)


# --- Worlds as tables -----------------------------------------------------------------------------

World: TypeAlias = Sequence[Pile]
"""The hands of all seats, and last the buried cards."""
_Tried = Callable[[int, slice], Tables]
"""Returns some worlds as tables after the candidate of a number."""


def worlds_of(state: TractorState, seed: int, stream: int) -> Iterator[World]:
    """Yield sampled worlds without end; what is still to be buried is in the burier's hand."""
    buried = state.buried if state.sees_kitty(state.turn) else None
    for *hands, aside in many_hands(state, state.turn, seed, stream):
        yield [*hands, aside if buried is None else buried]


def _plays_tried(state: TractorState, moves: Sequence[Move], worlds: Sequence[World]) -> _Tried:
    tables = tables_of(state, worlds)

    def tried(number: int, some: slice) -> Tables:
        after = tables[some].copy()
        if state.tricks[-1].plays:
            playouts.follow(after, moves[number].pile)
        else:
            lead = state.umpire.lead(state.trump, moves[number].pile)
            assert isinstance(lead, WideLead)
            playouts.lead(after, lead.parts)
        return after

    return tried


def _plans_tried(state: TractorState, moves: Sequence[Move], worlds: Sequence[World]) -> _Tried:
    """Try burials and calls: others pass, and what is still to be called is called by rule."""
    seat = state.turn

    def tried(number: int, some: slice) -> Tables:
        after = state.followed_by(moves[number])
        while after.phase in ("steal", "call"):
            move = PASS if after.phase == "steal" else rules.calls_in_order(after)[0]
            after = after.followed_by(move)
        own, buried = after.held[seat], after.buried
        assert buried is not None
        at_table = [[*world[:seat], own, *world[seat + 1 : -1], buried] for world in worlds[some]]
        return tables_of(after, at_table)

    return tried


def tables_of(state: TractorState, worlds: Sequence[World]) -> Tables:
    """Return worlds as tables on which the plays of the open trick lie.

    Args:
        state: a position after the burial and all calls.
        worlds: the worlds.
    """
    plays, leader = state.tricks[-1].plays, state.tricks[-1].leader
    seats, lies = state.umpire.seats, [deck.EMPTY] * state.umpire.seats
    for place, play in enumerate(plays):
        lies[(leader + place) % seats] = play
    before = [
        [hand.plus(play) for hand, play in zip(world[:-1], lies, strict=True)] for world in worlds
    ]
    one = playouts.position(
        state.variant.table,
        state.trump,
        state.current_landlord,
        before[0],
        leader=leader,
        sides=_sides_before(state) if state.umpire.calls else None,
        points=state.won,
        fines=[state.profile.penalty * number for number in state.fines],
    )
    masks = [[hand.masks for hand in hands] for hands in before]
    buried = [world[-1].masks for world in worlds]
    tables = playouts.worlds(one, np.array(masks, np.int64), np.array(buried, np.int64))
    for place, play in enumerate(plays):
        if place:
            playouts.follow(tables, play)
        else:
            assert isinstance(state.lead, WideLead)
            playouts.lead(tables, state.lead.parts)
    return tables


def _sides_before(state: TractorState) -> Sides:
    """Return the sides before the open trick."""
    sides = Sides(state.current_landlord, state.calls, state.profile.joins)
    for trick in state.tricks:
        if trick.is_whole:
            for place, play in enumerate(trick.plays):
                sides.play((trick.leader + place) % trick.seats, play.cards)
    return sides


# --- Candidates -----------------------------------------------------------------------------------


def _leads(state: TractorState) -> Iterator[Pile]:
    """Yield leads of one block in each suit, then throws of all parts that nobody can beat.

    Of each width the highest and the lowest tuple is tried, and each with points; and the longest
    tractors.
    """
    hand, main, rank = state.held[state.turn], state.trump.main_index, state.trump.rank_index
    for suit in parts_by_suit(hand, state.trump):
        blocks = state.umpire.parts(state.trump, suit)
        yield from (deck.pile_of(block.cards) for block in blocks if block.length > 1)
        for width in range(1, state.umpire.packs + 1):
            kinds = [card for card in suit.kinds if suit.copies(card) >= width]
            kinds.sort(key=lambda card: deck.phi_of(card, main, rank))
            for card in dict.fromkeys((*kinds[:1], *kinds[-1:], *filter(_counts, kinds))):
                yield deck.copies_of([(card, width)])
        throw = _sure_throw(state, suit)
        if throw is not None:
            yield throw


def _counts(card: Card) -> bool:
    return points_in_pile(deck.CARD_PILES[card]) > 0


def _sure_throw(state: TractorState, suit: Pile) -> Pile | None:
    """Return the parts of a suit that nobody can beat, led together; None for less than two."""
    lead = WideLead.by_default(suit, state.trump, state.profile)
    unseen = rules.unseen_by(state)
    sure = [part for part in lead.parts if not lead.beaten_by(part, unseen)]
    return deck.pile_of([card for part in sure for card in part.cards]) if len(sure) > 1 else None


def _replies(state: TractorState) -> Iterator[Pile]:
    """Yield legal replies: all if they are few; else some that win, and some that cost little."""
    lead, hand = state.lead, state.held[state.turn]
    assert isinstance(lead, WideLead)
    plays = state.umpire.replies(lead, hand)
    if len(plays) <= FEW:
        yield from plays
        return
    table = state.tricks[-1]
    some = list(rules.spread(plays))
    cost = {play: rules.cost_of(state, hand, play) for play in some}
    points = {play: points_in_pile(play) for play in some}
    wins = {play for play in some if lead.winner((*table.plays, play)) == len(table.plays)}
    for group in (wins, set(some) - wins):
        ordered = [play for play in some if play in group]
        yield from sorted(ordered, key=lambda play: cost[play])[:4]
        yield from sorted(ordered, key=lambda play: (-points[play], cost[play]))[:3]
        yield from sorted(ordered, key=lambda play: (points[play], cost[play]))[:3]


def _policy_play(state: TractorState, world: World) -> Pile:
    """Return what the policy of the playouts plays."""
    hand = state.held[state.turn]
    tables = tables_of(state, [world])
    playouts.advance(tables, 1, 0, EVERY_SEAT)
    main, cr = state.trump.main_index, state.trump.rank_index
    left = layout.pile_at(tables[0].tolist(), layout.HANDS + 4 * state.turn)
    return hand.minus(Pile(*(named_back(mask, main, cr) for mask in left)))


def _burials(state: TractorState) -> Iterator[Pile]:
    """Yield burials by different plans: to void each suit or two, to spare each, to bury no points."""
    hand, size = state.held[state.turn], state.umpire.kitty
    suits = [
        suit
        for suit in parts_by_suit(hand, state.trump)
        if deck.only_partition(suit, state.trump) != deck.TRUMPS
    ]
    pointed = deck.pile_of([card for card in hand.cards if _counts(card)])
    plans = [(deck.EMPTY, deck.EMPTY), (deck.EMPTY, pointed)]
    for at, suit in enumerate(suits):
        plans += [
            (suit, deck.EMPTY),
            (deck.EMPTY, suit),
            (suit.minus(_points_of(suit)), _points_of(suit)),
        ]
        plans += [(suit.plus(other), deck.EMPTY) for other in suits[:at]]
    for fixed, spared in plans:
        free = hand.minus(fixed).minus(spared)
        if fixed.size <= size <= fixed.size + free.size:
            order = rules.burial_order(state, free)
            yield fixed.plus(deck.pile_of(order[: size - fixed.size]))


def _points_of(pile: Pile) -> Pile:
    return deck.pile_of([card for card in pile.cards if _counts(card)])
