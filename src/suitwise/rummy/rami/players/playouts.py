"""Playouts of rami in compiled arrays, all seats by ``arrays.policy``, and that policy as a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import over_rows, rule
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import MULTISET
from suitwise.rummy.rami.arrays.course import draw_kind, find_moves, give, may_take_pile, play_move
from suitwise.rummy.rami.arrays.endings import grow, is_owing, lay_meld, take
from suitwise.rummy.rami.arrays.melds import TAKE_PLACES, WAYS
from suitwise.rummy.rami.arrays.policy import (
    NOTHING,
    TO_OPEN,
    card_to_add,
    find_best,
    joker_to_take,
    meld_to_lay,
    next_action,
    wants_top,
    worst_card,
)
from suitwise.rummy.rami.arrays.record import COLUMNS, hand_of, options_of, write_state
from suitwise.rummy.rami.players.rule_based import RamiPlayer, advised
from suitwise.rummy.rami.rules.house import RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.rules.numbers import DISCARDS, DONE, numbered_move
from suitwise.rummy.rami.rules.numbers import PILE as PILE_ACTION
from suitwise.rummy.rami.rules.numbers import STOCK as STOCK_ACTION
from suitwise.rummy.rami.state import RamiState
from suitwise.stepping.loop import STREAM

# --- What can be played out -----------------------------------------------------------------------


def is_known(house: RamiVariant) -> bool:
    """Return whether deals of a house can be played out in arrays.

    >>> is_known(RamiVariant("romme", seats=4)), is_known(RamiVariant("romme", out="free"))
    (True, False)
    """
    try:
        options_of(house)
    except SuitwiseError:
        return False
    return True


# --- A turn at once -------------------------------------------------------------------------------


@rule
def _open_best(record: Any, options: Any, hand: int) -> bool:
    """Make the best opening that begins with the melds chosen so far; return whether there is one."""
    chosen = int(record[layout.N_CHOSEN])
    if not find_best(record, options, hand, TO_OPEN) and chosen == 0:
        return False
    for number in range(record[layout.N_BEST]):
        record[layout.CHOICES + chosen + number] = record[layout.BEST + number]
    record[layout.N_CHOSEN] += record[layout.N_BEST]
    play_move(record, options, DONE)
    return True


@rule
def _lay_one(record: Any, options: Any, hand: int) -> bool:
    """Take a joker, lay a meld or add a card; return whether the seat can."""
    taken = joker_to_take(record, options, hand)
    if taken != NOTHING:
        take(record, options, hand, taken // TAKE_PLACES, taken % TAKE_PLACES)
        return True
    meld = meld_to_lay(record, options, hand)
    if meld != NOTHING:
        lay_meld(record, hand, meld)
        return True
    added = card_to_add(record, options, hand)
    if added != NOTHING:
        grow(record, options, hand, added // WAYS, added % WAYS)
    return added != NOTHING


@rule
def lay_all(record: Any, options: Any) -> None:
    """Lay everything that the seat on turn can."""
    hand = hand_of(record)
    if record[layout.OPENED + record[layout.MOVER]] == 0 and not _open_best(record, options, hand):
        return
    while _lay_one(record, options, hand):
        pass
    while is_owing(record):
        play_move(record, options, DONE)


# --- A deal ---------------------------------------------------------------------------------------


@rule
def play_on(record: Any, options: Any) -> None:
    """Play a deal to its end, all seats by the policy; chance draws from the record's random stream."""
    while record[layout.PHASE] < layout.OUT:
        if record[layout.PHASE] == layout.DRAW:
            takes = may_take_pile(record, options) and wants_top(record, options)
            play_move(record, options, PILE_ACTION if takes else STOCK_ACTION)
        if record[layout.PHASE] == layout.DRAWING:
            kind, record[STREAM] = draw_kind(record, int(record[STREAM]))
            give(record, kind)
        lay_all(record, options)
        play_move(record, options, DISCARDS + worst_card(record, options))


@rule
def lead_of_seat(record: Any, options: Any, seat: int) -> int:
    """Return what the others have scored, less what a seat has for each of them: low wins."""
    total = 0
    for other in range(options[layout.SEATS]):
        total += int(record[layout.SCORES + other])
    return total - int(options[layout.SEATS]) * int(record[layout.SCORES + seat])


# --- Moves in many worlds -------------------------------------------------------------------------


@rule
def roll_row(row: int, given: Any, leads: Any) -> None:
    """Play a deal out in one world after each active move.

    Args:
        row: the number of the world.
        given: a tuple of

            * the record after each move;
            * for each world the multisets of all hands and of the stock;
            * for each world its random stream;
            * the numbers of the active moves;
            * the numbers of the house;
            * the seat that moves;
            * for each move whether its stock is that of the world, not that of its record;
            * a record for each world as workspace.
        leads: output: the lead of the seat after each move in each world.
    """
    after, worlds, streams, active, options, seat, has_stock, workspace = given
    record = workspace[row]
    for number in range(len(active)):
        move = active[number]
        for column in range(len(record)):
            record[column] = after[move, column]
        record[STREAM] = streams[row]
        for other in range(options[layout.SEATS]):
            if other != seat:
                for column in range(MULTISET * other, MULTISET * (other + 1)):
                    record[layout.HANDS + column] = worlds[row, column]
        if has_stock[move]:
            for column in range(MULTISET):
                record[layout.STOCK + column] = worlds[
                    row, MULTISET * options[layout.SEATS] + column
                ]
        play_on(record, options)
        leads[row, move] = lead_of_seat(record, options, seat)


# --- The policy as a player -----------------------------------------------------------------------


@rule
def _choose_row(row: int, given: Any, action: Any) -> None:
    """Choose the next action of a position; its legal actions are found first."""
    record, options = given
    find_moves(record, options)
    action[row] = next_action(record, options)


@dataclass(frozen=True, slots=True)
class PlayoutRamiPlayer:
    """Plays by the policy of the playouts, which compiled environments have for other seats, too.

    In houses that arrays do not know (``is_known``) it plays like ``RamiPlayer``.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami(deals=1).start().rolled(seed=1, stream=0)
    >>> str(PlayoutRamiPlayer()(state))
    'stock'
    """

    def __call__(self, state: State[Any]) -> RamiMove:
        """Return a move; the state is one of rami in which a seat is on turn."""
        here = on_turn(state, RamiState, "rami")
        return here.by_steps(_step) if is_known(here.variant) else RamiPlayer()(here)

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        return advised(on_turn(state, RamiState, "rami"), self(state))


def _step(state: RamiState) -> RamiMove:
    """Return the policy's move of a staged turn."""
    record, action = np.zeros(COLUMNS, np.int64), np.zeros(1, np.int64)
    write_state(record, state)
    given = record, np.array(options_of(state.variant), np.int64)
    over_rows(_choose_row)(given, action, 0, 1)
    return numbered_move(int(action[0]))
