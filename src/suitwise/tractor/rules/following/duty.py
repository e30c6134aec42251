"""``Duty``: whether a play follows, why not, and all plays that do, for people; ``owed`` has the rule.

Source: rules page §6, Follow duty; docs/tractor.md, Following.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import product
from typing import NamedTuple

from suitwise.arguments import of_kind
from suitwise.cards import RANKS, Card, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, Phrase, all_of, phrase
from suitwise.tractor.rules.blocks import WEIGHT, Block, pack_code, pair_levels, pairs_text, windows
from suitwise.tractor.rules.following.legal_plays import LENGTHS, Demand, Lead, LegalPlays, lead_of
from suitwise.tractor.rules.matching import FITS, parted_view
from suitwise.tractor.rules.order import (
    PARTITION_NAMES,
    TRUMPS,
    Trump,
    TrumpLike,
    as_trump,
    partition_mask,
    partition_of,
    phi_of,
    rank_card_phi,
)
from suitwise.tractor.rules.owed import FOLLOWS, NOT_SUIT, NOT_TRACTORS, asks_service
from suitwise.tractor.rules.piles import EMPTY, PACKS, Pile, bits, hand_of, pile_of, sum_of
from suitwise.tractor.rules.profile import STANDARD, Profile, ProfileLike, as_profile

# --- A best service: which cards of a hand meet what a lead asks ----------------------------------
#
# Source: rules page §6, Follow duty; docs/tractor.md, Following. A service is a family of disjoint
# pairs and tractors, each put into one of the lead's tractors and pairs, so that the blocks put into
# a part are together no longer than it. ``owed`` says which lengths the best service has; this module
# finds cards for them, and ``checks`` holds them against the definition.


def best_service(twice: int, trump: Trump, chain: int, lengths: Sequence[int]) -> tuple[Block, ...]:
    """Find tractors and pairs of these lengths, low ones first where there is a choice.

    Args:
        twice: card mask of the pairs, all of one partition.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
        lengths: the blocks' lengths in pairs, longest first, that can be cut from these pairs.
    """
    main, cr = trump.main_index, trump.rank_index
    left = sorted(map(Card, bits(twice)), key=lambda card: (phi_of(card, main, cr), card))
    blocks: list[Block] = []
    for levels in _tractor_levels(twice, trump, chain, lengths):
        cards = [next(card for card in left if phi_of(card, main, cr) == at) for at in levels]
        left = [card for card in left if card not in cards]
        blocks.append(_block(cards[::-1], levels[-1]))
    alone = left[: len(lengths) - len(blocks)]
    return (*blocks, *(_block([card], phi_of(card, main, cr)) for card in alone))


def _block(cards: Sequence[Card], phi: int) -> Block:
    return Block(tuple(card for card in cards for _ in range(2)), phi)


def _tractor_levels(
    twice: int, trump: Trump, chain: int, lengths: Sequence[int]
) -> Iterator[range]:
    """Yield the levels of each tractor; in one of the two views of the pairs all of them fit."""
    tractors = tuple(length for length in lengths if length > 1)
    if not tractors:
        return
    main, cr = trump.main_index, trump.rank_index
    shared = rank_card_phi(main)
    pairs, _ = pair_levels(twice, partition_of(next(bits(twice)), main, cr), main, cr)
    pairs &= chain
    places = _places(pairs, tractors)
    if places is not None:
        yield from map(range, places, map(sum, zip(places, tractors, strict=True)))
        return
    for low, length in zip(
        _places(parted_view(pairs, shared), tractors) or (), tractors, strict=True
    ):
        start = low - 2 if low > shared + 1 else low  # parted_view moved it up
        yield range(start, start + length)


def _places(pairs: int, tractors: tuple[int, ...]) -> list[int] | None:
    """Return the lowest Φ of each tractor, packed into the runs of a view; None if they don't fit."""
    if not tractors:
        return []
    length, others = tractors[0], tractors[1:]
    wanted = 128 * (sum(WEIGHT[other] for other in others) & 127)
    for low in bits(windows(pairs, length)):
        rest = pairs & ~(((1 << length) - 1) << low)
        if FITS[wanted + pack_code(rest)]:
            return [low, *(_places(rest, others) or ())]
    return None


