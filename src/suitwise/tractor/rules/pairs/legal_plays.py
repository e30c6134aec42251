"""Lazy sequences of legal plays and leads: count them, index them, list them one at a time.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

A hand may have millions of legal plays, so none of these sequences stores them. If no pairs are owed,
the legal plays are all choices of some cards (``Choices``). Otherwise they are the plays that contain
the pairs and tractors owed (``PairPlays``). ``LegalPlays`` picks the right one. ``can_follow`` and
``open_cards`` answer questions about a selection of cards, for a table where people click cards one by
one. ``Leads`` are the leads of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.values import Lazy
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import FITS, MOST_PAIRS, PACKS, WEIGHT
from suitwise.tractor.rules.deck import EMPTY, TRUMPS, Pile, Trump, bits, copies_of, phi_of
from suitwise.tractor.rules.pairs.owed import FOLLOWS, Demand, Lead, asks_service

# --- Choices of cards -----------------------------------------------------------------------------


class Choices(Lazy[Pile]):
    """All choices of ``size`` cards out of a pile: burials, and plays that owe no pairs.

    Args:
        pile: the cards to choose from.
        size: the number of cards chosen.
        base: further cards that are part of every choice.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> pairs = Choices(pile_of("HAHAHK"), 2)
    >>> len(pairs), [str(pile) for pile in pairs], pile_of("HAHK") in pairs
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
        chosen = choice(self._pile, self._size, place)
        return self._base.plus(chosen) if self._base.once else chosen

    def __iter__(self) -> Iterator[Pile]:
        return map(self._base.plus, choices(self._pile, self._size))

    def __contains__(self, pile: object) -> bool:
        """Tell whether a pile is one of the choices."""
        return (
            isinstance(pile, Pile)
            and pile.size == self._base.size + self._size
            and self._base.within(pile)
            and pile.minus(self._base).within(self._pile)
        )


def number_of_choices(pile: Pile, size: int) -> int:
    """Return the number of ways to choose ``size`` cards; copies of a card are interchangeable.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> number_of_choices(pile_of("HAHAHK"), 2)
    2
    """
    return _ways(*(mask.bit_count() for mask in pile.masks), size)


