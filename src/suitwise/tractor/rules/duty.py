"""Follow duty for people: ``Duty`` says whether a play is legal, why not, and lists all legal plays.

Source: rules page §6, Follow duty; docs/tractor.md, Following. The rule itself is in ``owed``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal, overload

from suitwise.arguments import each_of, of_kind
from suitwise.cards import RANKS, Card, CardsLike, format_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import FITS, WEIGHT, Block, pack_code, parted_view, windows
from suitwise.tractor.rules.deck import Pile, Trump, TrumpLike
from suitwise.tractor.rules.pairs.legal_plays import LENGTHS, LegalPlays, can_follow, open_cards
from suitwise.tractor.rules.pairs.owed import (
    FOLLOWS,
    NOT_SUIT,
    Demand,
    asks_service,
    lead_of,
    owed_tractors,
)
from suitwise.tractor.rules.profile import (
    STANDARD,
    Profile,
    ProfileLike,
    as_profile,
    of_table,
    of_two_packs,
)
from suitwise.tractor.rules.reasons import not_held, not_served, not_suit, too_few, wrong_size
from suitwise.tractor.rules.wide.lead import WideDuty, WideLead

# --- Cards for a best service ---------------------------------------------------------------------
#
# A service is a set of disjoint pairs and tractors, each placed inside one of the lead's tractors or
# pairs. ``owed`` computes the lengths of the best service; here are cards for it. ``check_service``
# verifies them against the definition.


def best_service(twice: int, trump: Trump, chain: int, lengths: Sequence[int]) -> tuple[Block, ...]:
    """Find tractors and pairs of given lengths among some pairs, the lowest that will do.

    Args:
        twice: card mask of the pairs, all of one partition.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
        lengths: lengths in pairs, longest first; such blocks exist among these pairs.
    """
    main, cr = trump.main_index, trump.rank_index
    phi = {Card(card): deck.phi_of(card, main, cr) for card in deck.bits(twice)}
    shared = deck.rank_card_phi(main)
    left = sorted(phi, key=lambda card: (phi[card], card))
    blocks: list[Block] = []
    pairs = sum({1 << level for level in phi.values()}) & chain
    tractors = tuple(length for length in lengths if length > 1)
    for levels in _tractor_levels(pairs, shared, tractors):
        cards = [next(card for card in left if phi[card] == at) for at in levels]
        left = [card for card in left if card not in cards]
        blocks.append(_block(cards[::-1], levels[-1]))
    alone = left[: len(lengths) - len(blocks)]
    return (*blocks, *(_block([card], phi[card]) for card in alone))


def _block(cards: Sequence[Card], phi: int) -> Block:
    return Block(tuple(card for card in cards for _ in range(2)), phi)


def _tractor_levels(pairs: int, shared: int, tractors: tuple[int, ...]) -> Iterator[range]:
    """Yield the Φ of each tractor; they fit into the joined or the parted view of the pairs."""
    places = _pack_tractors(pairs, tractors)
    if places is not None:
        yield from map(range, places, map(sum, zip(places, tractors, strict=True)))
        return
    for low, length in zip(
        _pack_tractors(parted_view(pairs, shared), tractors) or (), tractors, strict=True
    ):
        start = low - 2 if low > shared + 1 else low  # back from the shift of the parted view
        yield range(start, start + length)


def _pack_tractors(pairs: int, tractors: tuple[int, ...]) -> list[int] | None:
    """Return the lowest Φ of each tractor when packed into one view; None if they don't fit."""
    if not tractors:
        return []
    length, others = tractors[0], tractors[1:]
    others_code = sum(WEIGHT[other] for other in others) & 127
    for low in [*deck.bits(windows(pairs, length))]:
        rest = pairs & ~(((1 << length) - 1) << low)
        if FITS[128 * others_code + pack_code(rest)]:
            return [low, *(_pack_tractors(rest, others) or ())]
    return None


