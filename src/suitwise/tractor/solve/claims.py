"""Claims in Tractor: whether a seat's side takes every trick that is left, whatever the others play.

The rules of the game know no claims; at tables a hand is laid down when the rest is plain. Here a claim
stands if it comes true against every legal play of all other seats, the partner too, while the claimant
plays as he likes: the ruling of the N42PA for 42 (rule 16), which names no game's cards.

It is searched to the end by the rules of the house, and remembered by the cards left and who leads. Of
a throw that fails only a part is led, and each part may be led by itself, so such throws are left out. A
hand of nothing but the highest cards needs no search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from suitwise.arguments import of_kind, whole
from suitwise.cards import N_CARDS
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import highest_bit, lowest_bit
from suitwise.foundation.seating import SEATS, side
from suitwise.tractor.moves import Move
from suitwise.tractor.rules.following.leads import Leads
from suitwise.tractor.rules.following.legal_plays import Demand, LegalPlays, lead_of
from suitwise.tractor.rules.order import TRUMPS, Trump, level_mask, partition_mask
from suitwise.tractor.rules.owed import NONE as NO_DUTY
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import throw_in_play
from suitwise.tractor.rules.winning import winning_place
from suitwise.tractor.seats import MOST_CLAIMED, Hands
from suitwise.tractor.state import TractorState

EFFORT = 100_000
"""The most positions between tricks that a claim may take; hands of five cards have not so many."""
_COPIES = (1 << N_CARDS) - 1


def claim_stands(state: TractorState, claimant: int, *, effort: int = EFFORT) -> bool:
    """Tell whether a seat's side takes all tricks that are left, whatever the others play.

    Args:
        state: a position of the play with at most five cards a hand, all hands seen.
        claimant: the seat that lays down its hand.
        effort: the most positions between tricks that are searched.

    Raises:
        IllegalPosition: no cards are being played, there are too many, or there is no such seat.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> state.turn, [claim_stands(state, seat) for seat in range(4)]
    (2, [True, False, True, False])
    """
    return _asked(state, claimant, effort).stands(state)


def claim_refuted(
    state: TractorState, claimant: int, *, effort: int = EFFORT
) -> tuple[Move, ...] | None:
    """Return plays in which a claim fails, to the trick that it loses; None where it stands.

    The claimant plays the first of his moves, as none helps; another seat the first that refutes.

    Args:
        state: as for ``claim_stands``.
        claimant: as for ``claim_stands``.
        effort: as for ``claim_stands``.

    Raises:
        IllegalPosition: as for ``claim_stands``.
        SuitwiseError: the effort is not enough.

    >>> from suitwise.tractor.arrays.positions import state_of
    >>> from suitwise.tractor.arrays.table_replay import replay
    >>> state = state_of(replay(3, seed=7), plays=80)
    >>> print(*claim_refuted(state, 1))
    D5D9 H9H9 S3S4 S8S9
    >>> claim_refuted(state, 2) is None
    True
    """
    search = _asked(state, claimant, effort)
    return None if search.stands(state) else tuple(search.refuting(state))


def holds_on_lead(trump: Trump, profile: Profile, hands: Hands, claimant: int) -> bool:
    """Tell whether a claim of the seat on lead comes true, as ``claim_stands`` does.

    Args:
        trump: the trump configuration.
        profile: the house.
        hands: what each seat holds, as many cards each, five at most.
        claimant: the seat that leads.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> hands = tuple(map(pile_of, ("HAHK", "HQHQ", "S3S4", "D3D4")))
    >>> house = Profile.parse("standard")
    >>> [holds_on_lead(Trump(main, "2"), house, hands, 0) for main in "CD"]
    [True, False]
    """
    search = _Claim(claimant, trump, profile, EFFORT)
    return search.holds(tuple(map(_code, hands)), claimant)


def _asked(state: TractorState, claimant: int, effort: int) -> _Claim:
    of_kind(state, TractorState, "state")
    seat = state.game.as_seat(claimant)
    if state.phase != "play":
        raise IllegalPosition(
            f"a claim is ruled while cards are played, not in the phase {state.phase}"
        )
    most = max(hand.size for hand in state.held)
    if most > MOST_CLAIMED:
        raise IllegalPosition(
            f"a hand has {most} cards: claims of at most {MOST_CLAIMED} cards a hand are ruled"
        )
    return _Claim(seat, state.trump, state.profile, whole(effort, "effort", 1, 1 << 40))


_Codes = tuple[int, ...]
"""Hands or plays as numbers: the mask of the cards, and above it that of those held twice."""


def _code(pile: Pile) -> int:
    return pile.once | pile.twice << N_CARDS


def _pile(code: int) -> Pile:
    return Pile(code & _COPIES, code >> N_CARDS)


@dataclass
class _Claim:
    """The search of one claim.

    Args:
        seat: the claimant.
        trump: the trump configuration.
        profile: the house.
        effort: how many positions between tricks may still be searched.
        known: whether the claim holds, by the hands and who leads.
        replies: the plays of a hand to a lead, each with the cards left.
        taking: whether a play takes the trick from those that had it in turn, the lead first.
    """

    seat: int
    trump: Trump
    profile: Profile
    effort: int
    known: dict[tuple[_Codes, int], bool] = field(default_factory=dict)
    replies: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    taking: dict[tuple[_Codes, int], bool] = field(default_factory=dict)

    def stands(self, state: TractorState) -> bool:
        """Tell whether the claim comes true from a position on in which it has lost no trick."""
        if state.phase == "end":
            return True
        hands, table = tuple(map(_code, state.held)), state.tricks[-1]
        if not table.plays:
            return self.holds(hands, table.leader)
        plays = tuple(map(_code, table.plays))
        had, winner = plays[:1], table.leader
        for place, play in enumerate(plays[1:], 1):
            if self._takes(had, play):
                had, winner = (*had, play), table.leader + place & 3
        return self._goes_on(hands, table.leader, len(plays), had, winner)

    def holds(self, hands: _Codes, leader: int) -> bool:
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
            return side(winner) == side(self.seat) and self.holds(hands, winner)
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

    def refuting(self, state: TractorState) -> Iterator[Move]:
        """Yield the plays in which the claim fails from a position on in which it does not hold."""
        lost = False
        while not lost:
            plays = (move for move in _moves(state) if not self._keeps(state, move))
            yield (move := next(plays))
            following = state.followed_by(move)
            lost = self._loses(state, following)
            state = following

    def _keeps(self, state: TractorState, move: Move) -> bool:
        following = state.followed_by(move)
        return not self._loses(state, following) and self.stands(following)

    def _loses(self, before: TractorState, after: TractorState) -> bool:
        """Tell whether a play has completed a trick that the other side takes."""
        trick = after.tricks[len(before.tricks) - 1]
        return trick.is_whole and side(after.winner_of(trick)) != side(self.seat)


def _moves(state: TractorState) -> Iterator[Move]:
    """Yield the plays, the largest leads first; without throws that fail."""
    if state.tricks[-1].plays:
        return iter(state.moves())
    leads = sorted(state.moves_but_claim(), key=lambda move: -move.pile.size)
    return (move for move in leads if state.throw(move.pile).stands)
