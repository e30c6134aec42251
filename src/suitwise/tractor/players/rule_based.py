"""The rule-based player of Tractor: bids by strength, buries with care, plays as a club player does.

It sees no more than its seat: its own hand, the bids, the plays and what they prove, and as landlord
what it has buried. The judgement is ``arrays.policy_bidding`` for the burial and ``arrays.policy`` for
the play; what it adds at the table is that a lead grows to a throw which is certain to stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tractor.arrays.packed import form_of, named_back, renamed, swapped_suit
from suitwise.tractor.arrays.policy_bidding import choose_burial
from suitwise.tractor.arrays.stepped.record import sure_parts
from suitwise.tractor.moves import Move
from suitwise.tractor.players.bids import bid_in
from suitwise.tractor.players.reasons import why
from suitwise.tractor.players.replies import Replies
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.piles import Pile, pile_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.state import TractorState

_LOOKED_AT = 100
"""The legal plays among which one is taken where the policy's is not legal."""


@dataclass(frozen=True, slots=True)
class TractorPlayer:
    """Plays by rules of thumb, the same in the same place.

    Args:
        throws: whether it throws.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> found = TractorPlayer().advice(state)
    >>> print(f"{found.move}: {found.why}")
    pass: there is nothing to bid
    """

    throws: bool = True

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Tractor in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        if here.phase == "bid":
            return bid_in(here)
        if here.phase == "bury":
            return Move(_burial(here))
        if here.phase == "forced":
            return next(iter(here.moves()))
        return Move(self._played(here))

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason."""
        move = self(state)
        return Advice(move, why(state, move))

    def _played(self, state: TractorState) -> Pile:
        sight, duty = Sight(state), state.duty
        if duty is not None:
            return _legal(Replies(sight).chosen, duty)
        lead = _led_here(sight, sight.lead())
        return lead_at_table(sight, lead) if self.throws else lead


def _burial(state: TractorState) -> Pile:
    hand, main, rank = state.held[state.turn], state.trump.main_index, state.trump.rank_index
    cards = renamed(hand.once, main, rank), renamed(hand.twice, main, rank)
    once, twice = choose_burial(*cards, form_of(main), rank)
    return Pile(named_back(once, main, rank), named_back(twice, main, rank))


def _legal(chosen: Pile, duty: Duty) -> Pile:
    """Return the play that was chosen, or a legal one near it where the house joins other tractors."""
    if chosen in duty.plays:
        return chosen

    def shared(play: Pile) -> int:
        return Pile(play.once & chosen.once, play.twice & chosen.twice).size

    return max(islice(duty.plays, _LOOKED_AT), key=shared)


def _led_here(sight: Sight, lead: Pile) -> Pile:
    """Return a lead, or its highest part where the house joins fewer tractors and takes it for a throw.

    What the policy leads is no throw to it, so it has not asked whether the parts stand.
    """
    state = sight.state
    parts = parts_of(lead, state.trump, sight.chain)
    if len(parts) == 1 or state.profile.forced == "never":
        return lead
    return pile_of(max(parts, key=lambda part: part.phi).cards)


def lead_at_table(sight: Sight, lead: Pile) -> Pile:
    """Return the surest throw that a lead can be part of; the lead itself where no throw is sure.

    Args:
        sight: what the leader sees.
        lead: a single, a pair or a tractor.
    """
    partition = swapped_suit(led_partition(lead, sight.state.trump), sight.main)
    first, second, third = (sight.named(other)[0] for other in sight.others)
    hands = first, second, third
    sure = sure_parts(sight.record, partition, *sight.unseen_masks, hands, sight.chain)
    thrown = sight.pile(*sure)
    return thrown if lead.within(thrown) else lead