# --- Duty -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duty:
    """The duty of a hand that follows a lead.

    Args:
        trump: the trump configuration.
        lead: the cards led, all of one partition.
        hand: the follower's whole hand before the play, at most 25 cards.
        profile: the house rules.
        demand: the duty as the kernels of ``owed`` work it out.

    Raises:
        IllegalPosition: no card is led, or cards of several partitions, or three equal cards; or the
            hand has three equal cards, more than 25, or fewer than were led. Copies in lead and hand
            together are not counted here (``duty_of`` does that).

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
        demand = Demand.of(self.hand, lead_of(self.lead, self.trump, self.profile))
        object.__setattr__(self, "demand", demand)
        held = deck.hand_of(self.hand, deck.PACKS).size
        if demand.lead.size > held:
            raise IllegalPosition(too_few(demand.lead.size, held))

    @property
    def led(self) -> int:
        """The number of the led partition, 0..4."""
        return self.demand.lead.led

    @property
    def suit(self) -> int:
        """The card mask of the led partition."""
        return self.demand.suit

    @property
    def size(self) -> int:
        """The number of cards led."""
        return self.demand.lead.size

    @property
    def held(self) -> Pile:
        """The hand's cards of the led partition."""
        return self.demand.held

    @property
    def chain(self) -> int:
        """The level mask of the Φ that join tractors; empty if the house asks for no tractors."""
        return self.demand.lead.chain

    @property
    def asked(self) -> tuple[int, int]:
        """The lead's number of pairs and pack code of tractors; zeros if F2 does not apply."""
        lead = self.demand.lead
        is_asked = asks_service(self.held.size, lead.size, lead.code)
        return (lead.pairs, lead.tractors) if is_asked else (0, 0)

    @property
    def owed_pairs(self) -> int:
        """The number of pairs owed, those in tractors included."""
        return self.demand.owed.pairs

    @property
    def owed_tractors(self) -> int:
        """The pack code of the tractors owed."""
        return self.demand.owed.tractors

    @property
    def profile_owed(self) -> tuple[int, ...]:
        """The lengths in pairs of the blocks owed, longest first."""
        return _lengths(self.owed_tractors, self.owed_pairs)

    @cached_property
    def owed(self) -> tuple[Block, ...]:
        """The blocks of one best service, longest first: cards that meet F2.

        Empty if F2 does not apply. ``check_service`` verifies it.

        >>> [str(block) for block in duty_of("S2", "H3H3H4H4", "H6H6H8H8H9").owed]
        ['H6H6', 'H8H8']
        """
        lengths = self.profile_owed
        return best_service(self.held.twice, self.trump, self.chain, lengths)

    @cached_property
    def plays(self) -> LegalPlays:
        """All legal plays as a lazy sequence: ``len``, ``in``, indexing and iteration."""
        return LegalPlays(self.demand)

    @property
    def n_legal(self) -> int:
        """The number of legal plays, counted without listing them; copies of a card count as one.

        >>> duty_of("S2", "H3H5", "H6H6H7H8").n_legal
        4
        """
        return len(self.plays)

    def meets(self, selection: CardsLike | Pile) -> bool:
        """Tell whether some legal play contains all cards of a selection, without listing plays.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than four times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.meets("H6H7"), duty.meets("H9")
        (True, False)
        """
        return can_follow(self.demand, deck.pile_of(selection))

    def open(self, selection: CardsLike | Pile) -> Pile:
        """Return the cards of the hand, each of which can be added to a selection so that it ``meets``.

        A card appears twice if both copies can be added together. The result is empty for a complete
        play, and for a selection that does not meet the duty.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is selected more than four times.

        >>> duty = duty_of("S2", "H3H3H4", "H6H6H8H8HJ")
        >>> print(duty.open("H6"), duty.open("H6HJ"), duty.open("H6H6"))
        H6H8H8HJ H6 H8HJ
        """
        return open_cards(self.demand, deck.pile_of(selection))

    def why_not(self, play: CardsLike | Pile) -> Phrase | None:
        """Return the reason why a play does not follow, one sentence, or None if it does.

        Raises:
            NotationError: something is no card of Tractor.
            IllegalPosition: a card is played more than four times.

        >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
        >>> duty.why_not("H6H6H9H9")
        'follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it'
        """
        pile, demand = deck.pile_of(play), self.demand
        if not pile.within(self.hand):
            return not_held(pile, self.hand)
        if pile.size != demand.lead.size:
            return wrong_size(demand.lead.size, pile.size)
        own = pile.of(demand.suit)
        fault = demand.fault(own)
        if fault == FOLLOWS:
            return None
        if fault == NOT_SUIT:
            return not_suit(self.led, self.size, self.held, own.size, self._disguised(pile))
        would = format_cards(card for block in self.owed for card in sorted(block.cards))
        return not_served(fault, self.profile_owed, self._given(own), would)

    def _disguised(self, pile: Pile) -> Pile:
        """Return the cards of a pile that look like the led suit but are trumps by their rank."""
        if self.led == deck.TRUMPS:
            return deck.EMPTY
        return pile.of(1 << (len(RANKS) * self.led + self.trump.rank_index))

    def _given(self, own: Pile) -> tuple[int, ...]:
        """Return the lengths in pairs of the blocks that cards of the led partition serve with."""
        pairs = min(own.twice.bit_count(), self.owed_pairs)
        return _lengths(owed_tractors(own.twice, self.demand.lead), pairs)


