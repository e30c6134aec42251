"""Records of rounds and positions of the game, one from the other.

A record (``packed``) keeps no more of the past than the play needs, so a position is made from a whole
replay of a round (``table_replay``), a record from a position at any time of the play.
"""

from __future__ import annotations

from dataclasses import replace

from suitwise.cards import BLACK_JOKER, N_CARDS, RANKS, Card
from suitwise.errors import IllegalPosition
from suitwise.tractor.auction import Bid
from suitwise.tractor.game import Tractor
from suitwise.tractor.knowledge import voids_shown
from suitwise.tractor.moves import Move
from suitwise.tractor.order import NO_SUIT
from suitwise.tractor.packed import (
    COLUMNS,
    HANDS,
    KITTY,
    LACKS,
    LANDLORD,
    LEADER,
    MAIN,
    PARTITIONS,
    PLAYED,
    POINTS,
    RANK,
    STREAM,
    put,
    renamed,
    renamed_partitions,
)
from suitwise.tractor.piles import Pile
from suitwise.tractor.state import TractorState
from suitwise.tractor.steps import picked_up
from suitwise.tractor.table_replay import Replay


def packed(state: TractorState) -> list[int]:
    """Return the record of a deal that is being played.

    Its stream stands at 1: set ``STREAM`` to go on by other random numbers.

    Args:
        state: the position.

    Raises:
        IllegalPosition: nothing is buried yet, or all is played.

    >>> from suitwise.tractor.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> packed(state)[PLAYED], len(state.tricks[-1].plays)
    (5, 1)
    """
    if state.buried is None or state.phase != "play":
        raise IllegalPosition(
            f"a round is packed while it is played, not in the phase {state.phase}"
        )
    main, cr = state.trump.main_index, state.trump.rank_index
    record = [0] * COLUMNS
    record[MAIN], record[RANK], record[LANDLORD], record[STREAM] = main, cr, state.lord, 1
    table = state.tricks[-1]
    record[LEADER], record[POINTS] = table.leader, state.taken
    for seat, lacking in enumerate(voids_shown(state)):
        record[LACKS] |= renamed_partitions(lacking, main) << PARTITIONS * seat
    hands = list(state.held)
    for ahead, play in enumerate(table.plays):  # ``put`` takes them from the hands
        seat = (table.leader + ahead) % 4
        hands[seat] = hands[seat].plus(play)
    for column, pile in zip(range(HANDS, KITTY + 2, 2), (*hands, state.buried), strict=True):
        record[column], record[column + 1] = _renamed(pile, main, cr)
    record[PLAYED] = sum(4 * trick.plays[0].size for trick in state.tricks[:-1])
    for play in table.plays:
        put(record, *_renamed(play, main, cr))
    return record


def _renamed(pile: Pile, main: int, cr: int) -> tuple[int, int]:
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def state_of(game: Replay, plays: int = 100) -> TractorState:
    """Return the position of a round after so many plays.

    The main suit is bid by the first seat that can; the round was dealt with the landlord given.

    Args:
        game: the round.
        plays: how many plays have been made; all of them where there are fewer.

    Raises:
        IllegalPosition: nobody could have bid the main suit.

    >>> from suitwise.tractor.table_replay import replay
    >>> game = replay(3, seed=7)
    >>> state = state_of(game)
    >>> state.phase, state.points == game.points
    ('end', True)
    """
    rank = RANKS[game.trump.rank_index]
    variant = Tractor(match="deal", levels=rank * 2, landlord=game.landlord)
    dealt = replace(
        variant.start(),
        drawn=game.drawn,
        held=game.drawn,
        bids=(_bid(game),),
        asked=4,
        silence=4,
    )
    state = picked_up(dealt).after(Move(game.kitty))
    for _, pile in game.plays[:plays]:
        state = state.after(Move(pile))
    return state


def _bid(game: Replay) -> Bid:
    """Return a bid of the main suit."""
    main, cr = game.trump.main_index, game.trump.rank_index
    shown = range(BLACK_JOKER, N_CARDS) if main == NO_SUIT else (13 * main + cr,)
    copies = 2 if main == NO_SUIT else 1
    for seat, hand in enumerate(game.drawn):
        for card in shown:
            if hand.copies(card) >= copies:
                return Bid(seat, Card(card), copies)
    raise IllegalPosition(f"nobody could have bid {game.trump}")
