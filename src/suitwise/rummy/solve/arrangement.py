"""The best arrangement of a hand, advice on discards and draws, and hands that change card by card.

``arrange`` and ``deadwood`` find the melds that leave the fewest points or cards over. ``discards`` and
``look_ahead`` compare all discards or all draws of a hand, exactly, one draw ahead. ``LiveHand`` keeps
the best arrangement of a hand while cards come and go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import Card, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.foundation.values import shows
from suitwise.rummy.rules import hand as hands
from suitwise.rummy.rules.hand import JOKER, N_SUITED, SIZE, Hand, cards_under
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, Rules
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import MOST_WORK, SECOND, search

if TYPE_CHECKING:
    from fractions import Fraction

# --- The best arrangement: its melds, the cards left over, and their cost -------------------------

Aim: TypeAlias = Literal["points", "cards"]
"""The quantity to minimise: the points of the cards left over, or their number."""


@shows(svg="suitwise.rummy.picture:draw_arrangement")
@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out in melds.

    Args:
        hand: the hand.
        melds: its melds.
        left: the cards that are left over.
        counts: whether the melds count; False if runs that the rule set requires are missing, so that
            every card of the hand costs its points.

    >>> from suitwise.rummy.rules.hand import Hand
    >>> best = arrange(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    >>> print(best)
    H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
    >>> best.points, best.cards
    (16, 5)
    """

    hand: Hand
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    counts: bool = True

    @property
    def points(self) -> int:
        """The cost of the hand in points."""
        rules = self.hand.rules
        points = sum(map(rules.cost, self.left)) if self.counts else self.hand.points
        return min(points, rules.cap) if rules.cap else points

    @property
    def cards(self) -> int:
        """The number of cards left over."""
        return len(self.left) if self.counts else len(self.hand)

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON; ``counts`` is included only if false.

        >>> from suitwise.rummy.rules.hand import Hand
        >>> arrange(Hand.of("3H 4H 5H KS")).as_json()
        {'melds': ['H3 H4 H5'], 'left': ['SK'], 'points': 10, 'cards': 1}
        >>> from suitwise.rummy.rules.rules import INDIAN13
        >>> arrange(Hand.of("3H 4H 5H KS", INDIAN13)).as_json()["counts"]
        False
        """
        melds, left = [str(meld) for meld in self.melds], [str(card) for card in self.left]
        data = {"melds": melds, "left": left, "points": self.points, "cards": self.cards}
        return data if self.counts else data | {"counts": False}

    def __str__(self) -> str:
        left = format_cards(self.left, " ")
        reason = "" if self.counts else ", for every card counts"
        return f"{melds_text(self.melds) or '-'} + {left or '-'} = {self.points}{reason}"


def arrange(hand: Hand, aim: Aim = "points", *, compiled: bool | None = None) -> Arrangement:
    """Return an arrangement that leaves the fewest points, or cards, over.

    Ties are broken by the other aim: of equal points the fewer cards, of equal cards the fewer points.

    Args:
        hand: the hand.
        aim: whether to minimise points or cards.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> print(arrange(Hand.of("H3 H4 H5 S7 S8 JK D9 C9", INDIAN13)))
    S7 S8 [S9] | H3 H4 H5 + D9 C9 = 18
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    weights = deadwood_weights(rules, aim)
    best = search(
        hand, weights, runs=rules.counting_runs, pure=rules.counting_pure_runs, compiled=compiled
    )
    counts = best is not None
    best = best or search(hand, weights, compiled=compiled)
    assert best is not None
    melds = tuple(sorted(joined(best.melds, rules), key=run_before_set))
    return Arrangement(hand, melds, tuple(left_over(hand, melds)), counts)


