"""Records of rounds and positions of the game, one from the other.

A record (``packed``) keeps no more of the past than the play needs, so a position is made from a whole
replay of a round (``table_replay``), a record from a position at any time of the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from suitwise.cards import RANKS, Card
from suitwise.errors import IllegalPosition
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.batch import Replay
from suitwise.tractor.arrays.packed import honour_of_reply, put, renamed, renamed_partitions
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.auction import Bid, biddable, main_of
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.piles import EMPTY, Pile, bits
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.state import TractorState, picked_up


def packed(state: TractorState) -> list[int]:
    """Return the record of a deal that is being played, for rounds in which nobody throws.

    Its stream stands at 1: set ``STREAM`` to go on by other random numbers.

    Args:
        state: the position.

    Raises:
        IllegalPosition: nothing is buried yet, or all is played; the house is not the standard one, or
            a throw lies on the table. A record does not know who wins these.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> packed(state)[columns.PLAYED], len(state.tricks[-1].plays)
    (5, 1)
    """
    _refuse_unplayed(state)
    if state.profile != STANDARD:
        raise IllegalPosition(f"a round of the house standard is packed, not of {state.profile}")
    if is_throw_led(state):
        raise IllegalPosition(f"{state.tricks[-1].plays[0]} is a throw, which is not packed")
    assert state.buried is not None
    record = _filled(state, state.held, state.buried)
    record[columns.STREAM] = 1
    return record


def packed_for(state: TractorState, seat: int) -> list[int]:
    """Return the record of a deal as a seat sees it: no other hand, the kitty if it has buried it.

    True in every house, with a throw on the table too, are the cards, the points, which partitions seats
    are out of, and who wins the trick so far. Honours, and what the lead asks for, are those of houses
    where all trumps join tractors; and that a higher honour than ``BEST`` will win is true only where no
    throw is led (``is_throw_led``): who takes it over says ``winner_at_table``.

    Args:
        state: the position.
        seat: the seat.

    Raises:
        IllegalPosition: nothing is buried yet, or all is played.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> [packed_for(state, 2)[columns.HANDS + 2 * seat] != 0 for seat in range(4)]
    [False, False, True, False]
    """
    _refuse_unplayed(state)
    hands = [hand if owner == seat else EMPTY for owner, hand in enumerate(state.held)]
    buried = state.buried if seat == state.current_landlord else None
    record = _filled(state, hands, buried or EMPTY)
    table = state.tricks[-1]
    if table.plays:
        place = state.ruling(table).winner
        record[columns.WINNER] = (table.leader + place) % 4
        record[columns.BEST] = honour_of_reply(record, *_named(state, table.plays[place]))
    return record


def is_throw_led(state: TractorState) -> bool:
    """Tell whether a throw lies on the table: a lead of more than one block of the house.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> is_throw_led(state_of(replay(3, seed=7), plays=5))
    False
    """
    plays = state.tricks[-1].plays
    chain = state.profile.chain_mask(state.trump.main_index)
    return bool(plays) and len(parts_of(plays[0], state.trump, chain)) > 1


def _refuse_unplayed(state: TractorState) -> None:
    if state.phase != "play":
        raise IllegalPosition(
            f"a round is packed while it is played, not in the phase {state.phase}"
        )


def _filled(state: TractorState, held: Sequence[Pile], buried: Pile) -> list[int]:
    """Return a record with these hands and this kitty, each empty where it is not to be seen."""
    record = [0] * columns.COLUMNS
    record[columns.MAIN], record[columns.RANK] = state.trump.main_index, state.trump.rank_index
    table = state.tricks[-1]
    record[columns.LANDLORD], record[columns.LEADER] = state.current_landlord, table.leader
    record[columns.POINTS] = state.taken
    record[columns.PLAYED] = sum(4 * trick.plays[0].size for trick in state.tricks[:-1])
    hands = list(held)
    for ahead, play in enumerate(table.plays):  # ``put`` takes them from the hands
        seat = (table.leader + ahead) % 4
        hands[seat] = hands[seat].plus(play)
    for place, pile in enumerate((*hands, buried)):
        column = columns.HANDS + 2 * place
        record[column], record[column + 1] = _named(state, pile)
    for play in table.plays:
        put(record, *_named(state, play))
    # ``put`` takes it that a seat follows if it can, which not every house asks.
    lacks = (renamed_partitions(lacking, record[columns.MAIN]) for lacking in state.voids)
    record[columns.LACKS] = sum(lack << columns.PARTITIONS * at for at, lack in enumerate(lacks))
    return record


def _named(state: TractorState, pile: Pile) -> tuple[int, int]:
    """Return a pile by the names of a record."""
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def state_of(game: Replay, plays: int = 100) -> TractorState:
    """Return the position of a round after ``plays`` plays.

    The main suit is bid by the first seat that can; the round was dealt with the landlord given.

    Args:
        game: the round.
        plays: how many plays have been made; all of them where there are fewer.

    Raises:
        IllegalPosition: nobody could have bid the main suit.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> game = replay(3, seed=7)
    >>> state = state_of(game)
    >>> state.phase, state.points == game.points
    ('end', True)
    """
    rank = RANKS[game.trump.rank_index]
    variant = Tractor(match="deal", levels=rank * 2, landlord=game.landlord)
    dealt = replace(
        variant.start(), drawn=game.drawn, held=game.drawn, bids=(_bid(game),), asked=4, silence=4
    )
    state = picked_up(dealt).after(Move(game.kitty))
    for _, pile in game.plays[:plays]:
        state = state.after(Move(pile))
    return state


def _bid(game: Replay) -> Bid:
    """Return a bid of the main suit."""
    main, cr = game.trump.main_index, game.trump.rank_index
    for seat, hand in enumerate(game.drawn):
        for card in bits(biddable(hand.once, hand.twice, cr)):
            if main_of(card) == main:
                return Bid(seat, Card(card), 2 if main == NO_SUIT else 1)
    raise IllegalPosition(f"nobody could have bid {game.trump}")
