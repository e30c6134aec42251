"""The reply of the rule-based player of Tractor, under the house's rule of who wins.

The policy compares four replies, and takes it that the higher honour wins the trick. That is so where
one block is led. To beat a throw the house may ask for more, and where rank cards join no tractors for
less; so here each reply is tried on the table, and a reply meant to win is played only if it does.
Where the policy's cheapest reply has points in it, the legal play with fewest points is compared too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.tractor.arrays.packed import (
    BEST,
    LACKS,
    LED,
    LENGTH,
    PARTITIONS,
    SIZE,
    WINNER,
    form_in,
    honour_of_reply,
    named_back,
    renamed,
    renamed_partitions,
)
from suitwise.tractor.arrays.policy import CHEAPEST, DUCK, FEED, HIGHEST, choose_lead, price, reply
from suitwise.tractor.arrays.policy_chances import (
    QUARTERS,
    SURE,
    WEIGHTS,
    becomes_ours,
    cost_of,
    worth,
)
from suitwise.tractor.arrays.positions import packed_for
from suitwise.tractor.hidden.knowledge import knowledge_of
from suitwise.tractor.moves import DECK
from suitwise.tractor.rules.blocks import Block, highest_block, windows
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.levels import points_of, points_text
from suitwise.tractor.rules.order import TRUMPS, level_mask, partition_mask
from suitwise.tractor.rules.owed import cheapest_follow
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.rules.throws import beats, led_partition
from suitwise.tractor.rules.winning import winner_at_table
from suitwise.tractor.state import TractorState

# --- What a seat sees of a deal of Tractor that is played, as the rule-based player takes it ------
#
# It sees its own hand, the plays, and as landlord the cards buried; from these follow the unseen
# cards and which of them each other seat may still hold. Nothing here looks at a hidden hand.


class Sight:
    """What the seat on turn sees.

    Args:
        state: a position in which cards are played.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=3, stream=0)
    >>> Sight(state).unseen.size
    107
    """

    def __init__(self, state: TractorState) -> None:
        self.state, self.seat = state, state.turn
        self.main, self.rank = state.trump.main_index, state.trump.rank_index
        self.chain = state.profile.chain_mask(self.main)
        self.hand = state.held[self.seat]

    @cached_property
    def unseen(self) -> Pile:
        """The cards that others hold; unless the seat is landlord, also those buried."""
        left = DECK.minus(self.hand)
        for trick in self.state.tricks:
            for play in trick.plays:
                left = left.minus(play)
        if self.state.buried is not None and self.seat == self.state.current_landlord:
            left = left.minus(self.state.buried)
        return left

    @cached_property
    def others(self) -> tuple[Pile, Pile, Pile]:
        """What each other seat may hold, in the order of play after this one."""
        known = knowledge_of(self.state, self.seat)
        first, second, third = (
            known.may_hold((self.seat + ahead) % 4) & self.unseen.once for ahead in SEATS[1:]
        )
        return self.unseen.of(first), self.unseen.of(second), self.unseen.of(third)

    def is_out(self, ahead: int, partition: int) -> bool:
        """Tell whether the seat ``ahead`` places on is known to have no card of a partition."""
        return not self.others[ahead - 1].once & self.mask(partition)

    def walks(self, part: Block, partition: int) -> bool:
        """Tell whether no other seat can beat a block in its own partition."""
        trump = self.state.trump
        return not any(beats(one, part, partition, trump, self.chain) for one in self.others)

    def may_ruff(self, ahead: int, length: int) -> bool:
        """Tell whether the seat ``ahead`` places on may hold trumps enough to ruff a block.

        Args:
            ahead: 1 to 3.
            length: the block's pairs; 0 for a single.
        """
        return self.ruffs(self.others[ahead - 1], length)

    def ruffs(self, held: Pile, length: int) -> bool:
        """Tell whether some cards have trumps enough to ruff a block of ``length`` pairs."""
        trumps = held.of(self.mask(TRUMPS))
        top = highest_block(
            trumps.once, trumps.twice, TRUMPS, self.main, self.rank, length, self.chain
        )
        return top > 0

    def higher(self, part: Block, partition: int) -> int:
        """Return how many blocks like a part of a plain suit, but higher, others may hold.

        Cards are counted where the part is a single, else the top cards of such blocks.
        """
        length, mask = part.size // 2, self.mask(partition)
        if not length:
            above = -2 << part.cards[0] & mask  # in a plain suit cards are numbered by rank
            first, second, third = (other.once & above for other in self.others)
            return self.unseen.of(first | second | third).size
        tops = 0
        for other in self.others:
            levels = level_mask(other.twice & mask, partition, self.main, self.rank)
            tops |= windows(levels, length) << length - 1
        return count_bits(tops >> part.phi + 1)

    def mask(self, partition: int) -> int:
        """Return the card mask of a partition."""
        return partition_mask(partition, self.main, self.rank)

    @cached_property
    def record(self) -> list[int]:
        """The record (``packed``) of the deal, with no hand but the seat's and all that it knows."""
        record = packed_for(self.state, self.seat)
        record[LACKS] = 0
        for ahead in SEATS[1:]:
            lacking = sum(1 << part for part in range(PARTITIONS) if self.is_out(ahead, part))
            lacking = renamed_partitions(lacking, self.main)
            record[LACKS] |= lacking << PARTITIONS * ((self.seat + ahead) % 4)
        return record

    @cached_property
    def unseen_masks(self) -> tuple[int, int]:
        """The unseen cards as the policy takes them: the cards, renamed, and those unseen twice."""
        return self.named(self.unseen)

    def named(self, pile: Pile) -> tuple[int, int]:
        """Return the masks of a pile, renamed."""
        return renamed(pile.once, self.main, self.rank), renamed(pile.twice, self.main, self.rank)

    def pile(self, once: int, twice: int) -> Pile:
        """Return the pile of renamed masks."""
        return Pile(named_back(once, self.main, self.rank), named_back(twice, self.main, self.rank))

    def lead(self) -> Pile:
        """Return the single, pair or tractor that the policy leads here."""
        return self.pile(*choose_lead(self.record, *self.unseen_masks, WEIGHTS))