def deadwood_weights(rules: Rules, aim: Aim) -> list[int]:
    """Return the weights of cards in melds that minimise one aim first, then the other.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> weights = deadwood_weights(SEED, "points")
    >>> weights[9] // SECOND, weights[13] // SECOND
    (9, 10)
    """
    unit, more = (SECOND, 1) if aim == "points" else (1, SECOND)
    natural = [unit * points + more for points in (rules.joker_points, *rules.points)]
    wild = natural[rules.wild_rank] = natural[0]
    return [*natural, natural[1], *[wild] * PLACES] * 2


def joined(melds: Iterable[Meld], rules: Rules) -> Iterator[Meld]:
    """Yield melds with adjacent runs joined, unless the rule set requires a number of runs."""
    runs = sorted(meld for meld in melds if isinstance(meld, Run))
    yield from (meld for meld in melds if isinstance(meld, Set))
    while runs:
        run = runs.pop(0)
        for other in runs:
            longer = Run(run.suit, run.low, other.high, run.wilds + other.wilds)
            follows = (other.suit, other.low) == (run.suit, run.high + 1)
            if follows and rules.runs == 0 and longer.fault(rules) is None:
                runs.remove(other)
                runs.insert(0, longer)
                break
        else:
            yield run


def left_over(
    hand: Hand, melds: tuple[Meld, ...], named: Collection[int] | None = None
) -> Iterator[Card]:
    """Yield the cards of a hand that are in no meld; printed jokers are the first to be used as wild.

    Args:
        hand: the hand.
        melds: melds of its cards.
        named: the cards that are known to lie in the melds; by default those that stand for themselves.
    """
    counts = list(hand.counts)
    if named is None:
        named = [card for meld in melds for card in meld.cards]
    for card in named:
        counts[min(card, JOKER)] -= 1
    for _ in range(sum(map(len, melds)) - len(named)):
        wild = next(i for i in range(SIZE - 1, -1, -1) if counts[i] and hand.rules.is_wild(i))
        counts[wild] -= 1
    yield from replace(hand, counts=tuple(counts)).cards


def run_before_set(meld: Meld) -> tuple[bool, Meld]:
    """Return a sort key of melds that puts runs first."""
    return isinstance(meld, Set), meld


def deadwood(hand: Hand, *, compiled: bool | None = None) -> tuple[int, int]:
    """Return the least deadwood in points, and the least in cards.

    The two may come from different arrangements.

    >>> deadwood(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    (55, 9)
    """
    return least(hand, "points", compiled=compiled), least(hand, "cards", compiled=compiled)


def least(hand: Hand, aim: Aim, *, compiled: bool | None = None) -> int:
    """Return the least deadwood of a hand, in points or in cards."""
    best = arrange(hand, aim, compiled=compiled)
    return best.points if aim == "points" else best.cards


# --- Advice: discards and draws -------------------------------------------------------------------
#
# Every unseen card is equally likely to be drawn. A card is unseen if it is not in the hand and, as far
# as the player says, not on the pile, in melds on the table, or known to be in another hand. After a
# draw the best card is discarded, possibly the one just drawn, unless the game has no discards. The scan
# itself chooses the discard, so a draw takes one scan.

