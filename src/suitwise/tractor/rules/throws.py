"""Throws: a lead of several blocks, held against the other three hands.

Source: rules page §6, Throws; docs/tractor.md, Leading.

A seat beats a part of the throw if its cards of the led partition hold a block of the same length with
a higher top Φ; it may lie inside a longer one, and a trump beats no part of a plain throw. Partners ask,
too. If nobody beats any part, the throw stands; else one part is forced, and the rest goes back. Which
part that is, and what it costs, is the profile's: ``forced`` and ``penalty``.
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
from suitwise.tractor.rules.blocks import (
    Block,
    highest_block,
    longest_run,
    only_block,
    pair_levels,
    parts_of,
)
from suitwise.tractor.rules.cutting import lowest_part
from suitwise.tractor.rules.order import (
    Trump,
    TrumpLike,
    as_trump,
    partition_mask,
    shared_rank_cards,
)
from suitwise.tractor.rules.piles import PACKS, Pile, bits, hand_of, only_partition, pile_of, sum_of
from suitwise.tractor.rules.profile import Profile, ProfileLike, as_profile

TURNS = {
    1: phrase("tractor.next-seat", "next seat"),
    2: phrase("tractor.partner", "partner"),
    3: phrase("tractor.seat-before", "seat before the leader"),
}
"""What the seats are called by their places after the leader."""

FORCED = ("beaten", "largest", "first", "lowest", "never")
"""What a failed throw leads (``profile.forced``), by its number."""
BEATEN, LARGEST, FIRST, LOWEST, NEVER = range(5)
STANDS = 99
"""In place of the length of the part that a throw leads: it stands."""
_NOBODY = 4
"""Behind the places of the other seats."""

# --- A lead on card masks -------------------------------------------------------------------------


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
    """Return the part that is led instead of a throw that fails: its length in pairs, and its top Φ.

    Args:
        cells: an array that has the four hands, two masks each.
        hands: where the first hand stands in it.
        seat: the leader.
        once: card mask of the lead.
        twice: mask of its pairs.
        led: its partition and that partition's card mask.
        trump: main suit, current rank, and the level mask of the Φ that join tractors.
        forced: which part the house forces, a number of ``FORCED``.

    Returns:
        The length, 0 for a single and ``STANDS`` where the lead stands; and the Φ.

    >>> hands = [0b1001, 0b1000, 0, 0, 0b100010000, 0, 0, 0]
    >>> forced_part(hands, 0, 0, 0b1001, 0b1000, (0, 0x1FFF), (1, 12, -1), BEATEN)
    (0, 1)
    """
    main, cr, chain = trump
    if forced == NEVER or only_block(once, twice, 0, led[0], main, cr, chain) >= 0:
        return STANDS, 0
    pairs, _ = pair_levels(twice, led[0], main, cr)
    longest = max(longest_run(pairs & chain), 1 if twice else 0)
    smallest, smallest_top = STANDS, 0
    found, found_top, first = STANDS, 0, _NOBODY
    for step in range(longest + 1):
        length = longest - step if forced == LARGEST else step
        top = lowest_part(once, twice, led[0], trump, length)
        if top:
            if smallest == STANDS:
                smallest, smallest_top = length, top
            by = first_to_beat(cells, hands, seat, led, trump, length, top)
            if by < first:
                found, found_top, first = length, top, by
                if forced == LOWEST:
                    return smallest, smallest_top
                if forced != FIRST:
                    return length, top
    return found, found_top


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
    """Return the first place after a leader that beats a part of a throw; 4 if nobody does.

    Args:
        cells: see ``forced_part``; likewise all others but these.
        hands: see there.
        seat: see there.
        led: see there.
        trump: see there.
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


# --- What people touch ----------------------------------------------------------------------------


