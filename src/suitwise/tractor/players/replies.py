"""A seat's view of the play of Tractor, the replies of the rule-based player, and reasons for them.

The policy (``arrays.policy``) assumes that the higher honour wins the trick. That is not always so: a
throw was led, or the house has other rules. So each reply is ruled on by the rules of the house, and
one that is meant to win is considered only if it does. If the policy's cheapest reply contains points,
the legal play with the fewest points is considered as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.tractor.arrays import batch, estimates, packed, policy
from suitwise.tractor.arrays.estimates import QUARTERS, SURE, WEIGHTS
from suitwise.tractor.hidden.knowledge import knowledge_of
from suitwise.tractor.moves import DECK
from suitwise.tractor.rules import blocks, deck
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import TRUMPS, Pile
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.levels import points_of, points_text
from suitwise.tractor.rules.pairs.owed import cheapest_follow, led_partition
from suitwise.tractor.rules.throws import beats
from suitwise.tractor.rules.winning import winner_at_table
from suitwise.tractor.state import TractorState

# --- The view of a seat ---------------------------------------------------------------------------


class SeatView:
    """What the seat on turn can see and infer: unseen cards, and what each other seat may hold.

    It follows from the seat's hand, the plays, and if it is landlord its burial; never from hidden
    hands.

    Args:
        state: a position of the play.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> SeatView(state).unseen.size
    107
    """

    def __init__(self, state: TractorState) -> None:
        self.state, self.seat = state, state.turn
        self.main, self.rank = state.trump.main_index, state.trump.rank_index
        self.chain = state.profile.chain_mask(self.main)
        self.hand = state.held[self.seat]

    @cached_property
    def unseen(self) -> Pile:
        """The cards that the others hold; unless the seat is landlord, also the buried ones."""
        left = DECK.minus(self.hand)
        for trick in self.state.tricks:
            for play in trick.plays:
                left = left.minus(play)
        if self.state.buried is not None and self.seat == self.state.current_landlord:
            left = left.minus(self.state.buried)
        return left

    @cached_property
    def others(self) -> tuple[Pile, Pile, Pile]:
        """The cards that each other seat may hold, in order of play."""
        known = knowledge_of(self.state, self.seat)
        first, second, third = (
            known.may_hold((self.seat + ahead) % 4) & self.unseen.once for ahead in SEATS[1:]
        )
        return self.unseen.of(first), self.unseen.of(second), self.unseen.of(third)

    def is_out(self, ahead: int, partition: int) -> bool:
        """Return whether the seat ``ahead`` places on is known to be void in a partition."""
        return not self.others[ahead - 1].once & self.mask(partition)

    def is_unbeatable(self, part: Block, partition: int) -> bool:
        """Return whether no other seat can beat a block in its own partition."""
        trump = self.state.trump
        return not any(beats(pile, part, partition, trump, self.chain) for pile in self.others)

    def may_ruff(self, ahead: int, length: int) -> bool:
        """Return whether the seat ``ahead`` places on may hold enough trumps to ruff a block.

        Args:
            ahead: 1 to 3.
            length: the block's pairs; 0 for a single.
        """
        return self.has_ruff(self.others[ahead - 1], length)

    def has_ruff(self, pile: Pile, length: int) -> bool:
        """Return whether a pile has trumps to ruff a block of ``length`` pairs, 0 for a single."""
        once, twice = pile.of(self.mask(TRUMPS)).masks[:2]
        return (
            blocks.highest_block(once, twice, TRUMPS, self.main, self.rank, length, self.chain) > 0
        )

    def higher(self, part: Block, partition: int) -> int:
        """Return the number of higher blocks of the same length in a plain suit that others may hold.

        For a single both copies of a card count; longer blocks are counted by their top cards.
        """
        length, mask = part.size // 2, self.mask(partition)
        if not length:
            above = -2 << part.cards[0] & mask  # plain cards are numbered by rank
            first, second, third = (other.once & above for other in self.others)
            return self.unseen.of(first | second | third).size
        tops = 0
        for other in self.others:
            levels = deck.level_mask(other.twice & mask, partition, self.main, self.rank)
            tops |= blocks.windows(levels, length) << length - 1
        return count_bits(tops >> part.phi + 1)

    def mask(self, partition: int) -> int:
        """Return the card mask of a partition."""
        return deck.partition_mask(partition, self.main, self.rank)

    @cached_property
    def record(self) -> list[int]:
        """The record (``packed``) as the seat knows it: with its own hand and the voids it can infer."""
        record = batch.packed_for(self.state, self.seat)
        record[packed.LACKS] = 0
        partitions = range(packed.PARTITIONS)
        for ahead in SEATS[1:]:
            voids = sum(1 << partition for partition in partitions if self.is_out(ahead, partition))
            voids = packed.renamed_partitions(voids, self.main)
            record[packed.LACKS] |= voids << packed.PARTITIONS * ((self.seat + ahead) % 4)
        return record

    @cached_property
    def unseen_masks(self) -> tuple[int, int]:
        """The unseen cards, renamed, and those of which neither copy is seen."""
        return self.named(self.unseen)

    def named(self, pile: Pile) -> tuple[int, int]:
        """Return the masks of a pile, renamed."""
        return batch.renamed_pile(self.state, pile)

    def pile(self, once: int, twice: int) -> Pile:
        """Return the pile of renamed masks."""
        main, rank = self.main, self.rank
        return Pile(packed.named_back(once, main, rank), packed.named_back(twice, main, rank))

    def lead(self) -> Pile:
        """Return the single, pair or tractor that the policy leads here."""
        return self.pile(*policy.choose_lead(self.record, *self.unseen_masks, WEIGHTS))


# --- Replies --------------------------------------------------------------------------------------

_POINTS_FIRST = 1 << 20
"""A price for each point, above that of keeping any card: points decide before it."""


class Replies:
    """The replies that a seat compares.

    Args:
        view: the view of the seat; a lead is on the table.
    """

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.table = view.state.tricks[-1].plays

    @property
    def chosen(self) -> Pile:
        """The most valuable reply."""
        duck = self._of_kind(policy.DUCK)
        losing = [duck, self._of_kind(policy.FEED)]
        if points_of(duck.once, duck.twice):
            losing.append(self.fewest_points)
        return max(dict.fromkeys((*losing, *self.winning)), key=self.worth)

    @cached_property
    def fewest_points(self) -> Pile:
        """The legal play with the fewest points; among equals, the one least worth keeping."""
        return self._by_points(1)

    @cached_property
    def most_points(self) -> Pile:
        """The legal play with the most points; among equals, the one least worth keeping."""
        return self._by_points(-1)

    def worth_keeping(self, play: Pile) -> int:
        """Return the worth of keeping the cards of a play, in quarters of a point."""
        record, (once, twice) = self.view.record, self.view.named(play)
        _, doubles = self.view.named(self.view.hand)
        unseen, _ = self.view.unseen_masks
        return estimates.cost_of(
            once, twice, doubles, packed.form_in(record), unseen, False, WEIGHTS
        )

    @cached_property
    def winning(self) -> tuple[Pile, ...]:
        """The lowest and the highest reply found that win so far; empty if none is found."""
        highest = self._of_kind(policy.HIGHEST)
        if not highest.once or not self.wins(highest):
            return ()
        cheapest = self._of_kind(policy.CHEAPEST)
        if not self.wins(cheapest):
            cheapest = self._lowered(highest)
        return (highest,) if cheapest == highest else (cheapest, highest)

    @property
    def is_hopeless(self) -> bool:
        """Whether no reply can win: the hand has no higher block as long as the largest one led."""
        profile = self.view.state.profile
        # In some houses a reply can win without such a block: by its top card alone, by a shorter part,
        # over a decomposition that is not the highest, if rank cards join no tractors, or by a ruff
        # although the hand could follow.
        sure = profile.over not in ("top", "length") and profile.against == "all"
        sure = sure and profile.chain == "full" and profile.duty != "none"
        return sure and not self._of_kind(policy.HIGHEST).once

    def wins(self, play: Pile) -> bool:
        """Return whether a reply would win the trick so far."""
        state = self.view.state
        ruling = winner_at_table(state.trump, (*self.table, play), state.profile)
        return ruling.winner == len(self.table)

    def _by_points(self, sign: int) -> Pile:
        """Return the legal play with the fewest points, or with the most if ``sign`` is -1."""
        duty = self.view.state.duty
        assert isinstance(duty, Duty)
        return cheapest_play(
            duty, lambda card: _POINTS_FIRST * sign * points_of(1 << card, 0) + self.price(card)
        )

    def price(self, card: int) -> int:
        """Return the price of a card under the policy."""
        view, (unseen, _) = self.view, self.view.unseen_masks
        form = packed.form_in(view.record)
        _, doubles = view.named(view.hand)
        once, _ = view.named(Pile(1 << card))
        renamed = next(deck.bits(once))
        return policy.price(renamed, doubles, policy.DUCK, form, view.rank, unseen, WEIGHTS)

    def _of_kind(self, way: int) -> Pile:
        """Return the policy's reply of a kind; no cards if it should win and can't."""
        once, twice = policy.reply(self.view.record, way, self.view.unseen_masks[0], WEIGHTS)
        return self.view.pile(once, twice)

    def chance(self, play: Pile) -> int:
        """Return the chance that the seat's side wins the trick after a reply, in 64ths."""
        view, record, wins = self.view, self.view.record, self.wins(play)
        honour = record[packed.BEST]
        if wins:
            honour = max(honour, packed.honour_of_reply(record, *view.named(play)))
        ours = wins or (record[packed.WINNER] ^ view.seat) & 1 == 0
        led, length = record[packed.LED], record[packed.LENGTH]
        return estimates.chance_to_win(
            record, led, length, honour, ours, *view.unseen_masks, WEIGHTS
        )

    def worth(self, play: Pile) -> int:
        """Return the worth of a play under the policy, in 64ths of a point."""
        record, (unseen, _) = self.view.record, self.view.unseen_masks
        chance, size = self.chance(play), record[packed.SIZE]
        return estimates.worth(record, *self.view.named(play), chance, size, unseen, WEIGHTS)

    def _lowered(self, play: Pile) -> Pile:
        """Replace the parts of a winning play, one after the other, by the lowest that still win."""
        for part in self._parts(play):
            if not part.within(play):  # an earlier replacement removed it
                continue
            rest = play.minus(part)
            for lower in self._parts(self.view.hand.minus(rest)):
                other = rest.plus(lower)
                if lower.size == part.size and self.wins(other):
                    play = other
                    break
        return play

    def _parts(self, pile: Pile) -> Iterator[Pile]:
        """Yield the pairs and single cards of a pile, by renamed card number."""
        once, twice = self.view.named(pile)
        for card in deck.bits(once):
            if twice >> card & 1:
                yield self.view.pile(1 << card, 1 << card)
            yield self.view.pile(1 << card, 0)


