"""All plays that follow a lead, lazily: counted without listing, listed one at a time, found by place.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

Where the hand has no more cards of the led partition than were led, or where the led suit alone is
asked for, the plays are choices of cards and nothing more (``pile_choices``). Otherwise they are those
that give the pairs and tractors owed (``plays``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from math import comb
from typing import NamedTuple

from suitwise.foundation.arrays.compiled import highest_bit, lowest_bit
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.values import Lazy
from suitwise.tractor.rules.blocks import MOST_PAIRS, WEIGHT
from suitwise.tractor.rules.matching import FITS, PACKS
from suitwise.tractor.rules.order import TRUMPS, Trump, partition_mask, phi_of, rank_card_phi
from suitwise.tractor.rules.owed import (
    BEST,
    FOLLOWS,
    asks_service,
    follow_fault,
    led_form,
    owed_tractors,
    what_is_owed,
)
from suitwise.tractor.rules.piles import CARD_PILES, EMPTY, Pile, bits, copies_of
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import led_partition

# --------------------------------------------------------------------------------------------------
# Choices of cards out of a pile, equal cards not told apart: counted, found by place, listed
#
# Source: rules page §6, for burials and for plays whose cards are free.


class Choices(Lazy[Pile]):
    """All choices of ``size`` cards out of a pile: burials, and plays whose other cards are free.

    Args:
        pile: the cards to choose from.
        size: how many are chosen.
        base: cards beside these that are in all of them.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> found = Choices(pile_of("HAHAHK"), 2)
    >>> len(found), [str(pile) for pile in found], pile_of("HAHK") in found
    (2, ['HKHA', 'HAHA'], True)
    """

    __slots__ = ("_base", "_number", "_pile", "_size")

    def __init__(self, pile: Pile, size: int, base: Pile = EMPTY) -> None:
        self._pile, self._size, self._base = pile, size, base
        self._number = number_of_choices(pile, size)

    def __len__(self) -> int:
        return self._number

    def at(self, place: int) -> Pile:
        """Return the choice at a place."""
        found = choice(self._pile, self._size, place)
        return self._base.plus(found) if self._base.once else found

    def __iter__(self) -> Iterator[Pile]:
        return map(self._base.plus, choices(self._pile, self._size))

    def __contains__(self, pile: object) -> bool:
        """Tell whether a pile is such a choice."""
        return (
            isinstance(pile, Pile)
            and pile.size == self._base.size + self._size
            and self._base.within(pile)
            and pile.minus(self._base).within(self._pile)
        )


def number_of_choices(pile: Pile, size: int) -> int:
    """Return in how many ways ``size`` cards can be chosen, equal cards not told apart.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> number_of_choices(pile_of("HAHAHK"), 2)
    2
    """
    return _ways(pile.once.bit_count(), pile.twice.bit_count(), pile.thrice.bit_count(), size)


@lru_cache(maxsize=1 << 14)
def _ways(kinds: int, doubles: int, triples: int, size: int) -> int:
    """Count the choices of ``size`` cards of some kinds, doubles and triples among them.

    Args:
        kinds: how many kinds of cards there are.
        doubles: how many of them are there at least twice.
        triples: how many of these are there three times.
        size: how many cards are chosen.
    """
    if triples:  # none of the last kind is taken, one, two or three
        return sum(_ways(kinds - 1, doubles - 1, triples - 1, size - n) for n in range(4))
    pairs = range(min(doubles, size // 2) + 1)
    return sum(comb(doubles, n) * comb(kinds - n, size - 2 * n) for n in pairs)


def choice(pile: Pile, size: int, place: int) -> Pile:
    """Return the choice of ``size`` cards at a place of ``choices``.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> print(choice(pile_of("HAHAHK"), 2, 1))
    HAHA
    """
    if size == 1:
        return CARD_PILES[bit_numbered(pile.once, place)]
    once, twice, thrice = pile.masks
    chosen = []
    while size:
        card, copies = lowest_bit(once), 1
        once ^= 1 << card
        if twice >> card & 1:
            copies += 1 + (thrice >> card & 1)
            twice, thrice = twice & ~(1 << card), thrice & ~(1 << card)
        left = once.bit_count(), twice.bit_count(), thrice.bit_count()
        for taken in range(min(copies, size), -1, -1):
            ways = _ways(*left, size - taken)
            if place < ways:
                break
            place -= ways
        chosen.append((card, taken))
        size -= taken
    return copies_of(chosen)


def choices(pile: Pile, size: int) -> Iterator[Pile]:
    """Yield every choice of ``size`` cards, one at a time, most of the lowest card first.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> [str(found) for found in choices(pile_of("HAHAHK"), 2)]
    ['HKHA', 'HAHA']
    """
    kinds = [
        [copies_of([(card, taken)]) for taken in range(pile.copies(card) + 1)]
        for card in bits(pile.once)
    ]
    left = [sum(len(copies) - 1 for copies in kinds[at:]) for at in range(len(kinds) + 1)]
    return _choose(kinds, left, 0, size, EMPTY)


def _choose(
    kinds: list[list[Pile]], left: list[int], at: int, size: int, taken: Pile
) -> Iterator[Pile]:
    """Yield what has been taken with every choice of ``size`` more from a place on.

    Args:
        kinds: no copy, one, and so on of each kind of card.
        left: how many cards there are from each place on.
        at: the place.
        size: how many more.
        taken: what has been taken.
    """
    if size == 0:
        yield taken
        return
    if left[at] < size:
        return
    copies = kinds[at]
    for number in range(min(len(copies) - 1, size), -1, -1):
        yield from _choose(kinds, left, at + 1, size - number, taken.plus(copies[number]))


# --------------------------------------------------------------------------------------------------
# The plays that give a number of pairs and certain tractors: counted, listed, found by their
# place
#
# Source: rules page §6, Follow duty; docs/tractor.md, Following.
#
# A play is a *pattern*, the kinds of cards it takes at least two of, and a *fill*, single cards of the
# kinds outside the pattern and third copies of those in it. A pattern meets the duty if it has as many
# pairs as are owed and the owed tractors fit into its runs (``owed``); how it is filled doesn't
# matter, so in a hand of d kinds a pattern of s pairs, t of them of kinds held three times, stands for
# C(d - s + t, n - 2s) plays.
#
# Patterns are decided kind by kind along the ladder Φ. All that matters of the decisions so far is
# the pack code of the runs that are closed, and the length of the one that is open; and a run of L
# pairs is no better than one as long as the greatest sum, up to L, of some of the owed tractors. So
# there are few states, and for each the patterns that complete it are counted once, by s and t. The
# shared Φ of the rank cards comes last: the runs that end just below and just above it stay open
# until then, because two pairs there serve both. A walk through the same states counts the plays,
# finds the play at a place, and lists them, without ever trying a choice that leads nowhere.

LENGTHS = {sum(WEIGHT[length] for length in pack) & 127: pack for pack in PACKS}
"""The tractors of each pack code, longest first."""

_SUMS = {code: sum(lengths) for code, lengths in LENGTHS.items()}

# The patterns that complete a state are a polynomial: the coefficient of x^s y^t counts those of s more
# pairs, t of them of kinds held three times. It is kept in one integer, a field of bits a coefficient.
_FIELD = 16  # at most 2^12 patterns
_MASK = (1 << _FIELD) - 1
_COLUMNS = MOST_PAIRS + 1

# What a step along the ladder decides.
_JOINS, _APART, _SHARED, _GAP, _TURN = range(5)


class _Step(NamedTuple):
    """One decision: whether a pattern has the pair of a card.

    ``_JOINS``: the card follows the level of the step before. ``_SHARED``: it lies on the shared Φ.
    ``_APART``: it joins no tractor. ``_GAP``: no card, a run ends here. ``_TURN``: no card, the way up
    to the shared Φ ends here and the way down to it begins.
    """

    kind: int
    card: int = -1
    third: bool = False

    @property
    def shift(self) -> int:
        """What multiplies a polynomial by this pair."""
        return _FIELD * (1 + _COLUMNS * self.third)


class _State(NamedTuple):
    """What matters of the decisions made.

    ``closed``: the pack code of the closed runs. ``run``: the length of the open one. ``kept``: the
    length of the run that ends below the shared Φ. ``shared``: the pairs on it, 2 for two or more.
    """

    closed: int = 0
    run: int = 0
    kept: int = 0
    shared: int = 0


_SERVED = _State(-1)
"""The owed tractors fit already: whatever follows is good."""


class _Taken(NamedTuple):
    """A pattern in the making: its kinds, how many, and how many of them are held three times."""

    kinds: int = 0
    pairs: int = 0
    thirds: int = 0

    def with_pair(self, step: _Step) -> _Taken:
        return _Taken(self.kinds | 1 << step.card, self.pairs + 1, self.thirds + step.third)


class PairPlays(Lazy[Pile]):
    """All plays of ``size`` cards of one partition that give what is owed in tractors and pairs.

    Args:
        held: the hand's cards of the partition, more than ``size``.
        size: how many cards are played.
        tractors: pack code of the tractors owed.
        pairs: the pairs owed in all.
        levels: the Φ at which each kind held twice joins tractors, 0 for none.
        shared: the shared Φ of the rank cards.
    """

    def __init__(
        self, held: Pile, size: int, tractors: int, pairs: int, levels: dict[int, int], shared: int
    ) -> None:
        self._held = held
        self._size = size
        self._pairs = pairs
        self._owed = 128 * tractors
        self._weights = _weights(tractors)
        self._steps = _steps(held, levels, shared)
        self._total = _SUMS[tractors]
        self._left = [
            sum(step.card >= 0 and step.kind != _APART for step in self._steps[at:])
            for at in range(len(self._steps) + 1)
        ]
        self._start = _SERVED if tractors == 0 else _State()
        self._known: list[dict[_State, int]] = [{} for _ in range(len(self._steps) + 1)]

    @cached_property
    def _number(self) -> int:
        return self._plays(0, self._start, _Taken())

    def __len__(self) -> int:
        return self._number

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        state, taken = self._start, _Taken()
        for at, step in enumerate(self._steps):
            if step.card >= 0:
                chosen, pattern = self._after(step, state, True), taken.with_pair(step)
                ways = self._plays(at + 1, chosen, pattern)
                if place < ways:
                    state, taken = chosen, pattern
                    continue
                place -= ways
            state = self._after(step, state, False)
        return self._filled(taken, choice(*self._fill(taken), place))

    def __iter__(self) -> Iterator[Pile]:
        return self._each(0, self._start, _Taken())

    def _each(self, at: int, state: _State, taken: _Taken) -> Iterator[Pile]:
        if not self._plays(at, state, taken):
            return
        if at == len(self._steps):
            for fill in choices(*self._fill(taken)):
                yield self._filled(taken, fill)
            return
        step = self._steps[at]
        if step.card >= 0:
            yield from self._each(at + 1, self._after(step, state, True), taken.with_pair(step))
        yield from self._each(at + 1, self._after(step, state, False), taken)

    def _fill(self, taken: _Taken) -> tuple[Pile, int]:
        """Return the single cards that may fill a pattern, and how many of them do."""
        single = self._held.once & ~taken.kinds | self._held.thrice & taken.kinds
        return Pile(single), self._size - 2 * taken.pairs

    @staticmethod
    def _filled(taken: _Taken, fill: Pile) -> Pile:
        return Pile(fill.once | taken.kinds, taken.kinds, fill.once & taken.kinds)

    def _plays(self, at: int, state: _State, taken: _Taken) -> int:
        """Count the plays of the patterns that complete a part of one."""
        patterns, field, total = self._completions(at, state), 0, 0
        while patterns:
            if patterns & _MASK:
                thirds, pairs = divmod(field, _COLUMNS)
                total += (patterns & _MASK) * self._fills(
                    taken.pairs + pairs, taken.thirds + thirds
                )
            patterns >>= _FIELD
            field += 1
        return total

    def _fills(self, pairs: int, thirds: int) -> int:
        """Count the fills of a pattern; none if it has too few pairs or too many cards."""
        wanted = self._size - 2 * pairs
        if pairs < self._pairs or wanted < 0:
            return 0
        return comb(self._held.once.bit_count() - pairs + thirds, wanted)

    def _completions(self, at: int, state: _State) -> int:
        """Return the polynomial of the patterns of the steps from here on that serve."""
        known = self._known[at]
        if state not in known:
            known[state] = self._count(at, state)
        return known[state]

    def _count(self, at: int, state: _State) -> int:
        if at == len(self._steps):
            return int(self._serves(state))
        if self._hopeless(at, state):
            return 0
        step = self._steps[at]
        if step.kind == _SHARED and state is not _SERVED:
            return self._count_shared(at, state)
        found = self._completions(at + 1, self._after(step, state, False))
        if step.card >= 0:
            found += self._completions(at + 1, self._after(step, state, True)) << step.shift
        return found

    def _count_shared(self, at: int, state: _State) -> int:
        """Count at once what the steps on the shared Φ, the last ones, complete."""
        found = 0
        for more, patterns in enumerate(_by_number(self._steps[at:])):
            if self._serves(state._replace(shared=min(state.shared + more, 2))):
                found += patterns
        return found

    def _after(self, step: _Step, state: _State, chosen: bool) -> _State:
        """Return the state after a decision."""
        closed, run, kept, shared = state
        if state is _SERVED or step.kind == _APART:
            return state
        if step.kind == _SHARED:
            return _State(closed, run, kept, min(shared + chosen, 2))
        if step.kind == _TURN:
            return _State(closed, 0, run, shared)
        if not chosen:
            return _State(closed + self._weights[run] & 127, 0, kept, shared)
        after = _State(closed, run + 1, kept, shared)
        return _SERVED if self._serves(after) else after

    def _serves(self, state: _State) -> bool:
        """Tell whether the owed tractors fit into the runs of a pattern."""
        if state is _SERVED:
            return True
        closed, run, kept, shared = state
        below, above, through = (self._weights[n] for n in (kept, run, kept + run + 1))
        if shared == 0:
            return self._fits(closed + below + above)
        if shared == 1:
            return self._fits(closed + through)
        parted = self._weights[kept + 1] + self._weights[run + 1]
        return self._fits(closed + through) or self._fits(closed + parted)

    def _hopeless(self, at: int, state: _State) -> bool:
        """Tell whether too few pairs are left, even if a pattern has all of them."""
        if state is _SERVED:
            return False
        useful = _SUMS[state.closed] + state.run + state.kept + state.shared
        return useful + self._left[at] < self._total

    def _fits(self, runs: int) -> bool:
        return FITS[self._owed + (runs & 127)] != 0


@lru_cache(maxsize=1 << 10)
def _by_number(steps: tuple[_Step, ...]) -> tuple[int, int, int]:
    """Return the polynomials of the patterns of some steps with no pair, one pair, two or more."""
    none, one, several = 1, 0, 0
    for step in steps:
        several += several + one << step.shift
        one += none << step.shift
    return none, one, several


@cache
def _weights(tractors: int) -> tuple[int, ...]:
    """Return the weight of a run of each length in the pack code of what of it can serve."""
    sums = {0}
    for length in LENGTHS[tractors]:
        sums |= {total + length for total in sums}
    return tuple(WEIGHT[max(s for s in sums if s <= n)] for n in range(2 * MOST_PAIRS + 2))


def _steps(held: Pile, levels: dict[int, int], shared: int) -> tuple[_Step, ...]:
    """Return the decisions: up to the shared Φ, down to it, on it, and of what joins no tractor."""

    def of(kind: int, level: int) -> list[_Step]:
        there = [card for card, own in levels.items() if own == level]
        return [_Step(kind, card, bool(held.thrice >> card & 1)) for card in there]

    top = max(levels.values(), default=0)
    on_shared = of(_SHARED, shared)
    end = shared if on_shared else top + 1
    steps: list[_Step] = []
    for level in range(1, end):
        steps += of(_JOINS, level) or [_Step(_GAP)]
    if on_shared:
        steps.append(_Step(_TURN))
        for level in range(top, shared, -1):
            steps += of(_JOINS, level) or [_Step(_GAP)]
    steps += [*on_shared, *of(_APART, 0)]
    # Where no run can be open, a gap decides nothing.
    return tuple(
        step
        for before, step in zip([_Step(_GAP), *steps], steps, strict=False)
        if step.kind != _GAP or before.kind == _JOINS
    )


# --------------------------------------------------------------------------------------------------
# All plays that follow a lead, lazily: counted without listing, listed one at a time, found by
# place


class Lead(NamedTuple):
    """What a lead asks of every hand: the numbers that the rules of ``owed`` take.

    Args:
        led: the led partition 0..4.
        size: how many cards were led.
        pairs: the pairs asked for, those in tractors included.
        tractors: the pack code of the tractors asked for.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        code: how much of the duty the house asks for (``following.BEST`` and the others).
    """

    led: int
    size: int
    pairs: int
    tractors: int
    main: int
    cr: int
    chain: int
    code: int


def lead_of(pile: Pile, trump: Trump, profile: Profile) -> Lead:
    """Return what cards of one partition ask for that are led.

    Raises:
        IllegalPosition: there are no cards, or cards of several partitions.
    """
    main, cr, code = trump.main_index, trump.rank_index, profile.duty_code
    led = led_partition(pile, trump)
    chain = profile.chain_mask(main) if code == BEST else 0
    pairs, tractors = led_form(pile.twice, led, main, cr, chain) if pile.twice else (0, 0)
    return Lead(led, pile.size, pairs, tractors, main, cr, chain, code)


class Demand(NamedTuple):
    """What a lead asks of a hand.

    Args:
        hand: the follower's whole hand.
        held: its cards of the led partition.
        lead: what the lead asks for.
    """

    hand: Pile
    held: Pile
    lead: Lead

    @classmethod
    def of(cls, hand: Pile, lead: Lead) -> Demand:
        """Return what a lead asks of a hand."""
        return cls(hand, hand.of(partition_mask(lead.led, lead.main, lead.cr)), lead)

    @property
    def owed(self) -> tuple[int, int, int, int, int]:
        """Which cards are all played, and what is owed among the others (``what_is_owed``)."""
        suit = partition_mask(self.lead.led, self.lead.main, self.lead.cr)
        return what_is_owed(suit, self.held.size, self.held.twice, self.lead)

    def tractors_by(self, cards: Pile) -> int:
        """Return the pack code of the tractors in the best service by cards of the partition."""
        return owed_tractors(cards.twice, self.lead)

    def fault(self, play: Pile) -> int:
        """Return the part of the duty that a play of as many cards breaks (``follow_fault``)."""
        return follow_fault(play.masks, self.hand.masks, self.lead)


class LegalPlays(Lazy[Pile]):
    """The plays that follow a lead, lazily: their number, their order, and whether one is among them.

    Args:
        demand: what the lead asks of the hand.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> plays = LegalPlays(duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ").demand)
    >>> len(plays), str(plays[0]), [str(play) for play in plays]
    (1, 'H6H6H7H7', ['H6H6H7H7'])
    """

    def __init__(self, demand: Demand) -> None:
        self._demand = demand
        self._plays = _plays_of(demand)

    def __len__(self) -> int:
        return len(self._plays)

    def __contains__(self, play: object) -> bool:
        asked = self._demand
        return (
            isinstance(play, Pile)
            and play.within(asked.hand)
            and play.size == asked.lead.size
            and asked.fault(play) == FOLLOWS
        )

    def __iter__(self) -> Iterator[Pile]:
        return iter(self._plays)

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        return self._plays.at(place)


def _plays_of(demand: Demand) -> Choices | PairPlays:
    """Return the plays in the form that the demand gives them."""
    hand, held, lead = demand
    fixed, free, count, pairs, tractors = demand.owed
    if count == 1 or not asks_service(held.size, lead.size, lead.code):
        return Choices(hand.of(free), count, hand.of(fixed))
    main, cr, chain = lead.main, lead.cr, lead.chain
    phis = {card: phi_of(card, main, cr) for card in bits(held.twice)}
    levels = {card: level if chain >> level & 1 else 0 for card, level in phis.items()}
    return PairPlays(held, count, tractors, pairs, levels, rank_card_phi(main))


# --- What may be led: any cards of one partition, counted and found without a list ----------------
#
# Source: rules page §2 and §6, Throws; docs/tractor.md, Leading.
#
# A lead of several blocks is a throw, so every choice of cards of one partition may be led: a hand of
# twelve trumps has thousands of leads. They are numbered instead: the partitions in the order S H D C
# and trump, and within one the copies of each card as the digits of a number.


class Leads(Lazy[Pile]):
    """The leads of a hand, lazily.

    Args:
        hand: the leader's hand.
        trump: the trump configuration.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> leads = Leads(pile_of("HAHAHKS3"), Trump("S", "2"))
    >>> len(leads), [str(lead) for lead in leads], pile_of("HAS3") in leads
    (6, ['HA', 'HAHA', 'HK', 'HKHA', 'HKHAHA', 'S3'], False)
    """

    __slots__ = ("_numbers", "_parts")

    def __init__(self, hand: Pile, trump: Trump) -> None:
        self._parts = parts_by_suit(hand, trump)
        self._numbers = tuple(map(_number_of_leads, self._parts))

    def __len__(self) -> int:
        return sum(self._numbers)

    def at(self, place: int) -> Pile:
        """Return the lead at a place."""
        for part, leads in zip(self._parts, self._numbers, strict=True):
            if place < leads:
                return _lead(part, place + 1)
            place -= leads
        raise IndexError("there are not so many leads")

    def __iter__(self) -> Iterator[Pile]:
        for part, leads in zip(self._parts, self._numbers, strict=True):
            for number in range(1, leads + 1):
                yield _lead(part, number)

    def __contains__(self, lead: object) -> bool:
        """Tell whether a pile can be led."""
        if not isinstance(lead, Pile) or not lead.once:
            return False
        return any(lead.within(part) for part in self._parts)


def parts_by_suit(pile: Pile, trump: Trump) -> list[Pile]:
    """Return the cards of each partition, where there are any: S H D C, then the trumps.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> [str(part) for part in parts_by_suit(pile_of("HAS3S2RJ"), Trump("S", "2"))]
    ['HA', 'S2S3RJ']
    """
    main, cr = trump.main_index, trump.rank_index
    partitions = [*(suit for suit in range(TRUMPS) if suit != main), TRUMPS]
    found = (pile.of(partition_mask(partition, main, cr)) for partition in partitions)
    return [part for part in found if part.once]


def _number_of_leads(part: Pile) -> int:
    """Return the number of choices of at least one card."""
    kinds, doubles, triples = (mask.bit_count() for mask in part.masks)
    more: int = 3 ** (doubles - triples) * 4**triples
    return (more << kinds - doubles) - 1


def _lead(part: Pile, number: int) -> Pile:
    """Return the cards whose copies are the digits of a number, the highest card's lowest."""
    left, twice, thrice = part.masks
    taken = []
    while number:
        card = highest_bit(left)
        left ^= 1 << card
        number, copies = divmod(number, 2 + (twice >> card & 1) + (thrice >> card & 1))
        taken.append((card, copies))
    return copies_of(taken)