class Beaten(NamedTuple):
    """A part of a throw that somebody beats.

    Args:
        part: the block.
        by: the places 1 to 3 after the leader that beat it, in order.
    """

    part: Block
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """What becomes of a lead.

    Args:
        stands: whether it stays on the table as it is; a lead of one block always does.
        forced: the cards led instead of a throw that fails. Rank cards of one Φ may stand for one
            another: then these are the leader's choices.
        by: the place 1 to 3 after the leader of the first seat that beats the forced part; 0 where it
            stands, or where the house forces the smallest part and nobody beats that.
        beaten: the parts that somebody beats, largest first.
        penalty: the points it costs the leader's side.

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

    def __str__(self) -> str:
        return str(self.phrase)

    @property
    def phrase(self) -> Phrase:
        """What becomes of it, in words."""
        if self.stands:
            return phrase("tractor.throw-stands", "it stands")
        by, part = self.stopped_by
        return phrase(
            "tractor.throw-fails",
            "it fails: the {turn} beats {part}, and {led} is led",
            turn=TURNS[by],
            part=part,
            led=self.led_instead,
        )

    @property
    def led_instead(self) -> str:
        """What is led where it fails, with the leader's choices: ``H2 or D2``."""
        return one_of(map(CardText, self.forced))

    @property
    def stopped_by(self) -> tuple[int, str]:
        """Where it fails, the place 1 to 3 of a seat that beats a part, and that part.

        The part that is led, or the smallest that is beaten where nobody beats that one.
        """
        if self.by:
            return self.by, self.led_instead
        part, by = self.beaten[-1]
        return by[0], CardText(part)


_STANDS = Throw(True)


def throw_of(
    trump: TrumpLike,
    hands: Sequence[CardsLike | Pile],
    lead: CardsLike | Pile,
    profile: ProfileLike = "standard",
    *,
    packs: int = PACKS,
) -> Throw:
    """Hold a lead against the other three hands.

    Args:
        trump: the trump configuration.
        hands: the four hands before the lead, the leader's first; of each so much as is known.
        lead: cards of one partition that the leader holds.
        profile: the house.
        packs: how many packs are in play, two or three.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: there are not four hands, or hands of more than 25 cards or with more copies of
            a card than the packs; the first does not hold the lead, or the lead has no cards or cards
            of several partitions.

    >>> str(throw_of("S2", ["HQHK", "H3H4", "HAHA", "H5H6"], "HQHK"))
    'it fails: the partner beats HQ, and HQ is led'
    """
    trump, profile = as_trump(trump), as_profile(profile)
    thrown, piles = pile_of(lead), [hand_of(hand) for hand in several(hands, "hands")]
    if len(piles) != 4:
        raise IllegalPosition(f"a throw is held against three hands, not {len(piles) - 1}")
    sum_of(piles, packs)
    if not thrown.within(piles[0]):
        raise IllegalPosition(f"the leader does not hold {thrown}")
    return throw_in_play(trump, piles, thrown, profile)


def throw_in_play(trump: Trump, piles: Sequence[Pile], thrown: Pile, profile: Profile) -> Throw:
    """Hold a lead against the other three hands of a deal: ``throw_of`` without its checks."""
    beaten = _beaten(thrown, piles[1:], trump, profile)
    if not beaten:
        return _STANDS
    part = forced_order(_may_be_forced(thrown, beaten, trump, profile), profile)[0]
    by = next((seats[0] for other, seats in beaten if other == part), 0)
    return Throw(False, alike(part, thrown, trump), by, beaten, profile.penalty)


def _may_be_forced(
    thrown: Pile, beaten: Sequence[Beaten], trump: Trump, profile: Profile
) -> Iterable[Block]:
    """Return the parts of a throw that fails of which the house forces the first in its order."""
    if profile.forced == "lowest":
        return _parts(thrown, trump, profile)
    if profile.forced == "first":
        first = min(by[0] for _, by in beaten)
        return [part for part, by in beaten if by[0] == first]
    return [part for part, _ in beaten]


def is_safe(
    trump: TrumpLike,
    lead: CardsLike | Pile,
    others: Sequence[CardsLike | Pile],
    profile: ProfileLike = "standard",
) -> bool:
    """Tell whether a lead is certain to stand, from what the leader knows.

    Args:
        trump: the trump configuration.
        lead: cards of one partition.
        others: what each other seat may hold as far as the leader knows; where nothing is known of the
            seats, one pile of all cards that the leader does not see.
        profile: the house.

    Raises:
        NotationError: something is no card of Tractor.
        IllegalPosition: the lead is of several partitions.

    >>> unseen = "HQ HJ S3"
    >>> is_safe("S2", "HAHAHK", [unseen]), is_safe("S2", "HAHAHT", [unseen])
    (True, False)
    """
    piles = [pile_of(other) for other in several(others, "others")]
    return not _beaten(pile_of(lead), piles, as_trump(trump), as_profile(profile))