MOST_IN_ALL = 8 * MOST_WORK
"""The work limit of all scans together for one call of ``discards`` or ``look_ahead``."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard and the deadwood of the rest.

    Args:
        card: the discarded card.
        points: the least deadwood of the rest in points.
        cards: the fewest cards left over with that many points.
        expected: the expected points after the next draw; None if not requested.

    >>> best = discards(Hand.of("H3 H4 H5 H6 S9 DK"))[0]
    >>> str(best.card), best.points, best.cards
    ('DK', 9, 1)
    """

    card: Card
    points: int
    cards: int
    expected: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A possible draw and the deadwood after it.

    Args:
        card: the card drawn.
        copies: the number of its unseen copies.
        probability: the probability that it is the next card.
        points: the least points after the draw and the best discard.
        gain: the points that the draw saves; negative if the extra card makes the hand worse, which
            is possible only without a discard.
        discard: the best discard, None in a game without discards; of equals, one that leaves the
            fewest cards (``as_good_after`` has all).

    >>> draw = look_ahead(Hand.of("H3 H4 SK DK"), seen="CK H5 H5").draws[0]
    >>> str(draw.card), draw.copies, str(draw.probability)
    ('HK', 2, '2/97')
    >>> draw.points, draw.gain, str(draw.discard)
    (3, 24, 'H4')
    """

    card: Card
    copies: int
    probability: Fraction
    points: int
    gain: int
    discard: Card | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A hand before a draw, and every possible draw.

    Args:
        points: the least points of the hand as it is.
        draws: every card that may be drawn, the most useful first.

    >>> outlook = look_ahead(Hand.of("H3 H4 SK DK"), seen="CK H5 H5")
    >>> outlook.points, outlook.outs, [str(draw.card) for draw in outlook.draws[:3]]
    (27, 71, ['HK', 'CK', 'H2'])
    >>> outlook.expected
    Fraction(2192, 97)
    """

    points: int
    draws: tuple[Draw, ...]

    @property
    def expected(self) -> Fraction:
        """The expected points after the draw; the present points if no card is unseen."""
        from fractions import Fraction  # most questions ask for no expectation

        if not self.draws:
            return Fraction(self.points)
        return sum((draw.probability * draw.points for draw in self.draws), Fraction(0))

    @property
    def improving(self) -> tuple[Draw, ...]:
        """The draws that leave fewer points."""
        return tuple(draw for draw in self.draws if draw.gain > 0)

    @property
    def outs(self) -> int:
        """The number of unseen cards that leave fewer points."""
        return sum(draw.copies for draw in self.improving)


def discards(
    hand: Hand, seen: CardsLike = (), *, ahead: bool = False, compiled: bool | None = None
) -> tuple[Discard, ...]:
    """Return every discard with the deadwood it leaves, the best first; of equals, the costliest first.

    Args:
        hand: the hand with the card drawn.
        seen: the other cards that can't be drawn (see ``look_ahead``), used with ``ahead``; the discard
            itself is added.
        ahead: whether to look one draw further, which takes about fifty times as long; discards are
            then ordered by the expected points.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: more copies are seen than exist, or the hand can't be arranged.

    >>> hand = Hand.of("H3 H4 H5 H6 S9 DK")
    >>> for discard in discards(hand)[:3]:
    ...     print(discard.card, discard.points, discard.cards)
    DK 9 1
    S9 10 1
    H6 19 2
    """
    of_kind(hand, Hand, "hand")
    others, work = cards_under(hand.rules, seen), [MOST_IN_ALL]
    if compiled is None and ahead:
        compiled = True

    def evaluated(card: Card) -> Discard:
        rest = hand.minus(card)
        points, cards, _ = _least_left(rest, False, compiled, work)
        after = _outlook(rest, (*others, card), True, compiled, work).expected if ahead else None
        return Discard(card, points, cards, after)

    results = map(evaluated, dict.fromkeys(hand.cards))
    return tuple(sorted(results, key=lambda discard: _sort_key(discard, hand.rules)))


def _sort_key(discard: Discard, rules: Rules) -> tuple[Fraction, int, int, int, int]:
    """Return the sort key of discards, the best first."""
    from fractions import Fraction

    expected = discard.expected if discard.expected is not None else Fraction(0)
    return expected, discard.points, discard.cards, -rules.cost(discard.card), discard.card


def look_ahead(
    hand: Hand, seen: CardsLike = (), *, discard: bool = True, compiled: bool | None = None
) -> Outlook:
    """Return every possible draw with its probability and the deadwood after it.

    Args:
        hand: the hand, before the draw.
        seen: all other cards that the player knows can't be drawn: on the pile, in melds on the
            table, held by others.
        discard: whether a card is discarded after the draw.
        compiled: True for machine code, False for plain Python, None for the faster of the two.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: more copies are seen than exist, or the hand can't be arranged.

    >>> outlook = look_ahead(Hand.of("H3 H4 SK DK"), seen="CK H5 H5")
    >>> best = outlook.draws[0]
    >>> print(best.card, best.copies, best.probability, best.points, best.gain, best.discard)
    HK 2 2/97 3 24 H4
    """
    of_kind(hand, Hand, "hand")
    of_kind(discard, bool, "discard")
    # There are fifty scans or more, which take as long in plain Python as loading the machine code.
    return _outlook(hand, seen, discard, compiled is not False, [MOST_IN_ALL])


