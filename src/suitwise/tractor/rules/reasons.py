"""Why a play does not follow, in words.

Source: rules page §6, Follow duty. The faults themselves are found by ``owed`` and ``wide``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from suitwise.foundation.text.phrases import CardText, Phrase, all_of, phrase
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import pairs_text
from suitwise.tractor.rules.deck import EMPTY, TRUMPS, Pile
from suitwise.tractor.rules.pairs.owed import NOT_TRACTORS

_ONE_OF_SUIT = (
    phrase("tractor.spade", "spade"),
    phrase("tractor.heart", "heart"),
    phrase("tractor.diamond", "diamond"),
    phrase("tractor.club", "club"),
    deck.PARTITION_NAMES[TRUMPS],
)


def wrong_size(led: int, played: int) -> Phrase:
    """Say that a play has the wrong number of cards.

    >>> wrong_size(2, 3)
    '2 cards were led, so 2 must be played, not 3'
    """
    if led == 1:
        return phrase("tractor.play-one", "1 card was led, so 1 must be played, not {n}", n=played)
    said = {"led": led, "n": played}
    return phrase(
        "tractor.play-as-many", "{led} cards were led, so {led} must be played, not {n}", **said
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
    """Name the cards of a play that are missing from the hand."""
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
    """Say that a play has too few cards of the led partition.

    Args:
        led: the led partition.
        size: the number of cards led.
        held: the hand's cards of that partition.
        given: the number of them in the play.
        trumps: cards of the play that look like the led suit but are trumps by their rank.

    >>> from suitwise.tractor.rules.deck import pile_of
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
    which = phrase("tractor.any-held", "any of the {n} you hold", n=held.size)
    if held.size <= size:
        which = phrase("tractor.all-held", "{cards} (all you hold)", cards=CardText(held))
    owed = suit_owed(led, min(size, held.size))
    said = {"suit": _cards_of_suit(led), "owed": owed, "which": which}
    if not given:
        return phrase(
            "tractor.follow-suit-not-at-all",
            "follow {suit}: {owed}, {which}; the play has none",
            **said,
        )
    return phrase(
        "tractor.follow-suit", "follow {suit}: {owed}, {which}; the play has {n}", n=given, **said
    )


def _cards_of_suit(led: int) -> Phrase:
    return phrase("tractor.trumps", "trumps") if led == TRUMPS else deck.PARTITION_NAMES[led]


def suit_owed(led: int, number: int) -> Phrase:
    """State the number of cards of the led partition that are owed.

    >>> suit_owed(1, 2)
    '2 hearts are owed'
    """
    if number == 1:
        return phrase("tractor.owed-card", "1 {suit} is owed", suit=_ONE_OF_SUIT[led])
    suit = _cards_of_suit(led)
    return phrase("tractor.owed-cards", "{n} {suit} are owed", n=number, suit=suit)


def not_served(fault: int, owed: Sequence[int], given: Sequence[int], would: str) -> Phrase:
    """Say that a play has fewer tractors or pairs than are owed.

    Args:
        fault: ``NOT_TRACTORS`` or ``NOT_PAIRS``.
        owed: the lengths in pairs of the blocks owed.
        given: the lengths in pairs of the blocks in the play.
        would: cards that would meet the duty.

    >>> print(not_served(NOT_TRACTORS, (2,), (1, 1), "H6H6H7H7"))
    follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it
    """
    said = {"owed": blocks_owed(owed), "given": _given(given), "cards": CardText(would)}
    if fault == NOT_TRACTORS:
        return phrase(
            "tractor.follow-tractors",
            "follow tractors: {owed}, {given}; {cards} would meet it",
            **said,
        )
    return phrase(
        "tractor.follow-pairs", "follow pairs: {owed}, {given}; {cards} would meet it", **said
    )


def blocks_owed(lengths: Sequence[int]) -> Phrase:
    """State the blocks that are owed, given their lengths in pairs.

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
