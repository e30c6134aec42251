"""The trained player of Tractor: the plays that it looks at, its network, and its moves.

It uses only what its seat sees: its own hand, the bids, the plays and what they prove, and as landlord
the cards that it has buried. It bids and buries by rule, and plays as the rule-based player does unless
the network finds another play better by a margin; of throws it has learnt nothing, and throws and
replies to them as that player does. What the network reads is in ``net_inputs``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.foundation.arrays.networks import Network, inputs_on, network_in
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tractor.arrays.batch import is_throw_led
from suitwise.tractor.arrays.estimates import WEIGHTS as POLICY_WEIGHTS
from suitwise.tractor.arrays.packed import (
    BEST,
    HANDS,
    LED,
    PLACED,
    SIZE,
    WINNER,
    form_in,
    honour_of_reply,
    led_mask,
    number_of_tractors,
    tractor_numbered,
    turn_of,
)
from suitwise.tractor.arrays.policy import (
    DUCK,
    HIGHEST,
    choose_reply,
    held_in,
    lead_worth,
    reply,
    reply_worth,
)
from suitwise.tractor.moves import Move
from suitwise.tractor.players.net_inputs import see_decision, see_play
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer, lead_at_table, why
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.state import TractorState

# --- The plays that are looked at -----------------------------------------------------------------
#
# On flat records: the rule-based policy's play, and others. A leader looks at its singles, pairs and
# tractors; a follower of one card at every card that it may play; a follower of more at the policy's
# four replies. No more than ``MOST`` are kept, those that the policy thinks best. As in
# ``arrays.policy`` nothing is read of the hands but that of the seat.

MOST = 12
"""The most plays that are looked at."""


@rule
def options_of(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the plays that are looked at, the policy's first; return their number.

    Args:
        record: the record; of its hands none is read but that of the seat on turn.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        onces: array (MOST,), filled: the cards of each play, renamed.
        twices: array (MOST,), filled: those played twice.
        worths: array (MOST,), filled: the worth of each under the policy, in 64ths of a point.
    """
    if item_at(record, PLACED) == 0:
        return _leads(record, unseen, unseen_twice, onces, twices, worths)
    if item_at(record, SIZE) == 1:
        return _cards(record, unseen, unseen_twice, onces, twices, worths)
    return _replies(record, unseen, unseen_twice, onces, twices, worths)