# --- What a follower owes and what a play gives, in words (``Duty.why_not``) ----------------------

_ONE_OF_SUIT = (
    phrase("tractor.spade", "spade"),
    phrase("tractor.heart", "heart"),
    phrase("tractor.diamond", "diamond"),
    phrase("tractor.club", "club"),
    PARTITION_NAMES[TRUMPS],
)


def wrong_size(led: int, played: int) -> Phrase:
    """Say that a play has not as many cards as were led.

    >>> wrong_size(2, 3)
    '2 cards were led, so 2 must be played, not 3'
    """
    if led == 1:
        return phrase("tractor.play-one", "1 card was led, so 1 must be played, not {n}", n=played)
    return phrase(
        "tractor.play-as-many",
        "{led} cards were led, so {led} must be played, not {n}",
        led=led,
        n=played,
    )


def too_few(led: int, held: int) -> Phrase:
    """Say that a hand has fewer cards than were led.

    >>> too_few(2, 1)
    '2 cards were led, and the hand that follows has 1: at a table it has as many at least'
    """
    if led == 1:
        return phrase(
            "tractor.none-to-follow",
            "1 card was led, and the hand that follows has {n}: at a table it has as many at least",
            n=held,
        )
    return phrase(
        "tractor.few-to-follow",
        "{led} cards were led, and the hand that follows has {n}: at a table it has as many at least",
        led=led,
        n=held,
    )


def not_held(play: Pile, hand: Pile) -> Phrase:
    """Name the cards of a play that a hand has not often enough."""
    lacking = Counter(play.cards) - Counter(hand.cards)
    if not lacking:
        return phrase("tractor.no-pile", "the play has cards twice that it has not once")
    faults = reduce(_and_lacks, (_lacks(card, hand, play) for card in lacking))
    return phrase("tractor.not-held", "the hand has {faults}", faults=faults)


def _lacks(card: int, hand: Pile, play: Pile) -> Phrase:
    held, name = hand.copies(card), str(Pile(1 << card))
    if not held:
        return phrase("tractor.no-card", "no {card}", card=CardText(name))
    wanted = play.copies(card)
    return phrase(
        "tractor.few-copies", "{n} {card}, not {wanted}", n=held, card=CardText(name), wanted=wanted
    )


def _and_lacks(most: Phrase, last: Phrase) -> Phrase:
    return phrase("tractor.lacks-both", "{most} and {last}", most=most, last=last)


def not_suit(led: int, size: int, held: Pile, given: int, trumps: Pile = EMPTY) -> Phrase:
    """Say that a play has not the cards of the led partition that it owes.

    Args:
        led: the partition.
        size: how many cards were led.
        held: the hand's cards of the partition.
        given: how many the play has.
        trumps: cards of the play that show the sign of the led suit and are trumps.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> not_suit(0, 3, pile_of("SASKSQS3"), 1, pile_of("S2"))
    'follow spades: 3 spades are owed, any of the 4 you hold; the play has 1; S2 is a trump'
    """
    if trumps.size:
        why, cards = not_suit(led, size, held, given), CardText(trumps)
        if trumps.size == 1:
            return phrase(
                "tractor.follow-not-trump", "{why}; {cards} is a trump", why=why, cards=cards
            )
        return phrase(
            "tractor.follow-not-trumps", "{why}; {cards} are trumps", why=why, cards=cards
        )
    suit, owed = _cards_of_suit(led), suit_owed(led, min(size, held.size))
    which = phrase("tractor.any-held", "any of the {n} you hold", n=held.size)
    if held.size <= size:
        which = phrase("tractor.all-held", "{cards} (all you hold)", cards=CardText(held))
    if not given:
        return phrase(
            "tractor.follow-suit-not-at-all",
            "follow {suit}: {owed}, {which}; the play has none",
            suit=suit,
            owed=owed,
            which=which,
        )
    return phrase(
        "tractor.follow-suit",
        "follow {suit}: {owed}, {which}; the play has {n}",
        suit=suit,
        owed=owed,
        which=which,
        n=given,
    )