@lru_cache(maxsize=1 << 14)
def _ways(kinds: int, doubles: int, triples: int, quads: int, size: int) -> int:
    """Count the choices of ``size`` cards.

    Args:
        kinds: the number of different cards.
        doubles: the number of those with at least two copies.
        triples: the number of those with at least three copies.
        quads: the number of those with four copies.
        size: the number of cards chosen.
    """
    if triples:  # take 0, 1, 2 … copies of one of those with most
        left = kinds - 1, doubles - 1, triples - 1, max(quads - 1, 0)
        return sum(_ways(*left, size - n) for n in range(5 if quads else 4))
    pairs = range(min(doubles, size // 2) + 1)
    return sum(comb(doubles, n) * comb(kinds - n, size - 2 * n) for n in pairs)


def choice(pile: Pile, size: int, place: int) -> Pile:
    """Return the choice at a place in the order of ``choices``.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(choice(pile_of("HAHAHK"), 2, 1))
    HAHA
    """
    if size == 1:
        return deck.CARD_PILES[bit_numbered(pile.once, place)]
    masks: tuple[int, ...] = pile.masks
    chosen = []
    while size:
        card = lowest_bit(masks[0])
        copies = sum(mask >> card & 1 for mask in masks)
        masks = tuple(mask & ~(1 << card) for mask in masks)
        left = [mask.bit_count() for mask in masks]
        for taken in range(min(copies, size), -1, -1):
            ways = _ways(*left, size - taken)
            if place < ways:
                break
            place -= ways
        chosen.append((card, taken))
        size -= taken
    return copies_of(chosen)


def choices(pile: Pile, size: int) -> Iterator[Pile]:
    """Yield every choice of ``size`` cards; those with more copies of the lowest card come first.

    >>> from suitwise.tractor.rules.deck import pile_of
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
    """Yield every way to complete ``taken`` with ``size`` cards of the kinds from ``at`` on.

    Args:
        kinds: for each different card, the piles of 0, 1, 2... copies of it.
        left: the number of cards from each kind on.
        at: index of the next kind.
        size: the number of cards still to take.
        taken: the cards taken so far.
    """
    if size == 0:
        yield taken
        return
    if left[at] < size:
        return
    copies = kinds[at]
    for number in range(min(len(copies) - 1, size), -1, -1):
        yield from _choose(kinds, left, at + 1, size - number, taken.plus(copies[number]))


# --- Plays with pairs and tractors ----------------------------------------------------------------
#
# A play is split into a *pattern*, the set of cards it contains twice, and a *fill*, the single cards
# outside the pattern. A pattern meets the duty if it has enough pairs and the owed tractors fit into
# its runs; the fill doesn't matter. So in a hand of d different cards, a pattern of s pairs stands for
# C(d - s, n - 2s) plays of n cards.
#
# The patterns are counted by dynamic programming along the ladder of Φ: each step decides whether the
# pattern contains one pair. Only two things matter about the steps so far: the pack code of the runs
# that are finished, and the length of the run that is still open. Moreover, a run of L pairs is
# equivalent to a run as long as the greatest sum ≤ L of some owed tractors. So there are few states,
# and each state's completions are counted once, by s.
#
# The shared Φ of the rank cards comes last, because two pairs there serve a run below it and a run
# above it at once. The steps climb from the bottom to the shared Φ, then descend from the top to it;
# the runs that end just below and just above it stay open until the end.
#
# The same states give the number of plays, the play at an index, and the list of plays, and no branch
# without a play is ever entered.

LENGTHS = {sum(WEIGHT[length] for length in pack) & 127: pack for pack in PACKS}
"""The tractor lengths of each pack code, longest first."""

_SUMS = {code: sum(lengths) for code, lengths in LENGTHS.items()}

# The completions of a state are a polynomial: the coefficient of x^s is the number of completions with
# s more pairs. It is packed into one integer, ``_FIELD`` bits per coefficient.
_FIELD = 16  # at most 2^12 patterns
_MASK = (1 << _FIELD) - 1

_JOINS, _APART, _SHARED, _GAP, _TURN = range(5)
"""The kinds of a step.

``_JOINS``: a pair next to the level of the step before.
``_APART``: a pair that joins no tractor.
``_SHARED``: a pair on the shared Φ.
``_GAP``: no pair; the open run ends.
``_TURN``: no pair; the climb to the shared Φ ends here, and the descent from the top begins.
"""


class _Step(NamedTuple):
    """One step along the ladder: whether the pattern contains the pair of ``card``."""

    kind: int
    card: int = -1


class _State(NamedTuple):
    """A state of the dynamic programme.

    ``closed``: the pack code of the finished runs. ``run``: the length of the open run. ``below``: the
    length of the run that ends just below the shared Φ. ``shared``: the number of pairs on the shared
    Φ, 2 for two or more.
    """

    closed: int = 0
    run: int = 0
    below: int = 0
    shared: int = 0


_SERVED = _State(-1)
"""The owed tractors already fit, whatever follows."""


class PairPlays(Lazy[Pile]):
    """All plays of ``size`` cards of one partition that contain the owed tractors and pairs.

    Args:
        held: the hand's cards of the partition, more than ``size``, none of them three times.
        size: the number of cards played.
        tractors: pack code of the tractors owed.
        pairs: the number of pairs owed in total.
        levels: for each card held twice the Φ on which it joins tractors; 0 if it joins none.
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
        self._steps = _steps(levels, shared)
        self._total = _SUMS[tractors]
        self._left = [
            sum(step.card >= 0 and step.kind != _APART for step in self._steps[at:])
            for at in range(len(self._steps) + 1)
        ]
        self._start = _SERVED if tractors == 0 else _State()
        self._memo: list[dict[_State, int]] = [{} for _ in range(len(self._steps) + 1)]

    @cached_property
    def _number(self) -> int:
        return self._plays(0, self._start, 0)

    def __len__(self) -> int:
        return self._number

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        state, taken = self._start, 0
        for at, step in enumerate(self._steps):
            if step.card >= 0:
                chosen, pattern = self._after(step, state, True), taken | 1 << step.card
                ways = self._plays(at + 1, chosen, pattern)
                if place < ways:
                    state, taken = chosen, pattern
                    continue
                place -= ways
            state = self._after(step, state, False)
        return self._filled(taken, choice(*self._fill(taken), place))

    def __iter__(self) -> Iterator[Pile]:
        return self._each(0, self._start, 0)

    def _each(self, at: int, state: _State, taken: int) -> Iterator[Pile]:
        """Yield the plays whose patterns complete a partial one, the card mask ``taken``."""
        if not self._plays(at, state, taken):
            return
        if at == len(self._steps):
            for fill in choices(*self._fill(taken)):
                yield self._filled(taken, fill)
            return
        step = self._steps[at]
        if step.card >= 0:
            yield from self._each(at + 1, self._after(step, state, True), taken | 1 << step.card)
        yield from self._each(at + 1, self._after(step, state, False), taken)

    def _fill(self, taken: int) -> tuple[Pile, int]:
        """Return the single cards from which a pattern's fill is chosen, and the size of the fill."""
        return Pile(self._held.once & ~taken), self._size - 2 * taken.bit_count()

    @staticmethod
    def _filled(taken: int, fill: Pile) -> Pile:
        return Pile(fill.once | taken, taken)

    def _plays(self, at: int, state: _State, taken: int) -> int:
        """Count the plays whose patterns complete a partial one, the card mask ``taken``."""
        patterns, pairs, total = self._completions(at, state), taken.bit_count(), 0
        while patterns:
            if patterns & _MASK:
                total += (patterns & _MASK) * self._fills(pairs)
            patterns >>= _FIELD
            pairs += 1
        return total

    def _fills(self, pairs: int) -> int:
        """Count the fills of a pattern; 0 if it has too few pairs or too many cards."""
        wanted = self._size - 2 * pairs
        if pairs < self._pairs or wanted < 0:
            return 0
        return comb(self._held.once.bit_count() - pairs, wanted)

    def _completions(self, at: int, state: _State) -> int:
        """Return the polynomial that counts the ways to complete a state from step ``at`` on."""
        memo = self._memo[at]
        if state not in memo:
            memo[state] = self._count(at, state)
        return memo[state]

    def _count(self, at: int, state: _State) -> int:
        if at == len(self._steps):
            return int(self._serves(state))
        if self._hopeless(at, state):
            return 0
        step = self._steps[at]
        if step.kind == _SHARED and state is not _SERVED:
            return self._count_shared(at, state)
        total = self._completions(at + 1, self._after(step, state, False))
        if step.card >= 0:
            total += self._completions(at + 1, self._after(step, state, True)) << _FIELD
        return total

    def _count_shared(self, at: int, state: _State) -> int:
        """Count the completions at a step on the shared Φ: only the number of pairs there matters."""
        pairs, total = len(self._steps) - at, 0
        for more in range(pairs + 1):
            if self._serves(state._replace(shared=min(state.shared + more, 2))):
                total += comb(pairs, more) << _FIELD * more
        return total

    def _after(self, step: _Step, state: _State, chosen: bool) -> _State:
        """Return the state after a step."""
        closed, run, below, shared = state
        if state is _SERVED or step.kind == _APART:
            return state
        if step.kind == _SHARED:
            return _State(closed, run, below, min(shared + chosen, 2))
        if step.kind == _TURN:
            return _State(closed, 0, run, shared)
        if not chosen:
            return _State(closed + self._weights[run] & 127, 0, below, shared)
        after = _State(closed, run + 1, below, shared)
        return _SERVED if self._serves(after) else after

    def _serves(self, state: _State) -> bool:
        """Tell whether the owed tractors fit into the runs so far."""
        if state is _SERVED:
            return True
        closed, above, below, shared = state
        weight = self._weights
        if shared == 0:
            return self._fits(closed + weight[below] + weight[above])
        joined = closed + weight[below + above + 1]
        if shared == 1:
            return self._fits(joined)
        return self._fits(joined) or self._fits(closed + weight[below + 1] + weight[above + 1])

    def _hopeless(self, at: int, state: _State) -> bool:
        """Tell whether too few pairs are left for the owed tractors, even if all are taken."""
        if state is _SERVED:
            return False
        useful = _SUMS[state.closed] + state.run + state.below + state.shared
        return useful + self._left[at] < self._total

    def _fits(self, runs: int) -> bool:
        return FITS[self._owed + (runs & 127)] != 0


@cache
def _weights(tractors: int) -> tuple[int, ...]:
    """Return the weight of a run of each length, shortened to what the owed tractors can use of it."""
    sums = {0}
    for length in LENGTHS[tractors]:
        sums |= {total + length for total in sums}
    return tuple(WEIGHT[max(s for s in sums if s <= n)] for n in range(2 * MOST_PAIRS + 2))


def _steps(levels: dict[int, int], shared: int) -> tuple[_Step, ...]:
    """Return the steps: up to the shared Φ, down to it, on it, and pairs that join no tractor."""

    def of(kind: int, level: int) -> list[_Step]:
        return [_Step(kind, card) for card, own in levels.items() if own == level]

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
    # Drop gaps that close no run.
    return tuple(
        step
        for before, step in zip([_Step(_GAP), *steps], steps, strict=False)
        if step.kind != _GAP or before.kind == _JOINS
    )


# --- All plays that follow a lead -----------------------------------------------------------------


class LegalPlays(Lazy[Pile]):
    """The legal plays of a hand that follows a lead, as a lazy sequence.

    Args:
        demand: the lead, the hand and what it owes.

    >>> from suitwise.tractor.rules.duty import duty_of
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
        demand = self._demand
        return (
            isinstance(play, Pile)
            and play.within(demand.hand)
            and play.size == demand.lead.size
            and demand.fault(play.of(demand.suit)) == FOLLOWS
        )

    def __iter__(self) -> Iterator[Pile]:
        return iter(self._plays)

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        return self._plays.at(place)


def _plays_of(demand: Demand) -> Choices | PairPlays:
    """Return the plays as choices, or as patterns and fills where pairs may be owed."""
    hand, held, lead, _, (fixed, free, count, pairs, tractors) = demand
    if count == 1 or not asks_service(held.size, lead.size, lead.code):
        return Choices(hand.of(free), count, hand.of(fixed))
    main, cr, chain = lead.main, lead.cr, lead.chain
    phis = {card: phi_of(card, main, cr) for card in bits(held.twice)}
    levels = {card: level if chain >> level & 1 else 0 for card, level in phis.items()}
    return PairPlays(held, count, tractors, pairs, levels, deck.rank_card_phi(main))


# --- Selections that can still become a legal play ------------------------------------------------
#
# A selection can become a legal play if the cards it still needs fit into the places left. If pairs and
# tractors are owed, the cards needed are the missing copies of some set of pairs that meets the duty: a
# pair lacks 0, 1 or 2 copies. So go through the sets of pairs that form the owed tractors (a few
# hundred at most), fill up each to the number of pairs owed with the pairs that lack least, and take
# the set that lacks least. No play is listed.


def can_follow(demand: Demand, chosen: Pile) -> bool:
    """Tell whether some legal play contains all the cards chosen.

    Args:
        demand: the lead, the hand and what it owes.
        chosen: the cards chosen.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> from suitwise.tractor.rules.deck import pile_of
    >>> demand = duty_of("S2", "H3H3H4", "H6H6H7H8").demand
    >>> [can_follow(demand, pile_of(cards)) for cards in ("", "H6H7", "H7H8")]
    [True, True, False]
    """
    fixed, free, count, _, _ = demand.owed
    if not chosen.within(demand.hand) or chosen.once & ~(fixed | free):
        return False
    picked = chosen.of(free)
    return picked.size + _lack_of(demand, picked).least <= count


def open_cards(demand: Demand, chosen: Pile) -> Pile:
    """Return the cards, each of which can be added to the cards chosen so that a legal play remains.

    A card appears in as many copies as can be added together. Empty if no legal play contains the
    cards chosen.

    Args:
        demand: the lead, the hand and what it owes.
        chosen: the cards chosen.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> from suitwise.tractor.rules.deck import pile_of
    >>> demand = duty_of("S2", "H3H3H4", "H6H6H7H8").demand
    >>> [str(open_cards(demand, pile_of(cards))) for cards in ("", "H6", "H7", "H6H6H8")]
    ['H6H6H7H8', 'H6H7H8', 'H6H6', '']
    """
    if not can_follow(demand, chosen):
        return EMPTY
    fixed, free, count, _, _ = demand.owed
    picked, left = chosen.of(free), demand.hand.minus(chosen)
    lack = _lack_of(demand, picked)
    spare = count - picked.size - lack.least
    more = (
        there & (fixed | free & _addable(copies, copies - spare, picked, lack))
        for copies, there in enumerate(left.masks[: deck.PACKS], 1)
    )
    return Pile(*more)


class _Lack(NamedTuple):
    """The copies that a selection lacks to contain a set of pairs that meets the duty.

    Args:
        least: the number of copies lacking, for the sets that lack least.
        best: card mask of the union of those sets.
        next: card mask of the union of the sets that lack one copy more.
    """

    least: int
    best: int
    next: int


def _addable(copies: int, beyond: int, picked: Pile, lack: _Lack) -> int:
    """Return a mask of the cards of which ``copies`` copies can be added to a selection.

    Args:
        copies: the number of copies added, one or two.
        beyond: the number of them for which there is no room next to the cards lacking, so that at
            least this many of the added cards must be among those lacking.
        picked: the cards chosen.
        lack: what they lack.
    """
    if beyond <= 0:
        return -1
    if beyond == 1:
        # A pair of a set that lacks one more saves two, if none of its copies is chosen yet.
        both = lack.next & ~picked.once if copies > 1 else 0
        return lack.best & ~picked.twice | both
    return lack.best & ~picked.once


def _lack_of(demand: Demand, picked: Pile) -> _Lack:
    """Return what a selection lacks of the pairs and tractors that the hand owes."""
    owed = demand.owed
    if not owed.pairs:
        return _Lack(0, 0, 0)
    lacks = [
        _filled_up(served, demand.held.twice & ~served, owed.pairs - served.bit_count(), picked)
        for served in _servings(demand.held.twice, owed.tractors, demand.lead)
    ]
    least = min(lack.least for lack in lacks)
    best = following = 0
    for lack in lacks:
        if lack.least == least:
            best, following = best | lack.best, following | lack.next
        elif lack.least == least + 1:
            following |= lack.best
    return _Lack(least, best, following)


def _filled_up(served: int, others: int, more: int, picked: Pile) -> _Lack:
    """Return what a selection lacks of the pairs of some tractors and of ``more`` other pairs.

    Args:
        served: card mask of the pairs in the tractors.
        others: card mask of the other pairs held.
        more: the number of other pairs owed.
        picked: the cards chosen.
    """
    both, one = others & picked.twice, others & picked.once & ~picked.twice
    none = others & ~picked.once
    # First use pairs with both copies chosen, then with one, then with none.
    from_one = more - both.bit_count()
    from_none = from_one - one.bit_count()
    lack = 2 * served.bit_count() - (served & picked.once).bit_count()
    lack -= (served & picked.twice).bit_count()
    if from_one <= 0:
        return _Lack(lack, served, 0)
    if from_none <= 0:
        return _Lack(lack + from_one, served | one, none)
    return _Lack(lack + one.bit_count() + 2 * from_none, served | one | none, 0)


@lru_cache(maxsize=1 << 8)
def _servings(twice: int, tractors: int, lead: Lead) -> tuple[int, ...]:
    """Return every set of pairs, as a card mask, that can be cut into the tractors of a pack code."""
    sets = {0}
    for length in LENGTHS[tractors]:
        windows = _windows(twice, length, lead)
        sets = {pairs | window for pairs in sets for window in windows if not pairs & window}
    return tuple(sets)


def _windows(twice: int, length: int, lead: Lead) -> list[int]:
    """Return every tractor of a length among some pairs, as card masks."""
    at: dict[int, list[int]] = {}
    for card in bits(twice):
        at.setdefault(phi_of(card, lead.main, lead.cr), []).append(1 << card)
    joined = {level: kinds for level, kinds in at.items() if lead.chain >> level & 1}
    return [
        sum(kinds)
        for low in joined
        for kinds in product(*(joined.get(low + step, ()) for step in range(length)))
    ]


# --- Leads ----------------------------------------------------------------------------------------
#
# Source: rules page §2 and §6, Throws; docs/tractor.md, Leading.
#
# Any cards of one partition may be led (several blocks are a throw), so a hand of twelve trumps has
# thousands of leads. They are numbered: first by partition in the order S H D C and trump, then the
# copies of each card are the digits of a number in mixed radix.


class Leads(Lazy[Pile]):
    """The leads of a hand, as a lazy sequence.

    Args:
        hand: the leader's hand.
        trump: the trump configuration.

    >>> from suitwise.tractor.rules.deck import pile_of
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
    """Return the cards of each partition that has any: S H D C, then the trumps.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> [str(part) for part in parts_by_suit(pile_of("HAS3S2RJ"), Trump("S", "2"))]
    ['HA', 'S2S3RJ']
    """
    main, cr = trump.main_index, trump.rank_index
    partitions = [*(suit for suit in range(TRUMPS) if suit != main), TRUMPS]
    found = (pile.of(deck.partition_mask(partition, main, cr)) for partition in partitions)
    return [part for part in found if part.once]


def _number_of_leads(part: Pile) -> int:
    """Return the number of ways to choose at least one card."""
    kinds, doubles, triples, quads = (mask.bit_count() for mask in part.masks)
    choices_of_doubles: int = 3 ** (doubles - triples) * 4 ** (triples - quads) * 5**quads
    return (choices_of_doubles << kinds - doubles) - 1


def _lead(part: Pile, number: int) -> Pile:
    """Return the lead whose numbers of copies are the digits of ``number``, the highest card's first."""
    left, twice, thrice, fourfold = part.masks
    masks = [0] * deck.MOST_COPIES
    while number:
        card = left.bit_length() - 1
        left ^= 1 << card
        more = (twice >> card & 1) + (thrice >> card & 1) + (fourfold >> card & 1)
        number, copies = divmod(number, 2 + more)
        for copy in range(copies):
            masks[copy] |= 1 << card
    return Pile(*masks)
