"""The reply of the rule-based player of Tractor, under the house's rule of who wins.

The policy compares four replies, and takes it that the higher honour wins the trick. That is so where
one block is led. To beat a throw the house may ask for more, and where rank cards join no tractors for
less; so here each reply is tried on the table, and a reply meant to win is played only if it does.
Where the policy's cheapest reply has points in it, the legal play with fewest points is compared too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from suitwise.cards import N_CARDS
from suitwise.tractor.arrays.packed import BEST, LED, LENGTH, SIZE, WINNER, form_in, honour_of_reply
from suitwise.tractor.arrays.policy import CHEAPEST, DUCK, FEED, HIGHEST, price, reply
from suitwise.tractor.arrays.policy_chances import becomes_ours, cost_of, worth
from suitwise.tractor.arrays.policy_weights import WEIGHTS
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.owed import cheapest_follow
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.winning import winner_at_table

_POINTS_FIRST = 1 << 20
"""More than any card is worth to keep: of plays with the same points alone is that asked."""


class Replies:
    """The replies that a seat compares.

    Args:
        sight: what the seat sees; a lead is on the table.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.table = sight.state.tricks[-1].plays

    @property
    def chosen(self) -> Pile:
        """The reply that is worth most."""
        duck = self._in_way(DUCK)
        losing = [duck, self._in_way(FEED)]
        if points_of(duck.once, duck.twice):
            losing.append(self.leanest)
        return max(dict.fromkeys((*losing, *self.winning)), key=self.worth)

    @cached_property
    def leanest(self) -> Pile:
        """The legal play with fewest points, and of these the one that is least worth keeping."""
        return self._by_points(1)

    @cached_property
    def fattest(self) -> Pile:
        """The legal play with most points, and of these the one that is least worth keeping."""
        return self._by_points(-1)

    def kept(self, play: Pile) -> int:
        """Return what the cards of a play could still do if they were kept, in quarters of a point."""
        record, (once, twice) = self.sight.record, self.sight.named(play)
        _, doubles = self.sight.named(self.sight.hand)
        unseen, _ = self.sight.unseen_masks
        return cost_of(once, twice, doubles, form_in(record), unseen, False, WEIGHTS)

    @cached_property
    def winning(self) -> tuple[Pile, ...]:
        """The lowest reply found that wins so far, and the highest; nothing if none is found."""
        highest = self._in_way(HIGHEST)
        if not highest.once or not self.wins(highest):
            return ()
        cheapest = self._in_way(CHEAPEST)
        if not self.wins(cheapest):
            cheapest = self._lowered(highest)
        return (highest,) if cheapest == highest else (cheapest, highest)

    @property
    def is_hopeless(self) -> bool:
        """Whether no reply can win: the hand has no block as long as the largest led, and higher."""
        profile = self.sight.state.profile
        # A reply that wins by its top card alone or by a shorter part, over a cutting that is not the
        # highest, without rank cards in tractors, or by a ruff though the hand could follow, may have
        # none.
        sure = profile.over not in ("top", "length") and profile.against == "all"
        sure = sure and profile.chain == "full" and profile.duty != "none"
        return sure and not self._in_way(HIGHEST).once

    def wins(self, play: Pile) -> bool:
        """Tell whether a reply would win so far."""
        state = self.sight.state
        ruling = winner_at_table(state.trump, (*self.table, play), state.profile)
        return ruling.winner == len(self.table)

    def _by_points(self, sign: int) -> Pile:
        """Return the legal play with the fewest points, or with sign -1 the most."""
        duty = self.sight.state.duty
        assert duty is not None
        return cheapest_play(
            duty, lambda card: _POINTS_FIRST * sign * points_of(1 << card, 0) + self.price(card)
        )

    def price(self, card: int) -> int:
        """Return how dear a card is to the policy."""
        record, unseen = self.sight.record, self.sight.unseen_masks[0]
        form = form_in(record)
        _, doubles = self.sight.named(self.sight.hand)
        once, _ = self.sight.named(Pile(1 << card))
        return price(next(bits(once)), doubles, DUCK, form, self.sight.rank, unseen, WEIGHTS)

    def _in_way(self, way: int) -> Pile:
        """Return the policy's reply in one of its ways; no cards if none wins."""
        once, twice = reply(self.sight.record, way, self.sight.unseen_masks[0], WEIGHTS)
        return self.sight.pile(once, twice)

    def chance(self, play: Pile) -> int:
        """Return the chance that the trick becomes its side's with a reply, in 64ths."""
        record, wins, best = self.sight.record, self.wins(play), self.sight.record[BEST]
        honour = max(best, honour_of_reply(record, *self.sight.named(play))) if wins else best
        ours = wins or (record[WINNER] ^ self.sight.seat) & 1 == 0
        return becomes_ours(
            record, record[LED], record[LENGTH], honour, ours, *self.sight.unseen_masks, WEIGHTS
        )

    def worth(self, play: Pile) -> int:
        """Return what a play is worth to the policy, in 64ths of a point."""
        record, (unseen, _) = self.sight.record, self.sight.unseen_masks
        return worth(
            record, *self.sight.named(play), self.chance(play), record[SIZE], unseen, WEIGHTS
        )

    def _lowered(self, play: Pile) -> Pile:
        """Return a play that wins with its cards made as low as will do, one after the other."""
        for taken in self._parts(play):
            if not taken.within(play):  # it was one of a pair that is gone
                continue
            rest = play.minus(taken)
            for lower in self._parts(self.sight.hand.minus(rest)):
                other = rest.plus(lower)
                if lower.size == taken.size and self.wins(other):
                    play = other
                    break
        return play

    def _parts(self, pile: Pile) -> Iterator[Pile]:
        """Yield the pairs and single cards of a pile, renamed lowest first."""
        once, twice = self.sight.named(pile)
        for card in bits(once):
            if twice >> card & 1:
                yield self.sight.pile(1 << card, 1 << card)
            yield self.sight.pile(1 << card, 0)


def cheapest_play(duty: Duty, price: Callable[[int], int]) -> Pile:
    """Return the legal play whose cards cost least together.

    Args:
        duty: what a lead asks of a hand of two packs.
        price: what each card costs.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4", "H5H5H6H7H8HTHT")
    >>> str(cheapest_play(duty, price=lambda card: card)), str(cheapest_play(duty, lambda card: -card))
    ('H5H5H6', 'H8HTHT')
    """
    once, twice = duty.hand.once, duty.hand.twice
    prices = [price(card) if once >> card & 1 else 0 for card in range(N_CARDS)]
    return Pile(*cheapest_follow(once, twice, duty.suit, duty.demand.lead, prices))