def _cards_of_suit(led: int) -> Phrase:
    return phrase("tractor.trumps", "trumps") if led == TRUMPS else PARTITION_NAMES[led]


def suit_owed(led: int, number: int) -> Phrase:
    """Say how many cards of the led partition are owed.

    >>> suit_owed(1, 2)
    '2 hearts are owed'
    """
    if number == 1:
        return phrase("tractor.owed-card", "1 {suit} is owed", suit=_ONE_OF_SUIT[led])
    suit = _cards_of_suit(led)
    return phrase("tractor.owed-cards", "{n} {suit} are owed", n=number, suit=suit)


def not_tractors(owed: Sequence[int], given: Sequence[int], would: str) -> Phrase:
    """Say that a play gives fewer tractors than it owes.

    Args:
        owed: the lengths in pairs of the blocks owed.
        given: those that the play gives.
        would: cards that would meet the duty.

    >>> print(not_tractors((2,), (1, 1), "H6H6H7H7"))
    follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it
    """
    return phrase(
        "tractor.follow-tractors",
        "follow tractors: {owed}, {given}; {cards} would meet it",
        owed=blocks_owed(owed),
        given=_given(given),
        cards=CardText(would),
    )


def not_pairs(owed: Sequence[int], given: Sequence[int], would: str) -> Phrase:
    """Say that a play gives fewer pairs than it owes, otherwise as ``not_tractors``."""
    return phrase(
        "tractor.follow-pairs",
        "follow pairs: {owed}, {given}; {cards} would meet it",
        owed=blocks_owed(owed),
        given=_given(given),
        cards=CardText(would),
    )


def blocks_owed(lengths: Sequence[int]) -> Phrase:
    """Say which blocks are owed, by their lengths in pairs.

    >>> blocks_owed((2, 1)), blocks_owed((2,))
    ('a tractor of 2 pairs and 1 pair are owed', 'a tractor of 2 pairs is owed')
    """
    blocks = _blocks(lengths)
    if len(lengths) == 1:
        return phrase("tractor.block-is-owed", "{blocks} is owed", blocks=blocks)
    return phrase("tractor.blocks-are-owed", "{blocks} are owed", blocks=blocks)


def _given(lengths: Sequence[int]) -> Phrase:
    if not lengths:
        return phrase("tractor.play-gives-no-pair", "the play gives no pair")
    return phrase("tractor.play-gives", "the play gives {blocks}", blocks=_blocks(lengths))


def _blocks(lengths: Sequence[int]) -> str:
    """Name tractors and pairs by their lengths: ``a tractor of 3 pairs and 2 pairs``."""
    tractors, pairs = [length for length in lengths if length > 1], lengths.count(1)
    names = [_tractors(tractors)] if tractors else []
    if pairs:
        names.append(pairs_text(pairs))
    return all_of(names)


def _tractors(lengths: Sequence[int]) -> Phrase:
    if len(lengths) == 1:
        return phrase("tractor.one-tractor", "a tractor of {n} pairs", n=lengths[0])
    several = " + ".join(map(str, lengths))
    return phrase("tractor.tractors", "tractors of {lengths} pairs", lengths=several)


# --------------------------------------------------------------------------------------------------
# Selections of a hand that follows: can they still become a legal play, and with which cards?
#
# Source: rules page §6, Follow duty; docs/tractor.md, Following.
#
# Cards chosen become a legal play if the cards that must be beside them fit into the places that are
# left. Where pairs and tractors are owed, these are the missing copies of some pairs that serve. A
# pair of which both copies are chosen misses none, another one or two; so of all sets of pairs that
# the owed tractors can be cut from, each filled up to the number of pairs with those that miss least,
# the one that misses least of all decides. There are few such sets, a few hundred at most, and none
# of the plays is listed.


