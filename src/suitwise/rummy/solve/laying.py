"""Laying melds down: openings, declarations, lay-offs.

Rules page, Required. A card of the wild rank on its own place stands for itself, as in every combo of a
hand: where 7 is wild, H6 H7 H8 can't be laid down as H6 [H7] H8 without another wild card. Where a wild
card is written as what it is, ``S4 S5 C7``, that card is laid, and the melds are read in the way that
is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from suitwise.arguments import each_of, of_kind
from suitwise.cards import ANY_JOKER, BLACK_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrase_lists import all_of
from suitwise.foundation.text.phrases import CardText, Phrase, Several, phrase
from suitwise.rummy.rules.hand import JOKERS, SIZE, Hand, barred, is_laid, of_suits
from suitwise.rummy.rules.melds import Group, Meld, Run, Set, melds_text, parse_meld, read_group
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve.arrangement import Arrangement, arrange, joined, left_over, run_before_set
from suitwise.rummy.solve.combos import CARD_BITS, GUARD, packed, unpacked
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import SECOND, search

MeldsLike: TypeAlias = str | Iterable[Meld]
"""Melds, or their text with bars between them: ``H3 H4 H5 | S7 S8 [S9]``."""


def as_melds(melds: MeldsLike, rules: Rules) -> tuple[Meld, ...]:
    """Return melds given as objects or as text.

    Raises:
        NotationError: the text is no text of melds.
        IllegalPosition: some cards are no meld under these rules, with the reason.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> print(*as_melds("H3 H4 H5 | S9 D9 C9", SEED), sep=" and ")
    H3 H4 H5 and S9 D9 C9
    """
    if not isinstance(melds, str):
        return tuple(each_of(melds, (Run, Set), "a meld"))
    return tuple(parse_meld(text, rules) for text in melds.split("|")) if melds.strip() else ()


def as_groups(melds: MeldsLike, rules: Rules) -> tuple[Group, ...]:
    """Return melds given as objects or as text in all ways in which each can be read (``as_melds``).

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> [len(group.readings) for group in as_groups("H3 H4 H5 | S7 S8 JK", RAMI71)]
    [1, 2]
    """
    if not isinstance(melds, str):
        return tuple(Group((meld,), meld.cards) for meld in each_of(melds, (Run, Set), "a meld"))
    return tuple(read_group(text, rules) for text in melds.split("|")) if melds.strip() else ()


def cards_laid(groups: Iterable[Group], rules: Rules) -> Iterator[Card]:
    """Yield the cards of melds; which wild card lies in brackets is known of jokers alone."""
    for group in groups:
        yield from map(Card, group.cards)
        if not rules.wild:
            yield from [Card(ANY_JOKER)] * (len(group.readings[0]) - len(group.cards))


def laying_fault(hand: Hand, melds: Iterable[Meld], named: Sequence[int] = ()) -> str | None:
    """Return why these melds can't be laid down from a hand, or None if they can.

    Args:
        hand: the hand.
        melds: the melds.
        named: the cards that are named where they are more than those that stand for themselves.

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
    for place, copies in Counter(min(card, JOKERS) for card in named).items():
        if copies > hand.counts[place]:
            return _not_held(hand, place if place < JOKERS else ANY_JOKER)
    unlaid = first_without_wilds(melds, counts, hand.rules)
    if unlaid is None:
        return None
    on_own = "on its own place a card is not wild"
    return f"{unlaid[0]}: {on_own if unlaid[1] else 'the hand has no further wild card'}"


def first_without_wilds(
    melds: Sequence[Meld], counts: Sequence[int], rules: Rules
) -> tuple[Meld, bool] | None:
    """Return the first meld for which there are no wild cards, None where there are for all.

    Args:
        melds: melds under the rule set.
        counts: what there is besides the cards that stand for themselves, 53 numbers.
        rules: the rule set.

    Returns:
        The meld, and whether there are wild cards enough if they could lie on their own places.

    >>> counts = Hand.of("H7", Rules(wild="7")).counts
    >>> print(*first_without_wilds(as_melds("H6 [H7] H8", Rules(wild="7")), counts, Rules(wild="7")))
    H6 [H7] H8 True
    """
    wild = [card for card in range(SIZE) if rules.is_wild(card)]
    held = [counts[card] for card in wild]
    places: Counter[int] = Counter()
    for meld in melds:
        places.update(barred(meld, rules))
        if not is_laid(sum(held), of_suits(wild, held), places):
            return meld, sum(held) >= places.total()
    return None