# --- The reply of the rule-based player of Tractor, under the house's rule of who wins ------------

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


# --------------------------------------------------------------------------------------------------
# The reason for a reply of the rule-based player of Tractor, in a sentence, from what its seat
# sees

_TRIED = 200
"""The most plays looked at to tell whether a trick could be taken."""


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
        return _why_taken(state, play, sum(map(_value, plays)))
    best, replies = table.plays[before], Replies(Sight(state))
    winner = (table.leader + before) % 4
    if (winner - state.turn) % 2 == 0:
        return phrase(
            "tractor.why-partner-wins",
            "your partner's {cards} wins so far: {what}",
            cards=CardText(best),
            what=_added(replies, play),
        )
    return _why_not_taken(replies, str(best), Seat(winner), _given(replies, play))


def _added(replies: Replies, play: Pile) -> Phrase:
    """Say which points go to a partner's trick."""
    if _value(play):
        return phrase(
            "tractor.give-points", "give it {points}", points=points_in_words(_value(play))
        )
    if _value(replies.fattest):
        return phrase("tractor.keep-points", "keep your points")
    return phrase("tractor.nothing-to-add", "there is nothing to add")


def _given(replies: Replies, play: Pile) -> Phrase:
    """Say which points go to a trick of the others, and why not fewer if fewer can go."""
    lean, own = replies.leanest, _value(play)
    points, saved = points_in_words(own), own - _value(replies.leanest)
    if not saved and not own:
        return phrase("tractor.give-none", "give no points")
    if not saved:
        return phrase("tractor.points-must-go", "{points} must go", points=points)
    kept, chance = replies.kept(lean) - replies.kept(play), replies.chance(play)
    if SURE * kept < QUARTERS * (SURE - 2 * chance) * saved:
        return phrase("tractor.points-go", "{points} go", points=points)
    other = phrase(
        "tractor.other-worth-keeping",
        "{cards} has {n}, but is worth {kept} more to keep",
        cards=CardText(lean),
        n=_value(lean) or phrase("tractor.none", "none"),
        kept=kept // QUARTERS,
    )
    if kept >= QUARTERS * saved:
        return phrase("tractor.points-go-since", "{points} go; {other}", points=points, other=other)
    return phrase(
        "tractor.points-go-in-hope",
        "{points} go; {other}, and your partner is given {chance} %",
        points=points,
        other=other,
        chance=100 * chance // SURE,
    )


def _why_not_taken(replies: Replies, best: str, seat: Seat, what: Phrase) -> Phrase:
    """Tell whether a play could take the trick, where there are not too many of them to say so.

    Args:
        replies: the replies of the seat on turn.
        best: the cards that win so far.
        seat: who has played them.
        what: what the play gives.
    """
    moves = replies.sight.state.moves()
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
            "{cards} of {seat} can't be beaten by you: {what}",
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


def _why_taken(state: TractorState, play: Pile, points: int) -> Phrase:
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


def _value(pile: Pile) -> int:
    return points_of(pile.once, pile.twice)