def can_follow(demand: Demand, chosen: Pile) -> bool:
    """Tell whether some legal play has all the cards chosen.

    Args:
        demand: what a lead asks of a hand.
        chosen: some cards.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> from suitwise.tractor.rules.piles import pile_of
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
    """Return the cards that can be added one at a time to cards chosen, without closing every way.

    Of equal cards there are so many as can all be added; nothing where the cards chosen already are in
    no legal play.

    Args:
        demand: what a lead asks of a hand.
        chosen: some cards.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> from suitwise.tractor.rules.piles import pile_of
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
        for copies, there in enumerate(left.masks, 1)
    )
    return Pile(*more)


class _Lack(NamedTuple):
    """The copies that the cards chosen lack of some pairs that serve.

    Args:
        least: how many, for the pairs that lack least.
        best: the kinds in some set of pairs that lacks no more.
        next: those in some set that lacks one more.
    """

    least: int
    best: int
    next: int


def _addable(copies: int, beyond: int, picked: Pile, lack: _Lack) -> int:
    """Return the kinds of which so many copies can be added.

    Args:
        copies: how many copies.
        beyond: how many of them are more than there is room for beside the cards that are lacking; so
            many must be among these.
        picked: the cards chosen.
        lack: what they lack.
    """
    if beyond <= 0:
        return -1
    if beyond == 1:
        both = (
            lack.next & ~picked.once if copies > 1 else 0
        )  # they save two where one more is lacking
        return lack.best & ~picked.twice | both
    return lack.best & ~picked.once if beyond == 2 else 0


def _lack_of(demand: Demand, picked: Pile) -> _Lack:
    """Return what cards lack of the pairs and tractors that a hand owes."""
    _, _, _, pairs, tractors = demand.owed
    if not pairs:
        return _Lack(0, 0, 0)
    found = [
        _filled_up(served, demand.held.twice & ~served, pairs - served.bit_count(), picked)
        for served in _servings(demand.held.twice, tractors, demand.lead)
    ]
    least = min(lack.least for lack in found)
    best = following = 0
    for lack in found:
        if lack.least == least:
            best, following = best | lack.best, following | lack.next
        elif lack.least == least + 1:
            following |= lack.best
    return _Lack(least, best, following)


def _filled_up(served: int, others: int, more: int, picked: Pile) -> _Lack:
    """Return what cards lack of the pairs of some tractors, and of so many others.

    Args:
        served: the pairs of the tractors.
        others: the other pairs held.
        more: how many of these are owed beside the tractors.
        picked: the cards chosen.
    """
    whole, half = others & picked.twice, others & picked.once & ~picked.twice
    none = others & ~picked.once
    halves = more - whole.bit_count()
    nones = halves - half.bit_count()
    lack = 2 * served.bit_count() - (served & picked.once).bit_count()
    lack -= (served & picked.twice).bit_count()
    if halves <= 0:
        return _Lack(lack, served, 0)
    if nones <= 0:
        return _Lack(lack + halves, served | half, none)
    return _Lack(lack + half.bit_count() + 2 * nones, served | half | none, 0)


@lru_cache(maxsize=1 << 8)
def _servings(twice: int, tractors: int, lead: Lead) -> tuple[int, ...]:
    """Return every set of pairs that is tractors of a pack code, cut from some pairs."""
    sets = {0}
    for length in LENGTHS[tractors]:
        windows = _windows(twice, length, lead)
        sets = {pairs | window for pairs in sets for window in windows if not pairs & window}
    return tuple(sets)