def cheapest_play(duty: Duty, price: Callable[[int], int]) -> Pile:
    """Return the legal play with the lowest total price.

    Args:
        duty: the follow duty of a hand.
        price: a function that returns the price of a card.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4", "H5H5H6H7H8HTHT")
    >>> str(cheapest_play(duty, price=lambda card: card)), str(cheapest_play(duty, lambda card: -card))
    ('H5H5H6', 'H8HTHT')
    """
    once, twice = duty.hand.once, duty.hand.twice
    prices = [price(card) if once >> card & 1 else 0 for card in range(N_CARDS)]
    return Pile(*cheapest_follow(once, twice, duty.suit, duty.demand.lead, prices))


# --- Reasons --------------------------------------------------------------------------------------

_TRIED = 200
"""The number of plays tried to find out whether a trick can be won."""


def why_followed(state: TractorState, play: Pile) -> Phrase:
    """Return the reason for a reply.

    Args:
        state: a position in which a lead lies on the table.
        play: the reply, one of several legal ones.
    """
    table = state.tricks[-1]
    plays = (*table.plays, play)
    before = winner_at_table(state.trump, table.plays, state.profile).winner
    after = winner_at_table(state.trump, plays, state.profile).winner
    if after == len(table.plays):
        return _why_won(state, play, sum(map(_points, plays)))
    best, replies = table.plays[before], Replies(SeatView(state))
    winner = (table.leader + before) % 4
    if (winner - state.turn) % 2 == 0:
        return phrase(
            "tractor.why-partner-wins",
            "your partner's {cards} wins so far: {what}",
            cards=CardText(best),
            what=_points_added(replies, play),
        )
    return _why_not_won(replies, str(best), Seat(winner), _points_lost(replies, play))