def _not_held(hand: Hand, card: int) -> str:
    held = hand.counts[min(card, JOKERS)]
    copies = "once" if held == 1 else f"{held} times"
    named = Card(card)
    return f"the hand holds {named} only {copies}" if held else f"the hand holds no {named}"


def fault_laid(
    hand: Hand, melds: MeldsLike, fault_of: Callable[[tuple[Meld, ...], Sequence[Card]], str | None]
) -> str | None:
    """Return why melds can't be laid down from a hand, None if they can in some way to read them.

    Args:
        hand: the hand.
        melds: the melds.
        fault_of: what else is wrong with melds that the hand has, and the cards that are in none.

    Raises:
        NotationError: the text is no text of melds.

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
        for way in _ways(groups, hand.rules)
    )
    first = next(faults)
    return None if first is None or None in faults else first


def _ways(groups: Sequence[Group], rules: Rules) -> Iterator[tuple[Meld, ...]]:
    """Yield melds as groups can be read: the plainest first, then those that ask for most.

    A reading changes no card that is laid, so what it is good for is to be a run, a pure one, or to
    count more in an opening: each group is read for that alone, and one of them as a pure run.
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
    dear = [max(group.readings, key=points) for group in groups]
    yield tuple(dear)
    yield from ((*dear[:at], run, *dear[at + 1 :]) for at, run in enumerate(runs))


def _run_first(meld: Meld) -> tuple[bool, bool]:
    return not isinstance(meld, Run), not meld.is_pure


# --- The opening: whether a hand can lay down its first melds, and the most that they count -------
#
# Rules page, Required: an opening minimum, 51 or 71 or 30, and in some rule sets a run without a wild
# card among the melds. A wild card counts as the card it stands for, an ace 1 in A-2-3 and else what
# the rule set says. All melds that are laid down count, the pure run too; whether a card must be kept
# for the discard is a matter of the game.


@dataclass(frozen=True, slots=True)
class Opening:
    """Melds to open with.

    Args:
        melds: the melds.
        points: what they count together.
        needed: what the rule set asks for.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> print(best_opening(Hand.of("HT HJ HQ HK SA DA JK C4", RAMI71)))
    HT HJ HQ HK | SA DA [A] = 70, 1 short of 71
    """

    melds: tuple[Meld, ...]
    points: int
    needed: int

    @property
    def is_enough(self) -> bool:
        """Whether this opens."""
        return self.points >= self.needed

    def __str__(self) -> str:
        short = "" if self.is_enough else f", {self.needed - self.points} short of {self.needed}"
        return f"{melds_text(self.melds)} = {self.points}{short}"


