"""The ruling on a hand laid down: whether its side takes every trick that is left, whatever comes.

The rules of the game know no claims; at tables a hand is laid down when the rest is plain. Here a claim
stands if it comes true against every legal play of all other seats, the partner too, while the claimant
plays as he likes: the ruling of the N42PA for 42 (rule 16), which names no game's cards.

It is searched to the end by the rules of the house, and remembered by the cards left and who leads. Of
a throw that fails only a part is led, and each part may be led by itself, so such throws are left out. A
hand of nothing but the highest cards needs no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from suitwise.cards import N_CARDS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import highest_bit, lowest_bit
from suitwise.foundation.seating import SEATS, side
from suitwise.tractor.moves import Hands
from suitwise.tractor.rules.following.legal_plays import Demand, Leads, LegalPlays, lead_of
from suitwise.tractor.rules.order import TRUMPS, Trump, level_mask, partition_mask
from suitwise.tractor.rules.owed import NONE as NO_DUTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import throw_in_play
from suitwise.tractor.rules.winning import winning_place

MOST_CLAIMED = 5
"""Claims are made and ruled with so many cards a hand; of more the ruling takes too long too often."""
CLAIM_EFFORT = 100_000
"""The most positions between tricks that a claim may take; hands of five cards have not so many."""
_COPIES = (1 << N_CARDS) - 1


_Codes = tuple[int, ...]
"""Hands or plays as numbers: the mask of the cards, and above it that of those held twice."""


def _code(pile: Pile) -> int:
    return pile.once | pile.twice << N_CARDS


def _pile(code: int) -> Pile:
    return Pile(code & _COPIES, code >> N_CARDS)


@dataclass
class ClaimSearch:
    """The search of one claim.

    Args:
        seat: the claimant.
        trump: the trump configuration.
        profile: the house.
        effort: how many positions between tricks may still be searched.
        known: whether the claim holds, by the hands and who leads.
        replies: the plays of a hand to a lead, each with the cards left.
        taking: whether a play takes the trick from those that had it in turn, the lead first.

    >>> from suitwise.tractor.rules.piles import pile_of
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

    def stands(self, hands: Hands, leader: int, plays: Sequence[Pile] = ()) -> bool:
        """Tell whether the claim comes true from a position on in which it has lost no trick.

        Args:
            hands: what each seat holds.
            leader: who leads or led the trick.
            plays: what lies on the table.

        Raises:
            SuitwiseError: the effort is not enough.
        """
        codes = tuple(map(_code, hands))
        if not plays:
            return self._holds(codes, leader)
        laid = tuple(map(_code, plays))
        had, winner = laid[:1], leader
        for place, play in enumerate(laid[1:], 1):
            if self._takes(had, play):
                had, winner = (*had, play), leader + place & 3
        return self._goes_on(codes, leader, len(laid), had, winner)

    def _holds(self, hands: _Codes, leader: int) -> bool:
        """Tell whether the claim comes true from a position between tricks on."""
        if not hands[leader]:
            return True
        key = hands, leader
        found = self.known.get(key)
        if found is None:
            self.effort -= 1
            if self.effort < 0:
                raise SuitwiseError(
                    "the effort does not settle this claim: play a trick, or allow a higher effort"
                )
            is_own = leader == self.seat
            led = partial(self._led, hands, leader)
            found = (is_own and self._is_plain(hands)) or (any if is_own else all)(
                map(led, self._leads(hands, leader))
            )
            self.known[key] = found
        return found

    def _led(self, hands: _Codes, leader: int, lead: Pile) -> bool:
        code = _code(lead)
        rest = _code(_pile(hands[leader]).minus(lead))
        left = tuple(rest if at == leader else hand for at, hand in enumerate(hands))
        return self._goes_on(left, leader, 1, (code,), leader)

    def _goes_on(self, hands: _Codes, leader: int, place: int, had: _Codes, winner: int) -> bool:
        """Tell whether the claim comes true from within a trick on.

        Args:
            hands: the hands.
            leader: who led.
            place: how many plays lie on the table.
            had: the lead, and each play that took the trick from the one before.
            winner: whose the trick is so far.
        """
        if place == len(SEATS):
            return side(winner) == side(self.seat) and self._holds(hands, winner)
        at = leader + place & 3
        is_own = at == self.seat
        for play, rest in self._replies(hands[at], had[0]):
            takes = self._takes(had, play)
            left = (*hands[:at], rest, *hands[at + 1 :])
            now = ((*had, play), at) if takes else (had, winner)
            if self._goes_on(left, leader, place + 1, *now) == is_own:
                return is_own
        return not is_own

    def _leads(self, hands: _Codes, leader: int) -> Iterator[Pile]:
        """Yield the leads, the largest first; without throws that fail."""
        piles = [_pile(hands[leader + place & 3]) for place in SEATS]
        for lead in sorted(Leads(piles[0], self.trump), key=lambda lead: -lead.size):
            if throw_in_play(self.trump, piles, lead, self.profile).stands:
                yield lead

    def _replies(self, hand: int, lead: int) -> list[tuple[int, int]]:
        """Return the plays of a hand to a lead, and what is left of it."""
        key = hand, lead
        found = self.replies.get(key)
        if found is None:
            held = _pile(hand)
            asked = lead_of(_pile(lead), self.trump, self.profile)
            plays = LegalPlays(Demand.of(held, asked))
            found = self.replies[key] = [(_code(play), _code(held.minus(play))) for play in plays]
        return found

    def _takes(self, had: _Codes, play: int) -> bool:
        """Tell whether a play takes the trick from the one that has it."""
        key = had, play
        found = self.taking.get(key)
        if found is None:
            plays = [*map(_pile, had), _pile(play)]
            found = winning_place(self.trump, plays, self.profile) == len(had)
            self.taking[key] = found
        return found

    def _is_plain(self, hands: _Codes) -> bool:
        """Tell whether the claimant takes every trick by leading card after card.

        He does if nobody else has a higher card of any of his suits, and as many trumps as any other
        seat, which he leads first; trumps need not be played where the house asks for no suit.
        """
        main, cr = self.trump.main_index, self.trump.rank_index
        trumps = partition_mask(TRUMPS, main, cr)
        own = _pile(hands[self.seat])
        others = [_pile(hand) for at, hand in enumerate(hands) if at != self.seat]
        drawn = max(other.of(trumps).size for other in others)
        if drawn and (own.of(trumps).size < drawn or self.profile.duty_code == NO_DUTY):
            return False
        for partition in range(TRUMPS + 1):
            suit = partition_mask(partition, main, cr)
            mine, theirs = own.once & suit, 0
            for other in others:
                theirs |= other.once & suit
            if mine and theirs:
                lowest = lowest_bit(level_mask(mine, partition, main, cr))
                if highest_bit(level_mask(theirs, partition, main, cr)) > lowest:
                    return False
        return True