def _outlook(
    hand: Hand, seen: CardsLike, discard: bool, compiled: bool | None, work: list[int]
) -> Outlook:
    from fractions import Fraction

    now, _, _ = _least_left(hand, False, compiled, work)
    copies = unseen(hand, seen)
    total = sum(copies.values())
    draws = (
        Draw(card, count, Fraction(count, total), points, now - points, away)
        for card, count in copies.items()
        for points, _, away in [_least_left(hand.plus(card), discard, compiled, work)]
    )
    return Outlook(now, tuple(sorted(draws, key=lambda draw: (-draw.gain, draw.card))))


def as_good_after(hand: Hand, draw: Draw) -> tuple[Card, ...]:
    """Return the discards after a draw that leave as few points as the best does, as in ``discards``.

    Args:
        hand: the hand before the draw.
        draw: the draw, in a game with discards.

    >>> hand = Hand.of("H3 H4 SK DK")
    >>> [str(card) for card in as_good_after(hand, look_ahead(hand).draws[2])]
    ['SK', 'DK']
    """
    results = discards(hand.plus(draw.card), compiled=True)
    return tuple(result.card for result in results if result.points == draw.points)


def unseen(hand: Hand, seen: CardsLike = ()) -> dict[Card, int]:
    """Return the number of unseen copies of each card that has any.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: more copies are seen than exist.

    >>> sum(unseen(Hand.of("H3 H4"), "H3 S9").values())
    100
    """
    counts = list(hand.counts)
    for card in cards_under(hand.rules, seen):
        counts[min(card, JOKER)] += 1
    rules = hand.rules
    in_all = [*[rules.decks] * N_SUITED, rules.jokers]
    places = ((card, min(card, JOKER)) for card in CARDS_IN_ORDER)
    left = {card: in_all[place] - counts[place] for card, place in places}
    for card, copies in left.items():
        if copies < 0:
            fault = phrase(
                "rummy.seen-too-many",
                "more copies of {card} are in the hand and seen than there are",
                card=CardText(card),
            )
            raise IllegalPosition(fault)
    return {card: copies for card, copies in left.items() if copies}


def _least_left(
    hand: Hand, discard: bool, compiled: bool | None, work: list[int]
) -> tuple[int, int, Card | None]:
    """Return the least deadwood of a hand, after the best discard if ``discard`` is true.

    Returns:
        The least points, the fewest cards left over with them, and the discard or None.
    """
    rules = hand.rules
    weights = deadwood_weights(rules, "points")
    runs, pure = rules.counting_runs, rules.counting_pure_runs
    best = search(
        hand, weights, runs=runs, pure=pure, discard=discard, compiled=compiled, work=work
    )
    if best is not None:
        weight, cards = divmod(best.value, SECOND)
        points, cards, away = hand.points - weight, len(hand) - cards, best.discard
    else:  # the required runs are missing: every card counts
        away = max(hand.cards, key=rules.cost) if discard else None
        points = hand.points - (0 if away is None else rules.cost(away))
        cards = len(hand) - (away is not None)
    return min(points, rules.cap) if rules.cap else points, cards, away


# --- A live hand, arranged again as cards come and go ---------------------------------------------
#
# The cells that lie in a possible meld form islands (``rules.hand``), which are independent: the best
# arrangement of the hand consists of the best of each island. When a card is added or removed, only
# islands that have changed are arranged again.
#
# A hand with a wild card, which may join any island, counts as one island; so does a hand whose rule set
# requires runs.