def best_opening(hand: Hand, *, compiled: bool | None = None) -> Opening | None:
    """Return the melds that count most of those with which the hand might open.

    They hold a run without a wild card where the rule set asks for one. None if there are none.

    Args:
        hand: the hand.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

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
    # A pure run that is joined to another would be pure no more.
    melds = found.melds if pure else tuple(joined(found.melds, rules))
    return Opening(tuple(sorted(melds, key=run_before_set)), found.value // SECOND, rules.opening)


def opening_weights(rules: Rules) -> list[int]:
    """Return what cards count in an opening, as ``scan`` takes it.

    Of melds that count the same those with more cards weigh more, so that melds of nothing but
    cards without points are found, too.
    """
    in_run = [0, 1, *rules.points[1:], rules.high_ace]
    in_set = [0, rules.high_ace, *rules.points[1:], rules.high_ace]
    return [SECOND * points + 1 for points in (*in_run, *in_run, *in_set, *in_set)]


def can_open(hand: Hand, *, compiled: bool | None = None) -> bool:
    """Tell whether a hand can open.

    >>> from suitwise.rummy.rules.rules import RUMMIKUB
    >>> can_open(Hand.of("S9 H9 D9 C2", RUMMIKUB)), can_open(Hand.of("ST HT DT", RUMMIKUB))
    (False, True)
    """
    of_kind(hand, Hand, "hand")
    best = best_opening(hand, compiled=compiled)
    return best is not None and best.is_enough


def opening_fault(hand: Hand, melds: MeldsLike) -> str | None:
    """Return why a hand can't open with these melds, in one sentence, or None if it can.

    Raises:
        NotationError: the text is no text of melds.

    >>> from suitwise.rummy.rules.rules import RAMI51
    >>> hand = Hand.of("HT HJ HQ S9 D9 C9 JK C2", RAMI51)
    >>> opening_fault(hand, "HT HJ HQ | S9 D9 C9")
    >>> opening_fault(hand, "HT HJ [HQ] | S9 D9 C9")
    'an opening needs a run without a wild card'
    >>> opening_fault(hand, "HT HJ HQ")
    'the melds count 30, and an opening needs 51'
    """
    of_kind(hand, Hand, "hand")
    return fault_laid(hand, melds, lambda found, _: _unopened(found, hand.rules))


def _unopened(melds: tuple[Meld, ...], rules: Rules) -> str | None:
    """Return why melds that the hand has do not open."""
    if not melds:
        return "nothing is laid down"
    if rules.opening_pure_run and not any(isinstance(m, Run) and m.is_pure for m in melds):
        return "an opening needs a run without a wild card"
    points = sum(meld.opening_points(rules) for meld in melds)
    if points < rules.opening:
        return f"the melds count {points}, and an opening needs {rules.opening}"
    return None


# --- Declaring: whether a whole hand can be laid down, and the fault of a declaration -------------
#
# Rules page, Required: every card is melded, and the melds have the runs that the rule set needs, two
# of them and one pure in Indian rummy. A hand that has not declared counts against its player: the
# cards it leaves over, or all its cards where the runs are not there without which melds do not
# count, and at most the cap.

_A_CARD_EACH = [1] * (4 * PLACES)


def declaration(hand: Hand, *, compiled: bool | None = None) -> tuple[Meld, ...] | None:
    """Return melds with which the hand can be declared; None if there are none.

    Args:
        hand: the hand, all of which is declared: thirteen cards, the discard is away.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

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
    """Tell whether a hand can be declared.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> can_declare(Hand.of("H3 H4 H5 H6 H7 H8", INDIAN13))
    True
    >>> can_declare(Hand.of("H3 H4 H5 S9 D9 C9", INDIAN13))
    False
    """
    of_kind(hand, Hand, "hand")
    return declaration(hand, compiled=compiled) is not None


def declaring_discards(hand: Hand, *, compiled: bool | None = None) -> tuple[Card, ...]:
    """Return the cards after whose discard the rest can be declared.

    Args:
        hand: the hand with the card drawn, fourteen cards.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

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
    """Return the fault of a proposed declaration, in one sentence; None if it is right.

    Args:
        hand: the hand, all of which is declared.
        melds: the melds, or their text with bars between them.

    Raises:
        NotationError: the text is no text of melds.

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
    return fault_laid(hand, melds, lambda found, left: _undeclared(found, left, hand.rules))


def _undeclared(melds: tuple[Meld, ...], left: Sequence[Card], rules: Rules) -> Phrase | None:
    """Return why melds that the hand has, beside cards in none, declare nothing."""
    if left:
        cards = Several(CardText(card) for card in left)
        if len(left) == 1:
            return phrase("rummy.left-one", "{cards} is in no meld", cards=cards)
        return phrase("rummy.left-over", "{cards} are in no meld", cards=cards)
    return _runs_fault([meld for meld in melds if isinstance(meld, Run)], rules)