@rule
def _leads(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the leads of one block; the best in the order of ``choose_lead`` is the policy's."""
    hand = HANDS + 2 * turn_of(record)
    singles, pairs, form = item_at(record, hand), item_at(record, hand + 1), form_in(record)
    doubles, count = pairs, 0
    while singles:
        card = singles & -singles
        singles ^= card
        found = lead_worth(record, card, 0, unseen, unseen_twice, POLICY_WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, card, 0, found)
    while pairs:
        card = pairs & -pairs
        pairs ^= card
        found = lead_worth(record, card, card, unseen, unseen_twice, POLICY_WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, card, card, found)
    for number in range(number_of_tractors(doubles, form)):
        cards = tractor_numbered(doubles, form, number)
        found = lead_worth(record, cards, cards, unseen, unseen_twice, POLICY_WEIGHTS)
        count = _kept(onces, twices, worths, count, 0, cards, cards, found)
    return count


@rule
def _cards(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the replies to a single card; the policy's stays first whatever the others are worth."""
    held = item_at(record, HANDS + 2 * turn_of(record))
    own = held & led_mask(record)
    left = own if own else held
    first, _ = choose_reply(record, unseen, unseen_twice, POLICY_WEIGHTS)
    found = _worth(record, first, 0, unseen, unseen_twice)
    count = _kept(onces, twices, worths, 0, 0, first, 0, found)
    left ^= first
    while left:
        card = left & -left
        left ^= card
        found = _worth(record, card, 0, unseen, unseen_twice)
        count = _kept(onces, twices, worths, count, 1, card, 0, found)
    return count


@rule
def _replies(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the policy's replies to several cards, in its own order: the best is its own."""
    last = DUCK if held_in(record, item_at(record, LED)) == item_at(record, SIZE) else HIGHEST
    count = 0
    for way in range(last + 1):
        once, twice = reply(record, way, unseen, POLICY_WEIGHTS)
        if once:
            found = _worth(record, once, twice, unseen, unseen_twice)
            count = _kept(onces, twices, worths, count, 0, once, twice, found)
    return count


@rule
def _worth(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return the worth of a reply under the policy."""
    best = item_at(record, BEST)
    honour = max(best, honour_of_reply(record, once, twice))
    ours = honour > best or (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    return reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, POLICY_WEIGHTS)


@rule
def _kept(
    onces: Any, twices: Any, worths: Any, count: int, first: int, once: int, twice: int, worth: int
) -> int:
    """Insert a play by its worth, after its equals; return the number of plays kept.

    Args:
        onces: the cards of the plays.
        twices: those played twice.
        worths: their worth.
        count: the number of plays.
        first: the first place that it may take.
        once: the cards of the play.
        twice: those played twice.
        worth: its worth.
    """
    for at in range(count):
        if item_at(onces, at) == once and item_at(twices, at) == twice:
            return count
    place = count
    if count == MOST:
        place -= 1
        if item_at(worths, place) >= worth:
            return count
    while place > first and item_at(worths, place - 1) < worth:
        onces[place], twices[place] = item_at(onces, place - 1), item_at(twices, place - 1)
        worths[place] = item_at(worths, place - 1)
        place -= 1
    onces[place], twices[place], worths[place] = once, twice, worth
    return min(count + 1, MOST)


# --- The network ----------------------------------------------------------------------------------

WEIGHTS = "weights.npz"
"""The file of the weights, in the folder of this module, made by ``learn/tractor_net.py``."""
LEVEL = 1 << 30
"""A level in units of the network: a weight of 1 is 1024, and a worth is a sum of products of three."""
MARGIN = 0.01
"""The lead in levels with which a play is preferred to the rule-based player's."""


@cache
def play_network() -> Network:
    """Return the network.

    >>> play_network().second.shape
    (128, 48)
    """
    return network_in(__package__, WEIGHTS, "play")


# --- The player -----------------------------------------------------------------------------------

_RULES = TractorPlayer()


class Question(NamedTuple):
    """The input of the network for a decision.

    Args:
        decision: the active inputs of the decision.
        plays: the plays, the policy's first.
        seen: the active inputs of each play.
    """

    decision: list[int]
    plays: list[Pile]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays the option that a network trained by self-play scores highest, deterministically.

    >>> from suitwise.game import load, play
    >>> record = play(load("tractor(match=deal)").start(), Trained(), seed=1)
    >>> record.returns
    (2.0, -2.0, 2.0, -2.0)
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        return _found(here, _RULES(here))[0]

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: that of the rule-based player, or the lead over its move."""
        usual = _RULES(state)
        move, lead = _found(state, usual)
        return Advice(move, why(state, move) if move == usual else _why_better(usual, lead))


def question_in(state: TractorState) -> Question | None:
    """Return the question of a position, or None where the rule-based player decides.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> asked = question_in(state_of(replay(3, seed=7), plays=5))
    >>> [str(play) for play in asked.plays], len(asked.decision)
    (['D5', 'BJ', 'D4', 'D6', 'DQ'], 52)
    """
    if state.phase != "play" or is_throw_led(state):
        return None
    sight = Sight(state)
    record, unseen = sight.record, sight.unseen_masks
    onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
    count = options_of(record, *unseen, onces, twices, worths)
    plays, seen = [], []
    for place in range(count):
        once, twice = onces[place], twices[place]
        play = sight.pile(once, twice)
        if _is_open(sight, play):
            behind = worths[0] - worths[place]
            plays.append(play)
            seen.append(inputs_on(see_play, record, *unseen, once, twice, behind, place == 0))
        elif place == 0:
            return None
    if len(plays) < 2:
        return None
    return Question(inputs_on(see_decision, record, *unseen), plays, seen)


def _found(state: TractorState, usual: Move) -> tuple[Move, float]:
    """Return the move, and its lead over the rule-based player's in levels.

    That player decides when it throws, and when its reply is not the policy's but the legal play with
    the fewest points.
    """
    asked = question_in(state)
    if asked is None or usual.pile != asked.plays[0]:
        return usual, 0.0
    worth = play_network().worth(asked.decision, asked.seen)
    best = int(worth.argmax())
    lead = float(worth[best] - worth[0]) / LEVEL
    if lead <= MARGIN:
        return usual, 0.0
    play = asked.plays[best]
    return Move(play if state.duty is not None else lead_at_table(Sight(state), play)), lead


def _is_open(sight: Sight, play: Pile) -> bool:
    """Return whether a play is legal, and no throw, in a house whose tractors may differ."""
    duty = sight.state.duty
    if duty is not None:
        return play in duty.plays
    return len(parts_of(play, sight.state.trump, sight.chain)) == 1


def _why_better(usual: Move, lead: float) -> Phrase:
    return phrase(
        "tractor.net-leads",
        "{lead} levels more than {other}, by what the network has learnt",
        lead=f"{lead:.2f}",
        other=CardText(usual),
    )