def _points_added(replies: Replies, play: Pile) -> Phrase:
    """Say what points a play adds to the partner's trick."""
    if _points(play):
        return phrase(
            "tractor.give-points", "give it {points}", points=points_in_words(_points(play))
        )
    if _points(replies.most_points):
        return phrase("tractor.keep-points", "keep your points")
    return phrase("tractor.nothing-to-add", "there is nothing to add")


def _points_lost(replies: Replies, play: Pile) -> Phrase:
    """Say what points a play loses to the opponents, and why not fewer if that is possible."""
    other_play = replies.fewest_points
    points, avoidable = points_in_words(_points(play)), _points(play) - _points(other_play)
    if not avoidable and not _points(play):
        return phrase("tractor.give-none", "give no points")
    if not avoidable:
        return phrase("tractor.points-must-go", "{points} must go", points=points)
    worth_more = replies.worth_keeping(other_play) - replies.worth_keeping(play)
    chance = replies.chance(play)
    if SURE * worth_more < QUARTERS * (SURE - 2 * chance) * avoidable:
        return phrase("tractor.points-go", "{points} go", points=points)
    other = phrase(
        "tractor.other-worth-keeping",
        "{cards} has {n}, but is worth {kept} more to keep",
        cards=CardText(other_play),
        n=_points(other_play) or phrase("tractor.none", "none"),
        kept=worth_more // QUARTERS,
    )
    if worth_more >= QUARTERS * avoidable:
        return phrase("tractor.points-go-since", "{points} go; {other}", points=points, other=other)
    return phrase(
        "tractor.points-go-in-hope",
        "{points} go; {other}, and your partner is given {chance} %",
        points=points,
        other=other,
        chance=100 * chance // SURE,
    )


