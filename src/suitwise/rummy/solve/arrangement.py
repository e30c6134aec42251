"""The best arrangement of a hand, and advice: what each discard leaves and each draw is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import Card, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.rummy.rules.hand import JOKERS, SIZE, Hand, cards_under
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, Rules
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import MOST_WORK, SECOND, search

# --- The best arrangement: its melds, the cards left over, and their cost -------------------------

Aim: TypeAlias = Literal["points", "cards"]
"""Whether the points that are left over are to be least, or the cards."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out in melds.

    Args:
        hand: the hand.
        melds: its melds.
        left: the cards that are left over.
        counts: whether the melds count; False where the rule set needs runs that are not there, so
            that every card costs its points, whatever it is part of.

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
        """What the hand costs."""
        rules = self.hand.rules
        points = sum(map(rules.cost, self.left)) if self.counts else self.hand.points
        return min(points, rules.cap) if rules.cap else points

    @property
    def cards(self) -> int:
        """How many cards are left over."""
        return len(self.left) if self.counts else len(self.hand)

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON; ``counts`` only where it is false.

        >>> from suitwise.rummy.rules.hand import Hand
        >>> arrange(Hand.of("3H 4H 5H KS")).as_json()
        {'melds': ['H3 H4 H5'], 'left': ['SK'], 'points': 10, 'cards': 1}
        >>> from suitwise.rummy.rules.rules import INDIAN13
        >>> arrange(Hand.of("3H 4H 5H KS", INDIAN13)).as_json()["counts"]
        False
        """
        melds, left = [str(meld) for meld in self.melds], [str(card) for card in self.left]
        told = {"melds": melds, "left": left, "points": self.points, "cards": self.cards}
        return told if self.counts else told | {"counts": False}

    def __str__(self) -> str:
        left = format_cards(self.left, " ")
        why = "" if self.counts else ", for every card counts"
        return f"{melds_text(self.melds) or '-'} + {left or '-'} = {self.points}{why}"


def arrange(hand: Hand, aim: Aim = "points", *, compiled: bool | None = None) -> Arrangement:
    """Return an arrangement that leaves least over.

    Between arrangements that are equal in points the one with fewer cards left is taken, and the
    other way round.

    Args:
        hand: the hand.
        aim: whether the points that are left over are to be least, or the cards.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> print(arrange(Hand.of("H3 H4 H5 S7 S8 JK D9 C9", INDIAN13)))
    S7 S8 [S9] | H3 H4 H5 + D9 C9 = 18
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    weights = deadwood_weights(rules, aim)
    found = search(
        hand, weights, runs=rules.counting_runs, pure=rules.counting_pure_runs, compiled=compiled
    )
    counts = found is not None
    found = found or search(hand, weights, compiled=compiled)
    assert found is not None
    melds = tuple(sorted(joined(found.melds, rules), key=run_before_set))
    return Arrangement(hand, melds, tuple(left_over(hand, melds)), counts)


def deadwood_weights(rules: Rules, aim: Aim) -> list[int]:
    """Return the weights that leave least over: by one aim first, then by the other.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> weights = deadwood_weights(SEED, "points")
    >>> weights[9] // SECOND, weights[13] // SECOND
    (9, 10)
    """
    wild = _deadwood_weight(rules.joker_points, aim)
    natural = [wild, *(_deadwood_weight(points, aim) for points in rules.points)]
    natural[rules.wild_rank] = wild
    return [*natural, natural[1], *[wild] * PLACES] * 2


def _deadwood_weight(points: int, aim: Aim) -> int:
    return SECOND * points + 1 if aim == "points" else SECOND + points


def joined(melds: Iterable[Meld], rules: Rules) -> Iterator[Meld]:
    """Join runs that meet end to end, where it does not matter how many there are."""
    runs = sorted(meld for meld in melds if isinstance(meld, Run))
    yield from (meld for meld in melds if isinstance(meld, Set))
    while runs:
        run = runs.pop(0)
        for other in runs:
            longer = Run(run.suit, run.low, other.high, run.wilds + other.wilds)
            meets = (other.suit, other.low) == (run.suit, run.high + 1)
            if meets and rules.runs == 0 and longer.fault(rules) is None:
                runs.remove(other)
                runs.insert(0, longer)
                break
        else:
            yield run


