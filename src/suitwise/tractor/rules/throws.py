"""Decide whether a throw stands against the other hands, under any house rules.

Source: rules page §6, Throws; docs/tractor.md, Leading.

A throw is a lead of several blocks, its *parts*. A seat beats a part if its cards of the led partition
contain a block of the same length with a higher top Φ, possibly inside a longer block. A trump beats no
part of a plain throw; the thrower's partner is asked like the opponents. If nobody beats any part, the
throw stands. Otherwise one part is forced, and the other cards go back to the hand. The profile says
which part is forced (``forced``) and how many points that costs (``penalty``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.arguments import several
from suitwise.cards import CardsLike
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.foundation.text.phrases import CardText, Phrase, one_of, phrase
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block, highest_block, longest_run, only_block, parts_of
from suitwise.tractor.rules.deck import Pile, Trump, TrumpLike, pair_levels, pile_of
from suitwise.tractor.rules.pairs.cutting import lowest_part
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import Profile, ProfileLike, as_profile, of_table, of_two_packs
from suitwise.tractor.rules.tables import MOST_SEATS
from suitwise.tractor.rules.wide.lead import WideLead, needs_parts
from suitwise.tractor.rules.wide.parts import cards_of

TURNS = {
    1: phrase("tractor.next-seat", "next seat"),
    2: phrase("tractor.partner", "partner"),
    3: phrase("tractor.seat-before", "seat before the leader"),
}
"""Names of the seats by their place after the leader, at a table of four."""

FORCED = ("beaten", "largest", "first", "lowest", "never")
"""The options of ``profile.forced``, by code."""
BEATEN, LARGEST, FIRST, LOWEST, NEVER = range(5)
STANDS = 99
"""Returned instead of the length of a forced part if the throw stands."""
_NOBODY = 4
"""Returned instead of a place 1 to 3 after the leader."""

# --- Forced part of a throw, on card masks --------------------------------------------------------


@rule
def forced_part(
    cells: Any,
    hands: int,
    seat: int,
    once: int,
    twice: int,
    led: tuple[int, int],
    trump: tuple[int, int, int],
    forced: int,
) -> tuple[int, int]:
    """Return the length and the top Φ of the part that a failed throw is reduced to.

    Tries one length after the other, beginning with the one the house prefers. Only the lowest part of
    each length matters: if a seat beats any part of that length, it beats that one.

    Args:
        cells: an array that contains the four hands, two masks each.
        hands: index of the first hand in it.
        seat: the leader.
        once: card mask of the lead.
        twice: card mask of its pairs.
        led: its partition, and the card mask of that partition.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
        forced: the part that the house forces, an index into ``FORCED``.

    Returns:
        The length in pairs, 0 for a single, ``STANDS`` if the lead stands; and the top Φ.

    >>> hands = [0b1001, 0b1000, 0, 0, 0b100010000, 0, 0, 0]
    >>> forced_part(hands, 0, 0, 0b1001, 0b1000, (0, 0x1FFF), (1, 12, -1), BEATEN)
    (0, 1)
    """
    main, cr, chain = trump
    if forced == NEVER or only_block(once, twice, led[0], main, cr, chain) >= 0:
        return STANDS, 0
    pairs, _ = pair_levels(twice, led[0], main, cr)
    longest = max(longest_run(pairs & chain), 1 if twice else 0)
    smallest, smallest_top = STANDS, 0
    part, part_top, first = STANDS, 0, _NOBODY
    for step in range(longest + 1):
        length = longest - step if forced == LARGEST else step
        top = lowest_part(once, twice, led[0], trump, length)
        if top:
            if smallest == STANDS:
                smallest, smallest_top = length, top
            by = first_to_beat(cells, hands, seat, led, trump, length, top)
            if by < first:
                part, part_top, first = length, top, by
                if forced == LOWEST:
                    return smallest, smallest_top
                if forced != FIRST:
                    return length, top
    return part, part_top


@rule
def first_to_beat(
    cells: Any,
    hands: int,
    seat: int,
    led: tuple[int, int],
    trump: tuple[int, int, int],
    length: int,
    top: int,
) -> int:
    """Return the first place after the leader that beats a part of a throw; 4 if nobody does.

    Args:
        cells: as for ``forced_part``.
        hands: as for ``forced_part``.
        seat: the leader.
        led: the led partition, and its card mask.
        trump: as for ``forced_part``.
        length: the part's length in pairs.
        top: its top Φ.
    """
    main, cr, chain = trump
    for ahead in range(1, 4):
        hand = hands + 2 * (seat + ahead & 3)
        once, twice = item_at(cells, hand) & led[1], item_at(cells, hand + 1) & led[1]
        if highest_block(once, twice, led[0], main, cr, length, chain) > top:
            return ahead
    return _NOBODY


# --- Ruling on a throw ----------------------------------------------------------------------------


class Beaten(NamedTuple):
    """A part of a throw that somebody beats.

    Args:
        part: the block.
        by: the seats that beat it, as places after the leader from 1, in order.
    """

    part: Block
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """The ruling on a lead: it stands, or it is a throw that fails.

    Args:
        stands: whether the lead stays on the table as it is; a lead of one block always does.
        forced: the cards to lead instead if the throw fails. Rank cards on one Φ are interchangeable,
            so the leader may have a choice of several piles.
        by: the first seat that beats the forced part, as a place after the leader from 1; 0 if the lead
            stands, or if the house forces the smallest part and nobody beats that one.
        beaten: the parts that somebody beats, largest first.
        penalty: the points that the failed throw costs the leader's side.
        seats: the number of seats at the table.

    >>> hands = ("HKHKHQHQHJ", "HAHAH6H7H8", "H3H4H5H9HT", "C3C4C5C6C7")
    >>> found = throw_of("S2", hands, hands[0])
    >>> found.stands, [str(pile) for pile in found.forced], found.by
    (False, ['HJ'], 1)
    >>> print(found)
    it fails: the next seat beats HJ, and HJ is led
    """

    stands: bool
    forced: tuple[Pile, ...] = ()
    by: int = 0
    beaten: tuple[Beaten, ...] = ()
    penalty: int = 0
    seats: int = 4

    def __str__(self) -> str:
        return str(self.phrase)

    @property
    def phrase(self) -> Phrase:
        """The ruling in words."""
        if self.stands:
            return phrase("tractor.throw-stands", "it stands")
        by, part = self.stopped_by
        return phrase(
            "tractor.throw-fails",
            "it fails: the {turn} beats {part}, and {led} is led",
            turn=turn_named(by, self.seats),
            part=part,
            led=self.led_instead,
        )

    @property
    def led_instead(self) -> str:
        """The cards to lead after a failure, with the leader's choices: ``H2 or D2``."""
        return one_of(map(CardText, self.forced))

    @property
    def stopped_by(self) -> tuple[int, str]:
        """After a failure: a seat that beats a part, as a place 1 to 3, and that part.

        This is the forced part, or if nobody beats that one, the smallest part that is beaten.
        """
        if self.by:
            return self.by, self.led_instead
        part, by = self.beaten[-1]
        return by[0], CardText(part)