@overload
def duty_of(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    hand: CardsLike | Pile,
    profile: ProfileLike = STANDARD,
    *,
    packs: Literal[2] = 2,
) -> Duty: ...


@overload
def duty_of(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    hand: CardsLike | Pile,
    profile: ProfileLike = STANDARD,
    *,
    packs: int,
) -> Duty | WideDuty: ...


def duty_of(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    hand: CardsLike | Pile,
    profile: ProfileLike = STANDARD,
    *,
    packs: int = deck.PACKS,
) -> Duty | WideDuty:
    """Return the duty of a hand that follows a lead, all given as text or as objects.

    Args:
        trump: the trump configuration.
        lead: the cards led; in a text for other than two packs a plus may stand between parts.
        hand: the follower's whole hand.
        profile: the house rules.
        packs: the number of packs in play, one to four.

    Returns:
        A ``Duty`` with two packs, else a ``WideDuty``; both tell ``why_not``, ``plays``, ``n_legal``,
        ``meets`` and ``open``.

    Raises:
        NotationError: something is no card of Tractor, no trump configuration or no profile, or the
            profile is one of other tables.
        IllegalPosition: as for ``Duty``; or lead and hand have more copies of a card than the packs.

    >>> duty_of("H2", "C9C9", "CACACKS3").why_not("CACK")
    'follow pairs: 1 pair is owed, the play gives no pair; CACA would meet it'
    >>> duty_of("H2", "C9C9C9", "CACACKCKS3", packs=3).why_not("CACACK") is None
    True
    >>> duty_of("H2", "C9C9", "C9CACA")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: C9 appears 3 times, but 2 packs hold 2
    """
    trump, profile, packs = deck.as_trump(trump), as_profile(profile), deck.number_of_packs(packs)
    held = deck.hand_of(hand, packs)
    if packs == deck.PACKS:
        led = deck.pile_of(lead)
        deck.sum_of((led, held), packs)
        return Duty(trump, led, held, of_two_packs(profile))
    house = of_table(profile, packs)
    if isinstance(lead, str):
        wide = WideLead.of(lead, trump, house)
    else:
        wide = WideLead.by_default(deck.pile_of(lead), trump, house)
    deck.sum_of((wide.cards, held), packs)
    return WideDuty(wide, held)


def _lengths(tractors: int, pairs: int) -> tuple[int, ...]:
    """Return the lengths of the blocks of a service: the tractors, then a 1 for each lone pair."""
    long = LENGTHS[tractors]
    return (*long, *(1 for _ in range(pairs - sum(long))))