def _why_not_won(replies: Replies, best: str, seat: Seat, what: Phrase) -> Phrase:
    """Return the reason for not winning the trick; if there are too many plays to try, it is vaguer.

    Args:
        replies: the replies of the seat on turn.
        best: the cards that win so far.
        seat: the seat that played them.
        what: what points the play loses, in words.
    """
    moves = replies.view.state.moves()
    beatable = not replies.is_hopeless and (
        bool(replies.winning)
        or any(replies.wins(move.pile) for move in islice(iter(moves), _TRIED))
    )
    if beatable:
        return phrase(
            "tractor.why-not-worth-beating",
            "{cards} of {seat} isn't worth beating: {what}",
            cards=CardText(best),
            seat=seat,
            what=what,
        )
    if replies.is_hopeless or len(moves) <= _TRIED:
        return phrase(
            "tractor.why-unbeatable",
            "you can't beat {cards} of {seat}: {what}",
            cards=CardText(best),
            seat=seat,
            what=what,
        )
    return phrase(
        "tractor.why-beaten-so-far",
        "{cards} of {seat} wins so far: {what}",
        cards=CardText(best),
        seat=seat,
        what=what,
    )


def _why_won(state: TractorState, play: Pile, points: int) -> Phrase:
    table, trump, worth = state.tricks[-1], state.trump, points_in_words(points)
    led = led_partition(table.plays[0], trump)
    ruffs = led != TRUMPS and led_partition(play, trump) == TRUMPS
    if len(table.plays) == 3:
        if ruffs:
            return phrase("tractor.why-ruffs", "it ruffs a trick of {points}", points=worth)
        return phrase("tractor.why-takes", "it takes a trick of {points}", points=worth)
    if ruffs:
        return phrase(
            "tractor.why-ruffs-so-far",
            "it ruffs the trick so far, {points} lie in it",
            points=worth,
        )
    return phrase(
        "tractor.why-takes-so-far", "it takes the trick so far, {points} lie in it", points=worth
    )


def points_in_words(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_in_words(25), points_in_words(0)
    ('25 points', 'no points')
    """
    return points_text(points) if points else phrase("tractor.no-points", "no points")


def _points(pile: Pile) -> int:
    return points_of(pile.once, pile.twice)