_STANDS = Throw(True)


def turn_named(place: int, seats: int) -> Phrase:
    """Name a seat by its place after the leader.

    >>> turn_named(1, 4), turn_named(2, 6)
    ('next seat', 'seat 2 after the leader')
    """
    if seats == len(TURNS) + 1:
        return TURNS[place]
    return phrase("tractor.seat-after", "seat {n} after the leader", n=place)


def throw_of(
    trump: TrumpLike,
    hands: Sequence[CardsLike | Pile],
    lead: CardsLike | Pile,
    profile: ProfileLike = "standard",
    *,
    packs: int = deck.PACKS,
) -> Throw:
    """Rule whether a lead stands, given all hands.

    Args:
        trump: the trump configuration.
        hands: the hands before the lead, the leader's first; each may be known only in part. With two
            packs there are four; else four to eight.
        lead: cards of one partition that the leader holds, cut by default.
        profile: the house rules.
        packs: the number of packs in play, two to four.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are too few or too many hands, or hands with too many cards or with more
            copies of a card than the packs; the first does not hold the lead, or the lead has no cards
            or cards of several partitions.

    >>> str(throw_of("S2", ["HQHK", "H3H4", "HAHA", "H5H6"], "HQHK"))
    'it fails: the partner beats HQ, and HQ is led'
    """
    trump, profile, packs = deck.as_trump(trump), as_profile(profile), deck.number_of_packs(packs)
    thrown, piles = pile_of(lead), [deck.hand_of(hand, packs) for hand in several(hands, "hands")]
    if packs == deck.PACKS and len(piles) != 4:
        raise IllegalPosition(f"a throw is held against three hands, not {len(piles) - 1}")
    if not 4 <= len(piles) <= MOST_SEATS:
        raise IllegalPosition(f"a throw is held against 3 to 7 hands, not {len(piles) - 1}")
    deck.sum_of(piles, packs)
    if not thrown.within(piles[0]):
        raise IllegalPosition(f"the leader does not hold {thrown}")
    if packs == deck.PACKS:
        return throw_in_play(trump, piles, thrown, of_two_packs(profile))
    house = of_table(profile, packs, len(piles))
    return throw_of_parts(WideLead.by_default(thrown, trump, house), piles)