def _runs_fault(runs: list[Run], rules: Rules) -> Phrase | None:
    """Return why these are not the runs that are needed."""
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
    """Return the points of a hand against a player that has not declared.

    That is what it leaves over, up to the cap, whatever is on the table: no count of rami, where a
    player that has not opened scores a flat 100.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> count(Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13)), count(Hand.of("H3 S9 CK", INDIAN13))
    (49, 22)
    """
    of_kind(hand, Hand, "hand")
    return arrange(hand, compiled=compiled).points


# --- Laying off: the cards of a hand that go on melds on the table, and the best way to do it -----
#
# Rules page, Required. A run grows at its ends, a set by a suit that it lacks, both by wild cards
# where the rule set has them; a card may go on another that was laid off before it, the 7 and then
# the 8. Laying off is optional, so the best of it is a choice: cards of one's own melds may be better
# laid off, and the other way round. It is found by trying every hand that can be kept, each arranged
# once (``arrange``).

MOST_GROWTHS = 5_000
"""Rather than look at more ways to lay cards off on one meld than this the search gives up."""
MOST_HANDS = 20_000
"""And at more hands that can be kept."""
MOST_TRIES = 3_000_000
"""And at more ways to add a meld's to those before."""
MANY = 50
"""More hands than this are arranged by compiled rules, fewer by plain Python."""
MOST_MELDS = 40
"""The most melds of a table."""