def left_over(
    hand: Hand, melds: tuple[Meld, ...], named: Collection[int] | None = None
) -> Iterator[Card]:
    """Yield the cards that no meld takes; printed jokers are the first to be wild.

    Args:
        hand: the hand.
        melds: melds that it holds.
        named: the cards that they are known to take; those that stand for themselves unless told.
    """
    counts = list(hand.counts)
    if named is None:
        named = [card for meld in melds for card in meld.cards]
    for card in named:
        counts[min(card, JOKERS)] -= 1
    for _ in range(sum(map(len, melds)) - len(named)):
        wild = next(i for i in range(SIZE - 1, -1, -1) if counts[i] and hand.rules.is_wild(i))
        counts[wild] -= 1
    yield from Hand(tuple(counts), hand.rules).cards


def run_before_set(meld: Meld) -> tuple[bool, Meld]:
    """Return the key by which melds are sorted, runs first."""
    return isinstance(meld, Set), meld


def deadwood(hand: Hand, *, compiled: bool | None = None) -> tuple[int, int]:
    """Return the least points that a hand can be left with, and the fewest cards.

    They may come from different arrangements.

    >>> deadwood(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    (55, 9)
    """
    of_kind(hand, Hand, "hand")
    return least(hand, "points", compiled=compiled), least(hand, "cards", compiled=compiled)


def least(hand: Hand, aim: Aim, *, compiled: bool | None = None) -> int:
    """Return the least points, or the fewest cards, that a hand can be left with."""
    best = arrange(hand, aim, compiled=compiled)
    return best.points if aim == "points" else best.cards


# --- Advice: what each discard leaves, what each draw is worth, and how likely it is --------------
#
# Exact, one draw ahead. A draw is a uniform choice among the cards that have not been seen: those of
# the packs and jokers that are neither in the hand nor, as the player says, on the pile, in melds on
# the table or known to be held by somebody. After a draw the best card is discarded, be it the card
# just drawn, unless the game has no discard: the scan itself finds it, so a draw takes one scan. What
# each discard leaves takes a scan each.

MOST_IN_ALL = 8 * MOST_WORK
"""Rather than do more work than this in all its scans the advice gives up."""


@dataclass(frozen=True, slots=True)
class Discard:
    """What a discard leaves.

    Args:
        card: the card discarded.
        points: the least points that the rest can be left with.
        cards: of arrangements with so few points, the fewest cards left over.
        expected: the points to be expected after the next draw; None where that was not asked for.

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
    """What a draw is worth.

    Args:
        card: the card drawn.
        copies: how many copies of it have not been seen.
        probability: how likely it is to be the next card of those that have not been seen.
        points: the least points after the draw and the best discard.
        gain: how many points less that is than the hand has now; below 0 where a card more makes it
            worse, as it may without a discard.
        discard: the card to discard, None in a game without discards.

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
    """A hand before a draw.

    Args:
        points: the least points of the hand as it is.
        draws: every card that may come, the most useful first.

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
        """The points to be expected after the draw; as they are now where no card may come."""
        if not self.draws:
            return Fraction(self.points)
        return sum((draw.probability * draw.points for draw in self.draws), Fraction(0))

    @property
    def improving(self) -> tuple[Draw, ...]:
        """The draws that leave fewer points."""
        return tuple(draw for draw in self.draws if draw.gain > 0)

    @property
    def outs(self) -> int:
        """How many of the cards that have not been seen leave fewer points."""
        return sum(draw.copies for draw in self.improving)


def discards(
    hand: Hand, seen: CardsLike = (), *, ahead: bool = False, compiled: bool | None = None
) -> tuple[Discard, ...]:
    """Return what each discard leaves, the best first, the dearest first of equals.

    Args:
        hand: the hand with the card drawn.
        seen: what ``look_ahead`` takes, for ``ahead``; the card discarded is seen as well.
        ahead: whether to look one draw further, which takes some fifty times as long; the points
            to be expected then decide which discard is best.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        NotationError: something is no card.
        IllegalPosition: more copies are seen than there are, or the hand can't be arranged.

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

    def left(card: Card) -> Discard:
        rest = hand.minus(card)
        points, cards, _ = _left(rest, False, compiled, work)
        after = _outlook(rest, (*others, card), True, compiled, work).expected if ahead else None
        return Discard(card, points, cards, after)

    found = map(left, dict.fromkeys(hand.cards))
    return tuple(sorted(found, key=lambda discard: _merit(discard, hand.rules)))


