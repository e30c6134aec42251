"""The plays that give a number of pairs and certain tractors: counted, listed, found by their place.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

A play is a *pattern*, the kinds of cards it takes at least two of, and a *fill*, single cards of the
kinds outside the pattern and third copies of those in it. A pattern meets the duty if it has as many
pairs as are owed and the owed tractors fit into its runs (``owed``); how it is filled doesn't
matter, so in a hand of d kinds a pattern of s pairs, t of them of kinds held three times, stands for
C(d - s + t, n - 2s) plays.

Patterns are decided kind by kind along the ladder Φ. All that matters of the decisions so far is the
pack code of the runs that are closed, and the length of the one that is open; and a run of L pairs is
no better than one as long as the greatest sum, up to L, of some of the owed tractors. So there are few
states, and for each the patterns that complete it are counted once, by s and t. The shared Φ of the
rank cards comes last: the runs that end just below and just above it stay open until then, because two
pairs there serve both. A walk through the same states counts the plays, finds the play at a place, and
lists them, without ever trying a choice that leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from math import comb
from typing import NamedTuple

from suitwise.foundation.lazy import Lazy
from suitwise.tractor.rules.blocks import MOST_PAIRS, WEIGHT
from suitwise.tractor.rules.following.pile_choices import choice, choices
from suitwise.tractor.rules.matching import FITS, PACKS
from suitwise.tractor.rules.piles import Pile

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