Table: TypeAlias = Sequence[Meld]
Ends: TypeAlias = tuple[int, int, bool, bool, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid off.

    Args:
        card: the card.
        at: which meld of the table it goes on, counted from 0.
        meld: what that meld is then.

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
    """Cards laid off, and the best arrangement of what is kept.

    Args:
        steps: the cards in the order in which they can be laid off.
        kept: the hand that is left, arranged.

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
        """What the hand that is left costs."""
        return self.kept.points

    def __str__(self) -> str:
        return "; ".join([*map(str, self.steps), str(self.kept)])


def grown(meld: Meld, card: int, rules: Rules) -> Iterator[Meld]:
    """Yield what a meld can become with one card more.

    >>> from suitwise.rummy.rules.rules import RAMI51, SEED
    >>> print(*grown(Run(1, 3, 5), Card("H6"), SEED), sep=" | ")
    H3 H4 H5 H6
    >>> print(*grown(Run(1, 3, 5), Card("JK"), RAMI51), sep=" | ")
    [H2] H3 H4 H5 | H3 H4 H5 [H6]
    """
    others = _longer(meld, card, rules) if isinstance(meld, Run) else _larger(meld, card, rules)
    yield from (other for other in others if other.fault(rules) is None)


def _longer(run: Run, card: int, rules: Rules) -> Iterator[Meld]:
    for rank in (run.low - 1, run.high + 1):
        longer = replace(run, low=min(run.low, rank), high=max(run.high, rank))
        if card == card_of(run.suit, rank):
            yield longer
        elif rules.is_wild(card):
            yield replace(longer, wilds=tuple(sorted((*run.wilds, rank))))


def _larger(meld: Set, card: int, rules: Rules) -> Iterator[Meld]:
    suit = card // 13
    if card < BLACK_JOKER and card == card_of(suit, meld.rank) and suit not in meld.suits:
        yield replace(meld, suits=tuple(sorted((*meld.suits, suit))))
    elif rules.is_wild(card):
        yield replace(meld, wilds=meld.wilds + 1)


def layoffs(hand: Hand, table: Table) -> dict[Card, tuple[Step, ...]]:
    """Return the cards of a hand that can be laid off, each with the shortest way to do it.

    A way has more than one step where other cards have to be laid off first.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: the table has no such melds under the hand's rule set, or there are too many
            ways.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> ways = layoffs(Hand.of("H7 H8 C9 CK", GIN), [Run(1, 4, 6), Set(9, (0, 1, 2))])
    >>> {str(card): [str(step.card) for step in way] for card, way in ways.items()}
    {'H7': ['H7'], 'H8': ['H7', 'H8'], 'C9': ['C9']}
    """
    of_kind(hand, Hand, "hand")
    _check(hand, table)
    ways: dict[Card, tuple[Step, ...]] = {}
    for at, meld in enumerate(table):
        for steps in _growths(hand, at, meld):
            card = steps[-1].card
            if len(steps) < len(ways.get(card, steps + steps)):
                ways[card] = steps
    return ways


def best_layoff(hand: Hand, table: Table) -> LaidOff:
    """Return the lay-offs after which a hand costs least; among equals the fewest cards.

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
    # What is laid off lessens the cost by no more than its own: with it the rest is an arrangement.
    laid = {kept: sum(hand.rules.cost(step.card) for step in way) for kept, way in ways.items()}
    bounds = ((max(best.points - laid[kept], 0), len(ways[kept]), kept) for kept in ways)
    for bound, steps, kept in sorted(bounds):
        if (bound, steps) >= (best.points, len(best.steps)):
            break
        rest = Hand(tuple(unpacked(kept)), hand.rules)
        found = LaidOff(ways[kept], arrange(rest, compiled=compiled))
        best = min(best, found, key=lambda laid: (laid.points, len(laid.steps)))
    return best


def _ways_to_lay_off(hand: Hand, table: Table) -> dict[int, tuple[Step, ...]]:
    """Return every hand that can be kept, as one number (``combo.packed``), with steps that keep it.

    The hand that is kept does not depend on where the other cards lie: so each meld is taken by itself,
    and of the ways to keep a hand one is followed.
    """
    ways: dict[int, tuple[Step, ...]] = {packed(hand): ()}
    tried = 0
    for at, meld in enumerate(table):
        needs: dict[int, tuple[Step, ...]] = {}
        for steps in _growths(hand, at, meld):
            needs.setdefault(sum(1 << CARD_BITS * min(step.card, JOKERS) for step in steps), steps)
        for left, before in list(ways.items()):
            tried += len(needs)
            if tried > MOST_TRIES or len(ways) > MOST_HANDS:
                raise IllegalPosition("there are too many ways to lay off these cards")
            for need, steps in needs.items():
                if (left | GUARD) - need & GUARD == GUARD:
                    ways.setdefault(left - need, (*before, *steps))
    return ways


def _growths(hand: Hand, at: int, meld: Meld) -> Iterator[tuple[Step, ...]]:
    """Yield the ways to lay cards of a hand off on one meld, the shortest first.

    Ways that leave the same hand and a meld that can grow by the same cards count as one.
    """
    waiting: list[tuple[Hand, Meld, tuple[Step, ...]]] = [(hand, meld, ())]
    known: set[tuple[Hand, Meld | Ends]] = set()
    for kept, now, steps in waiting:
        if steps:
            yield steps
        for step in _steps(kept, at, now):
            after = kept.minus(step.card)
            if (after, _ends(step.meld)) not in known:
                known.add((after, _ends(step.meld)))
                waiting.append((after, step.meld, (*steps, step)))
        if len(waiting) > MOST_GROWTHS:
            raise IllegalPosition("there are too many ways to lay off these cards")


def _steps(hand: Hand, at: int, meld: Meld) -> Iterator[Step]:
    for card in dict.fromkeys(hand.cards):
        yield from (Step(card, at, other) for other in grown(meld, card, hand.rules))


def _ends(meld: Meld) -> Meld | Ends:
    """Return what a meld's growth depends on: of a run its ends, and how many wild cards it has."""
    if isinstance(meld, Set):
        return meld
    return meld.low, meld.high, meld.low in meld.wilds, meld.high in meld.wilds, len(meld.wilds)


def _check(hand: Hand, table: Table) -> None:
    """Refuse a table that the rule set does not have."""
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
    most = [*[hand.rules.decks] * JOKERS, hand.rules.jokers]
    elsewhere = [most[card] - held - laid[Card(card)] for card, held in enumerate(hand.counts)]
    unlaid = first_without_wilds(table, elsewhere, hand.rules)
    if unlaid is not None:
        spent = "there are no more wild cards than in hand and before it"
        raise IllegalPosition(f"{unlaid[0]}: {spent}")