def _merit(discard: Discard, rules: Rules) -> tuple[Fraction, int, int, int, int]:
    """Return the key by which discards are sorted."""
    expected = discard.expected if discard.expected is not None else Fraction(0)
    return expected, discard.points, discard.cards, -rules.cost(discard.card), discard.card


def look_ahead(
    hand: Hand, seen: CardsLike = (), *, discard: bool = True, compiled: bool | None = None
) -> Outlook:
    """Return every draw with its probability and what the hand is worth after it.

    Args:
        hand: the hand, before the draw.
        seen: all other cards that the player knows not to come: on the pile, in melds on the table,
            held by others.
        discard: whether a card is discarded after the draw.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        NotationError: something is no card.
        IllegalPosition: more copies are seen than there are, or the hand can't be arranged.

    >>> outlook = look_ahead(Hand.of("H3 H4 SK DK"), seen="CK H5 H5")
    >>> best = outlook.draws[0]
    >>> print(best.card, best.copies, best.probability, best.points, best.gain, best.discard)
    HK 2 2/97 3 24 H4
    """
    of_kind(hand, Hand, "hand")
    of_kind(discard, bool, "discard")
    # Some fifty scans take plain Python as long as it takes to load machine code.
    return _outlook(hand, seen, discard, compiled is not False, [MOST_IN_ALL])


def _outlook(
    hand: Hand, seen: CardsLike, discard: bool, compiled: bool | None, work: list[int]
) -> Outlook:
    now, _, _ = _left(hand, False, compiled, work)
    copies = unseen(hand, seen)
    total = sum(copies.values())
    draws = (
        Draw(card, count, Fraction(count, total), points, now - points, away)
        for card, count in copies.items()
        for points, _, away in [_left(hand.plus(card), discard, compiled, work)]
    )
    return Outlook(now, tuple(sorted(draws, key=lambda draw: (-draw.gain, draw.card))))


def unseen(hand: Hand, seen: CardsLike = ()) -> dict[Card, int]:
    """Return how many copies of each card have not been seen, cards without any left out.

    Raises:
        NotationError: something is no card.
        IllegalPosition: more copies are seen than there are.

    >>> sum(unseen(Hand.of("H3 H4"), "H3 S9").values())
    100
    """
    counts = list(hand.counts)
    for card in cards_under(hand.rules, seen):
        counts[min(card, JOKERS)] += 1
    rules = hand.rules
    in_all = [*[rules.decks] * JOKERS, rules.jokers]
    places = ((card, min(card, JOKERS)) for card in CARDS_IN_ORDER)
    left = {card: in_all[place] - counts[place] for card, place in places}
    for card, copies in left.items():
        if copies < 0:
            raise IllegalPosition(
                phrase(
                    "rummy.seen-too-many",
                    "more copies of {card} are in the hand and seen than there are",
                    card=CardText(card),
                )
            )
    return {card: copies for card, copies in left.items() if copies}


def _left(
    hand: Hand, discard: bool, compiled: bool | None, work: list[int]
) -> tuple[int, int, Card | None]:
    """Return what a hand can be left with after the best discard, if there is one.

    Returns:
        The least points, the fewest cards left over with them, and the discard.
    """
    rules = hand.rules
    weights, runs, pure = (
        deadwood_weights(rules, "points"),
        rules.counting_runs,
        rules.counting_pure_runs,
    )
    found = search(
        hand, weights, runs=runs, pure=pure, discard=discard, compiled=compiled, work=work
    )
    if found is not None:
        weight, cards = divmod(found.value, SECOND)
        points, cards, away = hand.points - weight, len(hand) - cards, found.discard
    else:
        away = max(hand.cards, key=rules.cost) if discard else None
        points = hand.points - (0 if away is None else rules.cost(away))
        cards = len(hand) - (away is not None)
    return min(points, rules.cap) if rules.cap else points, cards, away
