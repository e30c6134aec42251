"""The moves of seats that do not learn: at random, or those of ``texas42.players.rule_based``."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.seating import partner
from suitwise.stepping.loop import STREAM
from suitwise.stepping.streams import drawn
from suitwise.texas42.arrays.packed import held_by
from suitwise.texas42.arrays.playouts import HAND, bit_numbered, policy_domino
from suitwise.texas42.arrays.policy_calls import best_declaration, rule_based_call
from suitwise.texas42.arrays.stepped.rows import (
    BIDDER,
    CALLING,
    DECLARING,
    FIRST_MOVE,
    LACKS,
    LACKS_UPPER,
    LEGAL,
    PHASE,
    REST,
    STANDING,
    TURN,
    WHERE,
    act,
)
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import ALL

RULES = 1
"""The policy after the random one: that of ``texas42.players.rule_based``."""


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move: by rules of thumb, or evenly among its legal moves."""
    place = rule_based_place(record) if policy == RULES else random_place(record)
    act(record, options, FIRST_MOVE[int(record[PHASE])] + place)


@rule
def choose_own(record: Any, options: Any, policy: int) -> int:
    """Return what the player of rules of thumb does: the only policy that draws nothing."""
    return FIRST_MOVE[int(record[PHASE])] + rule_based_place(record)


@rule
def random_place(record: Any) -> int:
    """Draw one of the legal moves, counted from the first of its phase."""
    legal = int(record[LEGAL])
    number, record[STREAM] = drawn(count_bits(legal), int(record[STREAM]))
    while number >= HAND:
        legal &= legal - 1
        number -= 1
    return bit_numbered(legal, number)


@rule
def rule_based_place(record: Any) -> int:
    """Choose by rules of thumb, from what the seat on turn sees; counted as in ``random_place``."""
    where, rest = int(record[WHERE]), int(record[REST])
    standing, phase = int(record[STANDING]), int(record[PHASE])
    if phase == CALLING:
        seat = int(record[TURN])
        hand = held_by(where, ALL, seat)
        partners = int(record[BIDDER]) == partner(seat)
        return rule_based_call(hand, standing, partners, int(record[LEGAL]))
    if phase == DECLARING:
        return best_declaration(held_by(where, ALL, int(record[TURN])), STRAIGHT)
    lacks, lacks_upper = int(record[LACKS]), int(record[LACKS_UPPER])
    return policy_domino(where, rest, bid_of(standing), lacks, lacks_upper)
