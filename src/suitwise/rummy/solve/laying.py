"""Laying melds on the table: check melds, and find the best openings, declarations and lay-offs.

The rules are those of the rules page, Required. A card of the wild rank on its own place stands for
itself: if 7 is wild, H6 H7 H8 can't be laid down as H6 [H7] H8 without another wild card. A wild card
may be written as the card it is, ``S4 S5 C7``. If melds can be read in more than one way, they are legal
if any reading is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from suitwise.arguments import each_of, of_kind
from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, Phrase, Several, all_of, phrase
from suitwise.rummy.rules.hand import (
    JOKER,
    N_SUITED,
    SIZE,
    Hand,
    barred,
    can_place_wilds,
    count_suits,
)
from suitwise.rummy.rules.melds import (
    Group,
    Meld,
    Run,
    Set,
    grown,
    melds_text,
    parse_meld,
    read_group,
)
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.solve.arrangement import Arrangement, arrange, joined, left_over, run_before_set
from suitwise.rummy.solve.combos import CARD_BITS, GUARD, packed, unpacked
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import SECOND, search

MeldsLike: TypeAlias = str | Iterable[Meld]
"""Melds, or their text separated by bars: ``H3 H4 H5 | S7 S8 [S9]``."""


def as_melds(melds: MeldsLike, rules: Rules) -> tuple[Meld, ...]:
    """Return melds given as objects or as text.

    Raises:
        NotationError: the text does not parse as melds.
        IllegalPosition: a meld is illegal under these rules; the message gives the reason.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> print(*as_melds("H3 H4 H5 | S9 D9 C9", SEED), sep=" and ")
    H3 H4 H5 and S9 D9 C9
    """
    if not isinstance(melds, str):
        return tuple(each_of(melds, (Run, Set), "a meld"))
    return tuple(parse_meld(text, rules) for text in melds.split("|")) if melds.strip() else ()


def as_groups(melds: MeldsLike, rules: Rules) -> tuple[Group, ...]:
    """Return melds given as objects or as text, each with all its readings.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> [len(group.readings) for group in as_groups("H3 H4 H5 | S7 S8 JK", RAMI71)]
    [1, 2]
    """
    if not isinstance(melds, str):
        return tuple(Group((meld,), meld.cards) for meld in each_of(melds, (Run, Set), "a meld"))
    return tuple(read_group(text, rules) for text in melds.split("|")) if melds.strip() else ()


def cards_laid(groups: Iterable[Group], rules: Rules) -> Iterator[Card]:
    """Yield the known cards of melds. A wild card in brackets is known only if it must be a joker."""
    for group in groups:
        yield from map(Card, group.cards)
        if not rules.wild:
            yield from [Card(ANY_JOKER)] * (len(group.readings[0]) - len(group.cards))


def laying_fault(hand: Hand, melds: Iterable[Meld], named: Sequence[int] = ()) -> str | None:
    """Return the reason why these melds can't be laid down from a hand, or None if they can.

    Args:
        hand: the hand.
        melds: the melds.
        named: the cards that the text of the melds names, if it writes wild cards as what they are.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> hand = Hand.of("H3 H4 H5 S7 S8 JK", RAMI71)
    >>> laying_fault(hand, as_melds("S7 S8 [S9] | H3 H4 H5", RAMI71))
    >>> laying_fault(hand, as_melds("S7 S8 [S9] | H3 H4 [H5]", RAMI71))
    'H3 H4 [H5]: the hand has no further wild card'
    >>> laying_fault(Hand.of("H6 H7 H8", Rules(wild="7")), as_melds("H6 [H7] H8", Rules(wild="7")))
    'H6 [H7] H8: on its own place a card is not wild'
    """
    counts = list(hand.counts)
    melds = tuple(melds)
    for meld in melds:
        fault = meld.fault(hand.rules)
        if fault is not None:
            return fault
        for card in meld.cards:
            counts[card] -= 1
            if counts[card] < 0:
                return f"{meld}: {_not_held(hand, card)}"
    for place, copies in Counter(min(card, JOKER) for card in named).items():
        if copies > hand.counts[place]:
            return _not_held(hand, place if place < N_SUITED else ANY_JOKER)
    unlaid = first_without_wilds(melds, counts, hand.rules)
    if unlaid is None:
        return None
    on_own = "on its own place a card is not wild"
    return f"{unlaid[0]}: {on_own if unlaid[1] else 'the hand has no further wild card'}"


def first_without_wilds(
    melds: Sequence[Meld], counts: Sequence[int], rules: Rules
) -> tuple[Meld, bool] | None:
    """Return the first of some melds for which there are too few wild cards, or None.

    Args:
        melds: melds under the rule set.
        counts: the counts of the cards without those that stand for themselves, 53 numbers.
        rules: the rule set.

    Returns:
        The meld, and whether the wild cards would suffice if they could lie on their own places.

    >>> counts = Hand.of("H7", Rules(wild="7")).counts
    >>> print(*first_without_wilds(as_melds("H6 [H7] H8", Rules(wild="7")), counts, Rules(wild="7")))
    H6 [H7] H8 True
    """
    wild = [card for card in range(SIZE) if rules.is_wild(card)]
    held = [counts[card] for card in wild]
    places: Counter[int] = Counter()
    for meld in melds:
        places.update(barred(meld, rules))
        if not can_place_wilds(sum(held), count_suits(wild, held), places):
            return meld, sum(held) >= places.total()
    return None


def _not_held(hand: Hand, card: int) -> str:
    held, named = hand.counts[min(card, JOKER)], Card(card)
    if not held:
        return f"the hand holds no {named}"
    return f"the hand holds {named} only {'once' if held == 1 else f'{held} times'}"


def fault_laid(
    hand: Hand, melds: MeldsLike, fault_of: Callable[[tuple[Meld, ...], Sequence[Card]], str | None]
) -> str | None:
    """Return the reason why melds can't be laid down from a hand, or None if some reading of them can.

    Args:
        hand: the hand.
        melds: the melds.
        fault_of: a further check, called with melds that the hand has and the cards in no meld.

    Raises:
        NotationError: the text does not parse as melds.

    >>> fault_laid(Hand.of("H3 H4 H6"), "H3 H4 H6", lambda melds, left: None)
    'H3 H4 H6 is neither a run nor a set'
    """
    try:
        groups = as_groups(melds, hand.rules)
    except IllegalPosition as error:
        return str(error)
    named = [card for group in groups for card in group.cards]
    faults = (
        laying_fault(hand, way, named) or fault_of(way, [*left_over(hand, way, named)])
        for way in _readings_as_melds(groups, hand.rules)
    )
    first = next(faults)
    return None if first is None or None in faults else first


def _readings_as_melds(groups: Sequence[Group], rules: Rules) -> Iterator[tuple[Meld, ...]]:
    """Yield readings of groups as melds: the plainest first, then those that may meet a requirement.

    All readings of a group lay the same cards. They differ only in being a run, or a pure run, and in
    their opening points. So it suffices to read all groups as runs where possible; all for most points;
    and one as a run and the others for most points.
    """

    def points(meld: Meld) -> int:
        return meld.opening_points(rules)

    def plain(meld: Meld) -> tuple[int, int]:
        return len(meld) - len(meld.cards), -points(meld)

    yield tuple(min(group.readings, key=plain) for group in groups)
    if all(len(group.readings) == 1 for group in groups):
        return
    runs = [min(group.readings, key=_run_first) for group in groups]
    yield tuple(runs)
    most = [max(group.readings, key=points) for group in groups]
    yield tuple(most)
    yield from ((*most[:i], run, *most[i + 1 :]) for i, run in enumerate(runs))


def _run_first(meld: Meld) -> tuple[bool, bool]:
    return not isinstance(meld, Run), not meld.is_pure


# --- Openings -------------------------------------------------------------------------------------
#
# To open, a player must lay down melds of at least 51, 71 or 30 points, by rule set; some rule sets also
# ask for a run without a wild card. A wild card counts as the card it stands for. An ace counts 1 in
# A-2-3 and elsewhere ``Rules.high_ace``. All melds laid down count, the pure run too. Whether a card
# must be kept for the discard is up to the game.


@dataclass(frozen=True, slots=True)
class Opening:
    """Melds to open with.

    Args:
        melds: the melds.
        points: their points.
        needed: the points that the rule set asks for.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> print(best_opening(Hand.of("HT HJ HQ HK SA DA JK C4", RAMI71)))
    HT HJ HQ HK | SA DA [A] = 70, 1 short of 71
    """

    melds: tuple[Meld, ...]
    points: int
    needed: int

    @property
    def is_enough(self) -> bool:
        """True if the points suffice to open."""
        return self.points >= self.needed

    def __str__(self) -> str:
        short = "" if self.is_enough else f", {self.needed - self.points} short of {self.needed}"
        return f"{melds_text(self.melds)} = {self.points}{short}"


def best_opening(hand: Hand, *, compiled: bool | None = None) -> Opening | None:
    """Return the melds with the most opening points, or None if the hand has no melds to open with.

    The melds include a run without a wild card if the rule set asks for one.

    Args:
        hand: the hand.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> print(best_opening(Hand.of("HT HJ HQ S9 D9 C9 JK C2", RAMI51)))
    HT HJ HQ | S9 D9 C9 [9] = 66
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    pure = int(rules.opening_pure_run)
    found = search(hand, opening_weights(rules), pure=pure, compiled=compiled)
    if found is None or not found.melds:
        return None
    # Joined to a run with a wild card, a pure run would no longer be pure.
    melds = found.melds if pure else tuple(joined(found.melds, rules))
    return Opening(tuple(sorted(melds, key=run_before_set)), found.value // SECOND, rules.opening)


def opening_weights(rules: Rules) -> list[int]:
    """Return the weights of cards in an opening, as ``scan`` takes them.

    Of melds with equal points those with more cards weigh more, so that melds without points are found
    too.
    """
    in_run = [0, 1, *rules.points[1:], rules.high_ace]
    in_set = [0, rules.high_ace, *rules.points[1:], rules.high_ace]
    return [SECOND * points + 1 for points in (*in_run, *in_run, *in_set, *in_set)]


def can_open(hand: Hand, *, compiled: bool | None = None) -> bool:
    """Return whether a hand can open.

    >>> from suitwise.rummy.rules.rules import RUMMIKUB
    >>> can_open(Hand.of("S9 H9 D9 C2", RUMMIKUB)), can_open(Hand.of("ST HT DT", RUMMIKUB))
    (False, True)
    """
    best = best_opening(hand, compiled=compiled)
    return best is not None and best.is_enough


def opening_fault(hand: Hand, melds: MeldsLike) -> str | None:
    """Return the reason why a hand can't open with these melds, in one sentence, or None if it can.

    Raises:
        NotationError: the text does not parse as melds.

    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> hand = Hand.of("HT HJ HQ S9 D9 C9 JK C2", RAMI51)
    >>> opening_fault(hand, "HT HJ HQ | S9 D9 C9")
    >>> opening_fault(hand, "HT HJ [HQ] | S9 D9 C9")
    'an opening needs a run without a wild card'
    >>> opening_fault(hand, "HT HJ HQ")
    'the melds count 30, and an opening needs 51'
    """
    of_kind(hand, Hand, "hand")
    return fault_laid(hand, melds, lambda found, _: _opening_fault(found, hand.rules))


def _opening_fault(melds: tuple[Meld, ...], rules: Rules) -> str | None:
    """Return the reason why melds from the hand are not an opening, or None if they are."""
    if not melds:
        return "nothing is laid down"
    if rules.opening_pure_run and not any(isinstance(m, Run) and m.is_pure for m in melds):
        return "an opening needs a run without a wild card"
    points = sum(meld.opening_points(rules) for meld in melds)
    if points < rules.opening:
        return f"the melds count {points}, and an opening needs {rules.opening}"
    return None


# --- Declarations ---------------------------------------------------------------------------------
#
# In a declaration every card is melded, and the melds include the runs that the rule set requires: in
# Indian rummy two, one of them pure. The hand of a player who has not declared counts against him: the
# cards left over, or all cards if the runs without which melds do not count are missing, up to the cap.

_A_CARD_EACH = [1] * (4 * PLACES)
"""Weights that count the melded cards."""


def declaration(hand: Hand, *, compiled: bool | None = None) -> tuple[Meld, ...] | None:
    """Return melds with which the hand can be declared, or None if it can't.

    Args:
        hand: the hand without the discard, thirteen cards in Indian rummy.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> hand = Hand.of("H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA", INDIAN13)
    >>> print(*declaration(hand), sep=" | ")
    S7 S8 [S9] | H3 H4 H5 | CJ CQ CK CA | H9 D9 C9
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    found = search(hand, _A_CARD_EACH, runs=rules.runs, pure=rules.pure_runs, compiled=compiled)
    if found is None or found.value < len(hand):
        return None
    return tuple(sorted(joined(found.melds, rules), key=run_before_set))


def can_declare(hand: Hand, *, compiled: bool | None = None) -> bool:
    """Return whether a hand can be declared.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> can_declare(Hand.of("H3 H4 H5 H6 H7 H8", INDIAN13))
    True
    >>> can_declare(Hand.of("H3 H4 H5 S9 D9 C9", INDIAN13))
    False
    """
    return declaration(hand, compiled=compiled) is not None


def declaring_discards(hand: Hand, *, compiled: bool | None = None) -> tuple[Card, ...]:
    """Return the cards whose discard leaves a hand that can be declared.

    Args:
        hand: the hand with the card drawn, fourteen cards in Indian rummy.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> print(*declaring_discards(Hand.of("H3 H4 H5 H6 S7 S8 S9 DK", INDIAN13)))
    DK
    >>> print(*declaring_discards(Hand.of("H3 H4 H5 H6 S7 S8 S9", INDIAN13)))
    H3 H6
    """
    of_kind(hand, Hand, "hand")
    cards = dict.fromkeys(hand.cards)
    return tuple(card for card in cards if can_declare(hand.minus(card), compiled=compiled))


def declaration_fault(hand: Hand, melds: MeldsLike) -> str | None:
    """Return the fault of a proposed declaration, in one sentence, or None if it is valid.

    Args:
        hand: the hand without the discard.
        melds: the melds, or their text separated by bars.

    Raises:
        NotationError: the text does not parse as melds.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> hand = Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13)
    >>> declaration_fault(hand, "H3 H4 H5 | S9 H9 C9")
    'S9 H9 C9: the hand holds no H9'
    >>> declaration_fault(hand, "H3 H4 H5 | S9 D9 C9")
    'CK is in no meld'
    >>> declaration_fault(hand.minus(Card("CK")), "H3 H4 H5 | S9 D9 C9")
    'H3 H4 H5 is the only run, and 2 are needed'
    """
    of_kind(hand, Hand, "hand")
    return fault_laid(hand, melds, lambda found, left: _declaration_fault(found, left, hand.rules))


def _declaration_fault(
    melds: tuple[Meld, ...], left: Sequence[Card], rules: Rules
) -> Phrase | None:
    """Return the fault of a declaration, given its melds and the cards in no meld, or None."""
    if left:
        cards = Several(CardText(card) for card in left)
        if len(left) == 1:
            return phrase("rummy.left-one", "{cards} is in no meld", cards=cards)
        return phrase("rummy.left-over", "{cards} are in no meld", cards=cards)
    return _runs_fault([meld for meld in melds if isinstance(meld, Run)], rules)


def _runs_fault(runs: list[Run], rules: Rules) -> Phrase | None:
    """Return the reason why these runs are not those that the rule set requires, or None if they are."""
    if len(runs) < rules.runs:
        return _too_few(runs, rules.runs)
    impure = [run for run in runs if not run.is_pure]
    if len(runs) - len(impure) < rules.pure_runs:
        needed = phrase("rummy.pure-runs", "{n} runs without one are needed", n=rules.pure_runs)
        if rules.pure_runs == 1:
            needed = phrase("rummy.pure-run", "1 run without one is needed")
        return phrase(
            "rummy.not-pure",
            "{run} holds a wild card, and {needed}",
            run=CardText(impure[0]),
            needed=needed,
        )
    return None


def _too_few(runs: list[Run], needed: int) -> Phrase:
    named = all_of(CardText(run) for run in runs)
    if not runs:
        return phrase("rummy.no-run", "there is no run, and {needed} are needed", needed=needed)
    if len(runs) == 1:
        return phrase(
            "rummy.only-run",
            "{run} is the only run, and {needed} are needed",
            run=named,
            needed=needed,
        )
    return phrase(
        "rummy.only-runs",
        "{runs} are the only runs, and {needed} are needed",
        runs=named,
        needed=needed,
    )


def count(hand: Hand, *, compiled: bool | None = None) -> int:
    """Return the points that a hand counts against a player who has not declared.

    These are the points left over, up to the cap, regardless of the melds on the table. Rami's flat 100
    for a player who has not opened is not applied.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> count(Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13)), count(Hand.of("H3 S9 CK", INDIAN13))
    (49, 22)
    """
    return arrange(hand, compiled=compiled).points


# --- Lay-offs -------------------------------------------------------------------------------------
#
# A run grows at its ends, a set by a suit that it lacks, both by wild cards if the rule set has them. A
# card may follow another that was laid off before it: the 7, then the 8. Laying off is optional, and a
# card may be worth more in a meld of the hand than laid off, or the other way round. So ``best_layoff``
# arranges every hand that can remain.

MOST_GROWTHS = 5_000
"""The search gives up if there are more ways than this to lay cards off on one meld."""
MOST_HANDS = 20_000
"""It gives up if more hands than this can remain."""
MOST_TRIES = 3_000_000
"""It gives up after this many combinations of the ways of one meld with those of the melds before it."""
MANY = 50
"""More hands than this are arranged by machine code."""
MOST_MELDS = 40
"""The most melds of a table."""

Table: TypeAlias = Sequence[Meld]
Ends: TypeAlias = tuple[int, int, bool, bool, int]
"""The lowest and highest rank of a run, whether they are wild, and its number of wild cards."""


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid off.

    Args:
        card: the card.
        at: the index of the meld on the table that it is laid off on.
        meld: that meld with the card.

    >>> print(Step(Card("H6"), 0, Run(1, 3, 6)))
    H6: H3 H4 H5 H6
    """

    card: Card
    at: int
    meld: Meld

    def __str__(self) -> str:
        return f"{self.card}: {self.meld}"


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards laid off, and the best arrangement of the rest.

    Args:
        steps: the cards in the order in which they can be laid off.
        kept: the rest of the hand, arranged.

    >>> from suitwise.rummy.rules.melds import parse_meld
    >>> from suitwise.rummy.rules.rules import GIN
    >>> laid = best_layoff(Hand.of("H7 H8 S8 D8 C2", GIN), [parse_meld("H4 H5 H6", GIN)])
    >>> [str(step) for step in laid.steps], str(laid.kept), laid.points
    (['H7: H4 H5 H6 H7'], 'S8 H8 D8 + C2 = 2', 2)
    """

    steps: tuple[Step, ...]
    kept: Arrangement

    @property
    def points(self) -> int:
        """The cost of the rest of the hand."""
        return self.kept.points

    def __str__(self) -> str:
        return "; ".join([*map(str, self.steps), str(self.kept)])


def layoffs(hand: Hand, table: Table) -> dict[Card, tuple[Step, ...]]:
    """Return the cards of a hand that can be laid off, each with the shortest sequence of steps.

    A sequence has more than one step if other cards have to be laid off first.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: the melds on the table are illegal under the hand's rule set, or there are
            too many ways.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> ways = layoffs(Hand.of("H7 H8 C9 CK", GIN), [Run(1, 4, 6), Set(9, (0, 1, 2))])
    >>> {str(card): [str(step.card) for step in way] for card, way in ways.items()}
    {'H7': ['H7'], 'H8': ['H7', 'H8'], 'C9': ['C9']}
    """
    of_kind(hand, Hand, "hand")
    _check(hand, table)
    ways: dict[Card, tuple[Step, ...]] = {}
    for at, meld in enumerate(table):
        for steps in _layoffs_on(hand, at, meld):
            card = steps[-1].card
            if len(steps) < len(ways.get(card, steps + steps)):
                ways[card] = steps
    return ways


def best_layoff(hand: Hand, table: Table) -> LaidOff:
    """Return the lay-offs after which a hand costs least; of equals, those with the fewest cards.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: see ``layoffs``.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> print(best_layoff(Hand.of("H7 H8 S8 D8 C2", GIN), [Run(1, 4, 6)]))
    H7: H4 H5 H6 H7; S8 H8 D8 + C2 = 2
    """
    of_kind(hand, Hand, "hand")
    _check(hand, table)
    ways = _ways_to_lay_off(hand, table)
    compiled = True if len(ways) > MANY else None
    best = LaidOff((), arrange(hand, compiled=compiled))
    # Lower bound: laying cards off can't reduce the cost by more than what these cards cost, since an
    # arrangement of the rest, with these cards left over, is one of the full hand.
    laid = {kept: sum(hand.rules.cost(step.card) for step in way) for kept, way in ways.items()}
    bounds = ((max(best.points - laid[kept], 0), len(ways[kept]), kept) for kept in ways)
    for bound, steps, kept in sorted(bounds):
        if (bound, steps) >= (best.points, len(best.steps)):
            break
        rest = Hand(tuple(unpacked(kept)), hand.rules)
        candidate = LaidOff(ways[kept], arrange(rest, compiled=compiled))
        best = min(best, candidate, key=lambda laid: (laid.points, len(laid.steps)))
    return best


def _ways_to_lay_off(hand: Hand, table: Table) -> dict[int, tuple[Step, ...]]:
    """Return every hand that can remain, packed (``combos.packed``), with steps that lead to it.

    It does not matter where cards are laid off, only which. So the melds are processed one after
    another, and one way to each hand is enough.
    """
    ways: dict[int, tuple[Step, ...]] = {packed(hand): ()}
    tried = 0
    for at, meld in enumerate(table):
        needs: dict[int, tuple[Step, ...]] = {}
        for steps in _layoffs_on(hand, at, meld):
            needs.setdefault(sum(1 << CARD_BITS * min(step.card, JOKER) for step in steps), steps)
        for left, before in list(ways.items()):
            tried += len(needs)
            if tried > MOST_TRIES or len(ways) > MOST_HANDS:
                raise IllegalPosition("there are too many ways to lay off these cards")
            for need, steps in needs.items():
                if (left | GUARD) - need & GUARD == GUARD:
                    ways.setdefault(left - need, (*before, *steps))
    return ways


def _layoffs_on(hand: Hand, at: int, meld: Meld) -> Iterator[tuple[Step, ...]]:
    """Yield the ways to lay cards of a hand off on one meld, the shortest first (breadth-first search).

    If several ways leave the same hand, and a meld that can grow by the same cards, one is followed.
    """
    waiting: list[tuple[Hand, Meld, tuple[Step, ...]]] = [(hand, meld, ())]
    visited: set[tuple[Hand, Meld | Ends]] = set()
    for kept, now, steps in waiting:
        if steps:
            yield steps
        for step in _steps(kept, at, now):
            after = kept.minus(step.card)
            if (after, _ends(step.meld)) not in visited:
                visited.add((after, _ends(step.meld)))
                waiting.append((after, step.meld, (*steps, step)))
        if len(waiting) > MOST_GROWTHS:
            raise IllegalPosition("there are too many ways to lay off these cards")


def _steps(hand: Hand, at: int, meld: Meld) -> Iterator[Step]:
    for card in dict.fromkeys(hand.cards):
        yield from (Step(card, at, other) for other in grown(meld, card, hand.rules))


def _ends(meld: Meld) -> Meld | Ends:
    """Return what further growth of a meld depends on: of a run its ends and number of wild cards."""
    if isinstance(meld, Set):
        return meld
    return meld.low, meld.high, meld.low in meld.wilds, meld.high in meld.wilds, len(meld.wilds)


def _check(hand: Hand, table: Table) -> None:
    """Raise IllegalPosition if the melds of a table are not possible under the rule set."""
    if len(of_kind(table, Collection, "table")) > MOST_MELDS:
        raise IllegalPosition(f"a table has at most {MOST_MELDS} melds, not {len(table)}")
    for meld in each_of(table, (Run, Set), "a meld"):
        if fault := meld.fault(hand.rules):
            raise IllegalPosition(fault)
    laid = Counter(card for meld in table for card in meld.cards)
    for card in laid:
        times = laid[card] + hand.counts[card]
        if times > hand.rules.decks:
            lies = f"{card} lies {times} times in hand and on the table"
            raise IllegalPosition(f"{lies}, more than the packs hold")
    most = [*[hand.rules.decks] * N_SUITED, hand.rules.jokers]
    elsewhere = [most[card] - held - laid[Card(card)] for card, held in enumerate(hand.counts)]
    unlaid = first_without_wilds(table, elsewhere, hand.rules)
    if unlaid is not None:
        spent = "there are no more wild cards than in hand and before it"
        raise IllegalPosition(f"{unlaid[0]}: {spent}")