def throw_in_play(trump: Trump, piles: Sequence[Pile], thrown: Pile, profile: Profile) -> Throw:
    """Rule whether a lead stands: ``throw_of`` without its checks of the arguments."""
    beaten = _beaten(thrown, piles[1:], trump, profile)
    if not beaten:
        return _STANDS
    part = forced_order(_forced_candidates(thrown, beaten, trump, profile), profile)[0]
    by = next((seats[0] for other, seats in beaten if other == part), 0)
    forced = interchangeable(part, thrown, trump)
    return Throw(False, forced, by, beaten, profile.penalty, len(piles))


def _forced_candidates(
    thrown: Pile, beaten: Sequence[Beaten], trump: Trump, profile: Profile
) -> Iterable[Block]:
    """Return the candidates for the forced part of a failed throw; the first in order is forced."""
    return _candidates(_parts(thrown, trump, profile), beaten, profile)


def _candidates(
    parts: Sequence[Block], beaten: Sequence[Beaten], profile: Profile
) -> Iterable[Block]:
    if profile.forced == "lowest":
        return parts
    if profile.forced == "first":
        first = min(by[0] for _, by in beaten)
        return [part for part, by in beaten if by[0] == first]
    return [part for part, _ in beaten]


def throw_of_parts(lead: WideLead, piles: Sequence[Pile]) -> Throw:
    """Rule whether a lead of named parts stands.

    Args:
        lead: the lead with its parts.
        piles: the hands before the lead, four to eight, the leader's first.

    >>> lead = WideLead.of("HQHQHQ+HA", Trump("S", "2"))
    >>> hands = [pile_of(hand) for hand in ("HQHQHQHA", "HKHKH3", "HKHJH5", "C3")]
    >>> str(throw_of_parts(lead, hands))
    'it stands'
    """
    others, profile = piles[1:], lead.profile
    if len(lead.parts) == 1 or profile.forced == "never":
        return _STANDS
    beaten = tuple(
        Beaten(part, by)
        for part in lead.parts
        if (by := tuple(at for at, hand in enumerate(others, 1) if lead.beaten_by(part, hand)))
    )
    if not beaten:
        return _STANDS
    candidates = list(_candidates(lead.parts, beaten, profile))
    part = forced_order(candidates, profile)[0]
    equals = [
        other for other in candidates if _forced_key(other, profile) == _forced_key(part, profile)
    ]
    first = next((seats[0] for other, seats in beaten if other == part), 0)
    forced = tuple(cards_of([other]) for other in equals)
    return Throw(False, forced, first, beaten, profile.penalty, len(piles))


def is_safe(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    others: Sequence[CardsLike | Pile],
    profile: ProfileLike = "standard",
) -> bool:
    """Tell whether a lead is certain to stand, given what the leader knows.

    Args:
        trump: the trump configuration.
        lead: cards of one partition.
        others: for each other seat the cards it may hold; or, if nothing is known of the seats, one
            pile of all the cards that the leader does not see.
        profile: the house rules.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: the lead is of several partitions.

    >>> unseen = "HQ HJ S3"
    >>> is_safe("S2", "HAHAHK", [unseen]), is_safe("S2", "HAHAHT", [unseen])
    (True, False)
    """
    piles, led = [pile_of(other) for other in several(others, "others")], pile_of(lead)
    trump, profile = deck.as_trump(trump), as_profile(profile)
    if needs_parts(led, profile):
        return throw_of_parts(WideLead.by_default(led, trump, profile), [led, *piles]).stands
    return not _beaten(led, piles, trump, profile)