def led_partition(lead: Pile, trump: Trump) -> int:
    """Return the partition 0..4 of a lead.

    Raises:
        IllegalPosition: it has no cards, cards of several partitions, or three that are equal.

    >>> led_partition(pile_of("S2S3"), Trump("S", "2"))
    4
    """
    if not lead.once:
        raise IllegalPosition(phrase("tractor.lead-empty", "a lead has at least one card"))
    if lead.thrice:
        raise IllegalPosition(
            phrase(
                "tractor.lead-triple",
                "{card} is led three times: no ruling takes three equal cards as a block yet, "
                "so lead at most two",
                card=CardText(Pile(lead.thrice).cards[0]),
            )
        )
    led = only_partition(lead, trump)
    if led is None:
        raise IllegalPosition(
            phrase(
                "tractor.lead-mixed",
                "{cards} is of several partitions under trump {trump}: what is led is of one",
                cards=CardText(lead),
                trump=str(trump),
            )
        )
    return led


def _parts(lead: Pile, trump: Trump, profile: Profile) -> tuple[Block, ...]:
    return parts_of(lead, trump, profile.chain_mask(trump.main_index))


def _beaten(
    lead: Pile, others: Sequence[Pile], trump: Trump, profile: Profile
) -> tuple[Beaten, ...]:
    """Return the parts of a throw that may not be led beside others, and who beats them."""
    led = led_partition(lead, trump)
    main, cr = trump.main_index, trump.rank_index
    chain = profile.chain_mask(main)
    if profile.forced == "never" or only_block(*lead.masks, led, main, cr, chain) >= 0:
        return ()
    found = []
    parts = _parts(lead, trump, profile)
    highest = {
        size: [highest_like(other, size, led, trump, chain) for other in others]
        for size in {part.size for part in parts}
    }
    for part in parts:
        by = [at for at, phi in enumerate(highest[part.size], 1) if phi > part.phi]
        if by:
            found.append(Beaten(part, tuple(by)))
    return tuple(found)


def beats(pile: Pile, part: Block, partition: int, trump: Trump, chain: int) -> bool:
    """Tell whether some cards hold a block like a part in its own partition, and higher.

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
    """Return the highest top Φ of the blocks of a size that cards hold in a partition, 0 without any.

    Args:
        pile: the cards.
        size: how many cards such a block has.
        partition: the partition 0..4.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.
    """
    main, cr = trump.main_index, trump.rank_index
    mask = partition_mask(partition, main, cr)
    once, twice = pile.once & mask, pile.twice & mask
    return highest_block(once, twice, partition, main, cr, size // 2, chain)


def forced_order(parts: Iterable[Block], profile: Profile) -> list[Block]:
    """Return parts of a throw in the order in which a house forces them.

    Few cards come first, many where the house forces the largest; of equally many the lower.

    >>> parts = parts_of(pile_of("H3H3H5H7"), Trump("S", "2"), -1)
    >>> for house in ("standard", "duan"):
    ...     print(*forced_order(parts, as_profile(house)))
    H5 H7 H3H3
    H3H3 H5 H7
    """
    sign = -1 if profile.forced == "largest" else 1
    return sorted(parts, key=lambda part: (sign * part.size, part.phi))


def alike(part: Block, lead: Pile, trump: Trump) -> tuple[Pile, ...]:
    """Return the piles that may be a part of a lead, where rank cards of one Φ change places."""
    main, cr = trump.main_index, trump.rank_index
    once = sum(1 << card for card in set(part.cards))
    pile = Pile(once, once if part.size > 1 else 0)
    own = shared_rank_cards(pile.once, main, cr)
    if not own:
        return (pile,)
    copies = lead.twice if part.size > 1 else lead.once & ~lead.twice | lead.thrice
    others = [1 << card for card in bits(shared_rank_cards(copies, main, cr))]
    return tuple(
        Pile(pile.once ^ own | other, (pile.twice ^ own | other) if pile.twice else 0)
        for other in others
    )
