"""The trained player of Tractor: plays what a network finds best, at once; bids and buries by rule.

It sees no more than its seat: its own hand, the bids, the plays and what they prove, and as landlord
what it has buried. It plays as the rule-based player does unless the network finds another play better
by a margin; of throws it has learnt nothing, and throws and replies to them as that player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.foundation.arrays.networks import inputs_on
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tractor.arrays.batch import is_throw_led
from suitwise.tractor.moves import Move
from suitwise.tractor.players.net.network import LEVEL, MARGIN, network
from suitwise.tractor.players.net.options import MOST, options_of
from suitwise.tractor.players.net.plays import see_play
from suitwise.tractor.players.net.sights import see_decision
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer, lead_at_table, why
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.state import TractorState

_RULES = TractorPlayer()


class Question(NamedTuple):
    """What the network is asked in a position.

    Args:
        decision: the inputs of the decision that are on.
        plays: the plays, the policy's first.
        seen: the inputs of each that are on.
    """

    decision: list[int]
    plays: list[Pile]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays what a network finds best that learnt from the game's own play; the same in the same place.

    >>> from suitwise.game import load, play
    >>> record = play(load("tractor(match=deal)").start(), Trained(), seed=1)
    >>> record.returns
    (2.0, -2.0, 2.0, -2.0)
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Tractor in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        return _found(here, _RULES(here))[0]

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: the rule-based player's, or how much better than its move."""
        usual = _RULES(state)
        move, lead = _found(state, usual)
        return Advice(move, why(state, move) if move == usual else _why_better(usual, lead))


def question_in(state: TractorState) -> Question | None:
    """Return what the network is asked in a position; None where the rule-based player decides.

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
    """Return the move, and by how many levels it is better than the rule-based player's.

    That player decides where it throws, and where it has looked beyond the policy: at the legal play
    with fewest points.
    """
    asked = question_in(state)
    if asked is None or usual.pile != asked.plays[0]:
        return usual, 0.0
    worth = network().worth(asked.decision, asked.seen)
    best = int(worth.argmax())
    lead = float(worth[best] - worth[0]) / LEVEL
    if lead <= MARGIN:
        return usual, 0.0
    play = asked.plays[best]
    return Move(play if state.duty is not None else lead_at_table(Sight(state), play)), lead


def _is_open(sight: Sight, play: Pile) -> bool:
    """Tell whether a play may be made, in a house that joins other tractors, too; no throw is one."""
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