def _parts(lead: Pile, trump: Trump, profile: Profile) -> tuple[Block, ...]:
    return parts_of(lead, trump, profile.chain_mask(trump.main_index))


def _beaten(
    lead: Pile, others: Sequence[Pile], trump: Trump, profile: Profile
) -> tuple[Beaten, ...]:
    """Return the parts of a throw that somebody beats, and who does."""
    led = led_partition(lead, trump)
    main, cr = trump.main_index, trump.rank_index
    chain = profile.chain_mask(main)
    if profile.forced == "never" or only_block(lead.once, lead.twice, led, main, cr, chain) >= 0:
        return ()
    beaten = []
    parts = _parts(lead, trump, profile)
    highest = {
        size: [highest_like(other, size, led, trump, chain) for other in others]
        for size in {part.size for part in parts}
    }
    for part in parts:
        by = [at for at, phi in enumerate(highest[part.size], 1) if phi > part.phi]
        if by:
            beaten.append(Beaten(part, tuple(by)))
    return tuple(beaten)


def beats(pile: Pile, part: Block, partition: int, trump: Trump, chain: int) -> bool:
    """Tell whether some cards contain a higher block of a part's size in the part's own partition.

    Args:
        pile: the cards.
        part: a single, a pair or a tractor.
        partition: its partition 0..4.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.

    >>> trump, chain = Trump("S", "2"), -1
    >>> queens = parts_of(pile_of("HQHQ"), trump, chain)[0]
    >>> [beats(pile_of(held), queens, 1, trump, chain) for held in ("HKHK", "HKHA", "S3S3")]
    [True, False, False]
    """
    return highest_like(pile, part.size, partition, trump, chain) > part.phi


def highest_like(pile: Pile, size: int, partition: int, trump: Trump, chain: int) -> int:
    """Return the highest top Φ of the blocks of a size that cards have in a partition; 0 if none.

    Args:
        pile: the cards.
        size: the block's number of cards.
        partition: the partition 0..4.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
    """
    main, cr = trump.main_index, trump.rank_index
    mask = deck.partition_mask(partition, main, cr)
    once, twice = pile.once & mask, pile.twice & mask
    return highest_block(once, twice, partition, main, cr, size // 2, chain)


def forced_order(parts: Iterable[Block], profile: Profile) -> list[Block]:
    """Return parts of a throw in the order in which the house forces them.

    Small parts come first, or large ones if the house forces the largest; among equals the lower.

    >>> parts = parts_of(pile_of("H3H3H5H7"), Trump("S", "2"), -1)
    >>> for house in ("standard", "duan"):
    ...     print(*forced_order(parts, as_profile(house)))
    H5 H7 H3H3
    H3H3 H5 H7
    """
    return sorted(parts, key=lambda part: _forced_key(part, profile))


def _forced_key(part: Block, profile: Profile) -> tuple[int, int, bool]:
    """Return the sort key of a part; of parts with equal keys the leader may choose."""
    sign = -1 if profile.forced == "largest" else 1
    return sign * part.size, part.phi, part.length > 1


def interchangeable(part: Block, lead: Pile, trump: Trump) -> tuple[Pile, ...]:
    """Return every choice of cards for a part of a lead: rank cards on one Φ are interchangeable."""
    main, cr = trump.main_index, trump.rank_index
    once = sum(1 << card for card in set(part.cards))
    pile = Pile(once, once if part.size > 1 else 0)
    own = deck.shared_rank_cards(pile.once, main, cr)
    if not own:
        return (pile,)
    copies = lead.twice if part.size > 1 else lead.once & ~lead.twice
    others = [1 << card for card in deck.bits(deck.shared_rank_cards(copies, main, cr))]
    return tuple(
        Pile(pile.once ^ own | other, (pile.twice ^ own | other) if pile.twice else 0)
        for other in others
    )