def _windows(twice: int, length: int, lead: Lead) -> list[int]:
    """Return every tractor of a length among some pairs, as a set of them."""
    at: dict[int, list[int]] = {}
    for card in bits(twice):
        at.setdefault(phi_of(card, lead.main, lead.cr), []).append(1 << card)
    joined = {level: kinds for level, kinds in at.items() if lead.chain >> level & 1}
    return [
        sum(kinds)
        for low in joined
        for kinds in product(*(joined.get(low + step, ()) for step in range(length)))
    ]


# --------------------------------------------------------------------------------------------------
# ``Duty``: whether a play follows, why not, and all plays that do, for people; ``owed`` has the
# rule


@dataclass(frozen=True)
class Duty:
    """What a lead asks of a hand.

    Args:
        trump: the trump configuration.
        lead: the cards led, all of one partition.
        hand: the follower's whole hand before the play, at most 25 cards.
        profile: the rules of the house.
        demand: all of it as numbers.

    Raises:
        IllegalPosition: no card is led, cards of several partitions or three that are equal, or there
            are more than 25 cards in the hand, or fewer than were led. The number of packs is not asked
            for (``duty_of``).

    >>> duty = duty_of("S2", "H3H3H4H4H5H5", "H7H9HTHTHJHJHQHQHAHAS4")
    >>> duty.n_legal, *map(str, duty.plays)
    (1, 'HTHTHJHJHQHQ')
    """

    trump: Trump
    lead: Pile
    hand: Pile
    profile: Profile = STANDARD
    demand: Demand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of_kind(self.trump, Trump, "trump")
        of_kind(self.lead, Pile, "lead")
        of_kind(self.hand, Pile, "hand")
        of_kind(self.profile, Profile, "profile")
        object.__setattr__(
            self, "demand", Demand.of(self.hand, lead_of(self.lead, self.trump, self.profile))
        )
        hand_of(self.hand)
        if self.size > self.hand.size:
            raise IllegalPosition(too_few(self.size, self.hand.size))

    @property
    def led(self) -> int:
        """The number of the led partition, 0..4."""
        return self.demand.lead.led

    @property
    def suit(self) -> int:
        """The card mask of the led partition."""
        return partition_mask(self.led, self.trump.main_index, self.trump.rank_index)

    @property
    def size(self) -> int:
        """How many cards were led."""
        return self.demand.lead.size

    @property
    def held(self) -> Pile:
        """The hand's cards of the led partition."""
        return self.demand.held

    @property
    def chain(self) -> int:
        """The level mask of the Φ that join tractors; none where the house asks for no tractors."""
        return self.demand.lead.chain

    @property
    def asked(self) -> tuple[int, int]:
        """The pairs asked for and the pack code of the tractors: the lead's, or none (F2 silent)."""
        lead = self.demand.lead
        is_asked = asks_service(self.held.size, lead.size, lead.code)
        return (lead.pairs, lead.tractors) if is_asked else (0, 0)

    @property
    def owed_pairs(self) -> int:
        """How many pairs are owed, those in tractors included."""
        return self._service[0]

    @property
    def owed_tractors(self) -> int:
        """The pack code of the tractors owed."""
        return self._service[1]

    @cached_property
    def _service(self) -> tuple[int, int]:
        """The pairs and the pack code of the tractors owed."""
        return self.demand.owed[3:]

    @property
    def profile_owed(self) -> tuple[int, ...]:
        """The lengths in pairs of the blocks owed, longest first."""
        return _lengths(self.owed_tractors, self.owed_pairs)

    @cached_property
    def owed(self) -> tuple[Block, ...]:
        """The tractors and pairs of a best service, longest first: some cards that meet the duty (F2).

        Nothing where all cards of the led partition are played. ``checks.check_service`` verifies it.

        >>> [str(block) for block in duty_of("S2", "H3H3H4H4", "H6H6H8H8H9").owed]
        ['H6H6', 'H8H8']
        """
        lengths = self.profile_owed
        return best_service(self.held.twice, self.trump, self.chain, lengths)

    @cached_property
    def plays(self) -> LegalPlays:
        """All legal plays, lazily: ``len``, ``in``, by place, and one after the other."""
        return LegalPlays(self.demand)

    @property
    def n_legal(self) -> int:
        """How many legal plays there are, equal cards not told apart; none is listed for it.

        >>> duty_of("S2", "H3H5", "H6H6H7H8").n_legal
        4
        """
        return len(self.plays)

    def meets(self, selection: CardsLike | Pile) -> bool:
        """Tell whether some legal play has all the cards of a selection; none of the plays is listed.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than three times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.meets("H6H7"), duty.meets("H9")
        (True, False)
        """
        return can_follow(self.demand, pile_of(selection))

    def open(self, selection: CardsLike | Pile) -> Pile:
        """Return the cards of the hand that can be added to a selection which still ``meets``.

        Of equal cards there are so many as can all be added. A selection that does not meet the duty, or
        is a whole play, leaves none.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than three times.

        >>> duty = duty_of("S2", "H3H3H4", "H6H6H8H8HJ")
        >>> print(duty.open("H6"), duty.open("H6HJ"), duty.open("H6H6"))
        H6H8H8HJ H6 H8HJ
        """
        return open_cards(self.demand, pile_of(selection))

    def why_not(self, play: CardsLike | Pile) -> Phrase | None:
        """Return in one sentence why a play does not follow, or None if it does.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is played more than three times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.why_not("H6H6H9H9")
        'follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it'
        """
        pile = pile_of(play)
        if not pile.within(self.hand):
            return not_held(pile, self.hand)
        if pile.size != self.size:
            return wrong_size(self.size, pile.size)
        fault = self.demand.fault(pile)
        if fault == FOLLOWS:
            return None
        own = pile.of(self.suit)
        if fault == NOT_SUIT:
            return not_suit(self.led, self.size, self.held, own.size, self._disguised(pile))
        not_served = not_tractors if fault == NOT_TRACTORS else not_pairs
        would = format_cards(card for block in self.owed for card in sorted(block.cards))
        return not_served(self.profile_owed, self._given(own), would)

    def _disguised(self, pile: Pile) -> Pile:
        """Return the cards of a pile that show the sign of the led suit and are trumps by their rank."""
        if self.led == TRUMPS:
            return EMPTY
        return pile.of(1 << (len(RANKS) * self.led + self.trump.rank_index))

    def _given(self, own: Pile) -> tuple[int, ...]:
        """Return the lengths in pairs of the blocks that cards of the led partition give."""
        pairs = min(own.twice.bit_count(), self.owed_pairs)
        return _lengths(self.demand.tractors_by(own), pairs)