# --- Checking a best service against the definition -----------------------------------------------
#
# The blocks placed inside one part of the lead must not be longer together than that part, and no
# family of disjoint blocks in the hand may do better. This is brute force, independent of ``owed``.


def check_service(duty: Duty, service: Sequence[Block]) -> None:
    """Verify a best service from the definition alone, without the packing table.

    Args:
        duty: the duty of the hand.
        service: the blocks, as ``Duty.owed`` returns them.

    Raises:
        IllegalPosition: the blocks are not the hand's, are no pairs and tractors of the led partition,
            have no room in the lead's, or the hand can serve better.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H8H8H9H9HJ")
    >>> check_service(duty, duty.owed)
    >>> check_service(duty, duty_of("S2", "H3H3", "H6H6H8H8H9H9HJ").owed)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: no best service: the hand can give 2 where this gives 1
    """
    of_kind(duty, Duty, "duty")
    lengths = tuple(block.size // 2 for block in each_of(service, Block, "a block"))
    used = Counter(card for block in service for card in block.cards)
    _require(used <= Counter(duty.held.cards), "the cards are not the hand's of the led partition")
    for block in service:
        _check_block(duty, block)
    room = _parts(duty)
    _require(_fits(lengths, room), f"{_text(lengths)} can't be put into {_text(room)}")
    possible = _families(tuple(sorted(_ladder_steps(duty, deck.bits(duty.held.twice)))))
    best = max(family for family in possible if _fits(family, room))
    _require(lengths == best, f"the hand can give {_text(best)} where this gives {_text(lengths)}")


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise IllegalPosition(f"no best service: {fault}")


def _text(lengths: Sequence[int]) -> str:
    return " + ".join(map(str, lengths)) or "nothing"


def _parts(duty: Duty) -> tuple[int, ...]:
    """Return the lengths of the lead's tractors and pairs."""
    pairs, tractors = duty.asked
    return _lengths(tractors, pairs)


def _check_block(duty: Duty, block: Block) -> None:
    """Verify that a block is a pair or a tractor."""
    kinds = block.cards[::2]
    _require(len(kinds) > 0 and block.cards[1::2] == kinds, f"{block} is not made of pairs")
    rungs = _ladder_steps(duty, kinds)
    steps = all(high - low == 1 for high, low in pairwise(rungs))
    _require(steps, f"{block} is no tractor")


def _ladder_steps(duty: Duty, kinds: Iterator[int] | Sequence[int]) -> list[int]:
    """Return the Φ of some cards; a Φ that joins no tractor becomes a number without neighbours."""
    main, cr = duty.trump.main_index, duty.trump.rank_index
    levels = (deck.phi_of(kind, main, cr) for kind in kinds)
    return [level if duty.chain >> level & 1 else 100 + 2 * level for level in levels]


@lru_cache(maxsize=1 << 14)
def _fits(lengths: tuple[int, ...], room: tuple[int, ...]) -> bool:
    """Tell whether blocks of these lengths can be placed inside parts with this room, by brute force."""
    if not lengths:
        return True
    return any(
        space >= lengths[0]
        and _fits(lengths[1:], tuple(sorted((*room[:at], space - lengths[0], *room[at + 1 :]))))
        for at, space in enumerate(room)
    )


@lru_cache(maxsize=1 << 14)
def _families(rungs: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return the lengths, longest first, of every family of disjoint blocks of pairs on these rungs.

    Either the lowest pair is in no block of the family, or it is the lowest pair of a block.
    """
    if not rungs:
        return frozenset({()})
    lengths = set(_families(rungs[1:]))
    left, length = list(rungs), 0
    while rungs[0] + length in left:
        left.remove(rungs[0] + length)
        length += 1
        families = _families(tuple(left))
        lengths |= {tuple(sorted((length, *rest), reverse=True)) for rest in families}
    return frozenset(lengths)