class LiveHand:
    """A hand that changes card by card, with its best arrangement.

    Args:
        hand: the hand at the beginning.
        aim: whether to minimise ``points`` or ``cards``.
        compiled: True for machine code, False for plain Python.

    Raises:
        IllegalPosition: the hand has too many wild cards or possibilities, as with ``arrange``; a
            rejected change leaves the hand as it was.

    >>> from suitwise.cards import Card
    >>> live = LiveHand(Hand.of("H3 H4 H5 S9 D9 CK"))
    >>> print(live.best)
    H3 H4 H5 + S9 D9 CK = 28
    >>> live.add(Card("C9"))
    >>> print(live.best, "after work on", live.worked, "cards")
    H3 H4 H5 | S9 D9 C9 + CK = 10 after work on 3 cards
    >>> live.remove(Card("H4"))
    >>> live.points, live.cards, live.worked
    (18, 3, 0)
    """

    def __init__(self, hand: Hand, aim: Aim = "points", *, compiled: bool = False) -> None:
        of_kind(hand, Hand, "hand")
        self._aim = aim
        self._compiled = compiled
        self._islands: dict[int, Arrangement] = {}
        self._change_to(hand, WHOLE)

    def add(self, card: int) -> None:
        """Add a card.

        Raises:
            IllegalPosition: the rule set has no further copy.
        """
        self._change_to(self._hand.plus(card), _affected_cells(card, self._hand.rules))

    def remove(self, card: int) -> None:
        """Remove a card.

        Raises:
            IllegalPosition: the hand does not hold it.
        """
        self._change_to(self._hand.minus(card), _affected_cells(card, self._hand.rules))

    def _change_to(self, hand: Hand, changed: int) -> None:
        """Change the hand, and arrange the islands that are new or have a changed cell."""
        before, worked = self._islands, 0
        parts: dict[int, Arrangement] = {}
        for cells in _independent_cells(hand):
            if cells in before and not cells & changed:
                parts[cells] = before[cells]
            else:
                part = hand if cells == WHOLE else hands.part_of(hand, cells)
                parts[cells] = arrange(part, self._aim, compiled=self._compiled)
                worked += len(part)
        self._islands, self._hand, self._worked = parts, hand, worked
        self._best: Arrangement | None = None

    @property
    def hand(self) -> Hand:
        """The present hand."""
        return self._hand

    @property
    def best(self) -> Arrangement:
        """An arrangement that leaves the least over."""
        if self._best is None:
            parts = self._islands.values()
            melds = sorted(chain.from_iterable(part.melds for part in parts), key=run_before_set)
            left = tuple(left_over(self._hand, tuple(melds)))
            counts = all(part.counts for part in parts)
            self._best = Arrangement(self._hand, tuple(melds), left, counts)
        return self._best

    @property
    def points(self) -> int:
        """The points of the best arrangement."""
        return self.best.points

    @property
    def cards(self) -> int:
        """The number of cards that the best arrangement leaves over."""
        return self.best.cards

    @property
    def islands(self) -> tuple[Hand, ...]:
        """The islands that are arranged separately, each as a hand."""
        return tuple(part.hand for part in self._islands.values())

    @property
    def worked(self) -> int:
        """The number of cards in the islands that were arranged again after the last change."""
        return self._worked


WHOLE = (1 << 4 * hands.LANE) - 1
"""All cells: the complete hand, including the jokers."""


def _independent_cells(hand: Hand) -> Iterator[int]:
    """Yield the cells of each part of a hand that can be arranged separately."""
    rules = hand.rules
    held = (card for card, copies in enumerate(hand.counts) if copies)
    if rules.counting_runs or (rules.has_wilds and any(map(rules.is_wild, held))):
        yield WHOLE
    else:
        yield from hands.joined_cells(hands.melding_cells(hands.cells_of(hand), rules), rules)


def _affected_cells(card: int, rules: Rules) -> int:
    """Return the cells whose islands a card can change; a joker has no cell and can change all."""
    return WHOLE if card >= N_SUITED else hands.cells_of_card(card, rules.ace)