def duty_of(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    hand: CardsLike | Pile,
    profile: ProfileLike = STANDARD,
    *,
    packs: int = PACKS,
) -> Duty:
    """Return what a lead asks of a hand, all given as text or as objects.

    Args:
        trump: the trump configuration.
        lead: the cards led.
        hand: the follower's whole hand.
        profile: the house.
        packs: how many packs are in play, two or three.

    Raises:
        NotationError: something is no card of Tractor, no trump configuration or no profile.
        IllegalPosition: the cards can't lie like this (``Duty``), or lead and hand have more copies of a
            card than the packs.

    >>> duty_of("H2", "C9C9", "CACACKS3").why_not("CACK")
    'follow pairs: 1 pair is owed, the play gives no pair; CACA would meet it'
    >>> duty_of("H2", "C9C9", "C9CACA")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: C9 appears 3 times, but 2 packs hold 2
    """
    led, held = pile_of(lead), pile_of(hand)
    sum_of((led, held), packs)
    return Duty(as_trump(trump), led, held, as_profile(profile))


def _lengths(tractors: int, pairs: int) -> tuple[int, ...]:
    """Return the lengths of the blocks of a service: its tractors', then its lone pairs'."""
    found = LENGTHS[tractors]
    return (*found, *(1 for _ in range(pairs - sum(found))))
