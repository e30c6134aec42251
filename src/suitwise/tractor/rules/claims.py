"""Claims: does a side win all remaining tricks, whatever the others play?

Source: rule 16 of the N42PA for 42, which applies to any trick game; docs/tractor-python.md, A hand laid
down.

A player who is certain to win all remaining tricks may claim them by laying down the hand. The game's
rules do not mention claims. Here a claim stands if the claimant's side wins every trick against every
legal play of all other seats, the partner included, while the claimant chooses freely.

The ruling is an exhaustive AND/OR search with a transposition table, keyed by the hands and the leader
between tricks. Leads that are failing throws are skipped, since the part led instead is a lead of its
own. A hand that has only the highest cards needs no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from suitwise.cards import N_CARDS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import highest_bit, lowest_bit
from suitwise.foundation.seating import SEATS, side
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.deck import TRUMPS, Pile, Trump
from suitwise.tractor.rules.pairs.legal_plays import Leads, LegalPlays
from suitwise.tractor.rules.pairs.owed import Demand, lead_of
from suitwise.tractor.rules.profile import NONE as NO_DUTY
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import throw_in_play
from suitwise.tractor.rules.winning import winning_place

MOST_CLAIMED = 5
"""The most cards a hand may have for a claim; with more cards, rulings too often take too long."""
CLAIM_EFFORT = 100_000
"""The most positions between tricks that a search may visit; hands of five cards have fewer."""
_COPIES = (1 << N_CARDS) - 1


_Codes = tuple[int, ...]
"""Hands or plays as integers: bits 0..53 are the cards, bits 54..107 the cards held twice."""


def _code(pile: Pile) -> int:
    return pile.once | pile.twice << N_CARDS


def _decoded(code: int) -> Pile:
    return Pile(code & _COPIES, code >> N_CARDS)


@dataclass
class ClaimSearch:
    """The search for one claim.

    Args:
        seat: the claimant.
        trump: the trump configuration.
        profile: the house rules.
        effort: the number of positions between tricks that may still be searched.
        known: the transposition table: whether the claim holds, by hands and leader.
        replies: cache of the legal plays of a hand to a lead, each with the cards left.
        taking: cache of whether a play takes the trick, by the plays that had taken it before.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> hands = tuple(map(pile_of, ("HAHK", "HQHQ", "S3S4", "D3D4")))
    >>> house = Profile.parse("standard")
    >>> [ClaimSearch(0, Trump(main, "2"), house).stands(hands, 0) for main in "CD"]
    [True, False]
    """

    seat: int
    trump: Trump
    profile: Profile
    effort: int = CLAIM_EFFORT
    known: dict[tuple[_Codes, int], bool] = field(default_factory=dict)
    replies: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    taking: dict[tuple[_Codes, int], bool] = field(default_factory=dict)

    def stands(self, hands: Sequence[Pile], leader: int, plays: Sequence[Pile] = ()) -> bool:
        """Tell whether the claim holds in a position in which it has lost no trick.

        Args:
            hands: the cards of each seat.
            leader: the leader of the open or next trick.
            plays: the plays of the open trick.

        Raises:
            SuitwiseError: the effort is not enough.
        """
        codes = tuple(map(_code, hands))
        if not plays:
            return self._holds(codes, leader)
        laid = tuple(map(_code, plays))
        takers, winner = laid[:1], leader
        for place, play in enumerate(laid[1:], 1):
            if self._takes(takers, play):
                takers, winner = (*takers, play), leader + place & 3
        return self._holds_within_trick(codes, leader, len(laid), takers, winner)

    def _holds(self, hands: _Codes, leader: int) -> bool:
        """Tell whether the claim holds in a position between tricks."""
        if not hands[leader]:
            return True
        key = hands, leader
        holds = self.known.get(key)
        if holds is None:
            self.effort -= 1
            if self.effort < 0:
                raise SuitwiseError(
                    "the effort does not settle this claim: play a trick, or allow a higher effort"
                )
            is_own = leader == self.seat
            led = partial(self._holds_after_lead, hands, leader)
            holds = (is_own and self._is_obvious(hands)) or (any if is_own else all)(
                map(led, self._leads(hands, leader))
            )
            self.known[key] = holds
        return holds

    def _holds_after_lead(self, hands: _Codes, leader: int, lead: Pile) -> bool:
        """Tell whether the claim holds after a lead."""
        code = _code(lead)
        rest = _code(_decoded(hands[leader]).minus(lead))
        left = tuple(rest if at == leader else hand for at, hand in enumerate(hands))
        return self._holds_within_trick(left, leader, 1, (code,), leader)

    def _holds_within_trick(
        self, hands: _Codes, leader: int, place: int, takers: _Codes, winner: int
    ) -> bool:
        """Tell whether the claim holds in a position within a trick.

        Args:
            hands: the hands.
            leader: the leader of the trick.
            place: the number of plays made.
            takers: the lead, and each play that took the trick from the one before.
            winner: the seat that wins the trick so far.
        """
        if place == len(SEATS):
            return side(winner) == side(self.seat) and self._holds(hands, winner)
        at = leader + place & 3
        is_own = at == self.seat
        for play, rest in self._replies(hands[at], takers[0]):
            takes = self._takes(takers, play)
            left = (*hands[:at], rest, *hands[at + 1 :])
            now = ((*takers, play), at) if takes else (takers, winner)
            if self._holds_within_trick(left, leader, place + 1, *now) == is_own:
                return is_own
        return not is_own

    def _leads(self, hands: _Codes, leader: int) -> Iterator[Pile]:
        """Yield the leads, the largest first, without throws that fail."""
        piles = [_decoded(hands[leader + place & 3]) for place in SEATS]
        for lead in sorted(Leads(piles[0], self.trump), key=lambda lead: -lead.size):
            if throw_in_play(self.trump, piles, lead, self.profile).stands:
                yield lead

    def _replies(self, hand: int, lead: int) -> list[tuple[int, int]]:
        """Return the legal plays of a hand to a lead, each with the cards left."""
        key = hand, lead
        replies = self.replies.get(key)
        if replies is None:
            held = _decoded(hand)
            plays = LegalPlays(Demand.of(held, lead_of(_decoded(lead), self.trump, self.profile)))
            replies = [(_code(play), _code(held.minus(play))) for play in plays]
            self.replies[key] = replies
        return replies

    def _takes(self, takers: _Codes, play: int) -> bool:
        """Tell whether a play takes the trick from the winning one."""
        key = takers, play
        takes = self.taking.get(key)
        if takes is None:
            plays = [*map(_decoded, takers), _decoded(play)]
            takes = winning_place(self.trump, plays, self.profile) == len(takers)
            self.taking[key] = takes
        return takes

    def _is_obvious(self, hands: _Codes) -> bool:
        """Tell whether the claimant clearly wins every trick by leading one card after the other.

        That is so if nobody else has a higher card in any of the claimant's suits, and nobody has more
        trumps, so that trumps can be drawn first. Drawing trumps needs a house with a follow duty.
        """
        main, cr = self.trump.main_index, self.trump.rank_index
        trumps = deck.partition_mask(TRUMPS, main, cr)
        own = _decoded(hands[self.seat])
        others = [_decoded(hand) for at, hand in enumerate(hands) if at != self.seat]
        drawn = max(other.of(trumps).size for other in others)
        if drawn and (own.of(trumps).size < drawn or self.profile.duty_code == NO_DUTY):
            return False
        for partition in range(TRUMPS + 1):
            suit = deck.partition_mask(partition, main, cr)
            mine, theirs = own.once & suit, 0
            for other in others:
                theirs |= other.once & suit
            if mine and theirs:
                lowest = lowest_bit(deck.level_mask(mine, partition, main, cr))
                if highest_bit(deck.level_mask(theirs, partition, main, cr)) > lowest:
                    return False
        return True
